"""Resignations as commands, and the moves of seats whose players have resigned while the others play on.

Whenever such a seat is asked, its moves follow in the same transaction: no game waits for a player who has left, and no
process has to search for games that do.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypeVar, cast

import msgspec

from domain.application.commands import (
    AnyAnswer,
    Decision,
    Request,
    StepAnswer,
    carry_out_move,
    decide_step,
    require_playing,
    step_head,
)
from domain.application.signing import link_signed
from domain.record.events import AnyEvent, SeatResigned
from domain.record.game import Game
from domain.record.resigned_seats import Automatic, bot_move, passing_move

MOST_FOLLOWING = 200
"""The most moves by rule in one transaction; the rest follows in the next."""
PATIENCE = 100
"""After this many moves by rule in a row a bot passes, so that it cannot play on its own for ever."""

A = TypeVar("A", bound=AnyAnswer)


def resign(game: Game, req: Request, seat: int, now: datetime) -> Decision[StepAnswer]:
    """Resign the game for a seat; raises what `play_move` raises, apart from errors about the move itself."""
    player = require_playing(game, req, seat)
    event = SeatResigned(
        **step_head(game, req, now),
        seat=seat,
        player=player,
        result=game.result_if_resigned(seat) or msgspec.UNSET,
    )
    event = link_signed(game, event, (), req.signature)
    return decide_step(event, game.after(event))


def play_on(decision: Decision[A], req: Request, now: datetime) -> Decision[A]:
    """Return a decision with the moves by rule that follow from it."""
    moves, game = play_by_rule(decision.game, req, now)
    answer = decision.answer
    if not moves or not isinstance(answer, StepAnswer):
        return decision
    answer = msgspec.structs.replace(answer, version=game.version, to_move=game.to_move, status=game.status)
    return Decision([*decision.events, *moves], game, cast(A, answer), len(moves), decision.openings)


def play_by_rule(game: Game, req: Request, now: datetime) -> tuple[list[AnyEvent], Game]:
    """Return the moves due for seats whose players have resigned, and the game after them."""
    moves: list[AnyEvent] = []
    while len(moves) < MOST_FOLLOWING and (seats := game.seats_to_play):
        seat = seats[0]
        move, automatic = _choose(game, seat, passing=len(moves) >= PATIENCE)
        event, game = carry_out_move(game, req, seat, move, now, automatic=automatic)
        moves.append(event)
    return moves, game


def _choose(game: Game, seat: int, passing: bool) -> tuple[bytes, Automatic]:
    """Return the move of a seat as JSON, and how it came about."""
    if game.on_resignation == "bot" and not passing:
        move = bot_move(game.ruleset, game.position, seat, (game.digest or "").encode())
        if move is not None:
            return msgspec.json.encode(move), "bot"
    return msgspec.json.encode(passing_move(game.ruleset, game.position, seat)), "pass"
