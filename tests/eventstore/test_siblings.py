"""Workers hear in sockets what the others have stored."""

from __future__ import annotations

import os
from uuid import uuid4

from eventsourcing.persistence import StoredEvent

from eventstore.siblings import LARGEST, connect_siblings


def moves(first: int, *states: bytes) -> list[StoredEvent]:
    game = uuid4()
    return [StoredEvent(game, first + number, "move", state) for number, state in enumerate(states)]


def test_every_other_worker_hears_what_one_has_stored_and_it_does_not_hear_itself() -> None:
    one, two, three = connect_siblings(3)
    first, second, digest = moves(2, b"a", b"b"), moves(9, b"c"), bytes(range(32))
    one.tell(first, digest)
    one.tell(second, None)
    for other in (two, three):
        assert [(heard.stored(), heard.previous) for heard in other.hear()] == [(first, digest), (second, None)]
        assert list(other.hear()) == []
    assert list(one.hear()) == []


def test_one_worker_alone_has_nobody_to_tell() -> None:
    (alone,) = connect_siblings(1)
    alone.tell(moves(2, b"a"), None)
    assert list(alone.hear()) == []


def test_what_finds_no_room_is_dropped_and_nobody_waits() -> None:
    one, two = connect_siblings(2)
    for version in range(2, 5000):
        one.tell(moves(version, bytes(1000)), None)
    heard = list(two.hear())
    assert 0 < len(heard) < 4998
    assert [each.first_version for each in heard] == list(range(2, 2 + len(heard)))
    one.tell(moves(7, b"again"), None)
    assert [each.first_version for each in two.hear()] == [7]


def test_what_is_too_large_is_not_told() -> None:
    one, two = connect_siblings(2)
    one.tell(moves(2, bytes(LARGEST)), None)
    one.tell(moves(3, bytes(LARGEST - 100)), None)
    assert [each.first_version for each in two.hear()] == [3]


def test_workers_that_were_forked_hear_each_other() -> None:
    one, two = connect_siblings(2)
    told = moves(2, b"from the child")
    child = os.fork()
    if child == 0:
        one.tell(told, None)
        os._exit(0)
    os.waitpid(child, 0)
    assert [heard.stored() for heard in two.hear()] == [told]
