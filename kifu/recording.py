"""Whole games as events, played at random without a store: what `kifu selfplay --record` writes to files."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import msgspec

from domain import command
from domain.command import Request
from domain.events import AnyEvent
from domain.game import Game, fold
from domain.rulesets import AnyRuleset, Rulesets

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
"""When recorded games begin: one second passes between two events, so that a seed gives the same file every time."""


def record_game(
    rulesets: Rulesets, ruleset: AnyRuleset, options: msgspec.Struct, seats: int, seed: str
) -> list[AnyEvent]:
    """The events of one game of random legal moves, the same for the same seed."""
    random = Random(seed)  # noqa: S311 - picks moves and the seed of a game that hides nothing
    players = [f"player {seat}" for seat in range(seats)]
    wanted = command.Opening(ruleset.id, msgspec.to_builtins(options), seats, None, False)
    opened = command.open_game(wanted, rulesets, Request(by=players[0]), BEGAN, random.randbytes)
    events: list[AnyEvent] = [opened]
    game = fold(events, rulesets)
    assert game is not None
    for seat, player in enumerate(players):
        game = _add(events, command.take_seat(game, Request(by=player), seat, _now(events)))
    while game.to_move:
        choice = next(c for c in ruleset.choices(game.state) if not c.standing)  # type: ignore[arg-type]
        move = random.choice(list(choice.moves(game.state)))
        request = Request(by=players[choice.seat])
        game = _add(events, command.play(game, request, choice.seat, msgspec.json.encode(move), _now(events)))
    return events


def _now(events: list[AnyEvent]) -> datetime:
    return BEGAN + timedelta(seconds=len(events))


def _add(events: list[AnyEvent], decision: command.Decision) -> Game:
    events += decision.events
    return decision.game
