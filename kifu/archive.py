"""`kifu archive` and `kifu verify`: a game as a file, and whether its record follows from the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from uuid import UUID

import click

from domain import archive as archives
from domain.events import AnyEvent
from domain.ledger import Verification
from domain.ledger import verify as verify_events
from kifu.faults import Fault
from kifu.rules import installed
from kifu.terminal import as_json, show_json


@click.command()
@click.argument("game")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; unasked, standard output."
)
def archive(game: str, output: Path | None) -> None:
    """Write the finished game GAME (its id) from the database as a .kifu file."""
    events = _stored(game)
    try:
        lines = b"".join(archives.write(events, installed()))
    except ValueError as error:
        raise Fault(f"{error}.") from None
    if output is None:
        sys.stdout.buffer.write(lines)
    else:
        output.write_bytes(lines)


@click.command()
@click.argument("game")
@as_json
def verify(game: str, json_wanted: bool) -> None:
    """Carry out every move of GAME again: a .kifu file, or the id of a game in the database.

    Ends with 1 where the rules give other facts than were recorded.
    """
    found = verify_events(events_of(game), installed())
    if json_wanted:
        show_json(found)
    else:
        _show(found)
    if not found.holds:
        raise SystemExit(1)


def events_of(game: str) -> list[AnyEvent]:
    """The events of a .kifu file, or of the game in the database with this id; raises Fault."""
    path = Path(game)
    return _from_file(path) if path.is_file() else _stored(game)


def _from_file(path: Path) -> list[AnyEvent]:
    with path.open("rb") as lines:
        try:
            return archives.read(lines, installed())
        except archives.BadArchive as error:
            raise Fault(f"{path}, {error}.") from None


def _stored(game: str) -> list[AnyEvent]:
    from kifu.database import open_games

    try:
        game_id = UUID(game)
    except ValueError:
        raise Fault(f"{game!r} is neither a file nor the id of a game.") from None
    with open_games() as games:
        return games.recorded(game_id)


def _show(found: Verification) -> None:
    click.echo(f"{found.steps} steps: {found.unchanged} unchanged, {found.changed} changed, {found.illegal} illegal")
    first = found.first
    if first is None:
        click.echo("The record follows from the rules.")
        return
    click.echo(f"First difference: step {first.step}, made by {first.rules}, asked of {first.now}: {first.why}")
    for name, fact in (("the rules say", first.expected), ("the record says", first.recorded)):
        if fact is not None:
            click.echo(f"  {name}: {bytes(fact).decode()}")
