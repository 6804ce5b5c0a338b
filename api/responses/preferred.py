"""The language that a caller prefers among those with catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from api.kept import LONGEST_HEADER, keep_short
from domain.kernel.language import ENGLISH, LANGUAGES, find_language


def preferred_language(environ: Mapping[str, object]) -> str:
    """Return the caller's preferred language, or English if none that they name has a catalogue."""
    header = environ.get("HTTP_ACCEPT_LANGUAGE")
    return _preferred(header) if isinstance(header, str) and header else ENGLISH


@keep_short(256, LONGEST_HEADER)
def _preferred(header: str) -> str:
    # Unlike werkzeug's matching, where only an exact name counts: "fr-CA, en;q=0.5" prefers French.
    accepted = parse_accept_header(header, LanguageAccept)
    quality = {language: _find_quality(accepted, language) for language in LANGUAGES}
    best = max(LANGUAGES, key=quality.__getitem__)
    return best if quality[best] > 0 else ENGLISH


def _find_quality(accepted: LanguageAccept, language: str) -> float:
    """Return the quality of a language, in any of its regions; an asterisk stands for all others."""
    named = [quality for value, quality in accepted if find_language(value) == language]
    return max(named) if named else max((quality for value, quality in accepted if value == "*"), default=0.0)
