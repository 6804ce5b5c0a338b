"""Effects on the Watch Patrol, which do nothing while it is not on the board.

Changing its colour involves no choice (yedo.icon.reward-patrol-color), whether by an Event, an Action Card or a Mission
(yedo.patrol.color-sources). Double Time moves it by one more District (yedo.patrol.double-time).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.games.yedo.facts.pieces import PatrolPlaced
from domain.games.yedo.printed.term_words import name_district
from domain.games.yedo.printed.terms import District
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed
from domain.games.yedo.verbs.moves import ChooseDistrict
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import ACTION_CARD, SOME_USE, Prospect
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate
from domain.kernel.words import count_noun


class SendPatrol(RaisedByDeed, Question[ChooseDistrict], frozen=True, gc=False):
    """Choose the District to put the Watch Patrol into."""

    deed: Deed

    clause = "yedo.components.action-anatomy"
    prompt = "Choose the District for the Watch Patrol."

    def moves(self, state: YedoState) -> Iterator[ChooseDistrict]:
        return map(ChooseDistrict, state.content.districts)

    def resolve(self, table: YedoTable, move: ChooseDistrict) -> None:
        table.emit(PatrolPlaced(self.deed.clause, move.district))

    def why_not(self, state: YedoState, move: ChooseDistrict) -> IllegalMove | None:
        return IllegalMove("yedo.board.districts", say("The Watch Patrol goes to one of the seven Districts."))


class PatrolColour(CardEffect, frozen=True, kw_only=True):
    """Turn the Watch Patrol over, which reverses its direction."""

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.turn_patrol()

    def can(self, state: YedoState, deed: Deed) -> bool:
        return state.watch.patrol is not None

    def phrase(self, voice: Voice = LIST) -> str:
        if voice.whole:
            return say("the Watch Patrol turns over, so that it goes the other way round")
        return say("turn the Watch Patrol over, so that it goes the other way round")

    def is_for_the_board(self) -> bool:
        return True


class PatrolMove(CardEffect, frozen=True, kw_only=True):
    """Move the Watch Patrol in its direction."""

    steps: int

    def perform(self, table: YedoTable, deed: Deed) -> None:
        table.move_patrol(self.steps)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return state.watch.patrol is not None

    def phrase(self, voice: Voice = LIST) -> str:
        districts = count_noun(self.steps, "District")
        return say("the Watch Patrol moves on by {districts} in its direction", districts=districts)

    def worth(self, prospect: Prospect) -> float:
        return ACTION_CARD + SOME_USE

    def is_for_the_board(self) -> bool:
        return True


class PatrolTo(CardEffect, frozen=True, kw_only=True):
    """Put the Watch Patrol into a District."""

    district: District | Literal["choice"]

    def perform(self, table: YedoTable, deed: Deed) -> None:
        if self.district == "choice":
            table.then(SendPatrol(seat=deed.owner, deed=deed))
        else:
            table.emit(PatrolPlaced(table.clause, self.district))

    def can(self, state: YedoState, deed: Deed) -> bool:
        return state.watch.patrol is not None

    def phrase(self, voice: Voice = LIST) -> str:
        if self.district != "choice":
            return say("the Watch Patrol goes to {district}", district=name_district(self.district))
        if voice.single:
            return say("the Watch Patrol goes to a District of {who}'s choice", who=translate(voice.subject))
        return voice.says(
            "the Watch Patrol goes to a District of your choice", "the Watch Patrol goes to a District of their choice"
        )

    def worth(self, prospect: Prospect) -> float:
        return ACTION_CARD + SOME_USE

    def is_for_the_board(self) -> bool:
        return self.district != "choice"
