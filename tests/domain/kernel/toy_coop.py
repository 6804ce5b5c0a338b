"""A toy game that one to four seats win or lose together against a side that plays by itself.

The first seat begins with two points. In each round every seat in turn does an errand for all or earns a point for
itself, then the Daimyo takes a point from the seat that has most. After the last round the seats win if even the last
of them has enough points and enough errands are done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.audience import Public, Viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import Choice, Move, Task
from domain.kernel.content import Content
from domain.kernel.drawing.looks import Looks
from domain.kernel.errors import IllegalMove
from domain.kernel.fact import Fact, replace_at
from domain.kernel.options import GameOptions, OnResignation
from domain.kernel.rulebook import Clause, Rulebook
from domain.kernel.ruleset import Ruleset
from domain.kernel.scoring import Goal, Result, ScoreLine, SeatScore, end_together
from domain.kernel.table import Asked, Ended, Outcome, State, Table, make_stored_type

CLAUSES = ("turn", "daimyo", "end", "end.lowest", "end.errands", "end.all", "end.resignation")


class CoopOptions(GameOptions, frozen=True, forbid_unknown_fields=True):
    rounds: int = 2
    lowest: int = 1
    errands: int = 1


class CoopState(State):
    content: Content
    options: CoopOptions
    points: tuple[int, ...] = ()
    errands: int = 0
    round: int = 0


class ErrandDone(Fact[CoopState], frozen=True):
    seat: Public[int]

    def evolve(self, state: CoopState) -> None:
        state.errands += 1

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.seat]} does an errand."


class Earned(Fact[CoopState], frozen=True):
    seat: Public[int]

    def evolve(self, state: CoopState) -> None:
        state.points = replace_at(state.points, self.seat, state.points[self.seat] + 1)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.seat]} earns a point."


class RoundEnded(Fact[CoopState], frozen=True):
    side: Public[int]
    victim: Public[int]

    def evolve(self, state: CoopState) -> None:
        state.points = replace_at(state.points, self.victim, max(0, state.points[self.victim] - 1))
        state.round += 1

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.side]} takes a point from {names[self.victim]}."


class Help(Move, frozen=True):
    def label(self) -> str:
        return "do an errand"


class Earn(Move, frozen=True):
    def label(self) -> str:
        return "earn a point"


class CoopTable(Table[CoopState]):
    pass


class Turn(Choice[CoopState, CoopTable, Help | Earn], frozen=True):
    prompt = "Do an errand or earn a point."
    clause = "coop.turn"

    def moves(self, state: CoopState) -> Iterator[Help | Earn]:
        yield Help()
        yield Earn()

    def resolve(self, table: CoopTable, move: Help | Earn) -> None:
        table.emit((ErrandDone if isinstance(move, Help) else Earned)(self.clause, self.seat))

    def refuse(self, state: CoopState, move: Move) -> IllegalMove:
        return IllegalMove(self.clause, "Do an errand or earn a point.")


class Round(Task[CoopState, CoopTable], frozen=True):
    clause = "coop.turn"

    def run(self, table: CoopTable) -> None:
        if table.state.round == table.state.options.rounds:
            with table.citing("coop.end"):
                table.end(result(table.state))
            return
        table.then(*map(Turn, range(len(table.state.points))), DaimyoActs(), Round())


class DaimyoActs(Task[CoopState, CoopTable], frozen=True):
    clause = "coop.daimyo"

    def run(self, table: CoopTable) -> None:
        points = table.state.points
        table.emit(RoundEnded(self.clause, len(points), points.index(max(points))))


class CoopView(msgspec.Struct, frozen=True):
    points: tuple[int, ...]
    errands: int
    result: Result | None


class CoopLooks(Looks[CoopView]):
    def board(self, view: CoopView, names: Sequence[str]) -> str:
        lines = [f"{name}: {points}" for name, points in zip(names, view.points, strict=False)]
        return "\n".join([*lines, f"Errands: {view.errands}"])


class CoopToy(Ruleset[CoopState, CoopOptions, CoopView]):
    id = "coop"
    title = "Together"
    options_type = CoopOptions
    move_types = (Help, Earn)
    fact_types = (ErrandDone, Earned, RoundEnded, Ended, Asked[Turn | Round | DaimyoActs])
    state_type = make_stored_type(CoopState, (Turn, Round, DaimyoActs))
    most_seats = range(1, 5)

    def __init__(self) -> None:
        super().__init__(
            Rulebook([Clause(f"coop.{name}", name, f"The rule of {name}.", "toy") for name in CLAUSES]),
            Content({}),
            CoopLooks(),
        )

    def side_names(self, options: CoopOptions, seats: int) -> tuple[str, ...]:
        return ("the Daimyo",)

    def initial_state(self, options: CoopOptions, seats: int) -> CoopState:
        return CoopState(content=self.content, options=options, points=(0,) * seats)

    def open(self, options: CoopOptions, seats: int, chance: Chance) -> Outcome[CoopState]:
        table = self.table(self.start(options, seats), chance)
        with table.citing("coop.daimyo"):
            table.emit(Earned(table.clause, 0))
            table.emit(Earned(table.clause, 0))
            table.then(Round())
            table.advance()
            return table.outcome()

    def table(self, state: CoopState, chance: Chance) -> CoopTable:
        return CoopTable(state, chance)

    def view(self, state: CoopState, viewer: Viewer) -> CoopView:
        return CoopView(state.points, state.errands, state.result)

    def scores(self, state: CoopState) -> list[SeatScore]:
        return list(result(state).scores)

    def on_resignation(self, options: CoopOptions, seats: int) -> OnResignation:
        return "end"

    def resigned(self, state: CoopState, seat: int, earlier: Sequence[int] = ()) -> Result:
        clause = "coop.end.resignation"
        return end_together(clause, clause, seat_scores(state), goals(state), lost=True)


def goals(state: CoopState) -> tuple[Goal, ...]:
    return (
        Goal("coop.end.lowest", "fewest-points", state.options.lowest, min(state.points)),
        Goal("coop.end.errands", "errands", state.options.errands, state.errands),
    )


def seat_scores(state: CoopState) -> list[SeatScore]:
    return [
        SeatScore(seat, points, 1, (ScoreLine("coop.turn", "work", points),))
        for seat, points in enumerate(state.points)
    ]


def result(state: CoopState) -> Result:
    missed = next((goal.clause for goal in goals(state) if not goal.is_met), None)
    return end_together("coop.end", missed or "coop.end.all", seat_scores(state), goals(state))
