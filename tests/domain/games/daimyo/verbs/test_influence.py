"""Influence: what gives it, and who scores the standards of an island at the end of a round."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.recruitment import RecruitShadow
from domain.games.daimyo.facts.goods import Scored
from domain.games.daimyo.phases.turn import EndTurn
from domain.games.daimyo.printed.entries import Edition
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.influence import count_islands_led, rankings
from tests.domain.games.daimyo.game import CONTENT, Position, given

EDITIONS: tuple[Edition, ...] = ("2019", "2021")


def last_turn(seats: int = 3, edition: Edition = "2021", round: int = 1) -> Position:
    """Return the last turn of a round."""
    return given(seats, edition=edition, round=round, turn=3 * seats, active=seats - 1)


def closed(game: Position) -> Position:
    """End the turn: the islands are scored and somebody takes revenue."""
    return game.menu("tax", main=False).when(game.state.turns.active, EndTurn())


def scores(game: Position) -> list[tuple[str, int, int]]:
    """Return what was scored for islands: which one, who and how much."""
    found = [(fact.what, fact.side, fact.points) for fact in game.of_type(Scored)]
    return [(what.removeprefix("influence/"), side, points) for what, side, points in found]


@pytest.mark.clause("daimyo.influence.sources")
def test_governors_shadows_towers_and_relics_give_influence_and_nothing_else_does() -> None:
    game = given().having(0, governors=("red-1", "red-2"), shadows=("red-shadow-1",), towers=("red-3",))
    game = game.having(0, relics={"red": 3}).then(0, influence={"red": 4 + 1 + 2 + 3, "blue": 0})
    game = game.having(0, farms=("red-4",), scavenger="red", tiles=("red-1",), capacity=9, points=30, rice=9)
    game.then(0, influence={"red": 10}).then(1, influence={"red": 0})


@pytest.mark.clause("daimyo.influence.sources")
@pytest.mark.parametrize("altar", [0, 1, 2, 3])
def test_a_restored_relic_gives_the_influence_of_its_altar(altar: int) -> None:
    given().having(0, relics={"blue": altar}).then(0, influence={"blue": altar})


@pytest.mark.clause("daimyo.influence.governor-loss")
def test_an_eliminated_governor_takes_its_influence_along() -> None:
    game = given().having(0, rice=1).having(1, governors=("red-1",)).having(2, governors=("blue-1", "blue-2"))
    game = game.action("recruitment").when(0, RecruitShadow("red-shadow-1"))
    game.then(1, influence={"red": 0}).then(2, influence={"blue": 4})


@pytest.mark.clause("daimyo.influence.governor-loss")
def test_a_governor_that_moves_takes_its_influence_to_the_other_island() -> None:
    game = (
        given()
        .having(0, governors=("red-1", "red-2"), hand=("lantern-guide",))
        .effects(*CONTENT.heroes["lantern-guide"].effects)
    )
    moves = {(move.place, move.to): move for move in game.offered(0)}
    game.when(0, moves["red-1", "blue-2"]).then(0, influence={"red": 2, "blue": 2})


@pytest.mark.clause("daimyo.influence.first-place", "daimyo.influence.second-place")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_two_strongest_on_an_island_score_its_standards_and_the_third_nothing(edition: Edition) -> None:
    game = last_turn(edition=edition).having(0, governors=("purple-1",))
    game = game.having(1, governors=("purple-2", "purple-3", "purple-4"), shadows=("purple-shadow-1",))
    game = game.having(2, governors=("purple-5",), towers=("purple-1",), shadows=("purple-shadow-2",))
    game.then(1, influence={"purple": 7}).then(2, influence={"purple": 5}).then(0, influence={"purple": 2})
    game = closed(game).citing("daimyo.influence.first-place", Scored).citing("daimyo.influence.second-place", Scored)
    assert scores(game) == [("purple", 1, 5), ("purple", 2, 2)]
    game.then(0, points=0).then(1, points=5).then(2, points=2)


@pytest.mark.clause("daimyo.influence.first-place")
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_every_island_in_play_is_scored_in_every_round(round: int) -> None:
    game = last_turn(4, round=round)
    for side, islands in enumerate((("blue", "red"), ("yellow", "purple"), ("green",), ("black",))):
        game = game.having(side, governors=tuple(f"{island}-1" for island in islands))
    standards = {island.id: island.gold_standard for island in CONTENT.islands.values()}
    found = {island: points for island, _, points in scores(closed(game))}
    assert found == standards


@pytest.mark.clause("daimyo.influence.tie-shadows")
@pytest.mark.parametrize(("side", "other"), [(0, 1), (1, 0)])
def test_shadows_on_the_island_rank_equal_influence(side: int, other: int) -> None:
    game = last_turn().having(side, governors=("red-1", "red-2"), shadows=("red-shadow-1", "red-shadow-2"))
    game = game.having(other, governors=("red-3", "red-4"), towers=("red-5",), shadows=("blue-shadow-1",))
    game.then(side, influence={"red": 6}).then(other, influence={"red": 6})
    assert [line for line in scores(closed(game)) if line[0] == "red"] == [("red", side, 4), ("red", other, 2)]


@pytest.mark.clause("daimyo.influence.tie-shadows")
def test_a_shadow_does_not_help_against_more_influence() -> None:
    game = last_turn().having(0, shadows=("red-shadow-1",)).having(1, governors=("red-1",))
    assert scores(closed(game)) == [("red", 1, 4), ("red", 0, 2)]


@pytest.mark.clause("daimyo.influence.tie-first", "daimyo.ruling.first-place-tie")
@pytest.mark.parametrize("edition", EDITIONS)
def test_equal_firsts_share_gold_and_silver_and_there_is_no_second(edition: Edition) -> None:
    game = last_turn(edition=edition).having(0, governors=("purple-1", "purple-2"))
    game = game.having(1, governors=("purple-3", "purple-4")).having(2, governors=("purple-5",))
    game = closed(game).citing("daimyo.influence.tie-first", Scored)
    assert scores(game) == [("purple", 0, 3), ("purple", 1, 3)]
    game.then(2, points=0)


@pytest.mark.clause("daimyo.influence.tie-first", "daimyo.ruling.first-place-tie")
@pytest.mark.parametrize(("island", "each"), [("blue", 2), ("purple", 2), ("black", 2), ("green", 1)])
def test_three_equal_firsts_share_a_third_each_rounded_down(island: str, each: int) -> None:
    game = last_turn(4)
    for side in (0, 1, 2):
        game = game.having(side, governors=(f"{island}-{side + 1}",))
    game = game.having(3, shadows=(f"{island}-shadow-1",))
    assert scores(closed(game)) == [(island, side, each) for side in (0, 1, 2)]


@pytest.mark.clause("daimyo.influence.tie-second")
@pytest.mark.parametrize("edition", EDITIONS)
def test_equal_seconds_share_the_silver_rounded_down(edition: Edition) -> None:
    game = last_turn(4, edition).having(0, governors=("black-1", "black-2")).having(3, shadows=("black-shadow-1",))
    game = game.having(1, governors=("black-3",)).having(2, governors=("black-4",))
    game = closed(game).citing("daimyo.influence.tie-second", Scored)
    assert scores(game) == [("black", 0, 5), ("black", 1, 1), ("black", 2, 1)]


@pytest.mark.clause("daimyo.influence.tie-second")
def test_a_share_of_nothing_is_not_scored() -> None:
    game = last_turn(4).having(0, governors=("green-1", "green-2"))
    for side in (1, 2):
        game = game.having(side, governors=(f"green-{side + 2}",))
    assert scores(closed(game)) == [("green", 0, 3)]


@pytest.mark.clause("daimyo.ruling.no-influence-no-rank")
def test_a_side_without_influence_has_no_place() -> None:
    game = last_turn().having(0, governors=("red-1",)).having(1, farms=("red-2", "blue-1"), scavenger="blue")
    game = game.having(2, relics={"blue": 0})
    assert rankings(game.state)["red"] == [(0,)]
    assert rankings(game.state)["blue"] == []
    closed(game).then(0, points=4).then(1, points=0).then(2, points=0)


@pytest.mark.clause("daimyo.ruling.no-influence-no-rank")
def test_on_an_island_without_influence_nobody_scores_anything() -> None:
    game = closed(last_turn())
    assert scores(game) == []
    assert [count_islands_led(game.state, side) for side in range(3)] == [0, 0, 0]


def test_scoring_costs_nothing_and_leaves_all_pieces_where_they_are() -> None:
    game = last_turn().having(0, governors=("red-1",), shadows=("red-shadow-1",), towers=("blue-1",))
    game = closed(game).until("ChooseStartPlayer")
    game.then(0, governors=("red-1",), shadows=("red-shadow-1",), towers=("blue-1",), goods=Goods(rice=1, gold=1))
