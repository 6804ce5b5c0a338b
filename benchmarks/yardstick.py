"""The yardsticks of the HTTP benchmark: other servers, which answer an empty JSON POST.

Their speed does not change as Kifu does. granian, a fast Python server, serves a WSGI app of one function; uvicorn, on
which Kifu's own server is built, serves an ASGI app of one function.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

BODY = b"{}"
HEADERS = [("Content-Type", "application/json"), ("Content-Length", str(len(BODY)))]
SERVERS = ("granian", "uvicorn")


def wsgi(environ: dict[str, Any], start: Callable[[str, list[tuple[str, str]]], object]) -> Iterable[bytes]:
    """Answer one request of WSGI."""
    environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start("200 OK", HEADERS)
    return [BODY]


async def asgi(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[dict[str, Any]]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
) -> None:
    """Answer one request of ASGI."""
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": BODY})


def command(server: str, port: int, workers: int) -> list[str]:
    """Return the command that runs one of SERVERS on a port of this machine, with this number of processes."""
    where = ["--host", "127.0.0.1", "--port", str(port), "--workers", str(workers)]
    if server == "granian":
        return [sys.executable, "-m", "granian", "--interface", "wsgi", *where, "--no-ws", "benchmarks.yardstick:wsgi"]
    quiet = ["--lifespan", "off", "--log-level", "error", "--no-access-log"]
    return [sys.executable, "-m", "uvicorn", *where, *quiet, "benchmarks.yardstick:asgi"]
