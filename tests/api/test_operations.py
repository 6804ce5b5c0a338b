"""Settings, limits, logs, metrics and readiness."""

import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import structlog
from flask.testing import FlaskClient

from service import metrics, structured_logging
from service.keys import tokens
from service.settings import BadSettings, Settings, read_settings
from tests.api.house import OPERATOR, Person, app_on, bearer, some_move


@pytest.fixture
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in list(os.environ):
        if name.startswith("KIFU_"):
            monkeypatch.delenv(name)
    return monkeypatch


def test_settings_have_defaults(bare_environment: pytest.MonkeyPatch) -> None:
    settings = read_settings()
    assert (settings.host, settings.port, settings.data) == ("127.0.0.1", 8000, Path(".kifu"))
    assert settings.workers > 1
    assert settings.database_url is None


def test_every_bad_setting_is_reported_at_once(bare_environment: pytest.MonkeyPatch) -> None:
    wrong = {
        "PORT": "http",
        "WORKERS": "0",
        "DATABASE_URL": "mysql://x",
        "CONTENT": "/does/not/exist",
        "LOG_LEVEL": "loud",
        "RATE_LIMIT": "often",
        "OPERATOR_TOKEN": "hunter2",
        "MAX_STREAMS": "256",
        "CHECKPOINT_SECONDS": "-1",
    }
    for name, value in wrong.items():
        bare_environment.setenv(f"KIFU_{name}", value)
    with pytest.raises(BadSettings) as raised:
        read_settings()
    assert set(raised.value.errors) == {f"KIFU_{name}" for name in wrong}
    assert "hunter2" not in str(raised.value)


def test_no_secret_is_in_the_words_of_the_settings() -> None:
    secret = Settings(operator_token="top-secret", signing_key="top-secret", database_url="top-secret")
    assert "top-secret" not in repr(secret)


def test_the_operators_token_is_made_once_and_readable_by_the_owner_only(tmp_path: Path) -> None:
    first, again = tokens.operator_token(tmp_path), tokens.operator_token(tmp_path)
    assert (first[1], again[1]) == (True, False)
    assert first[0] == again[0]
    assert (tmp_path / tokens.OPERATOR_FILE).stat().st_mode & 0o777 == 0o600


def test_too_many_requests_get_429_with_the_time_to_wait(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, rate_limit="3/minute") as app:
        client = app.test_client()
        answers = [client.get("/v1/rulesets") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[3].get_json()["code"] == "too-many-requests"
        assert 1 <= int(answers[3].headers["Retry-After"]) <= 60
        assert client.get("/healthz").status_code == 200


def test_each_player_has_a_limit_of_their_own(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, rate_limit="4/minute") as app:
        ada, bob = (Person(app.test_client(), name) for name in ("Ada", "Bob"))
        ada.open(), bob.open()
        assert ada.get("/v1/games").status_code == 200
        assert ada.client.get("/v1/games").status_code == 429


def test_registrations_have_a_limit_of_their_own(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, rate_limit_players="1/minute") as app:
        client = app.test_client()
        assert [client.post("/v1/players", json={"name": n}).status_code for n in "ab"] == [201, 429]
        assert client.get("/v1/games").status_code == 200


def witnesses(ready: Any) -> dict[str, str]:
    """The readiness of the witnesses."""
    (found,) = (check for check in ready["checks"] if check["name"] == "witnesses")
    return dict(found)


def test_readiness_tells_of_every_read_model(client: FlaskClient) -> None:
    ready = client.get("/readyz").get_json()
    assert ready["status"] == "ready"
    assert {state["name"] for state in ready["projections"]} == {
        "games",
        "history",
        "leaderboard",
        "players",
        "scores",
        "disputes",
        "ratings",
        "clauses",
        "clocks",
    }


def test_metrics_are_for_the_operator_unless_they_are_opened(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, metrics_open=False) as app:
        client, ada = app.test_client(), Person(app.test_client(), "Ada")
        for answer in (client.get("/metrics"), ada.get("/metrics")):
            assert (answer.status_code, answer.get_json()["code"]) == (403, "not-operator")
        assert client.get("/metrics", headers=bearer("wrong")).status_code == 401
        assert client.get("/metrics", headers=bearer(OPERATOR)).status_code == 200


def test_metrics_are_made_at_most_once_a_second(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("api.responses.recent.time.monotonic", lambda: now)
    first = client.get("/metrics").text
    client.get("/v1/rulesets")
    assert client.get("/metrics").text == first
    now += 1.1
    assert client.get("/metrics").text != first


@pytest.mark.usefixtures("database_url")
def test_metrics_count_requests_moves_and_refusals_by_clause(ada: Person, bob: Person, game: str) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    here = ada.get(f"{game}/state").get_json()["state"]["meeples"][move["meeple"]]
    mover = [ada, bob][seat]
    refused = mover.post(f"{game}/moves", {"seat": seat, "move": {**move, "to": here}}).get_json()
    mover.post(f"{game}/moves", {"seat": seat, "move": move})
    text = ada.get("/metrics").text
    assert f'kifu_refusals_total{{clause="{refused["clause"]}",code="illegal-move"}}' in text
    assert 'kifu_requests_total{call="moves.play_move",status="201"}' in text
    assert "kifu_moves_total" in text
    assert "kifu_streams" in text
    assert "kifu_waiting_commits 0.0" in text
    assert not re.search(r"^kifu_commit_requests_count 0\.0$", text, re.MULTILINE)
    assert re.search(r"^kifu_commit_requests_count \d+\.0$", text, re.MULTILINE)
    assert 'kifu_projection_behind_events{projection="games"}' in text


def test_a_log_line_is_json_and_has_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    written = io.StringIO()
    before = structlog.get_config()
    try:
        structured_logging.configure("info", written)
        structlog.get_logger().warning("something", token="t0p", the_seed="5eed", Authorization="b", game="g")
        structlog.get_logger().debug("quiet")
    finally:
        structlog.configure(**before)
    (line,) = written.getvalue().splitlines()
    event = json.loads(line)
    assert (event["event"], event["level"], event["game"]) == ("something", "warning", "g")
    assert not {"token", "the_seed", "Authorization"} & event.keys()


def test_the_operators_token_looks_into_games_and_no_other_like_it(client: FlaskClient, ada: Person, game: str) -> None:
    assert client.get(f"{game}/state?as=arbiter", headers=bearer(OPERATOR)).status_code == 200
    assert client.get(f"{game}/state?as=arbiter", headers=bearer(OPERATOR + "x")).status_code == 401


def test_readyz_is_degraded_and_names_a_witness_that_saw_another_log(client: FlaskClient) -> None:
    contradicts = metrics.WITNESS_CONTRADICTIONS.labels("witness.example/a")
    try:
        contradicts.set(1)
        ready = client.get("/readyz").get_json()
        assert (ready["status"], witnesses(ready)["state"]) == ("degraded", "degraded")
        assert witnesses(ready)["says"].endswith("under one key: witness.example/a")
    finally:
        contradicts.set(0)
    ready = client.get("/readyz").get_json()
    assert (ready["status"], witnesses(ready)["says"]) == ("ready", "")
