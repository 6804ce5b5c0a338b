"""Shared by the calls about reports and measures: who may ask, and the pages of their lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from flask import Response

from api.requests.etags import REVALIDATE
from api.requests.identity import Asker
from api.requests.looking import is_arbiter
from api.requests.services import known_asker
from api.responses.pages import following_place, send_page
from domain.application.errors import NotArbiter
from domain.kernel.language import later
from domain.rows import MeasureRow, ReportRow
from projections.queries.items import Page

R = TypeVar("R", ReportRow, MeasureRow)
T = TypeVar("T")


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


def send_rows(found: Sequence[R], limit: int, view: Callable[[R], T]) -> Response:
    """Send a page of `limit` rows, given one more that tells whether there is a next page."""
    following = following_place(found, limit, lambda row: row.at)
    response = send_page(Page([view(row) for row in found[:limit]], following))
    response.headers["Cache-Control"] = REVALIDATE
    response.headers["Vary"] = "Authorization"
    return response
