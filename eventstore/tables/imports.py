"""Games restored from files: all their events, a note of the import and the content pack, in one transaction.

The content packs of games that are played here are in the same table.
"""

from collections.abc import Sequence
from uuid import UUID

from psycopg import Connection
from psycopg.rows import DictRow

from domain.rows import FirstAnswer, ImportNote, KeptPack, Row
from eventstore.append import append
from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres.datastore import Datastore, persevere
from eventstore.postgres.pool import FeedConnection

NOTE = "INSERT INTO kifu.imported VALUES (%b, %b::uuid, %b, %b, %b, %b, %b, %b, %b)"
NOTED = (
    "SELECT game_id, time, request_id, file, version, record, keys, receipt FROM kifu.imported "
    "WHERE partition = %b::smallint AND game_id = %b::uuid"
)
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
    ) -> int:
        """Store the events of a whole game, from version 1 on, and return the position of the last.

        `streams` are those of the game, by its id, and what else belongs to it, each from version 1 on. The note, the
        pack unless it is known, and the answer are stored in the same transaction. Raises IntegrityError if the game or
        an answer under the key exists already, and DataError for a payload that is not text.
        """

        def attempt(left: float, _: bool) -> int:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                self._note(connection, note)
                connection.execute(KEEP, (pack.ruleset, pack.digest, pack.files))
                # Last, since this locks the feed partitions until the transaction ends; in the order of every writer.
                positions = {
                    stream: self._append(connection, stream, events, answer if stream == note.game_id else None)
                    for stream, events in sorted(streams, key=self._lock_order)
                }
                return positions[note.game_id]

        return persevere(attempt)

    def _lock_order(self, stream: tuple[UUID, Sequence[Row]]) -> tuple[int, bytes]:
        return partition_of(stream[0], self._partitions), stream[0].bytes

    def _append(
        self, connection: FeedConnection, stream: UUID, events: Sequence[Row], answer: FirstAnswer | None
    ) -> int:
        return append(
            connection,
            partition_of(stream, self._partitions),
            stream,
            1,
            1,
            [event.topic for event in events],
            [event.payload for event in events],
            [event.receipt for event in events],
            None,
            answer,
        )

    def _note(self, connection: Connection[DictRow], note: ImportNote) -> None:
        connection.execute(
            NOTE,
            (
                partition_of(note.game_id, self._partitions),
                note.game_id,
                note.time,
                note.request_id,
                note.file,
                note.version,
                note.record,
                note.keys,
                note.receipt,
            ),
        )

    def of_game(self, game_id: UUID) -> ImportNote | None:
        """Return the note of the import of a game, or None if the game was not imported."""
        rows = self._datastore.read(NOTED, (partition_of(game_id, self._partitions), game_id))
        return ImportNote(*rows[0]) if rows else None

    def pack(self, ruleset: str, digest: bytes) -> str | None:
        """Return the files of a pack as a JSON object, or None if the pack was not kept."""
        rows = self._datastore.read(PACK, (ruleset, digest))
        return rows[0][0] if rows else None
