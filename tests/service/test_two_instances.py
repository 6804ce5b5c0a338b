"""Two services on one database with the same keys, as on two machines: each has its own folder, and sees the other."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg
import pytest
import requests

from service.checkpoints.checkpoint_file import NAME
from tests.kifu.command import kifu
from tests.service.test_checkpointer import metric, proven
from tests.service.test_service import Player
from tests.support.services import running_service
from tests.support.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.timeout(900)]

KEYS = {
    "KIFU_SIGNING_KEY": "51" * 32,
    "KIFU_SEED_KEYS": "5e" * 32,
    "KIFU_TOKEN_KEY": "70" * 32,
    "KIFU_SNAPSHOT_KEY": "5a" * 32,
    "KIFU_OPERATOR_TOKEN": "operator" * 5,
    "KIFU_ORIGIN": "kifu.example",
}


@contextmanager
def two_instances(folder: Path, database_url: str, **settings: str) -> Iterator[tuple[str, str]]:
    """Run two services; yield their addresses."""
    settings = {**KEYS, "KIFU_DATABASE_URL": database_url, **settings}
    first, second = folder / "first", folder / "second"
    for one in (first, second):
        one.mkdir(exist_ok=True)
    with running_service(first, **settings) as a, running_service(second, **settings) as b:
        yield a, b


def kill_instance(base: str) -> None:
    """Send SIGKILL to all processes of a service, as if its machine were gone."""
    port = base.rpartition(":")[2]
    for process in psutil.Process().children():
        with suppress(psutil.Error):
            if process.environ().get("KIFU_PORT") == port:
                killed = [process, *process.children(recursive=True)]
                for one in killed:
                    one.kill()
                psutil.wait_procs(killed, 10)


def at(base: str, player: Player) -> Player:
    """The same player, asking another instance."""
    other = Player.__new__(Player)
    other.base, other.session = base, requests.Session()
    other.session.headers.update(player.session.headers)
    return other


def test_a_game_is_played_over_both_and_both_see_it_and_hold_it_for_genuine(tmp_path: Path, database_url: str) -> None:
    with two_instances(tmp_path, database_url) as (a, b):
        ada, chance = Player(a, "Ada"), random.Random(1)
        path = ada.game()
        here, there = ada, at(b, ada)
        with requests.get(f"{b}{path}/live", stream=True, timeout=30) as stream:
            lines = stream.iter_lines()
            for number in range(20):
                answer = here.move(path, chance, **{"Idempotency-Key": f"move-{number}"})
                assert answer is not None
                assert answer["step"] == number + 2
                # The stream of the second instance sees what the first has recorded, without being asked again.
                assert any(line == f"id: {answer['version']}".encode() for line in lines)
                here, there = there, here
        for base in (a, b):
            verified = requests.get(f"{base}{path}/verification", timeout=30).json()
            assert verified["holds"], verified

        for one in (here, there):
            body = {"seat": 0}
            first, again = (
                one.call("POST", f"{path}/resignation", body, **{"Idempotency-Key": "resign"}) for _ in range(2)
            )
            assert first == again
        eventually(lambda: path.rpartition("/")[2] in requests.get(f"{b}/v1/scores", timeout=60).text, 60)

        # A token revoked at one instance is forgotten by the other, which had cached it.
        more = ada.call("POST", "/v1/me/tokens", {"label": "phone"})
        phone = at(b, ada)
        phone.session.headers["Authorization"] = f"Bearer {more['token']}"
        assert phone.call("GET", "/v1/me")["player"] == "Ada"
        ada.session.delete(f"{a}/v1/me/tokens/{more['id']}", timeout=60).raise_for_status()
        eventually(lambda: phone.session.get(f"{b}/v1/me", timeout=60).status_code == 401, 30)


def test_limits_are_counted_by_each_instance(tmp_path: Path, database_url: str) -> None:
    with two_instances(tmp_path, database_url, KIFU_RATE_LIMIT_PLAYERS="1/day") as (a, b):
        statuses = [
            requests.post(f"{base}/v1/players", json={"name": name}, timeout=60).status_code
            for base, name in ((a, "Ada"), (a, "Bob"), (b, "Cleo"), (b, "Dora"))
        ]
    assert statuses == [201, 429, 201, 429]


def test_when_the_leading_instance_dies_the_other_keeps_the_read_models_and_signs(
    tmp_path: Path, database_url: str
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    second.mkdir()
    # One file of checkpoints for both, as on a volume that they share.
    (second / NAME).symlink_to(first / NAME)
    with two_instances(tmp_path, database_url, KIFU_CHECKPOINT_SECONDS="1") as (a, b):
        ada, chance = Player(a, "Ada"), random.Random(1)
        path = ada.game()
        eventually(lambda: leaders(database_url) > 0 and proven(b, path), 60)
        assert [metric(base, "kifu_checkpoint_faults") for base in (a, b)] == [0, 0]
        kill_instance(a)
        there = at(b, ada)
        answer = there.move(path, chance)
        assert answer is not None
        game = path.rpartition("/")[2]

        def steps() -> list[int]:
            lines = requests.get(f"{b}/v1/history?limit=100", timeout=60).json()["items"]
            return sorted(line["n"] for line in lines if line["game"] == game)

        eventually(lambda: steps() == [1, 2], 30)
        eventually(lambda: requests.get(f"{b}{path}/proofs/2", timeout=60).status_code == 200, 30)
        assert metric(b, "kifu_checkpoint_faults") == metric(b, "kifu_checkpoint_notices_total") == 0


def test_a_second_signer_with_a_file_of_its_own_signs_nothing(tmp_path: Path, database_url: str) -> None:
    settings = {**KEYS, "KIFU_DATABASE_URL": database_url}
    first, second = tmp_path / "first", tmp_path / "second"
    for one in (first, second):
        one.mkdir()
    with running_service(first, **settings, KIFU_CHECKPOINT_SECONDS="0") as base:
        Player(base, "Ada").game()
    assert kifu("checkpoint", data=first, **settings).exit_code == 0
    shutil.copytree(first / "keys", second / "keys")
    refused = kifu("checkpoint", data=second, **settings)
    assert refused.exit_code == 1
    assert f"{NAME} has no heads, though it was kept" in refused.out + refused.err
    assert kifu("checkpoint", data=first, **settings).exit_code == 0


def leaders(url: str) -> int:
    """The number of projections that have a leader."""
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND granted "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            (0x6B70_0001,),
        ).fetchone()
    assert found is not None
    return int(found[0])
