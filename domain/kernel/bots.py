"""Bots: players that choose among legal moves. They may look at the whole table, but not at what chance will bring."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import chain
from random import Random
from typing import Protocol

from domain.kernel.audience import seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, Move
from domain.kernel.errors import IllegalMove, NotAsked, RulesError
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.table import Listed, State

MOST_TRIED = 24
"""The most moves that the greedy bot tries."""
ELSEWHERE = hashlib.sha256(b"kifu/bots").digest()
"""The seed of the chance with which bots try moves; no game has it."""


class Bot(Protocol):
    """A player that answers the choices of its seat; with such a move it may also accept a standing offer."""

    def choose(self, ruleset: AnyRuleset, listed: Listed[State], random: Random) -> Move:
        """Choose one of the answers in `listed`; equal arguments and an equal state of `random` give the same one."""
        ...


class RandomBot:
    """Chooses any legal move with the same probability."""

    def choose(self, ruleset: AnyRuleset, listed: Listed[State], random: Random) -> Move:
        """See `Bot.choose`."""
        return random.choice(listed.answers)


class GreedyBot:
    """Tries moves and chooses the one that leads to the state worth most to its seat; ties are broken at random.

    It tries at most `most` moves. After each it plays up to `depth` further moves of its own that leave no choice.
    """

    def __init__(self, depth: int = 1, most: int = MOST_TRIED) -> None:
        self.depth = depth
        self.most = most

    def choose(self, ruleset: AnyRuleset, listed: Listed[State], random: Random) -> Move:
        """See `Bot.choose`."""
        moves = listed.answers
        if len(moves) == 1:
            return moves[0]
        tried = moves if len(moves) <= self.most else random.sample(moves, self.most)
        chance = Chance(ELSEWHERE)
        seat, state = listed.choice.seat, listed.state
        worth = [self.worth(ruleset, state, seat, move, chance, listed) + random.random() * 1e-6 for move in tried]
        return tried[worth.index(max(worth))]

    def worth(
        self,
        ruleset: AnyRuleset,
        state: State,
        seat: int,
        move: Move,
        chance: Chance,
        listed: Listed[State] | None = None,
    ) -> float:
        """Return what a state is worth to a seat after one of its moves; raises IllegalMove or NotAsked."""
        decide = ruleset.decide
        state = decide(state, seat, move, chance.begin_step(1), listed=listed).state
        for step in range(self.depth):
            if state.result is not None or ruleset.asked(state) != (seat,):
                break
            forced = self._forced(ruleset, state)
            if forced is None:
                break
            state = decide(state, seat, forced, chance.begin_step(step + 2)).state
        return ruleset.judge(state, seat)

    @staticmethod
    def _forced(ruleset: AnyRuleset, state: State) -> Move | None:
        waiting = [choice for choice in ruleset.choices(state) if not choice.standing]
        return waiting[0].only_move(state) if len(waiting) == 1 else None


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
"""The bots by their names."""


def outlooks(
    ruleset: AnyRuleset, state: State, seat: int, moves: Sequence[Move], known: bytes
) -> tuple[float | None, ...]:
    """Return what a state is worth to a seat after each of its moves, as far as it can know; None for illegal moves.

    Whatever the seat may not know is dealt again, by chance derived from `known`, and draws do not use the game's own
    chance, so states that the seat cannot tell apart give equal answers.
    """
    seen = ruleset.redeal(state, seat_viewer(seat), Chance(hashlib.sha256(b"kifu/outlooks" + known).digest()))
    chance = Chance(ELSEWHERE)
    return tuple(_outlook(ruleset, seen, seat, move, chance) for move in moves)


def _outlook(ruleset: AnyRuleset, state: State, seat: int, move: Move, chance: Chance) -> float | None:
    try:
        return GreedyBot().worth(ruleset, state, seat, move, chance)
    except (IllegalMove, NotAsked):
        return None


def suggest(state: State, choice: AnyChoice, asked: Sequence[AnyChoice]) -> Listed[State]:
    """List the moves of the seat that `choice` asks: the suggested answers, and what its standing offers allow.

    `asked` are all open choices.
    """
    moves = tuple(choice.suggestions(state))
    if len(asked) == 1:
        return Listed(state, choice, moves)
    beside = [offer for offer in asked if offer.standing and offer.seat == choice.seat and offer is not choice]
    return Listed(state, choice, moves, tuple(chain.from_iterable(offer.suggestions(state) for offer in beside)))


def suggest_any(state: State, asked: Sequence[AnyChoice]) -> Listed[State]:
    """List the moves of the first of these questions that can be answered; standing offers come last.

    Raises RulesError if nobody can move.
    """
    for choice in sorted(asked, key=lambda choice: choice.standing):
        listed = suggest(state, choice, asked)
        if listed.answers:
            return listed
    raise RulesError("the game is not over, but nobody has a move that can be listed")
