"""The moves of all public games in words."""

from __future__ import annotations

from flask import Response

from api import lists
from api.blueprint import WAIT_FOR, Answer, Blueprint
from api.inputs import query
from api.schemas import Paging
from api.waiting import listed, read_models

blueprint = Blueprint("history", __name__, url_prefix="/v1", description="What was played, in words")

PAGING = Paging()


@blueprint.call("/history", "GET", {200: Answer(lists.History)}, query=Paging, headers=[WAIT_FOR], token=None)
def history() -> Response:
    """Every step of every listed game, the latest first."""
    wanted = query(PAGING)
    return listed(read_models("history").history(**wanted))
