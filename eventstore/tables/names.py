"""Maps the skeletons of names to players, so that no two names look alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from psycopg import Cursor
from psycopg.rows import TupleRow, tuple_row

from eventstore.postgres.datastore import Datastore, persevere

AT_ONCE = 1000

CLAIM = (
    "INSERT INTO kifu.name_claim (version, skeleton, name) VALUES (%b::text, %b::text, %b::text) "
    "ON CONFLICT (version, skeleton) DO NOTHING"
)
HOLDER = "SELECT name FROM kifu.name_claim WHERE version = %b::text AND skeleton = %b::text"
LACKING = """
SELECT name, registered_at FROM kifu.player AS p
 WHERE (registered_at, name) > (%b::timestamptz, %b::text)
   AND NOT EXISTS (SELECT FROM kifu.name_claim AS c WHERE c.name = p.name AND c.version = %b::text)
 ORDER BY registered_at, name LIMIT %b::bigint
"""


@dataclass(frozen=True)
class Look:
    """The look of a name: its skeletons, by the version of their computation."""

    version: str
    skeletons: Iterable[str]


class Names:
    """The table of skeletons. Every call raises OperationalError while PostgreSQL is unavailable."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def claim_all(self, version: str, skeletons: Callable[[str], Iterable[str]]) -> int:
        """Give players who lack a skeleton of this version theirs, the earliest first, unless it is taken.

        Returns the number of players examined. Players whose names look like earlier ones get none, and keep their
        names.
        """
        looked_at = 0
        last: tuple[object, ...] = ("-infinity", "")
        while rows := self._datastore.read(LACKING, (*last, version, AT_ONCE)):
            self._claim([(name, Look(version, skeletons(name))) for name, _ in rows])
            looked_at += len(rows)
            last = (rows[-1][1], rows[-1][0])
        return looked_at

    def _claim(self, names: list[tuple[str, Look]]) -> None:
        def attempt(left: float, _: bool) -> None:
            with (
                self._datastore.get_connection(left) as connection,
                connection.transaction(),
                connection.cursor(row_factory=tuple_row) as cursor,
            ):
                for name, look in names:
                    claim(cursor, name, look)

        persevere(attempt)


def claim(cursor: Cursor[TupleRow], name: str, look: Look) -> str | None:
    """Claim the skeletons of a player's name, in the cursor's transaction; return any player who already has one."""
    holder: str | None = None
    # In a fixed order, since concurrent claims wait for each other.
    for skeleton in sorted(look.skeletons):
        cursor.execute(CLAIM, (look.version, skeleton, name), prepare=True)
        if cursor.rowcount == 0:
            row = cursor.execute(HOLDER, (look.version, skeleton), prepare=True).fetchone()
            holder = row[0] if row and row[0] != name else holder
    return holder
