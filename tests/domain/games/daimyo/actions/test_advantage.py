""" "To its advantage": the rules that bind the human who acts for the empire."""

from __future__ import annotations

import pytest

from domain.games.daimyo.effects.combining import Choose, ToAdvantage
from domain.games.daimyo.effects.placing import Eliminate, MovePiece, PlacePiece
from domain.games.daimyo.effects.tiles import TakeTile
from domain.games.daimyo.facts.goods import Scored
from domain.games.daimyo.facts.pieces import GovernorRemoved
from domain.games.daimyo.printed.requirements import empire_fault
from domain.games.daimyo.verbs.moves import ChooseSite, MovePieceTo, PlacePieceOn, TakeTileFrom
from tests.domain.games.daimyo.game import Position
from tests.domain.games.daimyo.solo import EMPIRE, action, empire

GOVERNOR = ToAdvantage((PlacePiece("governor", ("red", "purple")),))
NO_MORE = "daimyo.solo.to-its-advantage"


def islands(game: Position) -> list[str]:
    """Return the islands where a piece may be placed."""
    return list(dict.fromkeys(move.place.partition("-")[0] for move in game.offered(0, PlacePieceOn)))


def behind() -> Position:
    """Return a position in which the human leads red by 3 to 2 and purple by 6 to 2."""
    game = empire().having(0, governors=("red-1", "purple-1", "purple-2"), towers=("purple-1",))
    return game.having(0, shadows=("red-shadow-1",)).having(EMPIRE, governors=("red-2", "purple-3"))


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_the_empire_overtakes_the_human_where_a_governor_is_enough() -> None:
    game = action(behind(), GOVERNOR)
    game.then(0, influence={"red": 3, "purple": 6}).then(EMPIRE, influence={"red": 2, "purple": 2})
    assert islands(game) == ["red"]
    game.when(0, PlacePieceOn("purple-4")).refused(NO_MORE)
    game.when(0, PlacePieceOn("yellow-1")).refused("daimyo.island.site-available")
    game.when(0, PlacePieceOn("red-3")).then(EMPIRE, influence={"red": 4}, points=0)


@pytest.mark.clause("daimyo.solo.to-its-advantage-still-complete")
@pytest.mark.parametrize("site", ["red-4", "purple-4"])
def test_an_action_that_cannot_overtake_is_free_and_complete(site: str) -> None:
    game = behind().having(0, shadows=()).having(EMPIRE, governors=("red-2", "red-3", "purple-3"))
    game = action(game, GOVERNOR).then(EMPIRE, influence={"red": 4, "purple": 2})
    assert islands(game) == ["red", "purple"]
    game.when(0, PlacePieceOn(site)).then(EMPIRE, points=0).without(Scored)


