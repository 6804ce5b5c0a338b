"""Micro Dojo: a game for two players who move the same four meeples."""

from __future__ import annotations

from domain.games.micro_dojo import draws, facts, final_scoring, view, words
from domain.games.micro_dojo.content import MicroDojoContent
from domain.games.micro_dojo.introduction import INTRODUCTION
from domain.games.micro_dojo.picture.drawing import MicroDojoLooks
from domain.games.micro_dojo.setup import set_up
from domain.games.micro_dojo.state import FACTS_HOLD_IDS, MicroDojoOptions, MicroDojoState
from domain.games.micro_dojo.table import MicroDojoTable, Question, Step
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance, find_purposes
from domain.kernel.choice import find_kinds, find_moves
from domain.kernel.rulebook import Rulebook
from domain.kernel.ruleset import Ruleset
from domain.kernel.scoring import SeatScore
from domain.kernel.table import Ended, Outcome, make_asked_type, make_stored_type

ITEMS = find_kinds(Step, Question)
"""Everything that can be on the agenda."""


class MicroDojo(Ruleset[MicroDojoState, MicroDojoOptions, view.MicroDojoView]):
    """The rules of Micro Dojo."""

    id = "micro-dojo"
    title = "Micro Dojo"
    introduction = INTRODUCTION
    versions = range(1, 3)
    prose_until = FACTS_HOLD_IDS - 1
    options_type = MicroDojoOptions
    move_types = find_moves(__package__)
    fact_types = (*find_kinds(facts.MicroDojoFact), Ended, make_asked_type(ITEMS))
    purposes = find_purposes(draws)
    state_type = make_stored_type(MicroDojoState, ITEMS)
    most_seats = range(2, 3)

    content: MicroDojoContent

    def __init__(self, content: MicroDojoContent) -> None:
        rulebook = Rulebook.load("domain.games.micro_dojo")
        super().__init__(rulebook, content, MicroDojoLooks(content, rulebook))

    def initial_state(self, options: MicroDojoOptions, seats: int) -> MicroDojoState:
        return MicroDojoState(self.content, options)

    def open(self, options: MicroDojoOptions, seats: int, chance: Chance) -> Outcome[MicroDojoState]:
        table = MicroDojoTable(self.start(options, seats), chance)
        with table.citing("micro-dojo.turn.alternate"):
            set_up(table)
            table.advance()
            return table.outcome()

    def table(self, state: MicroDojoState, chance: Chance) -> MicroDojoTable:
        return MicroDojoTable(state, chance)

    def view(self, state: MicroDojoState, viewer: Viewer) -> view.MicroDojoView:
        return view.view(state)

    def name_source(self, what: str) -> str:
        return words.name_source(what)

    def scores(self, state: MicroDojoState) -> list[SeatScore]:
        return final_scoring.scores(state)
