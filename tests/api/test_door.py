"""How many connections an address may hold."""

from __future__ import annotations

from api.server.connections import Door


def test_an_address_that_closed_its_connections_may_hold_as_many_as_before() -> None:
    door = Door(5, 2)
    for _ in range(3):
        assert door.enter("a") is None
        assert door.enter("a") is None
        assert door.enter("a") is not None
        door.leave("a")
        door.leave("a")


def test_a_quarter_of_the_connections_may_wait_to_be_refused() -> None:
    door = Door(8, 1)
    assert door.enter("a") is None
    assert door.enter("a") is not None
    assert [door.wait() for _ in range(3)] == [True, True, False]
    door.turn_away()
    assert door.wait()


def test_connections_that_wait_to_be_refused_count_among_those_that_a_worker_can_hold() -> None:
    door = Door(8, None)
    assert [door.enter(f"{number}") for number in range(7)] == [None] * 7
    assert door.wait()
    assert door.enter("b") is not None
    assert not door.wait()
    door.turn_away()
    assert door.enter("b") is None
