"""`kifu doctor`: what it says of a service that is well, and of each thing that is not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from service.version import VERSION
from tests.kifu.command import Ran, kifu
from tests.page.games import call, register
from tests.support.databases import create_database, database_name, drop_database
from tests.support.services import running_service

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, postgres_url: str, template: str) -> Iterator[tuple[Path, str]]:
    """The data folder and the database of a service that has played and signed, and was stopped."""
    data = tmp_path_factory.mktemp("doctor")
    url = create_database(postgres_url, database_name(), template)
    with running_service(data, KIFU_DATABASE_URL=url) as base:
        call(base, "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, register(base, "Ada"))
    assert kifu("checkpoint", data=data, KIFU_DATABASE_URL=url).exit_code == 0
    yield data, url
    drop_database(url)


def examine(data: Path, url: str, *options: str, **settings: str) -> tuple[dict[str, str], Ran]:
    """What `kifu doctor --json` says, as the worst state by check."""
    ran = kifu("doctor", "--json", *options, data=data, KIFU_DATABASE_URL=url, KIFU_PORT="1", **settings)
    states = ("well", "skipped", "warning", "fault")
    found: dict[str, str] = {}
    for line in ran.out.splitlines():
        one = json.loads(line)
        found[one["check"]] = max(one["state"], found.get(one["check"], "well"), key=states.index)
    return found, ran


def test_a_service_that_is_well_has_nothing_wrong(played: tuple[Path, str]) -> None:
    found, ran = examine(*played)
    assert ran.exit_code == 0, ran
    assert set(found.values()) == {"well", "skipped"}
    assert {"settings", "space", "rights", "database", "migrations", "role", "definitions", "keys"} <= set(found)
    assert {"clock", "read models", "checkpoints", "log", "rows"} <= set(found)
    assert found["service"] == "skipped"


def test_quick_reads_no_events(played: tuple[Path, str]) -> None:
    found, _ = examine(*played, "--quick")
    assert "checkpoints" in found
    assert not {"log", "rows"} & set(found)


def test_what_is_wrong_is_named_with_what_to_do(played: tuple[Path, str], tmp_path: Path) -> None:
    data, url = played
    copy = tmp_path / "data"
    shutil.copytree(data, copy)
    (copy / "keys" / "signing.key").chmod(0o644)
    (copy / "checkpoints.ndjson").unlink()
    (copy / "keys" / "tokens.key").write_text("07" * 32)
    found, ran = examine(copy, url)
    assert ran.exit_code == 2
    assert {name for name, state in found.items() if state == "fault"} >= {"rights", "checkpoints", "keys"}
    said = kifu("doctor", "--quick", data=copy, KIFU_DATABASE_URL=url, KIFU_PORT="1").out
    assert f"Run `chmod 600 {copy / 'keys' / 'signing.key'}`." in said
    assert "kifu checkpoint --new-file" in said
    assert "KIFU_TOKEN_KEY" in said


def test_a_row_that_somebody_changed_is_found_by_reading_the_events(played: tuple[Path, str]) -> None:
    data, url = played
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE kifu_read.game SET status = 'finished'")
        try:
            found, ran = examine(data, url)
        finally:
            connection.execute("UPDATE kifu_read.game SET status = 'waiting'")
    assert ran.exit_code == 2
    assert found["rows"] == "fault"
    # Which also takes the note back.
    assert examine(data, url)[1].exit_code == 0


def test_settings_that_cannot_be_used_are_all_named(tmp_path: Path) -> None:
    ran = kifu("doctor", data=tmp_path, KIFU_PORT="no", KIFU_WORKERS="0")
    assert ran.exit_code == 2
    assert "KIFU_PORT" in ran.out
    assert "KIFU_WORKERS" in ran.out


def test_a_database_that_is_away_or_lacks_migrations_is_said(empty_database_url: str, tmp_path: Path) -> None:
    found, ran = examine(tmp_path, empty_database_url)
    assert (ran.exit_code, found["migrations"], found["record"]) == (2, "fault", "skipped")
    found, ran = examine(tmp_path, "postgresql://nobody@127.0.0.1:1/nothing")
    assert (ran.exit_code, found["database"]) == (2, "fault")
    assert "cannot be reached" in ran.out


def test_the_service_that_runs_is_asked_for_its_version(database_url: str, tmp_path: Path) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as base:
        port = base.rpartition(":")[2]
        ran = kifu("doctor", "--quick", data=tmp_path, KIFU_DATABASE_URL=database_url, KIFU_PORT=port)
    assert f"well     service: The service runs {VERSION}." in ran.out
    assert "well     readiness: It is ready." in ran.out
