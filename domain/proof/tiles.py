"""A Merkle tree kept as tiles of hashes, eight levels high, as in the logs of Go modules (tlog-tiles).

Tile `index` of level `level` holds up to 256 hashes: entry n is the hash of the complete subtree over the 256**level
leaves from (256 * index + n) * 256**level on. So level 0 holds the hashes of the leaves. Hashes are only ever added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from domain.kernel.language import later
from domain.proof import merkle
from domain.proof.merkle import HASH
from domain.rows import TileSegment

HEIGHT, WIDTH = 8, 256

Place: TypeAlias = tuple[int, int]
"""Level and index of a tile."""


class BrokenLog(ValueError):
    """Hashes of the log are missing; says which."""


def edge_tiles(size: int) -> list[Place]:
    """Return the incomplete tiles at the right edge of a tree: at most one a level."""
    return [
        (level, size >> HEIGHT * (level + 1)) for level in range(_level_count(size)) if (size >> HEIGHT * level) % WIDTH
    ]


def tiles_for_proofs(indices: Iterable[int], size: int) -> set[Place]:
    """Return the tiles that contain the hashes of every proof of these leaves in the tree of this size."""
    places = set(edge_tiles(size))
    for level in range(_level_count(size)):
        places |= {(level, index >> HEIGHT * (level + 1)) for index in indices}
    return places


class Tiles:
    """Some tiles of a tree. `loaded` has their concatenated hashes, perhaps more than requested."""

    def __init__(self, loaded: Mapping[Place, bytes]) -> None:
        self._loaded = dict(loaded)
        self._folded: dict[Place, bytes] = {}

    def hashes(self, place: Place, first: int, count: int) -> bytes:
        """Return `count` entries of a tile from `first` on; raises BrokenLog if they are missing."""
        found = self._loaded.get(place, b"")[first * HASH : (first + count) * HASH]
        if len(found) != count * HASH:
            level, index = place
            raise BrokenLog(later("hashes are missing in tile {index} of level {level}", index=index, level=level))
        return found

    def subtree(self, height: int, index: int) -> bytes:
        """Return the hash of a complete subtree; raises BrokenLog."""
        level, rest = divmod(height, HEIGHT)
        tile, first = divmod(index << rest, WIDTH)
        return merkle.fold_hashes(self.hashes((level, tile), first, 1 << rest))

    def leaf(self, index: int) -> bytes:
        """Return the hash of a leaf; raises BrokenLog."""
        return self.hashes((0, index // WIDTH), index % WIDTH, 1)

    def grow(self, size: int, leaves: Sequence[bytes]) -> list[TileSegment]:
        """Add the hashes of leaves to the tree of this size, and return the additions to each tile.

        Raises BrokenLog unless the edge of the tree is loaded.
        """
        segments: list[TileSegment] = []
        level, new = 0, list(leaves)
        while new:
            first = size >> HEIGHT * level
            added = list(_cut_into_tiles(level, first, new))
            segments += added
            whole: list[bytes] = []
            for segment in added:
                place = (level, segment.index)
                before = segment.width - len(segment.hashes) // HASH
                self._loaded[place] = self.hashes(place, 0, before) + segment.hashes
                if segment.width == WIDTH:
                    whole.append(self._hash(place))
            level, new = level + 1, whole
        return segments

    def root(self, size: int) -> bytes:
        """Return the root of the tree of this size, whose edge is loaded; raises BrokenLog."""
        return merkle.root(size, self.subtree)

    def is_attached(self, size: int, index: int) -> bool:
        """Return whether a leaf's tile leads to the edge of the tree of this size, so to its root; raises BrokenLog."""
        place = (0, index >> HEIGHT)
        while self._is_full(place, size):
            level, tile = place
            above, entry = (level + 1, tile // WIDTH), tile % WIDTH
            if self.hashes(above, entry, 1) != self._hash(place):
                return False
            place = above
        return True

    def _hash(self, full: Place) -> bytes:
        if full not in self._folded:
            self._folded[full] = merkle.fold_hashes(self.hashes(full, 0, WIDTH))
        return self._folded[full]

    def _is_full(self, place: Place, size: int) -> bool:
        level, tile = place
        return (tile + 1) << HEIGHT * (level + 1) <= size


def _level_count(size: int) -> int:
    """Return how many levels the tiles of a tree have."""
    return -(-size.bit_length() // HEIGHT)


def _cut_into_tiles(level: int, first: int, hashes: Sequence[bytes]) -> Iterator[TileSegment]:
    """Cut the entries of a level from `first` on at the borders of its tiles."""
    done = 0
    while done < len(hashes):
        index, start = divmod(first + done, WIDTH)
        part = hashes[done : done + WIDTH - start]
        yield TileSegment(level, index, start + len(part), b"".join(part))
        done += len(part)
