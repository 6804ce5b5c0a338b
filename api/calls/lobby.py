"""Before the start: seats are reserved and left, games are cancelled, and links replaced."""

from __future__ import annotations

import msgspec
from flask import Response

from api.requests.blueprint import IDEMPOTENCY_KEY, IF_MATCH, POSITION, REPLAYED, Answer, Blueprint
from api.requests.inputs import parse_game_id, read_body, refuse_query
from api.requests.services import games, known_asker, read_command, send_outcome
from api.requests.wishes import read_wish
from api.schemas.requests import ReservedSeat, SeatOnly
from domain.application.answers import LobbyAnswer
from domain.application.commands import Request
from domain.application.lobby.links import NewLink

blueprint = Blueprint("lobby", url_prefix="/v1/games/<game_id>", description="Before a game starts")

RESERVED_SEAT, SEAT_ONLY = ReservedSeat(), SeatOnly()
CHANGED = {201: Answer(LobbyAnswer, headers={**POSITION, **REPLAYED})}
HEADERS = [IDEMPOTENCY_KEY, IF_MATCH]
CHANGES = ["unknown-game", "already-started", "game-over", "version-conflict", "key-reused"]


@blueprint.call(
    "/reservations",
    "POST",
    CHANGED,
    body=ReservedSeat,
    headers=HEADERS,
    problems=[*CHANGES, "not-opener", "unknown-seat", "unknown-player", "seat-taken", "too-many-changes"],
    token=True,
)
def reserve_seat(game_id: str) -> Response:
    """Reserve a seat

    As the opener or the operator: for a player, or without one by a new invitation, whose secret is in the first
    answer only. An earlier reservation of the seat ends, and its invitation is of no use any more.
    """
    by = known_asker()
    sent = read_body(RESERVED_SEAT)
    refuse_query()
    at, wish = parse_game_id(game_id), read_wish(sent)
    return send_outcome(games().reserve_seat(read_command(by, lambda: games().describe(at).version), at, wish))


@blueprint.call(
    "/reservations/withdrawal",
    "POST",
    CHANGED,
    body=SeatOnly,
    headers=HEADERS,
    problems=[*CHANGES, "not-opener", "unknown-seat", "not-reserved", "too-many-changes"],
    token=True,
)
def withdraw_reservation(game_id: str) -> Response:
    """Withdraw a reservation

    As the opener or the operator: everyone may take the seat again, and its invitation is of no use any more.
    """
    by = known_asker()
    seat = read_body(SEAT_ONLY)["seat"]
    refuse_query()
    at = parse_game_id(game_id)
    return send_outcome(games().withdraw_reservation(read_command(by, lambda: games().describe(at).version), at, seat))


@blueprint.call(
    "/departure",
    "POST",
    CHANGED,
    body=SeatOnly,
    headers=HEADERS,
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
    return send_outcome(games().leave_seat(read_command(by, lambda: games().describe(at).version), at, seat))


@blueprint.call("/cancellation", "POST", CHANGED, headers=HEADERS, problems=[*CHANGES, "not-opener"], token=True)
def cancel_game(game_id: str) -> Response:
    """Cancel a game

    As the opener or the operator, before the game starts: nothing can happen in it any more.
    """
    by = known_asker()
    refuse_query()
    at = parse_game_id(game_id)
    return send_outcome(games().cancel(read_command(by, lambda: games().describe(at).version), at))


@blueprint.call(
    "/link",
    "POST",
    {201: Answer(NewLink)},
    problems=["unknown-game", "not-opener", "no-link", "too-many-changes"],
    token=True,
)
def renew_link(game_id: str) -> Response:
    """Replace the link

    As the opener or the operator of an unlisted game, at any time: makes a new secret with which others read the game.
    The one before it opens nothing any more.
    """
    by = known_asker()
    refuse_query()
    made = games().renew_link(Request(by=by.player, operator=by.operator), parse_game_id(game_id))
    return Response(msgspec.json.encode(made), 201, {"Cache-Control": "no-store"}, content_type="application/json")
