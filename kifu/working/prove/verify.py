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
from domain.kernel.language import fill, mark, say, say_many, translate
from domain.kernel.words import count_noun, join_words
from domain.proof.receipts import Keyring
from domain.proof.witnesses import Witnesses
from domain.verification import record as verification
from domain.verification.evidence import FileVerification, check_evidence, with_evidence
from domain.verification.moves import Difference, RulesCheck
from domain.verification.receipts import ReceiptsCheck
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
"""The exit code for a sound file whose events no service has signed."""


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
        raise click.UsageError(say("Name a GAME, or verify --all of them; only that can be resumed."))
    witnesses = read_witnesses(wanted.named, wanted.quorum)
    is_unproven = False
    if wanted.game is None:
        if witnesses is not None:
            raise click.UsageError(say("--witnesses are for one game; name it."))
        _verify_all(wanted.keys, wanted.checkpoints, wanted.resume, wanted.json_wanted)
        return
    path = Path(wanted.game)
    if path.is_file():
        if wanted.checkpoints is not None:
            raise Fault(
                say(
                    "A file does not say where in the log its events are."
                    " Leave out --checkpoints, or name a game of the database by its id."
                )
            )
        found, redacted = _verify_file(path, wanted.keys, wanted.player_keys, witnesses)
        is_unproven = bool(found.receipts.missing) and not wanted.unsigned
    elif wanted.player_keys:
        raise Fault(say("The database has the keys of players. Leave out --player-keys, or name a file."))
    else:
        if witnesses is not None:
            why = say("A game of the database proves nothing by itself: `kifu archive` writes the file to verify.")
            raise Fault(why)
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
    # A file may come from any service, so only named keys can be its own.
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
        task = bar.add_task(say("games"), total=games.stored.store.partitions)
        audit = Audit(games.stored, games.queries, keyring, witness)
        for run, faulty in verify_all(audit, settings.data, lambda: datetime.now(UTC), resume=resume):
            done = games.stored.store.partitions if run.ended else run.partition
            bar.update(task, completed=done, description=count_noun(run.games, "game"))
            if faulty is not None and not json_wanted:
                click.echo(f"{faulty.game}: {faulty.why}")
    if json_wanted:
        show_json(run)
    else:
        games_said = count_noun(run.games, "game")
        click.echo(say("{games} verified, {faults} at fault.", games=games_said, faults=run.faults))
    if run.faults:
        raise SystemExit(1)


def _show(found: Verification, redacted: bool, is_unproven: bool) -> None:
    rules, chain = found.rules, found.chain
    if rules is not None:
        click.echo(_count_steps(rules))
    elif redacted:
        click.echo(say("A redacted file: its moves cannot be carried out again."))
    if chain.since is None:
        click.echo(say("No digests: the game was recorded before there were any."))
    else:
        events, text = chain.events, mark("Digests from version {since} on, {events} events; the last is {digest}.")
        click.echo(fill(translate(text), since=chain.since, events=events, digest=chain.digest))
    _show_receipts(found.receipts)
    imported, logged = found.imported, found.checkpoints
    if imported is not None:
        text = mark("{n} events were imported at {time}; SHA-256 of the file {digest}.")
        click.echo(fill(translate(text), n=imported.version, time=imported.time, digest=imported.file))
    if logged is not None:
        text = mark("{covered} of {events} events are in signed checkpoints of partition {partition}.")
        said = fill(translate(text), covered=logged.covered, events=chain.events, partition=logged.partition)
        click.echo(said)
    if found.chance is not None:
        click.echo(
            say_many("{n} random outcome drawn again.", "{n} random outcomes drawn again.", found.chance.outcomes)
        )
    if found.signatures is not None:
        _show_signatures(found.signatures)
    if found.snapshots is not None and found.snapshots.same:
        same = found.snapshots.same
        click.echo(say_many("{n} snapshot as the events give.", "{n} snapshots as the events give.", same))
    evidence = found.evidence if isinstance(found, FileVerification) else None
    if evidence is not None and evidence.holds:
        click.echo(evidence.why)
    if found.talk is not None:
        messages = found.talk.messages
        click.echo(say_many("{n} message of the players.", "{n} messages of the players.", messages))
        if found.talk.erased:
            click.echo(say_many("{n} text was erased.", "{n} texts were erased.", found.talk.erased))
    if found.texts is not None:
        texts = found.texts.texts
        click.echo(say_many("{n} claim or ruling.", "{n} claims and rulings.", texts))
        if found.texts.erased:
            click.echo(say_many("{n} of them was erased.", "{n} of them were erased.", found.texts.erased))
    _show_faults(found)
    if found.holds and is_unproven:
        click.echo(say("Unproven: no service has signed all of these events. Use --unsigned to accept that."))
    elif found.holds:
        follows = rules is not None and not rules.superseded
        whole = say("The record is whole.")
        click.echo(say("The record is whole, and follows from the rules.") if follows else whole)


def _count_steps(rules: RulesCheck) -> str:
    steps = count_noun(rules.steps, "step")
    text = mark("{steps}: {unchanged} unchanged, {changed} changed, {illegal} illegal")
    said = fill(translate(text), steps=steps, unchanged=rules.unchanged, changed=rules.changed, illegal=rules.illegal)
    if not rules.superseded:
        return said
    return say("{counts}, {n} by another version of the rules", counts=said, n=rules.superseded)


def _show_receipts(receipts: ReceiptsCheck) -> None:
    if receipts.checked:
        click.echo(say_many("{n} genuine receipt.", "{n} genuine receipts.", receipts.genuine))
    else:
        click.echo(say("Receipts not checked: no keys known."))
    if receipts.missing:
        click.echo(say_many("{n} event without a receipt.", "{n} events without a receipt.", receipts.missing))
    if receipts.unknown:
        click.echo(say("{n} receipts by keys of other services, not checked.", n=receipts.unknown))


def _show_signatures(found: SignaturesCheck) -> None:
    click.echo(say_many("{n} genuine signature of players.", "{n} genuine signatures of players.", found.signed))
    if found.sealed:
        click.echo(say("{n} of them are over moves that this file hides.", n=found.sealed))
    if found.unsigned:
        steps = join_words([str(step) for step in found.unsigned])
        click.echo(say("Not signed by the player of the seat, and need not be: step {steps}.", steps=steps))


def _show_faults(found: Verification) -> None:
    for name, why in found.list_faults():
        is_difference = name == "rules"
        fault = say("Fault ({name}): {why}", name=name, why=why)
        click.echo(say("First difference: {why}", why=why) if is_difference else fault)
    evidence = found.evidence if isinstance(found, FileVerification) else None
    if evidence is not None and not evidence.holds:
        click.echo(say("Fault ({name}): {why}", name="evidence", why=evidence.why))
    first = found.rules.first if found.rules is not None else None
    if first is not None:
        _show_values(first)


def _show_values(first: Difference) -> None:
    for name, fact in ((say("the rules say"), first.expected), (say("the record says"), first.recorded)):
        if fact is not None:
            click.echo(f"  {name}: {bytes(fact).decode()}")
