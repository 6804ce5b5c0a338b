"""Checks that read every event: the log against what was signed, and read models against the events."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial

from domain.application.audit import Audit
from domain.application.stored.stored_games import Keys
from domain.kernel.words import count_noun
from domain.proof.log_check import PartitionCheck
from domain.proof.receipts import Keyring
from eventstore.postgres.datastore import Datastore
from eventstore.tables.log import LogTables
from eventstore.tables.moved_games import is_moved_out
from projections.running import faulty
from projections.running.rebuild import check
from service.checkpoints.check_log import LogChecker
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.examination.findings import Finding
from service.keys import signing
from service.keys.recorded_keys import RecordedKeyring
from service.keys.seed_keys import load_seed_keys
from service.keys.token_seals import load_token_seals
from service.parts import build_games, build_projections
from service.rulesets import build_rulesets
from service.settings import Settings


def compare_log(settings: Settings, url: str) -> Iterator[Finding]:
    """Compare every event with what was signed."""
    games = build_games(build_rulesets(settings), url, 1, keys=Keys(seeds=load_seed_keys(settings)))
    try:
        with Datastore(url, pool_size=1) as datastore:
            log, file = LogTables(datastore.read), CheckpointFile(settings.data / NAME)
            audit = Audit(
                games.stored, games.queries, load_keys(settings, datastore, signing.load_keyring(settings)), file
            )
            checker = LogChecker(audit, log, file, lambda: datetime.now(UTC), partial(is_moved_out, datastore.read))
            found: tuple[PartitionCheck, ...] = ()
            for run in checker.check():
                found = run.found
            heads = checker.check_heads()
    finally:
        games.close()
    faults = [f"Partition {one.partition}: {one.fault}" for one in found if one.fault is not None]
    faults += [f"Log of heads: {heads.fault}"] if heads is not None and heads.fault is not None else []
    for fault in faults:
        yield Finding("log", "fault", fault, "`kifu checkpoint --check` says more; docs/checkpoints.md what it means.")
    if not faults:
        yield Finding("log", "well", f"{count_noun(sum(one.events for one in found), 'event')} are what was signed.")


def compare_read_models(settings: Settings, url: str) -> Iterator[Finding]:
    """Compare every row of the read models with what the events give."""
    found = check(url, projections=build_projections(build_rulesets(settings)))
    for name, faults in found.items():
        if faults:
            advice = f"`kifu rebuild --check {name}` shows rows, `kifu rebuild {name}` makes it anew."
            yield Finding("rows", "fault", f"{name}: {faulty.describe(faults)}", advice)
    if not any(found.values()):
        yield Finding("rows", "well", f"All {len(found)} read models are what the events give.")


def load_keys(settings: Settings, datastore: Datastore, own: Keyring) -> Keyring:
    """Return the public keys of all instances; `own` are this one's."""
    return Keyring(RecordedKeyring(own, datastore.read, load_token_seals(settings)).keys)
