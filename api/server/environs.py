"""WSGI environs for requests that arrived over ASGI."""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from typing import Any, TypeAlias
from urllib.parse import unquote_to_bytes

from api.kept import keep_short

Message: TypeAlias = MutableMapping[str, Any]

LONGEST_NAME = 100
"""Header names up to this length are cached."""


def _read_path(raw: bytes) -> bytes:
    """Return the path of a request, decoded.

    Every served path begins with a plain word. A path that encodes this word stays encoded and matches nothing, so that
    it cannot slip past a proxy's rule, such as one for /metrics.
    """
    if raw.startswith(b"//"):
        return b"/%2F" + raw[2:]
    return raw if b"%" in raw.split(b"/")[1] else unquote_to_bytes(raw)


def make_environ(scope: Message) -> dict[str, Any]:
    """Return the environ of a request, without its input. Headers with an underscore in their names are dropped."""
    host, port = scope["server"] or ("", None)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": _read_path(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
    }
    for name, value in scope["headers"]:
        key = _environ_key(name)
        if key:
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
    return complete_environ(environ)


def complete_environ(environ: dict[str, Any]) -> dict[str, Any]:
    """Add the server's entries to an environ, and return it."""
    environ |= {
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        # The body ends by itself, with or without a length.
        "wsgi.input_terminated": True,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    return environ


@keep_short(1024, LONGEST_NAME)
def _environ_key(name: bytes) -> str:
    """Return the environ key of a header; empty for one that could be mistaken for another."""
    if b"_" in name:
        return ""
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
