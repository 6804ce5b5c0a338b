"""What a link to a game shows before it is opened: a title, and a picture that chats do not crop."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from api.responses.png import PAPER, draw_png
from api.responses.previews import draw_preview, tell_title
from domain.record.game import fold
from tests.api.house import STRANGER, Person, play_on, started
from tests.support.archives import read_archive
from tests.support.rulesets import product_rulesets

GAMES = Path(__file__).resolve().parents[1] / "games"
MOST_BYTES = 120_000


def _tags(app: Flask, game: str, **headers: str) -> dict[str, str]:
    """Return the tags for previews in the document of a game, which the contract of the API does not describe."""
    text = FlaskClient(app, app.response_class).get(f"/games/{game.rpartition('/')[2]}", headers=headers).text
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)">', text)
    return {name: unescape(content) for name, content in found}


def test_the_title_of_a_link_says_who_plays_and_at_the_end_who_won(ada: Person, bob: Person, app: Flask) -> None:
    waiting = ada.open()
    assert _tags(app, waiting)["og:title"] == "Micro Dojo"
    game = started(ada, bob)
    assert _tags(app, game)["og:title"] == "Micro Dojo: Ada, Bob"
    play_on([ada, bob], game)
    scores = ada.get(game).get_json()["result"]["scores"]
    points = {name: score["points"] for name, score in zip(("Ada", "Bob"), scores, strict=True)}
    winner = next(name for name, score in zip(("Ada", "Bob"), scores, strict=True) if score["rank"] == 1)
    told = _tags(app, game)["og:title"]
    assert told.startswith(f"Micro Dojo: {winner} won (")
    assert all(f"{name} {number}" in told for name, number in points.items())
    assert f"{winner} a gagné" in _tags(app, game, **{"Accept-Language": "fr"})["og:title"]


def test_the_link_of_an_unlisted_game_and_of_none_says_nothing(ada: Person, bob: Person, app: Flask) -> None:
    app.config["ORIGIN"] = "kifu.example"
    for game in (started(ada, bob, unlisted=True), STRANGER):
        tags = _tags(app, game)
        assert tags["og:title"] == "Kifu"
        assert "og:image" not in tags


@pytest.mark.parametrize(
    "name", ["micro-dojo-1A-1", "daimyo-v3-2021-4-1", "daimyo-v3-solo-normal-1", "yedo-v3-5-long-1"]
)
def test_the_picture_of_a_link_is_small_and_of_the_size_that_chats_show(name: str) -> None:
    rulesets = product_rulesets()
    game = fold(read_archive((GAMES / f"{name}.kifu").read_bytes().splitlines(), rulesets), rulesets)
    assert game is not None
    drawn = draw_preview(game)
    assert len(drawn) < MOST_BYTES
    assert Image.open(io.BytesIO(drawn)).size == (1200, 630)


def test_a_game_that_was_lost_together_has_no_winner_in_its_title() -> None:
    rulesets = product_rulesets()
    lines = (GAMES / "yedo-v3-coop-4-insatiable-1.kifu").read_bytes().splitlines()
    game = fold(read_archive(lines, rulesets), rulesets)
    assert game is not None
    assert tell_title(game).endswith("lost together")


def test_a_faint_thing_lets_the_paper_through() -> None:
    faint = "<style>.faint{opacity:.4}.ink{fill:#000000}</style>"
    written = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="8" height="8">{faint}'
        '<g class="faint"><rect class="ink" width="4" height="8"/></g>'
        '<rect class="ink" x="4" width="4" height="8"/></svg>'
    )
    drawn = Image.open(io.BytesIO(draw_png(written))).convert("RGB")
    paper = [int(PAPER[start : start + 2], 16) for start in (1, 3, 5)]
    assert drawn.getpixel((2, 4)) == pytest.approx([0.6 * part for part in paper], abs=2)
    assert drawn.getpixel((6, 4)) == pytest.approx((0, 0, 0), abs=2)
