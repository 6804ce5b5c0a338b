"""Signed notes, checkpoints and cosignatures follow C2SP: its examples hold, and what it refuses is refused."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

from domain.proof import notes
from domain.proof.notes import (
    BadNote,
    Checkpoint,
    Note,
    NoteKey,
    NoteSignature,
    cosign,
    parse_checkpoint,
    parse_note,
    parse_vkey,
    sign_note,
    verify_note,
)
from domain.proof.receipts import Signer

VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
SIGNED = """This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""
COSIGNED = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa \
Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 \
jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""
SIGNER, WITNESS = Signer(bytes(range(32))), Signer(bytes(range(1, 33)))
TEXT = Checkpoint("club.example/kifu", 7, bytes(32)).text
LOG = NoteKey("club.example/kifu", notes.LOG_KEY, SIGNER.public)
FRIEND = NoteKey("friend.example/w", notes.WITNESS_KEY, WITNESS.public)
AT = 1_700_000_000


@pytest.fixture
def note() -> Note:
    signed = Note(TEXT, (sign_note(TEXT, LOG.name, SIGNER),))
    return Note(TEXT, (*signed.signatures, cosign(signed, FRIEND.name, WITNESS, AT)))


def test_the_example_of_the_specification_verifies_under_its_key() -> None:
    key = parse_vkey(VKEY)
    assert (key.name, key.type, key.id.hex(), key.vkey) == ("example.com/foo", 1, "530d903a", VKEY)
    found = parse_note(SIGNED)
    assert found.encode() == SIGNED
    assert [one.key for one in verify_note(found, [key])] == [key]


def test_the_cosigned_example_of_the_specification_is_read_and_written_as_it_is() -> None:
    found = parse_note(COSIGNED)
    assert found.encode() == COSIGNED
    assert [one.name for one in found.signatures] == ["example.com/behind-the-sofa", "witness.example.com/w1"]
    assert int.from_bytes(found.signatures[1].signature[:8], "big") == 1679315147
    checkpoint = parse_checkpoint(found.text)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert checkpoint.text == found.text


def test_a_cosignature_is_over_the_header_the_time_and_the_text(note: Note) -> None:
    made = note.signatures[1]
    signed = f"cosignature/v1\ntime {AT}\n{TEXT}".encode()
    assert made.signature == AT.to_bytes(8, "big") + bytes.fromhex(WITNESS.sign(signed))
    assert [(one.key, one.time) for one in verify_note(note, [FRIEND, LOG])] == [(LOG, None), (FRIEND, AT)]


def test_the_same_public_key_has_another_id_for_another_type_or_name() -> None:
    others = [
        NoteKey(name, type, SIGNER.public).id for name in ("a", "b") for type in (notes.LOG_KEY, notes.WITNESS_KEY)
    ]
    assert len(set(others)) == 4
    assert parse_vkey(FRIEND.vkey) == FRIEND


def test_signatures_of_unknown_keys_are_passed_over_even_of_the_same_name_or_id(note: Note) -> None:
    same_name = NoteSignature(LOG.name, b"\0\0\0\0", b"\0" * 64)
    same_id = NoteSignature("other.example", LOG.id, b"\0" * 64)
    post_quantum = NoteSignature("other.example", b"\1\2\3\4", b"\0" * 2428)
    mixed = parse_note(Note(TEXT, (same_name, same_id, post_quantum, *note.signatures)).encode())
    assert [one.key for one in verify_note(mixed, [LOG])] == [LOG]
    assert verify_note(Note(TEXT, (same_name, same_id)), [LOG]) == []


def test_a_note_is_refused_where_the_signature_of_a_known_key_fails(note: Note) -> None:
    other = Note(TEXT.replace("7", "8"), note.signatures)
    for key in (LOG, FRIEND):
        with pytest.raises(BadNote, match="is not that of its key"):
            verify_note(other, [key])
    later = NoteSignature(FRIEND.name, FRIEND.id, (AT + 1).to_bytes(8, "big") + note.signatures[1].signature[8:])
    with pytest.raises(BadNote, match="is not that of its key"):
        verify_note(Note(TEXT, (note.signatures[0], later)), [LOG, FRIEND])
    for short in (b"\0", b"\0" * 63, b"\0" * 65, b"\xff" * 72):
        for key in (LOG, FRIEND):
            with pytest.raises(BadNote, match="is not that of its key"):
                verify_note(Note(TEXT, (NoteSignature(key.name, key.id, short),)), [key])


