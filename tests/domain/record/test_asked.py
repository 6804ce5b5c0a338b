"""Reading whose move it is from the last fact of a step, without folding the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.archive import reading
from domain.archive.lines import read_lines
from domain.record.events import GameStarted, MovePlayed
from domain.record.game import replay
from domain.record.words import Reader
from tests.support.rulesets import product_rulesets

RULESETS = product_rulesets()
GAMES = Path(__file__).parents[2] / "games"


@pytest.mark.parametrize("name", ["daimyo-2019-3-1", "daimyo-2021-4-1", "micro-dojo-2A-1"])
def test_the_last_fact_of_a_step_says_who_is_asked(name: str) -> None:
    with (GAMES / f"{name}.kifu").open("rb") as file:
        archive = reading.parse_archive(read_lines(file.read))
    events, rulesets = reading.decode_events(archive, RULESETS), reading.rulesets_with_pack(archive, RULESETS)
    reader, ended = Reader(rulesets), 0
    for event, game in replay(events, rulesets):
        asked = reader.asked(event)
        if not isinstance(event, GameStarted | MovePlayed):
            assert asked is None
            continue
        assert game is not None
        assert asked == rulesets[game.ruleset.id].asked(game.position)
        ended += not asked
    assert ended == 1
