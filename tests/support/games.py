"""Games in memory: the aggregate and its commands without a store."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from domain.application import commands as command
from domain.application import resigning, taking_back
from domain.application.commands import Decision, Request
from domain.application.lobby import opening
from domain.application.lobby.opening import Opening
from domain.kernel.choice import Move
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.kernel.table import State
from domain.record.game import Game, fold

NOW = datetime(2025, 1, 2, 3, 4, 5, tzinfo=UTC)
PLAYERS = ("anna", "bela", "cora", "dora")


def start_game(ruleset: AnyRuleset, seats: int, seed: int = 1, options: object = None) -> Game:
    """Start a game; `PLAYERS` have its seats in order."""
    rulesets = Rulesets([ruleset])
    wanted = Opening(ruleset.id, options or {}, seats, seed.to_bytes(32, "big").hex(), False)
    event = opening.open_game(wanted, rulesets, Request("anna"), NOW, lambda size: bytes(size))
    game = fold([event], rulesets)
    assert game is not None
    for seat in range(seats):
        game = command.take_seat(game, Request(PLAYERS[seat]), seat, NOW).game
    return game


def play(game: Game, seat: int, move: Move) -> Decision:
    """Play a move for a seat."""
    return command.play_move(game, Request(PLAYERS[seat]), seat, msgspec.json.encode(move), NOW)


def take_back(game: Game, seat: int) -> Decision:
    """Take back the last move of a seat."""
    return taking_back.take_back(game, Request(PLAYERS[seat]), seat, NOW)


def resign_game(ruleset: AnyRuleset, state: State, seat: int) -> Game:
    """Return a game that a seat resigned in `state`."""
    game = msgspec.structs.replace(start_game(ruleset, 2), state=state)
    return resigning.resign(game, Request(PLAYERS[seat]), seat, NOW).game
