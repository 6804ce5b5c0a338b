"""The caller: who the token says they are, and the games that they play."""

from __future__ import annotations

from flask import Response

from api.requests.blueprint import CACHED, WAIT_FOR, Answer, Blueprint, Takes, Text
from api.requests.etags import REVALIDATE, send_uncached
from api.requests.identity import Asker
from api.requests.inputs import read_query, refuse_query
from api.requests.looking import is_arbiter
from api.requests.services import known_asker, known_player, services
from api.requests.waiting import read_models
from api.responses.export import read_chunks, write_export
from api.responses.marking import mark_seats, say_how_long
from api.responses.pages import answer_list, send_page
from api.schemas.answers import Caller
from api.schemas.requests import MyGamesQuery
from api.server.lanes import Lane, use_lane
from eventstore.tables.accounts.kinds import BOTS
from projections.queries.items import GameItem, Page

blueprint = Blueprint("me", url_prefix="/v1/me", description="See who you are and whose move it is")

MY_GAMES = MyGamesQuery()
ZIP = "application/zip"


@blueprint.call("", "GET", {200: Answer(Caller, headers=CACHED)}, token=True)
def get_caller() -> Response:
    """Get the caller

    The player or operator to whom the token belongs.
    """
    by = known_asker()
    refuse_query()
    return send_uncached(_describe_caller(by))


def _describe_caller(by: Asker) -> Caller:
    kind = services().parts.player_kinds.find(by.player) if by.player is not None else None
    return Caller(by.player, is_arbiter(by), by.operator, guest=kind == "guest", bot=kind in BOTS)


@blueprint.call(
    "/export",
    "GET",
    {200: Answer(headers=CACHED, types={ZIP: Text("A zip of NDJSON files; README.txt says what each of them is.")})},
    takes=Takes(headers=[WAIT_FOR]),
    token=True,
    spoken=True,
)
@use_lane(Lane.READERS)
def export_account() -> Response:
    """Export what there is about me

    Your account, tokens without their secrets, account events, keys, games, disputes, seeks and all texts that you
    wrote, as a zip. The moves are in the archives of the games.
    """
    player, _ = known_player()
    refuse_query()
    read_models("games", "disputes")
    zipped = write_export(services().parts, _describe_caller(known_asker()), player)
    response = Response(read_chunks(zipped), mimetype=ZIP)
    response.headers["Cache-Control"] = REVALIDATE
    response.headers["Vary"] = "Authorization"
    response.headers["Content-Disposition"] = 'attachment; filename="kifu-export.zip"'
    return response


@blueprint.call(
    "/games",
    "GET",
    {200: answer_list(GameItem)},
    takes=Takes(query=MyGamesQuery, headers=[WAIT_FOR]),
    token=True,
)
def list_my_games() -> Response:
    """List my games

    The games in which you hold a seat, the newest first, unlisted games included. With `to_move=true`, only those that
    are waiting for your move. The operator plays no games, so that list is empty.
    """
    by = known_asker()
    wanted = read_query(MY_GAMES)
    found = read_models("games").games(player=by.player, unlisted=True, **wanted) if by.player else Page[GameItem]([])
    response = send_page(say_how_long(mark_seats(found)))
    response.headers["Cache-Control"] = REVALIDATE
    response.headers["Vary"] = "Authorization"
    return response
