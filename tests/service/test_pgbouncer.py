"""The service through PgBouncer in transaction mode."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
import requests
from eventsourcing.persistence import IntegrityError, StoredEvent

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.pooler import PoolerError, check_direct, check_pooled
from eventstore.postgres.role import ROLE, url_for_service
from eventstore.recorder import FeedRecorder
from tests.eventstore.cutting_proxy import CuttingProxy
from tests.kifu.command import kifu
from tests.service.test_service import Player
from tests.support.databases import logged_in_as
from tests.support.pgbouncer import needs_pgbouncer, pgbouncer
from tests.support.services import running_service
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, needs_pgbouncer]

GAMES, MOVES = 6, 20


@pytest.fixture
def login(database_url: str) -> Iterator[str]:
    """A login of the service's own, without any settings."""
    name = f"kifu_{uuid4().hex[:8]}"
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {name} LOGIN IN ROLE {ROLE}".encode())
        yield name
        owner.execute(f"DROP ROLE {name}".encode())


@pytest.fixture
def prepared_login(database_url: str, login: str) -> str:
    """A login with the settings that a pooled connection cannot set, as `deploy/create_database.sh` makes it."""
    settings = f"role = {ROLE}", "lock_timeout = '2s'", "idle_in_transaction_session_timeout = '5s'", "TimeZone = UTC"
    with psycopg.connect(database_url, autocommit=True) as owner:
        for setting in settings:
            owner.execute(f"ALTER ROLE {login} SET {setting}".encode())
    return login


@pytest.mark.long
def test_games_are_played_at_once_over_fewer_connections_than_the_workers_have(
    tmp_path: Path, database_url: str, prepared_login: str
) -> None:
    with (
        pgbouncer(database_url, [prepared_login]) as pooled,
        running_service(
            tmp_path, KIFU_DATABASE_URL=database_url, KIFU_POOLED_DATABASE_URL=pooled, KIFU_WORKERS="2"
        ) as base,
    ):

        def play(number: int) -> tuple[str, list[int]]:
            player, chance = Player(base, f"player{number}"), random.Random(number)
            path, steps = player.game(), []
            stream = requests.get(f"{base}{path}/live", stream=True, timeout=60)
            for _ in range(MOVES):
                answer = player.move(path, chance)
                assert answer is not None
                steps.append(answer["step"])
            last = f"id: {answer['version']}".encode()
            assert any(line == last for line in stream.iter_lines())
            stream.close()
            body = {"seat": 0}
            first, second = (
                player.call("POST", f"{path}/resignation", body, **{"Idempotency-Key": "once"}) for _ in range(2)
            )
            assert first == second
            return path, steps

        with ThreadPoolExecutor(GAMES) as threads:
            played = list(threads.map(play, range(GAMES)))
        for path, steps in played:
            assert steps == list(range(2, MOVES + 2))
            recorded = requests.get(f"{base}{path}/steps?limit=1000", timeout=60).json()["items"]
            assert [step["n"] for step in recorded] == list(range(1, MOVES + 3))
        eventually(lambda: len(requests.get(f"{base}/v1/scores", timeout=60).json()["items"]) == GAMES, 60)
        assert {item["opened_at"][-1] for item in requests.get(f"{base}/v1/games", timeout=60).json()["items"]} == {"Z"}
        with psycopg.connect(database_url) as owner:
            found = owner.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE usename = %s AND datname = current_database()",
                (prepared_login,),
            ).fetchone()
        assert found is not None
        assert 1 <= found[0] <= 3
    assert kifu("verify", played[0][0].rpartition("/")[2], data=tmp_path, KIFU_DATABASE_URL=database_url).exit_code == 0


