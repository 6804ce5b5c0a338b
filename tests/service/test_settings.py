"""Every process of a service gets the settings that its operator chose, whole."""

from __future__ import annotations

import json
import os
from dataclasses import fields, replace
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
import requests

from domain.proof.notes import WITNESS_KEY, NoteKey
from domain.proof.receipts import Signer
from eventstore.postgres.pooler import SETTINGS
from eventstore.postgres.role import url_for_service
from service.jobs.demo import demo_files
from service.settings import PREFIX, Settings, decode_settings, encode_settings, read_settings
from service.settings.unknown import find_unknown
from tests.kifu.command import kifu
from tests.support.services import ROOT, running_service
from tests.support.waiting import eventually

WITNESS = NoteKey("witness.example", WITNESS_KEY, Signer(bytes(32)).public).vkey
TOLD = """
import os, sys
from pathlib import Path
import msgspec
from service.settings import handing as handed_settings
from service.settings import encode_settings

told, module = Path(os.environ["TOLD"]), (sys.orig_argv or [""])[-1]
taken = handed_settings.take_settings


def tell():
    settings = taken()
    (told / module).write_bytes(encode_settings(settings))
    return settings


handed_settings.take_settings = tell
if module == "bots.app":
    known = {name: value for name, value in os.environ.items() if name.startswith("KIFU_")}
    (told / module).write_bytes(msgspec.json.encode(known))
"""
"""A `sitecustomize` that makes each process of a service write down the settings that it was passed."""
PROCESSES = {
    "api.web",
    "bots.app",
    "service.checkpointer",
    "service.jobs.demo",
    "service.jobs.lobby",
    "service.projector",
}


def chosen(folder: Path, url: str) -> dict[str, str]:
    """Every setting as a variable, each with a value that is not its default."""
    (folder / "content").mkdir()
    (folder / "archive").mkdir()
    options = quote(" ".join(f"-c {name}={value}" for name, value in SETTINGS.items()))
    return {
        "KIFU_HOST": "localhost",
        "KIFU_WORKERS": "1",
        "KIFU_READERS": "2",
        "KIFU_THREADS": "32",
        "KIFU_MAX_STREAMS": "20",
        "KIFU_STREAMS_PER_ADDRESS": "10",
        "KIFU_CONNECTIONS_PER_ADDRESS": "90",
        "KIFU_WAITING_GAMES": "9",
        "KIFU_WAITING_HOURS": "7",
        "KIFU_CACHE_MIB": "33",
        "KIFU_DATABASE_URL": url,
        "KIFU_POOLED_DATABASE_URL": f"{url}&options={options}",
        "KIFU_CONTENT": str(folder / "content"),
        "KIFU_OPERATOR_TOKEN": "chosen-by-the-operator-" * 2,
        "KIFU_SIGNING_KEY": "01" * 32,
        "KIFU_NEW_KEY": "1",
        "KIFU_SEED_KEYS": f"{'02' * 32},{'03' * 32}",
        "KIFU_TOKEN_KEY": "04" * 32,
        "KIFU_SNAPSHOT_KEY": "05" * 32,
        "KIFU_CHECKPOINT_SECONDS": "1",
        "KIFU_ORIGIN": "kifu.example/club",
        "KIFU_WITNESSES": WITNESS,
        "KIFU_CHECK_RATE": "77",
        "KIFU_LOG_LEVEL": "debug",
        "KIFU_RATE_LIMIT": "50000/minute",
        "KIFU_CPU_BUDGET": "20/minute",
        "KIFU_RATE_LIMIT_PLAYERS": "500/minute",
        "KIFU_RATE_LIMIT_GAMES": "501/minute",
        "KIFU_RATE_LIMIT_BRANCHES": "502/minute",
        "KIFU_RATE_LIMIT_ACCOUNTS": "503/minute",
        "KIFU_RATE_LIMIT_CHANGES": "504/minute",
        "KIFU_UNLIMITED": "1",
        "KIFU_TRUSTED_PROXIES": "1",
        "KIFU_METRICS_OPEN": "1",
        "KIFU_WEBHOOK_HOSTS": "chat.lan:8065,mattermost",
        "KIFU_ARCHIVE": str(folder / "archive"),
        "KIFU_DEMO": "1",
        "KIFU_CORS_ORIGINS": "https://club.example,https://kifu.example",
    }


