"""What all choices and effects of Daimyo share: who decides for whom, and by which clause."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

import msgspec

from domain.games.daimyo.facts.turn import EffectWithout
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.table import DaimyoTable
from domain.games.daimyo.vocabulary import Effect, Effects
from domain.kernel.choice import Choice, Move, Task
from domain.kernel.errors import IllegalMove


class Deed(msgspec.Struct, frozen=True, gc=False):
    """For whom something is done (`owner`, a side), which seat decides, and the clause that it follows from.

    `advantage` binds the decisions for the empire (daimyo.solo.to-its-advantage).
    """

    owner: int
    seat: int
    clause: str
    advantage: bool = False


def deed_of(seat: int, clause: str) -> Deed:
    """Something that a player does for themselves."""
    return Deed(seat, seat, clause)


class Step(Task[DaimyoState, DaimyoTable], frozen=True, gc=False, omit_defaults=True):
    """A task of Daimyo."""


class Question(Choice[DaimyoState, DaimyoTable], frozen=True, gc=False, omit_defaults=True):
    """A choice of Daimyo. Unless it says otherwise it follows from what is public, and an only move is carried out."""

    public = True
    automatic = True

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        """The reason why a move of the kind that this choice asks for is not legal; None for other kinds."""
        return None

    def label(self, state: DaimyoState, move: Move, names: Sequence[str]) -> str:
        """What a move does, with what the place that it names makes or pays."""
        place = getattr(move, "to", None) or getattr(move, "place", None) or getattr(move, "site", None)
        place = place or getattr(move, "space", None)
        if place in state.content.sites:
            return f"{move.label()} ({state.content.sites[place].resource})"
        if place in state.content.shadow_spaces:
            return f"{move.label()} ({state.content.shadow_spaces[place].gold} gold)"
        return move.label()

    def refuse(self, state: DaimyoState, move: Move) -> IllegalMove:
        found = self.why_not(state, move)
        if found is not None:
            return found
        return IllegalMove("daimyo.turn.finish-before-next", f"Something else comes first: {self.prompt.rstrip('.?')}.")


@singledispatch
def perform(effect: Effect, table: DaimyoTable, deed: Deed) -> None:
    """Do one effect, or put the question on the agenda that it needs; `can` has been checked."""
    raise NotImplementedError(type(effect).__name__)


@singledispatch
def can(effect: Effect, state: DaimyoState, deed: Deed) -> bool:
    """Whether an effect would do anything now."""
    raise NotImplementedError(type(effect).__name__)


@singledispatch
def can_in_full(effect: Effect, state: DaimyoState, deed: Deed) -> bool:
    """Whether a price can be paid whole; for effects that are no price, whether they would do anything."""
    return can(effect, state, deed)


class DoEffects(Step, frozen=True, gc=False):
    """The effects of a card or tile that are still to be done, in order."""

    deed: Deed
    effects: Effects

    clause = "daimyo.turn.finish-before-next"

    def run(self, table: DaimyoTable) -> None:
        effect = self.effects[0]
        with table.citing(self.deed.clause):
            if can(effect, table.state, self.deed):
                perform(effect, table, self.deed)
            else:
                tag = str(effect.__struct_config__.tag)
                table.emit(EffectWithout(table.clause, self.deed.owner, tag))
        if len(self.effects) > 1:
            table.then(DoEffects(self.deed, self.effects[1:]))


def do(table: DaimyoTable, deed: Deed, effects: Effects) -> None:
    """Put effects on the agenda."""
    if effects:
        table.then(DoEffects(deed, effects))


def can_any(effects: Effects, state: DaimyoState, deed: Deed) -> bool:
    """Whether some effect of a list would do anything now."""
    return any(can(effect, state, deed) for effect in effects)
