"""Bonus action tiles: which one a building uncovers, where it is laid, and when it counts."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.bonus_tiles import LayBonusTile, LayTile, UseTile
from domain.games.daimyo.actions.construction import ConstructBuilding, StopBuilding
from domain.games.daimyo.facts.goods import Gained
from domain.games.daimyo.facts.turn import BonusTileLaid
from domain.games.daimyo.phases.turn import DoMainAction, EndTurn
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Laid
from domain.kernel.audience import SPECTATOR
from tests.domain.games.daimyo.game import RULES, Position, given

AMBER = ("amber-1", "amber-2", "amber-3", "amber-4")
AURORA = ("aurora-1", "aurora-2", "aurora-3", "aurora-4")
GRAY_SPACES = ("villagers", "production", "relic", "recruitment", "construction", "clan-ability")
YELLOW_SPACES = ("revenue-1", "revenue-2")
ELSEWHERE = ("tax", "market", "amber-1", "")


def boards(game: Position, **laid: str) -> Position:
    """Give seat 0 the boards amber and aurora; only the buildings whose tiles are laid have been built."""
    spaces = {space.replace("_", "-"): tile for space, tile in laid.items()}
    return game.mini_boards(0, "amber", "aurora", laid=spaces)


def laying(building: str = "techno-farm", **laid: str) -> Position:
    """Let seat 0, which has just built, lay the tile."""
    return boards(given(), **laid).asking(LayTile(seat=0, building=building))


def on_clan_board(game: Position) -> list[tuple[str, bool]]:
    """Return the tiles on the clan board of seat 0 as everybody sees them, with whether they are covered."""
    return [(tile.tile, tile.covered) for tile in RULES.view(game.state, SPECTATOR).sides[0].bonus_tiles]


@pytest.mark.clause("daimyo.bonus-tile.place")
def test_the_tile_of_a_first_farm_goes_where_its_owner_wants_and_three_stay_covered() -> None:
    game = boards(given()).having(0, metal=2, crystal=1).action("construction")
    game = game.when(0, ConstructBuilding("techno-farm", "red-1"))
    assert game.asks() == [(0, "LayTile")]
    game = game.when(0, LayBonusTile("amber-2", "recruitment")).citing("daimyo.bonus-tile.place", BonusTileLaid)
    game.then(0, laid=(Laid("recruitment", "amber-2"),), under=("amber-1", "amber-3", "amber-4", *AURORA))


@pytest.mark.clause("daimyo.bonus-tile.place")
def test_nothing_else_is_done_before_the_tile_is_laid() -> None:
    game = boards(given()).having(0, metal=9, crystal=9).action("construction")
    game = game.when(0, ConstructBuilding("techno-farm", "red-1"))
    for move in (StopBuilding(), ConstructBuilding("techno-farm", "red-2"), EndTurn(), DoMainAction()):
        game = game.when(0, move).refused("daimyo.turn.finish-before-next")


@pytest.mark.clause("daimyo.bonus-tile.gray-spaces")
@pytest.mark.parametrize("space", GRAY_SPACES)
def test_a_gray_tile_goes_on_any_coloured_main_action_or_the_clan_ability(space: str) -> None:
    laying().when(0, LayBonusTile("amber-1", space)).then(0, laid=(Laid(space, "amber-1"),))


@pytest.mark.clause("daimyo.bonus-tile.gray-spaces")
@pytest.mark.parametrize("space", [*YELLOW_SPACES, *ELSEWHERE])
def test_a_gray_tile_goes_nowhere_else(space: str) -> None:
    laying().when(0, LayBonusTile("amber-1", space)).refused("daimyo.bonus-tile.gray-spaces")


@pytest.mark.clause("daimyo.bonus-tile.yellow-spaces")
@pytest.mark.parametrize("space", YELLOW_SPACES)
def test_a_yellow_tile_goes_on_either_space_of_the_yellow_area(space: str) -> None:
    laying("radio-tower").when(0, LayBonusTile("aurora-4", space)).then(0, laid=(Laid(space, "aurora-4"),))


@pytest.mark.clause("daimyo.bonus-tile.yellow-spaces")
@pytest.mark.parametrize("space", [*GRAY_SPACES, *ELSEWHERE])
def test_a_yellow_tile_goes_nowhere_else(space: str) -> None:
    laying("radio-tower").when(0, LayBonusTile("aurora-4", space)).refused("daimyo.bonus-tile.yellow-spaces")


@pytest.mark.clause("daimyo.bonus-tile.gray-spaces", "daimyo.bonus-tile.yellow-spaces")
@pytest.mark.parametrize("edition", ["2019", "2021"])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_six_tiles_of_a_player_are_gray_and_two_yellow(edition: str, seat: int) -> None:
    game = given(4, edition=edition, active=seat)
    spaces: dict[str, set[str]] = {}
    for building in ("techno-farm", "radio-tower"):
        for move in game.asking(LayTile(seat=seat, building=building)).offered(seat, LayBonusTile):
            spaces.setdefault(move.tile, set()).add(move.space)
    assert sorted(map(sorted, spaces.values())) == sorted([sorted(GRAY_SPACES)] * 6 + [sorted(YELLOW_SPACES)] * 2)


@pytest.mark.clause("daimyo.bonus-tile.fixed")
def test_a_laid_tile_cannot_be_moved() -> None:
    game = laying("radio-tower", relic="amber-1", villagers="amber-2")
    game.when(0, LayBonusTile("amber-1", "production")).refused("daimyo.bonus-tile.fixed")
    game = boards(given(round=3), relic="amber-1").menu("production")
    game.when(0, LayBonusTile("amber-1", "production")).refused("daimyo.turn.main-and-bonus")
    game = boards(given(), relic="amber-1").when(0, LayBonusTile("amber-1", "production"))
    game.refused("daimyo.turn.choose-die").then(0, laid=(Laid("relic", "amber-1"),))


@pytest.mark.clause("daimyo.bonus-tile.fixed")
def test_tiles_stay_on_the_clan_board_when_a_new_round_begins() -> None:
    game = boards(given(turn=9, active=2), relic="amber-1", revenue_1="amber-4").menu("tax")
    game = game.when(2, DoMainAction()).until("PlaceDie")
    game.then(None, round=2).then(0, laid=(Laid("relic", "amber-1"), Laid("revenue-1", "amber-4")))


@pytest.mark.clause("daimyo.bonus-tile.cover", "daimyo.bonus-tile.covered-inactive")
def test_a_tile_over_another_one_counts_alone() -> None:
    game = laying("techno-farm", relic="aurora-3").when(0, LayBonusTile("amber-3", "relic"))
    game.then(0, laid=(Laid("relic", "aurora-3"), Laid("relic", "amber-3")))
    assert on_clan_board(game) == [("aurora-3", True), ("amber-3", False)]
    game = game.with_state(active=0).menu("relic", main=False)
    used = game.when(0, UseTile("relic")).then(0, goods=Goods(rice=2))
    used.when(0, UseTile("relic")).refused("daimyo.bonus.once-per-turn")


@pytest.mark.clause("daimyo.bonus-tile.cover")
def test_a_yellow_tile_over_another_one_counts_alone_in_revenue() -> None:
    game = laying("techno-farm", revenue_1="aurora-4").when(0, LayBonusTile("amber-4", "revenue-1"))
    game = game.with_state(turn=9, active=2).menu("tax", main=False).when(2, EndTurn()).until("ChooseStartPlayer")
    # 1 gold and 1 rice of choice; the tile gives 1 rice and 1 gold, the covered one would give metal and crystal
    game.then(0, goods=Goods(rice=2, gold=2))


@pytest.mark.clause("daimyo.bonus-tile.covered-inactive")
def test_without_a_building_no_tile_is_offered() -> None:
    for space in GRAY_SPACES[:5]:
        game = boards(given()).dice(0, ("red", 6, "tax"), ("red", 6, "recruitment")).menu(space, main=False)
        assert game.offered(0, UseTile) == []
        game.when(0, UseTile(space)).refused("daimyo.bonus-tile.covered-inactive")
        game.when(0, UseTile("clan-ability")).refused("daimyo.bonus-tile.covered-inactive")
    ended = boards(given(turn=9, active=2)).menu("tax", main=False).when(2, EndTurn()).until("ChooseStartPlayer")
    ended.then(0, goods=Goods(rice=1, gold=1))


@pytest.mark.clause("daimyo.bonus-tile.covered-inactive")
def test_a_tile_under_a_building_cannot_be_used_by_its_name() -> None:
    game = boards(given(), relic="amber-3").menu("production", main=False)
    for space in ("amber-1", "under", "revenue-1", "relic"):
        game = game.when(0, UseTile(space)).refused("daimyo.bonus-tile.main-action")


@pytest.mark.clause("daimyo.ruling.mini-board-order")
def test_a_builder_chooses_the_tile_of_the_own_mini_board() -> None:
    game = laying("techno-farm", relic="amber-2")
    assert {move.tile for move in game.offered(0, LayBonusTile)} == {"amber-1", "amber-3", "amber-4"}
    for tile in ("aurora-1", "cobalt-1", "jade-1", "nothing"):
        game = game.when(0, LayBonusTile(tile, "relic")).refused("daimyo.bonus-tile.place")
    for tile, space in (("amber-1", "relic"), ("amber-3", "relic"), ("amber-4", "revenue-2")):
        game.when(0, LayBonusTile(tile, space))
    assert {move.tile for move in laying("radio-tower").offered(0, LayBonusTile)} == set(AURORA)


@pytest.mark.clause("daimyo.ruling.mini-board-order")
@pytest.mark.parametrize("first", AMBER)
def test_the_surcharge_is_the_same_whichever_building_was_taken(first: str) -> None:
    space = "revenue-1" if first == "amber-4" else "relic"
    game = boards(given()).having(0, metal=5, crystal=2).action("construction")
    game = game.when(0, ConstructBuilding("techno-farm", "red-1")).when(0, LayBonusTile(first, space))
    game.then(0, metal=3, crystal=1).when(0, ConstructBuilding("techno-farm", "red-2")).then(0, metal=0, crystal=0)


@pytest.mark.clause("daimyo.ruling.tile-same-turn")
def test_a_tile_laid_on_the_action_of_the_turn_may_be_used_at_once() -> None:
    game = boards(given()).having(0, metal=2, crystal=1).action("construction")
    game = game.when(0, ConstructBuilding("techno-farm", "red-1")).when(0, LayBonusTile("amber-3", "construction"))
    game.when(0, UseTile("construction")).then(0, goods=Goods(rice=2)).citing("daimyo.tile.gain", Gained)


@pytest.mark.clause("daimyo.ruling.tile-same-turn")
def test_a_tile_laid_on_the_clan_ability_needs_the_total_of_13() -> None:
    game = boards(given()).having(0, metal=2, crystal=1)
    rich = game.dice(0, ("red", 6, "tax"), ("red", 6, "construction"), ("blue", 1, "villagers"))
    poor = game.dice(0, ("red", 6, "tax"), ("red", 6, "construction"))
    for dice, enough in ((rich, True), (poor, False)):
        after = dice.action("construction").when(0, ConstructBuilding("techno-farm", "red-1"))
        after = after.when(0, LayBonusTile("amber-3", "clan-ability")).when(0, UseTile("clan-ability"))
        if enough:
            after.then(0, goods=Goods(rice=2))
        else:
            after.refused("daimyo.bonus-tile.clan-ability")


@pytest.mark.clause("daimyo.ruling.tile-same-turn")
def test_a_tile_laid_on_another_action_waits_for_its_die() -> None:
    game = boards(given()).having(0, metal=2, crystal=1).action("construction")
    game = game.when(0, ConstructBuilding("techno-farm", "red-1")).when(0, LayBonusTile("amber-3", "relic"))
    game.when(0, UseTile("relic")).refused("daimyo.bonus-tile.main-action")
    game.dice(0).menu("relic", main=False).when(0, UseTile("relic")).then(0, goods=Goods(rice=2))


@pytest.mark.clause("daimyo.ruling.tile-same-turn")
def test_a_space_whose_tile_was_used_gives_no_second_tile_in_the_turn() -> None:
    game = boards(given(), construction="amber-3").having(0, metal=3, crystal=1).menu("construction")
    game = game.having(0, farms=("red-5",)).when(0, UseTile("construction")).when(0, DoMainAction())
    game = game.when(0, ConstructBuilding("techno-farm", "red-1")).when(0, LayBonusTile("amber-2", "construction"))
    game.when(0, UseTile("construction")).refused("daimyo.bonus.once-per-turn")
