"""Daimyo: islands, dice and relics; editions of 2019 and 2021, one to four players."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo import draws, redealing, valuation
from domain.games.daimyo.actions import construction, recruitment
from domain.games.daimyo.effects import combining, gains, heroes, tiles
from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.facts.sources import name_source
from domain.games.daimyo.laws import check_laws
from domain.games.daimyo.phases import final_scoring, setup, turn
from domain.games.daimyo.phases.settling import SettlingTable
from domain.games.daimyo.picture.looks import DaimyoLooks
from domain.games.daimyo.printed import options
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.introduction import INTRODUCTION
from domain.games.daimyo.printed.options import DaimyoOptions
from domain.games.daimyo.state import DaimyoState, fresh
from domain.games.daimyo.verbs.asking import Question, Step
from domain.games.daimyo.versions import FACTS_HOLD_IDS
from domain.games.daimyo.views import view
from domain.games.daimyo.views.telling import with_phrases
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance, find_purposes
from domain.kernel.choice import find_kinds, find_moves
from domain.kernel.fact import Fact
from domain.kernel.language import later
from domain.kernel.moves import ChooseOption, ChooseSeat, Decline
from domain.kernel.options import BadOptions
from domain.kernel.rulebook import Rulebook
from domain.kernel.ruleset import Ruleset
from domain.kernel.scoring import SeatScore
from domain.kernel.table import Ended, Outcome, make_asked_type, make_stored_type

EFFECTS = (combining, gains, heroes, tiles)
"""Modules imported only for their effects, which content finds by tag."""
ITEMS = find_kinds(Step, Question)
"""Everything that can be on the agenda."""


class Daimyo(Ruleset[DaimyoState, DaimyoOptions, view.DaimyoView]):
    """The rules of Daimyo."""

    id = "daimyo"
    title = "Daimyo"
    introduction = INTRODUCTION
    versions = range(1, 4)
    prose_until = FACTS_HOLD_IDS - 1
    options_type = DaimyoOptions
    move_types = (*find_moves(__package__), ChooseOption, ChooseSeat, Decline)
    fact_types = (*find_kinds(DaimyoFact), Ended, make_asked_type(ITEMS))
    purposes = find_purposes(draws)
    state_type = make_stored_type(DaimyoState, ITEMS)
    most_seats = range(1, 5)
    silent_moves = (Decline, recruitment.StopRecruiting, construction.StopBuilding)
    passing_moves = (
        Decline,
        turn.EndTurn,
        recruitment.StopRecruiting,
        construction.StopBuilding,
        turn.GoWithoutDie,
        turn.DoMainAction,
    )
    """How a resigned seat passes (daimyo.end.passing) if the others play on (daimyo.end.playing-on)."""

    content: DaimyoContent

    def __init__(self, content: DaimyoContent) -> None:
        rulebook = Rulebook.load("domain.games.daimyo")
        super().__init__(rulebook, content, DaimyoLooks(content, rulebook), valuation.value)

    def option_items(self) -> dict[str, tuple[str, ...]]:
        return {"heroes": self.content.common_heroes}

    def seats(self, options_chosen: DaimyoOptions) -> range:
        return options.seats_of(options_chosen)

    def refuse_seats(self, options_chosen: DaimyoOptions, seats: int) -> BadOptions:
        if seats == 1:
            why = later("The solo game came with the edition of 2021; the rules of 2019 are for 2 to 4 players.")
            return BadOptions("/seats", why, "daimyo.solo.overview")
        why = later("Daimyo has four clans, one for each player: {seats} cannot play.", seats=seats)
        return BadOptions("/seats", why, "daimyo.component.clans")

    def check_options(self, options_chosen: DaimyoOptions, seats: int) -> None:
        options.check(self.content, options_chosen, seats)

    def first_order(self, state: DaimyoState) -> tuple[int, ...]:
        """See `Ruleset.first_order`: the seats clockwise from the owner of the Mighty Helmet."""
        return tuple(side for side in state.turn_order if side < state.seats)

    def side_names(self, options_chosen: DaimyoOptions, seats: int) -> tuple[str, ...]:
        kinds = options.parameters(self.content, options_chosen, seats).sides[seats:]
        return tuple(self.content.sides[kind].title for kind in kinds)

    def every_side(self) -> tuple[str, ...]:
        return tuple(side.title for kind, side in self.content.sides.items() if kind != "player")

    def edition(self, options_chosen: DaimyoOptions) -> str:
        return options_chosen.edition

    def initial_state(self, options_chosen: DaimyoOptions, seats: int) -> DaimyoState:
        return fresh(self.content, options_chosen, options.parameters(self.content, options_chosen, seats))

    def open(self, options_chosen: DaimyoOptions, seats: int, chance: Chance) -> Outcome[DaimyoState]:
        table = SettlingTable(self.start(options_chosen, seats), chance)
        with table.citing("daimyo.setup.player.clan"):
            setup.set_up(table)
            table.advance()
            return table.outcome()

    def table(self, state: DaimyoState, chance: Chance) -> SettlingTable:
        return SettlingTable(state, chance)

    def redeal(self, state: DaimyoState, viewer: Viewer, chance: Chance) -> DaimyoState:
        return redealing.redeal(state, viewer, chance)

    def view(self, state: DaimyoState, viewer: Viewer) -> view.DaimyoView:
        return view.view(state, viewer)

    def tell(self, fact: Fact[DaimyoState], names: Sequence[str], viewer: Viewer) -> str | None:
        """See `Ruleset.tell`: adds what the cards of its content do, and what points were for."""
        return super().tell(with_phrases(fact, self.content), names, viewer)

    def name_source(self, what: str) -> str:
        return name_source(what)

    def scores(self, state: DaimyoState) -> list[SeatScore]:
        return final_scoring.scores(state)

    def check_state(self, state: DaimyoState) -> None:
        super().check_state(state)
        check_laws(state)
