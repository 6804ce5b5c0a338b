"""The ids under which a request is logged: its own, and its place in the caller's trace."""

from __future__ import annotations

import os
import re
import threading
from typing import TYPE_CHECKING

import structlog

from api.flask_app import current_request

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,100}")
IDS_AT_ONCE = 64
TRACEPARENT = re.compile(
    r"(?P<version>[0-9a-f]{2})-(?P<trace_id>[0-9a-f]{32})-(?P<span_id>[0-9a-f]{16})-[0-9a-f]{2}(?P<more>-.*)?"
)


class Ids(threading.local):
    """Unguessable ids of 16 hexadecimal digits. Each thread fetches randomness for many at once."""

    def __init__(self) -> None:
        self._left = ""

    def make(self) -> str:
        """Make an id."""
        if not self._left:
            self._left = os.urandom(8 * IDS_AT_ONCE).hex()
        made, self._left = self._left[-16:], self._left[:-16]
        return made

    def forget(self) -> None:
        """Drop the prepared ids, which belong to the process that this one was forked from."""
        self._left = ""


_ids = Ids()
os.register_at_fork(after_in_child=_ids.forget)


def begin_trace(environ: WSGIEnvironment) -> None:
    """Bind the current request's ids to every line that this thread logs until the next request."""
    sent = environ.get("HTTP_X_REQUEST_ID")
    current_request().request_id = name = sent if sent and REQUEST_ID.fullmatch(sent) else _ids.make()
    # Clearing everything would go through all variables of the thread, and nothing else is bound.
    structlog.contextvars.unbind_contextvars("trace_id", "span_id")
    structlog.contextvars.bind_contextvars(request_id=name, **_trace(environ.get("HTTP_TRACEPARENT")))


def _trace(header: str | None) -> dict[str, str]:
    """Return the caller's trace and span (W3C Trace Context); nothing if the header is invalid."""
    found = TRACEPARENT.fullmatch(header.strip()) if header else None
    if found is None or found["version"] == "ff" or (found["version"] == "00" and found["more"] is not None):
        return {}
    if not int(found["trace_id"], 16) or not int(found["span_id"], 16):
        return {}
    return {"trace_id": found["trace_id"], "span_id": found["span_id"]}
