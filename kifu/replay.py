"""`kifu replay`: a recorded game, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from uuid import UUID

import click

from kifu.faults import Fault
from kifu.terminal import as_json, console, show_json

if TYPE_CHECKING:
    from domain.games import Games
    from domain.kernel.audience import Viewer
    from domain.views import StepView

PAGE = 200


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
    """Tell the recorded game GAME (its id) step by step, or show the board after one step."""
    from kifu.database import open_games

    game_id = _id(game)
    with open_games() as games:
        # Whoever can read the database may look with any eyes.
        viewer = games.viewer(game_id, None, arbiter=eyes is not None, as_=eyes)
        if at is not None:
            _show_state(games, game_id, at, viewer, json_wanted)
        else:
            _tell(games, game_id, viewer, json_wanted)


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Fault(f"there is no game {text!r}: a game is named by its id, such as {UUID(int=0)}.") from None


def _show_state(games: Games, game_id: UUID, at: int, viewer: Viewer, json_wanted: bool) -> None:
    found = games.state_at(game_id, at, viewer)
    if json_wanted:
        show_json(found)
        return
    assert found.state is not None
    game = games.current(game_id)
    step = games.step(game_id, at, viewer)
    out = console()
    out.print(_line(step), markup=False, soft_wrap=True)
    out.print(game.ruleset.board(found.state, game.names), markup=False, soft_wrap=True)


def _tell(games: Games, game_id: UUID, viewer: Viewer, json_wanted: bool) -> None:
    steps = _steps(games, game_id, viewer)
    if json_wanted:
        for step in steps:
            show_json(step)
        return
    game = games.current(game_id)
    out = console()
    players = " against ".join(game.names)
    out.print(f"{game.ruleset.title}: {players}, {game.status}", style="bold", markup=False, soft_wrap=True)
    for step in steps:
        out.print(_line(step), markup=False, soft_wrap=True)


def _steps(games: Games, game_id: UUID, viewer: Viewer) -> Iterator[StepView]:
    after = 0
    while page := games.steps(game_id, viewer, after=after, limit=PAGE):
        yield from page
        after = page[-1].n


def _line(step: StepView) -> str:
    return f"{step.n:>4}  {step.words or step.kind}"
