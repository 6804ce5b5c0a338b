"""Checks whether a game's record still matches the log, and the log its checkpoints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.kernel.language import say
from domain.proof.chain import Fault, step_of_version
from domain.proof.checkpoints import TreeHead, head_fault, leaf_digest, leaf_hash, stored_leaf_hash, tree_head
from domain.proof.heads import Heads
from domain.proof.log_store import LogStore
from domain.proof.receipts import Keyring
from domain.proof.tiles import HEIGHT, WIDTH, BrokenLog, Tiles, tiles_for_proofs
from domain.rows import EventRow, HeadRow

COMPARED_AFTER = 4096
"""How many positions after the last event of a game are compared with the log."""
MOST_UNSIGNED = 100_000
"""The most events between the last head in the table and one stored outside that are still compared."""


class LogCheck(msgspec.Struct, frozen=True):
    """The result of comparing a game with the log.

    `checked` is false if no checkpoint covers any of it, or no key is known. `heads` counts the signed heads compared,
    `covered` the events of the game that they cover. `partition` is the game's partition: readers can keep its heads.
    """

    checked: Annotated[bool, Meta(description="False where no checkpoint covers the game yet.")]
    heads: Annotated[int, Meta(description="How many signed heads it was compared with.")]
    covered: Annotated[int, Meta(description="How many events of the game they cover.")]
    fault: Fault | None
    partition: Annotated[int, Meta(description="The feed partition of the game, whose checkpoints cover it.")]


class PartitionCheck(msgspec.Struct, frozen=True):
    """The result of comparing a whole partition with the log: how many events are as signed, and what is wrong.

    `chains` counts the games and talks whose own digests hold; `unread` counts the events in unread files, whose
    digests alone are known.
    """

    partition: int
    events: int
    fault: str | None
    chains: int = 0
    unread: int = 0


def check_log(
    rows: Sequence[EventRow],
    game_id: UUID,
    partition: int,
    store: LogStore,
    keyring: Keyring,
    kept: TreeHead | None,
    before: int | None,
) -> LogCheck:
    """Compare all events of a game with the log.

    `kept` is the partition's last head stored outside the database, `before` how many of the events come before step 1.
    """
    if keyring.since is None:
        return LogCheck(False, 0, 0, None, partition)
    head = _head_to_compare(partition, store, keyring)
    heads = [found for found in (head, kept) if found is not None]
    if not heads:
        return LogCheck(False, 0, 0, None, partition)
    look = _GameComparison(rows, game_id, partition, store, before)
    fault = min(look.faults(head, kept, keyring), key=lambda found: found.version, default=None)
    signed = max(found.size for found in heads)
    return LogCheck(True, len(heads), sum(event.position <= signed for event in rows), fault, partition)


def _head_to_compare(partition: int, store: LogStore, keyring: Keyring) -> TreeHead | None:
    """Return the latest genuine head in the table, or without one the latest, which is then a fault."""
    rows = store.heads_below(partition, None, 1)
    return (Heads(store, keyring).head(partition) or tree_head(rows[0])) if rows else None


class _GameComparison:
    """The comparison of one game with the log."""

    def __init__(
        self, rows: Sequence[EventRow], game_id: UUID, partition: int, store: LogStore, before: int | None
    ) -> None:
        self._rows, self._game_id, self._partition = rows, game_id, partition
        self._store, self._before = store, before

    def faults(self, head: TreeHead | None, kept: TreeHead | None, keyring: Keyring) -> Iterator[Fault]:
        """Find all faults, in no particular order."""
        for found in (head, kept):
            why = head_fault(found, keyring) if found is not None else None
            if found is not None and why is not None:
                yield self._fault_at(
                    self._rows[0],
                    say("the checkpoint of {size} events is not genuine: {why}", size=found.size, why=why),
                )
                return
        last = self._store.last_position(self._partition)
        for found in (head, kept):
            if found is not None and found.size > last:
                yield self._fault_at(
                    self._rows[-1],
                    say(
                        "{size} events of partition {partition} were signed at {time}, and it ends with {last}: "
                        "later steps, of this game or of another, are gone, or an old backup was restored",
                        size=found.size,
                        partition=self._partition,
                        time=found.time,
                        last=last,
                    ),
                )
        tiles = Tiles(self._store.tiles(self._partition, self._tiles_needed(head, kept)))
        if head is not None:
            yield from self._find_changed(head, tiles, last)
        if kept is not None and kept.size <= last:
            yield from self._compare_kept_head(head.size if head is not None else 0, kept, tiles)

    def _tiles_needed(self, head: TreeHead | None, kept: TreeHead | None) -> set[tuple[int, int]]:
        """Return the places of the tiles that the comparison reads."""
        places: set[tuple[int, int]] = set()
        if head is not None:
            places = tiles_for_proofs(
                {row.position - 1 for row in self._rows if 0 < row.position <= head.size}, head.size
            )
            behind = range((self._rows[-1].position - 1) >> HEIGHT, ((self._last_compared(head) - 1) >> HEIGHT) + 1)
            places |= tiles_for_proofs({tile << HEIGHT for tile in behind}, head.size)
        return places | tiles_for_proofs((), kept.size) if kept is not None else places

    def _last_compared(self, head: TreeHead) -> int:
        """Return the last position to compare."""
        return min(head.size, self._rows[-1].position + COMPARED_AFTER)

    def _find_changed(self, head: TreeHead, tiles: Tiles, last: int) -> Iterator[Fault]:
        """Find events of the game, or after it, that differ from the signed ones."""
        proof = _Proof(head, tiles)
        before = 0
        for row in self._rows:
            at = row.position
            if at <= before:
                yield self._fault_at(
                    row, say("the event lies at position {at} of the feed, before the one that it follows", at=at)
                )
                return
            before = at
            if at > head.size:
                continue
            why = proof.fault(at, leaf_hash(self._game_id, row.version, leaf_digest(row)))
            if why is not None:
                yield self._fault_at(row, why)
                return
        yield from self._find_changed_after(min(self._last_compared(head), last), proof)

    def _find_changed_after(self, end: int, proof: _Proof) -> Iterator[Fault]:
        row = self._rows[-1]
        found = self._store.leaves(self._partition, row.position, end)
        for at, other in zip(range(row.position + 1, end + 1), found, strict=False):
            if other.position != at:
                return  # A gap, which is reported separately.
            why = proof.fault(at, stored_leaf_hash(other))
            if why is not None:
                yield self._fault_at(
                    row,
                    say(
                        "after this step, position {at} of the feed has version {version} of game {game}: "
                        "{why}; it was changed, or later steps of this game were deleted and it took the place "
                        "of one",
                        at=at,
                        version=other.version,
                        game=other.game_id,
                        why=why,
                    ),
                )
                return

    def _compare_kept_head(self, signed: int, kept: TreeHead, tiles: Tiles) -> Iterator[Fault]:
        """Check that the log leads to the head stored outside; the table may not have that head yet."""
        row, size = self._rows[0], kept.size
        if size - signed > MOST_UNSIGNED:
            yield self._fault_at(
                row,
                say(
                    "the database lacks the checkpoints after {signed} events; {size} were signed",
                    signed=signed,
                    size=size,
                ),
            )
            return
        try:
            if size > signed:
                edge = Tiles(self._store.tiles(self._partition, tiles_for_proofs((), signed)))
                unsigned = self._store.leaves(self._partition, signed, size)
                edge.grow(signed, [stored_leaf_hash(leaf) for leaf in unsigned])
                root = edge.root(size)
            else:
                root = tiles.root(size)
        except BrokenLog as broken:
            yield self._fault_at(
                row, say("the log does not lead to the checkpoint kept outside the database: {broken}", broken=broken)
            )
            return
        if root.hex() != kept.root:
            yield self._fault_at(
                row,
                say(
                    "the first {size} events of partition {partition} are not those of the checkpoint that "
                    "was kept outside the database, of {time}: one of them was changed, of this game or of "
                    "another, or an old backup was restored",
                    size=size,
                    partition=self._partition,
                    time=kept.time,
                ),
            )

    def _fault_at(self, row: EventRow, why: str) -> Fault:
        return Fault(row.version, step_of_version(row.version, self._before), why)


class _Proof:
    """Checks single events against the log of one signed head."""

    def __init__(self, head: TreeHead, tiles: Tiles) -> None:
        self._head, self._tiles = head, tiles
        self._proven: dict[int, bool] = {}

    def fault(self, at: int, found: bytes) -> str | None:
        """Return how the event at a position, with this hash, differs from the signed one; None if it does not."""
        index, tile = at - 1, (at - 1) >> HEIGHT
        try:
            if tile not in self._proven:
                self._proven[tile] = self._rooted and self._tiles.is_attached(self._head.size, index)
            same = self._tiles.leaf(index) == found
        except BrokenLog as broken:
            return say("the log cannot show the event that was signed at position {at}: {broken}", at=at, broken=broken)
        if not self._proven[tile]:
            return say(
                "the log was changed here, and perhaps the event with it: its hashes about position {at} "
                "no longer lead to the root that was signed at {time}",
                at=at,
                time=self._head.time,
            )
        return None if same else say("the event is not the one that was signed into the log at position {at}", at=at)

    @cached_property
    def _rooted(self) -> bool:
        return self._tiles.root(self._head.size).hex() == self._head.root


class PartitionComparison(msgspec.Struct, frozen=True):
    """The progress of comparing a partition with its heads; it can be stored and continued later.

    `head` is the table's, `kept` the one stored outside the database. The first `events` match the signed log.
    """

    partition: int
    head: TreeHead | None = None
    kept: TreeHead | None = None
    events: int = 0
    fault: str | None = None
    is_over: bool = False


def begin_comparison(partition: int, store: LogStore, keyring: Keyring, kept: TreeHead | None) -> PartitionComparison:
    """Begin to compare every event of a partition with the log; if nothing was signed, the comparison is already over.

    `kept` is its last head stored outside the database.
    """
    head = _head_to_compare(partition, store, keyring)
    return PartitionComparison(partition, head, kept, is_over=head is None and kept is None)


def continue_comparison(found: PartitionComparison, store: LogStore, keyring: Keyring) -> PartitionComparison:
    """Compare the next events, up to the first fault; the heads are those with which the comparison began."""
    why = _heads_fault(found, keyring)
    if why is not None or found.head is None:
        return msgspec.structs.replace(found, fault=why, is_over=True)
    compared, why = _compare_events(found.partition, store, found.head, found.events)
    is_over = why is not None or compared == found.head.size
    if is_over and why is None and found.kept is not None:
        why = _kept_head_fault(found.partition, store, found.head, found.kept)
    if is_over and why is None:
        why = next((describe_false_head(*false) for false in Heads(store, keyring).false(found.partition)), None)
    return msgspec.structs.replace(found, events=compared, fault=why, is_over=is_over)


def _heads_fault(found: PartitionComparison, keyring: Keyring) -> str | None:
    for head in (found.head, found.kept):
        why = head_fault(head, keyring) if head is not None else None
        if head is not None and why is not None:
            return say("the checkpoint of {size} events is not genuine: {why}", size=head.size, why=why)
    if found.head is None and found.kept is not None:
        return say("its checkpoints are gone from the database; {size} were signed", size=found.kept.size)
    return None


def describe_false_head(row: HeadRow, why: str) -> str:
    """Say that a head in the table is ignored."""
    return say(
        "its table has a head of {size} events that is not genuine and is passed over: {why}", size=row.size, why=why
    )


def _compare_events(partition: int, store: LogStore, head: TreeHead, after: int) -> tuple[int, str | None]:
    """Compare the next events of a partition; returns how many match the signed log, and why the next one does not."""
    until = min(after + COMPARED_AFTER, head.size)
    proof = _Proof(head, Tiles(store.tiles(partition, tiles_for_proofs(range(after, until, WIDTH), head.size))))
    leaves = {leaf.position: leaf for leaf in store.leaves(partition, after, until)}
    for at in range(after + 1, until + 1):
        leaf = leaves.get(at)
        if leaf is None:
            return at - 1, say("position {at} of the feed is gone, of {size} that were signed", at=at, size=head.size)
        why = proof.fault(at, stored_leaf_hash(leaf))
        if why is not None:
            return at - 1, say(
                "version {version} of game {game}: {why}", version=leaf.version, game=leaf.game_id, why=why
            )
    return until, None


def _kept_head_fault(partition: int, store: LogStore, head: TreeHead, kept: TreeHead) -> str | None:
    """Return why the log does not lead to the head stored outside the database; None if it does."""
    if kept.size > head.size:
        return say(
            "the database ends with the checkpoint of {size} events, and {signed} were signed",
            size=head.size,
            signed=kept.size,
        )
    try:
        root = Tiles(store.tiles(partition, tiles_for_proofs((), kept.size))).root(kept.size)
    except BrokenLog as broken:
        return say("the log does not lead to the checkpoint kept outside the database: {broken}", broken=broken)
    if root.hex() != kept.root:
        return say(
            "its first {size} events are not those of the checkpoint kept outside the database, of {time}",
            size=kept.size,
            time=kept.time,
        )
    return None
