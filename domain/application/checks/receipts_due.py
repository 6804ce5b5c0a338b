"""Decides which events need receipts, by their place in the log, which no event can claim for itself."""

from __future__ import annotations

from uuid import UUID

from domain.application.checks.pieces import find_first_whole, is_whole
from domain.proof.heads import Heads
from domain.proof.heads_log import HeadsLog, size_of
from domain.proof.log_store import LogStore
from domain.proof.receipts import EarlyStreams, Keyring, digest_streams, early_streams_fault
from domain.proof.tiles import BrokenLog
from domain.rows import EarlyStreamsRow, LoggedHeadsRow


def count_before_signing(store: LogStore, keyring: Keyring, partition: int) -> int | None:
    """Return how many events a partition had when a key of the service first signed its size.

    Everything after them was recorded while the service had a key. None if nothing has been signed yet. The first leaf
    of the log of heads also gives the size of a partition that was still empty. If the first signatures were made in
    pieces, the size is that after the last piece, and None before it.
    """
    first = next((head.size for head in Heads(store, keyring).after(partition, 0, 1)), None)
    leaf = read_first_leaf(store, keyring)
    if leaf is None:
        # If it is gone or changed, something was signed before this partition had its first event.
        return 0 if first is None and HeadsLog(store, keyring).latest() is not None else first
    known = size_of(leaf, partition)
    if is_whole(leaf) or (first is not None and first < known):
        return known if first is None else min(first, known)
    whole = find_first_whole(HeadsLog(store, keyring))
    return size_of(whole, partition) if whole is not None else None


def read_first_leaf(store: LogStore, keyring: Keyring) -> LoggedHeadsRow | None:
    """Return the first row of the log of heads; None if it is gone or is not what was signed."""
    tree = HeadsLog(store, keyring)
    row = tree.row(1)
    if row is None or tree.fault(row) is not None:
        return None
    try:
        # The signature covers the root; everything else is in the leaf.
        return row if tree.leaf(row).hash == row.root else None
    except BrokenLog:
        return None


def read_early_streams(store: LogStore, keyring: Keyring) -> dict[EarlyStreams, frozenset[UUID]]:
    """Return the genuine statement of streams that may lack receipts, with these streams, as a list of one; or an
    empty list."""
    found = {_statement(row): frozenset(row.streams) for row in store.early_streams()}
    return {early: streams for early, streams in found.items() if early_streams_fault(early, keyring) is None}


def _statement(row: EarlyStreamsRow) -> EarlyStreams:
    return EarlyStreams(row.time, len(row.streams), digest_streams(row.streams), row.key, row.signature.hex())
