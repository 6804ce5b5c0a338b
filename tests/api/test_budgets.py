"""How much CPU an address may use, over real connections."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient
from uvicorn.config import Config
from uvicorn.server import Server

from api.requests.budgets import CpuBudgets
from api.requests.services import EXTENSION, Services
from api.server.connections import REFUSAL_SECONDS
from api.server.gateway import NO_BUDGET, Gateway, Routing
from api.server.lanes import Lane
from tests.api.house import Person, bearer
from tests.support.services import free_port

BURNT = 0.4


def burn() -> str:
    """Use this much CPU."""
    began = time.thread_time()
    while time.thread_time() - began < BURNT:
        pass
    return "burnt"


@pytest.fixture
def base(app: Flask) -> Iterator[str]:
    """A server that allows one second of CPU an hour, and whose every call burns some; the call /open takes no turn."""
    services: Services = app.extensions[EXTENSION]
    toy = Flask("toy")
    toy.add_url_rule("/burn", "burn", burn)
    toy.add_url_rule("/open", "open", lambda: "open")
    toy.add_url_rule("/refused", "refused", lambda: ("too much", 429))
    gateway = Gateway(
        toy.wsgi_app,
        4,
        Routing(
            lambda _path, _authorization: 0,
            lambda _method, path, _query: Lane.OPEN if path == "/open" else Lane.TURNS,
        ),
        budgets=CpuBudgets("1/hour", services.identity),
    )
    port = free_port()
    server = Server(Config(gateway, port=port, lifespan="off", ws="none", loop="uvloop", log_config=None))
    thread = threading.Thread(target=server.run)
    with ExitStack() as stack:
        thread.start()
        stack.callback(thread.join)
        stack.callback(setattr, server, "should_exit", True)
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{port}"


def test_who_has_used_up_a_budget_is_told_when_to_come_again(base: str, ada: Person) -> None:
    assert [requests.get(f"{base}/burn", timeout=60).status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = requests.get(f"{base}/burn", timeout=60)
    assert refused.json()["code"] == "too-many-requests"
    assert refused.json()["detail"].startswith("The limit is 1 seconds of CPU an hour")
    assert refused.headers["RateLimit-Policy"] == '"cpu-seconds-3600s";q=1;w=3600'
    assert refused.headers["RateLimit"] == f'"cpu-seconds-3600s";r=0;t={refused.headers["Retry-After"]}'
    assert 3000 < int(refused.headers["Retry-After"]) <= 3600
    assert requests.get(f"{base}/open", timeout=60).status_code == 200
    # A player whom the worker knows has a budget of their own.
    assert ada.get("/v1/me").status_code == 200
    assert requests.get(f"{base}/burn", headers=bearer(ada.token), timeout=60).status_code == 200


def test_without_limits_nothing_is_refused_or_said(app: Flask, client: FlaskClient) -> None:
    services: Services = app.extensions[EXTENSION]
    budgets, environ = CpuBudgets(None, services.identity), dict[str, object]()
    budgets.charge(environ, "127.0.0.1", 1000.0)
    assert (budgets.look(environ, "127.0.0.1"), environ) == (NO_BUDGET, {})


def test_an_answer_that_says_too_much_is_held_back_whoever_made_it(base: str) -> None:
    began = time.monotonic()
    assert requests.get(f"{base}/refused", timeout=60).text == "too much"
    assert time.monotonic() - began >= REFUSAL_SECONDS


def test_who_is_not_known_yet_changes_after_others(app: Flask, ada: Person) -> None:
    services: Services = app.extensions[EXTENSION]
    budgets = CpuBudgets("1000/hour", services.identity)
    assert ada.get("/v1/me").status_code == 200
    stranger = budgets.look({}, "127.0.0.1")
    assert (stranger.reads_after, stranger.changes_after) == (False, True)
    known = {"HTTP_AUTHORIZATION": bearer(ada.token)["Authorization"]}
    assert budgets.look(dict(known), "127.0.0.1") == NO_BUDGET
    budgets.charge({}, "127.0.0.1", 4.0)
    budgets.charge(known, "127.0.0.1", 4.0)
    assert budgets.look({}, "127.0.0.1").reads_after
    assert budgets.look(dict(known), "127.0.0.1") == NO_BUDGET
    budgets.charge(known, "127.0.0.1", 40.0)
    used_some = budgets.look(dict(known), "127.0.0.1")
    assert (used_some.reads_after, used_some.changes_after) == (True, False)
    budgets.charge(known, "127.0.0.1", 200.0)
    used_most = budgets.look(dict(known), "127.0.0.1")
    assert (used_most.reads_after, used_most.changes_after, used_most.refusal) == (True, True, None)
