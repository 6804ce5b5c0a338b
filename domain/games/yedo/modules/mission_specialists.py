"""Specialists and Missions: bonuses for completing a Mission with them, and Missions that provide them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.facts.base import mon, points
from domain.games.yedo.facts.modules.specialists import FigureReplaced
from domain.games.yedo.facts.sources import MISSION_MON
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.term_words import name_specialist
from domain.games.yedo.printed.terms import SpecialistKind
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, Step, deed_of, do, leave_out
from domain.games.yedo.verbs.modifiers import of_figure
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import SPECIALIST, Prospect
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say

CONVERTING = "yedo.specialists.onna-bugeisha"


class ConvertMon(Move, frozen=True, gc=False):
    """Convert Mon gained from the Mission into this many Prestige Points, or none."""

    times: Public[int]

    def label(self) -> str:
        return say("turn Mon into {points}", points=points(self.times)) if self.times else say("keep the Mon")


class MissionDone(Step, frozen=True, gc=False):
    """The bonus after a Specialist has completed a Mission."""

    completer: int
    figure: Figure

    clause = "yedo.specialists.samurai"

    def run(self, table: YedoTable) -> None:
        state, seat = table.state, self.completer
        personal = of_figure(state, self.figure)
        for found in personal:
            do(table, deed_of(seat, clause_of(state, self.figure), self.figure), found.after_mission)
        for rate in (found.mon_a_point for found in personal):
            if rate and most_times(state, seat, rate):
                table.then(Convert(seat=seat, rate=rate))


class Convert(Question[ConvertMon], frozen=True, gc=False):
    """Convert Mon gained from the Mission into Prestige Points, `rate` Mon each."""

    rate: int

    clause = CONVERTING
    prompt = "Turn Mon gained from the Mission into Prestige Points?"

    def moves(self, state: YedoState) -> Iterator[ConvertMon]:
        return map(ConvertMon, range(most_times(state, self.seat, self.rate) + 1))

    def label(self, state: YedoState, move: ConvertMon, names: Sequence[str]) -> str:
        if move.times:
            return say("turn {mon} into {points}", mon=mon(self.rate * move.times), points=points(move.times))
        return move.label()

    def resolve(self, table: YedoTable, move: ConvertMon) -> None:
        table.pay(self.seat, self.rate * move.times)
        table.gain_prestige(self.seat, move.times, MISSION_MON)

    def why_not(self, state: YedoState, move: ConvertMon) -> IllegalMove | None:
        most = most_times(state, self.seat, self.rate)
        why = say(
            "You gained {mon} from the Mission: turn {mon2} each into a point, {most} at most.",
            mon=mon(state.completion.earned),
            mon2=mon(self.rate),
            most=most,
        )
        return IllegalMove(self.clause, why)


def clause_of(state: YedoState, figure: Figure) -> str:
    """Return the clause of the ability of a Specialist."""
    assert figure in state.content.specialists
    return state.content.specialists[figure].clause


def most_times(state: YedoState, seat: int, rate: int) -> int:
    """Return how often Mon gained from the Mission can be converted: only unspent Mon counts."""
    return min(state.completion.earned, state.belongings.mon[seat]) // rate


class BecomeSpecialist(CardEffect, frozen=True, kw_only=True):
    """Replace the activated Disciple with a Specialist, who goes to the Clan House."""

    kind: SpecialistKind

    suits = ("reward",)
    module = "specialists"

    def perform(self, table: YedoTable, deed: Deed) -> None:
        """Replace the activated figure, even one of the last two: none is lost.

        The figure that is replaced goes to the Reserve (yedo.ruling.replaced-figure).
        """
        if self.kind in table.state.figures(deed.owner):
            with table.citing("yedo.icon.reward-specialist-owned"):
                leave_out(table, deed, self)
            return
        placed = table.state.on(deed.space)
        assert placed is not None
        with table.citing("yedo.icon.reward-specialist"):
            table.emit(FigureReplaced(table.clause, deed.owner, deed.space, placed.figure, self.kind))

    def can(self, state: YedoState, deed: Deed) -> bool:
        placed = state.on(deed.space)
        return bool(state.specialist_supply.specialists) and placed is not None and placed.seat == deed.owner

    def phrase(self, voice: Voice = LIST) -> str:
        return say(
            "the activated Disciple goes to your Reserve and the {specialist} to your Clan House, if you do not have"
            " it",
            specialist=name_specialist(self.kind),
        )

    def worth(self, prospect: Prospect) -> float:
        return SPECIALIST * prospect.left
