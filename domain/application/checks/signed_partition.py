"""What a partition's signed heads prove: which events need a receipt, and when each was recorded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cached_property
from uuid import UUID

import msgspec

from domain.application.checks.receipts_due import count_before_signing, read_early_streams, read_first_leaf
from domain.kernel.language import say
from domain.proof.chain import Fault
from domain.proof.checkpoints import TreeHead, tree_head
from domain.proof.envelope import Unreadable, read_envelope
from domain.proof.heads import Heads
from domain.proof.heads_log import size_of
from domain.proof.log_store import LogStore
from domain.proof.receipts import Keyring, format_time
from domain.rows import EventRow
from domain.verification.receipts import BY_PLACE, UNLISTED, Due

SLACK = timedelta(days=1)
"""How far an event's time may be outside those of the surrounding heads: clocks differ, and commits take a while."""


class SignedPartition:
    """A partition with its signed heads. Each head is checked once for all streams."""

    def __init__(self, store: LogStore, keyring: Keyring, partition: int) -> None:
        self._store, self._keyring, self._partition = store, keyring, partition
        self._heads = Heads(store, keyring)
        self._times: dict[int, datetime | None] = {}

    @cached_property
    def before(self) -> int | None:
        """The number of events in the partition when the service first signed it; None if it never did."""
        return count_before_signing(self._store, self._keyring, self._partition)

    def find_due(self, stream: UUID, rows: Sequence[EventRow]) -> Due | None:
        """Return the first version of a stream that needs a receipt; None if the events' own times decide.

        Times decide for events older than the first signature, in streams that the service signed as that old.
        """
        if self.before is None:
            return None
        is_early = any(row.receipt is None and row.position <= self.before for row in rows)
        if is_early and stream not in self._early_streams:
            return Due(1, UNLISTED)
        version = min((row.version for row in rows if row.position > self.before), default=None)
        return Due(version, BY_PLACE) if version is not None else None

    @cached_property
    def _early_streams(self) -> frozenset[UUID]:
        return frozenset().union(*read_early_streams(self._store, self._keyring).values())

    def find_misdated(self, rows: Sequence[EventRow], imported: int = 0) -> Fault | None:
        """Find the first event of a stream whose own time contradicts the heads around it.

        An event was recorded between the last head without it and the first head with it. Either of the two may have
        the earlier time, since a clock may have been corrected between them. Events that no head covers yet are not
        judged, nor are the first `imported` ones, which keep the times of their file.
        """
        played = [row for row in rows if row.version > imported]
        if self._keyring.since is None or not played:
            return None
        sizes = self._read_sizes(played)
        for row in played:
            at = bisect_left(sizes, row.position)
            if at == len(sizes):
                continue
            # Somebody may have added a false head: find the nearest genuine one.
            later = self._times[sizes[at]] or _time_of(self._heads.next(self._partition, row.position - 1))
            earlier = None
            if at:
                earlier = self._times[sizes[at - 1]] or _time_of(self._heads.before(self._partition, row.position))
            fault = _fault(row, earlier or self._beginning, later) if later is not None else None
            if fault is not None:
                return fault
        return None

    @cached_property
    def _beginning(self) -> datetime | None:
        """When the first leaf of the log of heads said that the partition was empty; None if it did not."""
        row = read_first_leaf(self._store, self._keyring)
        return _parse(row.time) if row is not None and not size_of(row, self._partition) else None

    def _read_sizes(self, rows: Sequence[EventRow]) -> list[int]:
        """Return the sizes of the heads next to these events, in order, and cache their times."""
        found = self._store.heads_around(self._partition, {row.position for row in rows})
        for row in found:
            if row.size not in self._times:
                head = tree_head(row) if self._heads.fault(row) is None else self._heads.head(self._partition, row.size)
                self._times[row.size] = _time_of(head)
        return sorted({row.size for row in found})


def _fault(row: EventRow, earlier: datetime | None, later: datetime) -> Fault | None:
    """Return what is wrong with the time of an event recorded between heads of these times, or None."""
    try:
        event = read_envelope(row.payload)
    except Unreadable:
        return None
    if event.time is None:
        return None
    first, last = min(earlier or later, later), max(earlier or later, later)
    if event.time <= last + SLACK and (earlier is None or event.time >= first - SLACK):
        return None
    if earlier is not None:
        why = say(
            "the event says that it was recorded at {time}, and its place in the log is between heads signed at "
            "{first} and {last}",
            time=event.timestamp,
            first=format_time(first),
            last=format_time(last),
        )
    else:
        why = say(
            "the event says that it was recorded at {time}, and its place in the log is before a head signed at "
            "{later}",
            time=event.timestamp,
            later=format_time(later),
        )
    return Fault(row.version, event.n or None, why)


def _time_of(head: TreeHead | None) -> datetime | None:
    return _parse(head.time) if head is not None else None


def _parse(time: str) -> datetime:
    return msgspec.convert(time, datetime)
