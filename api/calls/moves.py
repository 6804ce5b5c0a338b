"""What seats do: move, ask whether a move is legal, take back, resign, talk."""

from __future__ import annotations

import msgspec
from flask import Response

from api.calls.moderation.standing import SILENCED, check_may_write
from api.requests.blueprint import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    POSITION,
    REPLAYED,
    Answer,
    Blueprint,
    Takes,
)
from api.requests.idempotency import first_answer, request_key, send_and_remember
from api.requests.inputs import parse_game_id, read_body, read_query, read_struct, refuse_query
from api.requests.services import games, known_asker, read_command, send_outcome, services
from api.requests.signatures import KIFU_SIGNATURE
from api.responses.pages import answer_numbered, send_page
from api.schemas.answers import Numbered
from api.schemas.requests import MessagesQuery, MoveOfSeat, NewMessage, SeatOnly
from domain.application.commands import Recorded, SentMessage, StepAnswer
from domain.record.foresight import Explanation
from domain.record.talk import MessageView
from service.metrics import MOVES

blueprint = Blueprint("moves", url_prefix="/v1/games/<game_id>", description="Play")

LARGEST_MOVE = 64 * 1024
SEAT_ONLY, NEW_MESSAGE, MESSAGES = SeatOnly(), NewMessage(), MessagesQuery()
RECORDED = {201: Answer(StepAnswer, headers={**POSITION, **REPLAYED})}
CONFLICTS = [
    "unknown-game",
    "unknown-seat",
    "not-your-seat",
    "not-started",
    "has-resigned",
    "game-over",
    "paused",
    "version-conflict",
    "signature-required",
    "wrong-signature",
]
MOVE = msgspec.json.Decoder(MoveOfSeat)


@blueprint.call(
    "/moves",
    "POST",
    RECORDED,
    takes=Takes(body=MoveOfSeat, headers=[IF_MATCH, IDEMPOTENCY_KEY, KIFU_SIGNATURE]),
    problems=[*CONFLICTS, "not-asked", "illegal-move", "key-reused"],
    token=True,
)
def play_move(game_id: str) -> Response:
    """Play a move

    The move is one of those listed by legal-moves. It is recorded if, and only if, the answer is 201.
    """
    by = known_asker()
    sent_move = read_struct(MOVE, LARGEST_MOVE)
    refuse_query()
    at = parse_game_id(game_id)
    request = read_command(by, lambda: games().queries.describe(at).version)
    outcome = games().recording.play(request, at, sent_move.seat, bytes(sent_move.move))
    if isinstance(outcome, Recorded):
        MOVES.inc()
    return send_outcome(outcome)


@blueprint.call(
    "/explanations",
    "POST",
    {200: Answer(Explanation, headers=REPLAYED)},
    takes=Takes(body=MoveOfSeat, headers=[IDEMPOTENCY_KEY]),
    problems=["unknown-game", "unknown-seat", "not-your-seat", "key-reused"],
    token=True,
    spoken=True,
)
def explain_move(game_id: str) -> Response:
    """Explain a move

    Says whether the move would be accepted now, and if not, which clause forbids it. Nothing is recorded.
    """
    by = known_asker()
    sent_move = read_struct(MOVE, LARGEST_MOVE)
    refuse_query()
    key = request_key(by.owner)
    before = first_answer(services().recorder, key)
    if before is not None:
        return before
    at = parse_game_id(game_id)
    explanation = games().queries.explain(read_command(by), at, sent_move.seat, bytes(sent_move.move))
    raw = msgspec.json.encode(explanation)
    return send_and_remember(services().recorder, key, 200, raw)


@blueprint.call(
    "/take-back",
    "POST",
    RECORDED,
    takes=Takes(body=SeatOnly, headers=[IF_MATCH, IDEMPOTENCY_KEY, KIFU_SIGNATURE]),
    problems=[*CONFLICTS, "cannot-take-back", "key-reused"],
    token=True,
)
def take_back(game_id: str) -> Response:
    """Take a move back

    Takes back the seat's last move, as long as nobody else has moved and nothing hidden was revealed.
    """
    by = known_asker()
    seat = read_body(SEAT_ONLY)["seat"]
    refuse_query()
    at = parse_game_id(game_id)
    return send_outcome(
        games().recording.take_back(read_command(by, lambda: games().queries.describe(at).version), at, seat)
    )


@blueprint.call(
    "/resignation",
    "POST",
    RECORDED,
    takes=Takes(body=SeatOnly, headers=[IF_MATCH, IDEMPOTENCY_KEY, KIFU_SIGNATURE]),
    problems=[*CONFLICTS, "key-reused"],
    token=True,
)
def resign(game_id: str) -> Response:
    """Resign

    Resigns the game for a seat. With more than two seats the others may play on, depending on the option
    `on_resignation`. A seat with keys may resign without a signature, so that a lost key holds nobody up; verification
    reports it.
    """
    by = known_asker()
    seat = read_body(SEAT_ONLY)["seat"]
    refuse_query()
    at = parse_game_id(game_id)
    return send_outcome(
        games().recording.resign(read_command(by, lambda: games().queries.describe(at).version), at, seat)
    )


@blueprint.call(
    "/messages",
    "POST",
    {201: Answer(SentMessage, headers={**POSITION, **REPLAYED})},
    takes=Takes(body=NewMessage, headers=[IDEMPOTENCY_KEY]),
    problems=[
        *SILENCED,
        "unknown-game",
        "unknown-seat",
        "not-your-seat",
        "talk-closed",
        "too-many-messages",
        "key-reused",
    ],
    token=True,
)
def send_message(game_id: str) -> Response:
    """Say something

    Says something to everyone at the table, for a seat of yours: before the start, while the game runs or waits for the
    arbiter, and after its end. The message is kept with the game but is not a step: the version of the game does not
    change.
    """
    by = known_asker()
    check_may_write(by)
    wanted = read_body(NEW_MESSAGE)
    refuse_query()
    return send_outcome(games().talk.say(read_command(by), parse_game_id(game_id), wanted["text"], wanted["seat"]))


@blueprint.call(
    "/messages",
    "GET",
    {200: answer_numbered(MessageView)},
    takes=Takes(query=MessagesQuery),
    problems=["unknown-game"],
    token=None,
)
def list_messages(game_id: str) -> Response:
    """List what was said

    The messages of a game, oldest first.
    """
    wanted = read_query(MESSAGES)
    at, size = parse_game_id(game_id), wanted["limit"]
    games().queries.describe(at)
    found = games().talk.messages(at, wanted["after"], size + 1)
    following = found[size - 1].n if len(found) > size else None
    return send_page(Numbered(found[:size], following))
