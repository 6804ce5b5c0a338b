"""Shared by the tests of the page: one service, one browser, and visitors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.page.browser import Visitor, chromium, need_chromium
from tests.support.services import running_service

Visits = Callable[..., Visitor]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium for one module: while Playwright runs, later tests could have no event loop of their own."""
    need_chromium()
    with sync_playwright() as playwright, chromium(playwright) as started:
        yield started


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with its bots and demo games, on a database of its own."""
    need_chromium()
    data: Path = tmp_path_factory.mktemp("site")
    with running_service(data, KIFU_WORKERS="2", KIFU_DEMO="1", KIFU_BOTS="1") as base:
        yield base


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visits]:
    """Open browser windows at the service: `visit(width=360, scheme="dark")`; none may have complained at the end."""
    visitors: list[Visitor] = []

    def open_window(**wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, site, **wishes))
        return visitors[-1]

    yield open_window
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.close()
    assert faults == []
