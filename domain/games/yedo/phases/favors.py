"""The Favors of the Shogun: each player takes one in reverse Player Order, uses it, and turns it over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.goods import BlackmailTaken
from domain.games.yedo.facts.pieces import PatrolPlaced
from domain.games.yedo.facts.setup import FavorTaken
from domain.games.yedo.modules.teahouse import take_character
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step, deed_of, do
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.words import explain, join_parts, title


class TakeFavor(Move, frozen=True, gc=False):
    """Take one of the Favor of the Shogun Cards."""

    favor: Public[str]

    def label(self) -> str:
        return title(self.favor)


class TakeFavors(Step, frozen=True, gc=False):
    """These seats have yet to take a Favor, the first one next; the remaining Favors go to the box."""

    left: tuple[int, ...]

    clause = "yedo.setup.favor-choice-order"

    def run(self, table: YedoTable) -> None:
        if self.left:
            table.then(PickFavor(seat=self.left[0]), TakeFavors(left=self.left[1:]))


class PickFavor(Question[TakeFavor], frozen=True, gc=False):
    """A player takes one of the face-up Favors (yedo.setup.favor-leftover)."""

    clause = "yedo.setup.favor-choice-order"
    prompt = "Take a Favor of the Shogun."

    def moves(self, state: YedoState) -> Iterator[TakeFavor]:
        return (TakeFavor(favor) for favor in state.content.favors if favor not in state.hands.favors)

    def label(self, state: YedoState, move: TakeFavor, names: Sequence[str]) -> str:
        favor = state.content.favors[move.favor]
        parts = [describe(favor.effects)]
        character = course_of(state).favor_character(state, favor.id)
        if character is not None:
            parts.append(say("with {character}", character=card_name(character)))
        if self.seat == state.order[0]:
            parts.append(say("the Watch Patrol starts in the {patrol}", patrol=title(favor.patrol)))
        return explain(translate(favor.title), join_parts(parts))

    def resolve(self, table: YedoTable, move: TakeFavor) -> None:
        favor = table.state.content.favors[move.favor]
        table.emit(FavorTaken(table.clause, self.seat, favor.id))
        if (character := course_of(table.state).favor_character(table.state, favor.id)) is not None:
            take_character(table, self.seat, character)
        if table.state.clans.draft is None:
            use_favor(table, self.seat)

    def why_not(self, state: YedoState, move: TakeFavor) -> IllegalMove | None:
        if move.favor in state.hands.favors:
            return IllegalMove(
                self.clause, say("Another player has taken the Favor {favor!r} already.", favor=title(move.favor))
            )
        return IllegalMove("yedo.components.favor-cards", say("There is no Favor {favor!r}.", favor=move.favor))


class UseFavors(Step, frozen=True, gc=False):
    """With Clan Powers, the Favors take effect in the same order, but only after all are chosen."""

    left: tuple[int, ...]

    clause = "yedo.clan.setup-conflict-timing"

    def run(self, table: YedoTable) -> None:
        use_favor(table, self.left[0])
        if len(self.left) > 1:
            table.then(UseFavors(left=self.left[1:]))


def use_favor(table: YedoTable, seat: int) -> None:
    """Carry out the Favor of a seat, and turn it over. Clan Powers apply (yedo.clan.favor-interaction)."""
    taken = table.state.hands.favors[seat]
    assert taken is not None
    favor = table.state.content.favors[taken]
    do(table, deed_of(seat, favor.clause, favor.id), favor.effects)
    table.then(TurnFavorOver(owner=seat))


class TurnFavorOver(Step, frozen=True, gc=False):
    """A Favor that has been used becomes a Blackmail Card; that of the starting player places the Watch Patrol."""

    owner: int

    clause = "yedo.setup.favor-flip-blackmail"

    def run(self, table: YedoTable) -> None:
        if self.owner == table.state.order[0]:
            favor = table.state.hands.favors[self.owner]
            assert favor is not None
            with table.citing("yedo.setup.favor-patrol-start"):
                table.emit(PatrolPlaced(table.clause, table.state.content.favors[favor].patrol))
        table.emit(BlackmailTaken(table.clause, self.owner))
