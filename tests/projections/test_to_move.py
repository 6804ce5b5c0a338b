"""Whose move it is, in the list of games."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from eventstore.postgres.migrate import migrate
from eventstore.recorder import FeedRecorder
from projections.queries.read import ReadModels
from projections.read_models.games import GamesProjection
from tests.projections.running import carry
from tests.projections.scripted import Script, ScriptReader, event_store
from tests.support.databases import later_tables, migrate_before


def to_move(url: str, models: ReadModels, script: Script, limit: int = 100) -> list[int]:
    """The seats that are to move, once the games have been read in batches of `limit` events."""
    carry(url, [GamesProjection(ScriptReader())], limit)
    (found,) = [game.to_move for game in models.games().items if game.id == script.id]
    return found


@pytest.mark.parametrize("limit", [1, 100])
def test_the_last_position_says_who_is_asked(
    database_url: str, store: FeedRecorder, models: ReadModels, limit: int
) -> None:
    script = Script(store)
    assert to_move(database_url, models, script, limit) == []
    script.sit()
    assert to_move(database_url, models, script, limit) == [1]
    script.moves(3)
    assert to_move(database_url, models, script, limit) == [0]
    assert to_move(database_url, models, script.take_back(), limit) == [1], "as after step 3"
    script.moves(2).dispute(7)
    assert to_move(database_url, models, script, limit) == [1], "as after step 7: a dispute asks nobody else"
    assert to_move(database_url, models, script.rule("annul", 7, 7), limit) == [0], "as after step 6"
    assert to_move(database_url, models, script.moves(1).end(3, 4), limit) == []


def test_nobody_is_to_move_in_a_game_that_was_given_up(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    assert to_move(database_url, models, Script(store).sit().moves(1).resign(0, 1, 2)) == []


@pytest.mark.parametrize("limit", [1, 100])
def test_nobody_waits_for_a_seat_that_was_resigned(
    database_url: str, store: FeedRecorder, models: ReadModels, limit: int
) -> None:
    script = Script(store).sit().moves(1)
    assert to_move(database_url, models, script, limit) == [0]
    assert to_move(database_url, models, script.leave(0), limit) == []
    assert to_move(database_url, models, script.moves(1), limit) == [], "the rules ask the first seat again"
    assert to_move(database_url, models, script.moves(1), limit) == [1]
    (game,) = models.games().items
    assert (game.resigned, game.status) == ([0], "playing")


def test_a_paused_game_waits_for_nobody_until_every_dispute_is_closed(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store, pause_on_dispute=True).sit().moves(3)
    assert to_move(database_url, models, script.dispute(2)) == []
    assert to_move(database_url, models, script.dispute(3)) == []
    assert to_move(database_url, models, script.rule("uphold", 3)) == []
    assert to_move(database_url, models, script.rule("note", 2)) == [0]
    assert to_move(database_url, models, Script(store, pause_on_dispute=False).sit().dispute(1)) == [1]


def test_games_are_filtered_by_whose_move_it_is(database_url: str, store: FeedRecorder, models: ReadModels) -> None:
    hers, his = Script(store, ("Ann", "Bob")).sit().moves(1), Script(store, ("Ann", "Bob")).sit()
    alone = Script(store, ("Ann", "Ann"), unlisted=True).sit()
    over = Script(store, ("Ann", "Bob")).sit().end(1, 0)
    carry(database_url, [GamesProjection(ScriptReader())])

    def found(**wanted: object) -> set[object]:
        return {game.id for game in models.games(**wanted).items}  # type: ignore[arg-type]

    assert found(to_move=True) == {hers.id, his.id}
    assert found(to_move=False) == {over.id}
    assert found(player="Ann", to_move=True) == {hers.id}
    assert found(player="Ann", to_move=True, unlisted=True) == {hers.id, alone.id}
    assert found(player="Bob", to_move=False) == {hers.id, over.id}
    assert found(player="Cem", to_move=True) == set()


def test_the_games_that_wait_for_a_player_are_found_by_an_index_that_no_move_changes(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("SET enable_seqscan = off")
        query = "SELECT FROM kifu_read.game WHERE players @> ARRAY['Ann'] AND status = 'playing'"
        plan = "\n".join(line for (line,) in connection.execute(f"EXPLAIN {query}"))
        indexed = connection.execute("SELECT indexdef FROM pg_indexes WHERE tablename = 'game'").fetchall()
    assert "game_running_by_player" in plan
    assert not any("to_move" in definition or "asked" in definition for (definition,) in indexed)


def test_the_migration_reads_the_games_again(empty_database_url: str, tmp_path: Path) -> None:
    migrate_before(empty_database_url, "0024", tmp_path)
    store = event_store(empty_database_url)
    models = ReadModels(empty_database_url, ScriptReader(), pool_size=1)
    try:
        with later_tables(empty_database_url):
            script = Script(store).sit().moves(2)
        with psycopg.connect(empty_database_url) as connection:
            connection.execute(
                "INSERT INTO kifu.tracking (projection, upstream, position) "
                "SELECT 'games', 'feed-' || partition, position FROM kifu.feed_head"
            )
        assert migrate(empty_database_url) != []
        assert to_move(empty_database_url, models, script) == [1]
        assert not any(state.stopped for state in models.lag())
    finally:
        models.close()
        store.datastore.close()
