"""The work of `kifu replay`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from domain.kernel.audience import Viewer
from domain.kernel.language import mark, say, translate
from domain.record.game import Status
from domain.record.views import StepView
from kifu.shared.boards import mark_changes, show_text
from kifu.shared.records import Record, open_record
from kifu.shared.terminal import console, show_json

STATUSES: dict[Status, str] = {
    "waiting": mark("waiting for players"),
    "playing": mark("being played"),
    "finished": mark("finished"),
    "resigned": mark("resigned"),
    "cancelled": mark("cancelled"),
}
"""The states of a game, in words."""


def replay(game: str, at: int | None, eyes: str | None, json_wanted: bool) -> None:
    """Show a recorded game step by step, or the board after a step."""
    with open_record(game) as found:
        viewer = found.viewer(eyes)
        if at is not None:
            _show_state(found, at, viewer, json_wanted)
        else:
            _show_steps(found, viewer, json_wanted)


def _show_state(found: Record, at: int, viewer: Viewer, json_wanted: bool) -> None:
    state = found.state_at(at, viewer)
    if json_wanted:
        show_json(state)
        return
    assert state.state is not None
    (step,) = found.steps(viewer, after=at - 1, limit=1)
    out = console()
    board = found.game.ruleset.looks.board(state.state, found.game.names)
    before = _board(found, at - 1, viewer) if at > 1 and out.is_terminal else None
    show_text(out, _line(step))
    show_text(out, mark_changes(board, before))


def _board(found: Record, at: int, viewer: Viewer) -> str:
    state = found.state_at(at, viewer).state
    assert state is not None
    return found.game.ruleset.looks.board(state, found.game.names)


def _show_steps(found: Record, viewer: Viewer, json_wanted: bool) -> None:
    steps = _steps(found, viewer)
    if json_wanted:
        for step in steps:
            show_json(step)
        return
    game = found.game
    out = console()
    players = reduce(_against, game.names)
    title, status = translate(game.ruleset.title), translate(STATUSES[game.status])
    show_text(out, f"{title}: {players}, {status}", style="bold")
    for step in steps:
        show_text(out, _line(step))


def _against(one: str, other: str) -> str:
    return say("{one} against {other}", one=one, other=other)


def _steps(found: Record, viewer: Viewer) -> Iterator[StepView]:
    after = 0
    while page := found.steps(viewer, after=after):
        yield from page
        after = page[-1].n


def _line(step: StepView) -> str:
    return f"{step.n:>4}  {step.words or step.kind}"
