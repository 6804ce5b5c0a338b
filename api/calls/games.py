"""Games: opening them, sitting down, looking at them."""

from __future__ import annotations

import msgspec
from flask import Response

from api.calls.moderation.standing import UNSUITED, check_may_play
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
    Takes,
)
from api.requests.etags import send_tagged
from api.requests.inputs import LARGEST_BODY, parse_game_id, read_body, read_query, refuse_query
from api.requests.looking import SEEN, find_viewer
from api.requests.services import asker, games, known_asker, read_command, send_opened_game, send_outcome, services
from api.requests.signatures import KIFU_SIGNATURE
from api.requests.waiting import read_models
from api.requests.wishes import read_wish, read_wishes
from api.responses.marking import mark_bots, mark_seats, say_how_long
from api.responses.pages import answer_list, send_page
from api.schemas.requests import As, GamesQuery, LegalMovesQuery, SeatOnly
from api.schemas.seats import NewGame, ReservedSeat, SeatWanted
from domain.application.commands import Request
from domain.application.lobby.answers import LobbyAnswer, OpenedGame, SeatAnswer
from domain.application.lobby.links import NewLink
from domain.record.views import GameInfo, LegalMoves, StateView
from projections.queries.items import GameItem

blueprint = Blueprint("games", url_prefix="/v1/games", description="Open games, sit down, look")

NEW_GAME, SEAT_WANTED, GAMES, AS, LEGAL_MOVES = NewGame(), SeatWanted(), GamesQuery(), As(), LegalMovesQuery()
RECORDED = {**POSITION, **REPLAYED}
RESERVED_SEAT, SEAT_ONLY = ReservedSeat(), SeatOnly()
CHANGED = {201: Answer(LobbyAnswer, headers=RECORDED)}
HEADERS = [IDEMPOTENCY_KEY, IF_MATCH]
CHANGES = ["unknown-game", "already-started", "game-over", "version-conflict", "key-reused"]
NOT_CHANGED = Answer(headers=ETAG, description="The client has this version already.")


@blueprint.call(
    "",
    "POST",
    {201: Answer(OpenedGame, headers={**LOCATION, **RECORDED})},
    takes=Takes(body=NewGame, headers=[IDEMPOTENCY_KEY]),
    problems=[
        *UNSUITED,
        "unknown-ruleset",
        "unknown-seat",
        "unknown-player",
        "bad-options",
        "too-many-games",
        "key-reused",
    ],
    token=True,
)
def open_game() -> Response:
    """Open a game

    The seats can then be taken; a reserved seat only by its player or with its invitation. The secrets of invitations,
    and of an unlisted game's link, are only in the first answer.
    """
    by = known_asker()
    check_may_play(by)
    wanted = read_body(NEW_GAME, limit=LARGEST_BODY)
    wanted["reserved"] = read_wishes(wanted["reserved"])
    refuse_query()
    command = read_command(by)
    return send_opened_game(services().openings.open(command, lambda: games().lobby.open_game(command, **wanted)))


@blueprint.call(
    "",
    "GET",
    {200: answer_list(GameItem)},
    takes=Takes(query=GamesQuery, headers=[WAIT_FOR]),
    token=None,
)
def list_games() -> Response:
    """List games

    Listed games, the newest first.
    """
    wanted = read_query(GAMES)
    return send_page(say_how_long(mark_seats(read_models("games").games(**wanted))))


@blueprint.call(
    "/<game_id>",
    "GET",
    {200: Answer(GameInfo, headers=ETAG), 304: NOT_CHANGED},
    takes=Takes(headers=[IF_NONE_MATCH]),
    problems=["unknown-game"],
    token=None,
    spoken=True,
)
def get_game(game_id: str) -> Response:
    """Get a game

    The ruleset, options, seats and status of a game.
    """
    refuse_query()
    info = mark_bots(games().queries.describe(parse_game_id(game_id)), services().parts.player_kinds)
    return send_tagged(info, info.version)


@blueprint.call(
    "/<game_id>/seats",
    "POST",
    {201: Answer(SeatAnswer, headers=RECORDED)},
    takes=Takes(body=SeatWanted, required=False, headers=[IDEMPOTENCY_KEY, IF_MATCH, KIFU_SIGNATURE]),
    problems=[
        *UNSUITED,
        "unknown-game",
        "unknown-seat",
        "seat-taken",
        "seat-reserved",
        "bad-invitation",
        "game-over",
        "version-conflict",
        "key-reused",
        "key-required",
        "signature-required",
        "wrong-signature",
    ],
    token=True,
)
def take_seat(game_id: str) -> Response:
    """Take a seat

    Takes a seat, and contributes to the seed of chance if you like. The game starts when the last seat is taken. A
    player with keys signs this, and from then on everything that the seat does.
    """
    by = known_asker()
    check_may_play(by)
    wanted = read_body(SEAT_WANTED, optional=True)
    refuse_query()
    at = parse_game_id(game_id)
    return send_outcome(
        games().lobby.take_seat(read_command(by, lambda: games().queries.describe(at).version), at, **wanted)
    )


