"""Tiles that grow by portions of any size form the tree over all leaves."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.proof import merkle
from domain.proof.merkle import HASH
from domain.proof.tiles import WIDTH, BrokenLog, Place, Tiles, edge_tiles, tiles_for_proofs

TOTAL = 66_500
LEAVES = [merkle.leaf_hash(str(n).encode()) for n in range(TOTAL)]


def defined(hashes: list[bytes]) -> bytes:
    if len(hashes) == 1:
        return hashes[0]
    k = 1 << (len(hashes) - 1).bit_length() - 1
    return merkle.node_hash(defined(hashes[:k]), defined(hashes[k:]))


def grown(portions: list[int]) -> dict[Place, bytes]:
    """Return what is stored after growing by these portions, each time from the edge alone."""
    stored: dict[Place, bytes] = {}
    size = 0
    for portion in portions:
        tiles = Tiles({place: stored[place] for place in edge_tiles(size)})
        for segment in tiles.grow(size, LEAVES[size : size + portion]):
            place = (segment.level, segment.index)
            stored[place] = stored.get(place, b"") + segment.hashes
            assert len(stored[place]) == segment.width * HASH <= WIDTH * HASH
        size += portion
        assert tiles.root(size) == defined(LEAVES[:size])
    return stored


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from([1, 2, 3, 255, 256, 257, 600]), min_size=1, max_size=8))
def test_the_root_of_tiles_is_that_of_the_definition_however_they_grew(portions: list[int]) -> None:
    stored = grown(portions)
    whole = Tiles(stored)
    for size in accumulate(portions):
        assert whole.root(size) == defined(LEAVES[:size])


@pytest.fixture(scope="module")
def stored() -> dict[Place, bytes]:
    return grown([200, 65_336, 1, 963])


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 512, 65_535, 65_536, 65_537, TOTAL])
def test_every_proof_finds_its_hashes_in_the_tiles_that_cover_its_leaf(stored: dict[Place, bytes], size: int) -> None:
    top = defined(LEAVES[:size])
    for index in {0, size // 3, size // 2, size - 1}:
        tiles = Tiles({place: stored[place] for place in tiles_for_proofs([index], size)})
        path = merkle.prove_inclusion(index, size, tiles.subtree)
        assert merkle.is_included(LEAVES[index], index, size, path, top)
        assert (tiles.root(size), tiles.is_attached(size, index)) == (top, True)
    for old in {1, size // 2 or 1, size - 1 or 1, size}:
        tiles = Tiles({place: stored[place] for place in tiles_for_proofs([old - 1], size)})
        path = merkle.prove_consistency(old, size, tiles.subtree)
        assert merkle.is_extension(old, defined(LEAVES[:old]), size, top, path)


def test_a_changed_hash_cuts_its_tile_off_from_the_root(stored: dict[Place, bytes]) -> None:
    top = defined(LEAVES)
    for place, index in (((0, 3), 800), ((1, 0), 800), ((1, 1), 800), ((0, 259), TOTAL - 1)):
        changed = dict(stored)
        changed[place] = bytes(HASH) * (len(changed[place]) // HASH)
        tiles = Tiles(changed)
        assert not (tiles.root(TOTAL) == top and tiles.is_attached(TOTAL, index)), place


def test_missing_hashes_are_named(stored: dict[Place, bytes]) -> None:
    some = Tiles({(0, 0): stored[0, 0][:-1]})
    with pytest.raises(BrokenLog, match="tile 0 of level 0"):
        some.leaf(255)
    with pytest.raises(BrokenLog, match="tile 1 of level 0"):
        some.leaf(256)
    with pytest.raises(BrokenLog):
        Tiles({}).grow(5, LEAVES[5:6])
