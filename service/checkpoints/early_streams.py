"""Signs once which games and messages may lack receipts because they began before the service had a key.

Imports are not on the list: their notes excuse them. So an import whose note is deleted lacks its receipts, and without
the list nothing is excused. The file of heads keeps the signed list, so that a deleted list can be restored but not
replaced.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from domain.application.checks.receipts_due import count_before_signing, read_early_streams, read_first_leaf
from domain.application.checks.streams import read_game_of_talk
from domain.proof.heads_log import HeadsLog
from domain.proof.receipts import Keyring, Signer, digest_streams, early_streams_fault, sign_early_streams
from domain.rows import EarlyStreamsRow
from eventstore.tables.log import LogWriter
from service.checkpoints.checkpoint_file import CheckpointFile


def sign_early(log: LogWriter, file: CheckpointFile, signer: Signer, keyring: Keyring, now: datetime) -> str | None:
    """Sign the list unless it exists or is not needed; return what is wrong if it can neither be found nor made."""
    there, kept = next(iter(read_early_streams(log, keyring)), None), file.early_streams()
    if kept is not None and early_streams_fault(kept, keyring) is not None:
        return "the file has a list of what was recorded before there were keys that is not genuine"
    if there is not None:
        if kept is None:
            file.append([there])
        return None
    if kept is None and not _is_needed(log, keyring, file):
        return None
    streams = _find_early(log, keyring)
    if kept is None:
        kept = sign_early_streams(signer, streams, now)
        file.append([kept])
    elif kept.streams != digest_streams(streams):
        return (
            f"the list of {kept.count} streams from before there were keys is gone from the table and cannot be made "
            "again: events, or notes of imports, are gone or were changed"
        )
    log.add_early_streams(EarlyStreamsRow(kept.time, tuple(sorted(streams)), kept.key, bytes.fromhex(kept.signature)))
    return None


def _is_needed(log: LogWriter, keyring: Keyring, file: CheckpointFile) -> bool:
    """Return whether there were events before the first signature. A log that is not what was signed gets no list."""
    if HeadsLog(log, keyring).latest() is None:
        return file.is_empty() and any(sizes.position for sizes in log.sizes())
    first = read_first_leaf(log, keyring)
    return first is not None and any(first.sizes)


def _find_early(log: LogWriter, keyring: Keyring) -> set[UUID]:
    found: dict[UUID, UUID] = {}
    for sizes in log.sizes():
        before = count_before_signing(log, keyring, sizes.partition)
        until = sizes.position if before is None else before
        for stream in log.receipts.streams(sizes.partition, 0, until, most=None) if until else ():
            found[stream] = read_game_of_talk(log.receipts.first_event(sizes.partition, stream)) or stream
    came = log.receipts.imported({*found, *found.values()})
    return {stream for stream, game in found.items() if not {stream, game} & came}
