"""The order of events: which ones may follow a game in its current state.

Commands keep to it by themselves. A file or a tampered database can hold anything, and read models and people rely on
it as well as the rules, so each event is checked against the game before it.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from typing import Never, TypeAlias

import msgspec

from domain.kernel.language import mark, say, translate
from domain.proof.chain import split_digest
from domain.proof.receipts import format_time
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut
from domain.record.clocks.faults import find_clock_fault
from domain.record.disputes import REWINDING, Dispute, is_statement
from domain.record.event import Step
from domain.record.events import (
    LONGEST_NAME,
    AnyEvent,
    ClockEvent,
    DisputeRaised,
    DisputeRuled,
    DisputeWithdrawn,
    GameOpened,
    GameStarted,
    MessageSent,
    MovePlayed,
    MoveTakenBack,
    SeatingEvent,
    SeatResigned,
    SeatTaken,
)
from domain.record.game import Game
from domain.record.seating.events import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved
from domain.record.seating.faults import find_seating_fault
from domain.record.seating.lobby import is_digest

_members, _encode = msgspec.json.Decoder(dict[str, msgspec.Raw]), msgspec.json.Encoder().encode

CLAUSE = re.compile(r"[a-z0-9.-]{1,200}")
OTHER_TIME = mark("its time is not written as the service writes times, such as 2026-01-31T12:00:00.123456Z")
FIRST, LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)


class OutOfOrder(ValueError):
    """An event that cannot follow the game before it; says why."""


def check_event(game: Game | None, event: AnyEvent) -> None:
    """Raise OutOfOrder unless an event can follow the game before it."""
    _check_time(event)
    if game is None:
        _check_opening(event)
        return
    if isinstance(event, Step):
        _check_step(game, event)
        if (fault := find_clock_fault(game, event)) is not None:
            _refuse(fault)
        _check_correction(game, event)
        _check_by_rule(game, event)
    if isinstance(event, GameStarted | MovePlayed) and isinstance(event.draw, int):
        _check_draw(game, event.draw)
    match event:
        case GameOpened():
            _refuse(say("a game can only be opened once"))
        case SeatTaken() | SeatLeft() | SeatReserved() | ReservationWithdrawn() | GameCancelled():
            _check_seating(game, event)
        case GameStarted():
            _check_start(game, event)
        case MovePlayed():
            _check_running(game, correcting=isinstance(event.dispute, int))
            _check_seated(game, event)
        case SeatResigned() | TimeRanOut():
            _check_running(game)
            _check_seated(game, event)
        case ClockStopped() | ClockStarted():
            _check_running(game)
        case MoveTakenBack():
            _check_running(game)
            _check_seated(game, event)
            _check_take_back(game, event)
        case DisputeRaised():
            _check_seated(game, event)
            _check_dispute_raised(game, event)
        case DisputeWithdrawn():
            _check_seated(game, event)
            _check_withdrawal(game, event)
        case DisputeRuled():
            _check_ruling(game, event)


def _refuse(why: str) -> Never:
    raise OutOfOrder(why)


def _check_time(event: AnyEvent | MessageSent) -> None:
    if event.timestamp.tzinfo is None:
        _refuse(say("its time has no time zone"))


def check_encoding(event: AnyEvent | MessageSent, payload: bytes) -> None:
    """Raise OutOfOrder unless `payload`, from a file, is written exactly as the service writes the event."""
    _check_time(event)
    if not FIRST <= event.timestamp < LAST:
        _refuse(say("its time is not between the years 1970 and 3000"))
    members = _members.decode(payload)
    if bytes(members["timestamp"]) != f'"{write_time(event.timestamp)}"'.encode():
        _refuse(translate(OTHER_TIME))
    if _encode(members) != payload:
        _refuse(say("its members are repeated or written with spaces"))
    if unknown := members.keys() - _member_names(type(event)):
        _refuse(say("events of this kind have no member {name!r}", name=min(unknown)[:100]))
    if isinstance(event.digest, str) and split_digest(payload)[1] != event.digest:
        _refuse(say("its digest is invalid, or is not its last member"))


def write_time(at: datetime) -> str:
    """Write a time with a time zone as the events of the service have it."""
    return format_time(at.astimezone(UTC))


def check_rules_version(game: Game, event: AnyEvent) -> None:
    """Raise OutOfOrder for an event from a file if it was made by rules newer than those known here."""
    if not isinstance(event, GameOpened | Step):
        return
    latest = game.ruleset.versions[-1]
    version = (event.rules_version if isinstance(event, GameOpened) else event.rules).rpartition("@")[2]
    if version not in map(str, range(1, latest + 1)):
        _refuse(
            say(
                "no rules {id}@{version} are known here: the latest have the version {latest}",
                id=game.ruleset.id,
                version=version[:20],
                latest=latest,
            )
        )


@cache
def _member_names(kind: type[AnyEvent] | type[MessageSent]) -> frozenset[str]:
    """Return the members that events of a kind may have."""
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind)) | {"class_version"}


def _check_opening(event: AnyEvent) -> None:
    if not isinstance(event, GameOpened):
        _refuse(say("a game begins with its opening"))
    if event.opened_by is not None:
        _check_name(event.opened_by)
    if event.link and not (event.unlisted and is_digest(event.link)):
        _refuse(say("its link is not the digest of a secret, or the game is listed"))
    if bool(event.branch) != bool(event.position):
        _refuse(say("a branch has a position that it starts from, and other games have none"))


def _check_name(name: str) -> None:
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        _refuse(say("invalid name of a player: {name!r}", name=name[:LONGEST_NAME]))


def _check_step(game: Game, event: Step) -> None:
    if event.n != game.step + 1:
        _refuse(say("step {n} does not follow step {before}", n=event.n, before=game.step))
    if event.rules.partition("@")[0] != game.opened.ruleset:
        _refuse(say("the step was made by the rules of another game: {rules!r}", rules=event.rules[:100]))


def _check_correction(game: Game, event: Step) -> None:
    """Check that a correcting ruling is followed directly by its move."""
    due = game.correction_due
    played = event.dispute if isinstance(event, MovePlayed) and isinstance(event.dispute, int) else None
    if played != due:
        _refuse(
            say("the move that corrects by dispute {due} is missing", due=due)
            if due is not None
            else say("no ruling on dispute {played} asks for a move", played=played)
        )


def _check_by_rule(game: Game, event: Step) -> None:
    """Check that the moves of resigned seats are automatic and come as soon as they are due, and that no others are
    automatic.
    """
    automatic = event.automatic if isinstance(event, MovePlayed) else msgspec.UNSET
    due = game.seats_to_play if game.correction_due is None else ()
    if isinstance(automatic, str):
        if not isinstance(event, MovePlayed) or event.seat not in due[:1]:
            _refuse(say("no move of seat {seat} by rule is due", seat=getattr(event, "seat", None)))
        if automatic == "bot" and game.on_resignation != "bot":
            _refuse(say("no bot plays in this game"))
    elif due and not isinstance(event, ClockEvent):
        _refuse(say("seat {seat} has resigned, and its move by rule is missing", seat=due[0]))
    elif isinstance(event, MovePlayed | MoveTakenBack | SeatResigned | TimeRanOut | DisputeRaised):
        corrects = isinstance(event, MovePlayed) and isinstance(event.dispute, int)
        if event.seat in game.resigned_seats and not corrects and not game.is_over:
            _refuse(say("the player on seat {seat} has resigned", seat=event.seat))


def _check_draw(game: Game, draw: int) -> None:
    """Check that a step with random outcomes has the next number: none is used twice or skipped."""
    if not game.counts_draws:
        _refuse(say("the chance of this game is numbered by step"))
    if draw != game.draws + 1:
        _refuse(say("draw {draw} does not follow draw {before}", draw=draw, before=game.draws))


def _check_seating(game: Game, event: SeatingEvent) -> None:
    if isinstance(event, SeatTaken | SeatLeft | SeatReserved) and event.player is not None:
        _check_name(event.player)
    why = find_seating_fault(game, event)
    if why is not None:
        _refuse(why)


def _check_start(game: Game, event: GameStarted) -> None:
    if event.branch != game.opened.branch:
        _refuse(say("its branch is not that of the opening"))
    if None in game.players:
        _refuse(say("the game starts before all seats are taken"))
    if game.lobby.cancelled:
        _refuse(say("the game was cancelled"))
    if game.state is not None:
        _refuse(say("a game can only start once"))


def _check_running(game: Game, correcting: bool = False) -> None:
    if game.status != "playing":
        _refuse(say("the game is {status}: nobody can move", status=game.status))
    if game.is_paused and not correcting:
        _refuse(say("the game is paused until the arbiter has ruled"))


Seated: TypeAlias = MovePlayed | MoveTakenBack | SeatResigned | TimeRanOut | DisputeRaised | DisputeWithdrawn


def _check_seated(game: Game, event: Seated) -> None:
    if not 0 <= event.seat < game.opened.seats:
        _refuse(say("the game has no seat {seat}", seat=event.seat))
    if event.player != game.players[event.seat]:
        _refuse(say("seat {seat} is not that of {player!r}", seat=event.seat, player=event.player[:LONGEST_NAME]))


def _check_take_back(game: Game, event: MoveTakenBack) -> None:
    if game.mover != event.seat or not game.open_moves:
        _refuse(say("seat {seat} has no move to take back", seat=event.seat))
    earlier = game.open_moves[-1]
    if (event.undone, event.to) != (earlier.undone, earlier.origin):
        _refuse(say("it takes back a move other than the last one"))


def _find_dispute(game: Game, number: int) -> Dispute:
    if not 1 <= number <= len(game.disputes):
        _refuse(say("the game has no dispute {number}", number=number))
    return game.disputes[number - 1]


def _check_dispute_raised(game: Game, event: DisputeRaised) -> None:
    if event.dispute != len(game.disputes) + 1:
        _refuse(
            say(
                "dispute {dispute} does not follow dispute {before}",
                dispute=event.dispute,
                before=len(game.disputes),
            )
        )
    if not 1 <= event.step <= game.step:
        _refuse(str(game.describe_missing_step(event.step)))
    if not game.is_play(event.step):
        _refuse(say("step {step} is itself about a dispute", step=event.step))
    if game.open_dispute_of(event.seat, event.step) is not None:
        _refuse(say("seat {seat} has an open dispute about step {step} already", seat=event.seat, step=event.step))
    _check_position(game, event.to)
    if event.clause is not None:
        _check_clause(event.clause)
    if isinstance(event.claim, str) and not is_statement(event.claim):
        _refuse(say("the claim is empty, too long, or contains control characters"))


def _check_withdrawal(game: Game, event: DisputeWithdrawn) -> None:
    dispute = _find_dispute(game, event.dispute)
    if not dispute.is_open or dispute.player != event.player:
        _refuse(
            say("{player!r} has no open dispute {dispute}", player=event.player[:LONGEST_NAME], dispute=event.dispute)
        )
    _check_position(game, event.to)


def _check_ruling(game: Game, event: DisputeRuled) -> None:
    dispute = _find_dispute(game, event.dispute)
    if not dispute.is_open or dispute.step != event.step:
        _refuse(say("there is no open dispute {dispute} about step {step}", dispute=event.dispute, step=event.step))
    if (event.ruling in REWINDING) != bool(event.undone):
        _refuse(say("the ruling {ruling} must undo steps if it goes back, and only then", ruling=event.ruling))
    if event.undone and game.is_over:
        _refuse(say("the game is over: it cannot go back"))
    if not event.undone:
        _check_position(game, event.to)
    if isinstance(event.arbiter, str):
        _check_name(event.arbiter)
        if event.arbiter in game.players:
            _refuse(say("the arbiter {arbiter!r} has a seat in the game", arbiter=event.arbiter))
    _check_clause(event.clause)
    if isinstance(event.words, str) and not is_statement(event.words):
        _refuse(say("the words are empty, too long, or contain control characters"))


def _check_clause(clause: str) -> None:
    # It is not looked up, since the current rulebook may name it differently.
    if not CLAUSE.fullmatch(clause):
        _refuse(say("invalid id of a clause: {clause!r}", clause=clause[:LONGEST_NAME]))


def _check_position(game: Game, to: int) -> None:
    if to != game.origin:
        _refuse(say("the position of the game is that of step {origin}, not {to}", origin=game.origin, to=to))
