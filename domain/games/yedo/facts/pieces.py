"""Facts about Disciples and the Watch Patrol."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.yedo.facts.base import YedoFact, figure_name, players_among, space_name
from domain.games.yedo.printed.parts import Figure, PatrolColour, Placed
from domain.games.yedo.printed.term_words import name_district
from domain.games.yedo.printed.terms import District
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.multiset import without
from domain.kernel.words import inside


def leave_space(state: YedoState, space: str) -> None:
    """Remove the figure from a space; only facts do this."""
    state.pieces.placed = tuple(placed for placed in state.pieces.placed if placed.space != space)
    if state.turns.activated == space:
        state.turns.activated = None


def come_home(state: YedoState, seat: int, figure: Figure) -> None:
    """Put a figure into the Clan House; only facts do this."""
    state.pieces.house = replace_at(state.pieces.house, seat, (*state.pieces.house[seat], figure))


def go_to_reserve(state: YedoState, seat: int, figure: Figure) -> None:
    """Put a figure into the Reserve, or the Ronin into the box (yedo.ruling.ronin-serves-a-round)."""
    if figure != "ronin":
        state.pieces.reserve = replace_at(state.pieces.reserve, seat, (*state.pieces.reserve[seat], figure))


class DisciplePlaced(YedoFact, frozen=True, gc=False):
    """A seat assigns a Disciple of its Clan House to a space."""

    seat: Public[int]
    space: Public[str]
    figure: Public[Figure] = "disciple"

    def evolve(self, state: YedoState) -> None:
        state.pieces.house = replace_at(
            state.pieces.house, self.seat, without(state.pieces.house[self.seat], self.figure)
        )
        state.pieces.placed = (*state.pieces.placed, Placed(self.space, self.seat, self.figure))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} assigns {figure} to {space}.",
            who=names[self.seat],
            figure=figure_name(self.figure),
            space=space_name(self.space, names),
        )


class DiscipleMoved(YedoFact, frozen=True, gc=False):
    """A placed Disciple of a seat moves to another space."""

    seat: Public[int]
    space: Public[str]
    to: Public[str]
    figure: Public[Figure] = "disciple"

    def evolve(self, state: YedoState) -> None:
        leave_space(state, self.space)
        state.pieces.placed = (*state.pieces.placed, Placed(self.to, self.seat, self.figure))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{figure} of {who} moves from {space} to {other}.",
            figure=figure_name(self.figure, capital=True),
            who=names[self.seat],
            space=space_name(self.space, names),
            other=space_name(self.to, names),
        )


class DiscipleHome(YedoFact, frozen=True, gc=False):
    """A placed Disciple returns to the Clan House."""

    seat: Public[int]
    space: Public[str]
    figure: Public[Figure] = "disciple"

    def evolve(self, state: YedoState) -> None:
        leave_space(state, self.space)
        come_home(state, self.seat, self.figure)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.seat >= len(players_among(names)):
            text = mark("{figure} of {who} on {space} returns to its pool")
        else:
            text = mark("{figure} of {who} on {space} goes home")
        home = fill(
            translate(text),
            figure=figure_name(self.figure, "the", capital=True),
            who=inside(names[self.seat]),
            space=space_name(self.space, names),
        )
        if self.clause == "yedo.patrol.arrest-last-two":
            return say("{event}: nobody's last two are arrested.", event=home)
        return f"{home}."


class DiscipleArrested(YedoFact, frozen=True, gc=False):
    """The Watch Patrol arrests a placed Disciple: it goes to the Reserve."""

    seat: Public[int]
    space: Public[str]
    figure: Public[Figure] = "disciple"

    def evolve(self, state: YedoState) -> None:
        leave_space(state, self.space)
        go_to_reserve(state, self.seat, self.figure)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        who = say("{figure} of {who}", figure=figure_name(self.figure, "the"), who=names[self.seat])
        return say("The Watch Patrol arrests {who} on {space}.", who=who, space=space_name(self.space, names))


class DiscipleToReserve(YedoFact, frozen=True, gc=False):
    """A seat loses a Disciple to the Reserve, from a space or, if `space` is None, from the Clan House."""

    seat: Public[int]
    space: Public[str | None] = None
    figure: Public[Figure] = "disciple"

    def evolve(self, state: YedoState) -> None:
        if self.space is None:
            state.pieces.house = replace_at(
                state.pieces.house, self.seat, without(state.pieces.house[self.seat], self.figure)
            )
        else:
            leave_space(state, self.space)
        go_to_reserve(state, self.seat, self.figure)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{figure} of {who} goes to the Reserve.",
            figure=figure_name(self.figure, capital=True),
            who=names[self.seat],
        )


class DiscipleGained(YedoFact, frozen=True, gc=False):
    """A seat takes a Disciple from the Reserve to its Clan House."""

    seat: Public[int]
    figure: Public[Figure] = "disciple"

    def evolve(self, state: YedoState) -> None:
        state.pieces.reserve = replace_at(
            state.pieces.reserve, self.seat, without(state.pieces.reserve[self.seat], self.figure)
        )
        come_home(state, self.seat, self.figure)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes {figure} from the Reserve.", who=names[self.seat], figure=figure_name(self.figure))


class RoninCame(YedoFact, frozen=True, gc=False):
    """The Ronin joins a seat's Clan House from the box."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        come_home(state, self.seat, "ronin")

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Ronin comes to {who}.", who=names[self.seat])


class RoninLeft(YedoFact, frozen=True, gc=False):
    """The Ronin leaves a seat's Clan House for the box."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.pieces.house = replace_at(state.pieces.house, self.seat, without(state.pieces.house[self.seat], "ronin"))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Ronin leaves {who}.", who=names[self.seat])


class NowhereToGo(YedoFact, frozen=True, gc=False):
    """A seat has Disciples to assign but no free space: they stay in the Clan House for this round."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} finds no free space for another Disciple.", who=names[self.seat])


class PatrolPlaced(YedoFact, frozen=True, gc=False):
    """The Watch Patrol is placed in a District, at the start or by a card."""

    district: Public[District]

    def evolve(self, state: YedoState) -> None:
        state.watch.patrol = self.district

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Watch Patrol stands in {district}.", district=name_district(self.district))


class PatrolMoved(YedoFact, frozen=True, gc=False):
    """The Watch Patrol moves on along its circuit."""

    to: Public[District]
    steps: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.watch.patrol = self.to

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Watch Patrol moves to {district}.", district=name_district(self.to))


class PatrolTurned(YedoFact, frozen=True, gc=False):
    """The Watch Patrol changes its colour, and so its direction, on the spot (yedo.patrol.single)."""

    colour: Public[PatrolColour]

    def evolve(self, state: YedoState) -> None:
        state.watch.patrol_colour = self.colour

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.colour == "gold":
            return say("The Watch Patrol is gold now and goes clockwise.")
        return say("The Watch Patrol is silver now and goes counter-clockwise.")


class PatrolRemoved(YedoFact, frozen=True, gc=False):
    """The last round begins: the Watch Patrol leaves the board."""

    def evolve(self, state: YedoState) -> None:
        state.watch.patrol = None

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Watch Patrol leaves the board.")
