"""The base of all choices and effects of Daimyo: who decides for whom, and by which clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from domain.games.daimyo import versions
from domain.games.daimyo.facts.sources import name_source
from domain.games.daimyo.facts.turn import EffectWithout, NothingToDo
from domain.games.daimyo.printed.goods import one
from domain.games.daimyo.printed.vocabulary import AnyEffect, Effect, Effects
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.describe import describe
from domain.games.daimyo.verbs.moves import PlaceMove
from domain.games.daimyo.verbs.subjects import card_subjects
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import English
from domain.kernel.choice import Choice, M, Move, Subject, Task
from domain.kernel.errors import IllegalMove
from domain.kernel.fact import kebab_case
from domain.kernel.language import say, translate

T = TypeVar("T")


class Deed(msgspec.Struct, frozen=True, gc=False):
    """The context of an effect: the affected side (`owner`), the seat that decides, and its clause.

    `advantage` binds the decisions for the empire (daimyo.solo.to-its-advantage). `card` is the source that causes it:
    a card, tile or ability. Version 1 of the rules leaves it unset, version 2 names it in English.
    """

    owner: int
    seat: int
    clause: str
    advantage: bool = False
    card: English | msgspec.UnsetType = msgspec.UNSET


def deed_of(seat: int, clause: str, card: str | msgspec.UnsetType = msgspec.UNSET) -> Deed:
    """Return the deed of a player who acts on their own behalf."""
    return Deed(seat, seat, clause, card=card)


def names_cards(state: DaimyoState) -> bool:
    """Return whether facts say which card they follow from."""
    return state.rules >= versions.CARDS_ARE_NAMED


def name_card(state: DaimyoState, source: str) -> str | msgspec.UnsetType:
    """Return a source as facts hold it: its id, in version 2 its name, and UNSET if facts name no cards."""
    if not names_cards(state):
        return msgspec.UNSET
    return source if state.rules >= versions.FACTS_HOLD_IDS else name_source(source)


def describe_unless_ids(state: DaimyoState, effects: Effects) -> str | msgspec.UnsetType:
    """Describe effects if facts hold phrases, otherwise return UNSET."""
    return msgspec.UNSET if state.rules >= versions.FACTS_HOLD_IDS else describe(effects)


def describe_if_named(state: DaimyoState, effects: Effects) -> str | msgspec.UnsetType:
    """Describe effects if facts name cards and hold phrases, as only in version 2, otherwise return UNSET."""
    return describe_unless_ids(state, effects) if names_cards(state) else msgspec.UNSET


def hold_if_ids(state: DaimyoState, held: T) -> T | msgspec.UnsetType:
    """Return what facts hold in place of a phrase, otherwise UNSET."""
    return held if state.rules >= versions.FACTS_HOLD_IDS else msgspec.UNSET


class Step(Task[DaimyoState, DaimyoTable], frozen=True, gc=False, omit_defaults=True):
    """A task of Daimyo."""


class Question(Choice[DaimyoState, DaimyoTable, M], Generic[M], frozen=True, gc=False, omit_defaults=True):
    """A choice of Daimyo. By default it depends only on public information, and a sole legal move is made
    automatically."""

    public = True
    automatic = True

    def why_not(self, state: DaimyoState, move: M) -> IllegalMove | None:
        """Explain why a move of the asked kind is illegal; None if there is no reason specific to its kind."""
        return None

    def label(self, state: DaimyoState, move: M, names: Sequence[str]) -> str:
        """Say what a move does, and what its place yields."""
        return (
            f"{move.label()}{describe_yield(state, move.place_id())}" if isinstance(move, PlaceMove) else move.label()
        )

    def refuse(self, state: DaimyoState, move: Move) -> IllegalMove:
        found = self.why_not(state, move) if self.asks_for(move) else None
        if found is not None:
            return found
        return IllegalMove(
            "daimyo.turn.finish-before-next",
            say("Something else comes first: {prompt}.", prompt=translate(self.prompt).rstrip(".?")),
        )


class RaisedByDeed:
    """The part that questions raised by a deed have in common: they are about its card."""

    __slots__ = ()
    deed: Deed

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        """Return the hero or the clan of the deed, if it has one."""
        return card_subjects(state, self.deed.card) if isinstance(self.deed.card, str) else ()


class CardEffect(
    msgspec.Struct,
    Effect[DaimyoState, DaimyoTable, Deed],
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="do",
    tag=kebab_case,
):
    """The base of the effects of Daimyo's cards and tiles, which content names by their tags: `do = "gain-choice"`."""

    @classmethod
    def tag(cls) -> str:
        return str(cls.__struct_config__.tag)


class DoEffects(Step, frozen=True, gc=False):
    """The remaining effects of a card or tile, in order."""

    deed: Deed
    effects: Effects

    clause = "daimyo.turn.finish-before-next"

    def run(self, table: DaimyoTable) -> None:
        effect = self.effects[0]
        with table.citing(self.deed.clause):
            if effect.can(table.state, self.deed):
                effect.perform(table, self.deed)
            else:
                leave_out(table, self.deed, effect)
        if len(self.effects) > 1:
            table.then(DoEffects(self.deed, self.effects[1:]))


def leave_out(table: DaimyoTable, deed: Deed, effect: AnyEffect) -> None:
    """Record that an effect does nothing, and whether it counts as done in full."""
    state, tag, owner = table.state, effect.tag(), deed.owner
    consoled = state.may(owner).consoled_when_incomplete
    if consoled and state.rules >= versions.DONE_IN_FULL and effect.is_done(state, deed):
        with table.citing("daimyo.ruling.incomplete-action"):
            what = describe_unless_ids(state, (effect,))
            table.emit(NothingToDo(table.clause, owner, tag, what, deed.card, hold_if_ids(state, (effect,))))
    else:
        what = describe_if_named(state, (effect,))
        table.emit(EffectWithout(table.clause, owner, tag, what, deed.card, hold_if_ids(state, (effect,))))


def describe_yield(state: DaimyoState, place: str) -> str:
    """Say in brackets what a site or shadow space yields; return "" for other places."""
    if place in state.content.sites:
        return f" ({translate(state.content.sites[place].resource)})"
    if place in state.content.shadow_spaces:
        return f" ({one('gold', state.content.shadow_spaces[place].gold)})"
    return ""


def do(table: DaimyoTable, deed: Deed, effects: Effects) -> None:
    """Put effects on the agenda."""
    if effects:
        table.then(DoEffects(deed, effects))


def can_any(effects: Effects, state: DaimyoState, deed: Deed) -> bool:
    """Return whether any effect of a list would do something now."""
    return any(effect.can(state, deed) for effect in effects)
