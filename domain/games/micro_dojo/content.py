"""The printed numbers of Micro Dojo: spaces, buildings, objectives and abilities, read from TOML and checked."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources.abc import Traversable
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from domain.kernel import content as packs
from domain.kernel.content import BadContent, Content, Entry, Word
from domain.kernel.language import later

S = TypeVar("S")
T = TypeVar("T")

Meeple: TypeAlias = Literal["sumo", "ninja", "geisha", "samurai"]
Resource: TypeAlias = Literal["gold", "food"]
MEEPLES: tuple[Meeple, ...] = ("sumo", "ninja", "geisha", "samurai")
SPACES = range(1, 10)
"""The nine spaces of the board, row by row; 1, 3, 7 and 9 are the corners, 5 the centre."""


class Numbers(Entry, frozen=True):
    """Limits and rates of the game."""

    holding_limit: int
    supply: int
    winning_points: int
    trade_give: int
    donation: int
    buildings_on_display: int
    objective_values: tuple[int, ...]


class Space(Entry, frozen=True):
    """What a space grants: gold, food, `either` of the two, a build symbol, action symbols."""

    id: int
    gold: int = 0
    food: int = 0
    either: int = 0
    build: bool = False
    actions: int = 0


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """An effect that content names by its `type`."""


class BuildingEffect(Word, Generic[T]):
    """The effect of a building on a table T; effects with rules of their own are defined with those rules."""

    __slots__ = ()

    def on_taking(self, table: T, seat: int, building: str) -> None:
        """Do what it does when a seat takes the building."""

    def uses(self, gold: int, food: int) -> Iterable[tuple[int, int]]:
        """List the amounts of gold and food that a seat with this much can name to use it for an action symbol."""
        return ()

    def use(self, table: T, seat: int, building: str, spent: tuple[int, int]) -> None:
        """Use it for an action symbol, with the chosen gold and food."""
        raise NotImplementedError

    def say_price(self, name: str) -> str | None:
        """Say what using the building of this name costs; None if no action symbol uses it."""
        return None


class Bonus(Effect, BuildingEffect[object], frozen=True, tag="bonus"):
    """Extra gold or food whenever a space grants that kind."""

    gold: int = 0
    food: int = 0


class ExtraStep(Effect, BuildingEffect[object], frozen=True, tag="extra-step"):
    """One more space in the move step, for food."""

    food: int


class Barrier(Effect, BuildingEffect[object], frozen=True, tag="barrier"):
    """Blocks an empty space until the owner's next turn, for gold."""

    gold: int


class Building(Entry, frozen=True):
    """A building with its cost and its effect."""

    id: str
    title: str
    clause: str
    gold: int
    food: int
    effect: BuildingEffect[Any]


Measure: TypeAlias = Literal[
    "buildings",
    "building-gold",
    "building-food",
    "building-cost",
    "gold",
    "food",
    "resources",
    "gold-lead",
    "food-lead",
    "points",
]


class ObjectiveTest(Word, Generic[S]):
    """The test that decides an objective in a state S; its kinds are in `objectives`."""

    __slots__ = ()

    def winner(self, state: S, seat: int) -> int | None:
        """Return the winner if this seat triggers it; None on a tie, or if the pattern is not on the board."""
        raise NotImplementedError


class Objective(Entry, frozen=True):
    """An objective and how it is won."""

    id: str
    title: str
    clause: str
    test: ObjectiveTest[Any]
    advanced: bool = False


class Ability(Entry, frozen=True):
    """What the alternative movement of a meeple costs."""

    id: Meeple
    clause: str
    gold: int = 0
    food: int = 0


class _Board(msgspec.Struct, forbid_unknown_fields=True):
    numbers: Numbers
    space: list[Space]


class _Buildings(msgspec.Struct, forbid_unknown_fields=True):
    building: list[Building]


class _Objectives(msgspec.Struct, forbid_unknown_fields=True):
    objective: list[Objective]


class _Abilities(msgspec.Struct, forbid_unknown_fields=True):
    ability: list[Ability]


class MicroDojoContent(Content):
    """All content of Micro Dojo, by id; `barriers`, `bonuses` and `extra_steps` are buildings grouped by effect."""

    __slots__ = ("abilities", "barriers", "bonuses", "buildings", "extra_steps", "numbers", "objectives", "spaces")

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        board = packs.parse_file(files, "board.toml", _Board)
        self.numbers = board.numbers
        self.spaces: dict[int, Space] = {space.id: space for space in board.space}
        if sorted(self.spaces) != list(SPACES) or len(board.space) != len(SPACES):
            raise BadContent(later("board.toml: the spaces must be numbered 1 to 9, each once"))
        self.buildings: dict[str, Building] = packs.index_by_id(
            "buildings.toml", packs.parse_file(files, "buildings.toml", _Buildings).building
        )
        effects = {building.id: building.effect for building in self.buildings.values()}
        self.barriers = {name: effect for name, effect in effects.items() if isinstance(effect, Barrier)}
        self.bonuses = {name: effect for name, effect in effects.items() if isinstance(effect, Bonus)}
        self.extra_steps = {name: effect for name, effect in effects.items() if isinstance(effect, ExtraStep)}
        self.objectives: dict[str, Objective] = packs.index_by_id(
            "objectives.toml", packs.parse_file(files, "objectives.toml", _Objectives).objective
        )
        self.abilities: dict[Meeple, Ability] = packs.index_by_id(
            "abilities.toml", packs.parse_file(files, "abilities.toml", _Abilities).ability
        )  # type: ignore[assignment]
        if sorted(self.abilities) != sorted(MEEPLES):
            raise BadContent(later("abilities.toml: each of the four meeples must have one ability"))
        if len(self.buildings) < self.numbers.buildings_on_display:
            raise BadContent(later("buildings.toml: fewer buildings than the display holds"))
        if sum(not o.advanced for o in self.objectives.values()) < len(self.numbers.objective_values):
            raise BadContent(later("objectives.toml: fewer basic objectives than the track has places"))


def load(overlays: Iterable[Traversable] = ()) -> MicroDojoContent:
    """Load the content of Micro Dojo, overridden by the files of later packs; raises BadContent."""
    return MicroDojoContent(packs.read_pack("domain.games.micro_dojo", overlays))
