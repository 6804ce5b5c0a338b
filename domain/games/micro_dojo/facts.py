"""What can happen in Micro Dojo. Nothing is hidden: every field is for everyone."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.micro_dojo.content import Meeple
from domain.games.micro_dojo.state import PLACE, MicroDojoState, Points, space_name
from domain.games.micro_dojo.words import amount, name_source, the
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.fact import Fact, replace_at
from domain.kernel.language import say
from domain.kernel.words import title


class MicroDojoFact(Fact[MicroDojoState], frozen=True, gc=False):
    """A fact of Micro Dojo."""


class MeeplesPlaced(MicroDojoFact, frozen=True, gc=False):
    """The meeples stand on their first spaces, in the order Sumo, Ninja, Geisha, Samurai."""

    spaces: Public[tuple[int, ...]]
    reveals = True

    def evolve(self, state: MicroDojoState) -> None:
        state.meeples = self.spaces

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The meeples take the corners.")


class ObjectivesLaidOut(MicroDojoFact, frozen=True, gc=False):
    """The objectives are laid face up on the track, from left to right."""

    objectives: Public[tuple[str, ...]]
    reveals = True

    def evolve(self, state: MicroDojoState) -> None:
        state.track = self.objectives

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("Objectives: {objectives}.", objectives=", ".join(map(title, self.objectives)))


class BuildingsLaidOut(MicroDojoFact, frozen=True, gc=False):
    """The buildings on display."""

    buildings: Public[tuple[str, ...]]
    reveals = True

    def evolve(self, state: MicroDojoState) -> None:
        state.display = self.buildings

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("Buildings: {buildings}.", buildings=", ".join(map(title, self.buildings)))


class AbilitiesAvailable(MicroDojoFact, frozen=True, gc=False):
    """The meeples whose alternative movement may be used in this game."""

    abilities: Public[tuple[Meeple, ...]]
    reveals = True

    def evolve(self, state: MicroDojoState) -> None:
        state.abilities = self.abilities

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if not self.abilities:
            return say("Alternative movements: none.")
        return say("Alternative movements: {meeples}.", meeples=", ".join(map(title, self.abilities)))


class InfluenceGiven(MicroDojoFact, frozen=True, gc=False):
    """A seat receives the Influence token."""

    seat: Public[int]

    def evolve(self, state: MicroDojoState) -> None:
        state.influence = self.seat

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} receives the Influence token.", who=names[self.seat])


class TurnBegan(MicroDojoFact, frozen=True, gc=False):
    """It is this seat's turn."""

    seat: Public[int]

    def evolve(self, state: MicroDojoState) -> None:
        state.turn = self.seat

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("It is {who}'s turn.", who=names[self.seat])


class GuardHouseReturned(MicroDojoFact, frozen=True, gc=False):
    """The Guard House leaves the board; its owner, this seat, keeps it unless it was given away."""

    seat: Public[int]

    def evolve(self, state: MicroDojoState) -> None:
        state.barrier = state.barrier_owner = None

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Guard House leaves the board.")


class GuardHousePlaced(MicroDojoFact, frozen=True, gc=False):
    """The Guard House of this seat blocks a space."""

    seat: Public[int]
    space: Public[int]

    def evolve(self, state: MicroDojoState) -> None:
        state.barrier = self.space
        state.barrier_owner = self.seat

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} places the Guard House on {space}.", who=names[self.seat], space=space_name(self.space))


class InfluenceDiscarded(MicroDojoFact, frozen=True, gc=False):
    """The Influence token is gone for the rest of the game."""

    seat: Public[int]

    def evolve(self, state: MicroDojoState) -> None:
        state.influence = None

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} discards the Influence token.", who=names[self.seat])


class MarkerRemoved(MicroDojoFact, frozen=True, gc=False):
    """The Daimyo marker of a seat leaves the meeple that carried it."""

    seat: Public[int]
    meeple: Public[Meeple]

    def evolve(self, state: MicroDojoState) -> None:
        state.markers = replace_at(state.markers, self.seat, None)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who}'s marker leaves {meeple}.", who=names[self.seat], meeple=the(self.meeple))


