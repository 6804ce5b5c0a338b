"""Games: opening, sitting down, looking at them."""

from __future__ import annotations

from flask import Response

from api.requests.blueprint import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    LOCATION,
    NEXT_PAGE,
    POSITION,
    REPLAYED,
    WAIT_FOR,
    Answer,
    Blueprint,
)
from api.requests.etags import send_tagged
from api.requests.inputs import LARGEST_BODY, parse_game_id, read_body, read_query, refuse_query
from api.requests.looking import SEEN, find_viewer
from api.requests.services import asker, games, known_asker, read_command, send_opened_game, send_outcome, services
from api.requests.waiting import read_models
from api.requests.wishes import read_wishes
from api.responses.pages import send_page
from api.schemas.requests import As, GamesQuery, LegalMovesQuery, NewGame
from api.schemas.seats import SeatWanted
from domain.application.answers import OpenedGame
from domain.application.commands import SeatAnswer
from domain.record.views import GameInfo, LegalMoves, StateView
from projections.queries.items import GameItem, Page

blueprint = Blueprint("games", url_prefix="/v1/games", description="Open games, sit down, look")

NEW_GAME, SEAT_WANTED, GAMES, AS, LEGAL_MOVES = NewGame(), SeatWanted(), GamesQuery(), As(), LegalMovesQuery()
RECORDED = {**POSITION, **REPLAYED}
NOT_CHANGED = Answer(headers=ETAG, description="The client has this version already.")


@blueprint.call(
    "",
    "POST",
    {201: Answer(OpenedGame, headers={**LOCATION, **RECORDED})},
    body=NewGame,
    headers=[IDEMPOTENCY_KEY],
    problems=["unknown-ruleset", "unknown-seat", "unknown-player", "bad-options", "too-many-games", "key-reused"],
    token=True,
)
def open_game() -> Response:
    """Open a game

    The seats of the game can then be taken, those that are reserved only by a player or with an invitation. The
    secrets of invitations, and that of the link of an unlisted game, are in the first answer only.
    """
    by = known_asker()
    wanted = read_body(NEW_GAME, limit=LARGEST_BODY)
    wanted["reserved"] = read_wishes(wanted["reserved"])
    refuse_query()
    command = read_command(by)
    return send_opened_game(services().openings.open(command, lambda: games().open_game(command, **wanted)))


@blueprint.call(
    "", "GET", {200: Answer(Page[GameItem], headers=NEXT_PAGE)}, query=GamesQuery, headers=[WAIT_FOR], token=None
)
def list_games() -> Response:
    """List games

    Listed games, the newest first.
    """
    wanted = read_query(GAMES)
    return send_page(read_models("games").games(**wanted))


@blueprint.call(
    "/<game_id>",
    "GET",
    {200: Answer(GameInfo, headers=ETAG), 304: NOT_CHANGED},
    headers=[IF_NONE_MATCH],
    problems=["unknown-game"],
    token=None,
)
def get_game(game_id: str) -> Response:
    """Get a game

    The ruleset, options, seats and status of a game.
    """
    refuse_query()
    info = games().describe(parse_game_id(game_id))
    return send_tagged(info, info.version)


@blueprint.call(
    "/<game_id>/seats",
    "POST",
    {201: Answer(SeatAnswer, headers=RECORDED)},
    body=SeatWanted,
    body_required=False,
    headers=[IDEMPOTENCY_KEY, IF_MATCH],
    problems=[
        "unknown-game",
        "unknown-seat",
        "seat-taken",
        "seat-reserved",
        "bad-invitation",
        "game-over",
        "version-conflict",
        "key-reused",
    ],
    token=True,
)
def take_seat(game_id: str) -> Response:
    """Take a seat

    Sit down on a seat, and add to the seed of chance if you like. The last seat taken starts the game.
    """
    by = known_asker()
    wanted = read_body(SEAT_WANTED, optional=True)
    refuse_query()
    at = parse_game_id(game_id)
    return send_outcome(games().take_seat(read_command(by, lambda: games().describe(at).version), at, **wanted))


@blueprint.call(
    "/<game_id>/state",
    "GET",
    {200: Answer(StateView, headers=ETAG), 304: NOT_CHANGED},
    query=As,
    headers=[IF_NONE_MATCH],
    problems=SEEN,
)
def get_state(game_id: str) -> Response:
    """Get the state

    The state of a game as the caller may see it.
    """
    by = asker()
    as_ = read_query(AS)["as_"]
    at = parse_game_id(game_id)
    view = games().state(at, find_viewer(by, at, as_))
    return send_tagged(view, view.version)


@blueprint.call(
    "/<game_id>/legal-moves",
    "GET",
    {200: Answer(LegalMoves, headers=ETAG), 304: NOT_CHANGED},
    query=LegalMovesQuery,
    headers=[IF_NONE_MATCH],
    problems=SEEN,
)
def get_legal_moves(game_id: str) -> Response:
    """Get the legal moves

    Who is asked what now, and every move that would be accepted.
    """
    by = asker()
    wanted = read_query(LEGAL_MOVES)
    at = parse_game_id(game_id)
    viewer = find_viewer(by, at, wanted["as_"])
    moves = games().legal_moves(at, viewer, wanted["seat"])
    return send_tagged(moves, moves.version)
