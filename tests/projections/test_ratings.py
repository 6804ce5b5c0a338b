"""Ratings are a fold over the games that count, in the order of their ends, however they are read."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

import msgspec
import psycopg
import pytest
from openskill.models import PlackettLuce

from eventstore.recorder import FeedRecorder
from projections.queries.cursor import BadCursor
from projections.queries.read import ReadModels
from projections.read_models import ratings
from projections.read_models.catalogue import all_projections
from projections.read_models.ratings import RatingsProjection
from projections.running.rebuild import check, rebuild
from tests.projections.running import carry
from tests.projections.scripted import START, Script, ScriptReader

NAMES = ("Ann", "Bob", "Cem", "Dia", "Eve")
Outcome = tuple[tuple[str, ...], tuple[int, ...]]


def play(store: FeedRecorder, minute: int, players: Sequence[str], points: Sequence[int]) -> Script:
    """Write a game that counts, begun at this minute."""
    return Script(store, players, START + timedelta(minutes=minute)).sit().moves(2 * len(players)).end(*points)


def folded(outcomes: Sequence[Outcome]) -> dict[str, tuple[float, float]]:
    """The ratings after these games: players, and points by seat."""
    model = PlackettLuce()
    known = {name: model.rating() for name in NAMES}
    for players, points in outcomes:
        ranks = [1.0 + sum(other > own for other in points) for own in points]
        teams = model.rate([[known[name]] for name in players], ranks=ranks)
        known |= {name: rating for name, (rating,) in zip(players, teams, strict=True)}
    return {name: (rating.mu, rating.sigma) for name, rating in known.items()}


def some_outcomes(count: int, seed: int = 3) -> list[Outcome]:
    """Games of two or three players with random points, ties among them."""
    chance = random.Random(seed)
    return [
        (players, tuple(chance.randrange(4) for _ in players))
        for players in (tuple(chance.sample(NAMES, 2)) for _ in range(count))
    ]


def rated(models: ReadModels, seats: int = 2) -> dict[str, tuple[float, float]]:
    return {line.player: (line.mu, line.sigma) for line in models.ratings("tic", seats).items}


def stored(url: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        changes = connection.execute("SELECT * FROM kifu_read.rating_change ORDER BY player, ended_at").fetchall()
        return changes + connection.execute("SELECT * FROM kifu_read.rating ORDER BY seats, player").fetchall()


def test_a_rating_is_that_of_the_model_after_all_games_in_their_order(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    outcomes = some_outcomes(12)
    for minute, (players, points) in enumerate(outcomes):
        play(store, minute, players, points)
    carry(database_url, limit=9)
    assert rated(models) == folded(outcomes)
    lines = models.ratings("tic", 2).items
    assert [line.place for line in lines] == [1, 2, 3, 4, 5]
    assert [line.ordinal for line in lines] == sorted((line.mu - 3 * line.sigma for line in lines), reverse=True)
    assert {line.player: line.games for line in lines} == {
        name: sum(name in players for players, _ in outcomes) for name in NAMES
    }


def test_games_are_rated_apart_by_their_number_of_seats(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    play(store, 0, ("Ann", "Bob"), (5, 3))
    play(store, 1, ("Ann", "Bob", "Cem"), (1, 4, 4))
    carry(database_url)
    assert {rating.seats: rating.games for rating in models.player_ratings("Ann").items} == {2: 1, 3: 1}
    three = rated(models, 3)
    assert three["Bob"] == three["Cem"] > three["Ann"]
    assert three == {name: folded([(("Ann", "Bob", "Cem"), (1, 4, 4))])[name] for name in three}


@pytest.mark.parametrize("page", [1, 3, 1000])
def test_a_game_that_is_read_late_is_folded_where_it_ended(
    database_url: str, store: FeedRecorder, models: ReadModels, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    monkeypatch.setattr(ratings, "PAGE", page)
    outcomes = some_outcomes(20)
    late = {0, 7, 8, 15}
    for minute in [n for n in range(20) if n not in late] + sorted(late, reverse=True):
        play(store, minute, *outcomes[minute])
        carry(database_url)
    assert rated(models) == folded(outcomes)
    kept = stored(database_url)
    assert check(database_url, ["ratings"], projections=all_projections(ScriptReader())) == {"ratings": []}
    rebuild(database_url, ["ratings"], projections=all_projections(ScriptReader()))
    assert stored(database_url) == kept


def test_who_met_nobody_of_a_late_game_keeps_their_rating_unwritten(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    play(store, 1, ("Cem", "Dia"), (2, 1))
    play(store, 2, ("Ann", "Bob"), (2, 1))
    carry(database_url)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE kifu_read.rating SET mu = 99 WHERE player IN ('Cem', 'Ann')")
    play(store, 0, ("Ann", "Eve"), (0, 3))
    carry(database_url)
    found = rated(models)
    assert found["Cem"][0] == 99
    sound = folded([(("Ann", "Eve"), (0, 3)), (("Ann", "Bob"), (2, 1))])
    assert {name: found[name] for name in ("Ann", "Bob", "Eve")} == {
        name: sound[name] for name in ("Ann", "Bob", "Eve")
    }


def test_what_does_not_count_changes_no_rating(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    Script(store, teaching=True).sit().moves(6).end(4, 7)
    Script(store, unlisted=True).sit().moves(6).end(4, 7)
    Script(store, ("Ann", "Ann")).sit().moves(6).end(4, 7)
    Script(store).sit().resign(0, 9, 5)
    Script(store).sit().moves(6)
    carry(database_url)
    assert models.ratings("tic", 2).items == []
    Script(store).sit().moves(6).resign(0, 9, 5)
    carry(database_url)
    assert [line.player for line in models.ratings("tic", 2).items] == ["Bob", "Ann"]


def test_rankings_and_histories_come_in_pages(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    outcomes = [(("Ann", name), (2, 1)) for name in NAMES[1:]] + [(("Ann", "Bob"), (1, 1))]
    for minute, (players, points) in enumerate(outcomes):
        play(store, minute, players, points)
    carry(database_url)
    found, after = [], None
    while not found or after is not None:
        page = models.ratings("tic", 2, after, limit=2)
        found += page.items
        after = page.next
    assert found == models.ratings("tic", 2).items
    assert [line.place for line in found] == [1, 2, 3, 4, 5]
    changes = models.rating_changes("Ann", "tic", 2, limit=3)
    changes_below = models.rating_changes("Ann", "tic", 2, after=changes.next, limit=3)
    newest_first = [*changes.items, *changes_below.items]
    assert [change.games for change in newest_first] == [5, 4, 3, 2, 1]
    (rating,) = models.player_ratings("Ann", limit=3).items
    assert rating.history == changes.items[::-1]
    assert (rating.games, rating.mu, rating.sigma) == (5, newest_first[0].mu, newest_first[0].sigma)
    assert [change.rank for change in newest_first] == [1] * 5
    assert models.player_ratings("Nobody").items == []
    with pytest.raises(BadCursor):
        models.ratings("tic", 2, changes.next)


def test_any_order_of_reading_gives_the_same_rows(database_url: str, store: FeedRecorder) -> None:
    outcomes = some_outcomes(15, seed=8)
    order = list(range(15))
    random.Random(5).shuffle(order)
    for minute in order:
        play(store, minute, *outcomes[minute])
    seen = []
    for limit in (7, 50, 1000):
        with psycopg.connect(database_url) as connection:
            connection.execute("DELETE FROM kifu.tracking")
            for table in RatingsProjection.tables:
                connection.execute(f"TRUNCATE kifu_read.{table}".encode())
        carry(database_url, [RatingsProjection(ScriptReader())], limit)
        seen.append(msgspec.json.encode(stored(database_url)))
    assert seen[0] == seen[1] == seen[2]
