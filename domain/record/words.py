"""Stored events in words: what read models, histories and terminals need to know of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.kernel.audience import SPECTATOR, Viewer
from domain.kernel.fact import hidden_fields
from domain.kernel.ruleset import BadOptions
from domain.kernel.scoring import Result
from domain.kernel.table import Ended, standings
from domain.proof.receipts import Receipt, Signer
from domain.record.disputes import RulingKind
from domain.record.events import (
    MAPPER,
    AnyEvent,
    Branch,
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
    Step,
    recorded_digest,
)
from domain.record.game import Status
from domain.record.reading import facts_of
from domain.record.seating import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved
from domain.rulesets import AnyRuleset, Rulesets

RULING_WORDS: dict[RulingKind, str] = {
    "uphold": "upholds step {step} on dispute {dispute}",
    "annul": "annuls step {step} on dispute {dispute}, and the game goes back to before it,",
    "correct": "corrects step {step} on dispute {dispute}",
    "note": "notes on dispute {dispute} about step {step}",
}
"""What a ruling does, in words."""

ENDED = f'"type":"{Ended.__struct_config__.tag}"'.encode()


def decode_event(topic: str, game_id: UUID, version: int, payload: bytes) -> AnyEvent:
    """Decode a stored row; raises MapperDeserialisationError if it is not an event."""
    return cast(AnyEvent, MAPPER.to_domain_event(StoredEvent(game_id, version, topic, payload)))


def final_status(topic: str) -> Status:
    """Return the status of a game that an event of this topic ended."""
    return "resigned" if topic == SeatResigned.TOPIC else "finished"


def make_receipt(event: AnyEvent | MessageSent, signer: Signer | None) -> Receipt | None:
    """Make the receipt of an event or a message; None without a signer, and for one recorded without a digest."""
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
                return f"The game continues from step {step} of game {source}."
            case GameStarted() | MovePlayed():
                ruleset = self._ruleset(event)
                lines = (fact.words(names, viewer) for fact in facts_of(event, ruleset))
                words = " ".join(line for line in lines if line) or _move_in_words(event, ruleset, names)
                return _say_cause(event, names, words)
            case MoveTakenBack():
                return f"{names[event.seat]} takes back step {event.undone}."
            case SeatResigned(result=Result() as result):
                resigns = f"{names[event.seat]} resigns."
                return f"{resigns} {standings(result, names)}" if result.goals else resigns
            case SeatResigned():
                return f"{names[event.seat]} resigns, and the others play on."
            case DisputeRaised(clause=clause):
                by = f" by {clause}" if clause is not None else ""
                return f"{names[event.seat]} disputes step {event.step}{by}: {_join_lines(event.claim)}"
            case DisputeWithdrawn():
                return f"{names[event.seat]} withdraws dispute {event.dispute}."
            case DisputeRuled():
                done = RULING_WORDS[event.ruling].format(step=event.step, dispute=event.dispute)
                who = f"The arbiter {event.arbiter}" if event.arbiter else "The arbiter"
                return f"{who} {done} by {event.clause}: {_join_lines(event.words)}"
            case SeatTaken():
                return f"{event.player} takes seat {event.seat}."
            case SeatLeft():
                return f"{event.player} leaves seat {event.seat}."
            case SeatReserved(player=player):
                return f"Seat {event.seat} is reserved {f'for {player}' if player else 'by an invitation'}."
            case ReservationWithdrawn():
                return f"Seat {event.seat} is no longer reserved."
            case GameCancelled(by=by, expired=expired):
                return (
                    "The game has waited too long for players."
                    if expired
                    else f"{by or 'The operator'} cancels the game."
                )
            case _:
                return "The game is opened."

    def sides(self, event: GameOpened) -> tuple[str, ...]:
        """Return the names of the sides that are not seats; none if the rules no longer know the options."""
        ruleset = self._rulesets[event.ruleset]
        try:
            options = ruleset.parse_options(msgspec.json.decode(event.options))
        except BadOptions:
            # Lists and histories of old games must not stop because an option went out of use.
            return ()
        return ruleset.side_names(options, event.seats)

    @staticmethod
    def may_end(topic: str, payload: bytes) -> bool:
        """Cheap pre-check on the raw bytes: False means that this event cannot have ended its game."""
        return topic == SeatResigned.TOPIC or ENDED in payload

    def result(self, event: AnyEvent) -> Result | None:
        """Return the result, if this event ended the game."""
        if isinstance(event, SeatResigned):
            return event.result or None
        # Every read model asks this of every step, and few steps end a game: so look before decoding.
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


def _say_cause(event: GameStarted | MovePlayed, names: Sequence[str], words: str) -> str:
    """Say who made a move if it was not its player: the arbiter, or the rule for seats that were resigned."""
    if isinstance(event, GameStarted):
        return words
    if event.dispute:
        return f"As the arbiter rules: {words}"
    if event.automatic:
        who = "passes" if event.automatic == "pass" else "is played by a bot"
        return f"{names[event.seat]} has resigned and {who}: {words}".rstrip(": ")
    return words


def _move_in_words(event: GameStarted | MovePlayed, ruleset: AnyRuleset, names: Sequence[str]) -> str:
    """A move that changed nothing: somebody declined or stopped. Nothing for one that not everyone may know."""
    if isinstance(event, GameStarted):
        return ""
    move = ruleset.decode_move(bytes(event.move))
    return "" if hidden_fields(type(move)) else f"{names[event.seat]}: {move.label()}."


def _join_lines(text: str) -> str:
    # A line break of a player must not look like the next line of the record.
    return " ".join(text.split())