def test_a_key_that_signs_twice_counts_once(note: Note) -> None:
    again = cosign(note, FRIEND.name, WITNESS, AT + 60)
    assert [one.time for one in verify_note(Note(TEXT, (*note.signatures, again)), [FRIEND])] == [AT]


def test_a_false_signature_after_a_genuine_one_of_the_same_key_is_refused(note: Note) -> None:
    for key, made in ((LOG, note.signatures[0]), (FRIEND, note.signatures[1])):
        false = NoteSignature(key.name, key.id, made.signature[:-1] + bytes([made.signature[-1] ^ 1]))
        with pytest.raises(BadNote, match="is not that of its key"):
            verify_note(Note(TEXT, (*note.signatures, false)), [LOG, FRIEND])


def test_a_hundred_signatures_are_read_and_more_are_refused(note: Note) -> None:
    assert len(parse_note(Note(TEXT, note.signatures[:1] * 100).encode()).signatures) == 100
    with pytest.raises(BadNote, match="101 signatures"):
        parse_note(Note(TEXT, note.signatures[:1] * 101).encode())
    with pytest.raises(BadNote, match="longer than"):
        parse_note("x" * 1_000_001)


def test_the_text_may_have_empty_lines() -> None:
    signed = Note("Or sono\n\ned e subito sera.\n", (sign_note("Or sono\n\ned e subito sera.\n", "a", SIGNER),))
    assert parse_note(signed.encode()) == signed


@pytest.mark.parametrize(
    "change",
    [
        lambda note: note.replace("\n\n", "\n"),
        lambda note: note[:-1],
        lambda note: note.replace("message", "mess\tage"),
        lambda note: note.replace("— example", "- example"),
        lambda note: note.replace("— example", "—  example"),
        lambda note: note.replace("foo ", "foo"),
        lambda note: note.replace("com/", "com+"),
        lambda note: note.replace("com/", "com\u3000"),
        lambda note: note.replace("— example.com/foo", "— "),
        lambda note: note.replace("aQM=", "aQN="),
        lambda note: note.replace("aQM=", "aQ=M"),
        lambda note: note.replace("Uw2Q", "Uw2 Q"),
        lambda note: note.replace("Uw2Q", "Uw2\u0665"),
        lambda note: note[: note.index("foo ") + 4] + "Uw2QOg==\n",
        lambda note: note + "\n",
        lambda note: "",
    ],
)
def test_a_malformed_note_is_refused(change: Callable[[str], str]) -> None:
    assert change(SIGNED) != SIGNED
    with pytest.raises(BadNote):
        parse_note(change(SIGNED))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n1\n",
        "\n1\n" + "A" * 43 + "=\n",
        "a\n01\n" + "A" * 43 + "=\n",
        "a\n-1\n" + "A" * 43 + "=\n",
        "a\n\u0661\n" + "A" * 43 + "=\n",
        "a\n12345678901234567890\n" + "A" * 43 + "=\n",
        "a\n1\n" + "A" * 42 + "==\n",
        "a\n1\n" + "A" * 42 + "B=\n",
        "a\n1\nAAAA\n",
        "a\n1\n" + "A" * 43 + "=",
        "a\n1\n" + "A" * 43 + "=\n\nx\n",
    ],
)
def test_a_malformed_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        parse_checkpoint(text)


def test_a_checkpoint_may_have_lines_of_extensions() -> None:
    found = parse_checkpoint(TEXT + "more\n")
    assert found.extensions == ("more",)
    assert found.text == TEXT + "more\n"


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "example.com/foo+530d903a",
        VKEY.replace("530d903a", "530d903b"),
        VKEY.replace("530d903a", "530D903A"),
        VKEY.replace("com/foo", "com/bar"),
        VKEY[:-4],
        "+530d903a+" + VKEY.rpartition("+")[2],
        "a b+530d903a+" + VKEY.rpartition("+")[2],
        "a+00000000+" + base64.b64encode(b"\2" + bytes(32)).decode(),
    ],
)
def test_a_malformed_key_is_refused(vkey: str) -> None:
    with pytest.raises(BadNote):
        parse_vkey(vkey)


def test_nothing_is_signed_that_no_note_can_hold() -> None:
    for text in ("", "no end", "a\tb\n"):
        with pytest.raises(BadNote):
            sign_note(text, LOG.name, SIGNER)
    for name in ("", "a b", "a+b", "a\ud800"):
        with pytest.raises(BadNote):
            sign_note(TEXT, name, SIGNER)
    with pytest.raises(BadNote):
        cosign(Note("no checkpoint\n", ()), FRIEND.name, WITNESS, AT)
