"""The picture of Yedo in recorded games: every viewer's picture fits, and shows nothing that the viewer may not see."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from domain.archive import reading
from domain.archive.lines import read_lines
from domain.games.yedo import drawing
from domain.games.yedo.state import YedoState
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.drawing.tree import Drawing, flatten
from domain.record.game import Game, replay
from tests.support.drawings import find_faults
from tests.support.rulesets import product_rulesets

GAMES = sorted((Path(__file__).parents[3] / "games").glob("yedo-*.kifu"))
RULESETS = product_rulesets()
EVERY = 61
"""Which steps are drawn: each 61st, so that all phases occur in the end."""
SEATS = ("Anna", "Bela of the Long Bridge in the South", "Cora", "Dina", "Emil")


def sample_games(path: Path, every: int = EVERY) -> Iterator[Game]:
    with path.open("rb") as file:
        found = reading.parse_archive(read_lines(file.read))
    rulesets = reading.rulesets_with_pack(found, RULESETS)
    for number, (_, game) in enumerate(replay(reading.decode_events(found, rulesets), rulesets)):
        if game is not None and game.state is not None and (number % every == 0 or game.state.result is not None):
            yield game


def draw(game: Game, viewer: Viewer) -> Drawing:
    assert isinstance(game.state, YedoState)
    rules, state = game.ruleset, game.state
    names = [*SEATS[: state.seats], *rules.side_names(state.options, state.seats)]
    return rules.draw(rules.view(state, viewer), names)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_everything_fits_for_a_seat_and_for_who_sees_all(path: Path) -> None:
    for game in sample_games(path):
        for viewer in (seat_viewer(0), ARBITER):
            picture = draw(game, viewer)
            flatten(picture)
            assert find_faults(picture) == [], game.step


def test_a_picture_is_made_of_the_view_and_what_everybody_knows() -> None:
    assert [*inspect.signature(drawing.draw).parameters] == ["seen", "content", "rulebook", "names"]


def test_no_hidden_card_is_in_the_picture_of_a_spectator() -> None:
    for game in sample_games(GAMES[0], 11):
        state = game.state
        assert isinstance(state, YedoState)
        if state.result is not None:
            continue
        hidden = {card for hand in (*state.actions, *state.bonus, *state.missions) for card in hand}
        text = msgspec.json.encode(flatten(draw(game, SPECTATOR))).decode()
        seen = msgspec.json.encode(game.ruleset.view(state, SPECTATOR)).decode()
        assert hidden
        for card in hidden:
            assert f'"{card}"' in seen or f"/{card}" not in text
