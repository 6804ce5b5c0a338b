"""Packed moves take a fraction of the room, and are read as the bytes that were recorded."""

from __future__ import annotations

import hashlib
import zlib
from base64 import b64encode
from pathlib import Path

import msgspec
import pytest

from eventstore.packing import DICTIONARY, MOVE, PREFIX, TAIL, pack, unpack

GAMES = Path(__file__).parents[1] / "games"


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
def test_every_recorded_event_is_read_as_it_was_and_moves_take_less_than_half_the_room(names: str) -> None:
    events = recorded(names)
    moves = [payload for topic, payload in events if topic == MOVE and payload[-TAIL:].startswith(b',"digest"')]
    assert moves
    assert all(unpack(pack(topic, payload)) == payload for topic, payload in events)
    assert sum(len(pack(MOVE, payload)) for payload in moves) < sum(map(len, moves)) / 2


def test_only_moves_with_a_digest_are_packed_and_the_digest_stays_at_the_end() -> None:
    topic, move = next(event for event in recorded("micro-dojo*.kifu") if event[0] == MOVE)
    assert pack(topic, move).startswith(PREFIX)
    assert pack(topic, move)[-TAIL:] == move[-TAIL:]
    assert pack("kifu:game-opened", move) == move
    assert pack(MOVE, move[:-TAIL] + b"}") == move[:-TAIL] + b"}"


def test_a_packed_move_that_was_changed_or_made_up_is_left_as_it_is_stored() -> None:
    _, move = next(event for event in recorded("micro-dojo*.kifu") if event[0] == MOVE)
    packed = pack(MOVE, move)
    bomb = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    large = bomb.compress(bytes(1 << 26)) + bomb.flush()
    for false in (
        packed[:50] + b"?" + packed[51:],
        packed[:40] + packed[-TAIL:],
        PREFIX + b64encode(b"no deflated bytes") + packed[-TAIL:],
        PREFIX + b64encode(large) + packed[-TAIL:],
        PREFIX,
    ):
        assert unpack(false) == false
