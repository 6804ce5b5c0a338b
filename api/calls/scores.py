"""Scores of finished games, and leaderboards."""

from __future__ import annotations

from flask import Response

from api.requests.blueprint import HELD_TAG, TAGGED, WAIT_FOR, Answer, Blueprint, Takes
from api.requests.inputs import read_query
from api.requests.services import games
from api.requests.waiting import read_models
from api.responses.marking import mark_leaders, mark_lines, mark_seats
from api.responses.pages import answer_list, answer_ranking, send_page, send_ranking
from api.schemas.ratings import LeadersQuery, RatingsQuery, StandingsQuery
from api.schemas.requests import Paging, ScoresQuery
from projections.queries.items import ScoreItem, Standing
from projections.queries.ratings import RatedPlayer
from projections.queries.standings import MonthLeaders, PeriodStanding

blueprint = Blueprint("scores", url_prefix="/v1", description="Who won, who wins most, who plays best")

SCORES, PAGING, RATINGS = ScoresQuery(), Paging(), RatingsQuery()
STANDINGS, LEADERS = StandingsQuery(), LeadersQuery()
SAME = Answer(headers=TAGGED, description="The client has this page already.")


@blueprint.call(
    "/scores",
    "GET",
    {200: answer_list(ScoreItem)},
    takes=Takes(query=ScoresQuery, headers=[WAIT_FOR]),
    token=None,
    spoken=True,
)
def list_scores() -> Response:
    """List scores

    Finished games with their points by clause, the latest first. Cooperative games have goals instead. Teaching games
    are left out.
    """
    wanted = read_query(SCORES)
    return send_page(mark_seats(read_models("scores").scores(**wanted)))


@blueprint.call(
    "/leaderboards/<ruleset>",
    "GET",
    {200: answer_ranking(Standing), 304: SAME},
    takes=Takes(query=Paging, headers=[WAIT_FOR, HELD_TAG]),
    problems=["unknown-ruleset"],
    token=None,
)
def get_leaderboard(ruleset: str) -> Response:
    """Get a leaderboard

    The players of a ruleset, the best first. Teaching games and cooperative games do not count. Lines
    sum up all games, so there is no since: ask again with the tag, or for the standings of a month.
    """
    wanted = read_query(PAGING)
    known = games().stored.rulesets[ruleset].id
    return send_ranking(mark_lines(read_models("leaderboard").leaderboard(known, **wanted)))


@blueprint.call(
    "/standings",
    "GET",
    {200: answer_ranking(PeriodStanding), 304: SAME},
    takes=Takes(query=StandingsQuery, headers=[WAIT_FOR, HELD_TAG]),
    problems=["unknown-ruleset"],
    token=None,
)
def list_standings() -> Response:
    """List standings

    The leaderboard of a ruleset: for a year, a month or all time, and for one number of seats or all. Lines sum up
    games, so there is no since: choose a period, and ask again with the tag.
    """
    wanted = read_query(STANDINGS)
    wanted["ruleset"] = games().stored.rulesets[wanted["ruleset"]].id
    return send_ranking(mark_lines(read_models("ratings").standings(**wanted)))


@blueprint.call(
    "/standings/leaders",
    "GET",
    {200: answer_ranking(MonthLeaders), 304: SAME},
    takes=Takes(query=LeadersQuery, headers=[WAIT_FOR, HELD_TAG]),
    problems=["unknown-ruleset"],
    token=None,
)
def list_leaders() -> Response:
    """List the leaders of each month

    The top three players of each recent month, the latest month first. Months without games are left out.
    """
    wanted = read_query(LEADERS)
    wanted["ruleset"] = games().stored.rulesets[wanted["ruleset"]].id
    return send_ranking(mark_leaders(read_models("ratings").leaders(**wanted)))


@blueprint.call(
    "/ratings",
    "GET",
    {200: answer_ranking(RatedPlayer), 304: SAME},
    takes=Takes(query=RatingsQuery, headers=[WAIT_FOR, HELD_TAG]),
    problems=["unknown-ruleset"],
    token=None,
)
def list_ratings() -> Response:
    """List ratings

    The rated players of a ruleset and a number of seats, the best first. Ratings count the same games as the
    leaderboard. A rating sums up all games, so there is no since: ask again with the tag, or list rating changes.
    """
    wanted = read_query(RATINGS)
    wanted["ruleset"] = games().stored.rulesets[wanted["ruleset"]].id
    return send_ranking(mark_lines(read_models("ratings").ratings(**wanted)))
