"""What docs/checkpoints.md says about the log of heads is true."""

from __future__ import annotations

import re

import msgspec
import pytest

from domain.proof import merkle
from domain.proof.heads_leaf import NO_EVENTS, BadLeaf, HeadsLeaf, PartitionRoot, parse_leaf
from domain.proof.heads_log import default_origin, root_fault, sign_root
from domain.proof.heads_proof import read_checkpoint
from domain.proof.notes import LOG_KEY, BadNote, Checkpoint, Note, NoteKey, sign_note
from domain.proof.receipts import Keyring, PublicKey, Signer
from tests.domain.proof.test_checkpoints import AT, DOCUMENT, HASHES, SIGNER, keyring, subtree

ORIGIN = "kifu.example"


def leaf(time: str, size: int) -> HeadsLeaf:
    """A leaf with this head of the log of the document in partition 3."""
    own = PartitionRoot(size, merkle.root(size, subtree))
    return HeadsLeaf(time, tuple(own if n == 3 else NO_EVENTS for n in range(64)))


LEAVES = [leaf("2026-01-02T03:03:05Z", 2), leaf("2026-01-02T03:04:05Z", 3)]
ROOT = merkle.node_hash(*(leaf.hash for leaf in LEAVES))
NOTE = Note(Checkpoint(ORIGIN, 2, ROOT).text, (sign_note(Checkpoint(ORIGIN, 2, ROOT).text, ORIGIN, SIGNER),)).encode()


def test_the_leaf_the_note_and_the_vectors_of_the_document_are_right() -> None:
    text = re.search(r"^```\n(kifu heads .*?)```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert text is not None
    start, end = text[1].split("...\n")
    assert LEAVES[1].text.startswith(start)
    assert LEAVES[1].text.endswith(end)
    assert f"\n```\n{NOTE}```\n" in DOCUMENT
    vectors = re.findall(r"^    ([0-9a-f]{64})  ", DOCUMENT, re.MULTILINE)
    assert vectors[len(HASHES) + 2 :] == [value.hex() for value in (LEAVES[0].hash, LEAVES[1].hash, ROOT)]
    assert f"    {NoteKey(ORIGIN, LOG_KEY, SIGNER.public).vkey}    vkey" in DOCUMENT
    assert read_checkpoint(NOTE, keyring()) == Checkpoint(ORIGIN, 2, ROOT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kifu heads 1\n", "kifu heads 2\n"),
        ("time 2", "time two"),
        ("time 2026-01-02T03:04:05Z\n", ""),
        ("\n3 3 ", "\n3 03 "),
        ("\n3 3 ", "\n4 3 "),
        ("\n3 3 ", "\n3 -3 "),
        ("\n3 3 ", "\n٣ 3 "),
        ("\n0 0 e3", "\n0 0 E3"),
        ("\n0 0 ", "\n"),
        ("\n", "\r\n"),
    ],
)
def test_a_text_that_is_no_leaf_is_refused(old: str, new: str) -> None:
    assert parse_leaf(LEAVES[1].text) == LEAVES[1]
    with pytest.raises(BadLeaf):
        parse_leaf(LEAVES[1].text.replace(old, new))
    with pytest.raises(BadLeaf):
        parse_leaf(LEAVES[1].text[:-1])


def test_a_checkpoint_is_read_only_if_one_of_our_keys_signed_it_in_its_time() -> None:
    for keys, since, why in (
        (Keyring(()), None, "No key of this service"),
        (keyring(until=AT), "2026-01-02T03:04:06Z", "was out of use"),
        (keyring(), "2026-01-02T03:04:06", "not a valid timestamp"),
        (keyring(), "2026-99-02T03:04:06Z", "not a valid timestamp"),
    ):
        with pytest.raises((BadNote, BadLeaf), match=why):
            read_checkpoint(NOTE, keys, since)
    for since in (None, "2026-01-02T03:04:05Z"):
        assert read_checkpoint(NOTE, keyring(until=AT), since).size == 2


def test_a_root_that_was_changed_is_not_genuine() -> None:
    root = sign_root(SIGNER, ORIGIN, 2, ROOT, "2026-01-02T03:04:05Z", [0] * 64)
    assert root_fault(root, keyring()) is None
    for member, value in (
        ("origin", "x"),
        ("size", 3),
        ("root", "0" * 64),
        ("signature", "0" * 128),
        ("key", "0" * 16),
    ):
        assert root_fault(msgspec.structs.replace(root, **{member: value}), keyring()) is not None, member


def test_the_default_name_is_that_of_the_first_key_whatever_their_order() -> None:
    later = Signer(bytes(32))
    keys = [
        PublicKey(later.key, "Ed25519", later.public.hex(), AT.replace(year=2027)),
        PublicKey(SIGNER.key, "Ed25519", SIGNER.public.hex(), AT),
    ]
    assert default_origin(Keyring(keys), later) == default_origin(Keyring(keys[::-1]), later) == f"kifu/{SIGNER.key}"
    assert default_origin(Keyring(()), later) == f"kifu/{later.key}"
