"""Dice: rolling the pool, and turning a placed die by 1."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.daimyo import draws
from domain.games.daimyo.facts.turn import DiceRolled, DieChanged
from domain.games.daimyo.printed.entries import COLOURS
from domain.games.daimyo.printed.vocabulary import Direction
from domain.games.daimyo.state import DaimyoState, Die
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed
from domain.games.daimyo.verbs.describe import TURNS, how_often
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.moves import DECLINE
from domain.kernel.words import title

LEAST, MOST = 1, 6
DIRECTIONS = {"up": (1,), "down": (-1,), "either": (1, -1)}


class TurnDie(Move, frozen=True, gc=False):
    """Turn your die on a space by 1, up or down."""

    space: Public[str]
    by: Public[int]

    def label(self) -> str:
        return say("{by:+} on the die on {space}", by=self.by, space=title(self.space))


class ChooseDie(RaisedByDeed, Question[Move], frozen=True, gc=False):
    """Turn your dice by 1, up to a number of times; skipped if none can be turned."""

    deed: Deed
    directions: tuple[int, ...]
    left: int

    # daimyo.tile.adv.storage-and-dice is one of the cards that ask this question.
    clause = "daimyo.hero-discard.bounds"
    prompt = "Turn one of your dice by 1."

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        for space, by in possible_turns(state, self.deed.owner, self.directions):
            yield TurnDie(space, by)
        yield DECLINE

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        if not isinstance(move, TurnDie):
            return
        with table.citing(self.deed.clause):
            turn_die(table, self.deed.owner, move.space, move.by)
        if self.left > 1:
            table.then(replace(self, left=self.left - 1))

    def why_not(self, state: DaimyoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, TurnDie):
            return None
        if -move.by in self.directions and move.by not in self.directions:
            return IllegalMove(self.deed.clause, say("This effect turns dice only the other way."))
        return why_not_turn(state, self.deed.owner, move.space)


def roll(table: DaimyoTable, side: int) -> None:
    """Roll every die of the pool and sort them by value (daimyo.round.roll)."""
    counts = zip(COLOURS, table.state.parameters.dice, strict=True)
    colours = [colour for colour, count in counts for _ in range(count)]
    values = table.chance.roll(draws.ACTION_DICE, len(colours))
    dice = [Die(colour, value) for colour, value in zip(colours, values, strict=True)]
    dice.sort(key=lambda die: (die.value, die.colour))
    table.emit(DiceRolled("daimyo.round.roll", side, tuple(dice)))


def possible_turns(state: DaimyoState, side: int, directions: tuple[int, ...]) -> list[tuple[str, int]]:
    """List the placed dice that can be turned, with the direction, within 1 to 6 (daimyo.hero-discard.bounds)."""
    return [
        (placed.space, by)
        for placed in state.dice.placed[side]
        for by in directions
        if LEAST <= placed.die.value + by <= MOST
    ]


def turn_die(table: DaimyoTable, side: int, space: str, by: int) -> None:
    """Turn the die on a space."""
    die = next(placed.die for placed in table.state.dice.placed[side] if placed.space == space)
    table.emit(DieChanged(table.clause, side, space, die.colour, die.value + by))


def why_not_turn(state: DaimyoState, side: int, space: str) -> IllegalMove:
    """Explain why a die cannot be turned that way."""
    if all(placed.space != space for placed in state.dice.placed[side]):
        return IllegalMove("daimyo.hero-discard.modify-die", say("You have no die on {space!r}.", space=space))
    return IllegalMove("daimyo.hero-discard.bounds", say("A die is turned by 1 and stays from 1 to 6."))


class AdjustDie(CardEffect, frozen=True):
    """Change one of the owner's placed dice by 1, a number of times: up, down, or either way."""

    verb = "turn a die"

    direction: Direction = "either"
    times: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        directions = DIRECTIONS[self.direction]
        table.then(ChooseDie(seat=deed.seat, deed=deed, directions=directions, left=self.times))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return bool(possible_turns(state, deed.owner, DIRECTIONS[self.direction]))

    def phrase(self) -> str:
        found = translate(TURNS[self.direction])
        return say("{effect}, {times}", effect=found, times=how_often(self.times)) if self.times > 1 else found
