"""Compresses responses with gzip if the client accepts it and it pays off."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from flask import Response
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header
from werkzeug.wsgi import ClosingIterator

from api.kept import LONGEST_HEADER, keep_short

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

SMALLEST = 1024
"""Bytes; a smaller response fits into one packet anyway."""
LEVEL = 6
GZIP_WINDOW = 31
"""The zlib parameter for the largest window with a gzip header and checksum."""
TAG_SUFFIX = "-gzip"
"""Ends the entity tag of a compressed answer: its bytes differ, so its strong tag must too (RFC 9110, 8.8.3.3)."""

TEXTS = frozenset(
    {"application/json", "application/problem+json", "application/x-ndjson", "image/svg+xml", "text/html", "text/plain"}
)


def compress(response: Response, environ: WSGIEnvironment) -> None:
    """Compress the response in place if allowed. A live stream says `no-transform` and is left alone."""
    headers = response.headers
    # A 304 has no type, and varies by the same headers as the answer that it stands for.
    if response.mimetype not in TEXTS and response.status_code != 304:
        return
    if "no-transform" in headers.get("Cache-Control", ""):
        return
    vary = headers.get("Vary")
    headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    accepted = environ.get("HTTP_ACCEPT_ENCODING")
    if accepted is None or "Content-Encoding" in headers or response.status_code in (204, 304):
        return
    wanted, plain_is_refused = _wishes(accepted)
    if not wanted:
        return
    if response.is_streamed:
        parts = response.response
        response.response = ClosingIterator(_compressed(parts), getattr(parts, "close", None))
        headers.pop("Content-Length", None)
    else:
        body = response.get_data()
        if len(body) < SMALLEST and not plain_is_refused:
            return
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
    headers["Content-Encoding"] = "gzip"
    tag = headers.get("ETag")
    if tag is not None and tag.startswith('"'):
        headers["ETag"] = f'{tag[:-1]}{TAG_SUFFIX}"'


def prefers_gzip(environ: WSGIEnvironment) -> bool:
    """Return whether the client wants gzip, for responses that are cached compressed."""
    accepted = environ.get("HTTP_ACCEPT_ENCODING")
    return accepted is not None and _wishes(accepted)[0]


@keep_short(256, LONGEST_HEADER)
def _wishes(accepted: str) -> tuple[bool, bool]:
    """Return whether a client with this Accept-Encoding wants gzip, and whether it refuses plain bytes."""
    codings = parse_accept_header(accepted, Accept)
    quality = max(codings.quality("gzip"), codings.quality("x-gzip"))
    named = {coding.lower(): quality for coding, quality in codings}
    plain = named.get("identity", 0)
    refused = named.get("identity", named.get("*", 1)) <= 0
    return quality > 0 and quality >= plain, refused


def _compressed(parts: Iterable[bytes | str]) -> Iterator[bytes]:
    compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP_WINDOW)
    for part in parts:
        packed = compressor.compress(part.encode() if isinstance(part, str) else part)
        if packed:
            yield packed
    yield compressor.flush()
