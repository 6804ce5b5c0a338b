"""Slow requests are answered by reader processes, which may die."""

from __future__ import annotations

import http.client
import os
import signal
from collections.abc import Iterator

import psutil
import pytest

from benchmarks.service import Service
from tests.support.databases import temporary_database
from tests.support.services import processes_of, running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def kifu(postgres_url: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    data = tmp_path_factory.mktemp("data")
    with temporary_database(postgres_url, template) as url, running_service(data, KIFU_DATABASE_URL=url) as base:
        yield Service(int(base.rpartition(":")[2]), psutil.Process().pid, data)


def find_reader(kifu: Service) -> psutil.Process:
    """The one process of the web that has no children and does not listen on the port of the service.

    A low priority does not tell it apart: the tests themselves may run at the same one.
    """
    (found,) = [one for one in processes_of("api.web", kifu.data) if not one.children() and not listens(one, kifu)]
    return found


def listens(process: psutil.Process, kifu: Service) -> bool:
    return any(
        one.status == psutil.CONN_LISTEN and one.laddr.port == kifu.port for one in process.net_connections("tcp")
    )


def open_game(kifu: Service, player: str) -> tuple[str, str]:
    token = kifu.token(player)
    return str(kifu.call("POST", "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, token)["id"]), token


def test_long_answers_are_made_by_a_reader_that_dies_and_is_started_again(kifu: Service) -> None:
    game, token = open_game(kifu, "Ada")
    picture = f"/v1/games/{game}/picture.png"
    first = kifu.read("GET", picture)
    assert first.startswith(b"\x89PNG")
    reader = find_reader(kifu)
    assert reader.cpu_times().user > 0
    os.kill(reader.pid, signal.SIGKILL)
    # The worker still answers, and the picture waits for the next reader.
    assert kifu.call("GET", f"/v1/games/{game}", None, token)["id"] == game
    assert kifu.read("GET", picture) == first
    assert find_reader(kifu).pid != reader.pid


def test_a_reader_that_dies_over_a_request_does_not_take_the_worker_with_it(kifu: Service) -> None:
    game, _ = open_game(kifu, "Bob")
    reader = find_reader(kifu)
    reader.suspend()
    client = http.client.HTTPConnection("127.0.0.1", kifu.port, timeout=60)
    client.request("GET", f"/v1/games/{game}/picture.png")
    eventually(lambda: len(reader.net_connections("unix")) > 0)
    os.kill(reader.pid, signal.SIGKILL)
    answer = client.getresponse()
    # The request is repeated with the next reader, once.
    assert answer.status == 200
    assert answer.read().startswith(b"\x89PNG")
