"""The moves of a seat that somebody resigned while the others play on: it passes, or a bot plays for it.

These are legal moves like all others, so they need no rules of their own. A passing seat makes the first legal one of
its ruleset's `passing_moves`, or otherwise the move with the shortest JSON, and of equally short ones the first in byte
order. The question alone determines it, so anybody can check it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from random import Random
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.audience import seat_viewer
from domain.kernel.bots import GreedyBot, suggest
from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, Move
from domain.kernel.errors import RulesError
from domain.kernel.ruleset import AnyRuleset, Options, Ruleset, S, V
from domain.kernel.table import State

Automatic: TypeAlias = Literal["pass", "bot"]
"""The origin of a move that nobody chose."""


def seats_to_play(ruleset: Ruleset[S, Options, V], state: S, resigned: Iterable[int]) -> tuple[int, ...]:
    """Return the seats among `resigned` that are asked now, in order; none once the game is over."""
    gone = frozenset(resigned)
    return tuple(seat for seat in ruleset.asked(state) if seat in gone) if gone and state.result is None else ()


def passing_move(ruleset: Ruleset[S, Options, V], state: S, seat: int) -> Move:
    """Return the move with which an asked seat passes; raises RulesError if it has none."""
    choice = _find_question(ruleset, state, seat)
    moves: list[Move] = list(choice.moves(state)) if choice is not None else []
    if choice is not None and not moves:
        moves = list(choice.suggestions(state))
    if not moves:
        raise RulesError(f"seat {seat} has no move with which it could pass")
    kinds = ruleset.passing_moves
    return min(moves, key=lambda move: (_place_of(type(move), kinds), *_written(move)))


def bot_move(ruleset: AnyRuleset, state: State, seat: int, known: bytes) -> Move | None:
    """Return the move of a greedy bot on an asked seat; None if its choice is not legal.

    The bot sees only what the seat may see: the rest is dealt again, by chance derived from `known`.
    """
    seed = hashlib.sha256(b"kifu/resigned" + known).digest()
    seen = ruleset.redeal(state, seat_viewer(seat), Chance(seed))
    choice, here = _find_question(ruleset, seen, seat), _find_question(ruleset, state, seat)
    if choice is None or here is None:
        return None
    listed = suggest(seen, choice, [choice])
    if not listed.moves:
        return None
    move = GreedyBot().choose(ruleset, listed, Random(seed))  # noqa: S311 - picks moves, no secret
    return move if here.allows(state, move) else None


def _find_question(ruleset: Ruleset[S, Options, V], state: S, seat: int) -> AnyChoice | None:
    """Find the question that a seat has to answer first; offers that it may leave alone do not count."""
    return next((choice for choice in ruleset.choices(state) if choice.seat == seat and not choice.standing), None)


def _place_of(kind: type[Move], kinds: tuple[type[Move], ...]) -> int:
    return kinds.index(kind) if kind in kinds else len(kinds)


def _written(move: Move) -> tuple[int, bytes]:
    encoded = msgspec.json.encode(move)
    return len(encoded), encoded
