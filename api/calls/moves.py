"""What seats do: move, ask whether they may, take back, resign."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Response

from api.requests.blueprint import IDEMPOTENCY_KEY, IF_MATCH, POSITION, REPLAYED, Answer, Blueprint
from api.requests.idempotency import first_answer, remember, request_key
from api.requests.inputs import body, no_query, struct
from api.requests.inputs import game_id as id_of
from api.requests.services import command, games, known_asker, sent, services
from api.schemas import answers
from api.schemas.requests import MoveOfSeat, SeatOnly
from domain.application.commands import Recorded
from domain.record.events import MOST_SEATS
from service.metrics import MOVES

blueprint = Blueprint("moves", __name__, url_prefix="/v1/games/<game_id>", description="Play")

LARGEST_MOVE = 64 * 1024
SEAT_ONLY = SeatOnly()
RECORDED = {201: Answer(answers.Recorded, headers={**POSITION, **REPLAYED})}
CONFLICTS = [
    "unknown-game",
    "unknown-seat",
    "not-your-seat",
    "not-started",
    "game-over",
    "paused",
    "version-conflict",
]


class MoveBody(msgspec.Struct, forbid_unknown_fields=True):
    """What MoveOfSeat describes, in the form that is quickest to read: the move stays as it was sent."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)]
    move: msgspec.Raw


MOVE_BODY = msgspec.json.Decoder(MoveBody)


@blueprint.call(
    "/moves",
    "POST",
    RECORDED,
    body=MoveOfSeat,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    problems=[*CONFLICTS, "not-asked", "illegal-move", "key-reused"],
    token=True,
)
def play(game_id: str) -> Response:
    """Play a move: one of those that legal-moves lists. It is recorded when this answers 201, and not otherwise."""
    by = known_asker()
    sent_move = struct(MOVE_BODY, LARGEST_MOVE)
    no_query()
    at = id_of(game_id)
    request = command(by, lambda: games().describe(at).version)
    outcome = games().play(request, at, sent_move.seat, bytes(sent_move.move))
    if isinstance(outcome, Recorded):
        MOVES.inc()
    return sent(outcome)


@blueprint.call(
    "/explanations",
    "POST",
    {200: Answer(answers.Explanation, headers=REPLAYED)},
    body=MoveOfSeat,
    headers=[IDEMPOTENCY_KEY],
    problems=["unknown-game", "unknown-seat", "not-your-seat", "key-reused"],
    token=True,
)
def explain(game_id: str) -> Response:
    """Whether a move would be legal now and, if not, which clause forbids it and why. Nothing is recorded."""
    by = known_asker()
    sent_move = struct(MOVE_BODY, LARGEST_MOVE)
    no_query()
    key = request_key(by.owner)
    before = first_answer(services().recorder, key)
    if before is not None:
        return before
    at = id_of(game_id)
    explanation = games().explain(command(by), at, sent_move.seat, bytes(sent_move.move))
    raw = msgspec.json.encode(explanation)
    return remember(services().recorder, key, 200, raw)


@blueprint.call(
    "/take-back",
    "POST",
    RECORDED,
    body=SeatOnly,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    problems=[*CONFLICTS, "cannot-take-back", "key-reused"],
    token=True,
)
def take_back(game_id: str) -> Response:
    """Take back the seat's last move, while nobody else has moved and nothing hidden was revealed."""
    by = known_asker()
    seat = body(SEAT_ONLY)["seat"]
    no_query()
    at = id_of(game_id)
    return sent(games().take_back(command(by, lambda: games().describe(at).version), at, seat))


@blueprint.call(
    "/resignation",
    "POST",
    RECORDED,
    body=SeatOnly,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    problems=[*CONFLICTS, "key-reused"],
    token=True,
)
def resign(game_id: str) -> Response:
    """Give the game up."""
    by = known_asker()
    seat = body(SEAT_ONLY)["seat"]
    no_query()
    at = id_of(game_id)
    return sent(games().resign(command(by, lambda: games().describe(at).version), at, seat))
