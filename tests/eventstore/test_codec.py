"""Every stored form of an event is read as the bytes that were recorded, or left as it is if it was changed."""

from __future__ import annotations

import hashlib
import zlib
from base64 import b64encode
from pathlib import Path

import msgspec
import pytest

from eventstore.codec import DICTIONARY, PACKED, TAIL, read_payload
from tests.support.packed import MOVE, pack

GAMES = Path(__file__).parents[1] / "games"
OF_AN_EARLIER_VERSION = (
    "z1:wyyc05KMDVMNTE11LY2N03RNDMwTdS3TLMx1zcySTUxM00wsLc1NcRXOZgQKZ0NTHKWyoTF1GqZ4Bj8yioBph/LBD3g3Cz68Z"
    "Uz54IchdqdStfc2LHtaiKQMAA=="
    ',"digest":"957f1407ad047243fedcaad9ae817bf5ab0adc7868704f9df3f79ecc4e24b4cd"}'
)
"""A move of a recorded game, as stored by the last version that packed moves."""


class Line(msgspec.Struct):
    topic: str = ""
    event: msgspec.Raw = msgspec.Raw()


def recorded(names: str) -> list[tuple[str, bytes]]:
    lines = [line for file in sorted(GAMES.glob(names)) for line in file.read_bytes().splitlines()]
    found = [msgspec.json.decode(line, type=Line) for line in lines]
    return [(line.topic, bytes(line.event)) for line in found if line.topic]


def test_the_dictionary_never_changes_since_what_it_packed_would_be_lost() -> None:
    assert hashlib.sha256(DICTIONARY).hexdigest() == "cf24cd929cf6107978e0f3f3e7567887dde8097c62a386289290654141ab1432"


@pytest.mark.parametrize("names", ["micro-dojo*.kifu", "daimyo-2021*.kifu", "daimyo-2019*.kifu", "yedo*.kifu"])
def test_every_recorded_event_is_read_as_it_was_plain_or_packed(names: str) -> None:
    events = recorded(names)
    moves = [payload for topic, payload in events if topic == MOVE and payload[-TAIL:].startswith(b',"digest"')]
    assert moves
    assert all(read_payload(payload.decode()) == payload for _, payload in events)
    assert all(read_payload(pack(payload).decode()) == payload for payload in moves)


def test_a_move_that_an_earlier_version_packed_is_read() -> None:
    digest = OF_AN_EARLIER_VERSION[-TAIL:].encode()
    (move,) = (payload for _, payload in recorded("micro-dojo*.kifu") if payload.endswith(digest))
    assert read_payload(OF_AN_EARLIER_VERSION) == move


def test_a_packed_move_that_was_changed_or_made_up_is_left_as_it_is_stored() -> None:
    _, move = next(event for event in recorded("micro-dojo*.kifu") if event[0] == MOVE)
    packed, prefix = pack(move), PACKED.encode()
    bomb = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    large = bomb.compress(bytes(1 << 26)) + bomb.flush()
    for false in (
        packed[:50] + b"?" + packed[51:],
        packed[:40] + packed[-TAIL:],
        prefix + b64encode(b"no deflated bytes") + packed[-TAIL:],
        prefix + b64encode(large) + packed[-TAIL:],
        prefix,
    ):
        assert read_payload(false.decode()) == false
