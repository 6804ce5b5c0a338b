"""Construction: techno-farms and radio towers, each more expensive than the last, and each uncovering a bonus tile."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from domain.games.daimyo.actions.bonus_tiles import LayTile
from domain.games.daimyo.facts.base import a_piece, place_name
from domain.games.daimyo.facts.pieces import BuildingPlaced
from domain.games.daimyo.printed.entries import BUILDINGS, BuildingKind
from domain.games.daimyo.printed.goods import KINDS, NOTHING, RESOURCES, Goods, Kind, one, selections
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, deed_of
from domain.games.daimyo.verbs.board import free_building_sites, has_left
from domain.games.daimyo.verbs.describe import some_goods
from domain.games.daimyo.verbs.moves import PlaceMove
from domain.games.daimyo.verbs.subjects import piece_subject
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import Later, later, say, translate


class ConstructBuilding(PlaceMove, frozen=True, gc=False):
    """Build on a production site. `saving` names the resources that a discount saves."""

    building: Public[BuildingKind]
    site: Public[str]
    saving: Public[Goods] = NOTHING

    def place_id(self) -> str:
        return self.site

    def label(self) -> str:
        return say("build {building} on {site}", building=a_piece(self.building), site=place_name(self.site))


class StopBuilding(Move, frozen=True, gc=False):
    """Stop building in this action."""

    def label(self) -> str:
        return say("stop building")


class Build(CardEffect, frozen=True):
    """Build one building.

    A discount saves `discount` resources of the kinds in `of`; or the whole cost is paid `in_good`, one for one.
    """

    verb = "construct a building"

    discount: int = 0
    of: tuple[Kind, ...] = RESOURCES
    in_good: Kind | None = None

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(Construction(seat=deed.seat, deed=deed, single=True, terms=self))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return next(affordable_buildings(state, deed.owner, self), None) is not None and bool(
            free_building_sites(state)
        )

    def phrase(self) -> str:
        if self.in_good is not None:
            return say("build a building and pay its whole cost in {good}", good=translate(self.in_good))
        if self.discount:
            return say("build a building for {goods} less", goods=some_goods(self.discount, self.of))
        return say("build a building")

    def fault(self, islands: Collection[str]) -> Later | None:
        both = self.in_good is not None and self.discount
        return later("build with a discount and in one good") if both else None


FULL_PRICE = Build()


class Construction(RaisedByDeed, Question[Move], frozen=True, gc=False):
    """Build one building after the other, of either kind: one, or any number; `terms` say how to pay for each.

    Who governs the site does not matter (daimyo.construction.enemy-governor-allowed). See daimyo.example.construction.
    """

    deed: Deed
    single: bool = False
    terms: Build = FULL_PRICE

    clause = "daimyo.construction.any-number"
    prompt = "Construct a building, or stop."

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        owner = self.deed.owner
        costs = {kind: least_lacking(state, owner, kind, self.terms) for kind in BUILDINGS}
        buildings = [piece_subject(state, owner, kind, cost) for kind, cost in costs.items()]
        return (*super().subjects(state), *buildings)

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        payable = list(affordable_buildings(state, self.deed.owner, self.terms))
        sites = free_building_sites(state) if payable else []
        for building, saving in payable:
            for site in sites:
                yield ConstructBuilding(building, site, saving)
        yield StopBuilding()

    def label(self, state: DaimyoState, move: Move, names: Sequence[str]) -> str:
        saving = move.saving if isinstance(move, ConstructBuilding) else NOTHING
        return super().label(state, move, names) + (say(", saving {saving}", saving=saving) if saving.total else "")

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if not isinstance(move, ConstructBuilding):
            return
        owner = self.deed.owner
        with table.citing("daimyo.construction.cost"):
            table.pay(owner, price(table.state, owner, move.building, self.terms, move.saving))
        with table.citing("daimyo.construction.place"):
            table.emit(BuildingPlaced(table.clause, owner, move.building, move.site))
        harvest_when_built(table, owner, move.building, move.site)
        table.then(LayTile(seat=self.seat, building=move.building))
        if not self.single:
            table.then(self)

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, ConstructBuilding):
            return None
        owner = self.deed.owner
        if not has_left(state, owner, move.building):
            return IllegalMove(
                f"daimyo.component.{move.building}s", say("You have built all your buildings of that kind.")
            )
        if move.site not in free_building_sites(state):
            return IllegalMove(
                "daimyo.construction.place", say("There is no free building space on {site!r}.", site=move.site)
            )
        if move.saving not in savings(state, owner, move.building, self.terms):
            return IllegalMove("daimyo.construction.cost", say("A discount cannot save exactly that here."))
        cost = price(state, owner, move.building, self.terms, move.saving)
        return IllegalMove("daimyo.construction.cost", say("That building costs {cost}.", cost=cost))


def full_cost(state: DaimyoState, side: int, building: BuildingKind) -> Goods:
    """Return the base cost plus a surcharge of one for each building of the kind already built.

    Each exposed space of the mini-board shows a surcharge of one (daimyo.construction.surcharge); the two kinds are
    counted separately (daimyo.construction.surcharge-updates).
    """
    entry = state.content.buildings[building]
    return entry.cost + one(entry.surcharge, len(state.buildings(building)[side]))


def price(state: DaimyoState, side: int, building: BuildingKind, terms: Build, saving: Goods) -> Goods:
    """Return the cost of a building on these terms; `saving` is one of the `savings`."""
    cost = full_cost(state, side, building)
    return cost - saving if terms.in_good is None else one(terms.in_good, cost.total)


def savings(state: DaimyoState, side: int, building: BuildingKind, terms: Build) -> list[Goods]:
    """List the ways to use a discount: some resources of the cost, or all of them (daimyo.ruling.discount-floor)."""
    if not terms.discount or terms.in_good is not None:
        return [NOTHING]
    cost = full_cost(state, side, building)
    saved = min(terms.discount, sum(map(cost.of, terms.of)))
    return [goods for goods in selections(saved, terms.of) if cost.covers(goods)]


def least_lacking(state: DaimyoState, side: int, building: BuildingKind, terms: Build) -> Goods:
    """Return the cost of a building by the way to save of which the side lacks least."""
    purse = state.holdings.purses[side]
    costs = [price(state, side, building, terms, saving) for saving in savings(state, side, building, terms)]
    return min(costs, key=lambda cost: sum(max(0, cost.of(kind) - purse.of(kind)) for kind in KINDS))


def affordable_buildings(state: DaimyoState, side: int, terms: Build) -> Iterator[tuple[BuildingKind, Goods]]:
    """List the kinds of buildings that a side can pay for, each with the resources saved."""
    for building in BUILDINGS:
        if has_left(state, side, building):
            for saving in savings(state, side, building, terms):
                if state.holdings.purses[side].covers(price(state, side, building, terms, saving)):
                    yield building, saving


def harvest_when_built(table: DaimyoTable, side: int, building: BuildingKind, site: str) -> None:
    """Give the resource that a techno-farm of 2019 yields when built, which may pay for the next building.

    See daimyo.construction.techno-farm-chain.2019 and daimyo.example.construction-harvest.2019. In 2021 it yields
    nothing when built (daimyo.construction.techno-farm.2021).
    A tower gives its influence as soon as it is built (daimyo.construction.radio-tower-influence).
    """
    if building == "techno-farm" and table.state.parameters.edition == "2019":
        with table.citing("daimyo.construction.techno-farm.2019"):
            table.collect(side, site)


def begin(table: DaimyoTable, seat: int) -> None:
    """Begin the Construction main action (daimyo.construction.steps)."""
    table.then(Construction(seat=seat, deed=deed_of(seat, "daimyo.construction.any-number")))
