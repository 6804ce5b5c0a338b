"""The service's own bots play with guests, from the first move to the end, whatever happens to processes."""

from __future__ import annotations

import os
import signal
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.bots.table import Guest
from tests.support.services import processes_of, running_service

pytestmark = pytest.mark.long
BOTS = ("Random bot", "Greedy bot")


@pytest.fixture
def base(database_url: str, tmp_path: Path) -> Iterator[str]:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url, KIFU_BOTS="1") as address:
        yield address


def find_worker(data: Path) -> psutil.Process:
    """The process of the bots of the service with this data folder."""
    (found,) = processes_of("bots.app", data)
    return found


@pytest.mark.parametrize("bot", BOTS)
def test_a_guest_plays_a_whole_game_against_a_bot_that_all_see_is_one(base: str, bot: str) -> None:
    guest = Guest(base)
    assert {found["name"] for found in guest.await_bots()} == set(BOTS)
    path = guest.open("micro-dojo", bot)
    assert guest.play(path) > 10
    game = guest.call("GET", path)
    assert game["status"] == "finished"
    assert [(seat["player"], seat["bot"]) for seat in game["seats"]] == [(guest.name, False), (bot, True)]
    steps = guest.call("GET", f"{path}/steps?limit=1000")["items"]
    assert {step["player"] for step in steps if step["kind"] == "move"} == {guest.name, bot}


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ["daimyo", "yedo"])
def test_bots_play_the_large_games(base: str, ruleset: str) -> None:
    guest = Guest(base)
    path = guest.open(ruleset, *BOTS)
    assert guest.play(path, most=25) == 25
    assert guest.await_turn(path)
    steps = guest.call("GET", f"{path}/steps?limit=1000")["items"]
    assert {step["player"] for step in steps if step["kind"] == "move"} == {guest.name, *BOTS}
    for step in range(1, len(steps) + 1, 5):
        assert guest.call("GET", f"{path}/audit/{step}")["refused"] == []


@pytest.mark.long
def test_the_worker_is_killed_in_the_middle_and_the_bots_play_on(base: str, tmp_path: Path) -> None:
    guest = Guest(base)
    path = guest.open("micro-dojo", "Greedy bot")
    assert guest.play(path, most=5) == 5
    os.kill(find_worker(tmp_path).pid, signal.SIGKILL)
    assert guest.play(path, most=5) == 5


@pytest.mark.long
def test_bots_keep_their_accounts_and_take_up_their_games_after_a_restart(tmp_path: Path, database_url: str) -> None:
    settings = {"KIFU_DATABASE_URL": database_url, "KIFU_BOTS": "1"}
    with running_service(tmp_path, **settings) as base:
        guest = Guest(base)
        path = guest.open("micro-dojo", "Random bot")
        assert guest.play(path, most=3) == 3
        assert guest.await_turn(path)
        kept = (tmp_path / "bots.json").read_bytes()
        assert stat.S_IMODE((tmp_path / "bots.json").stat().st_mode) == 0o600
        assert not any(token in repr(find_worker(tmp_path).environ()) for token in ("kifu_", "postgresql"))
    with running_service(tmp_path, **settings) as base:
        guest.base = base
        assert (tmp_path / "bots.json").read_bytes() == kept
        assert guest.play(path, most=5) == 5


@pytest.mark.long
def test_a_game_in_which_moves_are_signed_is_left_alone(base: str) -> None:
    guest = Guest(base)
    guest.await_bots()
    reserved = [{"seat": 1, "player": "Greedy bot"}]
    body = {"ruleset": "micro-dojo", "seats": 2, "options": {"signed_moves": True}, "reserved": reserved}
    signed = f"/v1/games/{guest.call('POST', '/v1/games', body, 201)['id']}"
    # By the time another game has begun, this one would have begun too.
    guest.play(guest.open("micro-dojo", "Greedy bot"), most=2)
    assert guest.call("GET", signed)["seats"][1]["player"] is None


@pytest.mark.long
def test_bots_among_themselves_are_slow_so_that_people_need_not_wait(base: str) -> None:
    guest = Guest(base)
    reserved = [{"seat": seat, "player": bot} for seat, bot in enumerate(BOTS)]
    body = {"ruleset": "micro-dojo", "seats": 2, "reserved": reserved}
    show = f"/v1/games/{guest.call('POST', '/v1/games', body, 201)['id']}"
    path = guest.open("micro-dojo", "Random bot")
    began = time.monotonic()
    assert guest.play(path, most=10) == 10
    seconds = time.monotonic() - began
    moves = guest.call("GET", show)["step"] - 1
    assert moves <= 2 + seconds / 0.4


@pytest.mark.long
def test_a_service_without_bots_lists_none(tmp_path: Path, database_url: str) -> None:
    with running_service(tmp_path, KIFU_DATABASE_URL=database_url) as base:
        assert Guest(base).call("GET", "/v1/bots") == {"items": []}
        assert not (tmp_path / "bots.json").exists()
