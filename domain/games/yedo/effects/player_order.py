"""Cards that move a marker on the Player Order Track."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate
from domain.kernel.moves import ChooseOption

PLACES = {"first": mark("the first place"), "last": mark("the last place")}


class MoveMarker(RaisedByDeed, Question[ChooseOption], frozen=True, gc=False):
    """Choose another place for your marker on the Player Order Track, counted from 1."""

    deed: Deed

    clause = "yedo.components.action-anatomy"
    prompt = "Choose a place on the Player Order Track."

    def moves(self, state: YedoState) -> Iterator[ChooseOption]:
        own = state.turns.track.index(self.deed.owner) + 1
        return (ChooseOption(place) for place in range(1, len(state.turns.track) + 1) if place != own)

    def label(self, state: YedoState, move: ChooseOption, names: Sequence[str]) -> str:
        return say("place {option}", option=move.option)

    def resolve(self, table: YedoTable, move: ChooseOption) -> None:
        with table.citing(self.deed.clause):
            _move_marker(table, self.deed.owner, move.option - 1)

    def why_not(self, state: YedoState, move: ChooseOption) -> IllegalMove | None:
        why = say("Choose a place from 1 to {n} on which your marker does not stand already.", n=len(state.turns.track))
        return IllegalMove(self.deed.clause, why)


class PlayerOrder(CardEffect, frozen=True, kw_only=True):
    """Move the owner's marker on the Player Order Track; the others keep their order."""

    to: Literal["first", "last", "choice"]

    def perform(self, table: YedoTable, deed: Deed) -> None:
        if self.to == "choice":
            table.then(MoveMarker(seat=deed.owner, deed=deed))
        else:
            _move_marker(table, deed.owner, 0 if self.to == "first" else len(table.state.turns.track) - 1)

    def can(self, state: YedoState, deed: Deed) -> bool:
        place = state.turns.track.index(deed.owner)
        return self.to == "choice" or place != (0 if self.to == "first" else len(state.turns.track) - 1)

    def phrase(self, voice: Voice = LIST) -> str:
        if self.to == "choice":
            place = voice.says("a place of your choice", "a place of their choice")
        else:
            place = translate(PLACES[self.to])
        return voice.says(
            "{move} your marker to {place} on the Player Order Track",
            "{move} their marker to {place} on the Player Order Track",
            move=voice.does("move"),
            place=place,
        )


def _move_marker(table: YedoTable, seat: int, place: int) -> None:
    """Put the marker of a seat on a place of the track, counted from 0; the others keep their order."""
    others = [other for other in table.state.turns.track if other != seat]
    table.set_order((*others[:place], seat, *others[place:]))
