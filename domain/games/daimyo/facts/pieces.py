"""Facts of pieces on the board and of the recruitment track."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo.facts.base import DaimyoFact, a_piece, island_name, piece_name, place_name
from domain.games.daimyo.printed.entries import BuildingKind
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import plus, without


class GovernorPlaced(DaimyoFact, frozen=True, gc=False):
    """A governor is placed on a production site."""

    side: Public[int]
    site: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.pieces.governors = replace_at(
            state.pieces.governors, self.side, plus(state.pieces.governors[self.side], self.site)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} places a governor on {site}.", who=names[self.side], site=place_name(self.site))


class GovernorMoved(DaimyoFact, frozen=True, gc=False):
    """A governor moves to another site."""

    side: Public[int]
    site: Public[str]
    to: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        left = without(state.pieces.governors[self.side], self.site)
        state.pieces.governors = replace_at(state.pieces.governors, self.side, plus(left, self.to))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} moves a governor from {site} to {to}.",
            who=names[self.side],
            site=place_name(self.site),
            to=place_name(self.to),
        )


class GovernorRemoved(DaimyoFact, frozen=True, gc=False):
    """A governor goes back to the side that owns it, removed by another side."""

    side: Public[int]
    site: Public[str]
    by: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.pieces.governors = replace_at(
            state.pieces.governors, self.side, without(state.pieces.governors[self.side], self.site)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{by} removes the governor of {who} from {site}.",
            by=names[self.by],
            who=names[self.side],
            site=place_name(self.site),
        )


class ShadowPlaced(DaimyoFact, frozen=True, gc=False):
    """A shadow is placed in a rough neighborhood."""

    side: Public[int]
    space: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.pieces.shadows = replace_at(
            state.pieces.shadows, self.side, plus(state.pieces.shadows[self.side], self.space)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} places a shadow on {space}.", who=names[self.side], space=place_name(self.space))


class ShadowMoved(DaimyoFact, frozen=True, gc=False):
    """A shadow of an automated side moves to another space."""

    side: Public[int]
    space: Public[str]
    to: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        left = without(state.pieces.shadows[self.side], self.space)
        state.pieces.shadows = replace_at(state.pieces.shadows, self.side, plus(left, self.to))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "A shadow of {who} moves from {space} to {to}.",
            who=names[self.side],
            space=place_name(self.space),
            to=place_name(self.to),
        )


class ScavengerMoved(DaimyoFact, frozen=True, gc=False):
    """A scavenger enters the no man's land of an island."""

    side: Public[int]
    island: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.pieces.scavengers = replace_at(state.pieces.scavengers, self.side, self.island)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The scavenger of {who} goes to {island}.", who=names[self.side], island=island_name(self.island))


class BuildingPlaced(DaimyoFact, frozen=True, gc=False):
    """A techno-farm or a radio tower is placed on a production site."""

    side: Public[int]
    building: Public[BuildingKind]
    site: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        if self.building == "techno-farm":
            state.pieces.farms = replace_at(
                state.pieces.farms, self.side, plus(state.pieces.farms[self.side], self.site)
            )
        else:
            state.pieces.towers = replace_at(
                state.pieces.towers, self.side, plus(state.pieces.towers[self.side], self.site)
            )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} builds {building} on {site}.",
            who=names[self.side],
            building=a_piece(self.building),
            site=place_name(self.site),
        )


class BuildingMoved(DaimyoFact, frozen=True, gc=False):
    """A building of an automated side moves to another site."""

    side: Public[int]
    building: Public[BuildingKind]
    site: Public[str]
    to: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        left = without(state.buildings(self.building)[self.side], self.site)
        if self.building == "techno-farm":
            state.pieces.farms = replace_at(state.pieces.farms, self.side, plus(left, self.to))
        else:
            state.pieces.towers = replace_at(state.pieces.towers, self.side, plus(left, self.to))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "A {building} of {who} moves from {site} to {to}.",
            building=piece_name(self.building),
            who=names[self.side],
            site=place_name(self.site),
            to=place_name(self.to),
        )


class RecruitmentAdvanced(DaimyoFact, frozen=True, gc=False):
    """The recruitment pawn moves to a space, counted from 0. The fact may say that a unit was paid at the last one."""

    side: Public[int]
    space: Public[int]
    paid_last: Public[bool]

    def evolve(self, state: DaimyoState) -> None:
        state.clan_boards.recruitment = replace_at(state.clan_boards.recruitment, self.side, self.space)
        state.clan_boards.paid_last = replace_at(state.clan_boards.paid_last, self.side, self.paid_last)


class RecruitmentReset(DaimyoFact, frozen=True, gc=False):
    """The recruitment pawn goes back to the first space."""

    side: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.clan_boards.recruitment = replace_at(state.clan_boards.recruitment, self.side, 0)
        state.clan_boards.paid_last = replace_at(state.clan_boards.paid_last, self.side, False)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} resets the recruitment track.", who=names[self.side])
