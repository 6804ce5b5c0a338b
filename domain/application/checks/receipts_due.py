"""From where on every event must have a receipt: by its place in the log, which no event can claim for itself."""

from __future__ import annotations

from collections.abc import Iterable

from domain.proof.heads import Heads
from domain.proof.heads_log import HeadsLog, size_of
from domain.proof.log_store import LogStore
from domain.proof.receipts import Keyring
from domain.rows import EventRow


def count_before_signing(store: LogStore, keyring: Keyring, partition: int) -> int | None:
    """Return how many events of a partition were there when a key of the service first signed its size.

    Everything behind them was recorded while the service had a key. None if nothing has been signed yet. The first leaf
    of the log of heads also gives the size of a partition that was still empty.
    """
    first_head = Heads(store, keyring).after(partition, 0, 1)
    sizes = [head.size for head in first_head]
    leaf = HeadsLog(store, keyring).row(1)
    if leaf is not None and HeadsLog(store, keyring).fault(leaf) is None:
        sizes.append(size_of(leaf, partition))
    return min(sizes, default=None)


def find_first_due(rows: Iterable[EventRow], before: int | None) -> int | None:
    """Return the first version that lies behind the first `before` events of its partition; None if none does."""
    if before is None:
        return None
    return min((row.version for row in rows if row.position > before), default=None)
