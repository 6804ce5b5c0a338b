"""Final scoring: relics, buildings, armies, the Mighty Helmet, resources; then the winner."""

from __future__ import annotations

import pytest

from domain.games.daimyo.phases.turn import EndTurn
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs import army
from domain.games.daimyo.verbs.moves import ChooseGoods
from domain.kernel.scoring import Result
from tests.domain.games.daimyo.game import Position, given

RICE = ChooseGoods(Goods(rice=1))


def last_turn(seats: int = 3, **options: object) -> Position:
    """Return the last turn of round 5, where only the revenue is left: 1 gold and 1 rice for everybody."""
    return given(seats, round=5, turn=3 * seats, active=seats - 1, **options).cheap_market()


def ended(game: Position) -> Position:
    """End a game in its last turn."""
    game = game.menu(main=False).when(game.state.turns.active, EndTurn())
    while game.state.result is None:
        game = game.when(game.asked_seat(), RICE)
    return game


def scored(game: Position, clause: str) -> tuple[int, ...]:
    """Return what the sides scored by a clause, by side."""
    found = [0] * game.state.sides
    for line in game.state.scoring.scored:
        if line.clause == clause:
            found[line.side] += line.points
    return tuple(found)


def result(game: Position) -> Result:
    assert game.state.result is not None
    return game.state.result


@pytest.mark.clause("daimyo.scoring.relics")
@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 3), (2, 7), (3, 12), (4, 18), (5, 25), (6, 33)])
def test_restored_relics_score_by_their_number(count: int, points: int) -> None:
    colours = ("red", "red", "blue", "yellow", "purple", "green")
    relics = tuple((colour, 3 if place else 2) for place, colour in enumerate(colours[:count]))
    assert scored(ended(last_turn().having(0, relics=relics)), "daimyo.scoring.relics") == (points, 0, 0)


def sites(count: int) -> tuple[str, ...]:
    return tuple(f"red-{number}" for number in range(1, count + 1))


@pytest.mark.clause("daimyo.scoring.techno-farms.2021", "daimyo.scoring.techno-farms.2019")
@pytest.mark.parametrize(
    ("edition", "points"),
    [("2021", (0, 1, 4, 7, 12)), ("2019", (0, 1, 4, 8, 13))],
)
@pytest.mark.parametrize("count", range(5))
def test_techno_farms_score_by_their_number_and_the_edition(edition: str, points: tuple[int, ...], count: int) -> None:
    game = ended(last_turn(edition=edition).having(1, farms=sites(count)))
    assert scored(game, f"daimyo.scoring.techno-farms.{edition}") == (0, points[count], 0)
    other = {"2019": "2021", "2021": "2019"}[edition]
    assert scored(game, f"daimyo.scoring.techno-farms.{other}") == (0, 0, 0)


@pytest.mark.clause("daimyo.scoring.radio-towers")
@pytest.mark.parametrize("edition", ["2019", "2021"])
@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 7)])
def test_radio_towers_score_by_their_number(edition: str, count: int, points: int) -> None:
    game = ended(last_turn(edition=edition).having(2, towers=sites(count)))
    assert scored(game, "daimyo.scoring.radio-towers") == (0, 0, points)


def by_cost(game: Position, *costs: int) -> tuple[str, ...]:
    """Return different heroes of the deck with these costs."""
    found: list[str] = []
    for cost in costs:
        heroes = game.state.content.heroes
        found.append(next(h for h in game.state.offers.hero_deck if heroes[h].cost == cost and h not in found))
    return tuple(found)


@pytest.mark.clause("daimyo.scoring.army-value")
def test_an_army_is_worth_the_cost_of_all_own_heroes_and_the_gold_left() -> None:
    game = given().cheap_market()
    first, second, third, fourth, fifth = by_cost(game, 5, 5, 4, 3, 2)
    game = game.having(0, hand=(first, second, third), deck=(fourth,), discard=(fifth,), gold=3, rice=9)
    assert army.value(game.state, 0) == 22


@pytest.mark.clause("daimyo.scoring.army-value")
def test_gold_of_the_last_revenue_counts_for_the_army() -> None:
    game = ended(last_turn().army(0, 5).army(1, 5).army(2).having(0, gold=1).having(1, gold=0).having(2, gold=9))
    assert [army.value(game.state, seat) for seat in range(3)] == [7, 6, 10]
    assert scored(game, "daimyo.scoring.army-points.2021") == (5, 2, 10)


