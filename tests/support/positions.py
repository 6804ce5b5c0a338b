"""A position in a game, as the tests of each ruleset write it: `when` a seat moves, `then` this holds."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove, NotAsked
from domain.kernel.fact import Fact
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.table import Outcome, State, Table
from kifu.fuzzing.laws import check_refusal, check_step

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Fact)
M = TypeVar("M", bound=Move)


class Reached(Generic[S]):
    """A state of a game, with the facts that led to it or the refusal that left it as it was."""

    rules: AnyRuleset

    def __init__(self, state: S, facts: tuple[Fact, ...] = (), refusal: IllegalMove | None = None) -> None:
        self.state = state
        self.facts = facts
        self.refusal = refusal

    def check(self, outcome: Outcome[S]) -> None:
        """Fail if a step from here breaks an invariant of this ruleset."""
        raise NotImplementedError

    def when(self, seat: int, move: Move, seed: int = 0) -> Self:
        """The position after a move of a seat, or the same one if the rules refuse it."""
        assert self.refusal is None, f"the move before was refused: {self.refusal}"
        rules, before = self.rules, self.rules.encode_state(self.state)
        try:
            outcome = rules.decide(self.state, seat, move, Chance(seed.to_bytes(32, "big"), 2))
        except IllegalMove as refusal:
            check_refusal(rules, refusal)
            assert move not in self.offered(seat)
            assert rules.encode_state(self.state) == before
            return type(self)(self.state, refusal=refusal)
        assert rules.encode_state(self.state) == before, "the old state was changed"
        assert move in self.offered(seat) or self._fits(seat, move)
        check_step(rules, self.state, outcome)
        self.check(outcome)
        return type(self)(outcome.state, outcome.facts)

    def running(self, seed: int = 0) -> Self:
        """Carry out the tasks at the top of the agenda up to the next choice."""
        return self._carried_out(self.rules.table(self.state, Chance(seed.to_bytes(32, "big"), 2)))

    def happening(self, *facts: Fact) -> Self:
        """Apply these facts and what follows from them immediately."""
        table = self.rules.table(self.state, Chance(bytes(32), 2))
        for fact in facts:
            table.clause = fact.clause
            table.emit(fact)
        table.settle()
        return self._carried_out(table)

    def _carried_out(self, table: Table[S]) -> Self:
        table.advance()
        outcome = table.outcome()
        check_step(self.rules, self.state, outcome)
        return type(self)(outcome.state, outcome.facts)

    def until(self, question: str) -> Self:
        """Take the first move offered until a choice of this kind is open; the position has the facts of all moves."""
        game, facts = self, list(self.facts)
        while question not in [name for _, name in game.asks()]:
            game = game.when(game.asked_seat(), game.any_move())
            facts += game.facts
        return type(self)(game.state, tuple(facts))

    def when_not_asked(self, seat: int, move: Move) -> Self:
        """Check that the seat is not asked for a move now."""
        try:
            self.rules.decide(self.state, seat, move, Chance(bytes(32), 2))
        except NotAsked:
            return self
        raise AssertionError(f"seat {seat} is asked")

    def asked_seat(self) -> int:
        """The seat that is asked now."""
        return self.asks()[0][0]

    def any_move(self) -> Move:
        """The first move that answers the question now asked."""
        choice = next(choice for choice in self.rules.choices(self.state) if not choice.standing)
        return next(iter(choice.moves(self.state)))

    def refused(self, clause: str) -> Self:
        """Check that the move was refused by this clause. The position is unchanged, and the game continues from it."""
        assert self.refusal is not None, f"accepted: {self.facts}"
        assert self.refusal.clause == clause, self.refusal
        return type(self)(self.state)

    def citing(self, clause: str, fact: type[Fact]) -> Self:
        """Check that some fact of this type follows from the clause."""
        assert clause in [found.clause for found in self.facts if isinstance(found, fact)], self.facts
        return self

    def without(self, fact: type[Fact]) -> Self:
        """Check that no fact of this type came from the move."""
        assert not self.of_type(fact), self.facts
        return self

    def of_type(self, fact: type[F]) -> list[F]:
        """Return the facts of this type that came from the move."""
        return [found for found in self.facts if isinstance(found, fact)]

    def offered(self, seat: int, kind: type[M] = Move) -> list[M]:  # type: ignore[assignment]
        """The legal moves of a seat that are of this type."""
        choices = [choice for choice in self.rules.choices(self.state) if choice.seat == seat]
        return [move for choice in choices for move in choice.moves(self.state) if isinstance(move, kind)]

    def _fits(self, seat: int, move: Move) -> bool:
        """Return whether the move is in a family offered to the seat."""
        choices = [choice for choice in self.rules.choices(self.state) if choice.seat == seat]
        families = [family for choice in choices if (family := choice.template(self.state)) is not None]
        return any(family.fits(move) for family in families)

    def asks(self) -> list[tuple[int, str]]:
        """The open choices that wait for an answer: the seat asked, and the kind of choice."""
        choices = self.rules.choices(self.state)
        return [(choice.seat, type(choice).__name__) for choice in choices if not choice.standing]
