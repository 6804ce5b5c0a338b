"""The Assign Disciples Phase: in Player Order, over and over, each seat places one Disciple."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.coop.daimyo_assigning import assign_next, next_on_display
from domain.games.yedo.effects import spaces
from domain.games.yedo.effects.rival_annexes import free_rival_annexes, may_have_rival_annex
from domain.games.yedo.facts.base import figure_name, space_name
from domain.games.yedo.facts.pieces import DisciplePlaced, NowhereToGo
from domain.games.yedo.phases import playing
from domain.games.yedo.printed.parts import FIGURES, Figure
from domain.games.yedo.state import YedoState, annex_on, annex_owner, errand_on
from domain.games.yedo.verbs.asking import Question, Step, Use
from domain.games.yedo.verbs.course import abilities
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.verbs.turns import sides_after
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import DECLINE, Decline
from domain.kernel.words import title


class Place(Move, frozen=True, gc=False):
    """Assign a Disciple to a space of the board, to an Annex of yours, or to an opponent's for a Mission.

    The space of an open Errand is possible too. With `figure`, assign a Specialist of that kind, the Ronin or the
    Errand Boy (yedo.ruling.errand-boy-spaces).
    """

    space: Public[str]
    figure: Public[Figure] = "disciple"

    def label(self) -> str:
        return say("assign {figure} to {space}", figure=figure_name(self.figure), space=title(self.space))


class AssignPhase(Step, frozen=True, gc=False):
    """Run the Assign Disciples Phase."""

    clause = "yedo.assign.mandatory"

    def run(self, table: YedoTable) -> None:
        table.then(NextToAssign())


class NextToAssign(Step, frozen=True, gc=False):
    """Ask the next seat that has a Disciple to place; `after` placed the last one.

    The Daimyo places when its turn in Player Order comes (yedo.coop.assign-players). The seats `out` found no free
    space and keep their Disciples at home for this round (yedo.ruling.no-space-left).
    """

    after: int | None = None
    out: tuple[int, ...] = ()

    clause = "yedo.assign.turns"

    def run(self, table: YedoTable) -> None:
        state, out = table.state, self.out
        for seat in sides_after(state, self.after):
            if seat == state.daimyo:
                if (place := next_on_display(state)) is not None:
                    assign_next(table, place)
                    table.then(NextToAssign(after=seat, out=out))
                    return
                continue
            if seat in out or not state.pieces.house[seat]:
                continue
            if spaces.has_place(state, seat) or may_have_rival_annex(state, seat):
                table.then(Assign(seat=seat, out=out))
                return
            with table.citing("yedo.ruling.no-space-left"):
                table.emit(NowhereToGo(table.clause, seat))
            out = (*out, seat)


def kinds_at_home(state: YedoState, seat: int) -> list[Figure]:
    """Return the kinds of figures in a Clan House in a fixed order, regardless of earlier moves."""
    kinds = set(state.pieces.house[seat])
    return [figure for figure in FIGURES if figure in kinds] if len(kinds) > 1 else [*kinds]


class Assign(Question[Move], frozen=True, gc=False):
    """Place one Disciple, after playing any cards of this moment.

    A seat that cannot place any more declines, as does one that finds only opponents' Annexes free and has no Mission
    for them; nobody else knows the reason.
    """

    out: tuple[int, ...] = ()

    clause = "yedo.assign.one-per-turn"
    prompt = "Assign a Disciple."
    public = False
    automatic = False
    interruptible = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        seat, kinds = self.seat, kinds_at_home(state, self.seat)
        free = [*spaces.places(state, seat)] if kinds else []
        for figure in kinds:
            for space in free:
                yield Place(space, figure)
        if not free:
            yield DECLINE
        for figure in kinds:
            yield from (Place(space, figure) for space in free_rival_annexes(state, seat))
        yield from playing.plays(state, seat, "own-assignment")
        yield from abilities(state, seat, "own-assignment")

    def suggestions(self, state: YedoState) -> Iterator[Move]:
        """List equivalent spaces only once."""
        spaces_known = state.content.spaces
        seen: set[tuple[str, str, str]] = set()
        for move in self.moves(state):
            if isinstance(move, Place) and (entry := spaces_known.get(move.space)) is not None:
                what = (entry.district, entry.action, move.figure)
                if what in seen:
                    continue
                seen.add(what)
            yield move

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if isinstance(move, Place) and names:
            return say(
                "assign {figure} to {space}",
                figure=figure_name(move.figure),
                space=space_name(move.space, names),
            )
        return move.label()

    def group_of(self, state: YedoState, move: Move, names: Sequence[str]) -> str | None:
        return say("assign {figure}", figure=figure_name(move.figure)) if isinstance(move, Place) else None

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, Use):
            move.use(table, self.seat)
            table.then(self)
        elif isinstance(move, Place):
            with table.citing(_clause_of(self.seat, move)):
                table.emit(DisciplePlaced(table.clause, self.seat, move.space, move.figure))
            table.then(NextToAssign(after=self.seat, out=self.out))
        else:
            with table.citing("yedo.ruling.no-space-left"):
                table.emit(NowhereToGo(table.clause, self.seat))
            table.then(NextToAssign(after=self.seat, out=(*self.out, self.seat)))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if isinstance(move, Decline):
            return IllegalMove("yedo.assign.mandatory", say("You have a Disciple left and must place one."))
        if not isinstance(move, Place):
            return None
        if state.pieces.house[self.seat] and move.figure not in state.pieces.house[self.seat]:
            why = say("In your Clan House there is none: you cannot {label}.", label=move.label())
            return IllegalMove(self.clause, why)
        return spaces.why_not(state, self.seat, move.space)


def _clause_of(seat: int, move: Place) -> str:
    """Return the clause by which a seat assigns a Disciple to a space."""
    if move.figure == "errand-boy":
        return "yedo.coop.assign-errand-boy"
    if errand_on(move.space) is not None:
        return "yedo.coop.errand-space"
    if annex_on(move.space) is None:
        return "yedo.assign.where"
    return "yedo.assign.annex-district" if annex_owner(move.space) == seat else "yedo.assign.hard-interaction-annex"
