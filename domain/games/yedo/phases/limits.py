"""The limits on a seat's possessions, and giving up any excess at once (yedo.ruling.limits-in-order).

In the base game, space I of the Clan board stays empty or holds Missions, under the same limit
(yedo.limit.clan-power-or-character, yedo.limit.mission-slot-use).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from domain.games.yedo.effects.losing import CARDS, NOUNS, things
from domain.games.yedo.phases.playing import PlayCard, plays
from domain.games.yedo.printed.terms import Asset, Losable, When
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question
from domain.games.yedo.verbs.modifiers import disciple_limit, limit
from domain.games.yedo.verbs.moves import GivingUp
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.words import join_words

CLAUSES: dict[Losable, str] = {
    "action-card": "yedo.limit.action-cards",
    "bonus-card": "yedo.limit.bonus-cards",
    "mission": "yedo.limit.missions",
    "weapon": "yedo.limit.weapons",
    "disciple": "yedo.limit.disciples",
}
"""The limits with their clauses; Blessings, Geishas and Annexes can never be taken beyond theirs."""
Answer: TypeAlias = PlayCard | GivingUp


class Spare(Question[Answer], frozen=True, gc=False):
    """Discard a card in excess of the limit, or play an Action Card if this is its moment."""

    public = False
    automatic = False
    clause = "yedo.ruling.limits-in-order"
    prompt = "You hold more cards than you may keep. Choose one to discard."

    def moves(self, state: YedoState) -> Iterator[Answer]:
        above = [what for what in _above(state, self.seat) if what in CARDS]
        for what in above:
            yield from dict.fromkeys(things(state, self.seat, what))
        if "action-card" in above:
            for when in _moments(state, self.seat):
                yield from plays(state, self.seat, when)

    def label(self, state: YedoState, move: Answer, names: Sequence[str]) -> str:
        return move.label() if isinstance(move, PlayCard) else move.phrase(say("discard"), names)

    def resolve(self, table: YedoTable, move: Answer) -> None:
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
        else:
            with table.citing(CLAUSES[move.what]):
                move.discard(table, self.seat)

    def why_not(self, state: YedoState, move: Answer) -> IllegalMove | None:
        if isinstance(move, PlayCard):
            return None
        above = _above(state, self.seat)
        wanted = join_words((translate(NOUNS[what]) for what in above), "or")
        why = say(
            "You have too much, so choose {wanted} that is there; you cannot {label}.",
            wanted=wanted,
            label=move.label(),
        )
        return IllegalMove(CLAUSES[above[0]], why)


class SpareGoods(Spare, frozen=True, gc=False):
    """Discard a Weapon or a Disciple in excess of the limit."""

    public = True
    automatic = True
    clause = "yedo.ruling.limits-in-order"
    prompt = "You have more than you may keep. Choose what to discard."

    def moves(self, state: YedoState) -> Iterator[Answer]:
        above = (what for what in _above(state, self.seat) if what not in CARDS)
        return (move for what in above for move in dict.fromkeys(things(state, self.seat, what)))


def ask_first(table: YedoTable) -> None:
    """Ask the first seat in Player Order that exceeds a limit what to give up, before anything else happens.

    It is asked until it is within all limits, then the next seat, after a trade too (yedo.limit.after-trade). Only
    numbers decide who is asked.
    """
    for seat in table.state.order:
        above = _above(table.state, seat)
        if above:
            table.first(Spare(seat=seat) if above[0] in CARDS else SpareGoods(seat=seat))
            return


def _above(state: YedoState, seat: int) -> list[Losable]:
    """Return what a seat has in excess of a limit, cards first.

    A Mission being completed is no longer in its hand (yedo.ruling.shown-mission).
    """
    limits = state.content.limits
    held: tuple[tuple[Asset, Sequence[str], int], ...] = (
        ("action-card", state.hands.actions[seat], limits.action_cards),
        ("bonus-card", state.hands.bonus[seat], limits.bonus_cards),
        ("mission", state.hands.missions[seat], limits.missions),
        ("weapon", state.weaponry.weapons[seat], limits.weapons),
    )
    # Modifiers of a limit matter only once the printed one is exceeded.
    found: list[Losable] = [
        what for what, owned, most in held if len(owned) > most and len(owned) > limit(state, seat, what)
    ]
    # While a Disciple is in the Reserve, there are too few of them to exceed the limit, unless Specialists came.
    if (state.specialist_supply.specialists or not state.pieces.reserve[seat]) and state.disciples(
        seat
    ) > disciple_limit(state, seat):
        found.append("disciple")
    return found


def _moments(state: YedoState, seat: int) -> Iterator[When]:
    """Yield the moments of Action Cards that apply now, so that an excess one may be played
    (yedo.limit.action-cards)."""
    yield "any"
    if state.turns.phase == "bidding":
        yield "own-bidding"
    if state.turns.acting == seat and state.turns.activated is not None:
        yield "own-activation"
