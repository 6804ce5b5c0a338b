"""The language of a response: the one that Accept-Language prefers among the games' languages."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import wraps
from typing import ParamSpec, cast

from flask import Response

from api.flask_app import current_request
from api.responses.preferred import preferred_language
from domain.kernel.language import current_language, speaking

P = ParamSpec("P")

PATTERN = r"^[A-Za-z*][A-Za-z0-9*;=., -]{0,200}$"
REPLAYED = "Idempotent-Replayed"


def speak_as_asked(view: Callable[P, object]) -> Callable[P, Response]:
    """Make a view answer in the caller's preferred language, and say so in the response's headers."""

    @wraps(view)
    def spoken(*args: P.args, **kwargs: P.kwargs) -> Response:
        language = preferred_language(current_request().environ)
        with speaking(language):
            response = cast(Response, view(*args, **kwargs))
        # A first answer that is sent again is in the language requested originally.
        if REPLAYED not in response.headers:
            response.headers["Content-Language"] = language
        vary = response.headers.get("Vary")
        response.headers["Vary"] = f"{vary}, Accept-Language" if vary else "Accept-Language"
        return response

    return spoken


def keep_speaking(parts: Iterator[bytes]) -> Iterator[bytes]:
    """Produce each part of a streamed response in the current language, after the view has returned."""
    language = current_language()

    def spoken() -> Iterator[bytes]:
        try:
            while True:
                # Between two parts, the thread may do something else.
                with speaking(language):
                    part = next(parts, None)
                if part is None:
                    return
                yield part
        finally:
            if isinstance(parts, Generator):
                parts.close()

    return spoken()
