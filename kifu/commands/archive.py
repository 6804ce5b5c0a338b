"""`kifu archive` and `kifu verify`: a game as a file, and whether its record is whole and follows from the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast
from uuid import UUID

import click

from domain.application.audit import Audit
from domain.archive import reading
from domain.archive.lines import Archive, BadArchive, read_lines
from domain.proof.receipts import Keyring
from domain.record.events import AnyEvent, GameOpened
from domain.rulesets import Rulesets
from domain.verification import record as verification
from domain.verification.moves import Difference
from domain.verification.record import Verification
from kifu.shared.faults import Fault
from kifu.shared.rules import installed
from kifu.shared.terminal import as_json, show_json
from service import signing
from service.checkpoint_file import NAME, CheckpointFile
from service.settings import read_settings

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
keys_option = click.option("--keys", type=FILE, help="The service's keys: its /.well-known/kifu-keys.json as a file.")


@click.command()
@click.argument("game")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; unasked, standard output."
)
@click.option(
    "--as", "eyes", metavar="VIEWER", default="spectator", help="For whom a running game is redacted: as of `replay`."
)
def archive(game: str, output: Path | None, eyes: str) -> None:
    """Write the game GAME (its id) from the database as a .kifu file; what is secret while it runs is sealed."""
    from kifu.shared.database import open_games

    game_id = _id(game)
    with open_games() as games:
        viewer = games.viewer(game_id, None, arbiter=True, as_=eyes)
        lines = Audit(games, Keyring(())).archive(game_id, viewer)
    if output is None:
        sys.stdout.buffer.write(lines)
    else:
        output.write_bytes(lines)


@click.command()
@click.argument("game")
@keys_option
@click.option(
    "--checkpoints",
    type=FILE,
    help="A file of signed heads that was kept elsewhere; unasked, checkpoints.ndjson in KIFU_DATA.",
)
@as_json
def verify(game: str, keys: Path | None, checkpoints: Path | None, json_wanted: bool) -> None:
    """Look for the first fault in the record of GAME: a .kifu file, or the id of a game in the database.

    Follows the chain of digests, checks the receipts by the keys, compares a game of the database with the signed
    checkpoints, and carries out every move again. Ends with 1 where the record was changed, or where the rules give
    other facts than were recorded.
    """
    path = Path(game)
    if path.is_file():
        if checkpoints is not None:
            raise Fault(
                "--checkpoints is for games of the database: a file does not say where in the log its events are."
            )
        found, redacted = _verified_file(path, keys)
    else:
        found, redacted = _verified_game(_id(game), keys, checkpoints), False
    if json_wanted:
        show_json(found)
    else:
        _show(found, redacted)
    if not found.holds:
        raise SystemExit(1)


def events_of(game: str) -> tuple[list[AnyEvent], Rulesets]:
    """The events of a .kifu file, or of the game in the database with this id, and the rules with its content.

    Raises Fault.
    """
    from kifu.shared.database import open_games

    path = Path(game)
    if path.is_file():
        archive, known = parsed(path), installed()
        with naming(path):
            return reading.decode_events(archive, known), reading.rulesets_with_pack(archive, known)
    game_id = _id(game)
    with open_games() as games:
        events = games.recorded(game_id)
        opened = cast(GameOpened, events[0])
        return events, Rulesets([games.rulesets.with_content(opened.ruleset, opened.content)])


def keys_from(path: Path) -> Keyring:
    """The keys in a downloaded document; raises Fault."""
    try:
        return signing.parse_keys(path.read_bytes())
    except ValueError as error:
        raise Fault(f"{path}: {error}.") from None


def parsed(path: Path) -> Archive:
    """An archive, its events not read yet; raises Fault."""
    with path.open("rb") as file, naming(path):
        return reading.parse_archive(read_lines(file.read))


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Turns BadArchive into a Fault that names the file."""
    try:
        yield
    except BadArchive as error:
        raise Fault(f"{path}, {error}.") from None


def _verified_file(path: Path, keys: Path | None) -> tuple[Verification, bool]:
    # A file may come from any service: only the keys that are named can be its own.
    archive = parsed(path)
    keyring = keys_from(keys) if keys else Keyring(())
    with naming(path):
        return verification.verify_archive(archive, installed(), keyring), archive.header.redacted


def _verified_game(game_id: UUID, keys: Path | None, checkpoints: Path | None) -> Verification:
    from kifu.shared.database import open_games

    settings = read_settings()
    keyring = keys_from(keys) if keys else signing.load_keyring(settings)
    witness = CheckpointFile(checkpoints or settings.data / NAME)
    with open_games() as games:
        return Audit(games, keyring, witness).verification(game_id, None, arbiter=True)


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Fault(f"{text!r} is neither a file nor the id of a game.") from None


def _show(found: Verification, redacted: bool) -> None:
    rules, chain = found.rules, found.chain
    if rules is not None:
        counts = f"{rules.unchanged} unchanged, {rules.changed} changed, {rules.illegal} illegal"
        superseded = f", {rules.superseded} by another version of the rules" if rules.superseded else ""
        click.echo(f"{rules.steps} steps: {counts}{superseded}")
    elif redacted:
        click.echo("A redacted file: its moves cannot be carried out again.")
    if chain.since is None:
        click.echo("No digests: the game was recorded before there were any.")
    else:
        click.echo(f"Digests from version {chain.since} on, {chain.events} events; the last is {chain.digest}.")
    receipts, imported = found.receipts, found.imported
    click.echo(f"{receipts.genuine} genuine receipts." if receipts.checked else "Receipts not checked: no keys known.")
    if receipts.unknown:
        click.echo(f"{receipts.unknown} receipts by keys of other services, not checked.")
    if imported is not None:
        click.echo(f"{imported.version} events were imported at {imported.time}; SHA-256 of the file {imported.file}.")
    logged = found.checkpoints
    if logged is not None:
        click.echo(f"{logged.covered} of {chain.events} events are in signed checkpoints.")
    if found.chance is not None:
        click.echo(f"{found.chance.outcomes} random outcomes drawn again.")
    _show_faults(found)


def _show_faults(found: Verification) -> None:
    logged = found.checkpoints.fault if found.checkpoints is not None else None
    faults = {
        "chain": found.chain.fault,
        "receipts": found.receipts.fault,
        "store": found.feed,
        "checkpoints": logged,
        "chance": found.chance.fault if found.chance is not None else None,
    }
    for name, fault in faults.items():
        if fault is not None:
            click.echo(f"Fault ({name}): {verification.describe_fault(fault)}")
    if found.imported is not None and found.imported.fault is not None:
        click.echo(f"Fault (import): {found.imported.fault}")
    first = found.rules.first if found.rules is not None else None
    if first is not None:
        _show_difference(first)
    if found.holds:
        follows = found.rules is not None and not found.rules.superseded
        click.echo("The record is whole, and follows from the rules." if follows else "The record is whole.")


def _show_difference(first: Difference) -> None:
    click.echo(f"First difference: step {first.step}, made by {first.rules}, asked of {first.now}: {first.why}")
    for name, fact in (("the rules say", first.expected), ("the record says", first.recorded)):
        if fact is not None:
            click.echo(f"  {name}: {bytes(fact).decode()}")
