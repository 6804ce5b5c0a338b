"""The read model of disputes: of listed and unlisted games, writing only what has changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import psycopg

from eventstore.postgres.migrate import migrate, migration_files, migrations_folder
from eventstore.recorder import FeedRecorder
from projections.queries.read import ReadModels
from projections.read_models.disputes import DisputesProjection
from tests.projections.running import carry
from tests.projections.scripted import Script, ScriptReader, event_store
from tests.support.databases import later_tables


def carried(url: str) -> None:
    carry(url, [DisputesProjection(ScriptReader())])


def test_disputes_of_unlisted_games_are_read_where_they_are_asked_for(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    listed = Script(store).sit().moves(2).dispute(2, "t.rule")
    secret = Script(store, unlisted=True).sit().moves(2).dispute(2, "t.rule").rule("uphold", 2).dispute(3)
    carried(database_url)
    assert [(item.game, item.unlisted) for item in models.disputes().items] == [(listed.id, False)]
    found = models.disputes(unlisted=True).items
    assert {(item.game, item.number, item.status) for item in found if item.unlisted} == {
        (secret.id, 1, "ruled"),
        (secret.id, 2, "open"),
    }
    assert len(found) == 3
    pages, after = [], None
    while True:
        page = models.disputes(unlisted=True, after=after, limit=1)
        pages += page.items
        after = page.next
        if after is None:
            break
    assert pages == found
    assert [line.disputes for line in models.disputed_clauses().items] == [1]
    assert sum(line.disputes for line in models.disputed_clauses(unlisted=True).items) == 3


def test_a_batch_writes_the_disputes_that_it_is_about_and_no_others(database_url: str, store: FeedRecorder) -> None:
    game = Script(store).sit().moves(3).dispute(2).dispute(3)
    carried(database_url)
    with psycopg.connect(database_url) as connection:
        versions = dict(connection.execute("SELECT number, xmin::text FROM kifu_read.dispute").fetchall())
    game.rule("uphold", 3).dispute(4)
    carried(database_url)
    with psycopg.connect(database_url) as connection:
        now = dict(connection.execute("SELECT number, xmin::text FROM kifu_read.dispute").fetchall())
        (ruling,) = connection.execute("SELECT ruling FROM kifu_read.dispute WHERE number = 2").fetchone() or ("",)
    assert ruling == "uphold"
    assert now[1] == versions[1]
    assert now[2] != versions[2]
    assert set(now) == {1, 2, 3}


def test_the_migration_reads_again_what_was_left_out_before(empty_database_url: str, tmp_path: Path) -> None:
    for file in migration_files(migrations_folder()):
        if file.stem < "0023":
            shutil.copy(file, tmp_path)
    migrate(empty_database_url, tmp_path)
    store = event_store(empty_database_url)
    try:
        with later_tables(empty_database_url):
            game = Script(store, unlisted=True).sit().moves(2).dispute(2)
        with psycopg.connect(empty_database_url) as connection:
            connection.execute(
                "INSERT INTO kifu.tracking (projection, upstream, position) "
                "SELECT 'disputes', 'feed-' || partition, position FROM kifu.feed_head"
            )
            connection.execute("INSERT INTO kifu_read.stopped VALUES ('disputes', 'no row', NULL, NULL, NULL, now())")
        assert migrate(empty_database_url) != []
        game.rule("note", 2)
        carried(empty_database_url)
    finally:
        store.datastore.close()
    models = ReadModels(empty_database_url, ScriptReader(), pool_size=1)
    try:
        assert [item.ruling for item in models.disputes(unlisted=True).items] == ["note"]
        assert not any(state.stopped for state in models.lag())
    finally:
        models.close()
