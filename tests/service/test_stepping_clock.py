"""A clock that steps back to before a signing key was made: what is recorded meanwhile is valid, then and later."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import msgspec
import psycopg
import pytest
from click.testing import CliRunner

from domain.proof.receipts import KeyExtension, Keyring, PublicKey
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import url_for_service
from kifu.main import main
from service.keys import signing
from service.keys.clock_repair import SpoiltKey, repair
from service.keys.recorded_keys import RecordedKeyring
from service.keys.token_seals import load_token_seals
from service.parts import build_parts
from service.settings import Settings
from tests.domain.application.playing import new_game, play_one
from tests.support.packed import pack_stored_moves

pytestmark = pytest.mark.slow

HOUR, MONTHS = timedelta(hours=1), timedelta(days=100)


def make_key(settings: Settings, born: datetime) -> None:
    """Make a new signing key while the clock shows this time."""
    (settings.data / "keys" / "signing.key").unlink(missing_ok=True)
    signing.load_or_make(settings)
    path = settings.data / "keys" / "public.json"
    document = json.loads(path.read_bytes())
    *earlier, newest = document["keys"]
    newest["from"] = born.isoformat()
    for key in earlier[-1:]:
        key["until"] = born.isoformat()
    path.write_text(json.dumps(document))


def run_kifu(settings: Settings, url: str, *arguments: str) -> tuple[int, str]:
    """Run a command on the database of the settings; returns its exit code and what it printed."""
    ran = CliRunner().invoke(main, arguments, env={"KIFU_DATABASE_URL": url, "KIFU_DATA": str(settings.data)})
    return ran.exit_code, ran.output


@pytest.mark.parametrize(
    "births",
    [
        pytest.param((HOUR,), id="an-hour-behind-the-first-key"),
        pytest.param((40 * HOUR * 24,), id="forty-days-behind-the-first-key"),
        pytest.param((-MONTHS, HOUR), id="an-hour-behind-a-later-key"),
        pytest.param((-MONTHS, 40 * HOUR * 24), id="forty-days-behind-a-later-key"),
        pytest.param((-MONTHS,), id="a-key-of-a-hundred-days"),
    ],
)
def test_what_is_recorded_after_the_clock_stepped_back_holds(
    database_url: str, tmp_path: Path, births: tuple[timedelta, ...]
) -> None:
    settings = Settings(data=tmp_path, database_url=url_for_service(database_url))
    started = datetime.now(UTC)
    for ahead in births:
        make_key(settings, started + ahead)
    parts = build_parts(settings)
    try:
        game, random = new_game(parts.games), Random(1)
        play_one(parts.games, game, random)
    finally:
        parts.close()

    for command in (("checkpoint",), ("verify", str(game)), ("checkpoint", "--check"), ("checkpoint",)):
        assert run_kifu(settings, database_url, *command)[0] == 0, run_kifu(settings, database_url, *command)


@pytest.mark.parametrize("packed", [False, True])
def test_what_a_later_key_signed_before_its_time_is_repaired_openly(
    database_url: str, tmp_path: Path, packed: bool
) -> None:
    settings = Settings(data=tmp_path, database_url=url_for_service(database_url))
    started = datetime.now(UTC)
    for ahead in (-MONTHS, -HOUR):
        make_key(settings, started + ahead)
    parts = build_parts(settings)
    try:
        game, random = new_game(parts.games), Random(1)
        play_one(parts.games, game, random)
        events = len(parts.games.stored.store.rows(game))
    finally:
        parts.close()
    if packed:
        assert pack_stored_moves(database_url, game) == 1

    def kifu(*arguments: str) -> tuple[int, str]:
        return run_kifu(settings, database_url, *arguments)

    assert kifu("checkpoint")[0] == 0
    assert "No genuine signature is dated before" in kifu("checkpoint", "--repair-clock", "no reason")[1]
    # Earlier versions dated signatures by a clock that was set to before the key was made.
    public = tmp_path / "keys" / "public.json"
    document = json.loads(public.read_bytes())
    born = started + HOUR
    document["keys"][-1]["from"] = born.isoformat()
    public.write_text(json.dumps(document))
    with psycopg.connect(database_url) as connection:
        # Signatures by others in the key's name do not make it count earlier.
        connection.execute(
            "INSERT INTO kifu.tree_head (partition, size, root, time, key, signature) SELECT partition, size, root, "
            "'2020-01-01T00:00:00.000000Z', key, sha512('false') FROM kifu.tree_head LIMIT 1"
        )
    assert kifu("verify", str(game))[0] == 1
    assert kifu("checkpoint", "--check")[0] == 1
    why = "the clock stood an hour behind after the power cut"
    code, shown = kifu("checkpoint", "--repair-clock", why)
    assert (code, "Nothing was changed; --yes" in shown) == (0, True), shown
    assert kifu("verify", str(game))[0] == 1
    code, shown = kifu("checkpoint", "--repair-clock", why, "--yes")
    assert (code, "Done." in shown) == (0, True), shown
    assert kifu("verify", str(game))[0] == 0
    code, shown = kifu("checkpoint", "--check")
    assert f"Why: {why}" in shown
    faults = [line for line in shown.splitlines() if line.startswith("Fault")]
    assert len(faults) == 1, shown
    assert "The signature is not that of the key" in faults[0]
    assert "2020" not in shown.partition("counts from")[2].partition("Why")[0]
    key = json.loads(public.read_bytes())["keys"][-1]
    assert datetime.fromisoformat(key["extended"]["before"]) == born
    assert started - HOUR < datetime.fromisoformat(key["from"]) <= datetime.now(UTC)
    assert key["extended"]["events"] == events > 1
    # Earlier statements stay when an even earlier signature is found.
    repaired = msgspec.convert(key, PublicKey)
    first = repaired.since - HOUR / 2
    with psycopg.connect(database_url) as connection:
        seals = load_token_seals(settings)
        assert seals is not None
        assert seals.key is not None
        note = KeyExtension(repaired.since, datetime.now(UTC), "Ada", "and again", 1, 0, 0)
        repair(settings, connection, seals.key, SpoiltKey(repaired, first, ("a head",), 0, 0), note)
    again = json.loads(public.read_bytes())["keys"][-1]
    assert (again["extended"]["why"], again["extended"]["earlier"]) == ("and again", [key["extended"]])
    shown = kifu("checkpoint", "--check")[1]
    assert [f"Why: {said}" in shown for said in (why, "and again")] == [True, True]
    key = again
    # Instances that have the other keys learn it from the record.
    with Datastore(database_url, pool_size=1) as datastore:
        seals = load_token_seals(settings)
        recorded = RecordedKeyring(Keyring(()), datastore.read, seals)
        assert [one.since for one in recorded.keys if one.key == key["key"]] == [datetime.fromisoformat(key["from"])]
