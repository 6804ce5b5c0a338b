"""Help from Villagers: storage, a hero, the Mighty Helmet for the first player, and a villager tile.

See daimyo.example.villagers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.games.daimyo import versions
from domain.games.daimyo.facts.choosing import OptionChosen
from domain.games.daimyo.facts.sources import STEP_WORDS, VILLAGER_TILE
from domain.games.daimyo.facts.turn import HelmetTaken
from domain.games.daimyo.facts.villagers import VillagerTurned, VillagerUsed
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import (
    CardEffect,
    Deed,
    Question,
    RaisedByDeed,
    Step,
    deed_of,
    describe_if_named,
    do,
    name_card,
)
from domain.games.daimyo.verbs.describe import describe
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import title

StepName: TypeAlias = Literal["storage", "draw", "helmet", "tile"]
STEPS: dict[str, tuple[StepName, ...]] = {
    "2021": ("storage", "draw", "helmet", "tile"),
    "2019": ("storage", "draw", "tile", "helmet"),
}
"""The order of the steps (daimyo.villagers.steps.2021, daimyo.ruling.villagers-order, daimyo.villagers.steps.2019)."""
STEPS_OF_A_TILE: tuple[StepName, ...] = ("storage", "draw", "tile")
"""The steps that a bonus action tile offers (daimyo.ruling.villager-steps-helmet)."""


class UseVillager(Move, frozen=True, gc=False):
    """Use the villager tile with this face up."""

    face: Public[str]

    def label(self) -> str:
        return say("villagers: {face}", face=title(self.face))


class DoVillagerStep(Move, frozen=True, gc=False):
    """Do one of the steps of Help from Villagers."""

    step: Public[StepName]

    def label(self) -> str:
        return translate(STEP_WORDS[self.step])


class VillagerStep(Step, frozen=True, gc=False):
    """One step of the action."""

    deed: Deed
    step: StepName

    clause = "daimyo.main.five-actions"

    def run(self, table: DaimyoTable) -> None:
        seat = self.deed.owner
        match self.step:
            case "storage":
                with table.citing("daimyo.villagers.storage"):
                    table.raise_storage(seat, 1)
            case "draw":
                with table.citing("daimyo.villagers.draw"):
                    table.draw(seat, 1)
            case "helmet":
                if is_first(table.state, seat):
                    table.emit(HelmetTaken("daimyo.villagers.helmet", seat))
            case "tile":
                table.then(ChooseVillager(seat=self.deed.seat, deed=self.deed))


class ChooseVillager(RaisedByDeed, Question[UseVillager], frozen=True, gc=False):
    """Choose a visible face to use; its tile is then turned over."""

    deed: Deed

    clause = "daimyo.villagers.tile"
    prompt = "Choose a villager tile."

    def moves(self, state: DaimyoState) -> Iterator[UseVillager]:
        return map(UseVillager, state.offers.villagers)

    def label(self, state: DaimyoState, move: UseVillager, names: Sequence[str]) -> str:
        return describe(state.content.villager_faces[move.face].effects)

    def resolve(self, table: DaimyoTable, move: UseVillager) -> None:
        state = table.state
        shown = state.content.villager_faces[move.face]
        table.emit(VillagerUsed(table.clause, self.deed.owner, move.face, describe_if_named(state, shown.effects)))
        deed = replace(self.deed, clause=shown.clause, card=name_card(state, VILLAGER_TILE))
        do(table, deed, shown.effects)
        table.then(TurnVillager(deed=self.deed, face=move.face))

    def why_not(self, state: DaimyoState, move: UseVillager) -> IllegalMove | None:
        return IllegalMove(
            self.clause,
            say(
                "No villager tile shows {face!r}; there are {villagers}.",
                face=move.face,
                villagers=", ".join(state.offers.villagers),
            ),
        )


class TurnVillager(Step, frozen=True, gc=False):
    """The used villager tile is turned over."""

    deed: Deed
    face: str

    clause = "daimyo.villagers.tile"

    def run(self, table: DaimyoTable) -> None:
        faces = next(t.faces for t in table.state.content.villager_tiles.values() if self.face in t.faces)
        other = faces[1] if faces[0] == self.face else faces[0]
        does = describe_if_named(table.state, table.state.content.villager_faces[other].effects)
        table.emit(VillagerTurned(table.clause, self.deed.owner, self.face, other, does))


class ChooseVillagerStep(RaisedByDeed, Question[DoVillagerStep], frozen=True, gc=False):
    """Choose some steps of the action, each once."""

    deed: Deed
    steps: tuple[StepName, ...]
    left: int

    clause = "daimyo.main.five-actions"
    prompt = "Choose a step of Help from Villagers."

    def moves(self, state: DaimyoState) -> Iterator[DoVillagerStep]:
        return map(DoVillagerStep, self.steps)

    def resolve(self, table: DaimyoTable, move: DoVillagerStep) -> None:
        option = self.steps.index(move.step) + 1
        what = f"step/{move.step}" if table.state.rules >= versions.FACTS_HOLD_IDS else STEP_WORDS[move.step]
        table.emit(OptionChosen(table.clause, self.deed.owner, option, what))
        table.then(VillagerStep(deed=self.deed, step=move.step))
        if self.left > 1:
            others = tuple(step for step in self.steps if step != move.step)
            table.then(replace(self, steps=others, left=self.left - 1))

    def why_not(self, state: DaimyoState, move: DoVillagerStep) -> IllegalMove | None:
        if move.step == "helmet":
            return IllegalMove(
                "daimyo.ruling.villager-steps-helmet", say("Taking the helmet needs a blue die on the action itself.")
            )
        return IllegalMove(self.deed.clause, say("You have already done that step."))


def is_first(state: DaimyoState, seat: int) -> bool:
    """Return whether nobody else has a die on the action; Tax does not count (daimyo.ruling.blue-on-tax)."""
    others = (placed for side in range(state.seats) if side != seat for placed in state.dice.placed[side])
    return all(placed.space != "villagers" for placed in others)


def begin(table: DaimyoTable, seat: int) -> None:
    """Begin the Help from Villagers main action. Taking the helmet does not change the turn order of this round.

    See daimyo.villagers.helmet-no-immediate-order-change.
    """
    edition = table.state.parameters.edition
    deed = deed_of(seat, f"daimyo.villagers.steps.{edition}")
    table.then(*(VillagerStep(deed=deed, step=step) for step in STEPS[edition]))


class VillagerTile(CardEffect, frozen=True):
    """Use a villager tile and turn it over."""

    verb = "use a villager tile"

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(ChooseVillager(seat=deed.seat, deed=deed))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return deed.owner < state.seats

    def phrase(self) -> str:
        return say("use a villager tile")


class VillagerSteps(CardEffect, frozen=True):
    """Do a number of the steps of Help from Villagers, each once."""

    verb = "ask the villagers"

    count: int

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(ChooseVillagerStep(seat=deed.seat, deed=deed, steps=STEPS_OF_A_TILE, left=self.count))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return deed.owner < state.seats

    def phrase(self) -> str:
        text = (mark("do {n} step of Help from Villagers"), mark("do {n} steps of Help from Villagers"))
        return fill(translate(text[self.count != 1]), n=self.count)


class TakeHelmet(CardEffect, frozen=True):
    """Take the Mighty Helmet."""

    verb = "take the Mighty Helmet"
    of_the_empire = True

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.emit(HelmetTaken(table.clause, deed.owner))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.turns.helmet != deed.owner

    def is_done(self, state: DaimyoState, deed: Deed) -> bool:
        return state.turns.helmet == deed.owner

    def phrase(self) -> str:
        return say("take the Mighty Helmet")
