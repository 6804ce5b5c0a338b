"""The process that matches seeks is killed in the middle: no seek is lost, and none is matched twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import psycopg
import pytest

from tests.service.test_service import Player
from tests.support.services import LOBBY, killed, process_of, running_service
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

DUEL = {"games": [{"ruleset": "micro-dojo", "seats": [2]}]}
WAITS_IN_A_MATCH = """
SELECT count(*) FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
 WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' AND l.relation = 'kifu.seek'::regclass
   AND l.mode = 'RowExclusiveLock'
"""


def sought(player: Player) -> str:
    return str(player.call("POST", "/v1/seeks", DUEL)["id"])


def games_of(database: psycopg.Connection[tuple[object, ...]]) -> list[object]:
    """The game of each seek that was matched."""
    return [game for (game,) in database.execute("SELECT game FROM kifu.seek WHERE game IS NOT NULL")]


def opened(database: psycopg.Connection[tuple[object, ...]]) -> set[object]:
    rows = database.execute("SELECT game_id FROM kifu.event WHERE topic = 'kifu:game-opened'")
    return {game for (game,) in rows}


def test_a_match_of_which_the_process_dies_in_the_middle_is_made_whole_afterwards(
    tmp_path: Path, database_url: str
) -> None:
    with (
        running_service(tmp_path, KIFU_DATABASE_URL=database_url) as base,
        psycopg.connect(database_url, autocommit=True) as database,
        psycopg.connect(database_url) as holder,
    ):
        ada, bob = Player(base, "Ada"), Player(base, "Bob")
        process = process_of(LOBBY, tmp_path)
        # Nothing can be appended until this transaction ends, so the match stops after it has ended the seeks.
        holder.execute("SELECT FROM kifu.feed_head FOR UPDATE")
        seeks = {sought(ada), sought(bob)}
        eventually(lambda: database.execute(WAITS_IN_A_MATCH).fetchone() == (1,))
        killed(process)
        assert (games_of(database), opened(database)) == ([], set())
        holder.rollback()
        eventually(lambda: len(games_of(database)) == len(seeks))
        assert len(opened(database)) == 1
        assert set(games_of(database)) == opened(database)


def test_however_often_the_process_is_killed_everybody_gets_one_game(tmp_path: Path, database_url: str) -> None:
    with (
        running_service(tmp_path, KIFU_DATABASE_URL=database_url) as base,
        psycopg.connect(database_url, autocommit=True) as database,
    ):
        people = [Player(base, f"Player {letter}") for letter in "abcdefghijklmnopqrst"]
        for number, player in enumerate(people):
            sought(player)
            if number % 5 == 4:
                killed(process_of(LOBBY, tmp_path))
        eventually(lambda: len(games_of(database)) == len(people))
        assert set(Counter(games_of(database)).values()) == {2}
        assert set(games_of(database)) == opened(database)
