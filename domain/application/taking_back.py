"""Take-backs as commands."""

from __future__ import annotations

from datetime import datetime

from domain.application.commands import Decision, Request, StepAnswer, decide_step, require_playing, step_head
from domain.application.errors import CannotTakeBack
from domain.application.signing import link_signed
from domain.kernel.language import later
from domain.record.events import MoveTakenBack
from domain.record.game import Game


def take_back(game: Game, req: Request, seat: int, now: datetime) -> Decision[StepAnswer]:
    """Take back the last move of a seat; raises CannotTakeBack with the reason."""
    player = require_playing(game, req, seat)
    if game.mover != seat:
        raise CannotTakeBack(later("Someone else has moved since, or you have not moved yet."))
    if not game.open_moves:
        raise CannotTakeBack(
            later("You have no move left to take back: since then, chance decided or something hidden was revealed.")
        )
    earlier = game.open_moves[-1]
    event = MoveTakenBack(
        **step_head(game, req, now),
        seat=seat,
        player=player,
        undone=earlier.undone,
        to=earlier.origin,
    )
    event = link_signed(game, event, (), req.signature)
    return decide_step(event, game.after(event))