def test_an_append_whose_reply_is_lost_behind_the_pooler_is_made_once(database_url: str, prepared_login: str) -> None:
    game = uuid4()
    opening, move = StoredEvent(game, 1, "step", b"{}"), StoredEvent(game, 2, "step", b"{}")
    with (
        pgbouncer(database_url, [prepared_login]) as pooled,
        CuttingProxy(pooled) as proxy,
        Datastore(url_for_service(database_url), pool_size=2, pooled=proxy.url) as store,
    ):
        recorder = FeedRecorder(store)
        assert recorder.insert_events([opening]) == [1]
        proxy.lose_reply(b"kifu.append")
        assert recorder.insert_events([move]) == [2]
        assert proxy.cuts == 1
        with pytest.raises(IntegrityError):
            recorder.insert_events([move])
        assert [event.originator_version for event in recorder.select_events(game)] == [1, 2]


def test_server_connections_that_end_behind_the_pooler_do_no_harm(database_url: str, prepared_login: str) -> None:
    game = uuid4()
    with (
        pgbouncer(database_url, [prepared_login]) as pooled,
        Datastore(url_for_service(database_url), pool_size=2, pooled=pooled) as store,
        psycopg.connect(database_url, autocommit=True) as owner,
    ):
        recorder = FeedRecorder(store)
        for version in range(1, 6):
            assert recorder.insert_events([StoredEvent(game, version, "step", b"{}")]) == [version]
            owner.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", (prepared_login,)
            )


def test_a_pooler_is_told_from_postgresql_and_a_session_of_its_own_from_a_shared_one(database_url: str) -> None:
    check_direct(database_url)
    with pgbouncer(database_url, ["postgres"], mode="session") as pooled:
        check_direct(pooled)
    with pgbouncer(database_url, ["postgres"]) as pooled, pytest.raises(PoolerError, match="KIFU_POOLED_DATABASE_URL"):
        check_direct(pooled)


@pytest.mark.long
def test_a_service_and_migrations_are_not_started_through_the_pooler(tmp_path: Path, database_url: str) -> None:
    with pgbouncer(database_url, ["postgres"]) as pooled:
        tried = [kifu(name, data=tmp_path, KIFU_DATABASE_URL=pooled, KIFU_PORT="1") for name in ("serve", "migrate")]
    for ran in tried:
        assert (ran.exit_code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert ran.err.startswith("Error: KIFU_DATABASE_URL leads through a pooler in transaction mode")


def test_a_pooled_login_without_its_settings_is_refused_with_the_statements_that_it_needs(
    tmp_path: Path, database_url: str, login: str
) -> None:
    with pgbouncer(database_url, [login]) as pooled:
        ran = kifu(
            "serve", data=tmp_path, KIFU_DATABASE_URL=database_url, KIFU_POOLED_DATABASE_URL=pooled, KIFU_PORT="1"
        )
        assert (ran.exit_code, ran.out, ran.err.count("\n")) == (2, "", 1)
        with pytest.raises(PoolerError) as refused:
            check_pooled(pooled)
    statements = re.findall(r"ALTER ROLE \w+ SET \w+ = '\w+'", str(refused.value))
    assert len(statements) == 4
    with psycopg.connect(database_url, autocommit=True) as owner:
        for statement in statements:
            owner.execute(statement.encode())
    with pgbouncer(database_url, [login]) as pooled:
        check_pooled(pooled)


def test_the_role_itself_may_be_the_pooled_login(database_url: str) -> None:
    with pgbouncer(database_url, [ROLE]) as pooled, pytest.raises(PoolerError) as refused:
        check_pooled(pooled)
    assert "role =" not in str(refused.value)
    assert "lock_timeout" in str(refused.value)


def test_a_pooled_url_needs_one_that_leads_past_the_pooler(tmp_path: Path, database_url: str) -> None:
    pooled = logged_in_as(database_url, ROLE)
    ran = kifu("serve", data=tmp_path, KIFU_POOLED_DATABASE_URL=pooled, KIFU_PORT="1")
    assert ran.exit_code == 2
    assert "KIFU_POOLED_DATABASE_URL: Needs KIFU_DATABASE_URL" in ran.err
