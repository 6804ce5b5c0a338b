"""Requests wait in a queue in which addresses take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import pytest

from api.server import fair_line
from api.server.fair_line import Crowded, FairLine, WaitedTooLong


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(work)


async def enter(line: FairLine, address: str, order: list[str]) -> None:
    await line.enter(address)
    order.append(address)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_addresses_take_turns_however_many_requests_one_of_them_sends() -> None:
    async def work() -> None:
        line, order = FairLine(1, 1, 100), list[str]()
        await line.enter("first")
        asked = ["loud"] * 5 + ["quiet"] * 2
        waiting = [asyncio.ensure_future(enter(line, address, order)) for address in asked]
        await settle()
        line.leave("first")
        await settle()
        for _ in range(6):
            line.leave(order[-1])
            await settle()
        await asyncio.gather(*waiting)
        assert order == ["loud", "quiet", "loud", "quiet", "loud", "loud", "loud"]

    run(work())


def test_an_address_has_so_many_in_hand_while_others_come_in() -> None:
    async def work() -> None:
        line, order = FairLine(4, 2, 100), list[str]()
        waiting = [asyncio.ensure_future(enter(line, address, order)) for address in ("a", "a", "a", "b", "b", "c")]
        await settle()
        assert order == ["a", "a", "b", "b"]
        line.leave("b")
        await settle()
        assert order[4:] == ["c"]
        line.leave("a")
        await asyncio.gather(*waiting)
        assert order[5:] == ["a"]

    run(work())


def test_who_waits_too_long_or_goes_away_leaves_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_line, "WAIT_SECONDS", 0.05)

    async def work() -> None:
        line, order = FairLine(1, 1, 2), list[str]()
        await line.enter("a")
        gone = asyncio.ensure_future(line.enter("b"))
        await settle()
        gone.cancel()
        with pytest.raises(WaitedTooLong):
            await line.enter("b")
        later = asyncio.ensure_future(enter(line, "b", order))
        await settle()
        line.leave("a")
        await later
        line.leave("b")
        await asyncio.wait_for(line.enter("c"), 60)

    run(work())


def test_an_address_may_have_so_many_waiting() -> None:
    async def work() -> None:
        line = FairLine(1, 1, 2)
        await line.enter("a")
        waiting = [asyncio.ensure_future(line.enter("a")) for _ in range(2)]
        await settle()
        with pytest.raises(Crowded):
            await line.enter("a")
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    run(work())
