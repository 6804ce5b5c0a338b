"""The domain events of a game, and the mapper that turns them into stored JSON and back.

A game is opened, and its seats are taken; until all are taken, seats can be reserved and left, and the game can be
cancelled. From then on every event is a step: the set-up is step 1, and each accepted move, take-back, resignation,
dispute and ruling is one more. The JSON of an event also holds its game and version, so a stored row that was moved
elsewhere contradicts itself.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, TypeAlias, TypeVar, cast
from uuid import UUID

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, MapperDeserialisationError, StoredEvent
from eventsourcing.utils import register_topic, resolve_topic

from domain.kernel.choice import Asking
from domain.kernel.language import say
from domain.kernel.scoring import Result
from domain.personal.values import RecordedText
from domain.proof import chain
from domain.proof.envelope import UNREADABLE_JSON, describe_unreadable
from domain.proof.signatures import Signed
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut
from domain.record.clocks.fold import Clocks
from domain.record.disputes import Dispute, RulingKind
from domain.record.event import Digest, Event, Hidden, Step, StepKind
from domain.record.resigned_seats import Automatic
from domain.record.seating.events import GameCancelled, ReservationWithdrawn, SeatLeft, SeatReserved
from domain.record.seed import Derivation

MOST_SEATS = 99
"""Upper bound; an archive that claims more seats is rejected."""
LONGEST_NAME = 40
"""Characters of a player's name."""

Draw: TypeAlias = "int | msgspec.UnsetType"
PlayerSigned: TypeAlias = "Signed | msgspec.UnsetType"
"""The player's signature; unset if the seat has no keys, and in the cases that `domain.verification.signatures` lists.
"""


class Branch(msgspec.Struct, frozen=True):
    """The origin of a branch: a game's position after a step."""

    game: UUID
    step: int


