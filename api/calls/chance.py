"""Chance: what it has decided in a game, and where it comes from."""

from __future__ import annotations

from flask import Response

from api.calls.games import NOT_CHANGED
from api.requests.blueprint import ETAG, IF_NONE_MATCH, Answer, Blueprint, Takes
from api.requests.etags import answer_held, send_tagged
from api.requests.inputs import parse_game_id, read_query
from api.requests.looking import SEEN, find_viewer
from api.requests.services import asker, games, services
from api.schemas.requests import As
from api.server.lanes import Lane, use_lane
from domain.verification.chance import ChanceView

blueprint = Blueprint("chance", url_prefix="/v1/games/<game_id>", description="Check that chance was fair")

AS = As()


@blueprint.call(
    "/chance",
    "GET",
    {200: Answer(ChanceView, headers=ETAG), 304: NOT_CHANGED},
    takes=Takes(query=As, headers=[IF_NONE_MATCH]),
    problems=SEEN,
)
@use_lane(Lane.READERS)
def get_chance(game_id: str) -> Response:
    """Get the random outcomes

    Every random outcome so far. Secret outcomes and the seed are shown when the game is over.
    """
    by = asker()
    as_ = read_query(AS)["as_"]
    at = parse_game_id(game_id)
    viewer = find_viewer(by, at, as_)
    held = answer_held(games().queries.describe(at).version)
    if held is not None:
        return held
    with services().chance_lists.take():
        seen = games().queries.chance(at, viewer)
    return send_tagged(seen, seen.version)
