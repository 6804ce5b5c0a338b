"""The rewards of Errands: who has contributed, and who takes which reward."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.yedo import versions
from domain.games.yedo.coop.errand_needs import Seats, Shares, errand_of, lacking_district
from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.coop.errands import ErrandCompleted, ErrandRewarded, RewardsRanOut
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step, deed_of, do
from domain.games.yedo.verbs.holding import describe_unless_ids
from domain.games.yedo.verbs.subjects import card_subjects
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.choice import Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import ChooseOption, ChooseSeat

ORDER = "yedo.ruling.reward-order"


def contributed(state: YedoState, seat: int, card: Card, shares: Shares) -> Seats:
    """Return the contributors to an Errand that a seat resolves, in Player Order (yedo.ruling.who-contributed).

    These are that seat, those who give something, and everyone whose Disciples count towards a District.
    """
    given = {seat, *(share.seat for share in shares)}
    if state.rules < versions.ALL_IN_A_DISTRICT_CONTRIBUTE:
        return tuple(each for each in state.order if each in given or lacking_district(state, card, each) is not None)
    helpers: set[int] = set()
    for district, asked in Counter(errand_of(state, card).districts).items():
        there = [placed.seat for placed in state.pieces.placed if state.district_of(placed.space) == district]
        if sum(each in given for each in there) < asked:
            helpers.update(there)
    return tuple(each for each in state.order if each in given or each in helpers)


class Reward(Step, frozen=True, gc=False):
    """An Errand's needs have been met: the contributors are rewarded, and then its card is filed."""

    activator: int
    errand: Card
    contributors: Seats

    clause = "yedo.coop.errand-rewards"

    def run(self, table: YedoTable) -> None:
        if table.state.content.emperor_cards[self.errand].colour == "green":
            table.then(NameRewarded(seat=self.activator, errand=self.errand, contributors=self.contributors))
        else:
            table.then(NextReward(self.errand, self.contributors))
        table.then(FileErrand(self.errand))


class FileErrand(Step, frozen=True, gc=False):
    """The card of an Errand leaves the board and joins the completed ones."""

    errand: Card

    clause = "yedo.coop.errand-kept"

    def run(self, table: YedoTable) -> None:
        table.emit(ErrandCompleted(table.clause, self.errand))


class NameRewarded(Question[ChooseSeat], frozen=True, gc=False):
    """Say which contributor gets the reward of a Green Errand."""

    errand: Card
    contributors: Seats

    clause = ORDER
    prompt = "Say who gets the reward of the Errand."

    def moves(self, state: YedoState) -> Iterator[ChooseSeat]:
        return map(ChooseSeat, self.contributors)

    def label(self, state: YedoState, move: ChooseSeat, names: Sequence[str]) -> str:
        return names[move.seat] if names else move.label()

    def resolve(self, table: YedoTable, move: ChooseSeat) -> None:
        with table.citing("yedo.coop.errand-green-reward"):
            _reward(table, move.seat, self.errand, 1)

    def why_not(self, state: YedoState, move: ChooseSeat) -> IllegalMove | None:
        return IllegalMove(
            "yedo.ruling.who-contributed", say("The reward goes to a player who contributed to the Errand.")
        )


class NextReward(Step, frozen=True, gc=False):
    """The contributors who have yet to take a reward; late ones may find none left."""

    errand: Card
    left: Seats
    taken: tuple[int, ...] = ()

    clause = "yedo.coop.errand-rewards"

    def run(self, table: YedoTable) -> None:
        if len(self.taken) == len(errand_of(table.state, self.errand).rewards):
            for seat in self.left:
                table.emit(RewardsRanOut(table.clause, seat, self.errand))
        elif self.left:
            seat, *left = self.left
            table.then(PickReward(seat=seat, errand=self.errand, left=tuple(left), taken=self.taken))


class PickReward(Question[ChooseOption], frozen=True, gc=False):
    """Take one of an Errand's remaining rewards, even one that does nothing for you."""

    errand: Card
    left: Seats
    taken: tuple[int, ...]

    clause = ORDER
    prompt = "Take a reward of the Errand."

    def question(self, names: Sequence[str]) -> str:
        return say("Take a reward of {errand}.", errand=card_name(self.errand))

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        return card_subjects(state, self.errand)

    def moves(self, state: YedoState) -> Iterator[ChooseOption]:
        for option in range(1, len(errand_of(state, self.errand).rewards) + 1):
            if option not in self.taken:
                yield ChooseOption(option)

    def label(self, state: YedoState, move: ChooseOption, names: Sequence[str]) -> str:
        return describe(errand_of(state, self.errand).rewards[move.option - 1])

    def resolve(self, table: YedoTable, move: ChooseOption) -> None:
        with table.citing("yedo.coop.errand-rewards"):
            _reward(table, self.seat, self.errand, move.option)
        table.then(NextReward(self.errand, self.left, (*self.taken, move.option)))

    def why_not(self, state: YedoState, move: ChooseOption) -> IllegalMove | None:
        why = say("Take one of the rewards that are left; each contributor takes another one.")
        return IllegalMove("yedo.coop.errand-rewards", why)


def _reward(table: YedoTable, seat: int, card: Card, option: int) -> None:
    """Give a seat one of the rewards of an Errand."""
    effects = errand_of(table.state, card).rewards[option - 1]
    table.emit(ErrandRewarded(table.clause, seat, card, option, describe_unless_ids(table.state, effects)))
    do(table, deed_of(seat, table.clause, card), effects)