@pytest.mark.clause("daimyo.solo.to-its-advantage", "daimyo.solo.human-chooses")
def test_an_unmarked_action_does_not_bind_the_human() -> None:
    assert islands(action(behind(), PlacePiece("governor", ("red", "purple")))) == ["red", "purple"]


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_equal_influence_is_overtaken_and_a_lead_is_not() -> None:
    game = empire().having(0, governors=("red-1", "purple-1")).having(EMPIRE, governors=("red-2",))
    game = game.having(EMPIRE, governors=("red-2", "purple-2", "purple-3"))
    assert islands(action(game, GOVERNOR)) == ["red"]


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_two_governors_together_overtake_where_one_is_not_enough() -> None:
    game = empire().having(0, governors=("red-1", "purple-1"), shadows=("red-shadow-1",), towers=("purple-1",))
    game = action(game, ToAdvantage((PlacePiece("governor", ("red", "purple"), 2),)))
    assert islands(game) == ["red"]
    game = game.when(0, PlacePieceOn("red-2"))
    game.when(0, PlacePieceOn("purple-2")).refused(NO_MORE)
    game.when(0, PlacePieceOn("red-3")).then(EMPIRE, influence={"red": 4})


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_of_two_governors_one_is_free_where_the_other_is_enough() -> None:
    game = empire().having(0, governors=("purple-1",), towers=("purple-1",), shadows=("red-shadow-1",))
    game = action(game, ToAdvantage((PlacePiece("governor", ("red", "purple"), 2),)))
    assert islands(game) == ["red", "purple"]
    game = game.when(0, PlacePieceOn("purple-2"))
    game.when(0, PlacePieceOn("purple-3")).refused(NO_MORE)
    game.when(0, PlacePieceOn("red-2")).then(EMPIRE, influence={"red": 2, "purple": 2})


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_an_island_without_room_for_enough_pieces_does_not_bind() -> None:
    taken = tuple(f"red-{number}" for number in range(1, 6))
    game = empire().having(0, towers=taken[:4], governors=()).having(EMPIRE, farms=taken[4:])
    game = action(game, ToAdvantage((PlacePiece("radio-tower", (), 2),)))
    assert "red" not in islands(game)
    assert islands(game) == ["blue", "yellow", "purple"]


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_a_radio_tower_overtakes_and_a_techno_farm_has_nothing_to_overtake_with() -> None:
    tower = action(behind(), ToAdvantage((PlacePiece("radio-tower", ("red", "purple")),)))
    assert islands(tower) == ["red"]
    farm = action(behind(), ToAdvantage((PlacePiece("techno-farm", ("red", "purple")),)))
    assert islands(farm) == ["red", "purple"]


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_a_shadow_overtakes_by_the_governor_that_it_removes_as_well() -> None:
    game = empire().having(0, governors=("red-1", "red-2"), towers=("purple-1", "purple-2"))
    game = game.having(EMPIRE, governors=("red-3", "purple-3"))
    game = action(game, ToAdvantage((PlacePiece("shadow", ("red", "purple")),)))
    assert islands(game) == ["red"]
    game = game.when(0, PlacePieceOn("red-shadow-1")).when(0, ChooseSite("red-2"))
    game.then(0, influence={"red": 2}).then(EMPIRE, influence={"red": 3}, points=0, gold=0)


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_a_governor_moves_to_another_island_where_it_overtakes() -> None:
    game = empire().having(0, governors=("red-1", "purple-1", "purple-2", "blue-1", "blue-2"), towers=("yellow-1",))
    game = game.having(0, shadows=("yellow-shadow-1",)).having(EMPIRE, governors=("red-2",))
    game = action(game, ToAdvantage((MovePiece("governor"),)))
    # On red, where the empire is already level, a move changes nothing; elsewhere 2 influence are too few.
    assert {move.to.partition("-")[0] for move in game.offered(0, MovePieceTo)} == {"blue", "red", "yellow", "purple"}
    level = game.having(0, governors=("red-1", "purple-1", "purple-2"), shadows=(), towers=())
    assert {move.to.partition("-")[0] for move in level.offered(0, MovePieceTo)} == {"blue", "yellow"}
    level.when(0, MovePieceTo("red-2", "red-3")).refused(NO_MORE)
    level.when(0, MovePieceTo("red-2", "blue-3")).then(EMPIRE, influence={"red": 0, "blue": 2})


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_a_governor_is_removed_where_that_lets_the_empire_overtake() -> None:
    game = empire().having(0, governors=("red-1", "blue-1", "blue-2")).having(EMPIRE, governors=("red-2", "blue-3"))
    game = action(game.having(0, governors=("red-1", "red-3", "blue-1")), ToAdvantage((Eliminate("any"),)))
    game.then(0, governors=("red-1", "red-3")).then(EMPIRE, influence={"blue": 2, "red": 2})
    assert [fact.site for fact in game.of_type(GovernorRemoved)] == ["blue-1"]
    free = action(behind().having(EMPIRE, governors=()), ToAdvantage((Eliminate("any"),)))
    assert len(free.offered(0, ChooseSite)) == 3


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_the_mark_stands_inside_the_options_of_a_choice() -> None:
    governor, tile = PlacePiece("governor"), TakeTile("anywhere")
    assert empire_fault((Choose(((ToAdvantage((governor,)),), (tile,))),)) is None
    assert "inside the options" in str(empire_fault((ToAdvantage((Choose(((governor,), (tile,))),)),)))


TWO_TILES = ToAdvantage((TakeTile("anywhere", 2),))
LANDS = {
    "blue": ("blue-1", "blue-2", "yellow-1"),
    "red": ("blue-3", "yellow-2", "yellow-2"),
    "yellow": ("purple-1", "purple-1", "purple-2"),
    "purple": ("blue-1", "blue-2", "blue-3"),
}


