"""Branches: games that start as another one stood after some step."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import msgspec

from domain.application.commands import Request
from domain.errors import GameNotStarted, GameOver, Malformed
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import SEED_BYTES, Chance, commitment
from domain.kernel.seed import DERIVATION
from domain.kernel.table import State
from domain.record import views
from domain.record.events import Branch, GameOpened, link
from domain.record.game import Game


def open_branch(
    source: Game, then: Game, unlisted: bool, req: Request, now: datetime, entropy: Callable[[int], bytes]
) -> GameOpened:
    """The event that opens a branch of `source`, starting as it stood `then`.

    Raises GameOver where nothing can be played from there, and Malformed for a branch that may not be listed: the
    position of a running game holds what the player knows of it, and an unlisted game is to be found by nobody.
    """
    if not unlisted and (source.opened.unlisted or not source.over):
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
    )
    # The position holds the cards that everybody was dealt.
    return link(event, ("/seed", "/position"), None, seed)


def _deal_position(source: Game, then: Game, req: Request, entropy: Callable[[int], bytes]) -> State:
    """The position to go on from: as it was in a game that is over, otherwise as far as the player may know it."""
    state = then.state
    if state is None:
        raise GameNotStarted("The game has not started.")
    if state.result is not None:
        raise GameOver(f"The game was over after step {then.step}; branch off before that.")
    if source.over:
        return state
    # The arbiter sees all, but those who take the seats of a branch must not: so it is dealt as for a spectator. The
    # chance of the deal is thrown away: it belongs to no game, and nobody can ever go back through it.
    viewer = SPECTATOR if req.arbiter else views.viewer_of(source, req.by, arbiter=False)
    return source.ruleset.redeal(state, viewer, Chance(entropy(SEED_BYTES)))
