"""Facts about Specialists: their tokens, and how they come into play."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.yedo.facts.base import YedoFact, figure_name
from domain.games.yedo.facts.pieces import come_home, go_to_reserve, leave_space
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.term_words import name_specialist
from domain.games.yedo.printed.terms import SpecialistKind
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import without


class TokenDrawn(YedoFact, frozen=True, gc=False):
    """A Specialist token is drawn from the bag and placed on the Reserve."""

    kind: Public[SpecialistKind]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.specialist_supply.tokens = without(state.specialist_supply.tokens, self.kind)
        state.specialist_supply.token = self.kind

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The token of the {kind} is laid on the Reserve.", kind=name_specialist(self.kind))


class TokensShifted(YedoFact, frozen=True, gc=False):
    """The Specialist tokens at the Gates move one space to the right; a token that leaves the last space is removed."""

    gone: Public[SpecialistKind | None]

    def evolve(self, state: YedoState) -> None:
        state.specialist_supply.token_gates = (None, *state.specialist_supply.token_gates[:-1])

    def words(self, names: Sequence[str], viewer: Viewer) -> str | None:
        return (
            None if self.gone is None else say("The {gone} leaves the Gates for good.", gone=name_specialist(self.gone))
        )


class TokenToGates(YedoFact, frozen=True, gc=False):
    """The Specialist token on the Reserve moves to the leftmost space at the Gates."""

    kind: Public[SpecialistKind]

    def evolve(self, state: YedoState) -> None:
        state.specialist_supply.token = None
        state.specialist_supply.token_gates = (self.kind, *state.specialist_supply.token_gates[1:])

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The {kind} can be recruited at the Gates.", kind=name_specialist(self.kind))


def _take_out(state: YedoState, seat: int, kind: SpecialistKind) -> None:
    """Take a Specialist from beside the board, or from the Reserve if its owner lost it."""
    if kind in state.specialist_supply.specialists[seat]:
        state.specialist_supply.specialists = replace_at(
            state.specialist_supply.specialists, seat, without(state.specialist_supply.specialists[seat], kind)
        )
    else:
        state.pieces.reserve = replace_at(state.pieces.reserve, seat, without(state.pieces.reserve[seat], kind))


class SpecialistTaken(YedoFact, frozen=True, gc=False):
    """A seat takes the Specialist of its colour to its Clan House."""

    seat: Public[int]
    kind: Public[SpecialistKind]

    def evolve(self, state: YedoState) -> None:
        _take_out(state, self.seat, self.kind)
        come_home(state, self.seat, self.kind)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes the {kind}.", who=names[self.seat], kind=name_specialist(self.kind))


class FigureReplaced(YedoFact, frozen=True, gc=False):
    """A placed figure goes to the Reserve and is replaced by a Specialist of the same seat in the Clan House."""

    seat: Public[int]
    space: Public[str]
    figure: Public[Figure]
    kind: Public[SpecialistKind]

    def evolve(self, state: YedoState) -> None:
        leave_space(state, self.space)
        _take_out(state, self.seat, self.kind)
        go_to_reserve(state, self.seat, self.figure)
        come_home(state, self.seat, self.kind)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        old = figure_name(self.figure, "the", capital=True)
        return say(
            "{old} of {who} is replaced by the {kind}.", old=old, who=names[self.seat], kind=name_specialist(self.kind)
        )
