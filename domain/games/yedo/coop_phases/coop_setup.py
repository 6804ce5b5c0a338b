"""The set-up of Shogun Must Die: the Daimyo's side, the Emperor deck, the conditions of winning, and four Missions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from domain.games.yedo import draws
from domain.games.yedo.coop.daimyo_display import lay_out_display
from domain.games.yedo.facts.base import card_noun
from domain.games.yedo.facts.coop.coop_setup import (
    DaimyoReadied,
    EmperorDeckStacked,
    ErrandBoyJoined,
    WinningConditionsLaidOut,
)
from domain.games.yedo.facts.setup import HandDealt
from domain.games.yedo.printed.emperor_entries import DaimyoStart
from domain.games.yedo.printed.parts import Coop, Figure
from domain.games.yedo.printed.terms import COLOURS, Colour
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Public
from domain.kernel.chance import EVERYONE
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import count_noun, join_words, title


class ChooseColours(Move, frozen=True, gc=False):
    """Choose how many of your first Missions are of each colour."""

    green: Public[int] = 0
    yellow: Public[int] = 0
    red: Public[int] = 0
    black: Public[int] = 0

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of Missions in the order of the colours."""
        return (self.green, self.yellow, self.red, self.black)

    def label(self) -> str:
        parts = (card_noun(colour, count) for colour, count in zip(COLOURS, self.counts, strict=True) if count)
        return say("draw {parts}", parts=join_words(parts))


def prepare(state: YedoState) -> None:
    """Prepare the Daimyo's Disciples and the cooperative board."""
    disciple: Figure = "disciple"
    start = state.coop_content.daimyo
    state.pieces.house = (*state.pieces.house, ())
    state.pieces.reserve = (*state.pieces.reserve, (disciple,) * (start.pool + start.reserve))
    state.coop = Coop((None,) * state.seats)


def lay_out_coop_board(table: YedoTable) -> None:
    """Stack the Emperor deck, choose how the game can be won, and lay out the Daimyo's cards.

    Emperor Cards are shuffled separately by colour (yedo.coop.emperor-separate): each is drawn only when it is turned
    up (yedo.coop.deck-size). The second row of the Demanding mood is taken as printed (yedo.ruling.deck-as-printed).
    The Daimyo's first Disciples are already in its pool, the others in the Reserve.
    """
    state, module = table.state, table.state.coop_content
    mood = state.options.mood
    with table.citing(module.deck_clauses[mood, state.seats]):
        table.emit(EmperorDeckStacked(table.clause, module.decks[mood, state.seats]))
    with table.citing("yedo.coop.winning-conditions"):
        [shogun] = table.chance.pick(draws.KILL_THE_SHOGUN, state.parameters.winning, seen_by=EVERYONE)
        table.emit(WinningConditionsLaidOut(table.clause, shogun, module.game.winning_cards))
    _ready_disciples(table, module.daimyo)
    with table.citing("yedo.coop.daimyo-layout"):
        lay_out_display(table)
    if state.parameters.solo:
        with table.citing("yedo.coop.errand-boy"):
            table.emit(ErrandBoyJoined(table.clause, 0))


def _ready_disciples(table: YedoTable, start: DaimyoStart) -> None:
    """Move Disciples from the Daimyo's Reserve to its pool, up to the usual number of a Clan House."""
    with table.citing("yedo.coop.daimyo-disciples"):
        for _number in range(start.pool - table.state.content.start.house):
            table.emit(DaimyoReadied(table.clause))
    if table.state.options.master_daimyo:
        with table.citing("yedo.coop.master-daimyo"):
            for _number in range(start.master_pool - start.pool):
                table.emit(DaimyoReadied(table.clause))


class StartMissions(Step, frozen=True, gc=False):
    """These seats have yet to choose the colours of their first Missions, the first one next."""

    left: tuple[int, ...]

    clause = "yedo.coop.start-missions"

    def run(self, table: YedoTable) -> None:
        if self.left:
            table.then(ChooseFirstMissions(seat=self.left[0]), StartMissions(left=self.left[1:]))


class ChooseFirstMissions(Question[ChooseColours], frozen=True, gc=False):
    """A player chooses the colours of four Missions, and draws them and the first Action Cards."""

    clause = "yedo.coop.start-missions"
    prompt = "Choose the colours of your first Missions."

    def moves(self, state: YedoState) -> Iterator[ChooseColours]:
        wanted = first_missions(state)
        most = [min(_left(state, colour), wanted) for colour in COLOURS]
        for counts in product(*(range(number + 1) for number in most)):
            if sum(counts) == wanted:
                yield ChooseColours(*counts)

    def resolve(self, table: YedoTable, move: ChooseColours) -> None:
        chosen = zip(COLOURS, move.counts, strict=True)
        missions: list[str] = []
        for colour, count in chosen:
            if count:
                missions += table.state.pile(colour).pick(table.chance, draws.of_deck(colour), count)
        start = table.state.content.start
        actions = table.state.pile("action").pick(table.chance, draws.ACTION_DECK, start.action_cards)
        table.emit(HandDealt(table.clause, self.seat, tuple(missions), actions))

    def label(self, state: YedoState, move: ChooseColours, names: Sequence[str]) -> str:
        return move.label()

    def group_of(self, state: YedoState, move: ChooseColours, names: Sequence[str]) -> str | None:
        return say("draw {missions}", missions=count_noun(move.green, "Green Mission"))

    def why_not(self, state: YedoState, move: ChooseColours) -> IllegalMove | None:
        wanted = first_missions(state)
        if sum(move.counts) != wanted or min(move.counts) < 0:
            why = say("Choose {missions} in all, not {n}.", missions=count_noun(wanted, "Mission"), n=sum(move.counts))
            return IllegalMove(self.clause, why)
        short = [colour for colour, count in zip(COLOURS, move.counts, strict=True) if count > _left(state, colour)]
        why = say(
            "There are too few cards left: {what}.",
            what=join_words(f"{_left(state, c)} {title(c)}" for c in short),
        )
        return IllegalMove(self.clause, why)


def first_missions(state: YedoState) -> int:
    """Return how many Missions a player starts with."""
    return state.content.start.green + state.content.start.red


def _left(state: YedoState, colour: Colour) -> int:
    return state.pile(colour).size if colour in state.parameters.colours else 0
