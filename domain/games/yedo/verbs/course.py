"""The course of a game: the hooks that its modules may replace, as plain functions that the rules call.

The common rules know no module. Each module replaces hooks in its own file of the room `course`; all others are those
of `course.base`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from domain.games.yedo.printed.entries import EventCard, Mission
from domain.games.yedo.printed.needs import AnyNeed
from domain.games.yedo.printed.parts import Card, Goods, Points
from domain.games.yedo.printed.terms import AnyLot, District, Lot, Phase, When
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Step
from domain.games.yedo.verbs.in_play import Source
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import Later
from domain.kernel.options import OnResignation
from domain.kernel.scoring import Result, SeatScore

Moment: TypeAlias = Literal["preparation", "event-done", "event-phase", "end"]
"""When steps of a module come: last in Preparation, after the Event, last in their phase, or before final scoring."""
StepsAt: TypeAlias = Callable[[YedoState, Moment], tuple[Step, ...]]
"""Returns the steps that a module adds at a moment."""


Law: TypeAlias = Callable[[YedoState], bool]
"""Checks something that must be true of every state."""
Judged: TypeAlias = Callable[[YedoState, int], float]
"""Estimates the worth of something to a seat, in Prestige Points, for bots."""


class LotPrices(msgspec.Struct, frozen=True):
    """The public information on the price of a lot: `now`, or its minimum and maximum, and the surcharge."""

    now: int | None
    least: int | None = None
    most: int | None = None
    more: int = 0


class Company(msgspec.Struct, frozen=True):
    """Who plays with whom."""

    players: range
    """The possible numbers of players; a game with fewer left ends."""
    why_not: Callable[[int], Later]
    """Explains why another number of players is not allowed."""
    clause: str
    """The clause on the number of players."""
    sides: tuple[str, ...] = ()
    """The sides without a seat."""
    when_resigned: OnResignation = "pass"
    """What happens to a resigned seat while others play on."""


class Trading(msgspec.Struct, frozen=True):
    """How players trade."""

    note: str
    """A note shown with every offer."""
    why_not: Callable[[YedoState, Goods, Goods], IllegalMove | None]
    """Explains why players may not trade these goods for those; returns None if they may."""
    asking: Callable[[YedoState], tuple[tuple[int, ...], int]]
    """Returns the suggested sale prices of a Weapon and of an Action Card, in Mon."""
    why_closed: Callable[[], IllegalMove | None]
    """Adds a reason why nobody trades outside the Trade Phase, if there is one."""


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """The course of a game, from set-up to the end. Tuples hold the contributions of each module, in order."""

    prepare: tuple[Callable[[YedoState], None], ...] = ()
    """Change the state before the first fact."""
    lay_out: tuple[Callable[[YedoTable], None], ...] = ()
    """Sets up everything off the board, before players get anything."""
    deal: Callable[[YedoTable, int], None]
    """Deals a seat its first cards in the set-up."""
    disciples_clause: str
    """The clause by which players get their first Disciples."""
    choices: Callable[[YedoState], tuple[Step, ...]]
    """Returns the players' decisions in the set-up."""
    begin: tuple[Callable[[YedoTable], None], ...] = ()
    """Carried out at the start of the first round."""
    phases: Mapping[Phase, type[Step]]
    """What carries out each phase of a round."""
    steps: tuple[StepsAt, ...] = ()
    sources: tuple[Source, ...] = ()
    """The sources of modifiers, in the order in which they are read."""
    annex_price: Callable[[YedoState], int]
    """Returns the printed price of an Annex."""
    extra_spaces: Callable[[YedoState], Iterable[str]]
    """Lists free spaces off the board that every player may use."""
    open_errands: Callable[[YedoState], tuple[Card, ...]]
    """Returns the Errands that can be resolved now."""
    actions_at: Mapping[District, str]
    """Replacement names of a District's actions."""
    activations: tuple[Callable[[YedoState, int], Iterable[Move]], ...] = ()
    """Lists further purposes for which a seat can activate a figure."""
    abilities: tuple[Callable[[YedoState, int, When], Iterable[Move]], ...] = ()
    """Lists what a seat can use at a moment besides its Action Cards."""
    after_action: tuple[Callable[[YedoTable, int, District], None], ...] = ()
    """Do what follows an action of a District by a seat."""
    lot_rewards: Mapping[AnyLot, Callable[[YedoTable, int], None]]
    """Gives a seat what it won, for lots with an unusual reward."""
    recruitable: Callable[[YedoState, int], tuple[Card, ...]]
    """Returns the Characters that a seat can recruit now."""
    favor_character: Callable[[YedoState, str], Card | None]
    """Returns the Character that comes with a Favor of the Shogun, or None."""
    tell_event: Callable[[EventCard], str]
    """Says what an Event does."""
    open_missions: Callable[[YedoState], tuple[Card, ...]]
    """Returns the Missions that every seat may complete, besides those in its hand."""
    why_lacking: Callable[[YedoState, int, Card, AnyNeed], IllegalMove]
    """Explains what a seat lacks for a Mission."""
    is_rewarded: Callable[[Mission], bool]
    """Returns whether the reward of a Mission is taken."""
    file_mission: Callable[[YedoTable, int, Card], None]
    """Adds a Mission to those that a seat has completed, with its consequences."""
    trading: Trading
    points: tuple[Callable[[YedoState, int], Iterator[Points]], ...] = ()
    """Yields what else a seat scores at the end."""
    is_scored: Callable[[YedoState], bool]
    """Returns whether points are scored at the end."""
    result: Callable[[YedoState, list[SeatScore]], Result]
    """Returns the result of a game in which the seats have these scores."""
    resigned: Callable[[YedoState, list[SeatScore]], Result] | None = None
    """Returns the result if a resignation loses the game for all; without it, a resigned seat comes last."""
    laws: Mapping[str, Law]
    """Laws that every state obeys, by name."""
    lot_prices: Callable[[YedoState, Lot], LotPrices]
    """Returns the public information on the price of a lot."""
    views: Mapping[str, Callable[[YedoState, Viewer], msgspec.Struct]]
    """Builds parts of a view, by field."""
    redeal: tuple[Callable[[YedoState, Viewer, Chance], None], ...] = ()
    """Re-deals what a viewer may not know besides cards."""
    value: Judged
    """Estimates how good a state is for a seat."""
    cards_worth: Judged
    """Estimates the value of a module's open cards."""
    figures_worth: Judged
    """Estimates the value of a module's figures in excess of regular Disciples."""
    company: Company
    absent: Mapping[type[Move], str]
    """The clauses of the moves of modules that the game lacks."""


def course_of(state: YedoState) -> Course:
    """Return the course of the game that a state belongs to."""
    # The content of a state in play is an `InPlay`; every move reads it several times, too often for a check.
    return state.content.course  # type: ignore[attr-defined, no-any-return]


def steps_at(state: YedoState, moment: Moment) -> Iterator[Step]:
    """Yield the steps that modules add at a moment."""
    for add in course_of(state).steps:
        yield from add(state, moment)


def activations(state: YedoState, seat: int) -> Iterator[Move]:
    """Yield the purposes, other than Missions and actions, for which a seat can activate a figure."""
    for add in course_of(state).activations:
        yield from add(state, seat)


def abilities(state: YedoState, seat: int, when: When) -> Iterator[Move]:
    """Yield what a seat can use at a moment besides its Action Cards."""
    for add in course_of(state).abilities:
        yield from add(state, seat, when)
