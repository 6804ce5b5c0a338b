"""Branches: games that start as another one stood after some step."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import msgspec

from domain.application.commands import Request
from domain.errors import GameNotStarted, GameOver, Malformed
from domain.kernel.chance import SEED_BYTES, Chance, commitment
from domain.kernel.table import State
from domain.record import views
from domain.record.events import Branch, GameOpened, link
from domain.record.game import Game
from domain.record.seed import DERIVATION


def open_branch(
    source: Game,
    then: Game,
    unlisted: bool,
    req: Request,
    now: datetime,
    entropy: Callable[[int], bytes],
    link_digest: str | msgspec.UnsetType = msgspec.UNSET,
) -> GameOpened:
    """Return the event that opens a branch of `source`, starting from the position in `then`.

    `link_digest` is that of the secret with which an unlisted branch is read.

    Raises GameOver if nothing can be played from there, and Malformed for a branch that must not be listed: the
    position of a running game holds what the player knows of it, and nobody is supposed to find an unlisted game.
    """
    if not unlisted and (source.opened.unlisted or not source.is_over):
        whose = "an unlisted game" if source.opened.unlisted else "a game that still runs"
        raise Malformed(f"A branch of {whose} cannot be listed.", pointer="/unlisted")
    state = _deal_position(source, then, req, entropy)
    seed = entropy(SEED_BYTES)
    opened = source.opened
    event = GameOpened(
        originator_id=UUID(bytes=entropy(16), version=4),
        originator_version=1,
        timestamp=now,
        request_id=req.request_id,
        ruleset=opened.ruleset,
        rules_version=source.ruleset.version,
        options=opened.options,
        seats=opened.seats,
        seed=seed.hex(),
        commitment=commitment(seed),
        teaching=False,
        unlisted=unlisted,
        content=opened.content,
        opened_by=req.by,
        derivation=DERIVATION,
        branch=Branch(source.id, then.step),
        position=msgspec.Raw(source.ruleset.encode_state(state)),
        link=link_digest,
    )
    # The position holds the cards that everybody was dealt.
    return link(event, ("/seed", "/position"), None, seed)


def _deal_position(source: Game, then: Game, req: Request, entropy: Callable[[int], bytes]) -> State:
    """Return the position to start from: unchanged if the game is over, otherwise only what the player may know."""
    state = then.state
    if state is None:
        raise GameNotStarted("The game has not started.")
    if state.result is not None:
        raise GameOver(f"The game was over after step {then.step}; branch off before that.")
    if source.is_over:
        return state
    # The chance of the deal is thrown away: it belongs to no game, and nobody can ever go back through it.
    return source.ruleset.redeal(state, views.viewer_of(source, req.by), Chance(entropy(SEED_BYTES)))
