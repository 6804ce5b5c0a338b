"""The growing tree of a partition, and whether it continues what was signed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.proof import merkle
from domain.proof.checkpoints import TreeHead, stored_leaf_hash
from domain.proof.tiles import WIDTH, Tiles, tiles_for_proofs
from domain.rows import LeafRow, TileSegment
from eventstore.tables.log import LogWriter, PartitionSizes
from service.checkpoints.contradiction import Contradiction

AT_ONCE = 4096
"""How many events are read at a time."""


def check_whole(log: LogWriter, sizes: PartitionSizes, table: TreeHead, kept: TreeHead | None) -> None:
    """Raise Contradiction or BrokenLog unless events and tiles are complete up to the head, and the file's head
    agrees."""
    tiles, _ = grow_tiles(log, sizes.partition, table.size, table.size, kept)
    for where, head in (("table", table), ("file", kept)):
        check_extended(where, head, table.size, tiles)


def check_count(log: LogWriter, sizes: PartitionSizes) -> None:
    """Raise Contradiction if events of a partition are missing, or if its feed was set back."""
    gone = sizes.position - log.count(sizes.partition)
    if gone > 0:
        first, more = log.first_gap(sizes.partition), f", and {gone - 1} more" if gone > 1 else ""
        raise Contradiction(f"position {first} of the feed is gone, of {sizes.position}{more}")
    if sizes.last != sizes.position:
        raise Contradiction(f"the feed was set back to position {sizes.position}: its last event is at {sizes.last}")


def grow_tiles(
    log: LogWriter, partition: int, signed: int, size: int, kept: TreeHead | None
) -> tuple[Tiles, list[TileSegment]]:
    """Return the tiles of the log up to `size`, with the additions; `kept` is the last head in the file."""
    proven = [head_size - 1 for head_size in (signed, kept.size if kept is not None else 0) if 0 < head_size <= signed]
    # Hashes beyond the head normally belong to unsigned events, since nobody can add others.
    if kept is not None and kept.size > signed and log.has_hashes_beyond(partition, signed):
        raise Contradiction(f"the table has hashes behind the {signed} events of its last head: heads are gone")
    tiles = Tiles(log.tiles(partition, tiles_for_proofs([*proven, max(signed - 1, 0)], signed)))
    segments: list[TileSegment] = []
    # The events of the last tile are compared again, since a restored backup would have rewritten the end.
    again = max(signed - 1, 0) // WIDTH * WIDTH
    for leaves in _read_leaves(log, partition, again, size):
        hashes = [stored_leaf_hash(leaf) for leaf in leaves]
        first = leaves[0].position - 1
        known = max(min(signed - first, len(hashes)), 0)
        for index, found in enumerate(hashes[:known], first):
            if tiles.leaf(index) != found:
                raise Contradiction(
                    f"the event at position {index + 1} is not the one that was signed with {signed} events"
                )
        segments += tiles.grow(first + known, hashes[known:])
    return tiles, _join_segments(segments)


def _read_leaves(log: LogWriter, partition: int, after: int, until: int) -> Iterator[list[LeafRow]]:
    """Yield the leaves of a partition in non-empty batches."""
    while after < until:
        end = min(after + AT_ONCE, until)
        leaves = log.leaves(partition, after, end)
        if [leaf.position for leaf in leaves] != list(range(after + 1, end + 1)):
            there = {leaf.position for leaf in leaves}
            gone = next(position for position in range(after + 1, end + 1) if position not in there)
            raise Contradiction(f"position {gone} of the feed is gone, of {until}")
        yield leaves
        after = end


def check_extended(where: str, head: TreeHead | None, size: int, tiles: Tiles) -> None:
    """Raise unless the log of this size begins with that of a signed head."""
    if head is None:
        return
    path = merkle.prove_consistency(head.size, size, tiles.subtree)
    if not merkle.is_extension(head.size, bytes.fromhex(head.root), size, tiles.root(size), path):
        raise Contradiction(f"the log of {size} events does not begin with the {head.size} signed in the {where}")


def _join_segments(segments: list[TileSegment]) -> list[TileSegment]:
    """Join the segments of each tile that were added at different times."""
    found: dict[tuple[int, int], TileSegment] = {}
    for segment in segments:
        before = found.get((segment.level, segment.index))
        hashes = before.hashes + segment.hashes if before is not None else segment.hashes
        found[segment.level, segment.index] = msgspec.structs.replace(segment, hashes=hashes)
    return list(found.values())
