"""Shared by all streams: their two formats, their headers, and the slot that each one holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from flask import Response

from api.flask_app import current_request
from api.requests.services import services
from api.requests.streams import Slot


class ServerSentEvents:
    """The format that browsers read with EventSource; each stream defines how its events are encoded."""

    media_type = "text/event-stream"
    greeting = b"retry: 2000\n\n"
    sign_of_life = b": still here\n\n"


class Lines:
    """The format for everything else: an object a line, and an empty line as a sign of life."""

    media_type = "application/x-ndjson"
    greeting = sign_of_life = b"\n"

    @staticmethod
    def encode(event: msgspec.Struct) -> bytes:
        """Encode one event."""
        return msgspec.json.encode(event) + b"\n"


def check_token() -> Callable[[], bool]:
    """Return a check of whether the current request's token is still valid, for as long as its stream is open."""
    return partial(services().identity.is_valid, current_request().environ.get("HTTP_AUTHORIZATION"), _address())


def send_stream(media_type: str, events: Callable[[Slot], Iterator[bytes]]) -> Response:
    """Answer with the events from `events`, holding a slot meanwhile; HEAD gets the headers and takes no slot.

    Raises ApiError too-many-requests or unavailable if there is no slot.
    """
    # Anything that compresses or collects an answer would hold events back.
    headers = {
        "Cache-Control": "no-cache, no-transform",
        "Vary": "Authorization",
        "X-Accel-Buffering": "no",
    }
    if current_request().method == "HEAD":
        return Response(mimetype=media_type, headers=headers)
    slot = services().streams.take(_address())
    response = Response(events(slot), mimetype=media_type, headers=headers)
    response.call_on_close(slot.release)
    return response


def _address() -> str:
    address: str = current_request().environ.get("REMOTE_ADDR", "")
    return address
