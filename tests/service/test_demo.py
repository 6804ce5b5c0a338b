"""A new service has a finished game of each ruleset to look at."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from domain.rulesets import registry
from service.jobs.demo import demo_files
from tests.support.services import running_service

pytestmark = pytest.mark.slow
SECONDS = 30.0


def games_of(base: str, least: int) -> list[dict[str, Any]]:
    """The games that are listed, as soon as there are `least`, or in vain."""
    deadline = time.monotonic() + SECONDS
    while True:
        with urllib.request.urlopen(f"{base}/v1/games") as answer:
            items: list[dict[str, Any]] = json.load(answer)["items"]
        if len(items) >= least or time.monotonic() > deadline:
            return items
        time.sleep(0.2)


def test_every_ruleset_has_a_demo_game() -> None:
    headers = [json.loads(file.partition(b"\n")[0]) for file in demo_files()]
    assert len({header["game"] for header in headers}) == len(headers)
    assert {header["ruleset"] for header in headers} == {ruleset.id for ruleset in registry()}
    assert all(header["status"] == "finished" for header in headers)


@pytest.mark.long
def test_a_new_service_imports_the_demo_games_once(tmp_path: Path, database_url: str) -> None:
    wanted = len(list(demo_files()))
    settings = {"KIFU_DATABASE_URL": database_url, "KIFU_DEMO": "1"}
    for _ in range(2):
        with running_service(tmp_path, **settings) as base:
            games = games_of(base, wanted)
            assert len(games) == wanted
            assert {game["status"] for game in games} == {"finished"}
            with urllib.request.urlopen(f"{base}/v1/games/{games[0]['id']}/states/9.svg") as answer:
                assert answer.headers["Content-Type"] == "image/svg+xml"
                assert b"<svg" in answer.read()
