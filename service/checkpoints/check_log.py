"""Checks the whole log: every event is what was signed, and every game follows from its digests and has receipts.

The check works through one partition after the other, in short statements and with little memory, while games are
played and checkpoints made. `checked.json` in KIFU_DATA keeps its progress and the heads it compares with, so that an
interrupted check can resume and find the same.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

import msgspec

from domain.application.audit import Audit
from domain.application.checks.signed_partition import SignedPartition
from domain.application.checks.streams import FollowedChain
from domain.proof.heads_check import HeadsCheck, check_heads_log
from domain.proof.heads_log import HeadsLog
from domain.proof.log_check import PartitionCheck, PartitionComparison, begin_comparison, continue_comparison
from domain.rows import PARTITIONS
from eventstore.archive_files import FileAway
from eventstore.codec import NoArchive
from eventstore.tables.log import LogTables
from service.checkpoints.checkpoint_file import CheckpointFile

NAME = "checked.json"
SAVE_SECONDS = 1.0
LONGEST_WAIT = 30.0
"""How many seconds to wait for another process that is signing a piece."""
PAUSE = 0.05


class CheckRun(msgspec.Struct, frozen=True):
    """The progress of a check: its findings, and its position in the current partition.

    `comparison` compares the partition's events with the log. Then the chains of its games and talks are followed:
    `chains` of them so far, the last one being `after`, with `followed` events, of which `unread` are in files that are
    not here. `broken` describes the first broken chain.
    """

    began: datetime
    comparison: PartitionComparison | None = None
    after: UUID | None = None
    chains: int = 0
    followed: int = 0
    unread: int = 0
    broken: str | None = None
    found: tuple[PartitionCheck, ...] = ()
    partition: int = 0

    @property
    def is_over(self) -> bool:
        """Whether all partitions have been checked."""
        return self.partition == PARTITIONS


_decode = msgspec.json.Decoder(CheckRun).decode
_encode = msgspec.json.Encoder().encode


def read_check(data: Path) -> CheckRun | None:
    """Read the progress of an interrupted check; None if there is no readable file."""
    try:
        return _decode((data / NAME).read_bytes())
    except (OSError, msgspec.DecodeError):
        return None


@dataclass(frozen=True)
class LogChecker:
    """Checks the log against the heads in a file, and keeps its progress in the same folder.

    `is_moved` says whether a game was moved to its file, for processes without access to the files.
    """

    audit: Audit
    log: LogTables
    file: CheckpointFile
    clock: Callable[[], datetime]
    is_moved: Callable[[UUID], bool]

    def check(self, *, resume: bool = False) -> Iterator[CheckRun]:
        """Check all partitions, and yield the progress after each piece.

        With `resume`, continue an interrupted check, if there is one.
        """
        data = self.file.path.parent
        kept = read_check(data) if resume else None
        run = kept or CheckRun(self.clock())
        yield run
        saved = time.monotonic()
        try:
            while not run.is_over:
                for run in self._check_partition(run):  # noqa: B020 - each piece continues the one before
                    yield run
                    if time.monotonic() - saved > SAVE_SECONDS:
                        _save(data, run)
                        saved = time.monotonic()
        finally:
            if run.is_over:
                (data / NAME).unlink(missing_ok=True)
            else:
                _save(data, run)

    def check_heads(self) -> HeadsCheck | None:
        """Check the log of heads; None if it is empty."""
        kept, latest = self.file.root(), HeadsLog(self.log, self.audit.keyring).latest()
        if kept is not None and (latest is None or kept.size > latest.size):
            self._wait_for_signer()
        return check_heads_log(self.log, self.audit.keyring, kept)

    def _check_partition(self, run: CheckRun) -> Iterator[CheckRun]:
        comparison = run.comparison or self._begin(run.partition)
        while not comparison.is_over:
            comparison = continue_comparison(comparison, self.log, self.audit.keyring)
            run = msgspec.structs.replace(run, comparison=comparison)
            yield run
        signed = self.audit.signed(run.partition)
        for stream in self.audit.streams(run.partition, run.after):
            chain = self._follow(stream, signed)
            run = msgspec.structs.replace(
                run,
                comparison=comparison,
                after=stream,
                chains=run.chains + (chain.why is None),
                followed=run.followed + chain.events,
                unread=run.unread + chain.unread,
                broken=run.broken or chain.why,
            )
            yield run
        found = PartitionCheck(run.partition, comparison.events, comparison.fault or run.broken, run.chains, run.unread)
        whole = (*run.found, found) if found.events or found.fault or found.chains else run.found
        yield CheckRun(run.began, found=whole, partition=run.partition + 1)

    def _follow(self, stream: UUID, signed: SignedPartition) -> FollowedChain:
        try:
            return self.audit.check_stream(stream, signed)
        except NoArchive:
            return self.audit.check_stream(stream, signed, self.is_moved)
        except FileAway as error:
            return FollowedChain(0, f"game {stream}: {error}", 0)

    def _begin(self, partition: int) -> PartitionComparison:
        kept = self.file.last(partition)
        found = begin_comparison(partition, self.log, self.audit.keyring, kept)
        if kept is None or (found.head is not None and found.head.size >= kept.size):
            return found
        # A head enters the file before the table.
        self._wait_for_signer()
        return begin_comparison(partition, self.log, self.audit.keyring, kept)

    def _wait_for_signer(self) -> None:
        deadline = time.monotonic() + LONGEST_WAIT
        while self.log.is_being_signed() and time.monotonic() < deadline:
            time.sleep(PAUSE)


def _save(data: Path, run: CheckRun) -> None:
    beside = data / f".{NAME}.{os.getpid()}"
    # A user who may only read the folder can check the log, but not resume a check.
    with suppress(OSError):
        beside.write_bytes(_encode(run) + b"\n")
        beside.rename(data / NAME)
