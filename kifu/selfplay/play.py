"""Games between bots by the rules alone, without store or server, for `kifu selfplay` and the benchmarks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import perf_counter

from domain.kernel.bots import BOTS, Bot, suggest, suggest_any
from domain.kernel.chance import Chance
from domain.kernel.fact import Fact
from domain.kernel.options import GameOptions
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.scoring import Goal, Result
from domain.kernel.table import State

RANDOM = "random"
Z95 = 1.96
"""95 % of a normal distribution lie within this many standard deviations of its mean."""
Watch = Callable[[Sequence[Fact[State]]], None]
"""A function that is called with the facts of each step."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game: its number (from 0), the moves and the bot of each seat, the result, and its duration in
    seconds. `order` lists the seats in starting order; it is empty if the ruleset has none."""

    number: int
    moves: tuple[int, ...]
    bots: tuple[str, ...]
    result: Result
    seconds: float
    order: tuple[int, ...] = ()


@dataclass
class SideTally:
    """The totals of a seat, another side or a bot over all games: sole wins, shared wins, and sums of the rest.

    A bot with several seats in a game counts that game once for each.
    """

    games: int = 0
    wins: int = 0
    shared: int = 0
    points: int = 0
    moves: int = 0

    def add(self, side: int, points: int, moves: int, winners: tuple[int, ...]) -> None:
        """Count one more game, which the sides `winners` won."""
        self.games += 1
        self.points += points
        self.moves += moves
        self.wins += winners == (side,)
        self.shared += len(winners) > 1 and side in winners

    @property
    def win_rate(self) -> float:
        """The share of games won, alone or shared; 0 before the first game."""
        return (self.wins + self.shared) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `win_rate`."""
        return share_interval(self.wins + self.shared, self.games)

    @property
    def mean_points(self) -> float:
        """Points per game; 0 before the first game."""
        return self.points / self.games if self.games else 0.0

    @property
    def mean_moves(self) -> float:
        """Moves per game; 0 before the first game."""
        return self.moves / self.games if self.games else 0.0


@dataclass
class GoalTally:
    """The totals of a goal in cooperative games; `reached` is the sum over all games."""

    clause: str
    what: str
    target: int
    games: int = 0
    met: int = 0
    reached: int = 0

    def add(self, goal: Goal) -> None:
        """Count the goal of one more game."""
        self.games += 1
        self.met += goal.is_met
        self.reached += goal.reached


@dataclass
class Tally:
    """The totals of all games. `seconds` counts the rules and the choice of moves, not the watchers."""

    seats: list[SideTally]
    """By seat; other sides are added once they have scored."""
    bots: dict[str, SideTally] = field(default_factory=dict)
    places: list[SideTally] = field(default_factory=list)
    """By starting position; empty without a starting order, or if seats win together."""
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    winner_points: int = 0
    """The winners' points, summed over all games, once per game."""
    lengths: list[int] = field(default_factory=list)
    """The number of moves of each game, in order."""
    won_together: int = 0
    """The number of games won together."""
    goals: dict[tuple[str, int], GoalTally] = field(default_factory=dict)
    """The goals, by clause and target; empty for competitive games."""

    @property
    def together_interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of games won together."""
        return share_interval(self.won_together, self.games)

    @property
    def moves_per_second(self) -> float:
        """Moves per second; 0 before the first game."""
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def mean_length(self) -> float:
        """Moves per game; 0 before the first game."""
        return self.moves / self.games if self.games else 0.0

    @property
    def mean_winner_points(self) -> float:
        """The winner's points per game; 0 before the first game."""
        return self.winner_points / self.games if self.games else 0.0

    def add(self, played: PlayedGame) -> None:
        """Count one more game."""
        length = sum(played.moves)
        self.games += 1
        self.moves += length
        self.seconds += played.seconds
        self.lengths.append(length)
        self.won_together += bool(played.result.won_together)
        for goal in played.result.goals:
            self.goals.setdefault((goal.clause, goal.target), GoalTally(goal.clause, goal.what, goal.target)).add(goal)
        winners = played.result.winners
        self.winner_points += max((score.points for score in played.result.scores if score.seat in winners), default=0)
        for score in played.result.scores:
            side = score.seat
            while side >= len(self.seats):
                self.seats.append(SideTally())
            moves = played.moves[side] if side < len(played.moves) else 0
            self.seats[side].add(side, score.points, moves, winners)
            if side < len(played.bots):
                bot = self.bots.setdefault(played.bots[side], SideTally())
                bot.add(side, score.points, moves, winners)
        if not played.result.goals:
            self._add_places(played)

    def _add_places(self, played: PlayedGame) -> None:
        points = {score.seat: score.points for score in played.result.scores}
        self.places.extend(SideTally() for _ in played.order[len(self.places) :])
        for place, seat in zip(self.places, played.order, strict=False):
            place.add(seat, points[seat], played.moves[seat], played.result.winners)


