"""Calls run where their lane says."""

from __future__ import annotations

import pytest
from flask import Flask

from api.server.lanes import Lane, Lanes

GAME = "/v1/games/01931a6e-0000-7000-8000-000000000000"


@pytest.mark.parametrize(
    ("method", "path", "query", "lane"),
    [
        ("GET", f"{GAME}/picture.png", "", Lane.READERS),
        ("HEAD", f"{GAME}/picture.png", "", Lane.READERS),
        ("GET", f"{GAME}/states/12.png", "columns=3", Lane.READERS),
        ("GET", f"{GAME}/states/12", "", Lane.READERS),
        ("GET", f"{GAME}/drawings", "", Lane.READERS),
        ("GET", f"{GAME}/verification", "", Lane.READERS),
        ("GET", "/openapi.json", "", Lane.READERS),
        ("POST", f"{GAME}/outlooks", "", Lane.READERS),
        ("GET", f"{GAME}/live", "", Lane.OPEN),
        ("GET", "/v1/me/turns", "", Lane.OPEN),
        ("GET", "/healthz", "", Lane.OPEN),
        ("GET", "/readyz", "", Lane.PROBES),
        ("GET", "/metrics", "", Lane.PROBES),
        ("POST", f"{GAME}/moves", "limit=1000", Lane.TURNS),
        ("GET", f"{GAME}/legal-moves", "", Lane.TURNS),
        ("GET", "/v1/games", "limit=100", Lane.TURNS),
        ("GET", "/v1/games", "status=finished&limit=101", Lane.READERS),
        ("GET", "/v1/games", f"limit={'9' * 5000}", Lane.READERS),
        ("GET", "/v1/games", "off_limit=900", Lane.TURNS),
        ("GET", f"{GAME}/picture.png/x", "", Lane.TURNS),
        ("GET", "//openapi.json", "", Lane.TURNS),
    ],
)
def test_a_request_goes_where_its_call_says(app: Flask, method: str, path: str, query: str, lane: Lane) -> None:
    assert Lanes(app).find(method, path, query) is lane
