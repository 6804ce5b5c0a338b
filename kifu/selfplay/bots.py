"""Bots: players that choose among legal moves. They may look at the whole table, never at what chance has in store."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, Move
from domain.kernel.errors import RulesError
from domain.kernel.table import State
from domain.rulesets import AnyRuleset

MOST_TRIED = 24
ELSEWHERE = hashlib.sha256(b"kifu/bots").digest()
"""The seed of the chance with which bots try moves: no game's own."""


class Bot(Protocol):
    """Somebody who answers a choice of a seat."""

    def choose(
        self, ruleset: AnyRuleset, state: State, choice: AnyChoice, moves: Sequence[Move], random: Random
    ) -> Move:
        """One of `moves`, which are legal; the same for the same arguments and state of `random`."""
        ...


class RandomBot:
    """Any legal move is as likely."""

    def choose(
        self, ruleset: AnyRuleset, state: State, choice: AnyChoice, moves: Sequence[Move], random: Random
    ) -> Move:
        """See `Bot.choose`."""
        return random.choice(moves)


class GreedyBot:
    """Tries moves and takes the one after which the state is worth most to it; of equally good ones it takes any.

    Of more than `most` moves it tries so many. After each it carries out up to `depth` own moves that leave no choice.
    """

    def __init__(self, depth: int = 1, most: int = MOST_TRIED) -> None:
        self.depth = depth
        self.most = most

    def choose(
        self, ruleset: AnyRuleset, state: State, choice: AnyChoice, moves: Sequence[Move], random: Random
    ) -> Move:
        """See `Bot.choose`."""
        if len(moves) == 1:
            return moves[0]
        tried = moves if len(moves) <= self.most else random.sample(moves, self.most)
        chance = Chance(ELSEWHERE)
        worth = [self._worth(ruleset, state, choice.seat, move, chance) + random.random() * 1e-6 for move in tried]
        return tried[worth.index(max(worth))]

    def _worth(self, ruleset: AnyRuleset, state: State, seat: int, move: Move, chance: Chance) -> float:
        decide = ruleset.decide
        state = decide(state, seat, move, chance.at(1)).state
        for step in range(self.depth):
            if state.result is not None or ruleset.asked(state) != (seat,):
                break
            forced = self._forced(ruleset, state)
            if forced is None:
                break
            state = decide(state, seat, forced, chance.at(step + 2)).state
        return ruleset.value(state, seat)

    @staticmethod
    def _forced(ruleset: AnyRuleset, state: State) -> Move | None:
        waiting = [choice for choice in ruleset.choices(state) if not choice.standing]
        return waiting[0].only_move(state) if len(waiting) == 1 else None


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""The bots by the names that they have on a command line."""


def answerable(state: State, asked: Sequence[AnyChoice]) -> tuple[AnyChoice, list[Move]]:
    """The first of these questions that can be answered, with the moves; raises RulesError if none can.

    A standing offer may have no answer just now.
    """
    for choice in asked:
        if moves := list(choice.moves(state)):
            return choice, moves
    raise RulesError("the game is not over, but nobody has a move that can be listed")
