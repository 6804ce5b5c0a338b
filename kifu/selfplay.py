"""Random games played by the rules alone: no store, no clock, no server. `kifu selfplay` and the benchmarks use it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, Move
from domain.kernel.errors import RulesError
from domain.kernel.scoring import Result
from domain.kernel.table import State
from domain.rulesets import AnyRuleset


@dataclass(frozen=True)
class PlayedGame:
    """A game that ended: its number (from 0), the moves of each seat, the result, the seconds that it took."""

    number: int
    moves: tuple[int, ...]
    result: Result
    seconds: float


@dataclass
class SeatTally:
    """What a seat did in all games: `wins` alone, `shared` wins, the sum of its points and of its moves."""

    wins: int = 0
    shared: int = 0
    points: int = 0
    moves: int = 0


@dataclass
class Tally:
    """All games together. `seconds` were spent in the rules and in picking moves, not in whatever watched them."""

    seats: list[SeatTally]
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    lengths: list[int] = field(default_factory=list)
    """The number of moves of each game, in order."""

    @property
    def moves_per_second(self) -> float:
        """How fast it went; 0 before the first game."""
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def mean_length(self) -> float:
        """Moves a game; 0 before the first game."""
        return self.moves / self.games if self.games else 0.0

    def add(self, played: PlayedGame) -> None:
        """Count one more game."""
        length = sum(played.moves)
        self.games += 1
        self.moves += length
        self.seconds += played.seconds
        self.lengths.append(length)
        winners = played.result.winners
        for score in played.result.scores:
            seat = self.seats[score.seat]
            seat.points += score.points
            seat.moves += played.moves[score.seat]
            seat.wins += winners == (score.seat,)
            seat.shared += len(winners) > 1 and score.seat in winners


def play_games(
    ruleset: AnyRuleset,
    options: msgspec.Struct,
    seats: int,
    games: int,
    seed: str,
    on_game: Callable[[PlayedGame], None] | None = None,
) -> Tally:
    """Play `games` games of random legal moves; `on_game` hears of each when it ends.

    The same seed gives the same games. Raises RulesError if a running game offers no move.
    """
    tally = Tally([SeatTally() for _ in range(seats)])
    for number in range(games):
        played = play_game(ruleset, options, seats, number, f"{seed}/{number}")
        tally.add(played)
        if on_game is not None:
            on_game(played)
    return tally


def play_game(ruleset: AnyRuleset, options: msgspec.Struct, seats: int, number: int, seed: str) -> PlayedGame:
    """One game of random legal moves, the same for the same seed. Raises RulesError if it offers no move."""
    began = perf_counter()
    moved = [0] * seats
    chance, random = chance_of(seed), Random(seed).random  # noqa: S311 - picks moves, no secret
    choices, decide = ruleset.choices, ruleset.decide
    state = ruleset.open(options, seats, chance).state
    step = 1
    while state.result is None:
        step += 1
        asked = choices(state)
        choice = asked[0] if len(asked) == 1 else asked[int(random() * len(asked))]
        moves = list(choice.moves(state))
        if not moves:
            choice, moves = _another(state, asked)
        # The product with the length picks evenly enough for a few hundred moves and costs a third of `choice`.
        move = moves[int(random() * len(moves))]
        state = decide(state, choice.seat, move, chance.at(step)).state
        moved[choice.seat] += 1
    return PlayedGame(number, tuple(moved), state.result, perf_counter() - began)


def _another(state: State, asked: Sequence[AnyChoice]) -> tuple[AnyChoice, list[Move]]:
    """The first question that can be answered: a standing offer may have no answer just now."""
    for choice in asked:
        if moves := list(choice.moves(state)):
            return choice, moves
    raise RulesError("the game is not over, but nobody has a move that can be listed")


def chance_of(seed: str) -> Chance:
    """The chance of a game played without a store, from any text."""
    return Chance(hashlib.sha256(f"kifu/{seed}".encode()).digest())
