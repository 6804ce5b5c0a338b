"""What the calls of one worker share: its parts, who asks, and how a command is read and answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast
from uuid import UUID

import msgspec
from flask import Response, current_app, g, request

from api.requests.budgets import CpuBudgets
from api.requests.etags import demanded_version
from api.requests.idempotency import request_key, send_again
from api.requests.identity import SPECTATOR, Asker, Identity
from api.requests.openings import Openings
from api.requests.signatures import sent_signature
from api.requests.streams import Streams
from api.requests.turns import Turns
from api.responses.kept_answers import KeptAnswers
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
    """The parts of a worker, and beside them one of each thing that its calls need to answer over HTTP."""

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
        """Where the games are recorded: first answers are kept there too."""
        return cast(FeedRecorder, self.parts.games.stored.recorder)


def services() -> Services:
    """The services of the current app."""
    found: Services = current_app.extensions[EXTENSION]
    return found


def games() -> Games:
    """All commands and queries of games."""
    return services().parts.games


def asker() -> Asker:
    """Who sends the current request; raises Unauthenticated or TooManyRequests where the token proves nothing."""
    environ = request.environ
    return services().identity.asker(environ.get("HTTP_AUTHORIZATION"), environ.get("REMOTE_ADDR", ""))


def known_asker() -> Asker:
    """As `asker`, for calls that no spectator may make: raises Unauthenticated without a token as well."""
    found = asker()
    if found == SPECTATOR:
        raise Unauthenticated(later("This call needs a token: `Authorization: Bearer TOKEN`."))
    return found


def known_player() -> tuple[str, UUID]:
    """The player who sends the current request, and the id of the token; raises Unauthenticated as `known_asker`.

    The operator's token is refused as well, since it belongs to no player.
    """
    by = known_asker()
    if by.player is None or by.token is None:
        raise Unauthenticated(
            later("This call needs the token of a player; the operator's is a setting of the service.")
        )
    return by.player, by.token


def read_command(by: Asker, current_version: Callable[[], int] | None = None, arbiter: bool = False) -> Request:
    """Read the current POST as a request to the domain. `current_version` finds the version for If-Match.

    `arbiter` says whether the caller has been appointed as arbiter, for calls where that matters.

    Raises ApiError malformed for a bad Idempotency-Key, If-Match or Kifu-Signature.
    """
    return Request(
        by=by.player,
        operator=by.operator,
        arbiter=arbiter,
        request_id=g.request_id,
        key=request_key(by.owner),
        if_version=demanded_version(current_version) if current_version else None,
        signature=sent_signature(),
    )


def send_opened_game(outcome: Recorded[AnyAnswer] | KeptAnswer) -> Response:
    """Send the answer to opening a game, with the place of the game in `Location`."""
    return add_location(send_outcome(outcome))


def add_location(response: Response) -> Response:
    """Add the place of the game to a response that describes one."""
    # From the body, since a first answer that is given again is nothing but its bytes.
    response.headers["Location"] = f"/v1/games/{msgspec.json.decode(response.get_data())['id']}"
    return response


def send_outcome(outcome: Recorded[AnyAnswer] | KeptAnswer) -> Response:
    """Send what a command recorded, or its first answer again. Wakes those who watch the game."""
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
