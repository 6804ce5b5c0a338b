"""The Merkle tree against its definition, the test vectors of certificate transparency, and forged proofs."""

from __future__ import annotations

import hashlib
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.proof import merkle
from domain.proof.merkle import (
    EMPTY,
    is_extension,
    is_included,
    leaf_hash,
    node_hash,
    prove_consistency,
    prove_inclusion,
    root,
)

LEAVES = [
    bytes.fromhex(data)
    for data in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
"""The leaves of the test vectors that the implementations of certificate transparency share."""
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
SIZES = st.integers(1, 70)


def defined(data: list[bytes]) -> bytes:
    """MTH of the RFC, word for word."""
    if not data:
        return hashlib.sha256(b"").digest()
    if len(data) == 1:
        return hashlib.sha256(b"\x00" + data[0]).digest()
    k = 1
    while k * 2 < len(data):
        k *= 2
    return hashlib.sha256(b"\x01" + defined(data[:k]) + defined(data[k:])).digest()


def defined_path(m: int, data: list[bytes]) -> list[bytes]:
    """PATH of the RFC, word for word."""
    if len(data) == 1:
        return []
    k = 1
    while k * 2 < len(data):
        k *= 2
    if m < k:
        return [*defined_path(m, data[:k]), defined(data[k:])]
    return [*defined_path(m - k, data[k:]), defined(data[:k])]


def defined_proof(m: int, data: list[bytes], whole: bool = True) -> list[bytes]:
    """SUBPROOF of the RFC, word for word."""
    if m == len(data):
        return [] if whole else [defined(data)]
    k = 1
    while k * 2 < len(data):
        k *= 2
    if m <= k:
        return [*defined_proof(m, data[:k], whole), defined(data[k:])]
    return [*defined_proof(m - k, data[k:], False), defined(data[:k])]


def leaves(size: int) -> list[bytes]:
    return [f"leaf {n}".encode() for n in range(size)]


@cache
def subtree(height: int, index: int) -> bytes:
    if height == 0:
        return leaf_hash(f"leaf {index}".encode())
    return node_hash(subtree(height - 1, 2 * index), subtree(height - 1, 2 * index + 1))


def test_the_roots_are_those_of_the_test_vectors() -> None:
    hashes = [leaf_hash(leaf) for leaf in LEAVES]

    def of_vectors(height: int, index: int) -> bytes:
        return merkle.fold_hashes(b"".join(hashes[index << height : (index + 1) << height]))

    assert EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert root(0, of_vectors) == EMPTY
    assert [root(size, of_vectors).hex() for size in range(1, 9)] == ROOTS
    path = ["96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"]
    path += ["5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"]
    path += ["6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"]
    assert [step.hex() for step in prove_inclusion(0, 8, of_vectors)] == path
    path = ["bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"]
    path += ["ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"]
    path += ["d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"]
    assert [step.hex() for step in prove_inclusion(5, 8, of_vectors)] == path
    path = ["0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"]
    path += ["ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"]
    path += ["d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"]
    assert [step.hex() for step in prove_consistency(6, 8, of_vectors)] == path


@given(size=st.integers(0, 70))
def test_a_root_is_what_the_definition_says(size: int) -> None:
    assert root(size, subtree) == defined(leaves(size))


@given(size=SIZES, data=st.data())
def test_a_proof_of_inclusion_is_what_the_definition_says_and_proves_only_its_leaf(
    size: int, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, size - 1))
    path, top = prove_inclusion(index, size, subtree), root(size, subtree)
    assert path == defined_path(index, leaves(size))
    assert is_included(subtree(0, index), index, size, path, top)
    other = data.draw(st.integers(0, size + 3))
    assert is_included(subtree(0, other), other, size, path, top) == (other == index)
    assert is_included(subtree(0, index), other, size, path, top) == (other == index)
    assert not is_included(subtree(0, index), index, size, path, root(size + 1, subtree))


@given(size=SIZES, data=st.data())
def test_a_proof_of_consistency_is_what_the_definition_says_and_proves_only_its_trees(
    size: int, data: st.DataObject
) -> None:
    old = data.draw(st.integers(1, size))
    path = prove_consistency(old, size, subtree)
    before, after = root(old, subtree), root(size, subtree)
    assert path == defined_proof(old, leaves(size))
    assert is_extension(old, before, size, after, path)
    other = data.draw(st.integers(1, size))
    assert is_extension(other, root(other, subtree), size, after, path) == (other == old)
    if old < size:
        assert not is_extension(old, after, size, after, path)
        assert not is_extension(old, before, size, before, path)


@settings(max_examples=300)
@given(size=SIZES, data=st.data())
def test_no_path_with_a_change_in_it_proves_anything(size: int, data: st.DataObject) -> None:
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    top, before = root(size, subtree), root(old, subtree)
    for path, proves in (
        (prove_inclusion(index, size, subtree), lambda p: is_included(subtree(0, index), index, size, p, top)),
        (prove_consistency(old, size, subtree), lambda p: is_extension(old, before, size, top, p)),
    ):
        assert proves(path)
        assert not proves([*path, bytes(32)])
        assert not proves([bytes(32), *path])
        for place in range(len(path)):
            assert not proves(path[:place] + path[place + 1 :])
            assert not proves([*path[:place], bytes(32), *path[place + 1 :]])
        if len(path) > 1:
            assert not proves(path[::-1])


def test_sizes_and_places_that_cannot_be_are_no_proof() -> None:
    leaf = subtree(0, 0)
    assert is_included(leaf, 0, 1, [], leaf)
    assert not is_included(leaf, 1, 1, [], leaf)
    assert not is_included(leaf, -1, 1, [], leaf)
    assert not is_included(leaf, 0, 0, [], EMPTY)
    assert not is_extension(0, EMPTY, 1, leaf, [])
    assert not is_extension(2, leaf, 1, leaf, [])
    assert not is_extension(3, leaf, 4, leaf, [])
    for old, new in ((0, 1), (2, 1), (-1, 1)):
        with pytest.raises(ValueError, match="begins with"):
            prove_consistency(old, new, subtree)
    for index, size in ((1, 1), (-1, 1), (0, 0)):
        with pytest.raises(ValueError, match="no leaf"):
            prove_inclusion(index, size, subtree)
