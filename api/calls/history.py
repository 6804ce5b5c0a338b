"""The moves of all public games in words."""

from __future__ import annotations

from flask import Response

from api.requests.blueprint import NEXT_PAGE, WAIT_FOR, Answer, Blueprint
from api.requests.inputs import read_query
from api.requests.waiting import read_models
from api.responses.pages import send_page
from api.schemas.requests import Paging
from api.server.lanes import Lane
from projections.queries.items import HistoryItem, Page

blueprint = Blueprint("history", url_prefix="/v1", description="What was played, in words")

PAGING = Paging()


@blueprint.call(
    "/history",
    "GET",
    {200: Answer(Page[HistoryItem], headers=NEXT_PAGE)},
    query=Paging,
    headers=[WAIT_FOR],
    token=None,
    spoken=True,
    lane=Lane.READERS,
)
def list_history() -> Response:
    """List the history

    Every step of every listed game in words, the latest first.
    """
    wanted = read_query(PAGING)
    return send_page(read_models("history").history(**wanted))
