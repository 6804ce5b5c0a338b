"""Facts of goods, points and storage."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.goods import Goods
from domain.games.daimyo.state import DaimyoState, Points
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.words import count_noun

PLACES = {
    "daimyo.influence.first-place": "first",
    "daimyo.influence.tie-first": "first place shared",
    "daimyo.influence.second-place": "second",
    "daimyo.influence.tie-second": "second place shared",
}
"""What points on an island are for, by the clause that gives them."""


class Paid(DaimyoFact, frozen=True, gc=False):
    """Goods go back to the supply, or to another side."""

    side: Public[int]
    goods: Public[Goods]
    to: Public[int | None] = None

    def evolve(self, state: DaimyoState) -> None:
        state.purses = replace_at(state.purses, self.side, state.purses[self.side] - self.goods)
        if self.to is not None:
            state.purses = replace_at(state.purses, self.to, state.purses[self.to] + self.goods)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        to = f" to {names[self.to]}" if self.to is not None else ""
        return f"{names[self.side]} pays {self.goods}{to}."


class Gained(DaimyoFact, frozen=True, gc=False):
    """Goods come from the supply."""

    side: Public[int]
    goods: Public[Goods]

    def evolve(self, state: DaimyoState) -> None:
        state.purses = replace_at(state.purses, self.side, state.purses[self.side] + self.goods)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} gains {self.goods}."


# daimyo.pp.track: no points are kept back until later.
class Scored(DaimyoFact, frozen=True, gc=False):
    """A side gains popularity points, which are recorded on the track at once."""

    side: Public[int]
    points: Public[int]
    what: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        state.points = replace_at(state.points, self.side, state.points[self.side] + self.points)
        state.scored = (*state.scored, Points(self.side, self.clause, self.what, self.points))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        place = PLACES.get(self.clause)
        what = f"{self.what}, {place}" if place is not None else self.what
        return f"{names[self.side]} scores {count_noun(self.points, 'point')}: {what}."


class StorageRaised(DaimyoFact, frozen=True, gc=False):
    """A side can store more tiles."""

    side: Public[int]
    capacity: Public[int]

    def evolve(self, state: DaimyoState) -> None:
        state.capacity = replace_at(state.capacity, self.side, self.capacity)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} raises the storage to {self.capacity}."


FACTS = (Paid, Gained, Scored, StorageRaised)
