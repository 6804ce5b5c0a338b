"""Negotiates the media type of a response: the one that Accept prefers among the call's documented types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header
from werkzeug.routing import Map

from api.flask_app import current_request
from api.kept import LONGEST_HEADER, keep_short
from api.problems import ApiError
from domain.kernel.language import Later, later
from domain.kernel.words import join_words

ANY = "*/*"
NDJSON = "application/x-ndjson"
"""Lines of JSON, one document each."""
DEFAULTS = ("application/json", "text/event-stream")
"""The preferred types when Accept does not decide; the first that the call offers is used."""


def offered_types(document: Mapping[str, object], rules: Map) -> dict[str, tuple[str, ...]]:
    """The media types of the successful responses of each call, by endpoint, the default first."""
    paths = cast(Mapping[str, Mapping[str, Mapping[str, object]]], document["paths"])
    found: dict[str, tuple[str, ...]] = {}
    for rule in rules.iter_rules():
        calls = paths.get(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), {})
        for method in rule.methods or ():
            if method.lower() in calls:
                types = dict.fromkeys(_successful(calls[method.lower()]))
                found[rule.endpoint] = tuple(sorted(types, key=_rank))
    return found


def negotiate(offered: Sequence[str]) -> None:
    """Set the media type of the current response; raises ApiError not-acceptable if Accept allows none."""
    sent = current_request()
    accept = sent.environ.get("HTTP_ACCEPT", ANY)
    sent.media_type = offered[0] if accept == ANY else _preferred(accept, tuple(offered))
    if sent.media_type is None:
        raise ApiError(
            "not-acceptable",
            later(
                "This call answers with {types}, and Accept takes none of that.", types=Later(join_words, offered, "or")
            ),
        )


def media_type() -> str:
    """Return the negotiated media type of the current response."""
    found = current_request().media_type
    assert found is not None
    return found


@keep_short(256, LONGEST_HEADER)
def _preferred(accept: str, offered: tuple[str, ...]) -> str | None:
    ranges = MIMEAccept(list(_ranges(parse_accept_header(accept, MIMEAccept))))
    if not ranges:
        return offered[0]
    best = max(offered, key=ranges.quality)
    return best if ranges.quality(best) > 0 else None


def _ranges(accept: MIMEAccept) -> Iterator[tuple[str, float]]:
    """Return the media ranges without parameters: each type has one form, whatever charset is asked for."""
    for value, quality in accept:
        kind = value.partition(";")[0].strip()
        # Some clients write a lone asterisk. Anything else that is not a media range is ignored.
        kind = ANY if kind == "*" else kind
        if "/" in kind:
            yield kind, quality


def _rank(media_type: str) -> int:
    return DEFAULTS.index(media_type) if media_type in DEFAULTS else len(DEFAULTS)


def _successful(call: Mapping[str, object]) -> Iterator[str]:
    responses = cast(Mapping[str, Mapping[str, object]], call["responses"])
    for status, response in responses.items():
        if status.startswith("2"):
            yield from cast(Mapping[str, object], response.get("content", {}))