class MeepleMoved(MicroDojoFact, frozen=True, gc=False):
    """A seat moves a meeple to a space."""

    seat: Public[int]
    meeple: Public[Meeple]
    to: Public[int]

    def evolve(self, state: MicroDojoState) -> None:
        state.meeples = replace_at(state.meeples, PLACE[self.meeple], self.to)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        who, meeple, space = names[self.seat], the(self.meeple), space_name(self.to)
        return say("{who} moves {meeple} to {space}.", who=who, meeple=meeple, space=space)


class MarkerPlaced(MicroDojoFact, frozen=True, gc=False):
    """The Daimyo marker of a seat goes onto a meeple. The meeple that carried it before loses it."""

    seat: Public[int]
    meeple: Public[Meeple]

    def evolve(self, state: MicroDojoState) -> None:
        state.markers = replace_at(state.markers, self.seat, self.meeple)


class Gained(MicroDojoFact, frozen=True, gc=False):
    """A seat takes gold and food from the supply; the amounts exclude what the limits cut off."""

    seat: Public[int]
    gold: Public[int]
    food: Public[int]

    def evolve(self, state: MicroDojoState) -> None:
        if self.gold:
            state.gold = replace_at(state.gold, self.seat, state.gold[self.seat] + self.gold)
        if self.food:
            state.food = replace_at(state.food, self.seat, state.food[self.seat] + self.food)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} gains {amount}.", who=names[self.seat], amount=amount(self.gold, self.food))


class Paid(MicroDojoFact, frozen=True, gc=False):
    """A seat returns gold and food to the supply."""

    seat: Public[int]
    gold: Public[int]
    food: Public[int]

    def evolve(self, state: MicroDojoState) -> None:
        if self.gold:
            state.gold = replace_at(state.gold, self.seat, state.gold[self.seat] - self.gold)
        if self.food:
            state.food = replace_at(state.food, self.seat, state.food[self.seat] - self.food)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} pays {amount}.", who=names[self.seat], amount=amount(self.gold, self.food))


class Scored(MicroDojoFact, frozen=True, gc=False):
    """A seat gains points for a building, an objective or a deed, by its id; version 1 stored deeds in words."""

    seat: Public[int]
    points: Public[int]
    what: Public[English]

    def evolve(self, state: MicroDojoState) -> None:
        state.points = replace_at(state.points, self.seat, state.points[self.seat] + self.points)
        state.scored = (*state.scored, Points(self.seat, self.clause, self.what, self.points))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        what = name_source(self.what)
        return say("{who} scores {points} ({what}).", who=names[self.seat], points=self.points, what=what)


class BuildingTaken(MicroDojoFact, frozen=True, gc=False):
    """A building goes from the display to a seat."""

    seat: Public[int]
    building: Public[str]

    def evolve(self, state: MicroDojoState) -> None:
        state.display = tuple(b for b in state.display if b != self.building)
        state.buildings = replace_at(state.buildings, self.seat, (*state.buildings[self.seat], self.building))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} builds {building}.", who=names[self.seat], building=the(self.building))


class BuildingGiven(MicroDojoFact, frozen=True, gc=False):
    """A seat gives a building to the town: it is out of the game."""

    seat: Public[int]
    building: Public[str]

    def evolve(self, state: MicroDojoState) -> None:
        kept = tuple(b for b in state.buildings[self.seat] if b != self.building)
        state.buildings = replace_at(state.buildings, self.seat, kept)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} gives {building} to the town.", who=names[self.seat], building=the(self.building))


class BuildingActivated(MicroDojoFact, frozen=True, gc=False):
    """A seat uses a building for an action."""

    seat: Public[int]
    building: Public[str]

    def evolve(self, state: MicroDojoState) -> None:
        """Change nothing: the facts that follow carry the effect."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} activates {building}.", who=names[self.seat], building=the(self.building))


class ObjectiveEvaluated(MicroDojoFact, frozen=True, gc=False):
    """The leftmost objective is turned face down. The winner is null if nobody wins it."""

    seat: Public[int]
    objective: Public[str]
    winner: Public[int | None]

    def evolve(self, state: MicroDojoState) -> None:
        state.evaluated += 1

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        who, objective = names[self.seat], title(self.objective)
        if self.winner is None:
            return say("{who} triggers the {objective}: nobody wins it.", who=who, objective=objective)
        winner = names[self.winner]
        return say("{who} triggers the {objective}: {winner} wins it.", who=who, objective=objective, winner=winner)
