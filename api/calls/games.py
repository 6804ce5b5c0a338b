"""Games: opening, sitting down, looking at them."""

from __future__ import annotations

from flask import Response

from api.requests.blueprint import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    LOCATION,
    POSITION,
    REPLAYED,
    WAIT_FOR,
    Answer,
    Blueprint,
)
from api.requests.etags import tagged
from api.requests.inputs import body, no_query, query
from api.requests.inputs import game_id as id_of
from api.requests.pages import page_response
from api.requests.services import asker, command, games, known_asker, opened, sent
from api.requests.waiting import read_models
from api.schemas import answers, lists
from api.schemas.requests import As, GamesQuery, LegalMovesQuery, NewGame, SeatWanted

blueprint = Blueprint("games", __name__, url_prefix="/v1/games", description="Open games, sit down, look")

NEW_GAME, SEAT_WANTED, GAMES, AS, LEGAL_MOVES = NewGame(), SeatWanted(), GamesQuery(), As(), LegalMovesQuery()
RECORDED = {**POSITION, **REPLAYED}
NOT_CHANGED = Answer(headers=ETAG, description="The client has this version already.")


@blueprint.call(
    "",
    "POST",
    {201: Answer(answers.OpenedGame, headers={**LOCATION, **RECORDED})},
    body=NewGame,
    headers=[IDEMPOTENCY_KEY],
    problems=["unknown-ruleset", "bad-options", "key-reused"],
    token=True,
)
def open_game() -> Response:
    """Open a game, whose seats can then be taken."""
    by = known_asker()
    wanted = body(NEW_GAME)
    no_query()
    return opened(games().open_game(command(by), **wanted))


@blueprint.call("", "GET", {200: Answer(lists.Games)}, query=GamesQuery, headers=[WAIT_FOR], token=None)
def list_games() -> Response:
    """Listed games, the newest first."""
    wanted = query(GAMES)
    return page_response(read_models("games").games(**wanted))


@blueprint.call(
    "/<game_id>",
    "GET",
    {200: Answer(answers.Game, headers=ETAG), 304: NOT_CHANGED},
    headers=[IF_NONE_MATCH],
    problems=["unknown-game"],
    token=None,
)
def show_game(game_id: str) -> Response:
    """A game: its ruleset, options, seats and how it stands."""
    no_query()
    info = games().describe(id_of(game_id))
    return tagged(info, info.version)


@blueprint.call(
    "/<game_id>/seats",
    "POST",
    {201: Answer(answers.SeatGiven, headers=RECORDED)},
    body=SeatWanted,
    body_required=False,
    headers=[IDEMPOTENCY_KEY, IF_MATCH],
    problems=[
        "unknown-game",
        "unknown-seat",
        "seat-taken",
        "game-over",
        "version-conflict",
        "key-reused",
    ],
    token=True,
)
def take_seat(game_id: str) -> Response:
    """Sit down on a seat, and add to the seed of chance if you like. The last seat taken starts the game."""
    by = known_asker()
    wanted = body(SEAT_WANTED, optional=True)
    no_query()
    at = id_of(game_id)
    return sent(games().take_seat(command(by, lambda: games().describe(at).version), at, **wanted))


@blueprint.call(
    "/<game_id>/state",
    "GET",
    {200: Answer(answers.State, headers=ETAG), 304: NOT_CHANGED},
    query=As,
    headers=[IF_NONE_MATCH],
    problems=["unknown-game", "unknown-seat", "not-your-seat"],
)
def show_state(game_id: str) -> Response:
    """The state of a game as the caller may see it."""
    by = asker()
    as_ = query(AS)["as_"]
    at = id_of(game_id)
    view = games().state(at, games().viewer(at, by.player, by.arbiter, as_))
    return tagged(view, view.version)


@blueprint.call(
    "/<game_id>/legal-moves",
    "GET",
    {200: Answer(answers.LegalMoves, headers=ETAG), 304: NOT_CHANGED},
    query=LegalMovesQuery,
    headers=[IF_NONE_MATCH],
    problems=["unknown-game", "unknown-seat", "not-your-seat"],
)
def legal_moves(game_id: str) -> Response:
    """Who is asked what now, and every move that would be accepted."""
    by = asker()
    wanted = query(LEGAL_MOVES)
    at = id_of(game_id)
    viewer = games().viewer(at, by.player, by.arbiter, wanted["as_"])
    moves = games().legal_moves(at, viewer, wanted["seat"])
    return tagged(moves, moves.version)
