"""What a partition's signed heads prove: which events need a receipt, and when each was recorded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cached_property
from uuid import UUID

from domain.application.checks.pieces import Pieces, is_whole, parse_time
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
        self._pieces = Pieces(store, keyring, partition)
        self._known: dict[int, TreeHead | None] = {}

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

        An event was recorded between the last head without it and the first head with it, or, if the first of them was
        signed in a piece, after the last head before the pieces. Either of the two may have the earlier time, since a
        clock may have been corrected between them. Events that no head covers yet are not judged, nor are the first
        `imported` ones, which keep the times of their file.
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
            later = self._known[sizes[at]] or self._heads.next(self._partition, row.position - 1)
            if later is None:
                continue
            earlier = None
            if at:
                earlier = self._known[sizes[at - 1]] or self._heads.before(self._partition, row.position)
            fault = self._compare(row, earlier, later)
            if fault is not None:
                return fault
        return None

    def _compare(self, row: EventRow, earlier: TreeHead | None, later: TreeHead) -> Fault | None:
        """Return what is wrong with the time of an event recorded between these heads, or None."""
        signed = [parse_time(head.time) for head in (earlier, later) if head is not None]
        fault = _fault(row, signed[0] if earlier is not None else self._beginning, signed)
        if fault is None or earlier is None:
            return fault
        # The head may be that of a piece, which left out what had long been recorded.
        return _fault(row, self._pieces.find_time_before(earlier), signed)

    @cached_property
    def _beginning(self) -> datetime | None:
        """When the first leaf of the log of heads said that the partition was empty; None if it did not."""
        row = read_first_leaf(self._store, self._keyring)
        if row is None or not is_whole(row) or size_of(row, self._partition):
            return None
        return parse_time(row.time)

    def _read_sizes(self, rows: Sequence[EventRow]) -> list[int]:
        """Return the sizes of the heads next to these events, in order, and cache the genuine ones."""
        found = self._store.heads_around(self._partition, {row.position for row in rows})
        for row in found:
            if row.size not in self._known:
                is_genuine = self._heads.fault(row) is None
                self._known[row.size] = tree_head(row) if is_genuine else self._heads.head(self._partition, row.size)
        return sorted({row.size for row in found})


def _fault(row: EventRow, since: datetime | None, signed: Sequence[datetime]) -> Fault | None:
    """Return what is wrong with the time of an event recorded after `since`, if that is known, and between heads of
    these times, or None.
    """
    try:
        event = read_envelope(row.payload)
    except Unreadable:
        return None
    if event.time is None:
        return None
    times = [*signed, since] if since is not None else signed
    first, last = min(times), max(times)
    if event.time <= last + SLACK and (since is None or event.time >= first - SLACK):
        return None
    if since is not None:
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
            later=format_time(last),
        )
    return Fault(row.version, event.n or None, why)
