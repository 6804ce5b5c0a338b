"""The menu of a turn, and the base of the moves on it: the main action, the bonus actions, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import ClassVar, Self

from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import Question
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.choice import Move, find_kinds
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say


class TurnAction(Move, frozen=True, gc=False):
    """A move on the menu of a turn."""

    rank: ClassVar[int]
    """The place of its kind on the menu, from the top."""

    @classmethod
    def offered(cls, state: DaimyoState, menu: TurnMenu) -> Iterable[Self]:
        """List the moves of this kind that are legal now."""
        raise NotImplementedError

    def deed(self, state: DaimyoState, menu: TurnMenu) -> str:
        """Say what the move does in this turn."""
        return self.label()

    def act(self, table: DaimyoTable, menu: TurnMenu) -> TurnMenu | None:
        """Carry it out, and return the menu that is left; None if the turn is over."""
        raise NotImplementedError

    def why_not(self, state: DaimyoState, menu: TurnMenu) -> IllegalMove:
        """Explain why it is not on the menu now."""
        raise NotImplementedError


class ActionElsewhere(Move, frozen=True, gc=False):
    """A move for another moment, which explains why it is never on the menu of a turn."""

    def why_not_in_turn(self, state: DaimyoState, seat: int) -> IllegalMove:
        """Explain when a seat can make it."""
        raise NotImplementedError


class TurnMenu(Question[Move], frozen=True, gc=False):
    """The actions that remain for a player in this turn, in any order (daimyo.turn.main-and-bonus,
    daimyo.bonus.before-or-after).

    The fields say what is still available; each bonus action is allowed once a turn (daimyo.bonus.once-per-turn),
    except discarding heroes (daimyo.hero-discard.modify-die, daimyo.hero-discard.faq-four-cards). One action is
    finished before the next begins, since it is above this menu (daimyo.turn.finish-before-next). A hero or tile may
    repeat the action (daimyo.turn.repeat-by-other-source).
    """

    space: str
    main: bool = True
    hero: bool = True
    ability: bool = True
    tile: bool = True
    clan_tile: bool = True

    clause = "daimyo.turn.main-and-bonus"
    prompt = "Your turn: main action, bonus actions, or end."
    public = False
    automatic = False

    def moves(self, state: DaimyoState) -> Iterator[Move]:
        for kind in _kinds():
            yield from kind.offered(state, self)

    def label(self, state: DaimyoState, move: Move, names: Sequence[str]) -> str:
        return move.deed(state, self) if isinstance(move, TurnAction) else move.label()

    def resolve(self, table: DaimyoTable, move: Move) -> None:
        assert isinstance(move, TurnAction)
        left = move.act(table, self)
        if left is not None:
            table.then(left)

    def refuse(self, state: DaimyoState, move: Move) -> IllegalMove:
        if isinstance(move, TurnAction):
            return move.why_not(state, self)
        if isinstance(move, ActionElsewhere):
            return move.why_not_in_turn(state, self.seat)
        return IllegalMove(self.clause, say("That is part of an action: begin the action first."))


@cache
def _kinds() -> tuple[type[TurnAction], ...]:
    return tuple(sorted(find_kinds(TurnAction), key=lambda kind: kind.rank))
