"""Yedo Deluxe: bids, Disciples and Missions in old Edo; two to five players."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.yedo import draws
from domain.games.yedo.coop import errands
from domain.games.yedo.course import set_up
from domain.games.yedo.course.courses import Courses
from domain.games.yedo.facts.base import YedoFact
from domain.games.yedo.phases import (
    acting,
    assigning,
    bidding,
    events,
    final_scoring,
    missions,
    trade,
    windows,
)
from domain.games.yedo.phases.settling import SettlingTable
from domain.games.yedo.picture.looks import YedoLooks
from domain.games.yedo.printed import options
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.entries import ACTION_SETS, EVENT_SETS, MISSION_SETS
from domain.games.yedo.printed.introduction import INTRODUCTION
from domain.games.yedo.printed.options import YedoOptions
from domain.games.yedo.printed.term_words import DAIMYO
from domain.games.yedo.redealing import redealing
from domain.games.yedo.state import YedoState, fresh
from domain.games.yedo.verbs import moves
from domain.games.yedo.verbs.asking import Question, Step
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.versions import FACTS_HOLD_IDS
from domain.games.yedo.views import view
from domain.games.yedo.views.phrases import name_or_retell
from domain.games.yedo.views.telling import with_phrases
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance, find_purposes
from domain.kernel.choice import find_kinds, find_moves
from domain.kernel.fact import Fact
from domain.kernel.moves import ChooseOption, ChooseSeat, Decline
from domain.kernel.options import BadOptions, OnResignation
from domain.kernel.rulebook import Rulebook
from domain.kernel.ruleset import Ruleset
from domain.kernel.scoring import Result, SeatScore
from domain.kernel.table import Ended, Outcome, check_laws, make_asked_type, make_stored_type

ITEMS = find_kinds(Step, Question)
"""Everything that can be on the agenda."""
SEATS = range(1, 6)


def judge(state: YedoState, seat: int) -> float:
    """Estimate how good a state is for a seat, by its game's course."""
    return course_of(state).value(state, seat)


class Yedo(Ruleset[YedoState, YedoOptions, view.YedoView]):
    """The rules of Yedo."""

    id = "yedo"
    title = "Yedo"
    introduction = INTRODUCTION
    versions = range(1, 4)
    prose_until = FACTS_HOLD_IDS - 1
    options_type = YedoOptions
    move_types = (*find_moves(__package__), ChooseOption, ChooseSeat, Decline)
    fact_types = (*find_kinds(YedoFact), Ended, make_asked_type(ITEMS))
    purposes = find_purposes(draws)
    state_type = make_stored_type(YedoState, ITEMS)
    most_seats = SEATS
    silent_moves = (moves.Accept, moves.ChooseSpace)
    passing_moves = (
        windows.PassForRound,
        Decline,
        acting.Idle,
        bidding.DropOut,
        bidding.LeaveBidding,
        bidding.Pass,
        trade.PassTrade,
        trade.DeclineTrade,
        errands.Refuse,
        missions.SkipBonus,
        events.Endure,
        assigning.Place,
    )
    """How a resigned seat passes (yedo.end.passing) if the others play on (yedo.end.playing-on)."""

    content: YedoContent

    def __init__(self, content: YedoContent) -> None:
        rulebook = Rulebook.load("domain.games.yedo")
        super().__init__(rulebook, content, YedoLooks(content, rulebook), judge)
        self._courses = Courses(content)

    def option_items(self) -> dict[str, tuple[str, ...]]:
        return {"action_sets": ACTION_SETS, "event_sets": EVENT_SETS, "mission_sets": MISSION_SETS}

    def seats(self, options_chosen: YedoOptions) -> range:
        return self._courses.company(options_chosen).players

    def refuse_seats(self, options_chosen: YedoOptions, seats: int) -> BadOptions:
        company = self._courses.company(options_chosen)
        return BadOptions("/seats", company.why_not(seats), company.clause)

    def side_names(self, options_chosen: YedoOptions, seats: int) -> tuple[str, ...]:
        return self._courses.company(options_chosen).sides

    def first_order(self, state: YedoState) -> tuple[int, ...]:
        """See `Ruleset.first_order`: the seats on the Player Order Track."""
        return state.order

    def every_side(self) -> tuple[str, ...]:
        return (DAIMYO,)

    def check_options(self, options_chosen: YedoOptions, seats: int) -> None:
        options.check(self.content, options_chosen, seats)

    def initial_state(self, options_chosen: YedoOptions, seats: int) -> YedoState:
        content = self._courses.in_play(options_chosen)
        state = fresh(content, options_chosen, options.parameters(content, options_chosen, seats))
        for prepare in course_of(state).prepare:
            prepare(state)
        return state

    def _bind(self, state: YedoState) -> YedoState:
        """Bind a state also to the course of its options."""
        state.content = self._courses.in_play(state.options)
        return super()._bind(state)

    def open(self, options_chosen: YedoOptions, seats: int, chance: Chance) -> Outcome[YedoState]:
        table: YedoTable = SettlingTable(self.start(options_chosen, seats), chance)
        with table.citing("yedo.setup.player-order"):
            set_up.set_up(table)
            table.advance()
            return table.outcome()

    def table(self, state: YedoState, chance: Chance) -> SettlingTable:
        return SettlingTable(state, chance)

    def redeal(self, state: YedoState, viewer: Viewer, chance: Chance) -> YedoState:
        return redealing.redeal(state, viewer, chance)

    def view(self, state: YedoState, viewer: Viewer) -> view.YedoView:
        return view.view(state, viewer)

    def scores(self, state: YedoState) -> list[SeatScore]:
        return final_scoring.scores(state)

    def on_resignation(self, options_chosen: YedoOptions, seats: int) -> OnResignation:
        """See `Ruleset.on_resignation`."""
        usual = super().on_resignation(options_chosen, seats)
        return self._courses.company(options_chosen).when_resigned if usual == "pass" else usual

    def plays_on(self, options_chosen: YedoOptions, left: int) -> bool:
        """See `Ruleset.plays_on`; against the Daimyo one player can play on alone (yedo.ruling.resigning-together)."""
        return left >= self._courses.company(options_chosen).players[0]

    def resigned(self, state: YedoState, seat: int, earlier: Sequence[int] = ()) -> Result:
        lost = course_of(state).resigned
        if lost is None:
            return super().resigned(state, seat, earlier)
        return lost(state, final_scoring.scores(state)[: state.seats])

    def tell(self, fact: Fact[YedoState], names: Sequence[str], viewer: Viewer) -> str | None:
        """See `Ruleset.tell`: includes its cards' effects and the sources of points."""
        return super().tell(with_phrases(fact, self.content), names, viewer)

    def name_source(self, what: str) -> str:
        return name_or_retell(what, self.content)

    def check_state(self, state: YedoState) -> None:
        super().check_state(state)
        check_laws(state, course_of(state).laws, f"round {state.turns.round}, phase {state.turns.phase}")
