"""Estimates of what moves are worth, for bots."""

from __future__ import annotations

import msgspec
from flask import Response

from api.requests.blueprint import Answer, Blueprint, Takes
from api.requests.etags import send_uncached
from api.requests.inputs import LARGEST_BODY, parse_game_id, read_struct, refuse_query
from api.requests.services import games, known_player, services
from api.schemas.requests import MovesOfSeat
from api.server.lanes import Lane, use_lane
from domain.application.commands import Request
from domain.application.errors import NotBot
from domain.application.queries import Outlooks, find_outlooks
from domain.kernel.language import later
from eventstore.tables.accounts.kinds import BOTS

blueprint = Blueprint("outlooks", url_prefix="/v1/games/<game_id>", description="Choose moves as a bot")

MOVES = msgspec.json.Decoder(MovesOfSeat)


@blueprint.call(
    "/outlooks",
    "POST",
    {200: Answer(Outlooks)},
    takes=Takes(body=MovesOfSeat),
    problems=[
        "unknown-game",
        "unknown-seat",
        "not-your-seat",
        "not-bot",
        "not-started",
        "has-resigned",
        "game-over",
        "paused",
    ],
    token=True,
)
@use_lane(Lane.READERS)
def compare_moves(game_id: str) -> Response:
    """Compare moves

    The ruleset's estimate of what the game is worth to your seat after each of the given moves, from what the seat may
    know: whatever is hidden from it is dealt again at random. Only for accounts that are marked as bots, whose seats
    are marked for all to see. Nothing is recorded.
    """
    player, _ = known_player()
    wanted = read_struct(MOVES, LARGEST_BODY)
    refuse_query()
    at = parse_game_id(game_id)
    if services().parts.player_kinds.find(player) not in BOTS:
        raise NotBot(
            later("Outlooks are for bots: register an account with `bot` true, whose seats all others see marked.")
        )
    game = games().stored.current(at)
    with services().outlooks.take():
        found = find_outlooks(game, Request(by=player), wanted.seat, [bytes(move) for move in wanted.moves])
    return send_uncached(found)
