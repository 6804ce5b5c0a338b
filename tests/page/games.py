"""Games for tests of the page, over the API alone."""

from __future__ import annotations

import json
import time
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any

SECONDS = 60.0
DEMO = Path(__file__).parents[2] / "service" / "demo"


def call(base: str, path: str, body: object = None, token: str | None = None) -> Any:
    """Call the API: GET, or POST with a body; returns the parsed answer."""
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(base + path, data, headers, method="GET" if body is None else "POST")
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return json.load(answer)


def register(base: str, name: str) -> str:
    """Register a player and return the token."""
    token: str = call(base, "/v1/players", {"name": name})["token"]
    return token


@cache
def finished_games(base: str) -> dict[str, str]:
    """Return the ids of the demo games by their rulesets, as soon as the service has imported them."""
    deadline = time.monotonic() + SECONDS
    while True:
        items = call(base, "/v1/games?status=finished")["items"]
        found = {item["ruleset"]: item["id"] for item in items}
        if found.keys() == {file.stem for file in DEMO.glob("*.kifu")}:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"only these demo games are there: {found}")
        time.sleep(0.2)