def digging(*tiles: str, market: tuple[str, ...] = ("red-4",)) -> Position:
    """Give the empire these tiles; red-4 lies in the black market only, and nothing comes from the bag."""
    return empire(lands=LANDS, black_market=market, bag=()).having(EMPIRE, tiles=tiles)


@pytest.mark.clause("daimyo.solo.to-its-advantage", "daimyo.solo.relic-source")
def test_a_relic_that_can_be_completed_is_completed() -> None:
    game = action(digging("red-1", "red-2", "red-3"), ToAdvantage((TakeTile("anywhere"),)))
    game.then(EMPIRE, tiles=(), points=0, influence={"red": 3})
    plain = action(digging("red-1", "red-2", "red-3"), TakeTile("anywhere"))
    assert TakeTileFrom("red-4", "black-market") in plain.offered(0)
    assert TakeTileFrom("blue-3", "red") in plain.offered(0)
    plain.when(0, TakeTileFrom("blue-3", "red")).then(EMPIRE, tiles=("blue-3", "red-1", "red-2", "red-3"), points=0)


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_of_two_tiles_the_missing_piece_is_one_in_either_order() -> None:
    game = action(digging("red-1", "red-2", "red-3"), TWO_TILES)
    first = game.when(0, TakeTileFrom("purple-1", "yellow"))
    first.then(EMPIRE, tiles=("purple-1",), influence={"red": 3}, points=0)
    second = game.when(0, TakeTileFrom("red-4", "black-market")).then(EMPIRE, tiles=(), influence={"red": 3})
    second.when(0, TakeTileFrom("purple-1", "yellow")).then(EMPIRE, tiles=("purple-1",), points=0)


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_both_missing_pieces_are_taken() -> None:
    game = action(digging("red-1", "red-2", market=("red-3", "red-4")), TWO_TILES)
    game.when(0, TakeTileFrom("purple-2", "yellow")).refused(NO_MORE)
    game.when(0, TakeTileFrom("red-3", "black-market")).then(EMPIRE, tiles=(), influence={"red": 3})
    wide = action(digging("red-1", "red-2", market=("red-3", "red-4")), ToAdvantage((TakeTile("anywhere", 3),)))
    free = wide.when(0, TakeTileFrom("purple-2", "yellow"))
    free.when(0, TakeTileFrom("purple-1", "yellow")).refused(NO_MORE)
    free.when(0, TakeTileFrom("red-4", "black-market")).then(EMPIRE, tiles=("purple-2",), influence={"red": 3})


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_two_relics_are_completed_rather_than_one() -> None:
    held = ("red-1", "red-2", "red-3", "blue-2", "blue-3", "blue-4", "yellow-3", "yellow-4")
    game = action(digging(*held), TWO_TILES)
    offered = {move.tile for move in game.offered(0, TakeTileFrom)}
    assert offered == {"red-4", "blue-1"}
    game.when(0, TakeTileFrom("yellow-1", "blue")).refused(NO_MORE)
    game = game.when(0, TakeTileFrom("blue-1", "purple"))
    game.then(EMPIRE, tiles=("yellow-3", "yellow-4"), influence={"red": 3, "blue": 3})


@pytest.mark.clause("daimyo.solo.to-its-advantage")
def test_of_two_relics_the_one_whose_altar_overtakes_the_human_is_completed() -> None:
    held = ("red-1", "red-2", "red-3", "blue-2", "blue-3", "blue-4")
    game = digging(*held).having(0, governors=("blue-1",), towers=("red-1", "red-2"))
    game = action(game, ToAdvantage((TakeTile("anywhere"),)))
    assert {move.tile for move in game.offered(0, TakeTileFrom)} == {"blue-1"}
    game.when(0, TakeTileFrom("red-4", "black-market")).refused(NO_MORE)


@pytest.mark.clause("daimyo.solo.to-its-advantage-still-complete")
def test_tiles_that_complete_nothing_may_be_chosen_freely_without_a_point() -> None:
    game = action(digging("red-1"), TWO_TILES)
    assert len({move.tile for move in game.offered(0, TakeTileFrom)}) == 8
    game = game.when(0, TakeTileFrom("purple-2", "yellow")).when(0, TakeTileFrom("blue-1", "blue"))
    game.then(EMPIRE, tiles=("blue-1", "purple-2", "red-1"), points=0)
