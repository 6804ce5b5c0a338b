"""The history takes its words from the events: nothing stored elsewhere can contradict them."""

from __future__ import annotations

from datetime import timedelta

import psycopg

from eventstore.recorder import FeedRecorder
from projections.queries.lines import UNREADABLE
from projections.queries.read import ReadModels
from tests.projections.running import carry
from tests.projections.scripted import START, Script


def test_a_step_takes_no_more_room_in_the_history_than_its_place(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    Script(store).sit().moves(30).end(1, 2)
    carry(database_url)
    with psycopg.connect(database_url) as connection:
        row = connection.execute("SELECT max(pg_column_size(line.*)) FROM kifu_read.history AS line").fetchone()
    assert row == (64,)


def test_a_step_that_cannot_be_read_any_more_keeps_its_line_and_hides_no_other(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    game = Script(store).sit().moves(4)
    carry(database_url)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE kifu.event SET payload = '{}' WHERE game_id = %s AND version = 5", (game.id,))
        connection.execute("DELETE FROM kifu.event WHERE game_id = %s AND version = 6", (game.id,))
    lines = models.history().items
    assert [(line.n, line.kind, line.words == UNREADABLE) for line in lines] == [
        (5, "move", False),
        (4, "move", False),
        (3, "move", True),
        (2, "move", True),
        (1, "set-up", False),
    ]
    assert [(line.seat, line.player) for line in lines if line.words == UNREADABLE] == [(None, None)] * 2


def test_pages_of_the_history_lose_no_step_of_one_moment(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    moment = START + timedelta(hours=1)
    games = [Script(store, start=moment).sit().moves(3) for _ in range(3)]
    carry(database_url)
    seen, after = [], None
    while True:
        page = models.history(after=after, limit=2)
        seen += [(line.time, line.game, line.n) for line in page.items]
        if (after := page.next) is None:
            break
    assert seen == sorted(set(seen), reverse=True)
    assert {game for _, game, _ in seen} == {game.id for game in games}
