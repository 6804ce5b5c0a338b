"""The moves of all public games in words."""

from __future__ import annotations

from flask import Response

from api.requests.blueprint import WAIT_FOR, Blueprint, Takes
from api.requests.inputs import read_query
from api.requests.waiting import read_models
from api.responses.pages import answer_list, send_page
from api.schemas.requests import NewestFirst
from api.server.lanes import Lane, use_lane
from projections.queries.items import HistoryItem

blueprint = Blueprint("history", url_prefix="/v1", description="What was played, in words")

NEWEST_FIRST = NewestFirst()


@blueprint.call(
    "/history",
    "GET",
    {200: answer_list(HistoryItem)},
    takes=Takes(query=NewestFirst, headers=[WAIT_FOR]),
    token=None,
    spoken=True,
)
@use_lane(Lane.READERS)
def list_history() -> Response:
    """List the history

    Every step of every listed game, in words, the latest first.
    """
    wanted = read_query(NEWEST_FIRST)
    return send_page(read_models("history").history(**wanted))
