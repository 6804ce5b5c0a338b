"""`kifu replay`: a recorded game, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import console, show_json

if TYPE_CHECKING:
    from domain.kernel.audience import Viewer
    from domain.record.views import StepView
    from kifu.shared.records import Record


@click.command(
    cls=Command,
    examples=("kifu replay game.kifu", "kifu replay game.kifu --at 12", "kifu replay game.kifu --as seat:0 --json"),
)
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="Show the board after step N.")
@click.option(
    "--as",
    "eyes",
    metavar="VIEWER",
    help="Who looks: spectator, seat:N or arbiter. By default the public, who may see all of a finished game.",
)
@as_json
def replay(game: str, at: int | None, eyes: str | None, json_wanted: bool) -> None:
    """Show a recorded game step by step, or the board after a step.

    GAME is a .kifu file, or the id of a game in the database. On a terminal, the board after a step shows in colour
    what that step changed.
    """
    from kifu.shared.records import open_record

    with open_record(game) as found:
        viewer = found.viewer(eyes)
        if at is not None:
            _show_state(found, at, viewer, json_wanted)
        else:
            _show_steps(found, viewer, json_wanted)


def _show_state(found: Record, at: int, viewer: Viewer, json_wanted: bool) -> None:
    from kifu.shared.boards import mark_changes, show_text

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
    from kifu.shared.boards import show_text

    steps = _steps(found, viewer)
    if json_wanted:
        for step in steps:
            show_json(step)
        return
    game = found.game
    out = console()
    players = " against ".join(game.names)
    show_text(out, f"{game.ruleset.title}: {players}, {game.status}", style="bold")
    for step in steps:
        show_text(out, _line(step))


def _steps(found: Record, viewer: Viewer) -> Iterator[StepView]:
    after = 0
    while page := found.steps(viewer, after=after):
        yield from page
        after = page[-1].n


def _line(step: StepView) -> str:
    return f"{step.n:>4}  {step.words or step.kind}"
