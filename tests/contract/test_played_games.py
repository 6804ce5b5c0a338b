"""The views of whole recorded games match the document: moves, facts, views, choices and options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.archive import reading
from domain.archive.lines import read_lines
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.record import views
from domain.record.event import Step
from domain.record.events import AnyEvent
from domain.record.game import Game, replay
from domain.record.words import Reader
from tests.support.archives import recorded_rulesets
from tests.support.contract import Contract
from tests.support.rulesets import product_rulesets

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.kifu"))
RULESETS = product_rulesets()
VIEWERS: tuple[Viewer, ...] = (SPECTATOR, seat_viewer(0), ARBITER)
EVERY = 12
"""States and choices are checked at intervals of this many steps."""


def sent(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.long
def test_every_recorded_game_is_shown_as_documented(document: dict[str, Any]) -> None:
    contract = Contract(document)
    shown: set[str] = set()
    for path in GAMES:
        with path.open("rb") as file:
            archive = reading.parse_archive(read_lines(file.read))
        rulesets = reading.rulesets_with_pack(archive, RULESETS)
        events = reading.decode_events(archive, rulesets)
        steps = {event.n: event for event in events if isinstance(event, Step)}
        game: Game | None = None
        for number, (event, game) in enumerate(replay(events, rulesets)):
            if isinstance(event, Step):
                viewers = VIEWERS if number % EVERY == 0 else (VIEWERS[number % len(VIEWERS)],)
                shown |= look(contract, event, game, steps, Reader(rulesets), viewers)
        assert game is not None
        contract.check("Game", sent(views.view_game(game)))
    for ruleset in recorded_rulesets():
        assert {move.__struct_config__.tag for move in ruleset.move_types} & shown


def look(
    contract: Contract, event: AnyEvent, game: Game, steps: dict[int, Step], reader: Reader, viewers: tuple[Viewer, ...]
) -> set[str]:
    """Check what viewers see of a step, and at intervals of the game after it; return the types shown."""
    position = views.position_of(event)
    shown: set[str] = set()
    for viewer in viewers:
        step = sent(views.view_step(event, game, steps.get(position) if position else None, viewer, reader))
        contract.check("Step", step)
        shown |= {fact["type"] for fact in (*step["facts"], step.get("move", {"type": ""}))}
        if len(viewers) > 1:
            contract.check("State", sent(views.view_state(game, viewer)))
            contract.check("LegalMoves", sent(views.view_choices(game, viewer, None)))
    return shown
