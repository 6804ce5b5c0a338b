"""Shared by the calls about reports and measures: who may ask, and the pages of their lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar
from uuid import UUID

from flask import Response

from api.requests.etags import REVALIDATE
from api.requests.identity import Asker
from api.requests.looking import is_arbiter
from api.requests.services import known_asker
from api.responses.pages import send_page
from domain.application.errors import NotArbiter
from domain.kernel.language import later
from domain.rows import MeasureRow, ReportRow
from eventstore.tables.accounts.moderation import Place
from projections.queries import cursor
from projections.queries.items import Page

R = TypeVar("R", ReportRow, MeasureRow)
T = TypeVar("T")

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def known_moderator() -> Asker:
    """Return the sender of the current request, an arbiter or the operator; raises Unauthenticated, NotArbiter."""
    by = known_asker()
    if not by.operator and not is_arbiter(by):
        raise NotArbiter(later("Only arbiters and the operator see what was reported."))
    return by


def known_arbiter() -> str:
    """Return the arbiter who sent the current request; raises Unauthenticated, NotArbiter."""
    by = known_asker()
    if by.player is None or not is_arbiter(by):
        raise NotArbiter(later("Only a player whom the operator has appointed as arbiter may rule on a report."))
    return by.player


def parse_id(text: str) -> UUID | None:
    """Return the id in a path; None if it cannot be one."""
    return UUID(text) if _ID.fullmatch(text) else None


def read_place(after: str | None) -> Place | None:
    """Return the position in a cursor; raises BadCursor."""
    if after is None:
        return None
    key = cursor.decode(after, cursor.Newest)
    return Place(key.at, key.game)


def send_rows(found: Sequence[R], limit: int, view: Callable[[R], T]) -> Response:
    """Send a page of `limit` rows, given one more that tells whether there is a next page."""
    last = found[limit - 1] if len(found) > limit else None
    following = cursor.encode(cursor.Newest(last.at, last.id)) if last is not None else None
    response = send_page(Page([view(row) for row in found[:limit]], following))
    response.headers["Cache-Control"] = REVALIDATE
    response.headers["Vary"] = "Authorization"
    return response
