"""What docs/checkpoints.md says about leaves, heads and proofs is true."""

from __future__ import annotations

import re
import zlib
from datetime import UTC, datetime
from uuid import UUID

import msgspec
import pytest

from domain.proof import merkle
from domain.proof.checkpoints import (
    Consistency,
    Inclusion,
    TreeHead,
    check_proof,
    head_fault,
    head_text,
    leaf_bytes,
    leaf_hash,
    sign_head,
)
from domain.proof.receipts import Keyring, PublicKey, Signer
from domain.rows import partition_of
from tests.support.services import ROOT

DOCUMENT = (ROOT / "docs/checkpoints.md").read_text("utf-8")
GAME = "00000000-0000-0000-0000-000000000001"
DIGESTS = [f"{n:02x}" * 32 for n in (1, 2, 3)]
SIGNER = Signer(bytes(range(32)))
AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
HASHES = [leaf_hash(GAME, version, digest) for version, digest in enumerate(DIGESTS, 1)]


def subtree(height: int, index: int) -> bytes:
    return merkle.fold_hashes(b"".join(HASHES[index << height : (index + 1) << height]))


def keyring(since: datetime = AT, until: datetime | None = None) -> Keyring:
    """A keyring whose signer is the second key of a service, so that its time counts."""
    first = Signer(bytes(32))
    return Keyring(
        [
            PublicKey(first.key, "Ed25519", first.public.hex(), datetime(2000, 1, 1, tzinfo=UTC), since),
            PublicKey(SIGNER.key, "Ed25519", SIGNER.public.hex(), since, until),
        ]
    )


@pytest.fixture
def head() -> TreeHead:
    return sign_head(SIGNER, 3, 3, merkle.root(3, subtree), AT)


def test_the_texts_and_vectors_of_the_document_are_right(head: TreeHead) -> None:
    texts = re.findall(r"^```\n(kifu .*?)```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert texts[0].encode() == leaf_bytes(GAME, 1, DIGESTS[0])
    assert texts[1].encode() == head_text(3, 3, head.root, "2026-01-02T03:04:05Z")
    vectors = re.findall(r"^    ([0-9a-f]{64,128})", DOCUMENT, re.MULTILINE)
    roots = [merkle.root(2, subtree), merkle.root(3, subtree)]
    assert vectors[:6] == [value.hex() for value in (*HASHES, *roots)] + [head.signature]
    assert merkle.prove_inclusion(1, 3, subtree) == [HASHES[0], HASHES[2]]
    assert merkle.prove_consistency(2, 3, subtree) == [HASHES[2]]


def test_proofs_are_genuine_only_by_a_key_that_was_in_use(head: TreeHead) -> None:
    earlier = sign_head(SIGNER, 3, 2, merkle.root(2, subtree), AT)
    path = tuple(step.hex() for step in merkle.prove_inclusion(1, 3, subtree))
    inclusion = Inclusion(UUID(GAME), 1, 2, DIGESTS[1], 3, 1, path, head)
    consistency = Consistency(3, earlier, head, (HASHES[2].hex(),))
    for proof in (inclusion, consistency):
        assert check_proof(proof, keyring()).genuine
        later = check_proof(proof, keyring(since=datetime(2027, 1, 1, tzinfo=UTC)))
        assert (later.genuine, "was not in use" in later.why) == (False, True)
        closed = check_proof(proof, keyring(until=datetime(2026, 1, 2, 3, 4, 4, tzinfo=UTC)))
        assert not closed.genuine
        assert not check_proof(
            proof, keyring(datetime(2020, 1, 1, tzinfo=UTC), datetime(2025, 1, 1, tzinfo=UTC))
        ).genuine
        assert not check_proof(proof, Keyring(())).genuine


def test_a_game_is_in_the_partition_of_its_id_and_a_proof_in_another_one_is_not_genuine() -> None:
    assert [partition_of(UUID(int=n)) for n in range(5)] == [21, 3, 57, 47, 12]
    assert zlib.crc32(UUID(GAME).bytes) % 64 == 3
    assert "lies in partition 3" in DOCUMENT
    path = tuple(step.hex() for step in merkle.prove_inclusion(1, 3, subtree))
    for partition, genuine in ((3, True), (5, False)):
        head = sign_head(SIGNER, partition, 3, merkle.root(3, subtree), AT)
        found = check_proof(Inclusion(UUID(GAME), 1, 2, DIGESTS[1], partition, 1, path, head), keyring())
        assert (found.genuine, "partition 3" in found.why) == (genuine, True)


def test_a_head_is_over_all_that_it_says(head: TreeHead) -> None:
    assert head_fault(head, keyring()) is None
    for change in (
        {"partition": 6},
        {"size": 4},
        {"root": "0" * 64},
        {"time": "2026-01-02T03:04:06Z"},
        {
            "time": "2026-01-02T03:04:05",
            "signature": SIGNER.sign(head_text(3, 3, head.root, "2026-01-02T03:04:05")),
        },
        {
            "time": "2026-02-31T03:04:05Z",
            "signature": SIGNER.sign(head_text(3, 3, head.root, "2026-02-31T03:04:05Z")),
        },
        {"signature": "0" * 128},
        {"key": "0" * 16},
    ):
        assert head_fault(msgspec.structs.replace(head, **change), keyring()) is not None
