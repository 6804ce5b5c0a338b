"""The Specialists as a viewer sees them: tokens and figures, all public except the order of the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.term_words import name_specialist
from domain.games.yedo.printed.terms import SPECIALISTS, SpecialistKind
from domain.games.yedo.state import YedoState
from domain.games.yedo.words.describe_specialists import specialist_text
from domain.kernel.audience import Viewer


class SpecialistView(msgspec.Struct, frozen=True):
    """A kind of Specialist, and what it does."""

    kind: SpecialistKind
    title: str
    text: str


class SpecialistsView(msgspec.Struct, frozen=True):
    """The Specialist tokens: in the bag, on the Reserve, and at the Gates from left to right.

    `bag` counts those still to be drawn, by kind.
    """

    bag: dict[SpecialistKind, int]
    reserve: SpecialistView | None
    gates: tuple[SpecialistView | None, ...]


def view_tokens(state: YedoState, viewer: Viewer) -> SpecialistsView:
    """Build the view of the tokens, which is the same for everybody."""
    content, bag = state.content, Counter(state.specialist_supply.tokens)
    return SpecialistsView(
        {kind: bag[kind] for kind in SPECIALISTS if bag[kind]},
        view_specialist(content, state.specialist_supply.token),
        tuple(view_specialist(content, kind) for kind in state.specialist_supply.token_gates),
    )


def view_specialist(content: YedoContent, kind: SpecialistKind | None) -> SpecialistView | None:
    """Build the view of a Specialist, or None for no token."""
    if kind is None:
        return None
    return SpecialistView(kind, name_specialist(kind), specialist_text(content.specialists[kind]))


def view_figures(content: YedoContent, figures: Iterable[Figure]) -> tuple[SpecialistView, ...]:
    """Build the views of the Specialists among some figures, in the order of their kinds."""
    found = {*figures}
    seen = (view_specialist(content, kind) for kind in SPECIALISTS if kind in found)
    return tuple(view for view in seen if view is not None)
