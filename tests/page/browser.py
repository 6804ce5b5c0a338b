"""A real browser on a real service: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
WAIT_MILLISECONDS = 20_000
"""How long a test waits for something to appear: this machine may be busy with other tests."""
expect.set_options(timeout=WAIT_MILLISECONDS)
EXPECTED = ("the server responded with a status of 4", "net::ERR_ABORTED", "net::ERR_CONNECTION_REFUSED")
"""Chromium's console messages about answers, or missing ones, that the page itself shows."""


def need_chromium() -> str:
    """Return the path of Chromium; skip if it is not installed, and fail in CI, which installs it."""
    if CHROMIUM is not None:
        return CHROMIUM
    if os.environ.get("CI"):
        pytest.fail("Chromium is not installed; `apt-get install chromium` does it.")
    pytest.skip("Chromium is not installed.")


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Start Chromium, and end it."""
    browser = playwright.chromium.launch(executable_path=need_chromium(), args=ARGUMENTS)
    try:
        yield browser
    finally:
        browser.close()


class Visitor:
    """Somebody with a browser of their own. `faults` are the complaints of its console, `bodies` what it received.
    `motion` enables animations, which most tests need not wait for. `listen` keeps the bodies of all answers of the
    API, for tests that look for secrets in them.
    """

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        width: int = 1200,
        scheme: Literal["light", "dark"] = "light",
        locale: str = "en-GB",
        listen: bool = False,
        motion: bool = False,
    ) -> None:
        self.base = base
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            locale=locale,
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MILLISECONDS)
        self.name = ""
        self.faults: list[str] = []
        self.bodies: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        if listen:
            self.page.on("requestfinished", self._keep)

    def open(self, address: str) -> Page:
        """Open an address of the service and wait until the page is there."""
        self.page.goto(self.base + address)
        self.page.wait_for_selector("main :is(h1, h2)")
        return self.page

    def sign_in(self, name: str, token: str) -> None:
        """Enter with a token, as the account page keeps it."""
        self.name = name
        self.page.goto(self.base + "/account")
        self.page.evaluate(
            "account => localStorage.setItem('kifu.account', JSON.stringify(account))",
            {"name": name, "token": token, "guest": False},
        )

    def close(self) -> None:
        """Close the browser window and everything that it has stored."""
        self.context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in EXPECTED):
            self.faults.append(message.text)

    def _keep(self, request: Request) -> None:
        if "/v1/" in request.url and request.method == "GET":
            answer = request.response()
            if answer is not None and "stream" not in (answer.header_value("content-type") or ""):
                self.bodies.append(answer.text())
