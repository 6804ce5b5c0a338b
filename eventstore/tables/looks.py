"""Records of looks at what a running game hides from the viewer; append-only."""

from datetime import datetime
from uuid import UUID

from domain.rows import LookRow
from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres.datastore import Datastore, persevere

INSERT = (
    "INSERT INTO kifu.look (partition, game_id, at, player, eyes, call, step, request_id) VALUES "
    "(%b::smallint, %b::uuid, %b::timestamptz, %b::text, %b::text, %b::text, %b::integer, %b::text)"
)
OF_GAME = (
    "SELECT n, game_id, at, player, eyes, call, step, request_id FROM ("
    "SELECT row_number() OVER (ORDER BY number) AS n, game_id, at, player, eyes, call, step, request_id FROM kifu.look "
    "WHERE partition = %b::smallint AND game_id = %b::uuid) AS look "
    "WHERE n > %b::bigint AND (%b::timestamptz IS NULL OR at >= %b::timestamptz) ORDER BY n LIMIT %b::bigint"
)


class Looks:
    """The table of looks at running games."""

    def __init__(self, datastore: Datastore, partitions: int = PARTITIONS) -> None:
        self._datastore = datastore
        self._partitions = partitions

    def add(self, look: LookRow) -> None:
        """Add a look; after a lost reply it may be recorded twice, but it is never missing."""
        values = (
            partition_of(look.game_id, self._partitions),
            look.game_id,
            look.at,
            look.player,
            look.eyes,
            look.call,
            look.step,
            look.request_id,
        )

        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left) as connection:
                connection.execute(INSERT, values, prepare=True)

        persevere(attempt)

    def of_game(
        self, game_id: UUID, after: int, limit: int, since: datetime | None = None
    ) -> list[tuple[int, LookRow]]:
        """Return at most `limit` looks at a game after the first `after`, in order, numbered from 1 in the game.

        Those before `since` are left out.
        """
        place = partition_of(game_id, self._partitions), game_id
        rows = self._datastore.read(OF_GAME, (*place, after, since, since, limit))
        return [(number, LookRow(*row)) for number, *row in rows]
