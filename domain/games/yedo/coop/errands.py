"""Resolving Errands: who gives what, who agrees, and what is paid.

Weapons, Geishas and Annexes are only shown, as for Missions; Mon and Blessings are given. The rulebook resolves two
Errands as examples (yedo.coop.example-death-in-the-market, yedo.coop.example-smoke-and-geishas).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.coop.errand_needs import (
    Share,
    Shares,
    amounts,
    contributors,
    errand_of,
    givers,
    is_met,
    lacking_district,
    lacking_need,
    may_resolve,
    next_thing,
    on_the_spot,
)
from domain.games.yedo.coop.errand_rewards import Reward, contributed
from domain.games.yedo.effects import requirements
from domain.games.yedo.effects.belongings import PayMon
from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.coop.errands import ErrandAgreed, ErrandBegun, ErrandMet, ErrandRefused, ErrandShared
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.printed.needs import AnyNeed, Needs
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState, errand_on, errand_space
from domain.games.yedo.verbs.activating import Activation
from domain.games.yedo.verbs.asking import Question, Step, deed_of
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.subjects import card_subjects
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.words.describe_needs import describe_needs
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import join_words, title

SHARING = "yedo.ruling.sharing-an-errand"


class ResolveErrand(Activation, frozen=True, gc=False):
    """Resolve an open Errand with the Disciple on a space."""

    errand: Public[str]

    def deed(self) -> str:
        return say("resolve the Errand {errand}", errand=card_name(self.errand))

    def aim(self) -> tuple[str, str]:
        return self.errand, ""

    def activate(self, table: YedoTable, seat: int) -> None:
        """Begin to resolve the Errand, if the others agree."""
        with table.citing("yedo.coop.errand-requirements"):
            table.emit(ErrandBegun(table.clause, seat, self.errand))
        table.then(ShareOut(seat, self.errand, self.space))

    def why_not(self, state: YedoState, seat: int) -> IllegalMove:
        card, name = self.errand, card_name(self.errand)
        if card not in course_of(state).open_errands(state):
            return IllegalMove("yedo.coop.errand-both-open", say("There is no open Errand {name}.", name=name))
        placed, errand = state.on(self.space), errand_of(state, card)
        assert placed is not None
        if not may_resolve(state, placed, card):
            if placed.figure == "errand-boy":
                why = say("The Errand Boy resolves no Errand but from its own space.")
                return IllegalMove("yedo.coop.errand-boy-limits", why)
            if errand.space:
                return IllegalMove(
                    "yedo.coop.errand-own-space", say("Only the Disciple on {name} itself can resolve it.", name=name)
                )
            where = join_words(map(title, dict.fromkeys(errand.districts)), "or")
            return IllegalMove(
                "yedo.coop.errand-requirements",
                say("{name} is resolved by a Disciple in {where}.", name=name, where=where),
            )
        if (district := lacking_district(state, card)) is not None:
            why = say("{name} needs more Disciples in the District {district}.", name=name, district=title(district))
            return IllegalMove("yedo.coop.errand-districts", why)
        return _why_not_met(state, seat, card)


class Give(Move, frozen=True, gc=False):
    """Name the player who gives the next item that the Errand needs."""

    seat: Public[int]

    def label(self) -> str:
        return say("seat {seat}", seat=self.seat + 1)


class GiveMon(Move, frozen=True, gc=False):
    """Name the Mon that a player gives for the Errand."""

    seat: Public[int]
    amount: Public[int]

    def label(self) -> str:
        return say("seat {seat}: {amount} Mon", seat=self.seat + 1, amount=self.amount)


class Agree(Move, frozen=True, gc=False):
    """Give what you are asked for."""

    def label(self) -> str:
        return say("agree")


class Refuse(Move, frozen=True, gc=False):
    """Give nothing for this Errand now."""

    def label(self) -> str:
        return say("refuse")


def free_errands(state: YedoState) -> Iterator[str]:
    """Yield the free spaces of open Errands, which only players may use.

    Nothing closes them (yedo.coop.errand-space-safe).
    """
    for card in state.coop_board.open_errands:
        if state.content.emperor_cards[card].errand.space and state.on(space := errand_space(card)) is None:
            yield space


def resolvable(state: YedoState, seat: int) -> Iterator[ResolveErrand]:
    """Yield the Errands that a seat can resolve now, with each figure that it can activate for them."""
    for card in state.coop_board.open_errands:
        spaces = [placed.space for placed in state.placed_by(seat) if may_resolve(state, placed, card)]
        if spaces and is_met(state, seat, card):
            yield from (ResolveErrand(space, card) for space in spaces)


def _why_not_met(state: YedoState, seat: int, card: Card) -> IllegalMove:
    """Explain which assets for an Errand are missing, or who keeps them."""
    need = lacking_need(state, contributors(state, seat, card), card)
    assert need is not None
    what = say("for {card}, somebody must {needs}", card=card_name(card), needs=describe_needs((need,)))
    if lacking_need(state, on_the_spot(state, seat, card), card) is None:
        return IllegalMove(SHARING, say("Who refused gives nothing for this Errand now: {what}.", what=what))
    if lacking_need(state, state.order, card) is None:
        why = say("Only players with a Disciple in a District of the Errand contribute: {what}.", what=what)
        return IllegalMove("yedo.coop.errand-contributors", why)
    return IllegalMove("yedo.coop.errand-requirements", say("Something is missing: {what}.", what=what))


class ShareOut(Step, frozen=True, gc=False):
    """Share out the needs of an Errand, then ask all other contributors together."""

    activator: int
    errand: Card
    space: str
    shares: Shares = ()

    clause = SHARING

    def run(self, table: YedoTable) -> None:
        thing = next_thing(errand_of(table.state, self.errand).needs, self.shares)
        if thing is not None:
            gather = Gather(seat=self.activator, errand=self.errand, space=self.space, shares=self.shares, thing=thing)
            table.then(gather)
            return
        others = [seat for seat in table.state.order if seat != self.activator and _given_by(seat, self.shares)]
        table.ask_together(
            *(
                Consent(seat=seat, errand=self.errand, by=self.activator, needs=_given_by(seat, self.shares))
                for seat in others
            )
        )
        table.then(CarryOut(self.activator, self.errand, self.space, self.shares))


class Gather(Question[Give | GiveMon], frozen=True, gc=False):
    """Say who gives the next item for an Errand: one asset, or some of the Mon."""

    errand: Card
    space: str
    shares: Shares
    thing: AnyNeed

    clause = SHARING
    prompt = "Say who gives this for the Errand."

    def question(self, names: Sequence[str]) -> str:
        return say(
            "{errand}: who is to {needs}?",
            errand=card_name(self.errand),
            needs=describe_needs((self.thing,)),
        )

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        return card_subjects(state, self.errand)

    def moves(self, state: YedoState) -> Iterator[Give | GiveMon]:
        among = contributors(state, self.seat, self.errand)
        if self.thing.mon:
            return (GiveMon(*part) for part in amounts(state, among, self.thing.mon, self.shares))
        needs = errand_of(state, self.errand).needs
        return map(Give, givers(state, among, needs, self.shares, self.thing))

    def label(self, state: YedoState, move: Give | GiveMon, names: Sequence[str]) -> str:
        if isinstance(move, GiveMon) and names:
            return say("{who}: {amount} Mon", who=names[move.seat], amount=move.amount)
        return names[move.seat] if isinstance(move, Give) and names else move.label()

    def resolve(self, table: YedoTable, move: Give | GiveMon) -> None:
        share = Share(move.seat, PayMon(amount=move.amount) if isinstance(move, GiveMon) else self.thing)
        own = move.seat == self.seat
        with table.citing("yedo.coop.errand-activator-contributes" if own else "yedo.coop.errand-contributors"):
            table.emit(ErrandShared(table.clause, share.seat, self.errand, share.need))
        table.then(ShareOut(self.seat, self.errand, self.space, (*self.shares, share)))

    def why_not(self, state: YedoState, move: Give | GiveMon) -> IllegalMove | None:
        if move.seat not in on_the_spot(state, self.seat, self.errand):
            why = say("Only who resolves the Errand and players with a Disciple in one of its Districts contribute.")
            return IllegalMove("yedo.coop.errand-contributors", why)
        if move.seat not in contributors(state, self.seat, self.errand):
            return IllegalMove(SHARING, say("This player refused to give anything for the Errand."))
        why = say(
            "Name a player who can {needs}, so that others can give the rest.",
            needs=describe_needs((self.thing,)),
        )
        return IllegalMove(SHARING, why)


class Consent(Question[Move], frozen=True, gc=False):
    """Agree to give something for the Errand that another player resolves, or refuse."""

    errand: Card
    by: int
    needs: Needs

    clause = SHARING
    prompt = "Contribute what you are asked for?"

    def question(self, names: Sequence[str]) -> str:
        who = say("{who} asks you", who=names[self.by]) if names else say("You are asked")
        return say(
            "{who} for your share in {errand}: {needs}.",
            who=who,
            errand=card_name(self.errand),
            needs=describe_needs(self.needs),
        )

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        return card_subjects(state, self.errand)

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield Agree()
        yield Refuse()

    def resolve(self, table: YedoTable, move: Move) -> None:
        fact = ErrandAgreed if isinstance(move, Agree) else ErrandRefused
        table.emit(fact(table.clause, self.seat, self.errand))


class CarryOut(Step, frozen=True, gc=False):
    """All have agreed, and give what the Errand needs; if somebody refused, nothing happens."""

    activator: int
    errand: Card
    space: str
    shares: Shares

    clause = "yedo.coop.errand-requirements"

    def run(self, table: YedoTable) -> None:
        state = table.state
        among = contributors(state, self.activator, self.errand)
        if any(share.seat not in among for share in self.shares):
            return
        rewarded = contributed(state, self.activator, self.errand, self.shares)
        with table.citing(_clause_of(state, self.space)):
            table.emit(Activated(table.clause, self.activator, self.space, f"errand/{self.errand}"))
        table.emit(ErrandMet(table.clause, self.activator, self.errand))
        for seat in state.order:
            given = _given_by(seat, self.shares)
            helpers = requirements.stand_ins(state, seat, given, errand=True)
            requirements.give(table, deed_of(seat, self.clause, self.errand), given, helpers)
        table.then(Reward(self.activator, self.errand, rewarded))


def _given_by(seat: int, shares: Shares) -> Needs:
    """Return what a seat gives."""
    return tuple(share.need for share in shares if share.seat == seat)


def _clause_of(state: YedoState, space: str) -> str:
    """Return the clause by which the figure on a space resolves an Errand."""
    placed = state.on(space)
    if placed is not None and placed.figure == "errand-boy":
        return "yedo.coop.errand-boy-conflict"
    return "yedo.coop.errand-action" if errand_on(space) is None else "yedo.coop.errand-own-space"
