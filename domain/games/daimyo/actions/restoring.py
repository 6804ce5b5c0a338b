"""Restoring relics: four pieces of a colour become one at once, and a pawn goes to an altar of that island.

See daimyo.example.restore.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.daimyo.facts.tiles import RelicRestored
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import Question
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate


class UseAltar(Move, frozen=True, gc=False):
    """Put the relic pawn on the altar of this influence: 3, 2 or 1."""

    altar: Public[int]

    def label(self) -> str:
        return say("altar {altar}", altar=self.altar)


CLAUSES = {"mercenaries": "daimyo.mercenaries.restore", "empire": "daimyo.ruling.best-altar"}
"""The clause under which a side that does not choose an altar restores a relic."""


class ChooseAltar(Question[UseAltar], frozen=True, gc=False):
    """A player has completed a relic and chooses a free altar (daimyo.ruling.altar-choice)."""

    colour: str

    clause = "daimyo.restore.altar"
    prompt = "Choose the altar of your restored relic."

    def moves(self, state: DaimyoState) -> Iterator[UseAltar]:
        for altar in free_altars(state, self.colour):
            yield UseAltar(altar)

    def resolve(self, table: DaimyoTable, move: UseAltar) -> None:
        table.emit(RelicRestored(table.clause, self.seat, self.colour, move.altar))

    def why_not(self, state: DaimyoState, move: UseAltar) -> IllegalMove | None:
        free = ", ".join(map(str, free_altars(state, self.colour)))
        return IllegalMove(
            "daimyo.island.altars",
            say("That altar is not free; free on {colour}: {free}.", colour=translate(self.colour), free=free),
        )


def free_altars(state: DaimyoState, colour: str) -> list[int]:
    """Return the altars of an island that hold no pawn, the best first (daimyo.island.altars)."""
    taken = [relic.altar for relics in state.holdings.relics for relic in relics if relic.colour == colour]
    return [altar for altar in state.content.numbers.altars if altar not in taken]


def completed_colours(state: DaimyoState, side: int) -> list[str]:
    """Return the colours whose four pieces a side holds (daimyo.restore.immediate), at most as many as its relic pawns.

    The same colour may be restored again (daimyo.restore.same-colour-again); with three copies of each piece, an altar
    is free for every relic except the empire's (daimyo.restore.max-three-per-colour).
    """
    held = state.holdings.tiles[side]
    if len(held) < 4:
        return []
    if state.may(side).limited_pieces and len(state.holdings.relics[side]) >= state.content.pieces.relic_pawns:
        return []
    owned = set(held)
    return [colour for colour in state.parameters.islands if owned.issuperset(state.content.relic[colour])]


def restore_completed(table: DaimyoTable) -> bool:
    """Restore complete relics; return whether a player has to choose an altar first.

    Mercenaries and empire use the best free altar (daimyo.ruling.best-altar); if all three are taken, a relic gives no
    influence (daimyo.solo.relic-over-three).
    """
    for side in range(table.state.sides):
        for colour in completed_colours(table.state, side):
            altars = free_altars(table.state, colour)
            if altars and not table.state.may(side).best_altar:
                table.first(ChooseAltar(seat=side, colour=colour))
                return True
            clause = CLAUSES[table.state.parameters.sides[side]] if altars else "daimyo.solo.relic-over-three"
            table.emit(RelicRestored(clause, side, colour, altars[0] if altars else 0))
    return False
