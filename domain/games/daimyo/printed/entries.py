"""The schemas of the content files of Daimyo: one for each kind of printed thing."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.games.daimyo.printed.goods import Goods, Kind
from domain.games.daimyo.printed.vocabulary import Effects, Measure
from domain.kernel.content import Entry

Edition: TypeAlias = Literal["2019", "2021"]
Colour: TypeAlias = Literal["blue", "green", "red"]
COLOURS: tuple[Colour, ...] = ("blue", "green", "red")
BuildingKind: TypeAlias = Literal["techno-farm", "radio-tower"]
BUILDINGS: tuple[BuildingKind, ...] = ("techno-farm", "radio-tower")


class Numbers(Entry, frozen=True):
    """Limits and rates for every game. `recruitment` is the rice that each space of the track shows."""

    rounds: int
    turns: int
    storage_start: int
    storage_most: int
    recruitment: tuple[int, ...]
    reset_gold: int
    hero_market: int
    starting_hand: int
    land_tiles: int
    black_market: int
    tile_copies: int
    clan_ability_total: int
    goals: dict[Literal["green", "orange"], int]
    altars: tuple[int, ...]


class Prices(Entry, frozen=True):
    """Prices and gains that are not printed on cards."""

    tax: Goods
    compensation: Goods
    revenue: Goods
    revenue_choice: int
    search: tuple[Kind, ...]
    shop_gold: int
    mercenary_tile_gold: int
    mercenary_shadow_gold: int
    mercenary_total: int
    mercenary_gold: int


class Pieces(Entry, frozen=True):
    """How many pieces a clan has, and the influence of those on an island."""

    governors: int
    shadows: int
    scavengers: int
    techno_farms: int
    radio_towers: int
    relic_pawns: int
    governor_influence: int
    shadow_influence: int
    radio_tower_influence: int


class Building(Entry, frozen=True):
    """A building: its cost, the kind of its surcharge (1 a building already built), its points by edition and count."""

    id: BuildingKind
    cost: Goods
    surcharge: Kind
    points: dict[Edition, tuple[int, ...]]


class ArmyPoints(Entry, frozen=True):
    """The points of the army ranking, the best first."""

    edition: Edition
    seats: tuple[int, ...]
    points: tuple[int, ...]


class Scoring(Entry, frozen=True):
    """Final scoring: points by number of restored relics, for the helmet, resources for a point."""

    relics: tuple[int, ...]
    helmet: int
    resources_for_a_point: int


class DicePool(Entry, frozen=True):
    """The dice of a game."""

    edition: Edition
    seats: int
    blue: int
    green: int
    red: int


class Side(Entry, frozen=True):
    """What a side of this kind may do: a player, the mercenaries or the empire."""

    id: Literal["player", "mercenaries", "empire"]
    title: str
    takes_turns: bool
    scores_points: bool
    holds_goods: bool
    pays: bool
    limited_pieces: bool
    limited_storage: bool
    best_altar: bool
    consoled_when_incomplete: bool
    building_series: bool


class Island(Entry, frozen=True):
    """An island: the points of its standards, the resource of each site, the gold of each shadow space."""

    id: str
    gold_standard: int
    silver_standard: int
    sites: tuple[Kind, ...]
    shadow_spaces: tuple[int, ...]


class IslandsInPlay(Entry, frozen=True):
    """The islands of a game for a number of players."""

    seats: int
    islands: tuple[str, ...]


class Action(Entry, frozen=True):
    """A main action of the clan board; `colour` is None if every die fits."""

    id: Literal["villagers", "production", "relic", "recruitment", "construction", "tax"]
    title: str
    clause: str
    tile_space: bool
    colour: Colour | None = None


class Component(Entry, frozen=True):
    """A component of the box, and how many of it there are."""

    id: str
    title: str
    clause: str
    count: int


class Clan(Entry, frozen=True):
    """A clan: its ability and its starting goods."""

    id: str
    clause: str
    goods: Goods
    ability: Effects


class Hero(Entry, frozen=True):
    """A hero card: its cost in gold, and the strength to match with dice. `clan` is the clan that starts with it."""

    id: str
    cost: int
    strength: int
    effects: Effects
    clan: str | None = None
    aggressive: bool = False


class MiniBoard(Entry, frozen=True):
    """A construction mini-board with its starting goods and the tiles under its buildings."""

    id: str
    building: BuildingKind
    basic_goods: Goods
    advanced_goods: Goods
    tiles: tuple[str, ...]


class Tile(Entry, frozen=True):
    """A bonus action tile: the face that it shows on the basic side, on the advanced side, and in the 2019 edition."""

    id: str
    basic: str
    advanced: str
    edition_2019: str


class Face(Entry, frozen=True):
    """The face of a bonus action tile: gray for actions, yellow for the revenue area."""

    id: str
    clause: str
    colour: Literal["gray", "yellow"]
    effects: Effects


class VillagerFace(Entry, frozen=True):
    """One face of a villager tile."""

    id: str
    clause: str
    effects: Effects


class VillagerTile(Entry, frozen=True):
    """A villager tile with its two faces. If `starts` names a face for an edition, that face is up first."""

    id: str
    faces: tuple[str, str]
    starts: dict[Edition, str] = msgspec.field(default_factory=dict)


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The least amount of a measure that a side must reach."""

    measure: Measure
    at_least: int


class Goal(Entry, frozen=True):
    """A goal card: everything in `when` has to hold. The second side to meet a green goal scores `silver`."""

    id: str
    kind: Literal["green", "orange"]
    when: tuple[Condition, ...]
    gold: int
    silver: int = 0
    bonus: Effects = ()


class SoloSpace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space of a solo card: the colour of its die, and what the empire does if no die is there."""

    colour: Colour
    effects: Effects


class SoloCard(Entry, frozen=True):
    """A card of the empire, for rounds 1-2, 3-4 or 5; its spaces from top to bottom."""

    id: str
    group: Literal["1-2", "3-4", "5"]
    spaces: tuple[SoloSpace, ...]


class EmpireAbility(Entry, frozen=True):
    """The empire's ability at the end of a round with this total on its dice."""

    total: int
    effects: Effects


class Difficulty(Entry, frozen=True):
    """The empire's first pieces: governors by island, most first; further islands get a radio tower each."""

    id: Literal["easy", "normal", "difficult"]
    clause: str
    governors: tuple[int, ...]
    radio_towers: int = 0
    tiles: int = 0


class MercenarySpace(Entry, frozen=True):
    """A location of the mercenary module: the colour of its dice, and how many fit in a round."""

    id: Literal["relic", "radio-tower", "governor", "shadow"]
    title: str
    clause: str
    colour: Colour
    dice: int
