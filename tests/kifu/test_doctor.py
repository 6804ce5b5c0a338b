"""`kifu doctor`: its report on a healthy service, and on everything that can be wrong."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import psycopg
import pytest

from domain.proof.notes import WITNESS_KEY, NoteKey
from domain.proof.receipts import Signer
from eventstore.postgres.role import url_for_service
from service.examination import database
from service.settings import Settings
from service.version import VERSION
from tests.api.house import app_on
from tests.kifu.command import Ran, kifu
from tests.page.games import call, register
from tests.service.moving_house import House
from tests.support import disks
from tests.support.databases import create_database, database_name, drop_database
from tests.support.services import running_service

pytestmark = [pytest.mark.slow, pytest.mark.long]


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
    """The output of `kifu doctor --json`, as the worst state by check."""
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
    # This also removes the note.
    assert examine(data, url)[1].exit_code == 0


def test_settings_that_cannot_be_used_are_all_named(tmp_path: Path) -> None:
    ran = kifu("doctor", data=tmp_path, KIFU_PORT="no", KIFU_WORKERS="0")
    assert ran.exit_code == 2
    assert "KIFU_PORT" in ran.out
    assert "KIFU_WORKERS" in ran.out


def test_variables_that_look_like_settings_and_are_none_are_named(tmp_path: Path) -> None:
    ran = kifu("doctor", data=tmp_path, KIFU_WORKER="2", KIFU_PACK_MOVES="1", KIFU_PASSWORD="secret")
    why = "is not a setting, so it has no effect"
    assert f"warning  settings: KIFU_WORKER {why}. KIFU_WORKERS may be meant.\n" in ran.out
    assert f"KIFU_PACK_MOVES {why}. docs/running.md lists the settings.\n" in ran.out
    assert "KIFU_PASSWORD" not in ran.out
    assert "well     settings" not in ran.out


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


NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"


def line(ran: Ran, state: str, check: str) -> str:
    """The line of `kifu doctor` for the only check with this name and state."""
    (found,) = (text for text in ran.out.splitlines() if text.startswith(f"{state:<8} {check}: "))
    return found


def test_a_disk_that_fills_is_said_before_it_is_full_and_then(tmp_path: Path) -> None:
    with disks.small_disk(tmp_path / "disk", 200) as data:
        (data / "others").write_bytes(bytes(188 << 20))
        ran = kifu("doctor", "--quick", data=data, KIFU_DATABASE_URL=NOWHERE, KIFU_PORT="1")
        said = line(ran, "warning", "space")
        assert said.endswith(f"12 MiB are free on the disk of {data}. That is less than a tenth: make room.")
        (data / "more").write_bytes(bytes(9 << 20))
        ran = kifu("doctor", "--quick", data=data, KIFU_DATABASE_URL=NOWHERE, KIFU_PORT="1")
        said = line(ran, "fault", "space")
        assert said.endswith(f"3 MiB are free on the disk of {data}. Nothing can be recorded: make room.")


def test_a_witness_that_has_cosigned_nothing_is_a_warning_with_what_asks_it(played: tuple[Path, str]) -> None:
    data, url = played
    witness = NoteKey("witness.example", WITNESS_KEY, Signer(bytes(32)).public).vkey
    named = f"{witness}@http://127.0.0.1:1/"
    ran = kifu("doctor", "--quick", data=data, KIFU_DATABASE_URL=url, KIFU_PORT="1", KIFU_WITNESSES=named)
    assert ran.exit_code == 1, ran
    said = line(ran, "warning", "witnesses")
    assert "witness.example has cosigned the log of heads up to leaf 0 of " in said
    assert said.endswith("`kifu checkpoint` asks it, and says what it answers.")


def test_files_of_moved_games_that_are_away_are_a_fault_with_the_setting(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path) as app:
        house = House(database_url, tmp_path, app.test_client())
        house.move_out()
    settings = {"data": tmp_path, "KIFU_DATABASE_URL": database_url, "KIFU_PORT": "1"}
    well = kifu("doctor", "--quick", KIFU_ARCHIVE=house.place, **settings)
    assert line(well, "well", "archive").endswith("Games that were moved to files can be read, if there are any.")
    ran = kifu("doctor", "--quick", **settings)
    assert ran.exit_code == 2
    said = line(ran, "fault", "archive")
    assert "KIFU_ARCHIVE says nothing of where" in said
    assert said.endswith("Bring the folder or bucket of KIFU_ARCHIVE back, or correct the setting.")


def test_a_log_that_was_signed_in_what_is_still_to_come_is_a_fault(played: tuple[Path, str]) -> None:
    data, url = played
    with psycopg.connect(url, autocommit=True) as connection:
        heads = connection.execute("SELECT partition, size, key, time FROM kifu.tree_head").fetchall()
        later = f"{datetime.now(UTC) + timedelta(hours=1):%Y-%m-%dT%H:%M:%S.000000Z}"
        connection.execute("UPDATE kifu.tree_head SET time = %s", (later,))
        try:
            ran = kifu("doctor", "--quick", data=data, KIFU_DATABASE_URL=url, KIFU_PORT="1")
        finally:
            for partition, size, key, time in heads:
                connection.execute(
                    "UPDATE kifu.tree_head SET time = %s WHERE (partition, size, key) = (%s, %s, %s)",
                    (time, partition, size, key),
                )
    said = line(ran, "fault", "clock")
    assert "The log was signed at " in said
    assert "still to come by the clock of this machine. Set the clock right before anything more is signed." in said


@pytest.mark.parametrize("off", [timedelta(minutes=5), -timedelta(minutes=5)], ids=["ahead", "behind"])
def test_a_machine_that_keeps_another_time_than_the_database_is_warned(
    played: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, off: timedelta
) -> None:
    data, url = played

    class Clock(datetime):
        """A machine's clock that is wrong."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + off

    def explain(error: Exception) -> str | None:
        raise error

    settings = Settings(data=data, database_url=url)
    monkeypatch.setattr(database, "datetime", Clock)
    (found,) = (
        one
        for one in database.examine_database(settings, url, url_for_service(url), explain, quick=True)
        if one.check == "clock"
    )
    assert found.what.startswith("The clock of the database says "), found
    assert (found.state, found.advice) == ("warning", "Let both machines keep the time by NTP.")
