"""The caller: who the token says they are, and the games that they play."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Response

from api.requests.blueprint import CACHED, JSON_TYPE, WAIT_FOR, Answer, Blueprint
from api.requests.etags import fresh
from api.requests.inputs import no_query, query
from api.requests.pages import page_response
from api.requests.services import known_asker
from api.requests.waiting import read_models
from api.schemas import lists
from api.schemas.requests import MyGamesQuery
from projections.queries.items import Page

blueprint = Blueprint("me", __name__, url_prefix="/v1/me", description="See who you are and whose move it is")

MY_GAMES = MyGamesQuery()


class Caller(msgspec.Struct, frozen=True):
    """Who sends a token: a player, or the arbiter."""

    player: Annotated[
        str | None, msgspec.Meta(description="The name of the player; null for the operator's token.")
    ] = None
    arbiter: Annotated[bool, msgspec.Meta(description="Whether it is the operator's token, which acts as arbiter.")] = (
        False
    )


CALLER = msgspec.json.schema_components([Caller])[1]["Caller"]


@blueprint.call("", "GET", {200: Answer(types={JSON_TYPE: CALLER}, headers=CACHED)}, token=True)
def show_me() -> Response:
    """Show who the token belongs to."""
    by = known_asker()
    no_query()
    return fresh(Caller(by.player, by.arbiter))


@blueprint.call(
    "/games",
    "GET",
    {200: Answer(lists.Games)},
    query=MyGamesQuery,
    headers=[WAIT_FOR],
    token=True,
)
def list_my_games() -> Response:
    """List the games in which you hold a seat, the newest first; unlisted ones too.

    With `to_move=true` only those that wait for a move of yours. The arbiter plays no games, so that list is empty.
    """
    by = known_asker()
    wanted = query(MY_GAMES)
    if by.player is None:
        return page_response(Page([]))
    return page_response(read_models("games").games(player=by.player, unlisted=True, **wanted))
