"""`kifu replay`: a recorded game, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kifu.shared.terminal import as_json, console, show_json

if TYPE_CHECKING:
    from domain.kernel.audience import Viewer
    from domain.record.views import StepView
    from kifu.shared.records import Record


@click.command()
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="Show the board as it was after step N.")
@click.option(
    "--as",
    "eyes",
    metavar="VIEWER",
    help="Whose eyes: spectator, seat:N or arbiter; unasked, those of the public, to whom a finished game is open.",
)
@as_json
def replay(game: str, at: int | None, eyes: str | None, json_wanted: bool) -> None:
    """Tell a recorded game step by step, or show the board after one step.

    GAME is a .kifu file, or the id of a game in the database.
    """
    from kifu.shared.records import record

    with record(game) as found:
        viewer = found.viewer(eyes)
        if at is not None:
            _show_state(found, at, viewer, json_wanted)
        else:
            _tell(found, viewer, json_wanted)


def _show_state(found: Record, at: int, viewer: Viewer, json_wanted: bool) -> None:
    state = found.state_at(at, viewer)
    if json_wanted:
        show_json(state)
        return
    assert state.state is not None
    (step,) = found.steps(viewer, after=at - 1, limit=1)
    out = console()
    out.print(_line(step), markup=False, soft_wrap=True)
    out.print(found.game.ruleset.board(state.state, found.game.names), markup=False, soft_wrap=True)


def _tell(found: Record, viewer: Viewer, json_wanted: bool) -> None:
    steps = _steps(found, viewer)
    if json_wanted:
        for step in steps:
            show_json(step)
        return
    game = found.game
    out = console()
    players = " against ".join(game.names)
    out.print(f"{game.ruleset.title}: {players}, {game.status}", style="bold", markup=False, soft_wrap=True)
    for step in steps:
        out.print(_line(step), markup=False, soft_wrap=True)


def _steps(found: Record, viewer: Viewer) -> Iterator[StepView]:
    after = 0
    while page := found.steps(viewer, after=after):
        yield from page
        after = page[-1].n


def _line(step: StepView) -> str:
    return f"{step.n:>4}  {step.words or step.kind}"
