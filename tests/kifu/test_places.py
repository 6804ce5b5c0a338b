import json
from pathlib import Path

import pytest

from domain.kernel.scoring import Result, SeatScore
from kifu.selfplay.play import PlayedGame, SideTally, Tally, derive_chance, play_games, share_interval
from tests.kifu.command import kifu
from tests.support.rulesets import product_rulesets

RULES = product_rulesets()["micro-dojo"]
OPTIONS = RULES.parse_options({})


def test_wins_count_by_place_in_the_order_in_which_the_rules_let_the_seats_begin() -> None:
    """Seat 1 begins half of the games, so that places differ from seats."""
    tally = Tally([SideTally(), SideTally()])
    for number, winner in enumerate((0, 0, 1, 1)):
        scores = tuple(SeatScore(seat, 10 + 5 * (seat == winner), 1 + (seat != winner)) for seat in (0, 1))
        order = (0, 1) if number % 2 == 0 else (1, 0)
        tally.add(PlayedGame(number, (3, 4), ("random",) * 2, Result("end", "end", scores), 0.1, order))
    assert [seat.wins for seat in tally.seats] == [2, 2]
    tally.add(PlayedGame(4, (3, 4), ("random",) * 2, Result("end", "end", scores), 0.1, (1, 0)))
    first, last = tally.places
    assert (first.games, first.wins, first.points) == (5, 3, 65)
    assert (last.games, last.wins, last.points) == (5, 2, 60)


def test_a_shared_win_counts_for_both_places() -> None:
    tally = Tally([SideTally(), SideTally()])
    scores = tuple(SeatScore(seat, 10, 1) for seat in (0, 1))
    tally.add(PlayedGame(0, (3, 4), ("random",) * 2, Result("end", "end", scores), 0.1, (1, 0)))
    assert [(place.wins, place.shared, place.win_rate) for place in tally.places] == [(0, 1, 1.0)] * 2


@pytest.mark.parametrize(
    ("count", "games", "low", "high"), [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (0, 0, 0, 1)]
)
def test_the_interval_of_a_share_holds_it_and_narrows_with_more_games(
    count: int, games: int, low: float, high: float
) -> None:
    assert share_interval(count, games) == pytest.approx((low, high), abs=0.001)
    wide, narrow = share_interval(3, 10), share_interval(300, 1000)
    assert wide[0] < narrow[0] < 0.3 < narrow[1] < wide[1]


@pytest.mark.parametrize(("name", "seats"), [("daimyo", 3), ("yedo", 3)])
def test_the_first_order_is_the_one_of_the_set_up_and_holds_every_seat(name: str, seats: int) -> None:
    rules = product_rulesets()[name]
    options = rules.parse_options({})
    began = {rules.first_order(rules.open(options, seats, derive_chance(str(seed))).state) for seed in range(20)}
    assert {order[0] for order in began} == set(range(seats))
    assert all(sorted(order) == [*range(seats)] for order in began)


def test_a_game_that_always_begins_with_the_same_seat_has_no_table_by_place(tmp_path: Path) -> None:
    assert play_games(RULES, OPTIONS, 2, 2, "1").places == []
    assert "By place" not in kifu("selfplay", "micro-dojo", "--games", "2", data=tmp_path).out


@pytest.mark.slow
def test_the_command_tells_wins_by_place(tmp_path: Path) -> None:
    arguments = ("selfplay", "yedo", "--seats", "2", "--games", "2", "-o", "sets=classic")
    shown = kifu(*arguments, data=tmp_path).out
    assert "By place in the first order of play" in shown
    assert "95 % interval" in shown
    places = json.loads(kifu(*arguments, "--json", data=tmp_path).out)["places"]
    assert [place["place"] for place in places] == [1, 2]
    assert sum(place["wins"] + place["shared_wins"] / 2 for place in places) == 2
    assert all(place["interval"][0] <= place["win_rate"] <= place["interval"][1] for place in places)


@pytest.mark.slow
def test_seats_that_win_together_are_told_with_an_interval_and_not_by_place(tmp_path: Path) -> None:
    arguments = ("selfplay", "yedo", "--seats", "2", "--games", "2", "-o", "sets=classic", "-o", "shogun_must_die=true")
    shown = kifu(*arguments, data=tmp_path).out
    assert "of 2 games together (95 % interval" in shown
    assert "By place" not in shown
