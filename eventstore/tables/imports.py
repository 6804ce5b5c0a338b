"""Games restored from files: all their events, a note of the import and the content pack, in one transaction.

The content packs of games played here are in the same table.
"""

from collections.abc import Collection, Sequence
from uuid import UUID, uuid5

from psycopg import Connection
from psycopg.rows import DictRow, tuple_row

from domain.rows import FirstAnswer, ImportNote, KeptPack, PersonalValue, Row
from eventstore.append import NewEvents, append
from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.postgres.pool import FeedConnection
from eventstore.tables.accounts.personal_values import insert_values

NOTE = "INSERT INTO kifu.imported VALUES (%b, %b::uuid, %b, %b, %b, %b, %b, %b, %b, %b)"
NOTED = (
    "SELECT game_id, time, request_id, file, version, record, keys, receipt, vouched FROM kifu.imported "
    "WHERE partition = %b::smallint AND game_id = %b::uuid"
)
NOTED_AGAIN = (
    "SELECT game_id, time, request_id, file, version, record, keys, receipt, vouched FROM kifu.reimported "
    "WHERE partition = %b::smallint AND game_id = %b::uuid ORDER BY number DESC LIMIT 1"
)
NOTE_AGAIN = "INSERT INTO kifu.reimported VALUES (%b, %b::uuid, %b, %b, %b, %b, %b, %b, %b, %b, %b)"
STREAMS = "SELECT by FROM kifu.replaced_stream WHERE stream = %b::uuid"
LOCK = "LOCK TABLE kifu.reimported IN SHARE ROW EXCLUSIVE MODE"
NUMBER = (
    "SELECT coalesce(max(number), 0) + 1 FROM kifu.reimported WHERE partition = %b::smallint AND game_id = %b::uuid"
)
REPLACE = "INSERT INTO kifu.replaced_stream VALUES (%b::uuid, %b::smallint, %b::uuid)"
KEEP = (
    "INSERT INTO kifu.content_pack (ruleset, digest, files) VALUES (%b::text, %b::bytea, %b::text) "
    "ON CONFLICT (ruleset, digest) DO NOTHING"
)
PACK = "SELECT files FROM kifu.content_pack WHERE ruleset = %b::text AND digest = %b::bytea"


class Imports:
    """The tables of imported games and of content packs."""

    def __init__(self, datastore: Datastore, partitions: int = PARTITIONS) -> None:
        self._datastore = datastore
        self._partitions = partitions

    def keep(self, pack: KeptPack) -> None:
        """Keep a pack, unless it is there already."""

        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left) as connection:
                connection.execute(KEEP, (pack.ruleset, pack.digest, pack.files))

        persevere(attempt)

    def restore(
        self,
        note: ImportNote,
        streams: Sequence[tuple[UUID, Sequence[Row]]],
        pack: KeptPack,
        answer: FirstAnswer | None,
        values: Sequence[PersonalValue] = (),
    ) -> int:
        """Store the events of a whole game, from version 1 on, and return the position of the last.

        `streams` are that of the game, by its id, and any others that belong to it, each from version 1 on. The note,
        the pack unless it is known, the answer, and the values unless they were erased are stored in the same
        transaction. Raises IntegrityError if the
        game or an answer under the key exists already, and DataError for a payload that is not text.
        """

        partitions = {partition_of(stream, self._partitions) for stream, _ in streams}

        def attempt(left: float, _: bool) -> int:
            with self._datastore.get_connection(left, *partitions) as connection, connection.transaction():
                self._note(connection, note)
                connection.execute(KEEP, (pack.ruleset, pack.digest, pack.files))
                insert_values(connection, values)
                # Last, since this locks the feed partitions until the transaction ends; in the order of every writer.
                positions = {
                    stream: self._append(connection, stream, events, answer if stream == note.game_id else None)
                    for stream, events in sorted(streams, key=self._lock_order)
                }
                return positions[note.game_id]

        return persevere(attempt)

    def replace(
        self,
        note: ImportNote,
        streams: Sequence[tuple[UUID, Sequence[Row]]],
        pack: KeptPack,
        values: Sequence[PersonalValue] = (),
    ) -> None:
        """Store a better file of a game that was imported: its events in new streams, which are read from now on.

        Only the owner of the database may. `streams` and `values` are as for `restore`; a stream without events is
        empty from now on.
        """

        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                connection.execute(LOCK.encode())
                place = (partition_of(note.game_id, self._partitions), note.game_id)
                number = _one(connection, NUMBER, place)
                connection.execute(NOTE_AGAIN, (*place, number, *self._note_values(note)[2:]))
                connection.execute(KEEP, (pack.ruleset, pack.digest, pack.files))
                insert_values(connection, values)
                moved = [(self._replace(connection, stream, number), events) for stream, events in streams]
                for stream, events in sorted(moved, key=self._lock_order):
                    if events:
                        self._append(connection, stream, events, None)

        persevere(attempt)

    def _replace(self, connection: FeedConnection, stream: UUID, number: int) -> UUID:
        with connection.cursor(row_factory=tuple_row) as cursor:
            others = [row[0] for row in cursor.execute(STREAMS, (stream,)).fetchall()]
        by = _new_stream(stream, number, others, self._partitions)
        connection.execute(REPLACE, (stream, number, by))
        return by

    def _lock_order(self, stream: tuple[UUID, Sequence[Row]]) -> tuple[int, bytes]:
        return partition_of(stream[0], self._partitions), stream[0].bytes

    def _append(
        self, connection: FeedConnection, stream: UUID, events: Sequence[Row], answer: FirstAnswer | None
    ) -> int:
        new = NewEvents(
            partition_of(stream, self._partitions),
            stream,
            1,
            [event.topic for event in events],
            [event.payload for event in events],
            [event.receipt for event in events],
            answer=answer,
        )
        return append(connection, new, lowest=1)

    def _note(self, connection: Connection[DictRow], note: ImportNote) -> None:
        connection.execute(NOTE, self._note_values(note))

    def _note_values(self, note: ImportNote) -> tuple[object, ...]:
        return (
            partition_of(note.game_id, self._partitions),
            note.game_id,
            note.time,
            note.request_id,
            note.file,
            note.version,
            note.record,
            note.keys,
            note.receipt,
            note.vouched,
        )

    def of_game(self, game_id: UUID) -> ImportNote | None:
        """Return the last note of the import of a game, or None if the game was not imported."""
        place = (partition_of(game_id, self._partitions), game_id)
        rows = self._datastore.read(NOTED_AGAIN, place) or self._datastore.read(NOTED, place)
        return ImportNote(*rows[0]) if rows else None

    def pack(self, ruleset: str, digest: bytes) -> str | None:
        """Return the files of a pack as a JSON object, or None if the pack was not kept."""
        rows = self._datastore.read(PACK, (ruleset, digest))
        return rows[0][0] if rows else None


def _one(connection: FeedConnection, statement: str, values: tuple[object, ...]) -> int:
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(statement.encode(), values).fetchone()
    assert row is not None
    return int(row[0])


def _new_stream(stream: UUID, number: int, others: Collection[UUID], partitions: int) -> UUID:
    """Return the id of a stream to replace this one, in a partition that neither it nor `others` use.

    Their events share digests, which earlier schemas allow only once in a partition.
    """
    taken = {partition_of(other, partitions) for other in (stream, *others)}
    attempt = 0
    while True:
        found = uuid5(stream, f"import {number}.{attempt}")
        if partition_of(found, partitions) not in taken:
            return found
        attempt += 1
