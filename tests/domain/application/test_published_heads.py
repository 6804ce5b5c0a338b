"""The published part of the log of heads: which checkpoint, under which cosignatures, and what it proves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_bytes

import msgspec
import pytest

from domain.application.errors import UnknownCheckpoint, UnknownTile
from domain.application.log_of_heads import CosignedPlace, LogOfHeads
from domain.proof import merkle
from domain.proof.cosignatures import AT_ONCE, RECENT
from domain.proof.heads_log import size_of
from domain.proof.heads_proof import HeadsProof
from domain.proof.notes import (
    LOG_KEY,
    NoteKey,
    parse_checkpoint,
    parse_note,
    parse_vkey,
    sign_note,
    verify_note,
)
from domain.proof.receipts import Keyring, PublicKey, Signer
from domain.record.damage import DamagedRecord
from eventstore.tables.log import LogTables
from tests.support.grown_log import A_LEAF, FIVE, LEAVES, NINE, ORIGIN, SINCE, Grown, Witness, grown, head


@pytest.fixture
def empty(database_url: str, tmp_path: Path) -> Iterator[Grown]:
    with grown(database_url, tmp_path, 0) as found:
        yield found


def size(note: str) -> int:
    return parse_checkpoint(parse_note(note).text).size


def proved(found: HeadsProof | msgspec.UnsetType) -> tuple[int, int]:
    """The leaf of a proof and the size of its checkpoint; the path leads from one to the other."""
    assert isinstance(found, HeadsProof)
    checkpoint = parse_checkpoint(parse_note(found.checkpoint).text)
    leaf = merkle.leaf_hash(found.leaf.encode())
    path = [bytes.fromhex(step) for step in found.path]
    assert merkle.is_included(leaf, found.index, checkpoint.size, path, checkpoint.root)
    return found.index, checkpoint.size


def test_the_last_checkpoint_that_more_than_half_cosigned_is_published_while_it_is_recent(
    shared_log: Grown, witnesses: list[Witness]
) -> None:
    log = shared_log.log(*witnesses)
    shared_log.cosign(LEAVES - RECENT, *witnesses)
    shared_log.cosign(LEAVES, witnesses[0])
    assert size(log.note().encode()) == LEAVES
    shared_log.cosign(LEAVES - RECENT + 1, *witnesses[:2])
    assert size(log.note().encode()) == LEAVES - RECENT + 1
    shared_log.cosign(LEAVES - 2, *witnesses[1:])
    shared_log.say_cosigned(LEAVES - 1, *witnesses)
    assert size(log.note().encode()) == LEAVES - 2
    assert size(shared_log.log().note().encode()) == LEAVES


def test_the_newest_checkpoint_is_the_last_one_made_whatever_is_published(
    shared_log: Grown, witnesses: list[Witness]
) -> None:
    shared_log.cosign(LEAVES - 3, *witnesses)
    newest = shared_log.log(*witnesses).newest()
    assert newest is not None
    assert size(newest.encode()) == LEAVES


def test_a_log_without_leaves_has_neither_checkpoints_nor_tiles(empty: Grown, witnesses: list[Witness]) -> None:
    log = empty.log(*witnesses)
    assert log.newest() is None
    assert log.cosigned(witnesses[0].key) == 0
    assert log.first_cosigned(FIVE, [1]) is None
    assert log.proof(head(empty, FIVE, 1)) is msgspec.UNSET
    for wanted in (None, 0, 1):
        with pytest.raises(UnknownCheckpoint, match="has no checkpoint yet"):
            log.note(wanted)
    with pytest.raises(UnknownTile, match="has 0 leaves"):
        log.tile(0, 0, 1)


@pytest.mark.parametrize("wanted", [0, LEAVES + 1, 1 << 70])
def test_a_checkpoint_that_was_never_made_is_unknown(shared_log: Grown, wanted: int) -> None:
    with pytest.raises(UnknownCheckpoint, match=f"no checkpoint of {wanted} leaves; it has {LEAVES}"):
        shared_log.log().note(wanted)


def test_each_checkpoint_up_to_the_last_can_be_had(shared_log: Grown) -> None:
    assert [size(shared_log.log().note(one).encode()) for one in (1, 2, LEAVES)] == [1, 2, LEAVES]


def test_a_checkpoint_that_no_key_signed_is_unknown(own_log: Grown) -> None:
    own_log.sql("UPDATE kifu.logged_heads SET signature = sha512(signature) WHERE size = 2")
    with pytest.raises(UnknownCheckpoint, match="no checkpoint of 2 leaves"):
        own_log.log().note(2)


def test_a_witness_cosigned_up_to_the_largest_size_that_it_really_signed(
    shared_log: Grown, witnesses: list[Witness]
) -> None:
    first, second, third = witnesses
    log = shared_log.log(*witnesses)
    shared_log.cosign(5, first)
    shared_log.cosign(9, first)
    shared_log.cosign(LEAVES, second)
    shared_log.say_cosigned(12, first)
    # One is of a size that the log does not have, the other of one that it had in another history.
    shared_log.say_cosigned(LEAVES + 1, first)
    assert [log.cosigned(one.key) for one in (first, second, third)] == [9, LEAVES, 0]
    assert shared_log.log().cosigned(first.key) == 9


def test_a_cosignature_under_a_root_that_is_no_longer_genuine_or_there_counts_for_nothing(
    own_log: Grown, witnesses: list[Witness]
) -> None:
    for one in (1, 2, 3):
        own_log.cosign(one, *witnesses)
    own_log.sql("UPDATE kifu.logged_heads SET signature = sha512(signature) WHERE size = 3")
    log = own_log.log(*witnesses)
    assert log.cosigned(witnesses[0].key) == 2
    assert size(log.note().encode()) == 2
    own_log.sql("DELETE FROM kifu.logged_heads WHERE size = 2")
    assert log.cosigned(witnesses[0].key) == 1
    assert size(log.note().encode()) == 1


def test_a_head_is_proved_under_the_published_checkpoint_if_that_covers_it_and_otherwise_under_the_newest(
    shared_log: Grown, witnesses: list[Witness]
) -> None:
    log = shared_log.log(*witnesses)
    published = LEAVES - 4
    shared_log.cosign(published, *witnesses)
    for leaf in (published - 1, published):
        assert proved(log.proof(head(shared_log, FIVE, A_LEAF * leaf))) == (leaf - 1, published)
    assert proved(log.proof(head(shared_log, FIVE, A_LEAF * (published + 1)))) == (published, LEAVES)


def test_a_head_that_did_not_change_is_proved_by_the_leaf_of_the_checkpoint(shared_log: Grown) -> None:
    log = shared_log.log()
    assert proved(log.proof(head(shared_log, NINE, 7))) == (LEAVES - 1, LEAVES)
    assert proved(log.proof_at(head(shared_log, NINE, 7), SINCE)) == (SINCE - 1, SINCE)
    assert proved(log.proof_at(head(shared_log, FIVE, A_LEAF * 8), SINCE)) == (7, SINCE)


def test_a_head_that_no_leaf_has_is_not_proved(shared_log: Grown) -> None:
    log = shared_log.log()
    for events in (1, A_LEAF * 8 + 1, A_LEAF * LEAVES + 1):
        assert log.proof(head(shared_log, FIVE, events)) is msgspec.UNSET
    assert log.proof_at(head(shared_log, FIVE, A_LEAF * 9), 8) is msgspec.UNSET
    assert log.proof_at(head(shared_log, NINE, 7), SINCE - 1) is msgspec.UNSET
    with pytest.raises(UnknownCheckpoint):
        log.proof_at(head(shared_log, FIVE, A_LEAF), LEAVES + 1)


def test_a_head_with_another_root_than_that_of_its_leaf_is_a_fault_of_the_log(shared_log: Grown) -> None:
    false = msgspec.structs.replace(head(shared_log, FIVE, A_LEAF * 8), root="0" * 64)
    with pytest.raises(DamagedRecord, match=f"leaf 7 has another head of partition {FIVE}"):
        shared_log.log().proof(false)


def test_an_event_is_proved_by_the_first_checkpoint_that_more_than_half_cosigned(
    shared_log: Grown, witnesses: list[Witness]
) -> None:
    log = shared_log.log(*witnesses)
    assert log.first_cosigned(FIVE, [1]) is None
    shared_log.cosign(6, witnesses[0])
    shared_log.cosign(7, witnesses[1])
    # Nothing has more than one cosignature yet, so the first cosigned checkpoint has to do.
    assert log.first_cosigned(FIVE, [1]) == CosignedPlace(1, A_LEAF, 6)
    shared_log.cosign(8, *witnesses[:2])
    shared_log.cosign(10, *witnesses)
    assert log.first_cosigned(FIVE, [1]) == CosignedPlace(1, A_LEAF, 8)
    # The head is the first that covers the position, for the last event of a leaf and for the first of the next.
    assert log.first_cosigned(FIVE, [A_LEAF * 6]) == CosignedPlace(A_LEAF * 6, A_LEAF * 6, 8)
    assert log.first_cosigned(FIVE, [A_LEAF * 8]) == CosignedPlace(A_LEAF * 8, A_LEAF * 8, 8)
    assert log.first_cosigned(FIVE, [A_LEAF * 8 + 1]) == CosignedPlace(A_LEAF * 8 + 1, A_LEAF * 9, 10)


def test_the_last_event_that_a_cosigned_checkpoint_covers_is_found_among_later_ones(
    shared_log: Grown, witnesses: list[Witness]
) -> None:
    log = shared_log.log(*witnesses)
    shared_log.cosign(10, *witnesses)
    last = A_LEAF * 10
    assert log.first_cosigned(FIVE, [2, last, last + 1]) == CosignedPlace(last, last, 10)
    assert log.first_cosigned(FIVE, [last - 4, 2, last + 1]) == CosignedPlace(last - 4, A_LEAF * 9, 10)
    assert log.first_cosigned(FIVE, [last + 1]) is None
    assert log.first_cosigned(FIVE, []) is None
    assert log.first_cosigned(NINE, [1]) is None


def test_false_cosignatures_before_the_first_genuine_one_do_not_hide_the_last(
    shared_log: Grown, witnesses: list[Witness]
) -> None:
    for one in range(1, AT_ONCE + 1):
        shared_log.say_cosigned(one, *witnesses)
    shared_log.cosign(LEAVES - 1, witnesses[0])
    assert shared_log.log(*witnesses).first_cosigned(FIVE, [1]) == CosignedPlace(1, A_LEAF, LEAVES - 1)


def test_a_partition_that_a_leaf_does_not_name_has_no_events_in_it(shared_log: Grown) -> None:
    (row,) = LogTables(shared_log.store.read).heads.between(SINCE, SINCE)
    short = msgspec.structs.replace(row, sizes=row.sizes[:NINE])
    assert [size_of(one, NINE) for one in (row, short)] == [7, 0]
    assert size_of(short, FIVE) == A_LEAF * SINCE


def test_the_log_is_proved_to_continue_an_earlier_checkpoint_also_one_after_the_published(
    shared_log: Grown, witnesses: list[Witness]
) -> None:
    log = shared_log.log(*witnesses)
    shared_log.cosign(LEAVES - 5, *witnesses)
    for old, expected in ((1, LEAVES - 5), (LEAVES - 5, LEAVES - 5), (LEAVES - 3, LEAVES), (LEAVES, LEAVES)):
        found = log.consistency(old, None)
        assert (size(found.earlier), size(found.later)) == (old, expected)
        earlier, later = (parse_checkpoint(parse_note(note).text) for note in (found.earlier, found.later))
        path = [bytes.fromhex(step) for step in found.path]
        assert merkle.is_extension(earlier.size, earlier.root, later.size, later.root, path)


def test_a_log_has_the_name_that_the_operator_chose_or_that_of_its_first_key(shared_log: Grown) -> None:
    unnamed = LogOfHeads(LogTables(shared_log.store.read), shared_log.keyring, shared_log.signer, None)
    for log, origin in ((shared_log.log(), ORIGIN), (unnamed, f"kifu/{shared_log.signer.key}")):
        assert (log.origin, log.name.origin) == (origin, origin)
        key = parse_vkey(log.name.vkey)
        assert key == NoteKey(origin, LOG_KEY, shared_log.signer.public)
        assert [found.key for found in verify_note(log.note(), [key])] == [key]


def test_a_checkpoint_has_one_signature_of_each_key_that_readers_may_know(shared_log: Grown) -> None:
    tables, other = LogTables(shared_log.store.read), Signer(token_bytes(32))
    by_own, by_other = (sign_note(shared_log.log().note().text, ORIGIN, by) for by in (shared_log.signer, other))
    assert shared_log.log().note().signatures == (by_own,)
    assert LogOfHeads(tables, shared_log.keyring, other, ORIGIN).note().signatures == (by_own, by_other)
    both = Keyring((PublicKey(other.key, "Ed25519", other.public.hex(), datetime.now(UTC)), *shared_log.keyring.keys))
    assert LogOfHeads(tables, both, shared_log.signer, ORIGIN).note().signatures == (by_own,)
    # Without a known key, the key in use decides what is shown.
    assert LogOfHeads(tables, Keyring(()), other, ORIGIN).note().signatures == (by_other,)
    renamed = LogOfHeads(tables, shared_log.keyring, shared_log.signer, "kifu.example/new").note()
    assert renamed.signatures == (sign_note(renamed.text, "kifu.example/new", shared_log.signer),)
