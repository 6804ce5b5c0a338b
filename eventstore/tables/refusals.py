"""The audit of refused moves: who tried what, when, and which clause forbade it."""

from datetime import datetime
from uuid import UUID

from domain.rows import RefusedMove
from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres.datastore import Datastore, persevere

INSERT = (
    "INSERT INTO kifu.refused_move (partition, game_id, seat, player, move, clause, why, at) VALUES "
    "(%b::smallint, %b::uuid, %b::smallint, %b::text, %b::bytea, %b::text, %b::text, %b::timestamptz)"
)
BETWEEN = (
    "SELECT game_id, seat, player, move, clause, why, at FROM kifu.refused_move "
    "WHERE partition = %b::smallint AND game_id = %b::uuid AND at > %b::timestamptz AND at <= %b::timestamptz "
    "ORDER BY at, number LIMIT %b::bigint"
)


class Refusals:
    """The table of refused moves."""

    def __init__(self, datastore: Datastore, partitions: int = PARTITIONS) -> None:
        self._datastore = datastore
        self._partitions = partitions

    def record(self, refusal: RefusedMove) -> None:
        """Keep one. If the reply to the first try is lost, it may be kept twice: an audit may repeat, not omit."""
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
            with self._datastore.get_connection(left) as connection:
                connection.execute(INSERT, values, prepare=True)

        persevere(attempt)

    def between(self, game_id: UUID, after: datetime, until: datetime, limit: int) -> list[RefusedMove]:
        """The first `limit` of a game after a moment and until another, in order."""
        params = (partition_of(game_id, self._partitions), game_id, after, until, limit)
        return [RefusedMove(*row) for row in self._datastore.read(BETWEEN, params)]


def _replace_unprintable(why: str) -> str:
    """`why` may quote what a client sent, and PostgreSQL keeps neither NUL nor half a surrogate pair."""
    return why.replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()
