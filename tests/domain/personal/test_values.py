"""Seals of texts: what they hide, and what opens them."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from domain.personal.values import Opening, SealedText, find_seals, read_text, seal_text

SALT = bytes(range(32))
TEXT = '鎌倉で "会いましょう" \\ 👍🏽'


def test_a_seal_is_the_hash_of_salt_and_text_in_utf_8() -> None:
    assert seal_text(SALT, TEXT).sealed == hashlib.sha256(SALT + TEXT.encode()).hexdigest()
    assert (
        seal_text(SALT, "Rice for gold?").sealed == "ec77356ada18fe9d0525f9b69d99a3187891b199673f2471d7d3dd2afaf8e9a9"
    )


def test_the_same_text_under_another_salt_has_another_seal() -> None:
    assert seal_text(SALT, TEXT) != seal_text(bytes(32), TEXT)


def test_a_sealed_text_is_read_with_its_opening_only() -> None:
    sealed, opening = seal_text(SALT, TEXT), Opening(TEXT, SALT.hex())
    assert read_text(sealed, {sealed.sealed: opening}) == TEXT
    assert read_text(sealed, {}) is None
    assert read_text(sealed, {sealed.sealed: Opening("another text", SALT.hex())}) is None
    assert read_text("in the clear", {}) == "in the clear"


@pytest.mark.parametrize("salt", ["", "00", "AB" * 32, "ab" * 33, "ab" * 32 + "\n"])
def test_a_salt_of_another_length_opens_nothing(salt: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(Opening("text", salt)), type=Opening)


def test_seals_are_found_in_the_json_of_an_event_by_their_pointers() -> None:
    digits = "ab" * 32
    assert find_seals(b'{"seat":0,"text":{"sealed":"%s"}}' % digits.encode()) == {"/text": digits}
    for other in (
        b'{"text":"plain"}',
        b'{"text":{"sealed":"ab"}}',
        b'{"text":{"sealed":1}}',
        b'{"seat":0}',
        b"{",
        b"[]",
    ):
        assert find_seals(other) == {}


def test_a_seal_is_written_as_it_stands_in_events() -> None:
    assert msgspec.json.encode(SealedText("ab" * 32)) == b'{"sealed":"%s"}' % (b"ab" * 32)
