"""Tiles and entries of the log of heads for readers who follow it, and nothing of a damaged log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.application.errors import UnknownTile
from domain.application.log_of_heads import CosignedPlace, LogOfHeads
from domain.proof import merkle
from domain.proof.checkpoints import TreeHead
from domain.proof.heads_leaf import parse_leaf
from domain.proof.tiles import WIDTH
from domain.record.damage import DamagedRecord
from tests.support.grown_log import A_LEAF, FIVE, LEAVES, Grown, Witness, grown, head


@pytest.mark.long
def test_each_whole_tile_of_a_long_log_is_served_and_leads_to_its_root(database_url: str, tmp_path: Path) -> None:
    with grown(database_url, tmp_path, 2 * WIDTH + 1) as long:
        check_tiles(long.log())
        # The root follows from the upper tile alone, but everything served has to lead to it.
        long.sql(CHANGED)
        with pytest.raises(DamagedRecord, match=f"do not lead to the root of {2 * WIDTH + 1} leaves"):
            long.log().tile(0, 0, WIDTH)


def check_tiles(log: LogOfHeads) -> None:
    """Check that entries, tiles and the tile above them belong together, and that later checkpoints continue earlier
    ones."""
    for old in (WIDTH - 1, WIDTH, WIDTH + 1, 2 * WIDTH):
        assert log.consistency(old, None).path
    tiles = [log.tile(0, index, WIDTH) for index in (0, 1)]
    assert log.tile(1, 0, 2) == b"".join(map(merkle.fold_hashes, tiles))
    assert log.tile(0, 2, 1) == merkle.leaf_hash(log.entries(2, 1)[2:])
    for index in (0, 1):
        entries = log.entries(index, WIDTH)
        texts = []
        while entries:
            length = int.from_bytes(entries[:2], "big")
            texts.append(entries[2 : 2 + length])
            entries = entries[2 + length :]
        assert b"".join(map(merkle.leaf_hash, texts)) == tiles[index]
        assert parse_leaf(texts[0].decode()).roots[FIVE].size == A_LEAF * (index * WIDTH + 1)


@pytest.mark.parametrize(
    ("level", "index", "width"), [(0, 0, 0), (0, 0, WIDTH + 1), (0, 2, 2), (0, 3, 1), (1, 0, 3), (2, 0, 1)]
)
def test_a_tile_that_no_checkpoint_needs_is_unknown(shared_log: Grown, level: int, index: int, width: int) -> None:
    with pytest.raises(UnknownTile, match=f"has {LEAVES} leaves"):
        shared_log.log().tile(level, index, width)
    if level == 0:
        with pytest.raises(UnknownTile, match=f"has {LEAVES} leaves"):
            shared_log.log().entries(index, width)


@pytest.mark.parametrize(
    "ask",
    [
        lambda log: log.first_cosigned(FIVE, [1]),
        lambda log: log.proof(TreeHead(FIVE, A_LEAF, "", "", "", "")),
        lambda log: log.entries(0, 4),
        lambda log: log.tile(0, 0, 4),
        lambda log: log.consistency(1, 3),
    ],
    ids=["first_cosigned", "proof", "entries", "tile", "consistency"],
)
def test_where_a_leaf_is_gone_nothing_is_served_that_needs_it(
    own_log: Grown, witnesses: list[Witness], ask: Callable[[LogOfHeads], object]
) -> None:
    own_log.cosign(4, *witnesses)
    log = own_log.log(*witnesses)
    assert log.first_cosigned(FIVE, [1]) == CosignedPlace(1, A_LEAF, 4)
    own_log.sql("DELETE FROM kifu.logged_heads WHERE size = 2")
    with pytest.raises(DamagedRecord, match=r"is gone|are gone|hashes are missing"):
        ask(log)


CHANGED = "UPDATE kifu.logged_heads SET leaf = sha256(leaf) WHERE size = 2"


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda own: own.log().proof(head(own, FIVE, A_LEAF)), "leaf 0 is not the one that was signed"),
        (lambda own: own.log().proof(head(own, FIVE, A_LEAF * 2)), "time and heads do not give leaf 1"),
        (lambda own: own.log().entries(0, 4), "time and heads do not give leaf 1"),
        (lambda own: own.log().tile(0, 0, 4), "do not lead to the root of 4 leaves"),
        (lambda own: own.log().consistency(2, 4), "do not lead to the root of 4 leaves"),
    ],
    ids=["proof", "proof of the leaf", "entries", "tile", "consistency"],
)
def test_where_a_leaf_was_changed_nothing_is_served_that_needs_it(
    own_log: Grown, ask: Callable[[Grown], object], why: str
) -> None:
    ask(own_log)
    own_log.sql(CHANGED)
    with pytest.raises(DamagedRecord, match=why):
        ask(own_log)


def test_entries_that_are_gone_at_the_end_of_a_bundle_are_counted(own_log: Grown) -> None:
    own_log.sql("DELETE FROM kifu.logged_heads WHERE size IN (2, 3)")
    with pytest.raises(DamagedRecord, match="2 of the 4 leaves from 0 on are gone"):
        own_log.log().entries(0, 4)