class GameOpened(Event, frozen=True, kw_only=True):
    """A game is opened. `seed` (64 hexadecimal digits) is secret until the game is over, `commitment` is not.

    `teaching` games are opened with a given seed, so anyone can reproduce them; `content` is the digest of the pack.
    `derivation` says how the seed of the game is derived from `seed` and what players add; without one it is `seed`
    itself. A branch starts from `position`, the JSON of a state, which is secret like the seed. Reading an unlisted
    game takes the secret of its link, whose SHA-256 is `link`; earlier ones have none, and their id is enough. `rated`
    is false if the players agreed that the result counts for nothing, and otherwise unset.
    """

    TOPIC = "kifu:game-opened"
    ruleset: str
    rules_version: str
    options: msgspec.Raw
    seats: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
    seed: str
    commitment: str
    teaching: bool
    unlisted: bool
    content: str
    opened_by: str | None = None
    derivation: Derivation | msgspec.UnsetType = msgspec.UNSET
    branch: Branch | msgspec.UnsetType = msgspec.UNSET
    position: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    link: str | msgspec.UnsetType = msgspec.UNSET
    rated: bool | msgspec.UnsetType = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class SeatTaken(Event, frozen=True, kw_only=True):
    """A player sits down, and may add `entropy` to the seed of the game.

    `keys` are the public keys, in hexadecimal, that sign what the seat does, beginning with this event.
    """

    TOPIC = "kifu:seat-taken"
    seat: int
    player: str
    entropy: str | msgspec.UnsetType = msgspec.UNSET
    keys: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    signed: PlayerSigned = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class GameStarted(Step, frozen=True, kw_only=True):
    """Step 1: the set-up, or the position that a branch starts from. `draw` and `asking` mean the same as in
    `MovePlayed`."""

    TOPIC = "kifu:game-started"
    KIND = "set-up"
    facts: msgspec.Raw
    branch: Branch | msgspec.UnsetType = msgspec.UNSET
    draw: Draw = msgspec.UNSET
    asking: Asking | msgspec.UnsetType = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class MovePlayed(Step, frozen=True, kw_only=True):
    """An accepted move with its facts. `sealed`: chance decided or somebody learned something, so it cannot be
    taken back.

    The arbiter played a correction for the seat, as the ruling on `dispute`; it cannot be taken back either. `draw`
    counts, from 1, the steps of the game in which chance decided something; other steps have none, nor do games whose
    chance is numbered by step. `automatic` says how a move came about that nobody chose, since its player had resigned.
    In a game with a clock, `asking` names the seats that the position asks: agendas are hidden from most readers, who
    could not follow the clocks otherwise.
    """

    TOPIC = "kifu:move-played"
    KIND = "move"
    seat: int
    player: str
    move: msgspec.Raw
    facts: msgspec.Raw
    sealed: bool = False
    dispute: int | msgspec.UnsetType = msgspec.UNSET
    draw: Draw = msgspec.UNSET
    automatic: Automatic | msgspec.UnsetType = msgspec.UNSET
    asking: Asking | msgspec.UnsetType = msgspec.UNSET
    signed: PlayerSigned = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class MoveTakenBack(Step, frozen=True, kw_only=True):
    """A seat takes back its last move, step `undone`: the game is again in the position after step `to`."""

    TOPIC = "kifu:move-taken-back"
    KIND = "take-back"
    seat: int
    player: str
    undone: int
    to: int
    signed: PlayerSigned = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class SeatResigned(Step, frozen=True, kw_only=True):
    """A seat resigns: the game ends with `result`, or the others play on if there is no result."""

    TOPIC = "kifu:seat-resigned"
    KIND = "resignation"
    seat: int
    player: str
    result: Result | msgspec.UnsetType = msgspec.UNSET
    signed: PlayerSigned = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class DisputeRaised(Step, frozen=True, kw_only=True):
    """A seat disputes the step `step`, by `clause` if it names one. The game stays in the position after step `to`.

    The claim is sealed, so it can be erased; claims of earlier games are in the clear.
    """

    TOPIC = "kifu:dispute-raised"
    KIND = "dispute"
    dispute: int
    seat: int
    player: str
    step: int
    clause: str | None
    claim: RecordedText
    to: int
    signed: PlayerSigned = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class DisputeWithdrawn(Step, frozen=True, kw_only=True):
    """A seat withdraws its dispute. The game stays in the position after step `to`."""

    TOPIC = "kifu:dispute-withdrawn"
    KIND = "withdrawal"
    dispute: int
    seat: int
    player: str
    to: int
    signed: PlayerSigned = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class DisputeRuled(Step, frozen=True, kw_only=True):
    """The arbiter rules on a dispute about the step `step`, by a clause and in words.

    The game is in the position after step `to`. A ruling that annuls or corrects takes it back to before the disputed
    step; `undone` lists the steps that it undoes. The correcting move is the next event. `arbiter` is the player who
    ruled; rulings by the operator's token name nobody. The words are sealed, so they can be erased; those of earlier
    games are in the clear.
    """

    TOPIC = "kifu:dispute-ruled"
    KIND = "ruling"
    dispute: int
    step: int
    ruling: RulingKind
    clause: str
    words: RecordedText
    to: int
    undone: tuple[int, ...] = ()
    arbiter: str | msgspec.UnsetType = msgspec.UNSET
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class MessageSent(Event, frozen=True, kw_only=True):
    """A seat of the game `game` says something after the step `step`, 0 before the set-up.

    The text is sealed, so it can be erased. Messages are not events of the game: `domain.record.talk` defines their
    stream.
    """

    TOPIC = "kifu:message-sent"
    game: UUID
    step: int
    seat: int
    player: str
    text: RecordedText
    hidden: Hidden = msgspec.UNSET
    digest: Digest = msgspec.UNSET


class GameSnapshot(Event, frozen=True, kw_only=True):
    """A cached game at one version. `state` is the JSON of its state, made by step `origin`."""

    TOPIC = "kifu:game-snapshot"
    opened: GameOpened
    players: tuple[str | None, ...]
    step: int
    origin: int
    rules: str
    state: msgspec.Raw
    entropies: tuple[str | None, ...] = ()
    digest: str | None = None
    disputes: tuple[Dispute, ...] = ()
    draws: int = 0
    resigned_seats: tuple[int, ...] = ()
    keys: tuple[tuple[str, ...], ...] = ()
    clocks: Clocks | None = None


