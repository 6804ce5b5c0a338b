"""Seals of texts: what they hide, and what opens them."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from random import Random
from typing import get_args, get_type_hints
from uuid import UUID

import msgspec
import pytest

from domain.personal.values import (
    PLACES,
    Opening,
    SealedText,
    find_seals,
    list_sealed,
    open_values,
    read_text,
    seal_text,
    seal_values,
)
from domain.record.events import EVENTS, DisputeRuled, MessageSent

SALT = bytes(range(32))
AT = datetime(2026, 1, 2, tzinfo=UTC)
RULED = DisputeRuled(
    originator_id=UUID(int=1),
    originator_version=5,
    timestamp=AT,
    n=2,
    rules="micro-dojo@1",
    dispute=1,
    step=1,
    ruling="note",
    clause="micro-dojo.build.pay",
    words="So it is.",
    to=1,
)
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
    seal = b'{"sealed":"%s"}' % digits.encode()
    assert find_seals("kifu:message-sent", b'{"seat":0,"text":%s}' % seal) == {"/text": digits}
    assert find_seals("kifu:dispute-ruled", b'{"words":%s}' % seal) == {"/words": digits}
    signed = b'{"claim":%s,"signed":{"key":"ab","salt":%s}}' % (seal, seal)
    assert find_seals("kifu:dispute-raised", signed) == {"/claim": digits, "/signed/salt": digits}
    # In the file of a running game, other values have seals too.
    assert find_seals("kifu:move-played", b'{"signed":{"salt":%s}}' % seal) == {}
    for other in (
        b'{"text":"plain"}',
        b'{"text":{"sealed":"ab"}}',
        b'{"text":{"sealed":1}}',
        b'{"seat":0}',
        b"{",
        b"[]",
    ):
        assert find_seals("kifu:message-sent", other) == {}


def test_a_place_is_named_for_every_member_of_an_event_that_can_be_sealed() -> None:
    found = {
        event.TOPIC: {f"/{name}" for name, kind in get_type_hints(event).items() if SealedText in get_args(kind)}
        for event in (*EVENTS, MessageSent)
    }
    # The salt is a member of the signature, which other events have as well.
    assert {topic: places for topic, places in found.items() if places} == {
        topic: set(places) - {"/signed/salt"} for topic, places in PLACES.items()
    }


def test_values_are_sealed_in_an_event_and_opened_again() -> None:
    sealed, openings = seal_values(RULED, Random(1).randbytes)
    assert [value.kind for value in list_sealed(sealed)] == ["ruling"]
    assert open_values(sealed, openings) == RULED
    assert open_values(sealed, {}) == sealed
    assert seal_values(sealed, Random(2).randbytes) == (sealed, {})


def test_a_seal_is_written_as_it_stands_in_events() -> None:
    assert msgspec.json.encode(SealedText("ab" * 32)) == b'{"sealed":"%s"}' % (b"ab" * 32)
