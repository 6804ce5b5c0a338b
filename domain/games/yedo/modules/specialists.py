"""The module Specialists: tokens on the Reserve and at the Gates, and the Specialists that they bring into play.

A Specialist recruited at the Gates waits in the Clan House until the next round; one won by auction is assigned in the
same round (yedo.specialists.recruit-delay).
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo import draws
from domain.games.yedo.effects.losing import give_up
from domain.games.yedo.facts.modules.specialists import SpecialistTaken, TokenDrawn, TokensShifted, TokenToGates
from domain.games.yedo.facts.sources import SHOWN_SPECIALIST
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.printed.modifiers import Modifier
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.term_words import name_specialist
from domain.games.yedo.printed.terms import SPECIALISTS, AnyLot, SpecialistKind
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, Step, deed_of
from domain.games.yedo.verbs.course import Moment
from domain.games.yedo.verbs.holding import hold_source
from domain.games.yedo.verbs.modifiers import disciple_limit, forbidden, too_dear
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say


def prepare(state: YedoState) -> None:
    """Set out each seat's Specialists and the tokens; nobody has regular Disciples beyond the first ones.

    The Daimyo has only regular Disciples, even with Specialists (yedo.coop.with-specialists).
    """
    content, start = state.content, state.content.start
    disciple: Figure = "disciple"
    state.pieces.reserve = ((disciple,) * start.house,) * state.seats
    state.specialist_supply.specialists = (SPECIALISTS,) * state.seats
    state.specialist_supply.tokens = tuple(
        sorted(e.id for e in content.specialist_tokens.values() for _ in range(e.count))
    )


def modifiers_of_specialists(state: YedoState, seat: int) -> Iterator[Modifier]:
    """Yield the modifiers that a seat's Specialists grant wherever they are."""
    entries = state.content.specialists
    for figure in state.figures(seat):
        if figure in entries:
            yield from entries[figure].modifiers


def draw_first_token(table: YedoTable) -> None:
    """Put the first token on the Reserve."""
    with table.citing("yedo.ruling.first-specialist-token"):
        draw_token(table)


def steps(state: YedoState, moment: Moment) -> tuple[Step, ...]:
    """Return what the Specialists add to a game."""
    match moment:
        case "preparation":
            return (DrawToken(),)
        case "event-phase":
            return (ManageTokens(),)
        case _:
            return ()


def has(state: YedoState, seat: int, kind: SpecialistKind) -> bool:
    """Return whether a seat has a Specialist outside the Reserve."""
    return kind in state.figures(seat)


def draw_token(table: YedoTable) -> None:
    """Place the next token from the bag on the Reserve, if one is left (yedo.ruling.specialist-tokens-run-out)."""
    for kind in table.chance.pick(draws.SPECIALIST_TOKEN, table.state.specialist_supply.tokens):
        table.emit(TokenDrawn(table.clause, kind))


class DrawToken(Step, frozen=True, gc=False):
    """The last step of Preparation: a token is drawn."""

    clause = "yedo.specialists.prep-token"

    def run(self, table: YedoTable) -> None:
        draw_token(table)


class ManageTokens(Step, frozen=True, gc=False):
    """After the Event, the tokens at the Gates move on, and the one on the Reserve moves to the Gates.

    They do so whether or not somebody won the Specialist (yedo.specialists.auction-token-stays).
    """

    clause = "yedo.specialists.manage-shift"

    def run(self, table: YedoTable) -> None:
        if any(table.state.specialist_supply.token_gates):
            table.emit(TokensShifted(table.clause, table.state.specialist_supply.token_gates[-1]))
        if table.state.specialist_supply.token is not None:
            with table.citing("yedo.specialists.manage-new"):
                table.emit(TokenToGates(table.clause, table.state.specialist_supply.token))


def why_not_for(state: YedoState, seat: int, lot: AnyLot) -> IllegalMove | None:
    """Return why a seat that already has a lot's Specialist may not bid for it or choose it; None if it may.

    It may bid for a category, which also offers other things (yedo.ruling.bidding-for-a-specialist).
    """
    if (
        lot != "disciples"
        or state.specialist_supply.token is None
        or not has(state, seat, state.specialist_supply.token)
    ):
        return None
    why = say(
        "You have the {token} already, so you cannot have the one on the Reserve.",
        token=name_specialist(state.specialist_supply.token),
    )
    return IllegalMove("yedo.specialists.no-bid-duplicate", why)


def take_shown(table: YedoTable, seat: int) -> None:
    """Let the winner of an auction take the Specialist shown on the Reserve (yedo.specialists.auction)."""
    kind = table.state.specialist_supply.token
    if kind is None:
        with table.citing("yedo.ruling.specialist-tokens-run-out"):
            table.emit(EffectWithout(table.clause, seat, "specialist", hold_source(table.state, SHOWN_SPECIALIST)))
        return
    with table.citing("yedo.reward.auction-disciples-specialist"):
        table.emit(SpecialistTaken(table.clause, seat, kind))


def no_specialist(kind: SpecialistKind, state: YedoState, seat: int) -> IllegalMove | None:
    """Return why a seat cannot recruit a Specialist at the Gates, or None if it can."""
    clause = "yedo.gates.recruit-specialist"
    if kind not in state.specialist_supply.token_gates:
        return IllegalMove(clause, say("The {kind} is not at the Gates now.", kind=name_specialist(kind)))
    if has(state, seat, kind):
        return IllegalMove(
            "yedo.specialists.one-per-type", say("You have the {kind} already.", kind=name_specialist(kind))
        )
    return forbidden(state, seat, "recruit") or too_dear(state, seat, "recruit", state.content.prices.recruit, clause)


def recruit(kind: SpecialistKind, table: YedoTable, deed: Deed) -> None:
    """Pay for a Specialist at the Gates and take it; a seat without room first gives up another figure."""
    owner = deed.owner
    table.pay_price(owner, "recruit", table.state.content.prices.recruit)
    if table.state.disciples(owner) >= disciple_limit(table.state, owner):
        full = "yedo.specialists.recruit-full"
        with table.citing(full):
            give_up(table, deed_of(owner, full), "disciple")
    table.then(TakeRecruit(owner, kind))


class TakeRecruit(Step, frozen=True, gc=False):
    """The paid Specialist joins the Clan House."""

    recruiter: int
    kind: SpecialistKind

    clause = "yedo.specialists.recruit"

    def run(self, table: YedoTable) -> None:
        table.emit(SpecialistTaken(table.clause, self.recruiter, self.kind))
