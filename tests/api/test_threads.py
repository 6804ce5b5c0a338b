"""A worker's thread that fails is restarted, and the operator sees it."""

from __future__ import annotations

from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.requests.services import EXTENSION, Services
from domain.record.views import GameInfo
from eventstore.threads import THREADS
from tests.support.waiting import eventually


def failing(client: FlaskClient) -> tuple[str, str, str]:
    """The readiness of the service, and of its threads."""
    answer = client.get("/readyz")
    assert answer.status_code == 200
    (threads,) = (check for check in answer.get_json()["checks"] if check["name"] == "threads")
    return answer.get_json()["status"], threads["state"], threads["says"]


def test_listeners_are_told_again_after_a_fault_which_readyz_and_metrics_show(
    app: Flask, client: FlaskClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: Services = app.extensions[EXTENSION]
    monkeypatch.setattr(THREADS, "_failed", {})
    game_id = UUID(game.rpartition("/")[2])
    describe = services.parts.games.queries.describe

    def fail(_: UUID) -> GameInfo:
        monkeypatch.setattr(services.hub, "_describe", describe)
        raise ArithmeticError("a fault of ours")

    def is_told() -> bool:
        services.parts.feed.wake(game_id)
        return game_id in listener.take()

    assert failing(client) == ("ready", "ok", "")
    monkeypatch.setattr(services.hub, "_describe", fail)
    # The start of the game may be announced only now; any announcement will do.
    with services.hub.listen("Ada") as listener:
        services.parts.feed.wake(game_id)
        eventually(lambda: 'kifu_thread_failures_total{thread="hub"} 1.0' in client.get("/metrics").text)
        assert 'kifu_failing_threads{thread="hub"} 1.0' in client.get("/metrics").text
        assert failing(client) == ("degraded", "degraded", "These ended with an error, and are started again: hub")
        eventually(is_told)
    monkeypatch.setattr(THREADS, "_failed", {"hub": 0.0})
    assert failing(client) == ("ready", "ok", "")
