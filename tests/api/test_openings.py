"""Processes of the API share what their parent drew: the first picture of each costs little more than the next."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from api import web
from service.settings import Settings
from tests.support.services import ROOT

COUNTING = """
import json
import sys

from api.responses.openings import draw_openings
from api.responses.svg import write_svg
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.rulesets import registry
from tests.api.test_svg import OURS

rulesets, calls = registry(), {}
if sys.argv[1] == "prepared":
    draw_openings(rulesets)
for ruleset, seats in [(ruleset, seats) for ruleset in rulesets for seats in {2, max(ruleset.most_seats)}]:
    opened = ruleset.open(ruleset.parse_options({}), seats, Chance(b"another seed" + bytes(20)))
    view = ruleset.view(opened.state, SPECTATOR)
    for name in ("first", "second"):
        found = 0

        def count(frame, event, argument):
            global found
            found += event == "call" and frame.f_globals.get("__name__", "").startswith(OURS)

        sys.setprofile(count)
        write_svg(ruleset.looks.draw(view, ["a"] * (seats + 1)), (), 1)
        sys.setprofile(None)
        calls[f"{ruleset.id} for {seats}: {name}"] = found
print(json.dumps(calls))
"""


def count_first_pictures(how: str) -> dict[str, int]:
    """The calls of our functions for the first and the second picture of each game in a fresh process."""
    command = [sys.executable, "-c", COUNTING, how]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, int] = json.loads(ran.stdout)
    return found


def test_the_first_picture_of_each_game_costs_much_less_than_without_the_openings() -> None:
    plain, prepared = count_first_pictures("plain"), count_first_pictures("prepared")
    assert len(plain) == 10
    for name in plain:
        if name.endswith("first"):
            assert prepared[name] < min(1500, 0.7 * plain[name]), (plain, prepared)
        assert prepared[name] > 100


def test_openings_are_drawn_before_workers_and_readers_are_forked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    happened: list[str] = []

    class Workers:
        def __init__(self, works: object, grace: float) -> None:
            pass

        def run(self) -> None:
            happened.append("forked")

    monkeypatch.setattr(web, "Workers", Workers)
    monkeypatch.setattr(web, "draw_openings", lambda rulesets: happened.extend(ruleset.id for ruleset in rulesets))
    web.run(Settings(data=tmp_path))
    assert happened == ["micro-dojo", "daimyo", "yedo", "forked"]
