"""Effects on Disciples: gaining them, sending them to the Reserve or home, and moving them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.games.yedo.effects.rival_annexes import leave
from domain.games.yedo.effects.spaces import free_spaces, why_not
from domain.games.yedo.facts.base import figure_name
from domain.games.yedo.facts.pieces import DiscipleMoved
from domain.games.yedo.printed.parts import Figure, Placed
from domain.games.yedo.printed.term_words import WHOM, name_district, some
from domain.games.yedo.printed.terms import District
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed
from domain.games.yedo.verbs.modifiers import disciple_limit
from domain.games.yedo.verbs.moves import ChooseSpace
from domain.games.yedo.verbs.table import LAST_TWO, YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import ACTION_CARD, DISCIPLE, SOME_USE, Prospect
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate

NO_FIGURE = mark("No Disciple that you could choose stands there.")


class ChooseFigure(Move, frozen=True, gc=False):
    """Choose a Disciple or a Specialist by its kind."""

    figure: Public[Figure]

    def label(self) -> str:
        return say("take {figure}", figure=figure_name(self.figure))


class CallHome(RaisedByDeed, Question[ChooseSpace], frozen=True, gc=False):
    """Choose a placed Disciple of the seat `whose` to send home."""

    deed: Deed
    whose: int

    clause = "yedo.components.action-anatomy"
    prompt = "Choose the Disciple that goes home."

    def moves(self, state: YedoState) -> Iterator[ChooseSpace]:
        return (ChooseSpace(placed.space) for placed in _at_rest(state, self.whose))

    def resolve(self, table: YedoTable, move: ChooseSpace) -> None:
        with table.citing(self.deed.clause):
            placed = _figure_on(table.state, move.space)
            leave(table, placed)
            table.send_home(placed)

    def why_not(self, state: YedoState, move: ChooseSpace) -> IllegalMove | None:
        return IllegalMove(self.deed.clause, translate(NO_FIGURE))


class TakeFigure(RaisedByDeed, Question[ChooseFigure], frozen=True, gc=False):
    """Choose a Disciple or Specialist of the Reserve to take to the Clan House."""

    deed: Deed

    clause = "yedo.ruling.disciple-from-reserve"
    prompt = "Choose whom you take from the Reserve."

    def moves(self, state: YedoState) -> Iterator[ChooseFigure]:
        return map(ChooseFigure, dict.fromkeys(state.pieces.reserve[self.seat]))

    def resolve(self, table: YedoTable, move: ChooseFigure) -> None:
        with table.citing(self.deed.clause):
            table.gain_disciple(self.seat, move.figure)

    def why_not(self, state: YedoState, move: ChooseFigure) -> IllegalMove | None:
        return IllegalMove(self.clause, say("In your Reserve there is none: you cannot {label}.", label=move.label()))


class MoveFrom(RaisedByDeed, Question[ChooseSpace], frozen=True, gc=False):
    """Choose a placed Disciple of the seat `whose` to move to another space."""

    deed: Deed
    whose: int
    to: District | Literal["choice"]

    clause = "yedo.components.action-anatomy"
    prompt = "Choose the Disciple that moves."

    def moves(self, state: YedoState) -> Iterator[ChooseSpace]:
        return map(ChooseSpace, _spaces_to_leave(state, self.whose, self.to))

    def resolve(self, table: YedoTable, move: ChooseSpace) -> None:
        table.then(MoveTo(seat=self.seat, deed=self.deed, leaving=move.space, to=self.to))

    def why_not(self, state: YedoState, move: ChooseSpace) -> IllegalMove | None:
        return IllegalMove(self.deed.clause, translate(NO_FIGURE))


class MoveTo(RaisedByDeed, Question[ChooseSpace], frozen=True, gc=False):
    """Choose the new space of the Disciple on the space `leaving`."""

    deed: Deed
    leaving: str
    to: District | Literal["choice"]

    clause = "yedo.components.action-anatomy"
    prompt = "Choose the space to which the Disciple moves."

    def moves(self, state: YedoState) -> Iterator[ChooseSpace]:
        whose = _figure_on(state, self.leaving).seat
        return map(ChooseSpace, _spaces_to_reach(state, whose, self.leaving, self.to))

    def resolve(self, table: YedoTable, move: ChooseSpace) -> None:
        moved = _figure_on(table.state, self.leaving)
        leave(table, moved)
        table.emit(DiscipleMoved(self.deed.clause, moved.seat, moved.space, move.space, moved.figure))

    def why_not(self, state: YedoState, move: ChooseSpace) -> IllegalMove | None:
        whose = _figure_on(state, self.leaving).seat
        if move.space.startswith(("annex/", "errand/")) or move.space in free_spaces(state, whose, self.leaving):
            return IllegalMove(self.deed.clause, say("The card does not move a Disciple there."))
        return why_not(state, whose, move.space, self.leaving)


def _figure_on(state: YedoState, space: str) -> Placed:
    placed = state.on(space)
    assert placed is not None
    return placed


def _at_rest(state: YedoState, seat: int) -> Iterator[Placed]:
    """Yield the placed figures of a seat that are not in the middle of an action.

    An activated Disciple stays on its space until it goes home (yedo.action.return-home, yedo.ruling.until-filed):
    elsewhere it would act again.
    """
    return (placed for placed in state.placed_by(seat) if placed.space != state.turns.activated)


def _spaces_to_leave(state: YedoState, seat: int, to: District | Literal["choice"]) -> Iterator[str]:
    """Yield the spaces from which a placed Disciple of a seat could move."""
    for placed in _at_rest(state, seat):
        if any(True for _ in _spaces_to_reach(state, seat, placed.space, to)):
            yield placed.space


def _spaces_to_reach(state: YedoState, seat: int, leaving: str, to: District | Literal["choice"]) -> Iterator[str]:
    """Yield the free spaces to which a seat's Disciple could move from the space `leaving`."""
    free = free_spaces(state, seat, leaving)
    return free if to == "choice" else (space for space in free if state.district_of(space) == to)


