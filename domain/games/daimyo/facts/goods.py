"""Facts of goods, points and storage."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import DaimyoState, Points
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import mark, say, translate
from domain.kernel.words import count_noun

PLACES = {
    "daimyo.influence.first-place": mark("first"),
    "daimyo.influence.tie-first": mark("first place shared"),
    "daimyo.influence.second-place": mark("second"),
    "daimyo.influence.tie-second": mark("second place shared"),
}
"""The reasons for points on an island, by clause."""


class Paid(DaimyoFact, frozen=True, gc=False):
    """Goods go back to the supply, or to another side."""

    side: Public[int]
    goods: Public[Goods]
    to: Public[int | None] = None

    def evolve(self, state: DaimyoState) -> None:
        state.holdings.purses = replace_at(
            state.holdings.purses, self.side, state.holdings.purses[self.side] - self.goods
        )
        if self.to is not None:
            state.holdings.purses = replace_at(
                state.holdings.purses, self.to, state.holdings.purses[self.to] + self.goods
            )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.to is not None:
            return say("{who} pays {goods} to {whom}.", who=names[self.side], goods=self.goods, whom=names[self.to])
        return say("{who} pays {goods}.", who=names[self.side], goods=self.goods)


class Gained(DaimyoFact, frozen=True, gc=False):
    """Goods come from the supply."""

    side: Public[int]
    goods: Public[Goods]

    def evolve(self, state: DaimyoState) -> None:
        state.holdings.purses = replace_at(
            state.holdings.purses, self.side, state.holdings.purses[self.side] + self.goods
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} gains {goods}.", who=names[self.side], goods=self.goods)


# daimyo.pp.track: no points are held back.
class Scored(DaimyoFact, frozen=True, gc=False):
    """A side gains popularity points, which are recorded on the track at once; `what` is the id of their source.

    Versions 1 and 2 of the rules stored what they were for in English.
    """

    side: Public[int]
    points: Public[int]
    what: Public[English]

    def evolve(self, state: DaimyoState) -> None:
        state.scoring.points = replace_at(
            state.scoring.points, self.side, state.scoring.points[self.side] + self.points
        )
        state.scoring.scored = (*state.scoring.scored, Points(self.side, self.clause, self.what, self.points))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        place = PLACES.get(self.clause)
        what = self.what if place is None else f"{self.what}, {translate(place)}"
        return say(
            "{who} scores {points}: {what}.", who=names[self.side], points=count_noun(self.points, "point"), what=what
        )


class StorageRaised(DaimyoFact, frozen=True, gc=False):
    """A side can store more tiles."""

    side: Public[int]
    capacity: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.holdings.capacity = replace_at(state.holdings.capacity, self.side, self.capacity)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} raises the storage to {capacity}.", who=names[self.side], capacity=self.capacity)