def share_interval(count: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of a share seen `count` times in `games`; 0 to 1 without games."""
    if not games:
        return 0.0, 1.0
    share, spread = count / games, Z95**2 / games
    middle = share + spread / 2
    half = Z95 * sqrt(share * (1 - share) / games + spread / games / 4)
    return max(middle - half, 0.0) / (1 + spread), min((middle + half) / (1 + spread), 1.0)


def play_games(
    ruleset: AnyRuleset,
    options: GameOptions,
    seats: int,
    games: int,
    seed: str,
    on_game: Callable[[PlayedGame], None] | None = None,
    bots: Sequence[str] = (RANDOM,),
) -> Tally:
    """Play `games` games between bots; `on_game` is called with each when it ends.

    `bots` are names of `domain.kernel.bots`: one for all seats, or one for each. The same seed gives the same games.
    Raises RulesError if a running game offers no move.
    """
    tally = Tally([SideTally() for _ in range(seats)])
    for number in range(games):
        played = play_game(ruleset, options, seats, number, f"{seed}/{number}", bots)
        tally.add(played)
        if on_game is not None:
            on_game(played)
    return tally


def lineup(bots: Sequence[str], seats: int, number: int = 0) -> tuple[str, ...]:
    """Return the bot's name for each seat of a game; several names rotate by one seat per game."""
    return tuple(bots[(seat + number) % len(bots)] for seat in range(seats))


def play_game(
    ruleset: AnyRuleset,
    options: GameOptions,
    seats: int,
    number: int,
    seed: str,
    bots: Sequence[str] = (RANDOM,),
    watch: Watch | None = None,
) -> PlayedGame:
    """Play one game between bots, the same for the same seed; raises RulesError if it offers no move."""
    moved = [0] * seats
    names = lineup(bots, seats, number)
    players: list[Bot | None] = [None if name == RANDOM else BOTS[name]() for name in names]
    began = perf_counter()
    chance, picks = derive_chance(seed), Random(seed)  # noqa: S311 - picks moves, no secret
    random, choices, decide = picks.random, ruleset.choices, ruleset.decide
    outcome = ruleset.open(options, seats, chance)
    order = ruleset.first_order(outcome.state)
    step = 1
    while True:
        if watch is not None:
            watch(outcome.facts)
        state = outcome.state
        if state.result is not None:
            break
        step += 1
        asked = choices(state)
        # A seat with a question takes up standing offers in its place; a draw among all would mostly meet offers.
        waiting = asked if len(asked) == 1 else [choice for choice in asked if not choice.standing] or asked
        choice = waiting[0] if len(waiting) == 1 else waiting[int(random() * len(waiting))]
        listed = suggest(state, choice, asked)
        moves = listed.answers
        if not moves:
            listed = suggest_any(state, asked)
            choice, moves = listed.choice, listed.answers
        bot = players[choice.seat]
        # The product with the length picks evenly enough for a few hundred moves and costs a third of `choice`.
        move = moves[int(random() * len(moves))] if bot is None else bot.choose(ruleset, listed, picks)
        outcome = decide(state, choice.seat, move, chance.begin_step(step), listed=listed)
        moved[choice.seat] += 1
    return PlayedGame(number, tuple(moved), names, state.result, perf_counter() - began, order)


def derive_chance(seed: str) -> Chance:
    """Derive the chance of a game played without a store from any text."""
    return Chance(hashlib.sha256(f"kifu/{seed}".encode()).digest())
