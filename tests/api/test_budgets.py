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

from api.requests.budgets import LITTLE, CpuBudgets
from api.requests.services import EXTENSION, Services
from api.server.gateway import Gateway
from api.server.lanes import Lane
from tests.api.house import Person, bearer
from tests.support.services import free_port

BURNT = 0.4


def burn() -> str:
    """Take so much CPU."""
    began = time.thread_time()
    while time.thread_time() - began < BURNT:
        pass
    return "burnt"


@pytest.fixture
def base(app: Flask) -> Iterator[str]:
    """A server whose every call burns CPU, of which a second an hour may be used; the call /open takes no turn."""
    services: Services = app.extensions[EXTENSION]
    toy = Flask("toy")
    toy.add_url_rule("/burn", "burn", burn)
    toy.add_url_rule("/open", "open", lambda: "open")
    gateway = Gateway(
        toy.wsgi_app,
        4,
        lambda _path, _authorization: 0,
        lane_of=lambda _method, path, _query: Lane.OPEN if path == "/open" else Lane.TURNS,
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
    assert refused.json()["detail"].startswith("The limit is 1 seconds of CPU a hour")
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
    assert (budgets.look(environ, "127.0.0.1"), environ) == (LITTLE, {})
