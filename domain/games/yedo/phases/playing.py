"""Playing Action Cards: which ones a seat can play now, what playing one does, and how others answer.

A played card is in `in_play` until it is settled. The others may answer it, and each answer may be answered in turn, so
a card waits until all answers to it are settled. Then it takes effect, unless it was negated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from domain.games.yedo import versions
from domain.games.yedo.effects.interaction import Aim, aims
from domain.games.yedo.effects.needs import meets
from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.cards import CardPlayed, CardSettled, NothingPlayed
from domain.games.yedo.facts.turns import Waived
from domain.games.yedo.phases.windows import PassForRound, answerers, may_answer, may_play, next_asked
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.printed.terms import When
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step, Unasked, Use, deed_of, do
from domain.games.yedo.verbs.course import abilities, course_of
from domain.games.yedo.verbs.holding import describe_unless_ids
from domain.games.yedo.verbs.modifiers import is_forbidden
from domain.games.yedo.verbs.subjects import card_subjects
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.words.describe_needs import describe_needs
from domain.kernel.audience import Private
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import mark, say, translate
from domain.kernel.moves import DECLINE

TIMING = "yedo.actions-cards.timing"
MOMENTS: dict[When, str] = {
    "any": mark("while a question is open that may be interrupted, and never in the middle of something else"),
    "own-bidding": mark("when you are asked in the Bidding Phase"),
    "own-assignment": mark("when you assign a Disciple"),
    "own-activation": mark("when you activate a Disciple"),
    "mission": mark("before you complete a Mission"),
    "patrol-move": mark("once the Watch Patrol has moved, when you are asked"),
    "patrol-save": mark("before Disciples are arrested, when you are asked"),
    "answer": mark("in answer to another Action Card"),
}
"""The moments at which cards are played, in words that follow "is played"."""


class PlayCard(Use, frozen=True, gc=False):
    """Play an Action Card of your hand."""

    card: Private[str]

    def label(self) -> str:
        return say("play {card}", card=card_name(self.card))

    def use(self, table: YedoTable, seat: int) -> None:
        """Play the card: the others may answer it, then it takes effect.

        The card goes under the deck at once (yedo.actions-cards.discard).
        """
        effects = table.state.content.action_cards[self.card].effects
        with table.citing(TIMING):
            table.emit(CardPlayed(table.clause, seat, self.card, describe_unless_ids(table.state, effects)))
        if table.state.playing.waived[seat]:
            with table.citing("yedo.ruling.waiving"):
                table.emit(Waived(table.clause, seat, False))
        if aims(effects) and table.state.rules >= versions.AIMED_BEFORE_ANSWERS:
            deed = deed_of(seat, Resolve.clause, self.card)
            table.then(AimPlayed(seat=seat, deed=deed, effects=effects))
        else:
            await_answers(table, seat, self.card)

    def why_not(self, state: YedoState, seat: int) -> IllegalMove:
        name = card_name(self.card)
        design = state.content.action_cards.get(self.card)
        if design is None or self.card not in state.hands.actions[seat]:
            return IllegalMove(TIMING, say("You do not hold {name}.", name=name))
        if is_forbidden(state, seat, "action-cards"):
            return IllegalMove("yedo.event.duration", say("No Action Cards can be played now."))
        if not meets(design.needs, state, seat):
            why = say("To play {name}, you must {needs}.", name=name, needs=describe_needs(design.needs))
            return IllegalMove("yedo.actions-cards.requirements-kept", why)
        return IllegalMove(
            _timing_clause(state, design.when),
            say("{name} is played {when}.", name=name, when=translate(MOMENTS[design.when])),
        )


def plays(state: YedoState, seat: int, when: When) -> Iterator[PlayCard]:
    """Yield the playable cards of a moment whose conditions a seat meets (yedo.actions-cards.requirements-kept)."""
    hand = state.hands.actions[seat]
    if not hand or is_forbidden(state, seat, "action-cards"):
        return
    designs = state.content.action_cards
    for card in dict.fromkeys(hand):
        design = designs[card]
        if design.when == when and meets(design.needs, state, seat):
            yield PlayCard(card)


def has_moment(state: YedoState, seat: int, when: When) -> bool:
    """Return whether a seat is asked for a card of a moment, which it is if it holds any Action Cards.

    A solo player has no hand to hide, and is asked only if a card is playable (yedo.ruling.solo-moments).
    """
    if not may_play(state, seat):
        return False
    if state.seats > 1 or state.rules < versions.NOBODY_TO_HIDE_FROM:
        return True
    return any(chain(plays(state, seat, when), plays(state, seat, "any"), abilities(state, seat, "any")))


def await_answers(table: YedoTable, seat: int, card: Card) -> None:
    """Let the others answer a card that a seat has played, which then takes effect."""
    state = table.state
    may = answerers(state, seat)
    left = tuple(other for other in state.order if other in may or is_ahead(state, other, seat, card))
    table.then(AskForAnswers(left=left), Resolve(seat_of_card=seat, card=card))


def is_ahead(state: YedoState, other: int, seat: int, card: Card) -> bool:
    """Return whether a seat may play a card of any time before another seat's such card takes effect.

    At the same moment, Player Order decides (yedo.ruling.any-time-order).
    """
    if state.rules < versions.ANY_TIME_IN_PLAYER_ORDER or state.content.action_cards[card].when != "any":
        return False
    return state.order.index(other) < state.order.index(seat)


class AimPlayed(Aim, frozen=True, gc=False):
    """Aim a card that was just played, before the others may answer it."""

    clause = "yedo.ruling.aim-before-answers"

    def follow(self, table: YedoTable, target: int) -> None:
        await_answers(table, self.seat, self.deed.source)


class AskForAnswers(Step, frozen=True, gc=False):
    """The seats still to be asked whether they answer the last card played."""

    left: tuple[int, ...]

    clause = "yedo.ruling.reaction-order"

    def run(self, table: YedoTable) -> None:
        """Ask the next seat, or close the window of a card that is already negated
        (yedo.ruling.walls-have-ears-chain)."""
        state = table.state
        played = state.playing.in_play[-1]
        if played.negated:
            return
        found = next_asked(self.left, lambda seat: may_answer(state, seat))
        if found is not None:
            seat, left = found
            react = React(seat=seat, card=played.card, by=played.seat, at=played.target)
            table.then(react, AskForAnswers(left=left))


class React(Question[Move], frozen=True, gc=False):
    """Answer the card that another seat played, or let it pass."""

    card: Card
    by: int
    at: int | None = None

    clause = "yedo.ruling.reaction-order"
    prompt = "Answer the card, or let it pass."
    window = True
    public = False
    automatic = False

    def question(self, names: Sequence[str]) -> str:
        if not names:
            return translate(self.prompt)
        aimed = say(" and aims it at {who}", who=names[self.at]) if self.at is not None else ""
        return say(
            "{who} plays {card}{aimed}. {prompt}",
            who=names[self.by],
            card=card_name(self.card),
            aimed=aimed,
            prompt=translate(self.prompt),
        )

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        return card_subjects(state, self.card)

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield from plays(state, self.seat, "answer")
        if is_ahead(state, self.seat, self.by, self.card):
            yield from plays(state, self.seat, "any")
        yield DECLINE
        yield PassForRound()

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if isinstance(move, PlayCard) and state.content.action_cards[move.card].when == "any":
            return say("{label} first", label=move.label())
        return say("let it pass") if move == DECLINE else move.label()

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
            if table.state.content.action_cards[move.card].when == "any":
                table.then(AskForAnswers(left=(self.seat,)))
            return
        with table.citing("yedo.ruling.waiving"):
            if isinstance(move, PassForRound):
                table.emit(Waived(table.clause, self.seat, True))
            else:
                table.emit(NothingPlayed(table.clause, self.seat))


class Resolve(Step, frozen=True, gc=False):
    """The last card played takes effect, unless it was negated."""

    seat_of_card: int
    card: Card

    clause = "yedo.components.action-anatomy"

    def run(self, table: YedoTable) -> None:
        played = table.state.playing.in_play[-1]
        table.emit(CardSettled(table.clause, self.seat_of_card, self.card))
        if not played.negated:
            effects = table.state.content.action_cards[self.card].effects
            deed = replace(deed_of(self.seat_of_card, self.clause, self.card), target=played.target)
            if aims(effects) and played.target is None:
                table.then(Aim(seat=self.seat_of_card, deed=deed, effects=effects))
            else:
                do(table, deed, effects)


class AnyTime(Question[Move], frozen=True, gc=False):
    """The standing offer to play a card of any time; its presence reveals nothing about the hand.

    A Character of any time is used in the same way.
    """

    clause = "yedo.ruling.any-phase-cards"
    prompt = "You may play an Action Card of any time."
    public = False
    automatic = False
    standing = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        if (state.hands.actions[self.seat] or course_of(state).abilities) and is_interruptible(state):
            yield from plays(state, self.seat, "any")
            yield from abilities(state, self.seat, "any")

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, Use):
            move.use(table, self.seat)

    def refuse(self, state: YedoState, move: Move) -> IllegalMove:
        why = say("You are not asked now: out of turn you may only play Action Cards of any time.")
        found = move.why_not(state, self.seat) if isinstance(move, Unasked) else None
        return found or IllegalMove(self.clause, why)


def is_interruptible(state: YedoState) -> bool:
    """Return whether the question that is open now may be interrupted (yedo.ruling.any-phase-cards)."""
    topmost = next((item for item in reversed(state.agenda) if not item.standing), None)
    return isinstance(topmost, Question) and topmost.interruptible


def _timing_clause(state: YedoState, when: When) -> str:
    """Return the clause that says when a card of a moment is played."""
    if when == "any":
        return AnyTime.clause
    if state.turns.phase == "patrol" and when == "patrol-move":
        return "yedo.patrol.step-b-one-card"
    if state.turns.phase == "patrol" and when == "patrol-save":
        return "yedo.patrol.step-c-one-card"
    return TIMING
