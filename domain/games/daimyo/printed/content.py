"""All content of Daimyo, read from TOML."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.games.daimyo.printed import entries
from domain.games.daimyo.printed.entries import Edition
from domain.games.daimyo.printed.goods import Kind
from domain.kernel import content as packs
from domain.kernel.content import BadContent, Content
from domain.kernel.language import later

NUMBERS_OF_RELIC = (1, 2, 3, 4)
SEATS = range(1, 5)


class Site(msgspec.Struct, frozen=True):
    """A production site: "red-2" is the second of the red island."""

    id: str
    island: str
    resource: Kind


class ShadowSpace(msgspec.Struct, frozen=True):
    """A space of a rough neighborhood: "red-shadow-1" is the first of the red island."""

    id: str
    island: str
    gold: int


class _Board(msgspec.Struct, forbid_unknown_fields=True):
    numbers: entries.Numbers
    prices: entries.Prices
    pieces: entries.Pieces
    scoring: entries.Scoring
    building: list[entries.Building]
    army: list[entries.ArmyPoints]
    dice: list[entries.DicePool]
    side: list[entries.Side]
    action: list[entries.Action]


class _Components(msgspec.Struct, forbid_unknown_fields=True):
    component: list[entries.Component]


class _Islands(msgspec.Struct, forbid_unknown_fields=True):
    island: list[entries.Island]
    in_play: list[entries.IslandsInPlay]


class _Clans(msgspec.Struct, forbid_unknown_fields=True):
    clan: list[entries.Clan]
    hero: list[entries.Hero]


class _Heroes(msgspec.Struct, forbid_unknown_fields=True):
    hero: list[entries.Hero]


class _MiniBoards(msgspec.Struct, forbid_unknown_fields=True):
    board: list[entries.MiniBoard]
    tile: list[entries.Tile]


class _Faces(msgspec.Struct, forbid_unknown_fields=True):
    face: list[entries.Face]


class _Villagers(msgspec.Struct, forbid_unknown_fields=True):
    tile: list[entries.VillagerTile]
    face: list[entries.VillagerFace]


class _Goals(msgspec.Struct, forbid_unknown_fields=True):
    goal: list[entries.Goal]


class _Solo(msgspec.Struct, forbid_unknown_fields=True):
    card: list[entries.SoloCard]
    ability: list[entries.EmpireAbility]
    difficulty: list[entries.Difficulty]


class _Mercenaries(msgspec.Struct, forbid_unknown_fields=True):
    space: list[entries.MercenarySpace]


class DaimyoContent(Content):
    """The printed things of Daimyo by id. `heroes` holds the heroes of the common deck and of the clans."""

    def __init__(self, files: dict[str, bytes]) -> None:
        """Read the files of a pack; raises BadContent with file, entry, field and reason.

        domain.games.daimyo.printed.pack checks that the files fit together.
        """
        super().__init__(files)
        self.components = packs.index_by_id(
            "components.toml", packs.parse_file(files, "components.toml", _Components).component
        )
        self._read_board(files)
        self._read_islands(files)
        self._read_clans_and_heroes(files)
        self._read_tiles(files)
        self._read_goals_and_opponents(files)

    def _read_board(self, files: dict[str, bytes]) -> None:
        board = packs.parse_file(files, "board.toml", _Board)
        self.numbers = board.numbers
        self.prices = board.prices
        self.pieces = board.pieces
        self.scoring = board.scoring
        self.buildings = packs.index_by_id("board.toml", board.building)
        self.army_points = tuple(board.army)
        self.dice = tuple(board.dice)
        self.sides = packs.index_by_id("board.toml", board.side)
        self.actions = packs.index_by_id("board.toml", board.action)

    def _read_islands(self, files: dict[str, bytes]) -> None:
        islands = packs.parse_file(files, "islands.toml", _Islands)
        self.islands = packs.index_by_id("islands.toml", islands.island)
        self.islands_in_play = {entry.seats: entry.islands for entry in islands.in_play}
        if sorted(entry.seats for entry in islands.in_play) != list(SEATS):
            raise BadContent(later("islands.toml: in_play must name the islands for 1, 2, 3 and 4 players, once each"))
        self.sites = {site.id: site for island in islands.island for site in _sites(island)}
        self.sites_of = {i: tuple(s.id for s in self.sites.values() if s.island == i) for i in self.islands}
        self.shadow_spaces = {space.id: space for island in islands.island for space in _shadow_spaces(island)}
        self.shadow_spaces_of = {
            i: tuple(s.id for s in self.shadow_spaces.values() if s.island == i) for i in self.islands
        }
        self.island_of = {site.id: site.island for site in self.sites.values()}
        self.island_of |= {space.id: space.island for space in self.shadow_spaces.values()}
        self.tile_colour = {f"{i}-{number}": i for i in self.islands for number in NUMBERS_OF_RELIC}
        self.relic = {i: tuple(f"{i}-{number}" for number in NUMBERS_OF_RELIC) for i in self.islands}

    def _read_clans_and_heroes(self, files: dict[str, bytes]) -> None:
        clans = packs.parse_file(files, "clans.toml", _Clans)
        common = packs.parse_file(files, "heroes.toml", _Heroes).hero
        self.clans = packs.index_by_id("clans.toml", clans.clan)
        self.heroes = packs.index_by_id("heroes.toml", [*clans.hero, *common])
        self.clan_heroes = {clan: tuple(sorted(h.id for h in clans.hero if h.clan == clan)) for clan in self.clans}
        self.common_heroes = tuple(sorted(hero.id for hero in common))

    def _read_tiles(self, files: dict[str, bytes]) -> None:
        boards = packs.parse_file(files, "mini_boards.toml", _MiniBoards)
        self.mini_boards = packs.index_by_id("mini_boards.toml", boards.board)
        self.tiles = packs.index_by_id("mini_boards.toml", boards.tile)
        self.faces = packs.index_by_id("tiles.toml", packs.parse_file(files, "tiles.toml", _Faces).face)
        villagers = packs.parse_file(files, "villagers.toml", _Villagers)
        self.villager_tiles = packs.index_by_id("villagers.toml", villagers.tile)
        self.villager_faces = packs.index_by_id("villagers.toml", villagers.face)

    def _read_goals_and_opponents(self, files: dict[str, bytes]) -> None:
        self.goals = packs.index_by_id("goals.toml", packs.parse_file(files, "goals.toml", _Goals).goal)
        self.goal_measures = {goal.id: frozenset(test.measure for test in goal.when) for goal in self.goals.values()}
        solo = packs.parse_file(files, "solo.toml", _Solo)
        self.solo_cards = packs.index_by_id("solo.toml", solo.card)
        self.empire_abilities = {ability.total: ability for ability in solo.ability}
        if len(self.empire_abilities) != len(solo.ability):
            raise BadContent(later("solo.toml: two empire abilities have the same total"))
        self.difficulties = packs.index_by_id("solo.toml", solo.difficulty)
        mercenaries = packs.parse_file(files, "mercenaries.toml", _Mercenaries)
        self.mercenary_spaces = packs.index_by_id("mercenaries.toml", mercenaries.space)

    def face_of(self, tile: str, edition: Edition, boards: str) -> entries.Face:
        """Return the face that a tile shows in a game of this edition with basic or advanced boards."""
        entry = self.tiles[tile]
        if edition == "2019":
            return self.faces[entry.edition_2019]
        return self.faces[entry.basic if boards == "basic" else entry.advanced]


def _sites(island: entries.Island) -> Iterator[Site]:
    for number, resource in enumerate(island.sites, start=1):
        yield Site(f"{island.id}-{number}", island.id, resource)


def _shadow_spaces(island: entries.Island) -> Iterator[ShadowSpace]:
    for number, gold in enumerate(island.shadow_spaces, start=1):
        yield ShadowSpace(f"{island.id}-shadow-{number}", island.id, gold)
