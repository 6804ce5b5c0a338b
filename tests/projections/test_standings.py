"""Leaderboards of months, years and numbers of seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from eventstore.recorder import FeedRecorder
from projections.queries.read import ReadModels
from projections.queries.standings import last_months
from projections.read_models.catalogue import all_projections
from projections.running.rebuild import check
from tests.projections.running import carry
from tests.projections.scripted import Script, ScriptReader


def play(store: FeedRecorder, at: datetime, players: Sequence[str], points: Sequence[int]) -> Script:
    return Script(store, players, at).sit().moves(2 * len(players)).end(*points)


def told(models: ReadModels, seats: int | None = None, period: str | None = None) -> list[tuple[object, ...]]:
    lines = models.standings("tic", seats, period).items
    assert [line.place for line in lines] == list(range(1, len(lines) + 1))
    return [(line.player, line.games, line.wins, line.shared_wins, line.points, line.best) for line in lines]


def test_a_game_stands_in_its_month_its_year_and_for_ever(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    play(store, datetime(2025, 12, 31, 23, 50, tzinfo=UTC), ("Ann", "Bob"), (3, 9))
    play(store, datetime(2026, 1, 31, 23, 59, 55, tzinfo=UTC), ("Ann", "Bob"), (8, 2))
    play(store, datetime(2026, 2, 3, tzinfo=UTC), ("Bob", "Cem", "Ann"), (4, 4, 1))
    Script(store, start=datetime(2026, 2, 4, tzinfo=UTC)).sit().end(9, 1)
    carry(database_url, limit=5)
    assert told(models) == [("Bob", 3, 1, 1, 15, 9), ("Ann", 3, 1, 0, 12, 8), ("Cem", 1, 0, 1, 4, 4)]
    assert told(models, period="2025") == told(models, period="2025-12")
    assert told(models, 2, "2025-12") == [("Bob", 1, 1, 0, 9, 9), ("Ann", 1, 0, 0, 3, 3)]
    assert told(models, period="2026-01") == []
    assert told(models, 2, "2026-02") == [("Ann", 1, 1, 0, 8, 8), ("Bob", 1, 0, 0, 2, 2)]
    assert told(models, 3) == told(models, 3, "2026-02")
    assert [line[0] for line in told(models, 3)] == ["Bob", "Cem", "Ann"]
    assert check(database_url, ["ratings"], projections=all_projections(ScriptReader())) == {"ratings": []}


def test_standings_come_in_pages_with_the_rating_of_their_group(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    for number, name in enumerate(("Bob", "Cem", "Dia")):
        play(store, datetime(2026, 3, 1, tzinfo=UTC) + timedelta(hours=number), ("Ann", name), (5, number))
    carry(database_url)
    first = models.standings("tic", 2, "2026", limit=3)
    rest = models.standings("tic", 2, "2026", first.next, limit=3)
    assert [line.player for line in (*first.items, *rest.items)] == ["Ann", "Dia", "Cem", "Bob"]
    assert [line.place for line in rest.items] == [4]
    assert rest.next is None
    ratings = {line.player: line.ordinal for line in models.ratings("tic", 2).items}
    assert {line.player: line.rating for line in (*first.items, *rest.items)} == ratings
    assert {line.rating for line in models.standings("tic").items} == {None}
    assert first.items[0].win_rate == 1.0


def test_the_leaders_of_each_month_are_told_with_the_latest_month_first(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    now = datetime.now(UTC).replace(day=2, hour=3)
    earlier = (now.replace(day=1) - timedelta(days=3)).replace(day=4)
    play(store, now, ("Ann", "Bob"), (1, 2))
    play(store, earlier, ("Ann", "Bob", "Cem"), (4, 2, 3))
    play(store, earlier, ("Ann", "Dia"), (4, 2))
    play(store, datetime(2001, 5, 1, tzinfo=UTC), ("Ann", "Bob"), (4, 2))
    carry(database_url)
    found = models.leaders("tic").items
    assert [month.period for month in found] == [f"{now:%Y-%m}", f"{earlier:%Y-%m}"]
    assert [[line.player for line in month.leaders] for month in found] == [["Bob", "Ann"], ["Ann", "Cem", "Bob"]]
    assert [line.place for line in found[1].leaders] == [1, 2, 3]
    assert [month.period for month in models.leaders("tic", months=1).items] == [f"{now:%Y-%m}"]
    assert [line.player for month in models.leaders("tic", 3).items for line in month.leaders] == ["Ann", "Cem", "Bob"]


def test_months_are_counted_back_over_the_turn_of_the_year() -> None:
    assert last_months(2026, 2, 4) == ["2026-02", "2026-01", "2025-12", "2025-11"]
