"""The names under which a request is logged: its own id, and its place in the trace of the caller."""

from __future__ import annotations

import re
import secrets

import structlog
from flask import g, request

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,100}")
TRACEPARENT = re.compile(
    r"(?P<version>[0-9a-f]{2})-(?P<trace_id>[0-9a-f]{32})-(?P<span_id>[0-9a-f]{16})-[0-9a-f]{2}(?P<more>-.*)?"
)


def begin_trace() -> None:
    """Name the current request in every line that is logged for it, in this thread and until the next request."""
    sent = request.environ.get("HTTP_X_REQUEST_ID")
    g.request_id = sent if sent and REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=g.request_id, **_trace())


def _trace() -> dict[str, str]:
    """The trace and the span that the caller is in (W3C Trace Context); nothing where the header is not valid."""
    header = request.environ.get("HTTP_TRACEPARENT")
    found = TRACEPARENT.fullmatch(header.strip()) if header else None
    if found is None or found["version"] == "ff" or (found["version"] == "00" and found["more"] is not None):
        return {}
    if not int(found["trace_id"], 16) or not int(found["span_id"], 16):
        return {}
    return {"trace_id": found["trace_id"], "span_id": found["span_id"]}
