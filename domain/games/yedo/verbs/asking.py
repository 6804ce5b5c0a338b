"""The base of all choices and effects of Yedo: who decides for whom, and by which clause."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeAlias

import msgspec

from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.printed.vocabulary import AnyEffect, Effect, Effects
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.holding import describe_unless_ids, hold_if_ids
from domain.games.yedo.verbs.subjects import card_subjects
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.choice import Choice, M, Move, Subject, Task
from domain.kernel.errors import IllegalMove
from domain.kernel.fact import kebab_case
from domain.kernel.language import say, translate


class Deed(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The context of an effect: the seat that it affects (`owner`), whose card it is (`seat`), and its clause.

    `source` is the id of the card or thing, "" for an action of a District; `space` is that of the activated figure, ""
    if none is activated. `target` is the seat that the card is aimed at, `partner` the one that helps with a Mission.
    `apart` says that the card is for several seats but this effect only for its owner.
    """

    owner: int
    seat: int
    clause: str
    source: str = ""
    space: str = ""
    target: int | None = None
    partner: int | None = None
    apart: bool = False


def deed_of(seat: int, clause: str, source: str = "", space: str = "") -> Deed:
    """Return the deed of a player who acts on their own behalf."""
    return Deed(seat, seat, clause, source, space)


class Unasked(Move, frozen=True, gc=False):
    """A move that explains why it is illegal even at questions that do not ask for it."""

    def why_not(self, state: YedoState, seat: int) -> IllegalMove | None:
        """Explain why a seat cannot make the move now; None if this kind of move has no reason of its own."""
        raise NotImplementedError


class Use(Unasked, frozen=True, gc=False):
    """A move that uses a card or an ability during a question, which stays open."""

    def use(self, table: YedoTable, seat: int) -> None:
        """Carry it out for a seat; the caller has checked that this is its moment."""
        raise NotImplementedError


class Step(Task[YedoState, YedoTable], frozen=True, gc=False, omit_defaults=True):
    """A task of Yedo."""


class Question(Choice[YedoState, YedoTable, M], Generic[M], frozen=True, gc=False, omit_defaults=True):
    """A choice of Yedo. By default it depends only on public information, and a sole legal move is made automatically.

    A question whose moves follow from a hand says `public = False` and `automatic = False`.
    """

    public = True
    automatic = True
    interruptible: ClassVar[bool] = False
    """Whether Action Cards of any time may be played while it is open (yedo.ruling.any-phase-cards)."""

    def why_not(self, state: YedoState, move: M) -> IllegalMove | None:
        """Explain why a move of the asked kind is illegal; None if there is no reason specific to its kind."""
        return None

    def refuse(self, state: YedoState, move: Move) -> IllegalMove:
        found = self.why_not(state, move) if self.asks_for(move) else None
        if found is None and isinstance(move, Unasked):
            found = move.why_not(state, self.seat)
        if found is not None:
            return found
        return IllegalMove(
            self.clause,
            say("Something else comes first: {prompt}.", prompt=translate(self.prompt).rstrip(".?\N{NO-BREAK SPACE}")),
        )


AnyQuestion: TypeAlias = Question[Any]


class RaisedByDeed:
    """The part that questions raised by a deed have in common: they are about its card."""

    __slots__ = ()
    deed: Deed

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        """Return the card of the deed, if it has one."""
        return card_subjects(state, self.deed.source) if self.deed.source else ()


class CardEffect(
    msgspec.Struct,
    Effect[YedoState, YedoTable, Deed],
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="do",
    tag=kebab_case,
):
    """The base of the effects of Yedo's cards, which content names by their tags: `do = "lose-mon"`."""


class DoEffects(Step, frozen=True, gc=False):
    """The remaining effects of a card, in order."""

    deed: Deed
    effects: Effects

    clause = "yedo.components.action-anatomy"

    def run(self, table: YedoTable) -> None:
        effect = self.effects[0]
        with table.citing(self.deed.clause):
            if effect.can(table.state, self.deed):
                effect.perform(table, self.deed)
            else:
                leave_out(table, self.deed, effect)
        if len(self.effects) > 1:
            table.then(DoEffects(self.deed, self.effects[1:]))


def leave_out(table: YedoTable, deed: Deed, effect: AnyEffect) -> None:
    """Record that an effect does nothing now."""
    what, held = describe_unless_ids(table.state, (effect,)), hold_if_ids(table.state, (effect,))
    table.emit(EffectWithout(table.clause, deed.owner, effect.tag, what, held))


def do(table: YedoTable, deed: Deed, effects: Effects) -> None:
    """Put effects on the agenda."""
    if effects:
        table.then(DoEffects(deed, effects))


def can_any(effects: Effects, state: YedoState, deed: Deed) -> bool:
    """Return whether any effect of a list would do something now."""
    return any(effect.can(state, deed) for effect in effects)
