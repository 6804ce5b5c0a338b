"""The alternative movements of the advanced mode: Sumo, Ninja, Geisha and Samurai."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from domain.games.micro_dojo.content import MEEPLES, SPACES, Ability, Meeple
from domain.games.micro_dojo.remaining import MeepleMove
from domain.games.micro_dojo.state import DIAGONALS, NEIGHBOURS, MicroDojoState, space_behind, space_name
from domain.games.micro_dojo.table import MicroDojoTable
from domain.games.micro_dojo.words import amount, the
from domain.kernel.audience import Public
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import title

FREE_OPTIONS = ("2A", "2B")
"""The movement options in which abilities cost nothing (micro-dojo.advanced.mode-2a)."""


class AlternativeMove(MeepleMove, frozen=True, gc=False):
    """A movement special to one meeple, which replaces the ordinary move of the turn."""

    mover: ClassVar[Meeple]

    def obstacle(self, state: MicroDojoState) -> IllegalMove:
        """Explain what on the board prevents this movement; called only if something does."""
        raise NotImplementedError

    def relocate(self, table: MicroDojoTable, seat: int) -> None:
        """Move the meeples."""
        raise NotImplementedError

    def carry_out(self, table: MicroDojoTable, seat: int) -> Meeple:
        ability = table.state.content.abilities[self.mover]
        gold, food = price(table.state, ability)
        with table.citing(ability.clause):
            table.pay(seat, gold, food)
            self.relocate(table, seat)
        return self.mover

    def why_not(self, state: MicroDojoState, seat: int) -> IllegalMove:
        meeple = self.mover
        if state.options.movement == "none":
            return IllegalMove(
                "micro-dojo.advanced.replace-move", say("This game is played without alternative movements.")
            )
        if meeple not in state.abilities:
            return IllegalMove(
                "micro-dojo.advanced.mode-b", say("The {meeple}'s ability is not in this game.", meeple=title(meeple))
            )
        if meeple in state.markers and meeple != "geisha":
            why = say("The {meeple} carries a Daimyo marker.", meeple=title(meeple))
            return IllegalMove("micro-dojo.move.marked-unavailable", why)
        if not _may_use(state, seat, meeple):
            cost = amount(*price(state, state.content.abilities[meeple]))
            why = say("The {meeple}'s ability costs {cost}.", meeple=title(meeple), cost=cost)
            return IllegalMove("micro-dojo.advanced.mode-1a", why)
        return self.obstacle(state)


class SumoPush(AlternativeMove, frozen=True, gc=False):
    """The Sumo pushes a neighbouring meeple straight on and takes its space."""

    meeple: Public[Meeple]
    mover = "sumo"

    def label(self) -> str:
        return say("push {meeple} with the Sumo", meeple=the(self.meeple))

    def obstacle(self, state: MicroDojoState) -> IllegalMove:
        sumo, pushed = state.space_of("sumo"), state.space_of(self.meeple)
        if pushed not in NEIGHBOURS[sumo]:
            why = say("The {meeple} is not next to the Sumo.", meeple=title(self.meeple))
            return IllegalMove("micro-dojo.advanced.sumo-push", why)
        why = say("The {meeple} cannot be pushed straight on: that space is not free.", meeple=title(self.meeple))
        return IllegalMove("micro-dojo.advanced.sumo-push-direction", why)

    def relocate(self, table: MicroDojoTable, seat: int) -> None:
        sumo, pushed = table.state.space_of("sumo"), table.state.space_of(self.meeple)
        behind = space_behind(sumo, pushed)
        assert behind is not None
        with table.citing("micro-dojo.advanced.sumo-push-direction"):
            table.move_meeple(seat, self.meeple, behind)
        table.move_meeple(seat, "sumo", pushed)


class NinjaSwap(AlternativeMove, frozen=True, gc=False):
    """The Ninja changes places with another meeple."""

    meeple: Public[Meeple]
    mover = "ninja"

    def label(self) -> str:
        return say("swap the Ninja with {meeple}", meeple=the(self.meeple))

    def obstacle(self, state: MicroDojoState) -> IllegalMove:
        return IllegalMove("micro-dojo.advanced.ninja-swap", say("The Ninja changes places with another meeple."))

    def relocate(self, table: MicroDojoTable, seat: int) -> None:
        ninja, other = table.state.space_of("ninja"), table.state.space_of(self.meeple)
        table.move_meeple(seat, self.meeple, ninja)
        table.move_meeple(seat, "ninja", other)


class GeishaWalk(AlternativeMove, frozen=True, gc=False):
    """The Geisha loses her marker and takes an ordinary step."""

    to: Public[int]
    mover = "geisha"

    def label(self) -> str:
        return say("unmark the Geisha and move her to {space}", space=space_name(self.to))

    def obstacle(self, state: MicroDojoState) -> IllegalMove:
        clause = "micro-dojo.advanced.geisha-unmark"
        if "geisha" not in state.markers:
            return IllegalMove(clause, say("The Geisha carries no marker: move her in the ordinary way."))
        why = say("Space {space} is not orthogonally next to it.", space=self.to)
        return _refuse_destination(state, clause, NEIGHBOURS[state.space_of("geisha")], self.to, why)

    def relocate(self, table: MicroDojoTable, seat: int) -> None:
        table.unmark("geisha")
        table.move_meeple(seat, "geisha", self.to)


class SamuraiStep(AlternativeMove, frozen=True, gc=False):
    """The Samurai takes one diagonal step."""

    to: Public[int]
    mover = "samurai"

    def label(self) -> str:
        return say("move the Samurai diagonally to {space}", space=space_name(self.to))

    def obstacle(self, state: MicroDojoState) -> IllegalMove:
        clause = "micro-dojo.advanced.samurai-diagonal"
        why = say("Space {space} is not diagonally next to it.", space=self.to)
        return _refuse_destination(state, clause, DIAGONALS[state.space_of("samurai")], self.to, why)

    def relocate(self, table: MicroDojoTable, seat: int) -> None:
        table.move_meeple(seat, "samurai", self.to)


PUSH = {meeple: SumoPush(meeple) for meeple in MEEPLES}
SWAPS = tuple(NinjaSwap(meeple) for meeple in MEEPLES if meeple != "ninja")
WALK = {to: GeishaWalk(to) for to in SPACES}
DIAGONAL = {to: SamuraiStep(to) for to in SPACES}


def moves(state: MicroDojoState, seat: int) -> Iterator[AlternativeMove]:
    """List the alternative movements that `seat` may use now."""
    for meeple in state.abilities:
        if _may_use(state, seat, meeple):
            yield from MOVES_OF_ABILITY[meeple](state)


def _pushes(state: MicroDojoState) -> Iterator[AlternativeMove]:
    sumo = state.space_of("sumo")
    for meeple, space in zip(MEEPLES, state.meeples, strict=True):
        behind = space_behind(sumo, space) if space in NEIGHBOURS[sumo] else None
        if behind is not None and state.is_empty(behind):
            yield PUSH[meeple]


def _walks(state: MicroDojoState) -> Iterator[AlternativeMove]:
    if "geisha" in state.markers:
        yield from (WALK[to] for to in NEIGHBOURS[state.space_of("geisha")] if state.is_empty(to))


def _diagonals(state: MicroDojoState) -> Iterator[AlternativeMove]:
    return (DIAGONAL[to] for to in DIAGONALS[state.space_of("samurai")] if state.is_empty(to))


MOVES_OF_ABILITY: dict[Meeple, Callable[[MicroDojoState], Iterator[AlternativeMove]]] = {
    "sumo": _pushes,
    "ninja": lambda _: iter(SWAPS),
    "geisha": _walks,
    "samurai": _diagonals,
}
"""The movements of each ability from the current position, by meeple."""


def _may_use(state: MicroDojoState, seat: int, meeple: Meeple) -> bool:
    """Return whether the seat may use the ability, regardless of where the meeples are."""
    if meeple in state.markers and meeple != "geisha":
        return False
    gold, food = price(state, state.content.abilities[meeple])
    return state.gold[seat] >= gold and state.food[seat] >= food


def price(state: MicroDojoState, ability: Ability) -> tuple[int, int]:
    """Return the gold and food that an ability costs with the movement option of the game."""
    return (0, 0) if state.options.movement in FREE_OPTIONS else (ability.gold, ability.food)


def _refuse_destination(state: MicroDojoState, clause: str, spaces: tuple[int, ...], to: int, far: str) -> IllegalMove:
    if to not in spaces:
        return IllegalMove(clause, far)
    if to == state.barrier:
        why = say("The Guard House stands on {space}.", space=space_name(to))
        return IllegalMove("micro-dojo.move.guard-house-blocks", why)
    return IllegalMove(clause, say("{space} is not empty.", space=space_name(to).capitalize()))
