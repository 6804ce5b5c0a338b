"""The media type of an answer: the one that Accept prefers among those that the OpenAPI document lists for the call."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from flask import g, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header
from werkzeug.routing import Map

from api.kept import LONGEST_HEADER, keep_short
from api.problems import ApiError
from domain.kernel.language import Later, later
from domain.kernel.words import join_words

ANY = "*/*"
NDJSON = "application/x-ndjson"
"""Lines of JSON, one document each."""
DEFAULTS = ("application/json", "text/event-stream")
"""What is given where a call has several types and Accept does not tell them apart, the first that the call has."""


def offered_types(document: Mapping[str, object], rules: Map) -> dict[str, tuple[str, ...]]:
    """The media types of the successful answers of each call, by endpoint, the one that is given by default first."""
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
    """Settle the media type of the current answer; raises ApiError not-acceptable where Accept takes none of them."""
    accept = request.environ.get("HTTP_ACCEPT", ANY)
    g.media_type = offered[0] if accept == ANY else _preferred(accept, tuple(offered))
    if g.media_type is None:
        raise ApiError(
            "not-acceptable",
            later(
                "This call answers with {types}, and Accept takes none of that.", types=Later(join_words, offered, "or")
            ),
        )


def media_type() -> str:
    """The media type that was settled for the current answer."""
    found: str = g.media_type
    return found


@keep_short(256, LONGEST_HEADER)
def _preferred(accept: str, offered: tuple[str, ...]) -> str | None:
    ranges = MIMEAccept(list(_ranges(parse_accept_header(accept, MIMEAccept))))
    if not ranges:
        return offered[0]
    best = max(offered, key=ranges.quality)
    return best if ranges.quality(best) > 0 else None


def _ranges(accept: MIMEAccept) -> Iterator[tuple[str, float]]:
    """The media ranges without their parameters: there is one form of each type, whatever charset is asked for."""
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
