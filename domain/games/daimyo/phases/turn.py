"""A player's turn: a die on a main action, the action itself, and bonus actions before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from domain.games.daimyo.actions import (
    construction,
    production,
    recruitment,
    relics,
    villagers,
)
from domain.games.daimyo.actions.recruitment import PayReset, why_no_reset
from domain.games.daimyo.facts.turn import DieTaken, MainActionBegun, NoDieFits, TurnEnded
from domain.games.daimyo.printed.entries import Colour
from domain.games.daimyo.state import DaimyoState, Die
from domain.games.daimyo.verbs.asking import Question
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.games.daimyo.verbs.turn_menu import ActionElsewhere, TurnAction, TurnMenu
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.words import title


class TakeDie(ActionElsewhere, frozen=True, gc=False):
    """Take a die from the pool and put it on a main action."""

    colour: Public[Colour]
    value: Public[int]
    space: Public[str]

    def label(self) -> str:
        return say(
            "{colour} {value} on {space}", colour=translate(self.colour), value=self.value, space=title(self.space)
        )

    def why_not_in_turn(self, state: DaimyoState, seat: int) -> IllegalMove:
        return IllegalMove("daimyo.turn.choose-die", say("You have already taken your die for this turn."))


class GoWithoutDie(Move, frozen=True, gc=False):
    """Take no die, since none in the pool fits a free space."""

    def label(self) -> str:
        return say("take no die")


class DoMainAction(TurnAction, frozen=True, gc=False):
    """Do the main action of this turn's die."""

    rank = 0

    @classmethod
    def offered(cls, state: DaimyoState, menu: TurnMenu) -> Iterable[DoMainAction]:
        return (DO_MAIN_ACTION,) if menu.main else ()

    def label(self) -> str:
        return say("do the main action")

    def deed(self, state: DaimyoState, menu: TurnMenu) -> str:
        return say("{label}: {title}", label=self.label(), title=translate(state.content.actions[menu.space].title))

    def act(self, table: DaimyoTable, menu: TurnMenu) -> TurnMenu:
        action = table.state.content.actions[menu.space]
        table.emit(MainActionBegun(action.clause, menu.seat, action.id))
        MAIN_ACTIONS[menu.space](table, menu.seat)
        return replace(menu, main=False)

    def why_not(self, state: DaimyoState, menu: TurnMenu) -> IllegalMove:
        return IllegalMove("daimyo.turn.choose-die", say("You have already done the main action of this die."))


class EndTurn(TurnAction, frozen=True, gc=False):
    """End the turn."""

    rank = 1

    @classmethod
    def offered(cls, state: DaimyoState, menu: TurnMenu) -> Iterable[EndTurn]:
        return () if menu.main else (END_TURN,)

    def label(self) -> str:
        return say("end the turn")

    def act(self, table: DaimyoTable, menu: TurnMenu) -> None:
        table.emit(TurnEnded("daimyo.turn.end", menu.seat))

    def why_not(self, state: DaimyoState, menu: TurnMenu) -> IllegalMove:
        return IllegalMove("daimyo.ruling.main-action-due", say("Do the main action before you end the turn."))


NO_SPACE = "none"
"""The space recorded for a turn without a die."""
DO_MAIN_ACTION, END_TURN = DoMainAction(), EndTurn()


def _tax(table: DaimyoTable, seat: int) -> None:
    with table.citing("daimyo.tax.gain"):
        table.gain(seat, table.state.content.prices.tax)


MAIN_ACTIONS: dict[str, Callable[[DaimyoTable, int], None]] = {
    "villagers": villagers.begin,
    "production": production.begin,
    "relic": relics.begin,
    "recruitment": recruitment.begin,
    "construction": construction.begin,
    "tax": _tax,
}
"""What each main action does; the value of the die does not matter (daimyo.main.colour-only)."""


class PlaceDie(Question[Move], frozen=True, gc=False):
    """Begin a turn: take a die and put it on a free main action of its colour.

    Tax takes every colour (daimyo.tax.any-colour); see daimyo.main.five-actions. If no die fits, there are only bonus
    actions (daimyo.ruling.no-die-fits).
    """

    clause = "daimyo.turn.choose-die"
    prompt = "Take a die and put it on a main action."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        taken = {placed.space for placed in state.dice.placed[self.seat]}
        free = [action for action in state.content.actions.values() if action.id not in taken]
        fits = False
        for die in dict.fromkeys(state.dice.pool):
            for action in free:
                if action.colour is None or action.colour == die.colour:
                    fits = True
                    yield TakeDie(die.colour, die.value, action.id)
        if not fits:
            yield GoWithoutDie()

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if not isinstance(move, TakeDie):
            table.emit(NoDieFits("daimyo.ruling.no-die-fits", self.seat))
            table.then(TurnMenu(seat=self.seat, space=NO_SPACE, main=False, tile=False))
            return
        table.emit(DieTaken(table.clause, self.seat, Die(move.colour, move.value), move.space))
        table.then(TurnMenu(seat=self.seat, space=move.space))

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if isinstance(move, PayReset):
            return why_no_reset(state, self.seat)
        if isinstance(move, GoWithoutDie):
            return IllegalMove("daimyo.ruling.no-die-fits", say("A die of the pool fits a free space: take one."))
        if not isinstance(move, TakeDie):
            return IllegalMove(self.clause, say("Take a die first."))
        if Die(move.colour, move.value) not in state.dice.pool:
            return IllegalMove(
                self.clause,
                say("There is no {colour} {value} in the pool.", colour=translate(move.colour), value=move.value),
            )
        action = state.content.actions.get(move.space)
        if action is None:
            return IllegalMove(
                "daimyo.main.five-actions",
                say("The space {space!r} is not a main action of a clan board.", space=move.space),
            )
        if any(placed.space == move.space for placed in state.dice.placed[self.seat]):
            return IllegalMove(
                "daimyo.turn.one-die-per-action", say("A die already lies on {title}.", title=translate(action.title))
            )
        return IllegalMove(
            self.clause,
            say("{title} takes {colour} dice.", title=translate(action.title), colour=translate(action.colour or "")),
        )
