"""Checks what is derived from the record: read models, signatures, and games moved to files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

from domain.kernel.words import count_noun
from domain.proof.notes import parse_checkpoint
from domain.record.words import Reader
from eventstore.postgres.datastore import Datastore
from eventstore.tables.log import LogTables
from projections.queries.read import ReadModels
from projections.read_models.stored_events import StoredReader
from projections.running.make_tables import check_tables
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.unsigned import UNSIGNED, find_unsigned
from service.examination.comparing import load_keys
from service.examination.findings import Finding
from service.jobs.archive_watch import find_fault
from service.keys import signing
from service.rulesets import build_rulesets
from service.settings import Settings
from service.witnesses.heads import build_log_of_heads
from service.witnesses.named import parse_named

MOST_LEAVES_BEHIND = 60


def look_at_read_models(settings: Settings, datastore: Datastore) -> Iterator[Finding]:
    """Check the progress of the read models, and whether one has stopped or is known to be false."""
    check_tables(datastore.read)
    with closing(ReadModels(datastore, StoredReader(Reader(build_rulesets(settings))))) as models:
        states = models.lag()
    wrong = [state for state in states if state.stopped or state.false]
    for state in wrong:
        what = f"{state.name} has stopped: {state.error}." if state.stopped else f"{state.name}: {state.false}."
        yield Finding("read models", "fault", what, f"`kifu rebuild {state.name}` makes it anew.")
    behind = max((state.behind for state in states), default=0)
    if not wrong:
        last = f", the last one {count_noun(behind, 'event')} behind" if behind else ""
        yield Finding("read models", "well", f"All {len(states)} are kept{last}.")


def look_at_checkpoints(settings: Settings, datastore: Datastore) -> Iterator[Finding]:
    """Check whether the file of checkpoints exists, and whether everything recorded is signed."""
    log, file = LogTables(datastore.read), CheckpointFile(settings.data / NAME)
    since = log.file_since()
    if since is not None and not file.heads():
        what = f"{file.path} has no heads, though it was kept from {since:%Y-%m-%d} on."
        advice = "Put it back from the backup; only if it is lost for good, run `kifu checkpoint --new-file`."
        yield Finding("checkpoints", "fault", what, advice)
        return
    heads = log.latest()
    never = find_unsigned(log, datetime.now(UTC)) if settings.checkpoint_seconds else None
    if never is not None:
        advice = "`kifu checkpoint` signs now, or says why not; so does the log of the service."
        yield Finding("checkpoints", "fault", f"Nothing is signed: {never}.", advice)
        return
    unsigned = sum(one.position for one in log.sizes()) - sum(head.size for head in heads)
    last = max((datetime.fromisoformat(head.time) for head in heads), default=None)
    if unsigned > 0 and (last is None or datetime.now(UTC) - last > UNSIGNED):
        when = f"since {last:%Y-%m-%d %H:%M}" if last is not None else "yet"
        advice = "The service signs every KIFU_CHECKPOINT_SECONDS; `kifu checkpoint` does it now, or says why not."
        yield Finding("checkpoints", "warning", f"{count_noun(unsigned, 'event')} not signed {when}.", advice)
    else:
        yield Finding("checkpoints", "well", "What was recorded is signed." if last else "Nothing is recorded yet.")


def look_at_witnesses(settings: Settings, datastore: Datastore) -> Iterator[Finding]:
    """Check how much of the log of heads each witness has cosigned."""
    named = [one for one in parse_named(settings.witnesses) if one.url is not None]
    if not named:
        yield Finding("witnesses", "skipped", "KIFU_WITNESSES names none.")
        return
    signer, own = signing.load_used(settings)
    keyring = load_keys(settings, datastore, own)
    heads = build_log_of_heads(settings, LogTables(datastore.read), keyring, signer)
    note = heads.newest()
    newest = parse_checkpoint(note.text).size if note is not None else 0
    for witness in named:
        cosigned = heads.cosigned(witness.key)
        what = f"{witness.key.name} has cosigned the log of heads up to leaf {cosigned} of {newest}."
        late = newest - cosigned > MOST_LEAVES_BEHIND or (newest > 0 and cosigned == 0)
        advice = "`kifu checkpoint` asks it, and says what it answers." if late else None
        yield Finding("witnesses", "warning" if late else "well", what, advice)


def look_at_archive(datastore: Datastore) -> Iterator[Finding]:
    """Check whether games that were moved to files can be read."""
    why = find_fault(datastore.read)
    if why is None:
        yield Finding("archive", "well", "Games that were moved to files can be read, if there are any.")
    else:
        yield Finding(
            "archive", "fault", why, "Bring the folder or bucket of KIFU_ARCHIVE back, or correct the setting."
        )