@pytest.mark.slow
def test_every_process_is_handed_every_setting(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    told.mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(TOLD)
    variables = chosen(tmp_path, database_url)
    paths = {"PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(ROOT)]), "TOLD": str(told)}
    with running_service(tmp_path, **variables, **paths, KIFU_BOTS="1") as address:
        port = int(address.rpartition(":")[2])
        me = requests.get(
            f"{address}/v1/me", headers={"Authorization": f"Bearer {variables['KIFU_OPERATOR_TOKEN']}"}, timeout=60
        )
        assert me.status_code == 200
        # The bots are started when the service listens.
        eventually(lambda: {path.name for path in told.iterdir() if path.stat().st_size} == PROCESSES, 60)
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)
    for name, value in {**variables, "KIFU_PORT": str(port), "KIFU_DATA": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    expected = read_settings()
    same = [one.name for one in fields(Settings) if getattr(expected, one.name) == one.default]
    # Without bots there is no bots' process to ask; with a named database, demo games are off by default.
    assert same == ["bots", "demo"]
    expected = replace(expected, database_url=url_for_service(database_url), operator_token=None)
    seen = {path.name: path.read_bytes() for path in told.iterdir()}
    bots = json.loads(seen.pop("bots.app"))
    assert {name: bots[name] for name in ("KIFU_BOTS_ADDRESS", "KIFU_LOG_LEVEL")} == {
        "KIFU_BOTS_ADDRESS": f"http://localhost:{port}",
        "KIFU_LOG_LEVEL": "debug",
    }
    assert not {name for name in bots if "KEY" in name or "URL" in name or "TOKEN" in name}
    web = decode_settings(seen.pop("api.web"))
    assert web == replace(expected, operator_token=variables["KIFU_OPERATOR_TOKEN"])
    assert {name: decode_settings(handed) for name, handed in seen.items()} == dict.fromkeys(seen, expected)


def test_names_that_no_setting_has_are_found_with_the_most_similar_one() -> None:
    names = [
        "KIFU_WORKER",
        "KIFU_PORT",
        "KIFU_PACK_MOVES",
        "HOME",
        "KIFU_OWNER_PASSWORD",
        "kifu_port",
        "KIFU_DATBASE_URL",
    ]
    assert find_unknown(names) == {
        "KIFU_DATBASE_URL": "KIFU_DATABASE_URL",
        "KIFU_PACK_MOVES": None,
        "KIFU_WORKER": "KIFU_WORKERS",
    }


def test_settings_are_the_same_after_they_were_handed_on(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, content=tmp_path, seed_keys=("01" * 32, "02" * 32), metrics_open=True)
    assert decode_settings(encode_settings(settings)) == settings
    with pytest.raises(msgspec.DecodeError):
        decode_settings(b'{"port":"http"}')


@pytest.mark.long
@pytest.mark.slow
def test_a_game_that_was_moved_to_a_file_is_read_while_the_service_runs(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "archive").mkdir()
    settings = {"KIFU_DATABASE_URL": database_url, "KIFU_ARCHIVE": str(tmp_path / "archive")}
    with running_service(tmp_path, **settings, KIFU_DEMO="1") as address:
        eventually(lambda: len(games(address)) == len(list(demo_files())), 60)
        paths = [f"/v1/games/{game}" for game in games(address)]
        asked = [f"{path}{what}" for path in paths for what in ("", "/states/2", "/drawings?from=2&to=3", "/archive")]
        before = {one: answer(address, one) for one in asked}
    with running_service(tmp_path, **settings) as address:
        moved = kifu("archive", "--older-than", "0d", data=tmp_path, **settings)
        assert moved.exit_code == 0, moved.err
        assert len(list((tmp_path / "archive").rglob("*.kifu*"))) == 3, moved.out
        assert {one: answer(address, one) for one in asked} == before
    assert {status for status, _ in before.values()} == {200}


def games(address: str) -> list[str]:
    found = requests.get(f"{address}/v1/games", params={"status": "finished"}, timeout=60).json()["items"]
    return sorted(game["id"] for game in found)


def answer(address: str, path: str) -> tuple[int, bytes]:
    found = requests.get(address + path, timeout=30)
    return found.status_code, found.content
