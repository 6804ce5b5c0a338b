"""The Event Phase: the Market is adjusted and an Event is revealed, which players may ignore for a Blessing.

An Event's own text says how long it lasts (yedo.event.duration); closures last until the next Event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo import draws, versions
from domain.games.yedo.districts.market import AdjustMarket
from domain.games.yedo.effects.lasting import end_closures
from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.events import EventEndured, EventIgnored, EventRevealed
from domain.games.yedo.facts.modules.jesuits import EventVoided
from domain.games.yedo.modules.jesuits import ends_jesuits, is_void
from domain.games.yedo.phases.windows import next_asked
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, Question, Step, do
from domain.games.yedo.verbs.course import course_of, steps_at
from domain.games.yedo.verbs.holding import holds_ids
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.words.describe_cards import event_text
from domain.kernel.choice import Move, Need, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say


class GiveBlessing(Move, frozen=True, gc=False):
    """Return your Blessing to ignore the Event."""

    def label(self) -> str:
        return say("return the Blessing and ignore the Event")


class Endure(Move, frozen=True, gc=False):
    """Keep your Blessing and accept the Event."""

    def label(self) -> str:
        return say("keep the Blessing and endure the Event")


class EventPhase(Step, frozen=True, gc=False):
    """The Event Phase: first the Market, then the Event, and last the Teahouse."""

    clause = "yedo.event.order"

    def run(self, table: YedoTable) -> None:
        table.then(AdjustMarket(), self.event(), *steps_at(table.state, "event-phase"))

    def event(self) -> Step:
        """Return what carries out the Event."""
        return Reveal()


class Reveal(Step, frozen=True, gc=False):
    """Reopen what the previous Event closed, and reveal the next one."""

    clause = "yedo.event.reveal"

    def run(self, table: YedoTable) -> None:
        with table.citing(closure_clause(table.state)):
            end_closures(table)
        [event] = table.state.pile("events").pick(table.chance, draws.EVENT_DECK)
        if is_void(table.state, event):
            with table.citing("yedo.jesuits.sakoku-before"):
                table.emit(EventVoided(table.clause, event))
            [event] = table.state.pile("events").pick(table.chance, draws.EVENT_DECK)
        table.emit(revealed(table.state, table.clause, event))
        table.then(OfferToIgnore(left=table.state.order), TakeEffect(event=event))


def revealed(state: YedoState, clause: str, event: Card) -> EventRevealed:
    """Return the fact that an Event is revealed; version 2 of the rules stored its text, version 1 the effects."""
    entry = state.content.events[event]
    if holds_ids(state):
        return EventRevealed(clause, event, ends_jesuits=ends_jesuits(state, event))
    told = state.rules >= versions.SAKOKU_CAN_BE_IGNORED
    return EventRevealed(clause, event, course_of(state).tell_event(entry) if told else describe(entry.effects))


def closure_clause(state: YedoState) -> str:
    """Return the clause that reopens what is closed now: the one for Districts, or for spaces only."""
    found = (modifier for held in state.playing.lasting for modifier in held.modifiers)
    if any(modifier.closed_districts for modifier in found):
        return "yedo.event.closed-district-marker"
    return "yedo.event.closed-locations-tokens"


class OfferToIgnore(Step, frozen=True, gc=False):
    """The seats still to be asked whether they ignore the Event, if they have a Blessing.

    They are asked at every Event, whatever it does (yedo.ruling.ignored-event).
    """

    left: tuple[int, ...]

    clause = "yedo.event.blessing-ignore"

    def run(self, table: YedoTable) -> None:
        found = next_asked(self.left, table.state.belongings.blessings.__getitem__)
        if found is not None:
            seat, left = found
            table.then(IgnoreEvent(seat=seat), OfferToIgnore(left=left))


class IgnoreEvent(Question[Move], frozen=True, gc=False):
    """Return the Blessing to ignore the Event, or keep it."""

    clause = "yedo.event.blessing-ignore"
    prompt = "Return your Blessing to ignore the Event?"
    window = True
    interruptible = True

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        event = state.events.event
        if event is None:
            return ()
        needs = (Need(say("Blessing"), 1, int(state.belongings.blessings[self.seat]), "blessing-art"),)
        text = event_text(state.content.events[event], course_of(state).tell_event)
        return (Subject("event", event, card_name(event), text, needs=needs),)

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if not isinstance(move, Endure) or state.events.event is None:
            return move.label()
        what = course_of(state).tell_event(state.content.events[state.events.event])
        return say("keep the Blessing and endure the Event: {what}", what=what)

    def moves(self, state: YedoState) -> Iterator[Move]:
        if state.belongings.blessings[self.seat]:
            yield GiveBlessing()
        yield Endure()

    def resolve(self, table: YedoTable, move: Move) -> None:
        if not isinstance(move, GiveBlessing):
            table.emit(EventEndured(table.clause, self.seat))
            return
        with table.citing("yedo.event.blessing-returns"):
            table.give_blessing(self.seat)
        table.emit(EventIgnored(table.clause, self.seat))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, GiveBlessing):
            return None
        return IllegalMove(self.clause, say("You have no Blessing any more, so you cannot ignore the Event."))


class TakeEffect(Step, frozen=True, gc=False):
    """The Event takes effect.

    It belongs to nobody, and affects all players in Player Order who did not ignore it (yedo.event.order-of-players).
    """

    event: Card

    clause = "yedo.event.duration"

    def run(self, table: YedoTable) -> None:
        first = table.state.order[0]
        deed = Deed(first, first, self.clause, self.event)
        do(table, deed, table.state.content.events[self.event].effects)
        table.then(*steps_at(table.state, "event-done"))
