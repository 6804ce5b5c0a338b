"""Scores of games that ended, and leaderboards."""

from __future__ import annotations

from flask import Response

from api.requests.blueprint import NEXT_PAGE, WAIT_FOR, Answer, Blueprint
from api.requests.inputs import read_query
from api.requests.services import games
from api.requests.waiting import read_models
from api.responses.marking import mark_standings
from api.responses.pages import send_page
from api.schemas.requests import Paging, ScoresQuery
from projections.queries.items import Page, ScoreItem, Standing

blueprint = Blueprint("scores", url_prefix="/v1", description="Who won, who wins most")

SCORES, PAGING = ScoresQuery(), Paging()


@blueprint.call(
    "/scores",
    "GET",
    {200: Answer(Page[ScoreItem], headers=NEXT_PAGE)},
    query=ScoresQuery,
    headers=[WAIT_FOR],
    token=None,
)
def list_scores() -> Response:
    """List scores

    Games that ended, with their points by clause, the latest first. Those that were won or lost together have their
    goals. Teaching games are left out.
    """
    wanted = read_query(SCORES)
    return send_page(read_models("scores").scores(**wanted))


@blueprint.call(
    "/leaderboards/<ruleset>",
    "GET",
    {200: Answer(Page[Standing], headers=NEXT_PAGE)},
    query=Paging,
    headers=[WAIT_FOR],
    problems=["unknown-ruleset"],
    token=None,
)
def get_leaderboard(ruleset: str) -> Response:
    """Get a leaderboard

    The players of a ruleset, the best first. Teaching games do not count, nor do games that are won or lost together.
    """
    wanted = read_query(PAGING)
    known = games().rulesets[ruleset].id
    return send_page(mark_standings(read_models("leaderboard").leaderboard(known, **wanted)))