@pytest.mark.clause("daimyo.scoring.army-count-irrelevant")
def test_only_the_costs_of_heroes_count_not_their_number() -> None:
    game = last_turn().army(0, 5, 5, 5, 5).army(1, 3, 3, 3, 3, 2, 2, 1, 1).army(2)
    assert (army.value(game.state, 0), army.value(game.state, 1)) == (20, 18)
    assert scored(ended(game), "daimyo.scoring.army-points.2021") == (10, 5, 2)


@pytest.mark.clause("daimyo.scoring.army-points.2021", "daimyo.scoring.army-points.3-4p.2019")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_the_best_three_of_four_armies_score(edition: str) -> None:
    clauses = {"2021": "daimyo.scoring.army-points.2021", "2019": "daimyo.scoring.army-points.3-4p.2019"}
    game = last_turn(4, edition=edition)
    for seat, gold in enumerate((29, 24, 19, 9)):
        game = game.army(seat).having(seat, gold=gold)
    game = ended(game)
    assert [army.value(game.state, seat) for seat in range(4)] == [30, 25, 20, 10]
    assert scored(game, clauses[edition]) == (10, 5, 2, 0)


@pytest.mark.clause("daimyo.scoring.army-points.2021", "daimyo.scoring.army-points.3-4p.2019")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_all_of_three_armies_score(edition: str) -> None:
    game = last_turn(3, edition=edition).army(0).army(1).army(2).having(1, gold=5).having(2, gold=9)
    clause = "daimyo.scoring.army-points.2021" if edition == "2021" else "daimyo.scoring.army-points.3-4p.2019"
    assert scored(ended(game), clause) == (2, 5, 10)


@pytest.mark.clause("daimyo.scoring.army-points.2p.2019")
def test_two_armies_of_2019_score_10_and_2() -> None:
    game = last_turn(2, edition="2019").army(0).army(1).having(0, gold=29).having(1, gold=24)
    assert scored(ended(game), "daimyo.scoring.army-points.2p.2019") == (10, 2)


@pytest.mark.clause(
    "daimyo.ruling.army-points-two-players", "daimyo.mercenaries.end-of-game", "daimyo.scoring.army-points.2021"
)
@pytest.mark.parametrize(
    ("mercenaries", "points"), [(26, (10, 2, 0)), (40, (5, 2, 0)), (5, (10, 5, 0)), (20, (10, 5, 0))]
)
def test_the_mercenaries_take_a_place_of_the_army_ranking_and_score_nothing(
    mercenaries: int, points: tuple[int, ...]
) -> None:
    game = last_turn(2).army(0).army(1).army(2).having(0, gold=29).having(1, gold=19)
    game = ended(game.having(2, gold=mercenaries - 1))
    assert [army.value(game.state, side) for side in range(3)] == [30, 20, mercenaries]
    assert scored(game, "daimyo.scoring.army-points.2021") == points
    assert [score.seat for score in result(game).scores] == [0, 1]
    assert game.state.scoring.points[2] == 0


@pytest.mark.clause("daimyo.scoring.army-points.solo")
def test_two_armies_in_solo_score_10_and_2() -> None:
    game = given(1, round=5, turn=6, helmet=0, order=(1, 0), face_down=0).cheap_market()
    game = ended(game.army(0).having(0, gold=19).army(1, 5, 4, 4, 3, 2).dice(1, ("red", 1, "a/1"), ("red", 2, "b/1")))
    assert (army.value(game.state, 0), army.value(game.state, 1)) == (20, 18)
    assert scored(game, "daimyo.scoring.army-points.solo") == (10, 2)


@pytest.mark.clause("daimyo.scoring.army-tie-fewer-heroes")
def test_of_equal_armies_the_one_with_fewer_heroes_is_ahead() -> None:
    game = (
        last_turn().army(0, 5, 4, 4, 3, 3, 2, 2).army(1, 5, 5, 4, 4, 3, 2).army(2).having(0, gold=6).having(1, gold=6)
    )
    assert army.tie_break(game.state, 1)[0] == army.tie_break(game.state, 0)[0] == 29
    assert scored(ended(game), "daimyo.scoring.army-points.2021") == (5, 10, 2)


