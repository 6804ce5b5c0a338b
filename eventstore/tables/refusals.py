"""The refused moves, for the audit: who tried what, when, and which clause forbade it."""

from datetime import datetime
from uuid import UUID

from domain.rows import RefusedMove
from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres.datastore import Datastore, persevere

RECORD = (
    "SELECT kifu.refuse_move(%b::smallint, %b::uuid, %b::smallint, %b::text, %b::bytea, %b::text, %b::text, "
    "%b::timestamptz)"
)
BETWEEN = (
    "SELECT game_id, seat, player, move, clause, why, at, bytes FROM kifu.refused_move "
    "WHERE partition = %b::smallint AND game_id = %b::uuid AND at > %b::timestamptz AND at <= %b::timestamptz "
    "ORDER BY at, number LIMIT %b::bigint"
)
FORGOTTEN = (
    "SELECT seat, sum(moves)::bigint FROM kifu.forgotten_refusal "
    "WHERE partition = %b::smallint AND game_id = %b::uuid GROUP BY seat"
)
PRUNE = "SELECT kifu.prune_refused(%b::smallint, %b::uuid)"


class Refusals:
    """The table of refused moves."""

    def __init__(self, datastore: Datastore, partitions: int = PARTITIONS) -> None:
        self._datastore = datastore
        self._partitions = partitions

    def record(self, refusal: RefusedMove) -> None:
        """Keep a refused move, or count it if the seat's quota is reached; of a long one, keep the beginning.

        A lost reply may cause a duplicate: an audit may repeat an entry, but not omit one.
        """
        values = (
            partition_of(refusal.game_id, self._partitions),
            refusal.game_id,
            refusal.seat,
            refusal.player,
            refusal.move,
            refusal.clause,
            _replace_unprintable(refusal.why),
            refusal.at,
        )

        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left, values[0], local=True) as connection:
                connection.execute(RECORD, values, prepare=True)

        persevere(attempt)

    def between(self, game_id: UUID, after: datetime, until: datetime, limit: int) -> list[RefusedMove]:
        """Return the first `limit` refused moves of a game after one moment and up to another, in order."""
        params = (partition_of(game_id, self._partitions), game_id, after, until, limit)
        return [RefusedMove(*row) for row in self._datastore.read(BETWEEN, params, params[0])]

    def forgotten(self, game_id: UUID) -> dict[int, int]:
        """Return how many refused moves of a game were counted but not kept, by seat."""
        partition = partition_of(game_id, self._partitions)
        return dict(self._datastore.read(FORGOTTEN, (partition, game_id), partition))

    def prune(self, game_id: UUID) -> int:
        """Remove the refused moves of a game that are older than `REFUSAL_DAYS`; return their number."""
        params = (partition_of(game_id, self._partitions), game_id)
        return int(self._datastore.read(PRUNE, params, params[0])[0][0])


def _replace_unprintable(why: str) -> str:
    """Replace what PostgreSQL cannot store, NUL and lone surrogates: `why` may quote what a client sent."""
    return why.replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()
