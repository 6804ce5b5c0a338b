"""Pages of lists, with a link to the next one (RFC 8288)."""

from __future__ import annotations

from urllib.parse import quote, urlencode

import msgspec
from flask import Response, request


def page_response(page: object, following: str | int | None, cache: str = "no-cache") -> Response:
    """A page as JSON. `following` is the `after` of the next page, None at the end of the list."""
    response = Response(msgspec.json.encode(page), content_type="application/json")
    response.headers["Cache-Control"] = cache
    add_next_link(response, following)
    return response


def add_next_link(response: Response, following: str | int | None) -> None:
    """Say where the next page is: at the same address with all its parameters and another `after`."""
    if following is not None:
        query = urlencode({**request.args.to_dict(), "after": following})
        response.headers["Link"] = f'<{quote(request.path)}?{query}>; rel="next"'
