"""A game between people and bots at one terminal: in memory only, by the same rules as everywhere."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from domain.kernel.choice import AnyChoice, Move
from domain.kernel.fact import Fact
from domain.kernel.table import State
from domain.rulesets import AnyRuleset
from kifu.selfplay.play import chance_of


@dataclass(frozen=True)
class Option:
    """A legal move with the question that it answers."""

    choice: AnyChoice
    move: Move


@dataclass
class Match:
    """A game being played. `seed` decides all chance; the same seed and moves make the same game."""

    ruleset: AnyRuleset
    options: msgspec.Struct
    seats: int
    seed: str
    step: int = 1
    state: State = field(init=False)
    opening: tuple[Fact[State], ...] = field(init=False)
    """The facts of the set-up."""
    _mover: int | None = field(init=False, default=None)
    _earlier: list[State] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self._chance = chance_of(self.seed)
        outcome = self.ruleset.open(self.options, self.seats, self._chance)
        self.state, self.opening = outcome.state, outcome.facts

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that must move now."""
        return self.ruleset.asked(self.state)

    def questions(self, seat: int) -> list[AnyChoice]:
        """What a seat is asked now."""
        return [choice for choice in self.ruleset.choices(self.state) if choice.seat == seat]

    def legal(self, seat: int) -> list[Option]:
        """The legal moves of a seat, question by question."""
        return [Option(choice, move) for choice in self.questions(seat) for move in choice.moves(self.state)]

    def play(self, seat: int, move: Move) -> tuple[Fact[State], ...]:
        """Play a move and return its facts; raises IllegalMove or NotAsked."""
        before = self.state
        self.step += 1
        chance = self._chance.at(self.step)
        outcome = self.ruleset.decide(before, seat, move, chance)
        if self._mover != seat:
            self._earlier = []
        if chance.outcomes or any(fact.reveals for fact in outcome.facts):
            self._earlier = []
        else:
            self._earlier.append(before)
        self._mover = seat
        self.state = outcome.state
        return outcome.facts

    def take_back(self, seat: int) -> bool:
        """Take back the last move of a seat; False if others moved since, or chance or hidden things were seen."""
        if self._mover != seat or not self._earlier:
            return False
        self.state = self._earlier.pop()
        self.step += 1
        return True
