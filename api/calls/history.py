"""The moves of all public games in words."""

from __future__ import annotations

from flask import Response

from api.requests.blueprint import WAIT_FOR, Answer, Blueprint
from api.requests.inputs import query
from api.requests.pages import page_response
from api.requests.waiting import read_models
from api.schemas import lists
from api.schemas.requests import Paging

blueprint = Blueprint("history", __name__, url_prefix="/v1", description="What was played, in words")

PAGING = Paging()


@blueprint.call("/history", "GET", {200: Answer(lists.History)}, query=Paging, headers=[WAIT_FOR], token=None)
def history() -> Response:
    """Every step of every listed game, the latest first."""
    wanted = query(PAGING)
    return page_response(read_models("history").history(**wanted))