def _whose(effect: ReturnDisciple | MoveDisciple, deed: Deed) -> int:
    """Return the seat whose Disciple is meant."""
    if effect.whose == "own":
        return deed.owner
    assert deed.target is not None
    return deed.target


def may_send_to_reserve(state: YedoState, seat: int) -> bool:
    """Return whether a seat can send a Disciple to the Reserve and keep two (yedo.icon.reward-send-reserve)."""
    return state.disciples(seat) > LAST_TWO


class GainDisciple(CardEffect, frozen=True, kw_only=True, tag="disciple"):
    """Take Disciples from the Reserve to the Clan House."""

    count: int = 1

    def perform(self, table: YedoTable, deed: Deed) -> None:
        lying = table.state.pieces.reserve[deed.owner]
        count = min(self.count, _room(table.state, deed.owner))
        if len({*lying}) > 1:
            table.then(*(TakeFigure(seat=deed.owner, deed=deed),) * count)
        else:
            for figure in lying[:count]:
                table.gain_disciple(deed.owner, figure)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return _room(state, deed.owner) > 0

    def phrase(self, voice: Voice = LIST) -> str:
        return voice.says(
            "{take} {disciples} from your Reserve to your Clan House",
            "{take} {disciples} from their Reserve to their Clan House",
            take=voice.does("take"),
            disciples=some(self.count, "disciple"),
        )

    def worth(self, prospect: Prospect) -> float:
        return DISCIPLE * prospect.left


def _room(state: YedoState, seat: int) -> int:
    """Count the Disciples that a seat could take from the Reserve (yedo.ruling.disciple-from-reserve)."""
    return min(len(state.pieces.reserve[seat]), disciple_limit(state, seat) - state.disciples(seat))


class SendToReserve(CardEffect, frozen=True, kw_only=True):
    """Send the activated Disciple to the Reserve."""

    suits = ("reward",)

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.lose_disciple(_figure_on(table.state, deed.space))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return may_send_to_reserve(state, deed.owner) and state.on(deed.space) is not None

    def phrase(self, voice: Voice = LIST) -> str:
        return voice.says(
            "{send} the activated Disciple to your Reserve, if you have 3 Disciples or more outside it",
            "{send} the activated Disciple to their Reserve, if they have 3 Disciples or more outside it",
            send=voice.does("send"),
        )

    def worth(self, prospect: Prospect) -> float:
        return -DISCIPLE * prospect.left


class ReturnDisciple(CardEffect, frozen=True, kw_only=True):
    """Send a placed Disciple home; during assignment it may be assigned again."""

    whose: Literal["own", "target"] = "own"

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.then(CallHome(seat=deed.owner, deed=deed, whose=_whose(self, deed)))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return any(True for _ in _at_rest(state, _whose(self, deed)))

    def is_aimed(self) -> bool:
        return self.whose == "target"

    def phrase(self, voice: Voice = LIST) -> str:
        return say("{send} {figure} back to the Clan House", send=voice.does("send"), figure=_figure(self.whose, voice))

    def worth(self, prospect: Prospect) -> float:
        return ACTION_CARD + SOME_USE


class MoveDisciple(CardEffect, frozen=True, kw_only=True):
    """Move a placed Disciple to a free space of an accessible District."""

    whose: Literal["own", "target"] = "own"
    to: District | Literal["choice"] = "choice"

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.then(MoveFrom(seat=deed.owner, deed=deed, whose=_whose(self, deed), to=self.to))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return any(_spaces_to_leave(state, _whose(self, deed), self.to))

    def is_aimed(self) -> bool:
        return self.whose == "target"

    def phrase(self, voice: Voice = LIST) -> str:
        move, figure = voice.does("move"), _figure(self.whose, voice)
        if self.to == "choice":
            return say("{move} {figure} to a free space in an open District", move=move, figure=figure)
        where = name_district(self.to)
        return say("{move} {figure} to a free space in {district}", move=move, figure=figure, district=where)

    def worth(self, prospect: Prospect) -> float:
        return ACTION_CARD + SOME_USE


def _figure(whose: str, voice: Voice) -> str:
    if whose == "own":
        return voice.says("one of your placed Disciples", "one of their placed Disciples")
    return say("a placed Disciple of {whom}", whom=translate(WHOM["target"]))
