"""The process that keeps clocks is killed in the middle: time is called afterwards, and once."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from tests.service.test_service import Player
from tests.support.services import LOBBY, killed, process_of, running_service
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

# Less than the silence that counts as an outage, so that the death of the process stops no clock.
CLOCK = {"spell": 3}
WAITS_TO_APPEND = """
SELECT count(*) FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
 WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' AND l.relation = 'kifu.feed_head'::regclass
"""
CALLED = "SELECT count(*) FROM kifu.event WHERE topic = 'kifu:time-ran-out'"


def test_a_time_out_of_which_the_process_dies_in_the_middle_is_recorded_once_afterwards(
    tmp_path: Path, database_url: str
) -> None:
    with (
        running_service(tmp_path, KIFU_DATABASE_URL=database_url) as base,
        psycopg.connect(database_url, autocommit=True) as database,
        psycopg.connect(database_url) as holder,
    ):
        ada, bob = Player(base, "Ada"), Player(base, "Bob")
        process = process_of(LOBBY, tmp_path)
        game = ada.call("POST", "/v1/games", {"ruleset": "micro-dojo", "seats": 2, "options": {"clock": CLOCK}})
        path = f"/v1/games/{game['id']}"
        for seat, player in enumerate((ada, bob)):
            player.call("POST", f"{path}/seats", {"seat": seat})
        # Nothing can be appended until this transaction ends.
        holder.execute("SELECT FROM kifu.feed_head FOR UPDATE")
        eventually(lambda: database.execute(WAITS_TO_APPEND).fetchone() != (0,))
        killed(process)
        assert database.execute(CALLED).fetchone() == (0,)
        holder.rollback()
        eventually(lambda: database.execute(CALLED).fetchone() == (1,))
        assert ada.call("GET", path)["status"] == "resigned"
        assert ada.call("GET", f"{path}/verification")["holds"] is True
