"""The library's application recorder over a partitioned feed: one function call in one round trip an append."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    Notification,
    NotSupportedError,
    ProgrammingError,
    StoredEvent,
    Subscription,
)
from eventsourcing.postgres import PostgresApplicationRecorder

from eventstore.answers import Answers, IdempotentAnswer, StoredAnswer, as_duplicate
from eventstore.append import append
from eventstore.datastore import Datastore, persevere
from eventstore.partition import PARTITIONS, partition_of
from eventstore.pool import FeedConnection
from eventstore.refusals import Refusal, Refusals
from eventstore.versions import window

GAME = "SELECT version, topic, payload FROM kifu.event WHERE partition = %b::smallint AND game_id = %b::uuid"
FEED = "SELECT position, game_id, version, topic, payload FROM kifu.event WHERE partition = 0"


class FeedRecorder(PostgresApplicationRecorder):
    """Records events of games in the feed partitions of the schema `kifu`.

    States must be UTF-8 text without NUL, such as JSON: they are kept byte for byte in a text column, where psql shows
    them. Versions of a game are contiguous from `lowest_version`. Every call keeps trying for about two seconds while
    PostgreSQL is away and then raises OperationalError or InterfaceError.
    """

    datastore: Datastore

    def __init__(
        self,
        datastore: Datastore,
        *,
        events_table_name: str = "event",
        partitions: int = PARTITIONS,
        lowest_version: int = 1,
    ) -> None:
        if events_table_name != "event":
            raise ProgrammingError(f"the schema has no events table {events_table_name!r}")
        super().__init__(datastore, events_table_name=events_table_name)
        self.partitions = partitions
        self.lowest_version = lowest_version
        self._answers = Answers(datastore)
        self._refusals = Refusals(datastore, partitions)

    def create_table(self) -> None:
        """Refuse: processes that create tables at start-up collide. Raises NotSupportedError."""
        raise NotSupportedError("the schema comes from migrations")

    def partition_of(self, game_id: UUID) -> int:
        """The feed partition of a game."""
        return partition_of(game_id, self.partitions)

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        idempotency: IdempotentAnswer | None = None,
        **unknown: object,
    ) -> Sequence[int] | None:
        """Append events in one transaction and return their positions, each in the partition of its game.

        `idempotency` is kept in the same transaction, with the partition and position of the last event. Raises
        IntegrityError if a version is taken or leaves a gap, DuplicateKey if the key is, DataError for a state that is
        no text. A reply lost with its connection is no error: the repetition recognises the stored events as its own.
        """
        foreign = [name for name, value in unknown.items() if value is not None]
        if foreign:
            raise NotSupportedError(f"cannot store {', '.join(foreign)} with events")
        if not stored_events:
            if idempotency is not None:
                self.record_answer(idempotency)
            return []
        streams = self._streams(stored_events)

        def attempt(left: float, again: bool) -> list[int]:
            try:
                return self._append(streams, idempotency, left)
            except IntegrityError as error:
                positions = self._own_positions(streams, idempotency, left) if again else None
                if positions is None:
                    raise as_duplicate(error, idempotency) or error from None
                return positions

        positions = persevere(attempt)
        return positions if len(streams) == 1 else _in_order(positions, streams, stored_events)

    def _streams(self, stored_events: Sequence[StoredEvent]) -> list[list[StoredEvent]]:
        """The events by game, in the order in which every writer locks the heads, so that none waits for another."""
        first = stored_events[0].originator_id
        if all(event.originator_id == first for event in stored_events):
            streams = [list(stored_events)]
        else:
            ordered = sorted(stored_events, key=self._lock_order)
            streams = [list(events) for _, events in groupby(ordered, key=lambda event: event.originator_id)]
        for events in streams:
            if any(b.originator_version != a.originator_version + 1 for a, b in pairwise(events)):
                raise IntegrityError(f"versions of {events[0].originator_id} are not contiguous")
        return streams

    def _lock_order(self, event: StoredEvent) -> tuple[int, bytes]:
        game_id = _game_id(event.originator_id)
        return self.partition_of(game_id), game_id.bytes

    def _append(
        self, streams: list[list[StoredEvent]], idempotency: IdempotentAnswer | None, timeout: float
    ) -> list[int]:
        with self.datastore.get_connection(timeout) as connection:
            if len(streams) == 1:
                return self._append_stream(connection, streams[0], idempotency)
            # The answer goes with the last stream, whose last event it will be found by.
            answers = [*[None] * (len(streams) - 1), idempotency]
            with connection.transaction():
                return [
                    position
                    for events, answer in zip(streams, answers, strict=True)
                    for position in self._append_stream(connection, events, answer)
                ]

    def _append_stream(
        self, connection: FeedConnection, events: list[StoredEvent], answer: IdempotentAnswer | None
    ) -> list[int]:
        game_id = _game_id(events[0].originator_id)
        last = append(
            connection,
            self.partition_of(game_id),
            game_id,
            events[0].originator_version,
            self.lowest_version,
            [event.topic for event in events],
            [event.state for event in events],
            answer,
        )
        return list(range(last - len(events) + 1, last + 1))

    def _own_positions(
        self, streams: list[list[StoredEvent]], idempotency: IdempotentAnswer | None, timeout: float
    ) -> list[int] | None:
        """The positions of these events if they are stored exactly as they are here, answer included, else None."""
        positions: list[int] = []
        for events in streams:
            first = events[0].originator_version
            rows = self.datastore.fetch(
                "SELECT version, topic, payload, position FROM kifu.event WHERE partition = %b::smallint "
                "AND game_id = %b::uuid AND version >= %b::bigint ORDER BY version LIMIT %b::bigint",
                (self._lock_order(events[0])[0], events[0].originator_id, first, len(events)),
                timeout,
            )
            stored = [(version, topic, payload.encode()) for version, topic, payload, _ in rows]
            if stored != [(event.originator_version, event.topic, event.state) for event in events]:
                return None
            positions += [row[3] for row in rows]
        if idempotency is None:
            return positions
        answer = self.first_answer(idempotency.owner, idempotency.key)
        return positions if answer is not None and answer.position == positions[-1] else None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The events of a game with versions above `gt` up to `lte`, ascending or `desc`, at most `limit`."""
        game_id = _game_id(originator_id)
        game = (self.partition_of(game_id), game_id)
        rows = self.datastore.read(*window(GAME, game, gt=gt, lte=lte, desc=desc, limit=limit))
        return [StoredEvent(game_id, version, topic, payload.encode()) for version, topic, payload in rows]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """The library's single sequence. Raises NotSupportedError unless there is one partition: see `Feed.select`."""
        self._require_one_sequence()
        statement = FEED
        params: list[object] = []
        after = " AND position >= %b::bigint" if inclusive_of_start else " AND position > %b::bigint"
        for condition, bound in ((after, start), (" AND position <= %b::bigint", stop)):
            if bound is not None:
                statement += condition
                params.append(bound)
        if topics:
            statement += " AND topic = ANY(%b::text[])"
            params.append(list(topics))
        rows = self.datastore.read(statement + " ORDER BY position LIMIT %b::bigint", [*params, limit])
        return [Notification(game, version, topic, text.encode(), at) for at, game, version, topic, text in rows]

    def max_notification_id(self) -> int | None:
        """The last position of the library's single sequence. Raises as `select_notifications` does."""
        self._require_one_sequence()
        rows = self.datastore.read("SELECT position FROM kifu.feed_head WHERE partition = 0 AND position > 0", [])
        return int(rows[0][0]) if rows else None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Raises NotSupportedError: the library's subscription misses wake-ups and ends with its connection."""
        raise NotSupportedError("follow the feed through Feed")

    def _require_one_sequence(self) -> None:
        if self.partitions != 1:
            raise NotSupportedError(f"the feed has {self.partitions} sequences; read it through Feed")

    def first_answer(self, owner: str, key: str) -> StoredAnswer | None:
        """What was answered when `owner` used the idempotency key `key` first, or None if they have not."""
        return self._answers.first(owner, key)

    def record_answer(self, answer: IdempotentAnswer) -> None:
        """Keep an answer that goes with no event. Raises DuplicateKey if the key is taken."""
        self._answers.record(answer)

    def record_refusal(self, refusal: Refusal) -> None:
        """Keep a refused move for the audit, in a transaction of its own."""
        self._refusals.record(refusal)

    def refusals(self, game_id: UUID, limit: int = 100) -> list[Refusal]:
        """The last `limit` refused moves of a game, the latest first."""
        return self._refusals.of_game(game_id, limit)


def _in_order(
    positions: list[int], streams: list[list[StoredEvent]], stored_events: Sequence[StoredEvent]
) -> list[int]:
    events = (event for events in streams for event in events)
    found = {(e.originator_id, e.originator_version): at for e, at in zip(events, positions, strict=True)}
    return [found[event.originator_id, event.originator_version] for event in stored_events]


def _game_id(originator_id: UUID | str) -> UUID:
    return originator_id if isinstance(originator_id, UUID) else UUID(originator_id)
