"""The library's application recorder over a partitioned feed. An append is one round trip, or a part of one."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby, pairwise
from uuid import UUID

import msgspec
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

from domain.rows import EventRow, FirstAnswer, KeptAnswer, MetSeeks, PersonalValue, RefusedMove, SeedSafe
from eventstore.append import NewEvents, append
from eventstore.appender import Appender
from eventstore.codec import Codec, read_payload
from eventstore.partition import PARTITIONS, narrow_to_versions, partition_of
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.postgres.standby import CONFIRM
from eventstore.tables.accounts import seeks
from eventstore.tables.accounts.moderation import Moderation
from eventstore.tables.accounts.personal_values import PersonalValues
from eventstore.tables.accounts.player_keys import PlayerKeyTables
from eventstore.tables.answers import Answers, duplicate_key_error
from eventstore.tables.imports import Imports
from eventstore.tables.links import Links
from eventstore.tables.log import LogTables
from eventstore.tables.looks import Looks
from eventstore.tables.refusals import Refusals
from eventstore.tables.seeds import Seeds
from eventstore.tables.uptimes import Uptimes

GAME = "SELECT version, topic, payload FROM kifu.event WHERE partition = %b::smallint AND game_id = %b::uuid"
ROWS = (
    "SELECT position, version, topic, payload, receipt FROM kifu.event "
    "WHERE partition = %b::smallint AND game_id = %b::uuid"
)
GAP_SEARCH = 100_000
"""How many positions after a game are searched for a gap."""
GAP = """
SELECT before + 1, position - 1 FROM (
    SELECT position, lag(position, 1, %(after)b::bigint) OVER (ORDER BY position) AS before FROM (
        SELECT position FROM kifu.event
         WHERE partition = %(partition)b::smallint AND position > %(after)b::bigint AND position <= %(end)b::bigint
        UNION ALL
        SELECT least(position, %(end)b::bigint) + 1 FROM kifu.feed_head
         WHERE partition = %(partition)b::smallint AND position >= %(after)b::bigint
    ) AS place
) AS behind WHERE position <> before + 1 ORDER BY position LIMIT 1
"""
STREAMS = (
    "SELECT DISTINCT game_id FROM kifu.event WHERE partition = %b::smallint "
    "AND (%b::uuid IS NULL OR game_id > %b::uuid) ORDER BY game_id LIMIT %b::bigint"
)
FEED = "SELECT position, game_id, version, topic, payload FROM kifu.event WHERE partition = 0"


class FeedRecorder(PostgresApplicationRecorder):
    """Records events of games in the feed partitions of the schema `kifu`.

    States must be UTF-8 text without NUL, such as JSON. They are kept byte for byte in a text column, which psql can
    show. Versions of a game are contiguous from `lowest_version`. While PostgreSQL is unavailable, every call keeps
    trying for about two seconds and then raises OperationalError or InterfaceError.
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
        self._seeds = Seeds(datastore, partitions)
        self._codec = Codec(datastore.read, self._seeds, partitions, lowest_version)
        self.appender = Appender(datastore, self._seeds, lowest_version)
        self.imports = Imports(datastore, partitions)
        self.looks = Looks(datastore, partitions)
        self.links = Links(datastore)
        self.personal = PersonalValues(datastore)
        self.moderation = Moderation(datastore)
        self.player_keys = PlayerKeyTables(datastore)
        self.uptimes = Uptimes(datastore)
        self.log = LogTables(datastore.read)

    def create_table(self) -> None:
        """Refuse: processes that create tables at start-up collide. Raises NotSupportedError."""
        raise NotSupportedError("the schema comes from migrations")

    def lock_seeds(self, safe: SeedSafe) -> None:
        """Encrypt the seeds of games that open from now on, and read those of others with the same keys."""
        self._codec.lock_seeds(safe)

    def partition_of(self, game_id: UUID) -> int:
        """Return the feed partition of a game."""
        return self._codec.known_place(game_id)[0]

    def stream_of(self, game_id: UUID) -> UUID:
        """Return the id under which the events of a game are stored: its own, unless a better file of it was
        imported."""
        return self._codec.stream_of(game_id)

    def game_of(self, stream: UUID) -> UUID:
        """Return the game that a stream replaces or replaced; by default itself."""
        return self._codec.game_of(stream)

    def stream_rows(self, stream: UUID, lte: int | None = None, files: bool = True) -> list[EventRow]:
        """Return the stored events of a stream up to a version, even if it was replaced; without `files`, moved ones
        as stubs."""
        return self._rows(self.game_of(stream), (partition_of(stream, self.partitions), stream), lte, None, files)

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        idempotency: FirstAnswer | None = None,
        previous: bytes | None = None,
        receipts: Sequence[bytes | None] | None = None,
        opened_seed: bytes | None = None,
        met: MetSeeks | None = None,
        values: Sequence[PersonalValue] = (),
        **unknown: object,
    ) -> Sequence[int] | None:
        """Append events in one transaction and return their positions, each in the partition of its game.

        `idempotency` is kept in the same transaction, with the partition and position of the last event. For events of
        one game, `previous` is the digest that they follow, and `receipts` has a place for each of them; `opened_seed`
        is the seed of a game that is over with them, to be stored in the clear; `met` are seeks that end with them;
        `values` are their personal values. Raises IntegrityError if a version is taken or leaves a gap, or if another
        digest is stored before them, DuplicateKey if the key is taken, SeekGone if a seek is not open, DataError for a
        state that is not text. If the reply is lost with its connection, the call tries again and recognises the stored
        events as its own.
        """
        foreign = [name for name, value in unknown.items() if value is not None]
        if foreign:
            raise NotSupportedError(f"cannot store {', '.join(foreign)} with events")
        if not stored_events:
            if idempotency is not None:
                self.record_answer(idempotency)
            return []
        streams = self._streams([self._codec.encode(event) for event in stored_events])
        if met is not None and values:
            raise NotSupportedError("cannot store values with the end of seeks")
        if len(streams) > 1 and (values or any(one is not None for one in (previous, receipts, opened_seed, met))):
            raise NotSupportedError("cannot store digests, receipts, seeds, seeks and values of several games at once")

        def attempt(left: float, again: bool) -> list[int]:
            try:
                if len(streams) == 1:
                    new = self._new_events(streams[0], idempotency, previous, receipts, opened_seed)
                    new = msgspec.structs.replace(new, values=values) if values else new
                    last = self.appender.append(new, left) if met is None else self._append_met(new, met, left)
                    return _positions(last, len(new.payloads))
                return self._append_games(streams, idempotency, left)
            except IntegrityError as error:
                positions = self._own_positions(streams, idempotency, left) if again else None
                if positions is None:
                    raise duplicate_key_error(error, idempotency) or error from None
                return positions

        positions = persevere(attempt)
        return positions if len(streams) == 1 else _in_order(positions, streams, stored_events)

    def _streams(self, stored_events: Sequence[StoredEvent]) -> list[list[StoredEvent]]:
        """Group events by game, in the order in which every writer locks the heads, so that writers cannot deadlock."""
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
        partition, stream = self._codec.known_place(_game_id(event.originator_id))
        return partition, stream.bytes

    def _append_games(
        self, streams: list[list[StoredEvent]], idempotency: FirstAnswer | None, timeout: float
    ) -> list[int]:
        # The answer goes with the last stream, since its position is that of the last event.
        answers = [*[None] * (len(streams) - 1), idempotency]
        news = [self._new_events(*one) for one in zip(streams, answers, strict=True)]
        partitions = {partition for new in news for partition in new.partitions()}
        with self.datastore.get_connection(timeout, *partitions, local=True) as connection, connection.transaction():
            return [
                position
                for new in news
                for position in _positions(append(connection, new, self.lowest_version), len(new.payloads))
            ]

    def _append_met(self, new: NewEvents, met: MetSeeks, timeout: float) -> int:
        """Append events and end the seeks that they are for, in one transaction."""
        with self.datastore.get_connection(timeout, *new.partitions()) as connection, connection.transaction():
            # The head of the partition last, so that nobody who appends waits for seeks.
            seeks.meet(connection, met)
            return append(connection, new, self.lowest_version)

    def _new_events(
        self,
        events: list[StoredEvent],
        answer: FirstAnswer | None,
        previous: bytes | None = None,
        receipts: Sequence[bytes | None] | None = None,
        seed: bytes | None = None,
    ) -> NewEvents:
        return NewEvents(
            *self._codec.known_place(_game_id(events[0].originator_id)),
            events[0].originator_version,
            [event.topic for event in events],
            [event.state for event in events],
            receipts or [None] * len(events),
            previous,
            answer,
            seed,
        )

    def _own_positions(
        self, streams: list[list[StoredEvent]], idempotency: FirstAnswer | None, timeout: float
    ) -> list[int] | None:
        """Return the positions of these events if they are stored exactly like this, answer included, otherwise None.

        A synchronous standby has them too.
        """
        positions: list[int] = []
        partitions = set[int]()
        for events in streams:
            first = events[0].originator_version
            place = self._codec.known_place(_game_id(events[0].originator_id))
            partitions.add(place[0])
            rows = self.datastore.fetch(
                "SELECT version, topic, payload, position FROM kifu.event WHERE partition = %b::smallint "
                "AND game_id = %b::uuid AND version >= %b::bigint ORDER BY version LIMIT %b::bigint",
                (*place, first, len(events)),
                timeout,
                place[0],
            )
            stored = [(version, topic, payload.encode()) for version, topic, payload, _ in rows]
            if stored != [(event.originator_version, event.topic, event.state) for event in events]:
                return None
            positions += [row[3] for row in rows]
        if idempotency is None:
            self.datastore.fetch(f"SELECT {CONFIRM}", (), timeout, *partitions)
            return positions
        answer = self.first_answer(idempotency.owner, idempotency.key, idempotency.game)
        # An answer that a cluster keeps in another partition has no position; it was stored in the same transaction.
        return positions if answer is not None and answer.position in (None, positions[-1]) else None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return the events of a game with versions above `gt` up to `lte`, ascending or `desc`, at most `limit`."""
        game_id = _game_id(originator_id)
        game = self._codec.place(game_id)
        statement, params = narrow_to_versions(GAME, game, gt=gt, lte=lte, desc=desc, limit=limit)
        rows = self.datastore.read(statement, params, game[0])
        return [
            StoredEvent(game_id, version, topic, self._codec.decode(game_id, game[1], version, payload))
            for version, topic, payload in rows
        ]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Select from the library's single sequence. Raises NotSupportedError unless there is only one partition."""
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
        return [Notification(game, version, topic, read_payload(text), at) for at, game, version, topic, text in rows]

    def max_notification_id(self) -> int | None:
        """The last position of the library's single sequence. Raises as `select_notifications` does."""
        self._require_one_sequence()
        rows = self.datastore.read("SELECT position FROM kifu.feed_head WHERE partition = 0 AND position > 0", [])
        return int(rows[0][0]) if rows else None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Raise NotSupportedError: the library's subscription misses wake-ups and ends with its connection."""
        raise NotSupportedError("follow the feed with eventstore.feed")

    def _require_one_sequence(self) -> None:
        if self.partitions != 1:
            raise NotSupportedError(f"the feed has {self.partitions} sequences; read it with eventstore.feed")

    def first_answer(self, owner: str, key: str, game: UUID | None = None) -> KeptAnswer | None:
        """Return the answer to the first use of the idempotency key by `owner`, or None if it was never used.

        `game` is the one that the path of the request names.
        """
        return self._answers.first(owner, key, game)

    def record_answer(self, answer: FirstAnswer) -> None:
        """Keep an answer to a request that recorded no event. Raises DuplicateKey if the key is taken."""
        self._answers.record(answer)

    def record_refusal(self, refusal: RefusedMove) -> None:
        """Keep a refused move for the audit, in a transaction of its own."""
        self._refusals.record(refusal)

    def forgotten_refusals(self, game_id: UUID) -> dict[int, int]:
        """Return, by seat, how many refused moves of a game were only counted."""
        return self._refusals.forgotten(game_id)

    def refusals_between(self, game_id: UUID, after: datetime, until: datetime, limit: int = 1000) -> list[RefusedMove]:
        """Return the first `limit` refused moves of a game after one moment and up to another, in order."""
        return self._refusals.between(game_id, after, until, limit)

    def rows(self, game_id: UUID, lte: int | None = None, gt: int | None = None) -> list[EventRow]:
        """Return the stored events of a game with versions above `gt` up to `lte`, by version; only the seed is
        decrypted."""
        return self._rows(game_id, self._codec.place(game_id), lte, gt)

    def _rows(
        self, game_id: UUID, place: tuple[int, UUID], lte: int | None, gt: int | None, files: bool = True
    ) -> list[EventRow]:
        statement, params = narrow_to_versions(ROWS, place, gt=gt, lte=lte, desc=False, limit=None)
        rows = self.datastore.read(statement, params, place[0])
        return [
            EventRow(position, version, topic, self._codec.decode(game_id, place[1], version, text, files), sign)
            for position, version, topic, text, sign in rows
        ]

    def stream_ids(self, partition: int, after: UUID | None, limit: int) -> list[UUID]:
        """Return the first `limit` ids after `after` under which a partition has events, in order."""
        rows = self.datastore.read(STREAMS, (partition, after, after, limit), partition)
        return [row[0] for row in rows]

    def locked_seeds(self) -> list[tuple[str, int]]:
        """Return the ids of the keys that unfinished games need, with the number of games."""
        return self._seeds.locked()

    def missing_positions(self, game_id: UUID, after: int) -> tuple[int, int] | None:
        """Return the first gap among the positions after `after` in the partition of a game, as first and last
        position. None if there is no gap up to the head of the partition or within GAP_SEARCH positions."""
        partition = self.partition_of(game_id)
        params = {"partition": partition, "after": after, "end": after + GAP_SEARCH}
        rows = self.datastore.read(GAP, params, partition)
        return (int(rows[0][0]), int(rows[0][1])) if rows else None


def _positions(last: int, count: int) -> list[int]:
    return list(range(last - count + 1, last + 1))


def _in_order(
    positions: list[int], streams: list[list[StoredEvent]], stored_events: Sequence[StoredEvent]
) -> list[int]:
    events = (event for events in streams for event in events)
    found = {(e.originator_id, e.originator_version): at for e, at in zip(events, positions, strict=True)}
    return [found[event.originator_id, event.originator_version] for event in stored_events]


def _game_id(originator_id: UUID | str) -> UUID:
    return originator_id if isinstance(originator_id, UUID) else UUID(originator_id)
