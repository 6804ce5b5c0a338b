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