SignedEvent: TypeAlias = SeatTaken | MovePlayed | MoveTakenBack | SeatResigned | DisputeRaised | DisputeWithdrawn
"""The events in which a player acts for a seat."""
DisputeEvent: TypeAlias = DisputeRaised | DisputeWithdrawn | DisputeRuled
PlayEvent: TypeAlias = GameStarted | MovePlayed | MoveTakenBack | SeatResigned
ClockEvent: TypeAlias = TimeRanOut | ClockStopped | ClockStarted
SeatingEvent: TypeAlias = SeatTaken | SeatLeft | SeatReserved | ReservationWithdrawn | GameCancelled
AnyEvent: TypeAlias = GameOpened | SeatingEvent | PlayEvent | DisputeEvent | ClockEvent
STEPS: tuple[type[Step], ...] = (
    GameStarted,
    MovePlayed,
    MoveTakenBack,
    SeatResigned,
    DisputeRaised,
    DisputeWithdrawn,
    DisputeRuled,
    TimeRanOut,
    ClockStopped,
    ClockStarted,
)
SEATING: tuple[type[Event], ...] = (SeatTaken, SeatLeft, SeatReserved, ReservationWithdrawn, GameCancelled)
"""The events between the opening of a game and its set-up."""
EVENTS: tuple[type[Event], ...] = (GameOpened, *SEATING, *STEPS)
TOPICS = frozenset(event.TOPIC for event in EVENTS)
STEP_KINDS: dict[str, StepKind] = {event.TOPIC: event.KIND for event in STEPS}
"""The kinds of steps by the topics of their events."""

_stored: tuple[type[Event], ...] = (*EVENTS, MessageSent, GameSnapshot)
for _event in _stored:
    register_topic(_event.TOPIC, _event)

_encode = msgspec.json.Encoder().encode


@cache
def _decoder(event: type[Event]) -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(event)


class EventMapper(Mapper[UUID]):
    """Events to JSON and back by msgspec, with the library's upcasting."""

    def __init__(self) -> None:
        """Use no transcoder: the structs define their own encoding."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """Encode an event for the store."""
        event = cast(Event, domain_event)
        return StoredEvent(event.originator_id, event.originator_version, event.TOPIC, _json(event))

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        """Decode a stored event; raises MapperDeserialisationError if it is not this event's JSON."""
        cls: type[Event] = resolve_topic(stored_event.topic)
        try:
            event = (
                _upcast(cls, stored_event.state) if cls.class_version > 1 else _decoder(cls).decode(stored_event.state)
            )
        except UNREADABLE_JSON as error:
            raise _unreadable_error(stored_event, describe_unreadable(error)) from error
        if (event.originator_id, event.originator_version) != (
            stored_event.originator_id,
            stored_event.originator_version,
        ):
            raise _unreadable_error(stored_event, say("the event belongs to another place"))
        return cast("DomainEventProtocol[UUID]", event)


MAPPER = EventMapper()
E = TypeVar(
    "E",
    GameOpened,
    SeatTaken,
    SeatLeft,
    SeatReserved,
    ReservationWithdrawn,
    GameCancelled,
    GameStarted,
    MovePlayed,
    MoveTakenBack,
    SeatResigned,
    DisputeRaised,
    DisputeWithdrawn,
    DisputeRuled,
    TimeRanOut,
    ClockStopped,
    ClockStarted,
    MessageSent,
)


def link(event: E, hidden: tuple[str, ...], previous: str | None, seed: bytes) -> E:
    """Link an event to the chain of its game: `hidden` are the pointers to values that not everyone may see.

    `previous` is the digest before it, None if there is none; `seed` is the server's seed of the game.
    """
    event = msgspec.structs.replace(event, hidden=hidden)
    digest = chain.link_digest(_json(event), event.TOPIC, event.originator_version, previous, seed)
    return msgspec.structs.replace(event, digest=digest)


def recorded_digest(event: AnyEvent | MessageSent) -> str | None:
    """Return the digest of an event; None if it was recorded without one."""
    return event.digest if isinstance(event.digest, str) else None


def _json(event: Event) -> bytes:
    encoded = _encode(event)
    # At the front, because the digest must stay at the end.
    return encoded if event.class_version == 1 else b'{"class_version":%d,' % event.class_version + encoded[1:]


def _upcast(cls: type[Event], state: bytes) -> Event:
    values = msgspec.json.decode(state)
    for version in range(values.pop("class_version", 1), cls.class_version):
        getattr(cls, f"upcast_v{version}_v{version + 1}")(values)
    return msgspec.convert(values, cls, strict=False)


def _unreadable_error(stored: StoredEvent, why: str) -> MapperDeserialisationError:
    return MapperDeserialisationError(
        say(
            "{topic}, game {game}, version {version}: {why}",
            topic=stored.topic,
            game=stored.originator_id,
            version=stored.originator_version,
            why=why,
        )
    )
