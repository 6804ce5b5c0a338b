"""Who may read which game: an unlisted one exists only for its players, its opener, and holders of its link."""

from __future__ import annotations

import re
from uuid import UUID

from flask import Response

from api.flask_app import current_flask, current_request
from api.problems import malformed
from api.requests.blueprint import GAME_LINK
from api.requests.identity import SPECTATOR, Asker
from api.requests.inputs import parse_game_id
from api.requests.services import Services, asker, games, services
from domain.application.errors import Unauthenticated, UnknownGame
from domain.application.lobby.links import Reader
from domain.kernel.errors import KifuError
from domain.kernel.language import later
from eventstore.postgres.away import AWAY


def check_reader() -> None:
    """Check access to a game before any call about it runs.

    Raises UnknownGame if the caller may not know of the game, and ApiError malformed for an invalid Kifu-Link.
    """
    text = (current_request().view_args or {}).get("game_id")
    secret = sent_secret() if text is not None else None
    game_id = _linked_game(text) if text is not None else None
    if game_id is None:
        return
    current_request().is_unlisted = True
    by = _asker()
    # Without a token, the call itself refuses, as it does for every other id.
    if by is not None and not may_read(services(), by, game_id, secret):
        raise UnknownGame(later("There is no game {game_id}.", game_id=game_id))


def may_read(here: Services, by: Asker, game_id: UUID, secret: str | None) -> bool:
    """Return whether a caller who sent this secret may read a game; raises UnknownGame."""
    # Most callers have a seat, so the check for an arbiter comes last.
    known = here.parts.games.links.may_read(game_id, Reader(by.player, by.operator, secret))
    return known or (by.player is not None and here.parts.arbiters.is_arbiter(by.player))


def may_still_read(here: Services, by: Asker, game_id: UUID, secret: str | None) -> bool:
    """Like `may_read`, for a stream, which continues while the database is unavailable."""
    try:
        return may_read(here, by, game_id, secret)
    except AWAY:
        return True


def sent_secret() -> str | None:
    """Return the secret in the header Kifu-Link; raises ApiError malformed for one that cannot be valid."""
    sent = current_request().environ.get("HTTP_KIFU_LINK")
    if sent is not None and not re.fullmatch(GAME_LINK.pattern, sent, re.ASCII):
        raise malformed(
            later("Kifu-Link takes the secret of a link, 43 letters, digits, - or _."), header=GAME_LINK.name
        )
    return sent


def keep_private(response: Response) -> None:
    """Keep the response about an unlisted game out of shared caches."""
    if not current_request().is_unlisted:
        return
    response.vary.add("Authorization")
    response.vary.add(GAME_LINK.name)
    cached = re.sub(r"\bpublic\b", "private", response.headers.get("Cache-Control", "no-cache"))
    response.headers["Cache-Control"] = cached if re.search("private|no-store", cached) else f"private, {cached}"


def _linked_game(text: str) -> UUID | None:
    """Return the id of a game that has a link; None for a public or unknown game."""
    try:
        game_id = parse_game_id(text)
        return game_id if games().links.has_link(game_id) else None
    except KifuError:
        return None


def _asker() -> Asker | None:
    """Return the sender; None where the call itself refuses requests without a token."""
    needed = getattr(current_flask().view_functions.get(current_request().endpoint or ""), "token", None)
    try:
        by = asker()
    except Unauthenticated:
        if needed is None:
            return SPECTATOR
        raise
    return None if needed and by == SPECTATOR else by
