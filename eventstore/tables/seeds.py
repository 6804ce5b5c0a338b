"""Seeds of finished games, in the clear, and the keys that encrypt the seeds of the others."""

from uuid import UUID

from psycopg import Connection
from psycopg.rows import DictRow

from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres.datastore import Datastore

OPEN = (
    "INSERT INTO kifu.opened_seed (partition, game_id, seed) VALUES (%b::smallint, %b::uuid, %b::bytea) "
    "ON CONFLICT DO NOTHING"
)
OPENED = "SELECT seed FROM kifu.opened_seed WHERE partition = %b::smallint AND game_id = %b::uuid"
# The openings first, since a cluster joins them with no table that is elsewhere.
LOCKED = """
WITH opening AS MATERIALIZED (
  SELECT partition, game_id, substring(payload FROM '"seed":"locked:1:([0-9a-f]{16}):') AS key FROM kifu.event
   WHERE version = 1 AND payload LIKE '%%"seed":"locked:1:%%'
)
SELECT key, count(*) FROM opening AS e
 WHERE NOT EXISTS (SELECT FROM kifu.opened_seed AS o WHERE o.partition = e.partition AND o.game_id = e.game_id)
 GROUP BY 1 ORDER BY 1
"""


class Seeds:
    """The table of opened seeds, by the streams whose openings committed to them."""

    def __init__(self, datastore: Datastore, partitions: int = PARTITIONS) -> None:
        self._datastore = datastore
        self._partitions = partitions

    def open(self, connection: Connection[DictRow], stream: UUID, seed: bytes) -> None:
        """Store the seed of a finished game, in the transaction that ends it, unless it is stored already."""
        connection.execute(OPEN, (partition_of(stream, self._partitions), stream, seed))

    def opened(self, stream: UUID) -> list[bytes]:
        """Return the stored seeds of a game; none while it runs."""
        rows = self._datastore.read(OPENED, (partition_of(stream, self._partitions), stream))
        return [bytes(seed) for (seed,) in rows]

    def locked(self) -> list[tuple[str, int]]:
        """Return the ids of the keys that unfinished games need, with the number of games."""
        return [(key, int(games)) for key, games in self._datastore.read(LOCKED, ())]
