"""The work of `kifu verify`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import click

from domain.application.audit import Audit
from domain.application.games import Games
from domain.kernel.errors import KifuError
from domain.kernel.words import count_noun, join_words
from domain.proof.receipts import Keyring
from domain.proof.witnesses import Witnesses
from domain.verification import record as verification
from domain.verification.evidence import FileVerification, check_evidence, with_evidence
from domain.verification.moves import Difference
from domain.verification.record import Verification
from domain.verification.signatures import SignaturesCheck
from kifu.shared.faults import Fault
from kifu.shared.files import naming_file, parse_archive, parse_game_id, read_keys, read_player_keys
from kifu.shared.records import operator_looking
from kifu.shared.rules import load_rulesets
from kifu.shared.stored_games import load_keys, open_games
from kifu.shared.terminal import progress_bar, show_json
from kifu.shared.witnesses import read_witnesses
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.settings import read_settings
from service.verify_all import verify_all

UNPROVEN = 3
"""The exit code for a file that holds but whose events no service has signed."""


@dataclass(frozen=True)
class Wanted:
    """The options of `kifu verify`."""

    game: str | None
    everything: bool
    resume: bool
    keys: Path | None
    player_keys: tuple[Path, ...]
    checkpoints: Path | None
    unsigned: bool
    named: tuple[str, ...]
    quorum: int | None
    json_wanted: bool


def verify(wanted: Wanted) -> None:
    """Check that a record is unchanged and follows from the rules."""
    if (wanted.game is None) != wanted.everything or (wanted.resume and not wanted.everything):
        raise click.UsageError("Name a GAME, or verify --all of them; only that can be resumed.")
    witnesses = read_witnesses(wanted.named, wanted.quorum)
    is_unproven = False
    if wanted.game is None:
        if witnesses is not None:
            raise click.UsageError("--witnesses are for one game; name it.")
        _verify_all(wanted.keys, wanted.checkpoints, wanted.resume, wanted.json_wanted)
        return
    path = Path(wanted.game)
    if path.is_file():
        if wanted.checkpoints is not None:
            raise Fault(
                "A file does not say where in the log its events are."
                " Leave out --checkpoints, or name a game of the database by its id."
            )
        found, redacted = _verify_file(path, wanted.keys, wanted.player_keys, witnesses)
        is_unproven = bool(found.receipts.missing) and not wanted.unsigned
    elif wanted.player_keys:
        raise Fault("The database has the keys of players. Leave out --player-keys, or name a file.")
    else:
        if witnesses is not None:
            raise Fault("A game of the database proves nothing by itself: `kifu archive` writes the file to verify.")
        found, redacted = _verify_game(parse_game_id(wanted.game), wanted.keys, wanted.checkpoints), False
    if wanted.json_wanted:
        show_json(found)
    else:
        _show(found, redacted, is_unproven)
    if not found.holds:
        raise SystemExit(1)
    if is_unproven:
        raise SystemExit(UNPROVEN)


def _verify_file(
    path: Path, keys: Path | None, player_keys: tuple[Path, ...], witnesses: Witnesses | None
) -> tuple[Verification, bool]:
    # A file may come from any service: only the keys that are named can be its own.
    archive, known = parse_archive(path), read_player_keys(player_keys)
    keyring = read_keys(keys) if keys else Keyring(())
    with naming_file(path):
        found = verification.verify_archive(archive, load_rulesets(), keyring, known)
    return with_evidence(found, check_evidence(archive, keyring, witnesses)), archive.header.redacted


def _verify_game(game_id: UUID, keys: Path | None, checkpoints: Path | None) -> Verification:
    settings = read_settings()
    witness = CheckpointFile(checkpoints or settings.data / NAME)
    with open_games() as games:
        keyring = read_keys(keys) if keys else load_keys(settings)
        found = Audit(games.stored, games.queries, keyring, witness).verification(game_id, None, arbiter=True)
        if found.rules is not None and found.rules.first is not None:
            _keep_look(games, game_id)
        return found


def _keep_look(games: Games, game_id: UUID) -> None:
    """Record that the operator is shown values of a game that may still be running."""

    try:
        game = games.stored.current(game_id)
    except KifuError:
        step = None
    else:
        if game.is_over:
            return
        step = game.step
    games.queries.keep_look(game_id, operator_looking("kifu verify"), "arbiter", step)


def _verify_all(keys: Path | None, checkpoints: Path | None, resume: bool, json_wanted: bool) -> None:
    settings = read_settings()
    witness = CheckpointFile(checkpoints or settings.data / NAME)
    with open_games() as games, progress_bar() as bar:
        keyring = read_keys(keys) if keys else load_keys(settings)
        task = bar.add_task("games", total=games.stored.store.partitions)
        audit = Audit(games.stored, games.queries, keyring, witness)
        for run, faulty in verify_all(audit, settings.data, lambda: datetime.now(UTC), resume=resume):
            done = games.stored.store.partitions if run.ended else run.partition
            bar.update(task, completed=done, description=f"{run.games} games")
            if faulty is not None and not json_wanted:
                click.echo(f"{faulty.game}: {faulty.why}")
    if json_wanted:
        show_json(run)
    else:
        click.echo(f"{count_noun(run.games, 'game')} verified, {run.faults} at fault.")
    if run.faults:
        raise SystemExit(1)


def _show(found: Verification, redacted: bool, is_unproven: bool) -> None:
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
    if receipts.missing:
        click.echo(f"{count_noun(receipts.missing, 'event')} without a receipt.")
    if receipts.unknown:
        click.echo(f"{receipts.unknown} receipts by keys of other services, not checked.")
    if imported is not None:
        click.echo(f"{imported.version} events were imported at {imported.time}; SHA-256 of the file {imported.file}.")
    logged = found.checkpoints
    if logged is not None:
        click.echo(
            f"{logged.covered} of {chain.events} events are in signed checkpoints of partition {logged.partition}."
        )
    if found.chance is not None:
        click.echo(f"{found.chance.outcomes} random outcomes drawn again.")
    if found.signatures is not None:
        _show_signatures(found.signatures)
    if found.snapshots is not None and found.snapshots.same:
        click.echo(f"{count_noun(found.snapshots.same, 'snapshot')} as the events give.")
    evidence = found.evidence if isinstance(found, FileVerification) else None
    if evidence is not None and evidence.holds:
        click.echo(evidence.why)
    if found.talk is not None:
        click.echo(f"{count_noun(found.talk.messages, 'message')} of the players.")
    _show_faults(found)
    if found.holds and is_unproven:
        click.echo("Unproven: no service has signed all of these events. Use --unsigned to accept that.")
    elif found.holds:
        follows = rules is not None and not rules.superseded
        click.echo("The record is whole, and follows from the rules." if follows else "The record is whole.")


def _show_signatures(found: SignaturesCheck) -> None:
    click.echo(f"{count_noun(found.signed, 'genuine signature')} of players.")
    if found.sealed:
        click.echo(f"{found.sealed} of them are over moves that this file hides.")
    if found.unsigned:
        steps = join_words([str(step) for step in found.unsigned])
        click.echo(f"Not signed by the player of the seat, and need not be: step {steps}.")


def _show_faults(found: Verification) -> None:
    for name, why in found.list_faults():
        click.echo(f"First difference: {why}" if name == "rules" else f"Fault ({name}): {why}")
    evidence = found.evidence if isinstance(found, FileVerification) else None
    if evidence is not None and not evidence.holds:
        click.echo(f"Fault (evidence): {evidence.why}")
    first = found.rules.first if found.rules is not None else None
    if first is not None:
        _show_values(first)


def _show_values(first: Difference) -> None:
    for name, fact in (("the rules say", first.expected), ("the record says", first.recorded)):
        if fact is not None:
            click.echo(f"  {name}: {bytes(fact).decode()}")