@pytest.mark.clause("daimyo.scoring.army-tie-costs")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((5, 5, 5, 2, 2), (5, 5, 4, 4, 1)),
        ((5, 4, 4, 1, 1), (5, 4, 3, 2, 1)),
        ((4, 3, 3, 1), (4, 3, 2, 2)),
        ((3, 2, 2, 1), (3, 2, 1, 1)),
    ],
    ids=["cost 5", "cost 4", "cost 3", "cost 2"],
)
def test_of_armies_equal_in_value_and_number_more_expensive_heroes_win(first: tuple[int], second: tuple[int]) -> None:
    game = last_turn().army(0, *second).army(1, *first).army(2)
    game = game.having(0, gold=40 - sum(second)).having(1, gold=40 - sum(first))
    assert scored(ended(game), "daimyo.scoring.army-points.2021") == (5, 10, 2)


@pytest.mark.clause("daimyo.ruling.army-tie-unbroken")
def test_armies_equal_in_everything_share_the_better_place_and_the_next_is_left_out() -> None:
    game = last_turn(4)
    for seat, gold in enumerate((9, 4, 9, 2)):
        game = game.army(seat).having(seat, gold=gold)
    assert scored(ended(game), "daimyo.scoring.army-points.2021") == (10, 2, 10, 0)


@pytest.mark.clause("daimyo.example.army")
@pytest.mark.parametrize(("edition", "points"), [("2019", (10, 2)), ("2021", (10, 5, 0))])
def test_the_three_heroes_of_cost_5_decide_between_two_armies_of_30(edition: str, points: tuple[int, ...]) -> None:
    game = last_turn(2, edition=edition).army(0, 5, 5, 5, 4, 4, 2, 2).having(0, gold=2)
    game = game.army(1, 5, 5, 4, 4, 3, 3, 2).having(1, gold=3)
    game = ended(game)
    assert [army.value(game.state, seat) for seat in range(2)] == [30, 30]
    clause = "daimyo.scoring.army-points.2021" if edition == "2021" else "daimyo.scoring.army-points.2p.2019"
    assert scored(game, clause) == points


@pytest.mark.clause("daimyo.scoring.helmet")
def test_the_owner_of_the_helmet_scores_2() -> None:
    assert scored(ended(last_turn(helmet=1)), "daimyo.scoring.helmet") == (0, 2, 0)


@pytest.mark.clause("daimyo.scoring.resources")
@pytest.mark.parametrize(
    ("goods", "points"),
    [({"rice": 5, "metal": 3, "crystal": 2, "gold": 9}, 2), ({"metal": 3, "gold": 20}, 0), ({"crystal": 4}, 1)],
)
def test_every_5_resources_in_any_mix_score_1_and_gold_does_not_count(goods: dict[str, int], points: int) -> None:
    game = ended(last_turn().having(0, **goods))
    assert scored(game, "daimyo.scoring.resources") == (points, 0, 0)


@pytest.mark.clause("daimyo.scoring.winner")
def test_the_most_points_after_final_scoring_win() -> None:
    even = last_turn(2, edition="2019", helmet=1).army(0).army(1)
    over = result(ended(even.having(0, points=80).having(1, points=76)))
    assert [(score.points, score.rank) for score in over.scores] == [(90, 1), (88, 2)]
    assert (over.winners, over.ended_by, over.decided_by) == ((0,), "daimyo.end.game", "daimyo.scoring.winner")


@pytest.mark.clause("daimyo.scoring.tie-resources")
def test_of_equal_points_more_leftover_resources_win_gold_excluded() -> None:
    game = last_turn(2, edition="2019", helmet=0).army(0).army(1)
    game = game.having(0, points=59, rice=2, gold=9).having(1, points=68, metal=3)
    over = result(ended(game))
    assert [score.points for score in over.scores] == [71, 70]
    over = result(ended(game.having(0, points=58)))
    assert [score.points for score in over.scores] == [70, 70]
    assert (over.winners, over.decided_by) == ((1,), "daimyo.scoring.tie-resources")


@pytest.mark.clause("daimyo.scoring.tie-shared")
def test_equal_points_and_resources_share_the_victory() -> None:
    game = last_turn(2, edition="2019", helmet=0).army(0).army(1)
    over = result(ended(game.having(0, points=58, rice=3, gold=9).having(1, points=68, metal=3)))
    assert [(score.points, score.rank) for score in over.scores] == [(70, 1), (70, 1)]
    assert (over.winners, over.decided_by) == ((0, 1), "daimyo.scoring.tie-shared")
