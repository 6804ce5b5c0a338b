"""Branches: playing on from any step of a game."""

from __future__ import annotations

from flask import Response

from api.calls.moderation.standing import UNSUITED, check_may_play
from api.requests.blueprint import IDEMPOTENCY_KEY, LOCATION, POSITION, REPLAYED, Answer, Blueprint, Takes
from api.requests.inputs import parse_game_id, read_body, refuse_query
from api.requests.services import games, known_asker, read_command, send_opened_game, services
from api.schemas.requests import NewBranch
from api.server.lanes import Lane, use_lane
from domain.application.lobby.answers import OpenedGame

blueprint = Blueprint("branches", url_prefix="/v1/games/<game_id>", description="Play on from any step")

NEW_BRANCH = NewBranch()


@blueprint.call(
    "/branches",
    "POST",
    {201: Answer(OpenedGame, headers={**LOCATION, **POSITION, **REPLAYED})},
    takes=Takes(body=NewBranch, headers=[IDEMPOTENCY_KEY]),
    problems=[*UNSUITED, "unknown-game", "unknown-step", "game-over", "too-many-games", "key-reused"],
    token=True,
)
@use_lane(Lane.READERS)
def open_branch(game_id: str) -> Response:
    """Open a branch

    Opens a game that starts from this one's position after step `at`. Its seats can then be taken, and it does not
    count in scores. Chance differs from there on. In a branch of a running game, whatever the caller may not know is
    dealt again.
    """
    by = known_asker()
    check_may_play(by)
    wanted = read_body(NEW_BRANCH)
    refuse_query()
    command, source = read_command(by), parse_game_id(game_id)
    return send_opened_game(
        services().openings.open(
            command, lambda: games().lobby.branch(command, source, wanted["at"], wanted["unlisted"])
        )
    )
