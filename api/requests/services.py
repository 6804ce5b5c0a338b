"""Shared by the calls of one worker: its parts, the caller's identity, and how commands are read and answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast
from uuid import UUID

import msgspec
from flask import Response

from api.flask_app import current_flask, current_request
from api.requests.budgets import CpuBudgets
from api.requests.etags import demanded_version
from api.requests.idempotency import request_key, send_again
from api.requests.identity import SPECTATOR, Asker, Identity
from api.requests.openings import Openings
from api.requests.signatures import sent_signature
from api.requests.streams import Streams
from api.requests.turns import Turns
from api.responses.kept_answers import KeptAnswers
from api.responses.preferred import preferred_language
from api.responses.recent import Recent
from api.streaming.hub import Hub
from domain.application.audit import Audit
from domain.application.commands import AnyAnswer, Recorded, Request
from domain.application.errors import Unauthenticated
from domain.application.games import Games
from domain.application.importer import Importer
from domain.application.log_of_heads import LogOfHeads
from domain.kernel.language import later
from domain.rows import KeptAnswer
from eventstore.recorder import FeedRecorder
from service.parts import Parts
from service.settings import Settings

EXTENSION = "kifu"


@dataclass(frozen=True)
class Services:
    """The dependencies of a worker's calls: its parts, and what HTTP needs in addition."""

    settings: Settings
    parts: Parts
    identity: Identity
    budgets: CpuBudgets
    metrics: Recent
    kept_answers: KeptAnswers
    streams: Streams
    hub: Hub
    audit: Audit
    heads: LogOfHeads
    importer: Importer
    openings: Openings
    verifications: Turns
    chance_lists: Turns
    outlooks: Turns
    pictures: Turns

    @property
    def recorder(self) -> FeedRecorder:
        """The recorder of the games, which also stores first answers."""
        return cast(FeedRecorder, self.parts.games.stored.recorder)


def services() -> Services:
    """The services of the current app."""
    found: Services = current_flask().extensions[EXTENSION]
    return found


def games() -> Games:
    """All commands and queries of games."""
    return services().parts.games


def asker() -> Asker:
    """Return the sender of the current request; raises Unauthenticated or TooManyRequests for an invalid token."""
    environ = current_request().environ
    return services().identity.asker(environ.get("HTTP_AUTHORIZATION"), environ.get("REMOTE_ADDR", ""))


def known_asker() -> Asker:
    """Like `asker`, for calls that spectators may not make: also raises Unauthenticated without a token."""
    found = asker()
    if found == SPECTATOR:
        raise Unauthenticated(later("This call needs a token: `Authorization: Bearer TOKEN`."))
    return found


def known_player() -> tuple[str, UUID]:
    """Return the player who sent the current request, and the token's id.

    Raises Unauthenticated as `known_asker` does, and also for the operator's token, which belongs to no player.
    """
    by = known_asker()
    if by.player is None or by.token is None:
        raise Unauthenticated(
            later("This call needs the token of a player; the operator's is a setting of the service.")
        )
    return by.player, by.token


def read_command(by: Asker, current_version: Callable[[], int] | None = None, arbiter: bool = False) -> Request:
    """Read the current POST as a request to the domain.

    `current_version` returns the version for If-Match. `arbiter` says whether the caller is an arbiter, for calls where
    that matters. Raises ApiError malformed for a bad Idempotency-Key, If-Match or Kifu-Signature.
    """
    return Request(
        by=by.player,
        operator=by.operator,
        arbiter=arbiter,
        request_id=current_request().request_id,
        key=request_key(by.owner),
        if_version=demanded_version(current_version) if current_version else None,
        signature=sent_signature(),
        language=preferred_language(current_request().environ),
    )


def send_opened_game(outcome: Recorded[AnyAnswer] | KeptAnswer) -> Response:
    """Send the response to opening a game, with the game's URL in `Location`."""
    return add_location(send_outcome(outcome))


def add_location(response: Response) -> Response:
    """Add the URL of the game to a response that describes one."""
    # Read from the body, since of a repeated first answer only the bytes are stored.
    response.headers["Location"] = f"/v1/games/{msgspec.json.decode(response.get_data())['id']}"
    return response


def send_outcome(outcome: Recorded[AnyAnswer] | KeptAnswer) -> Response:
    """Send what a command recorded, or its first answer again. Wakes the game's watchers."""
    if isinstance(outcome, KeptAnswer):
        response = send_again(outcome.status, outcome.body)
        if outcome.position is not None:
            response.headers["Kifu-Position"] = f"{outcome.partition}:{outcome.position}"
        return response
    services().parts.feed.wake(outcome.game_id)
    return send_created(outcome.answer, outcome.position)


def send_created(answer: msgspec.Struct, position: str, status: int = 201) -> Response:
    """Send the first answer to a POST that recorded something at `position` of the feed."""
    headers = {"Kifu-Position": position}
    return Response(msgspec.json.encode(answer), status, headers, content_type="application/json")
