"""Whole games as events, played without a store; `kifu play`, `kifu selfplay` and `kifu fuzz` write them to files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import BinaryIO, NamedTuple

import msgspec

from domain.application import commands as command
from domain.application import resigning, taking_back
from domain.application.commands import Request
from domain.application.lobby import opening
from domain.archive import writing
from domain.kernel.bots import Bot, RandomBot, suggest_any
from domain.kernel.choice import Move
from domain.kernel.language import ENGLISH, speaking
from domain.kernel.options import GameOptions
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.record.events import AnyEvent
from domain.record.game import fold
from domain.record.resigned_seats import Automatic

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
"""The start of games between bots. Each event is one second later, so a seed always gives the same file."""


class Setup(NamedTuple):
    """What to play: a game with its options and number of seats."""

    ruleset: AnyRuleset
    options: GameOptions
    seats: int


class Recording:
    """A game that is recorded event by event. Each of `players` takes the seat of its place; `random` gives the id.

    With a `secret` of 32 bytes it is a teaching game with a public seed; otherwise `random` gives the secret. `clock`
    gives the time of each event. What is recorded is English, whatever language is spoken to its player.
    """

    @speaking(ENGLISH)
    def __init__(
        self,
        rulesets: Rulesets,
        setup: Setup,
        random: Random,
        secret: bytes | None = None,
        *,
        players: Sequence[str] = (),
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        ruleset, options, seats = setup
        self.players = list(players) or [f"player {seat}" for seat in range(seats)]
        self.events: list[AnyEvent] = []
        self._now = clock or self._tick
        seed = None if secret is None else secret.hex()
        wanted = opening.Opening(ruleset.id, msgspec.to_builtins(options), seats, seed, False)
        opened = opening.open_game(wanted, rulesets, Request(by=self.players[0]), self._now(), random.randbytes)
        self.events.append(opened)
        game = fold(self.events, rulesets)
        assert game is not None
        self.game = game

    @speaking(ENGLISH)
    def start(self) -> None:
        """Seat all players, which starts the game."""
        for seat, player in enumerate(self.players):
            self._add(command.take_seat(self.game, Request(by=player), seat, self._now()))

    @speaking(ENGLISH)
    def play(self, seat: int, move: Move) -> None:
        """Play a move; raises what `domain.application.commands.play_move` does."""
        request = Request(by=self.players[seat])
        self._add(command.play_move(self.game, request, seat, msgspec.json.encode(move), self._now()))

    @speaking(ENGLISH)
    def play_by_rule(self, seat: int, move: Move, automatic: Automatic) -> None:
        """Play a move that the rules make for a resigned seat."""
        player = self.players[seat]
        sent = msgspec.json.encode(move)
        request, now = Request(by=player), self._now()
        event, self.game = command.carry_out_move(self.game, request, seat, sent, now, automatic=automatic)
        self.events.append(event)

    @speaking(ENGLISH)
    def take_back(self, seat: int) -> None:
        """Take back the last move of a seat; raises CannotTakeBack."""
        self._add(taking_back.take_back(self.game, Request(by=self.players[seat]), seat, self._now()))

    @speaking(ENGLISH)
    def resign(self, seat: int) -> None:
        """Resign a seat; if the others play on, `play_by_rule` plays its moves."""
        self._add(resigning.resign(self.game, Request(by=self.players[seat]), seat, self._now()))

    @speaking(ENGLISH)
    def write(self, file: BinaryIO, rulesets: Rulesets) -> None:
        """Write the game as a .kifu file with all its secrets, whether finished or not."""
        file.writelines(writing.write_events(self.events, rulesets, unfinished=True))

    def _tick(self) -> datetime:
        return BEGAN + timedelta(seconds=len(self.events))

    def _add(self, decision: command.Decision[command.AnyAnswer]) -> None:
        self.events += decision.events
        self.game = decision.game


def record_game(rulesets: Rulesets, setup: Setup, seed: str, bots: Sequence[Bot] = (RandomBot(),)) -> list[AnyEvent]:
    """Play one game between bots, one for all seats or one for each; return its events, determined by the seed."""
    random = Random(seed)  # noqa: S311 - picks moves and the seed of a game that hides nothing
    recording = Recording(rulesets, setup, random)
    recording.start()
    while recording.game.to_move:
        state = recording.game.state
        assert state is not None
        listed = suggest_any(state, setup.ruleset.choices(state))
        bot = bots[listed.choice.seat % len(bots)]
        recording.play(listed.choice.seat, bot.choose(setup.ruleset, listed, random))
    return recording.events


def record_moves(
    rulesets: Rulesets, setup: Setup, secret: bytes, moves: Sequence[tuple[int, Move | None]]
) -> list[AnyEvent]:
    """Play a game with this secret and these moves, as far as its rules accept them; return its events.

    A seat without a move resigns, and the rules make its moves afterwards.
    """
    random = Random(secret)  # noqa: S311 - gives the game an id
    recording = Recording(rulesets, setup, random, secret)
    # The move that cannot be carried out may be the defect being recorded, so the record ends before it.
    with suppress(Exception):
        recording.start()
        for seat, move in moves:
            if move is None:
                recording.resign(seat)
            elif seat in recording.game.resigned_seats:
                recording.play_by_rule(seat, move, "bot" if recording.game.on_resignation == "bot" else "pass")
            else:
                recording.play(seat, move)
    return recording.events
