"""Pages of lists, with a link to the next one (RFC 8288)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar
from urllib.parse import quote, urlencode
from uuid import UUID

import msgspec
from flask import Response

from api.flask_app import current_request
from api.requests.blueprint import CACHED, NEXT_PAGE, TAGGED, Answer, Text
from api.requests.etags import REVALIDATE, held_tag, send_revalidated, send_unchanged
from api.requests.negotiation import NDJSON, media_type
from api.schemas.answers import Numbered
from eventstore.tables.accounts.places import Place
from projections.queries import cursor
from projections.queries.items import Page


class Row(Protocol):
    """A row with an id."""

    @property
    def id(self) -> UUID: ...


T = TypeVar("T")
R = TypeVar("R", bound=Row)


LINES = "One item per line; the header Link names the next page."
ALL_LINES = "One item per line."


def answer_list(item: object) -> Answer:
    """Describe the response of a call that sends pages of a list, or their items as lines."""
    return Answer(Page[item], headers=NEXT_PAGE, types={NDJSON: Text(LINES, item)})  # type: ignore[valid-type]


def answer_numbered(item: object) -> Answer:
    """Describe the response of a call that sends pages of a numbered list, or their items as lines."""
    page = Numbered[item]  # type: ignore[valid-type]
    return Answer(page, headers={**CACHED, **NEXT_PAGE}, types={NDJSON: Text(LINES, item)})


def answer_ranking(item: object) -> Answer:
    """Describe the response of a call that sends pages of a ranking, or their items as lines."""
    page = Page[item]  # type: ignore[valid-type]
    return Answer(page, headers={**NEXT_PAGE, **TAGGED}, types={NDJSON: Text(LINES, item)})


def answer_whole(whole: object, item: object) -> Answer:
    """Describe the response of a call that sends a list at once, or its items as lines."""
    return Answer(whole, headers=CACHED, types={NDJSON: Text(ALL_LINES, item)})


def send_ranking(page: Page[T]) -> Response:
    """Send a page of a ranking with a tag of its contents, or 304 if the client has it."""
    response = send_page(page)
    tag = hashlib.sha256(response.get_data()).hexdigest()[:16]
    held = held_tag(tag)
    if held is not None:
        return send_unchanged(held, cache=response.headers["Cache-Control"])
    response.set_etag(tag)
    return response


def send_numbered(found: Sequence[T], limit: int, number: Callable[[T], int]) -> Response:
    """Send the first `limit` of the items found, linked to the next page if there are more.

    As these lists describe a record at this moment, no shared cache may store them. `number` gives the `after` of the
    page that follows an item.
    """
    following = number(found[limit - 1]) if len(found) > limit else None
    response = send_page(Numbered(found[:limit], following))
    response.headers["Cache-Control"] = REVALIDATE
    response.headers["Vary"] = "Authorization"
    return response


def read_place(after: str | None) -> Place | None:
    """Return where the page of a list of rows begins, given its cursor; raises BadCursor."""
    if after is None:
        return None
    key = cursor.decode(after, cursor.Newest)
    return Place(key.at, key.game)


def following_place(found: Sequence[R], limit: int, at: Callable[[R], datetime]) -> str | None:
    """Return the cursor of the page that follows the first `limit` rows found; None if there are no more.

    The rows are in order of the times that `at` gives, the newest first.
    """
    last = found[limit - 1] if len(found) > limit else None
    return cursor.encode(cursor.Newest(at(last), last.id)) if last is not None else None


def send_page(page: Page[T] | Numbered[T]) -> Response:
    """Send a page of a list as JSON, or its items as lines of JSON if the caller prefers those."""
    return add_next_link(in_lines(send_revalidated(page), page.items), page.next)


def in_lines(response: Response, items: Sequence[object]) -> Response:
    """Return the response to a call for a list, with one of its items per line of JSON if the caller prefers that."""
    if media_type() == NDJSON:
        response.set_data(msgspec.json.Encoder().encode_lines(items))
        response.content_type = NDJSON
    return response


def add_next_link(response: Response, following: str | int | None) -> Response:
    """Link to the next page: the same URL with the same parameters except for `after`.

    `following` is the `after` of the next page, None at the end of the list.
    """
    if following is not None:
        sent = current_request()
        query = urlencode({**sent.args.to_dict(), "after": following})
        response.headers["Link"] = f'<{quote(sent.path)}?{query}>; rel="next"'
    return response
