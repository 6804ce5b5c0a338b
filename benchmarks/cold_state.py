"""The state at any step of a 200-step game, for a process that has never seen the game.

python -m benchmarks.cold_state
"""

from __future__ import annotations

import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

import msgspec

from benchmarks.store import fresh_games
from domain.application.commands import Recorded, Request
from domain.application.errors import UnknownGame
from domain.application.games import Games
from domain.kernel.audience import ARBITER
from eventstore.postgres import embedded
from eventstore.postgres.migrate import migrate

STEPS = 200
SCORING = ("trigger-objective", "give-building", "donate", "take-building", "activate-building")
SEATS = ("ann", "bob")


@dataclass(frozen=True)
class Row:
    """One measurement in milliseconds: the median and the slowest of all steps, and a step from warm memory."""

    steps: int
    median: float
    slowest: float
    warm: float


def run() -> Row:
    """Play a long game into a database, then read its steps, each with nothing in memory."""
    with tempfile.TemporaryDirectory(prefix="kifu-bench-", ignore_cleanup_errors=True) as folder:
        server = embedded.start(Path(folder))
        try:
            migrate(server.url)
            with fresh_games(server.url) as games:
                game_id = play_long(games)
                warm = _milliseconds(games, game_id, STEPS)
            return _cold(server.url, game_id, warm)
        finally:
            server.stop()


def _cold(url: str, game_id: UUID, warm: float) -> Row:
    times = []
    for step in range(10, STEPS + 1, 10):
        with fresh_games(url) as games:
            # Connecting is not measured: a request for an unknown game opens the connection first.
            with suppress(UnknownGame):
                games.queries.describe(uuid4())
            times.append(_milliseconds(games, game_id, step))
    times.sort()
    return Row(STEPS, times[len(times) // 2], times[-1], warm)


def _milliseconds(games: Games, game_id: UUID, step: int) -> float:
    began = time.perf_counter()
    viewer = games.queries.viewer(game_id, "ann")
    msgspec.json.encode(games.queries.state_at(game_id, step, viewer))
    return (time.perf_counter() - began) * 1000


def play_long(games: Games) -> UUID:
    """Play a game in which nobody scores, so that it does not end; returns its id."""
    players = [Request(by=name) for name in SEATS]
    answer = games.lobby.open_game(players[0], "micro-dojo", {}, len(SEATS), seed="5" * 64)
    assert isinstance(answer, Recorded)
    game_id = answer.game_id
    for player in players:
        games.lobby.take_seat(player, game_id)
    for turn in range(STEPS - 1):
        asked = games.queries.legal_moves(game_id, ARBITER).choices[0]
        moves = [msgspec.json.encode(legal.move) for legal in asked.moves or ()]
        quiet = [move for move in moves if not any(f'"{kind}"'.encode() in move for kind in SCORING)]
        games.recording.play(players[asked.seat], game_id, asked.seat, quiet[turn % len(quiet)])
    return game_id


if __name__ == "__main__":
    row = run()
    print(f"{row.steps} steps: cold {row.median:.1f} ms (slowest {row.slowest:.1f} ms), warm {row.warm:.1f} ms")
