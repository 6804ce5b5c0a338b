"""The read models' account of games, compared with the written events."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar
from uuid import uuid4

import msgspec
import psycopg
import pytest

from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from eventstore.tables.players import Players
from projections.queries.cursor import BadCursor
from projections.queries.items import Page
from projections.queries.read import BadPosition, ReadModels, UnknownReadModel
from projections.read_models.catalogue import NAMES
from tests.projections.running import carry
from tests.projections.scripted import SEED, START, Script, play_many

T = TypeVar("T")


def all_items(read: Callable[[str | None], Page[T]], size: int) -> list[T]:
    """The items of all pages; no page but the last has fewer than `size`."""
    found: list[T] = []
    after = None
    while True:
        page = read(after)
        found += page.items
        if page.next is None:
            return found
        assert len(page.items) == size
        after = page.next


def test_a_game_is_listed_with_its_seats_and_follows_its_events(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    waiting, playing, finished, resigned = (Script(store, start=START + timedelta(hours=n)) for n in range(4))
    playing.sit().moves(3)
    finished.sit().moves(2).end(4, 7)
    resigned.sit().moves(1).resign(0, 9, 1)
    carry(database_url)

    games = {game.id: game for game in models.games().items}
    assert [games[script.id].status for script in (waiting, playing, finished, resigned)] == [
        "waiting",
        "playing",
        "finished",
        "resigned",
    ]
    assert [seat.player for seat in games[waiting.id].seats] == [None, None]
    game = games[playing.id]
    assert [(seat.seat, seat.player) for seat in game.seats] == [(0, "Ann"), (1, "Bob")]
    assert (game.version, game.step, game.ruleset, game.options) == (7, 4, "tic", {"board": 3})
    assert (game.opened_at, game.updated_at) == (playing.events[0].timestamp, playing.events[-1].timestamp)
    assert [games[script.id].winners for script in (playing, finished, resigned)] == [None, [1], [1]]


def test_games_are_filtered_by_ruleset_status_and_player(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    tic = Script(store, ("Ann", "Bob")).sit()
    tac = Script(store, ("Bob", "Cem"), ruleset="tac").sit().end(1, 0)
    carry(database_url)
    assert [game.id for game in models.games(ruleset="tac").items] == [tac.id]
    assert [game.id for game in models.games(status="playing").items] == [tic.id]
    assert [game.id for game in models.games(player="Cem").items] == [tac.id]
    assert {game.id for game in models.games(player="Bob").items} == {tic.id, tac.id}
    assert models.games(player="Bob", status="waiting").items == []


@pytest.mark.parametrize("size", [1, 3, 7])
def test_every_list_is_read_in_pages_without_loss_repetition_or_disorder(
    database_url: str, store: FeedRecorder, models: ReadModels, size: int
) -> None:
    # Games that open and end at the same moment are told apart by their ids.
    scripts = [Script(store, start=START).sit().moves(3).end(n % 3, 1) for n in range(10)]
    carry(database_url)
    ids = {script.id for script in scripts}

    games = all_items(lambda after: models.games(player="Ann", after=after, limit=size), size)
    scores = all_items(lambda after: models.scores(after=after, limit=size), size)
    of_bob = all_items(lambda after: models.scores(ruleset="tic", player="Bob", after=after, limit=size), size)
    played = all_items(lambda after: models.player_games("Ann", after=after, limit=size), size)
    steps = all_items(lambda after: models.history(after=after, limit=size), size)

    for listed in ([game.id for game in games], *([item.game for item in items] for items in (scores, of_bob, played))):
        assert len(listed) == 10
        assert set(listed) == ids
    places = [(step.time, step.game.int, step.n) for step in steps]
    assert places == sorted(places, reverse=True)
    assert {(step.game, step.n) for step in steps} == {(game, n) for game in ids for n in range(1, 6)}
    assert len(steps) == 50


def test_leaderboards_are_read_in_pages_with_places_that_go_on(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    for n in range(6):
        Script(store, (f"winner {n}", f"loser {n}")).sit().moves(4).end(5 + n % 2, n % 3)
    carry(database_url)
    standings = all_items(lambda after: models.leaderboard("tic", after=after, limit=5), 5)
    assert [line.place for line in standings] == list(range(1, 13))
    keys = [(-line.wins, -line.shared_wins, -line.mean_points, line.player) for line in standings]
    assert keys == sorted(keys)
    assert len({line.player for line in standings}) == 12


def test_the_leaderboard_counts_wins_shared_wins_points_and_resigned_games(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    Script(store).sit().moves(4).end(4, 7)
    Script(store).sit().moves(4).end(5, 5)
    Script(store).sit().moves(4).resign(1, 2, 8)
    Script(store).sit().moves(4)
    Script(store, ruleset="tac").sit().moves(4).end(9, 0)
    carry(database_url)
    bob, ann = models.leaderboard("tic").items
    assert (bob.place, bob.player, bob.games, bob.wins, bob.shared_wins, bob.points) == (1, "Bob", 3, 1, 1, 20)
    assert (ann.place, ann.player, ann.games, ann.wins, ann.shared_wins, ann.points) == (2, "Ann", 3, 1, 1, 11)
    assert ann.mean_points == pytest.approx(11 / 3)
    assert ann.win_rate == pytest.approx(2 / 3)
    assert models.leaderboard("no such game") == Page([])


def test_a_side_that_is_no_seat_has_a_named_row_of_scores_and_no_place_among_the_players(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    lost = Script(store, sides=["the house"]).sit().moves(4).end(4, 2, 9)
    shared = Script(store, sides=["the house"]).sit().moves(4).end(5, 1, 5)
    carry(database_url)
    scores = {score.game: score.seats for score in models.scores().items}
    assert [(seat.seat, seat.player, seat.side, seat.rank) for seat in scores[lost.id]] == [
        (0, "Ann", None, 2),
        (1, "Bob", None, 3),
        (2, None, "the house", 1),
    ]
    assert {game.id: game.winners for game in models.games().items} == {lost.id: [2], shared.id: [0, 2]}
    ann, bob = models.leaderboard("tic").items
    assert (ann.player, ann.games, ann.wins, ann.shared_wins) == ("Ann", 2, 0, 1)
    assert (bob.player, bob.games, bob.wins, bob.shared_wins) == ("Bob", 2, 0, 0)
    assert {game.game: game.rank for game in models.player_games("Ann").items} == {lost.id: 2, shared.id: 1}


def test_scores_give_each_seat_its_points_by_clause_and_its_rank(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit().end(4, 7)
    carry(database_url)
    (score,) = models.scores().items
    assert (score.game, score.ruleset, score.status) == (script.id, "tic", "finished")
    assert (score.ended_by, score.decided_by, score.ended_at) == ("t.end", "t.most-points", script.events[-1].timestamp)
    assert [(seat.seat, seat.player, seat.points, seat.rank) for seat in score.seats] == [
        (0, "Ann", 4, 2),
        (1, "Bob", 7, 1),
    ]
    assert msgspec.to_builtins(score.seats[1].lines) == ({"clause": "t.points", "what": "all", "points": 7},)


def test_a_move_that_was_taken_back_stays_in_the_history_and_is_marked(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit().moves(1)
    carry(database_url)
    script.moves(1).take_back().moves(1)
    carry(database_url)
    script.take_back().moves(1)
    carry(database_url)
    lines = {line.n: line for line in models.history().items}
    assert [lines[n].kind for n in range(1, 8)] == ["set-up", "move", "move", "take-back", "move", "take-back", "move"]
    assert [n for n, line in lines.items() if line.taken_back] == [5, 3]
    assert (lines[1].seat, lines[1].player, lines[1].words) == (None, None, "The table made step 1.")
    assert (lines[2].seat, lines[2].player, lines[2].words) == (1, "Bob", "Bob made step 2.")
    assert (lines[7].game, lines[7].ruleset, lines[7].time) == (script.id, "tic", script.events[-1].timestamp)


def test_an_unlisted_game_appears_in_no_list_history_score_leaderboard_or_page(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    register(database_url, "Ann")
    Script(store, unlisted=True).sit().moves(3).take_back().moves(2).end(3, 1)
    Script(store, unlisted=True)
    carry(database_url)
    assert models.games().items == models.games(player="Ann", ruleset="tic", status="finished").items == []
    assert models.history().items == []
    assert models.scores().items == models.scores(player="Ann").items == []
    assert models.leaderboard("tic").items == []
    assert models.player_games("Ann").items == []
    page = models.player("Ann")
    assert page is not None
    assert page.records == []


def test_a_teaching_game_is_shown_but_counts_nowhere(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    register(database_url, "Ann")
    Script(store, teaching=True).sit().end(3, 1)
    carry(database_url)
    assert [game.teaching for game in models.games().items] == [True]
    assert len(models.history().items) == 2
    assert [game.teaching for game in models.player_games("Ann").items] == [True]
    assert models.scores().items == []
    assert models.leaderboard("tic").items == []
    page = models.player("Ann")
    assert page is not None
    assert [(record.joined, record.games, record.wins) for record in page.records] == [(1, 0, 0)]


def test_a_players_page_sums_up_their_games_by_ruleset(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    register(database_url, "Ann")
    Script(store).sit().moves(4).end(4, 7)
    Script(store).sit().moves(4).resign(1, 9, 2)
    carry(database_url)
    Script(store).sit().moves(4).end(6, 6)
    Script(store, start=START + timedelta(days=1)).sit().moves(2)
    Script(store, ruleset="tac").sit().moves(4).end(1, 0)
    carry(database_url)
    page = models.player("Ann")
    assert page is not None
    tac, tic = page.records
    assert (page.name, tac.ruleset, tac.joined, tac.games) == ("Ann", "tac", 1, 1)
    assert (tic.joined, tic.games, tic.wins, tic.shared_wins, tic.points, tic.best) == (4, 3, 1, 1, 19, 9)
    assert tic.mean_points == pytest.approx(19 / 3)
    assert tic.win_rate == pytest.approx(2 / 3)
    newest = models.player_games("Ann", limit=1).items[0]
    assert (newest.status, newest.rank, newest.points, newest.ended_at) == ("playing", None, None, None)


def test_a_registered_player_without_games_has_a_page_and_a_stranger_has_none(
    database_url: str, models: ReadModels
) -> None:
    register(database_url, "Zoe")
    page = models.player("Zoe")
    assert page is not None
    assert (page.name, page.records) == ("Zoe", [])
    assert models.player("Nobody") is None


def test_a_cursor_of_another_list_or_of_nobody_is_refused(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    play_many(store, 3)
    carry(database_url)
    of_history = models.history(limit=1).next
    assert of_history is not None
    for wrong in ("%", "é", "bm90IGpzb24", of_history, of_history[:-3], "W10", "A" * 9999):
        with pytest.raises(BadCursor):
            models.games(after=wrong)
    with pytest.raises(BadCursor):
        models.leaderboard("tic", after=of_history)


def test_waiting_for_a_position_ends_when_the_model_has_it_and_not_before(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit()
    assert not models.wait_for("games", script.position, timeout=0.05)
    carry(database_url)
    assert models.wait_for("games", script.position, timeout=0.0)
    earlier = script.position
    script.moves(1)
    assert models.wait_for("games", earlier, timeout=0.0)
    assert not models.wait_for("games", script.position, timeout=0.0)


@pytest.mark.parametrize(
    "position", ["", "7", "7:", ":7", "a:b", "-1:2", "1:-2", "1:2:3", "١:٢", "9" * 30 + ":1", "1:" + "9" * 30]
)
def test_waiting_for_what_is_no_position_is_refused(models: ReadModels, position: str) -> None:
    with pytest.raises(BadPosition):
        models.wait_for("games", position)


def test_waiting_for_an_unknown_read_model_is_refused(models: ReadModels) -> None:
    with pytest.raises(UnknownReadModel):
        models.wait_for("gmaes", "1:1")


def test_the_lag_of_every_projection_is_the_number_of_events_it_has_not_read(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    Script(store).sit()
    assert [(state.name, state.behind) for state in models.lag()] == [(name, 4) for name in sorted(NAMES)]
    carry(database_url)
    Script(store)
    assert [(state.behind, state.stopped, state.error) for state in models.lag()] == [(1, False, None)] * len(NAMES)


def test_read_models_answer_again_after_their_connections_were_cut(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit()
    carry(database_url)
    assert len(models.games().items) == 1
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert [game.id for game in models.games().items] == [script.id]


def test_no_read_model_holds_the_seed(database_url: str, store: FeedRecorder) -> None:
    play_many(store, 2)
    Script(store).sit()
    carry(database_url)
    with psycopg.connect(database_url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'kifu_read'").fetchall()
        assert len(tables) > 8
        for (table,) in tables:
            rows = connection.execute(f"SELECT t::text FROM kifu_read.{table} AS t").fetchall()
            assert not any(SEED in row for (row,) in rows)


def test_the_same_events_carried_one_by_one_or_many_at_a_time_give_the_same_rows(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script_id = uuid4()
    Script(store, game_id=script_id).sit().moves(2).take_back().moves(3).end(2, 1)
    play_many(store, 6, moves=2)
    carry(database_url, limit=1)
    one_by_one = [
        models.games(),
        models.history(),
        models.scores(),
        models.leaderboard("tic"),
        models.player_games("Ann"),
    ]
    with psycopg.connect(database_url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'kifu_read'").fetchall()
        for (table,) in tables:
            connection.execute(f"TRUNCATE kifu_read.{table}")
        connection.execute("DELETE FROM kifu.tracking")
    carry(database_url, limit=1000)
    assert one_by_one == [
        models.games(),
        models.history(),
        models.scores(),
        models.leaderboard("tic"),
        models.player_games("Ann"),
    ]


def register(url: str, name: str) -> None:
    """A player of this name."""
    datastore = Datastore(url, pool_size=1)
    Players(datastore).register(name, name.encode())
    datastore.close()
