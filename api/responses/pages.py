"""Pages of lists, with a link to the next one (RFC 8288)."""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import quote, urlencode

import msgspec
from flask import Response

from api.flask_app import current_request
from api.requests.blueprint import NEXT_PAGE, Answer, Text
from api.requests.negotiation import NDJSON, media_type
from projections.queries.items import Page

T = TypeVar("T")


def answer_list(item: object) -> Answer:
    """Describe the response of a call that sends pages of a list, or their items as lines."""
    lines = Text("The items of the page, one per line; the header Link names the next page.", item)
    return Answer(Page[item], headers=NEXT_PAGE, types={NDJSON: lines})  # type: ignore[valid-type]


def send_page(page: Page[T]) -> Response:
    """Send a page of a read model as JSON, or its items as lines of JSON if the caller prefers those."""
    if media_type() == NDJSON:
        response = Response(msgspec.json.Encoder().encode_lines(page.items), content_type=NDJSON)
    else:
        response = Response(msgspec.json.encode(page), content_type="application/json")
    response.headers["Cache-Control"] = "no-cache"
    return add_next_link(response, page.next)


def add_next_link(response: Response, following: str | int | None) -> Response:
    """Link to the next page: the same URL with the same parameters except for `after`.

    `following` is the `after` of the next page, None at the end of the list.
    """
    if following is not None:
        sent = current_request()
        query = urlencode({**sent.args.to_dict(), "after": following})
        response.headers["Link"] = f'<{quote(sent.path)}?{query}>; rel="next"'
    return response
