"""The Merkle tree of RFC 6962 (and 9162), section 2.1: root, proofs of inclusion and consistency, and their checks.

Hashes are SHA-256, 32 bytes. A leaf is hashed after a byte 0, two nodes after a byte 1, so no node can be taken for a
leaf. Proofs are made from a `Subtree`, which gives the hashes of complete subtrees.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

HASH = 32
"""Bytes of a hash."""
EMPTY = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""

Subtree: TypeAlias = Callable[[int, int], bytes]
"""Returns the hash over the 2**height leaves from index * 2**height on, all of which exist, for a height and an
index."""


def leaf_hash(data: bytes) -> bytes:
    """Hash a leaf."""
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two subtrees into their parent."""
    return hashlib.sha256(b"\1" + left + right).digest()


def fold_hashes(hashes: bytes) -> bytes:
    """Return the root over 2**n subtrees of the same height, given as their concatenated hashes."""
    sha256 = hashlib.sha256
    while len(hashes) > HASH:
        hashes = b"".join([sha256(b"\1" + hashes[n : n + 2 * HASH]).digest() for n in range(0, len(hashes), 2 * HASH)])
    return hashes


def root(size: int, subtree: Subtree) -> bytes:
    """Return the root of the tree of the first `size` leaves."""
    return _range_root(0, size, subtree) if size else EMPTY


def prove_inclusion(index: int, size: int, subtree: Subtree) -> list[bytes]:
    """Prove that leaf `index` (from 0) is in the tree of the first `size` leaves; the path starts at the leaf."""
    if not 0 <= index < size:
        raise ValueError(f"no leaf {index} in a tree of {size}")
    path, start = [], 0
    while size > 1:
        left = _split_point(size)
        if index < left:
            path.append(_range_root(start + left, size - left, subtree))
            size = left
        else:
            path.append(_range_root(start, left, subtree))
            start, index, size = start + left, index - left, size - left
    return path[::-1]


def prove_consistency(old: int, new: int, subtree: Subtree) -> list[bytes]:
    """Prove that the tree of the first `new` leaves begins with the tree of the first `old`; 0 < old <= new."""
    if not 0 < old <= new:
        raise ValueError(f"no tree of {new} begins with one of {old}")
    path, start, size, whole = [], 0, new, True
    while old != size:
        left = _split_point(size)
        if old <= left:
            path.append(_range_root(start + left, size - left, subtree))
            size = left
        else:
            path.append(_range_root(start, left, subtree))
            start, old, size, whole = start + left, old - left, size - left, False
    if not whole:
        path.append(_range_root(start, size, subtree))
    return path[::-1]


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Return whether `path` proves that the leaf of this hash is leaf `index` of the tree of this size and root."""
    if not 0 <= index < size:
        return False
    here, last, found = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if here & 1 or here == last:
            found = node_hash(sibling, found)
            while here and not here & 1:
                here, last = here >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and found == root


def is_extension(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Return whether `path` proves that the tree of size `new` begins with that of size `old`."""
    if not 0 < old <= new:
        return False
    if old == new:
        return not path and old_root == new_root
    # If its size is a power of two, the old tree is a complete subtree of the new one, and the path leaves it out.
    steps = [old_root, *path] if old & (old - 1) == 0 else list(path)
    if not steps:
        return False
    here, last = old - 1, new - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    before = after = steps[0]
    for sibling in steps[1:]:
        if last == 0:
            return False
        if here & 1 or here == last:
            before, after = node_hash(sibling, before), node_hash(sibling, after)
            while here and not here & 1:
                here, last = here >> 1, last >> 1
        else:
            after = node_hash(after, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and before == old_root and after == new_root


def _split_point(size: int) -> int:
    """Return the largest power of two below a size above 1."""
    return 1 << (size - 1).bit_length() - 1


def _range_root(start: int, size: int, subtree: Subtree) -> bytes:
    """Return the root over `size` leaves from `start` on, if the tree has a node over exactly these."""
    peaks = []
    for height in range(size.bit_length() - 1, -1, -1):
        if size >> height & 1:
            peaks.append(subtree(height, start >> height))
            start += 1 << height
    found = peaks.pop()
    while peaks:
        found = node_hash(peaks.pop(), found)
    return found
