"""The end of a game: its points, what it meant, and the rematch."""

from __future__ import annotations

from functools import partial

import msgspec
from flask import Response

from api.calls.moderation.standing import UNSUITED, check_may_play
from api.requests.blueprint import (
    IDEMPOTENCY_KEY,
    LOCATION,
    POSITION,
    REPLAYED,
    WAIT_FOR,
    Answer,
    Blueprint,
    Takes,
)
from api.requests.identity import Asker
from api.requests.inputs import parse_game_id, refuse_query
from api.requests.readers import may_read
from api.requests.services import (
    add_location,
    asker,
    games,
    known_asker,
    read_command,
    send_opened_game,
    services,
)
from api.requests.waiting import read_models
from api.responses.marking import mark_bots
from api.schemas.endings import Ending, view_ending
from domain.application.errors import NotOver
from domain.application.lobby.answers import OpenedGame
from domain.kernel.language import later
from domain.record.game import Game
from domain.record.views import GameInfo

blueprint = Blueprint("endings", url_prefix="/v1/games/<game_id>", description="How a game ended, and the next one")


@blueprint.call(
    "/ending",
    "GET",
    {200: Answer(Ending)},
    takes=Takes(headers=[WAIT_FOR]),
    problems=["unknown-game", "not-over"],
    spoken=True,
)
def get_ending(game_id: str) -> Response:
    """Get the end of a game

    Once the game is over: points by source, whether it counts, how ratings changed, and the rematch, if there is one.
    """
    by = asker()
    at = parse_game_id(game_id)
    refuse_query()
    game = games().stored.current(at)
    if game.result is None:
        raise NotOver(later("The game has no result: it runs, waits for players or was cancelled."))
    players = [player for player in game.players if player is not None]
    meant = read_models("scores", "ratings").meaning(at, players)
    bots = services().parts.player_kinds.find_bots(players)
    ending = view_ending(game, meant, bots, _find_rematch(game, by))
    return Response(msgspec.json.encode(ending), content_type="application/json")


@blueprint.call(
    "/rematch",
    "POST",
    {
        201: Answer(OpenedGame, headers={**LOCATION, **POSITION, **REPLAYED}),
        200: Answer(GameInfo, headers=LOCATION, description="Somebody has opened the rematch already."),
    },
    takes=Takes(headers=[IDEMPOTENCY_KEY]),
    problems=[
        *UNSUITED,
        "unknown-game",
        "not-seated",
        "not-over",
        "bad-options",
        "too-many-changes",
        "too-many-games",
        "key-reused",
    ],
    token=True,
)
def ask_for_rematch(game_id: str) -> Response:
    """Ask for a rematch

    As a player of a game that is over: opens the same game again, with a seat kept for each player, one place further
    on, or returns the one that another player has opened. Sit down in it as in any other game; it starts when everyone
    has. If it is cancelled, the next player who asks opens another.
    """
    by = known_asker()
    check_may_play(by)
    refuse_query()
    at, command = parse_game_id(game_id), read_command(by)
    limited = partial(services().openings.open, command)
    outcome = games().lobby.rematch(command, at, services().parts.players.exists, limited)
    if not isinstance(outcome, GameInfo):
        return send_opened_game(outcome)
    info = mark_bots(outcome, services().parts.player_kinds)
    return add_location(Response(msgspec.json.encode(info), content_type="application/json"))


def _find_rematch(game: Game, by: Asker) -> Game | None:
    """Return the rematch of a game, if the caller may know about it."""
    found = games().lobby.find_rematch(game.id)
    if found is None or not may_read(services(), by, found.id, None):
        return None
    return found