@blueprint.call(
    "/<game_id>/state",
    "GET",
    {200: Answer(StateView, headers=ETAG), 304: NOT_CHANGED},
    takes=Takes(query=As, headers=[IF_NONE_MATCH]),
    problems=SEEN,
    spoken=True,
)
def get_state(game_id: str) -> Response:
    """Get the state

    The current state of a game, as far as the caller may see it.
    """
    by = asker()
    as_ = read_query(AS)["as_"]
    at = parse_game_id(game_id)
    view = games().queries.state(at, find_viewer(by, at, as_))
    return send_tagged(view, view.version)


@blueprint.call(
    "/<game_id>/legal-moves",
    "GET",
    {200: Answer(LegalMoves, headers=ETAG), 304: NOT_CHANGED},
    takes=Takes(query=LegalMovesQuery, headers=[IF_NONE_MATCH]),
    problems=SEEN,
    spoken=True,
)
def get_legal_moves(game_id: str) -> Response:
    """Get the legal moves

    The open questions, who has to answer them, and every move that would be accepted.
    """
    by = asker()
    wanted = read_query(LEGAL_MOVES)
    at = parse_game_id(game_id)
    viewer = find_viewer(by, at, wanted["as_"])
    moves = games().queries.legal_moves(at, viewer, wanted["seat"])
    return send_tagged(moves, moves.version)


@blueprint.call(
    "/<game_id>/reservations",
    "POST",
    CHANGED,
    takes=Takes(body=ReservedSeat, headers=HEADERS),
    problems=[*CHANGES, "not-opener", "unknown-seat", "unknown-player", "seat-taken", "too-many-changes"],
    token=True,
)
def reserve_seat(game_id: str) -> Response:
    """Reserve a seat

    As the opener or the operator: reserves a seat for a player, or, if none is named, by a new invitation, whose secret
    is only in the first answer. This replaces an earlier reservation of the seat, and its invitation becomes invalid.
    """
    by = known_asker()
    sent = read_body(RESERVED_SEAT)
    refuse_query()
    at, wish = parse_game_id(game_id), read_wish(sent)
    return send_outcome(
        games().lobby.reserve_seat(read_command(by, lambda: games().queries.describe(at).version), at, wish)
    )


@blueprint.call(
    "/<game_id>/reservations/withdrawal",
    "POST",
    CHANGED,
    takes=Takes(body=SeatOnly, headers=HEADERS),
    problems=[*CHANGES, "not-opener", "unknown-seat", "not-reserved", "too-many-changes"],
    token=True,
)
def withdraw_reservation(game_id: str) -> Response:
    """Withdraw a reservation

    As the opener or the operator: anyone may take the seat again, and its invitation becomes invalid.
    """
    by = known_asker()
    seat = read_body(SEAT_ONLY)["seat"]
    refuse_query()
    at = parse_game_id(game_id)
    return send_outcome(
        games().lobby.withdraw_reservation(read_command(by, lambda: games().queries.describe(at).version), at, seat)
    )


@blueprint.call(
    "/<game_id>/departure",
    "POST",
    CHANGED,
    takes=Takes(body=SeatOnly, headers=HEADERS),
    problems=[*CHANGES, "not-your-seat", "unknown-seat", "too-many-changes"],
    token=True,
)
def leave_seat(game_id: str) -> Response:
    """Leave a seat

    Get up before the game starts. What you added to its seed goes with you; a reservation of the seat stays.
    """
    by = known_asker()
    seat = read_body(SEAT_ONLY)["seat"]
    refuse_query()
    at = parse_game_id(game_id)
    return send_outcome(
        games().lobby.leave_seat(read_command(by, lambda: games().queries.describe(at).version), at, seat)
    )


@blueprint.call(
    "/<game_id>/cancellation",
    "POST",
    CHANGED,
    takes=Takes(headers=HEADERS),
    problems=[*CHANGES, "not-opener"],
    token=True,
)
def cancel_game(game_id: str) -> Response:
    """Cancel a game

    As the opener or the operator, before the game starts: nothing can happen in it any more.
    """
    by = known_asker()
    refuse_query()
    at = parse_game_id(game_id)
    return send_outcome(games().lobby.cancel(read_command(by, lambda: games().queries.describe(at).version), at))


@blueprint.call(
    "/<game_id>/link",
    "POST",
    {201: Answer(NewLink)},
    problems=["unknown-game", "not-opener", "no-link", "too-many-changes"],
    token=True,
)
def renew_link(game_id: str) -> Response:
    """Replace the link

    As the opener or the operator of an unlisted game, at any time: makes a new secret that lets others read the game.
    The previous one becomes invalid.
    """
    by = known_asker()
    refuse_query()
    made = games().links.renew_link(Request(by=by.player, operator=by.operator), parse_game_id(game_id))
    return Response(msgspec.json.encode(made), 201, {"Cache-Control": "no-store"}, content_type="application/json")
