"""Stored events in words, for read models, histories and terminals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.kernel.audience import SPECTATOR, Viewer
from domain.kernel.fact import hidden_fields
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.options import BadOptions
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.kernel.scoring import Result
from domain.kernel.table import Ended, standings
from domain.personal.values import RecordedText
from domain.proof.receipts import Receipt, Signer
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut
from domain.record.clocks.words import say_clock_step
from domain.record.disputes import RulingKind
from domain.record.event import Step
from domain.record.events import (
    MAPPER,
    AnyEvent,
    Branch,
    DisputeEvent,
    DisputeRaised,
    DisputeRuled,
    DisputeWithdrawn,
    GameOpened,
    GameStarted,
    MessageSent,
    MovePlayed,
    MoveTakenBack,
    SeatResigned,
    SeatTaken,
    recorded_digest,
)
from domain.record.game import Status
from domain.record.reading import facts_of
from domain.record.seating.events import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved

RULING_WORDS: dict[RulingKind, str] = {
    "uphold": mark("{who} upholds step {step} on dispute {dispute} by {clause}: {words}"),
    "annul": mark(
        "{who} annuls step {step} on dispute {dispute}, and the game goes back to before it, by {clause}: {words}"
    ),
    "correct": mark("{who} corrects step {step} on dispute {dispute} by {clause}: {words}"),
    "note": mark("{who} notes on dispute {dispute} about step {step} by {clause}: {words}"),
}
"""The effects of rulings, in words."""

BEFORE_WORDS = ": \u00a0"
"""What stands before the words of a move, in any language, and is left out where it has none."""

ENDED = f'"type":"{Ended.__struct_config__.tag}"'.encode()


def decode_event(topic: str, game_id: UUID, version: int, payload: bytes) -> AnyEvent:
    """Decode a stored row; raises MapperDeserialisationError if it is not an event."""
    return cast(AnyEvent, MAPPER.to_domain_event(StoredEvent(game_id, version, topic, payload)))


def final_status(topic: str) -> Status:
    """Return the status of a game that an event of this topic ended."""
    return "resigned" if topic in (SeatResigned.TOPIC, TimeRanOut.TOPIC) else "finished"


def make_receipt(event: AnyEvent | MessageSent, signer: Signer | None) -> Receipt | None:
    """Make the receipt of an event or a message; None without a signer, or if it has no digest."""
    digest = recorded_digest(event)
    if signer is None or digest is None:
        return None
    step = event.n if isinstance(event, Step) else 0
    return signer.sign_receipt(event.originator_id, step, event.originator_version, digest, event.timestamp)


class Reader:
    """Reads events with the facts of their rulesets."""

    def __init__(self, rulesets: Rulesets) -> None:
        self._rulesets = rulesets

    def words(self, event: AnyEvent, names: Sequence[str], viewer: Viewer = SPECTATOR) -> str:
        """Say an event in one line for this viewer; `names` are those of the seats, then of the other sides."""
        match event:
            case GameStarted(branch=Branch(game=source, step=step)):
                return say("The game continues from step {step} of game {game}.", step=step, game=source)
            case GameStarted() | MovePlayed():
                ruleset = self._ruleset(event)
                lines = (ruleset.tell(fact, names, viewer) for fact in facts_of(event, ruleset))
                words = " ".join(line for line in lines if line) or _move_in_words(event, ruleset, names)
                return _say_cause(event, names, words)
            case MoveTakenBack():
                return say("{who} takes back step {step}.", who=names[event.seat], step=event.undone)
            case SeatResigned(result=Result() as result):
                resigns = say("{who} resigns.", who=names[event.seat])
                return (
                    f"{resigns} {standings(self._ruleset(event).name_goals(result), names)}"
                    if result.goals
                    else resigns
                )
            case SeatResigned():
                return say("{who} resigns, and the others play on.", who=names[event.seat])
            case TimeRanOut() | ClockStopped() | ClockStarted():
                return say_clock_step(event, names)
            case DisputeRaised() | DisputeWithdrawn() | DisputeRuled():
                return _say_dispute(event, names)
            case _:
                return _say_seating(event)

    def sides(self, event: GameOpened) -> tuple[str, ...]:
        """Return the names of the sides without a seat; none if the rules no longer know the options."""
        ruleset = self._rulesets[event.ruleset]
        try:
            options = ruleset.read_options(event.options)
        except BadOptions:
            # Lists and histories of old games must not stop because an option no longer exists.
            return ()
        return ruleset.side_names(options, event.seats)

    @staticmethod
    def may_end(topic: str, payload: bytes) -> bool:
        """Cheap pre-check on the raw bytes: False means that this event cannot have ended its game."""
        return topic in (SeatResigned.TOPIC, TimeRanOut.TOPIC) or ENDED in payload

    def result(self, event: AnyEvent) -> Result | None:
        """Return the result, if this event ended the game."""
        if isinstance(event, SeatResigned | TimeRanOut):
            return event.result or None
        # Every read model asks this for every step, and few steps end a game, so look before decoding.
        if isinstance(event, GameStarted | MovePlayed) and ENDED in bytes(event.facts):
            for fact in facts_of(event, self._ruleset(event)):
                if isinstance(fact, Ended):
                    return fact.result
        return None

    def asked(self, event: AnyEvent) -> tuple[int, ...] | None:
        """Return the seats that the rules ask for a move after this event; None if it made no new position."""
        if isinstance(event, GameStarted | MovePlayed):
            return self._ruleset(event).decode_asked_seats(event.facts)
        return None

    def _ruleset(self, event: Step) -> AnyRuleset:
        return self._rulesets[event.rules.partition("@")[0]]


def _say_dispute(event: DisputeEvent, names: Sequence[str]) -> str:
    match event:
        case DisputeRaised(clause=str() as clause):
            who, claim = names[event.seat], _say_statement(event.claim)
            text = mark("{who} disputes step {step} by {clause}: {claim}")
            return fill(translate(text), who=who, step=event.step, clause=clause, claim=claim)
        case DisputeRaised():
            who, claim = names[event.seat], _say_statement(event.claim)
            return say("{who} disputes step {step}: {claim}", who=who, step=event.step, claim=claim)
        case DisputeWithdrawn():
            return say("{who} withdraws dispute {dispute}.", who=names[event.seat], dispute=event.dispute)
    who = say("The arbiter {name}", name=event.arbiter) if event.arbiter else say("The arbiter")
    return fill(
        translate(RULING_WORDS[event.ruling]),
        who=who,
        step=event.step,
        dispute=event.dispute,
        clause=event.clause,
        words=_say_statement(event.words),
    )


def _say_seating(event: AnyEvent) -> str:
    match event:
        case SeatTaken():
            return say("{who} takes seat {seat}.", who=event.player, seat=event.seat + 1)
        case SeatLeft():
            return say("{who} leaves seat {seat}.", who=event.player, seat=event.seat + 1)
        case SeatReserved(player=str() as player) if player:
            return say("Seat {seat} is reserved for {who}.", seat=event.seat + 1, who=player)
        case SeatReserved():
            return say("Seat {seat} is reserved by an invitation.", seat=event.seat + 1)
        case ReservationWithdrawn():
            return say("Seat {seat} is no longer reserved.", seat=event.seat + 1)
        case GameCancelled(expired=True):
            return say("The game has waited too long for players.")
        case GameCancelled(by=by):
            return say("{who} cancels the game.", who=by or say("The operator"))
        case _:
            return say("The game is opened.")


def _say_cause(event: GameStarted | MovePlayed, names: Sequence[str], words: str) -> str:
    """Say who made a move if not its player: the arbiter, or the rule for resigned seats."""
    if isinstance(event, GameStarted):
        return words
    if event.dispute:
        return say("As the arbiter rules: {words}", words=words)
    if event.automatic == "pass":
        return say("{who} has resigned and passes: {words}", who=names[event.seat], words=words).rstrip(BEFORE_WORDS)
    if event.automatic:
        text = mark("{who} has resigned and is played by a bot: {words}")
        return fill(translate(text), who=names[event.seat], words=words).rstrip(BEFORE_WORDS)
    return words


def _move_in_words(event: GameStarted | MovePlayed, ruleset: AnyRuleset, names: Sequence[str]) -> str:
    """Say a move that changed nothing: somebody declined or stopped. Empty for one that is not public."""
    if isinstance(event, GameStarted):
        return ""
    move = ruleset.decode_move(bytes(event.move))
    return "" if hidden_fields(type(move)) else say("{who}: {move}.", who=names[event.seat], move=move.label())


def _say_statement(text: RecordedText) -> str:
    # A player's line break must not look like the next line of the record.
    return " ".join(text.split()) if isinstance(text, str) else say("(erased)")
