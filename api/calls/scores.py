"""Scores of games that ended, and leaderboards."""

from __future__ import annotations

from flask import Response

from api.requests.blueprint import WAIT_FOR, Answer, Blueprint
from api.requests.inputs import query
from api.requests.pages import page_response
from api.requests.services import games
from api.requests.waiting import read_models
from api.schemas import lists
from api.schemas.requests import Paging, ScoresQuery

blueprint = Blueprint("scores", __name__, url_prefix="/v1", description="Who won, who wins most")

SCORES, PAGING = ScoresQuery(), Paging()


@blueprint.call("/scores", "GET", {200: Answer(lists.Scores)}, query=ScoresQuery, headers=[WAIT_FOR], token=None)
def list_scores() -> Response:
    """Games that ended with their points by clause, the latest first; no teaching games."""
    wanted = query(SCORES)
    return page_response(read_models("scores").scores(**wanted))


@blueprint.call(
    "/leaderboards/<ruleset>",
    "GET",
    {200: Answer(lists.Leaderboard)},
    query=Paging,
    headers=[WAIT_FOR],
    problems=["unknown-ruleset"],
    token=None,
)
def leaderboard(ruleset: str) -> Response:
    """The players of a ruleset, the best first; no teaching games."""
    wanted = query(PAGING)
    known = games().rulesets[ruleset].id
    return page_response(read_models("leaderboard").leaderboard(known, **wanted))
