"""The language of an answer: the one that Accept-Language prefers among those that the words of games are in."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import wraps
from typing import ParamSpec, cast

from flask import Response, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from api.kept import LONGEST_HEADER, keep_short
from domain.kernel.language import ENGLISH, LANGUAGES, current_language, speaking

P = ParamSpec("P")

PATTERN = r"^[A-Za-z*][A-Za-z0-9*;=., -]{0,200}$"
REPLAYED = "Idempotent-Replayed"


def preferred_language() -> str:
    """Return the language that the caller prefers, and English where no language that they name has a catalogue."""
    header = request.environ.get("HTTP_ACCEPT_LANGUAGE")
    return _preferred(header) if header else ENGLISH


@keep_short(256, LONGEST_HEADER)
def _preferred(header: str) -> str:
    # Not as werkzeug matches: "fr-CA, en;q=0.5" prefers French, though it names English only as we do.
    accepted = parse_accept_header(header, LanguageAccept)
    quality = {language: _find_quality(accepted, language) for language in LANGUAGES}
    best = max(LANGUAGES, key=quality.__getitem__)
    return best if quality[best] > 0 else ENGLISH


def _find_quality(accepted: LanguageAccept, language: str) -> float:
    """Return how much a language is wanted, in any of its regions; an asterisk stands for those that are not named."""
    named = [quality for value, quality in accepted if value.lower().partition("-")[0] == language]
    return max(named) if named else max((quality for value, quality in accepted if value == "*"), default=0.0)


def speak_as_asked(view: Callable[P, object]) -> Callable[P, object]:
    """Make a view answer in the language that the caller prefers, and say so in the headers of its answer."""

    @wraps(view)
    def spoken(*args: P.args, **kwargs: P.kwargs) -> object:
        language = preferred_language()
        with speaking(language):
            response = cast(Response, view(*args, **kwargs))
        # The first answer, sent again, is in the language that was asked for then.
        if REPLAYED not in response.headers:
            response.headers["Content-Language"] = language
        vary = response.headers.get("Vary")
        response.headers["Vary"] = f"{vary}, Accept-Language" if vary else "Accept-Language"
        return response

    return spoken


def keep_speaking(parts: Iterator[bytes]) -> Iterator[bytes]:
    """Make each part of an answer in the language spoken now: the parts are made when the view has returned."""
    language = current_language()

    def spoken() -> Iterator[bytes]:
        try:
            while True:
                # Between two parts the thread may do something else.
                with speaking(language):
                    part = next(parts, None)
                if part is None:
                    return
                yield part
        finally:
            if isinstance(parts, Generator):
                parts.close()

    return spoken()
