"""Browsers other than Chromium, driven by their own tools: Firefox by Marionette, WebKit by its WebDriver.

Playwright drives only its own builds of Firefox and WebKit; these are the ones that people use. Both speak the commands
of WebDriver, Firefox on a socket and WebKit over HTTP.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from tests.support.services import free_port

START_SECONDS = 60.0
WAIT_SECONDS = 60.0
"""How long something may take on a machine that is busy with other tests."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which WebDriver names an element."""
Json = object


FIND_SPOT = """const one = document.querySelectorAll(arguments[0])[arguments[1]];
if (!one) return null;
one.scrollIntoView({ block: "center" });
const box = one.getBoundingClientRect();
const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
const met = document.elementFromPoint(x, y);
return met && (one.contains(met) || met.contains(one)) ? [x, y] : null;"""
"""Finds the middle of an element, if the pointer would hit it there."""


class Commands(Protocol):
    """Sends a WebDriver command, by its name in Marionette, and returns its value."""

    def __call__(self, name: str, parameters: dict[str, Json]) -> Json: ...


class Window:
    """A window of a browser."""

    def __init__(self, send: Commands) -> None:
        self._send = send

    def go(self, address: str) -> None:
        """Open an address and wait until its document is loaded."""
        self._send("Navigate", {"url": address})

    def reload(self) -> None:
        """Load the document again, dismissing its questions."""
        with suppress(BrowserError):
            self._send("Refresh", {})
        with suppress(BrowserError):
            self._send("AcceptAlert", {})

    def read(self, body: str, *arguments: Json) -> Json:
        """Return what the body of a function in JavaScript returns."""
        return self._send("ExecuteScript", {"script": body, "args": list(arguments)})

    def wait(self, body: str, *arguments: Json, seconds: float = WAIT_SECONDS) -> Json:
        """Wait until the body of a function in JavaScript returns something true, and return it."""
        deadline = time.monotonic() + seconds
        while True:
            with suppress(BrowserError):
                if found := self.read(body, *arguments):
                    return found
            assert time.monotonic() < deadline, f"never true: {body}"
            time.sleep(0.05)

    def click(self, selector: str, place: int = 0) -> None:
        """Click in the middle of one of the elements that match a selector, once it no longer moves."""
        before: Json = None
        while (spot := self.wait(FIND_SPOT, selector, place)) != before:
            before = spot
        assert isinstance(spot, list)
        x, y = spot
        move = {"type": "pointerMove", "x": x, "y": y, "origin": "viewport", "duration": 0}
        press, release = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        pointer = {"type": "pointer", "id": "mouse", "actions": [move, press, release]}
        self._send("PerformActions", {"actions": [pointer]})

    def press(self, key: str) -> None:
        """Press and release a key."""
        actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self._send("PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def picture(self) -> bytes:
        """Return what the window shows, as a PNG."""
        found = self._send("TakeScreenshot", {"full": False})
        assert isinstance(found, str)
        return base64.b64decode(found)


class BrowserError(Exception):
    """A command that the browser refused."""


class _Marionette:
    def __init__(self, port: int) -> None:
        self._socket = _connect(port)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._read()

    def __call__(self, name: str, parameters: dict[str, Json]) -> Json:
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{name}", parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, value = self._read()
        assert number == self._number
        if error is not None:
            raise BrowserError(error)
        return value.get("value", value) if isinstance(value, dict) else value

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def _read(self) -> list[Json]:
        length = b""
        while not length.endswith(b":"):
            length += self._file.read(1)
        found: list[Json] = json.loads(self._file.read(int(length[:-1])))
        return found


def _connect(port: int) -> socket.socket:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=START_SECONDS)
        except OSError:
            assert time.monotonic() < deadline, "the browser does not listen"
            time.sleep(0.1)


PATHS = {
    "Navigate": ("POST", "/url"),
    "Refresh": ("POST", "/refresh"),
    "AcceptAlert": ("POST", "/alert/accept"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "PerformActions": ("POST", "/actions"),
    "TakeScreenshot": ("GET", "/screenshot"),
    "DeleteSession": ("DELETE", ""),
}
"""The commands over HTTP, below the address of a session."""


class _WebDriver:
    def __init__(self, port: int, capabilities: dict[str, Json]) -> None:
        self._base = f"http://127.0.0.1:{port}/session"
        session = self._call("POST", "", {"capabilities": {"alwaysMatch": capabilities}})
        assert isinstance(session, dict)
        self._base += f"/{session['sessionId']}"

    def __call__(self, name: str, parameters: dict[str, Json]) -> Json:
        method, path = PATHS[name]
        return self._call(method, path, parameters)

    def _call(self, method: str, path: str, body: dict[str, Json]) -> Json:
        data = json.dumps(body).encode() if method == "POST" else None
        asked = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=WAIT_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise BrowserError(error.read().decode()) from error


FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
FIREFOX_SETTINGS: dict[str, Json] = {
    "ui.prefersReducedMotion": 0,
    "intl.accept_languages": "en-GB",
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


@contextmanager
def firefox(folder: Path, *, keeps: bool = True) -> Iterator[Window]:
    """Start Firefox with a profile in a folder and end it; `keeps` allows pages to keep something."""
    assert FIREFOX is not None
    port = free_port()
    settings = {**FIREFOX_SETTINGS, "marionette.port": port, "dom.storage.enabled": keeps}
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items())
    (folder / "user.js").write_text("\n".join(lines))
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with _running(command, {"HOME": str(folder), "MOZ_DISABLE_AUTO_SAFE_MODE": "1"}):
        send = _Marionette(port)
        try:
            send("NewSession", {"capabilities": {"alwaysMatch": {"unhandledPromptBehavior": "accept"}}})
            send("SetWindowRect", {"width": 1200, "height": 1000})
            yield Window(send)
        finally:
            send.close()


WEBKIT_DRIVER = shutil.which("WebKitWebDriver")
XVFB = shutil.which("Xvfb")


def find_mini_browser() -> Path | None:
    """Return the browser that comes with WebKitGTK."""
    places = [*Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), *Path("/usr/libexec").glob("webkit2gtk-*/Mini*")]
    return min(places, default=None)


@contextmanager
def webkit(folder: Path, *, keeps: bool = True) -> Iterator[Window]:
    """Start WebKitGTK on a screen of its own and end it; `keeps` allows pages to keep something."""
    assert WEBKIT_DRIVER is not None
    assert XVFB is not None
    reader, writer = os.pipe()
    screen = [XVFB, "-screen", "0", "1200x1000x24", "-nolisten", "tcp", "-displayfd", str(writer)]
    with _running(screen, {}, keep=writer), os.fdopen(reader) as told:
        os.close(writer)
        display = f":{told.readline().strip()}"
        port = free_port()
        homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
        with _running([WEBKIT_DRIVER, f"--port={port}"], {"DISPLAY": display, "GDK_BACKEND": "x11", **homes}):
            _connect(port).close()
            arguments = ["--automation", *([] if keeps else ["--enable-html5-local-storage=false"])]
            options = {"binary": str(find_mini_browser()), "args": arguments}
            send = _WebDriver(port, {"webkitgtk:browserOptions": options, "unhandledPromptBehavior": "accept"})
            try:
                yield Window(send)
            finally:
                with suppress(BrowserError, OSError):
                    send("DeleteSession", {})


@contextmanager
def _running(command: list[str], settings: dict[str, str], keep: int | None = None) -> Iterator[None]:
    """Run a program with these variables, and end it."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=() if keep is None else (keep,),
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
