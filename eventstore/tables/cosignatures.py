"""The witnesses' signatures of the log of heads, as stored."""

from __future__ import annotations

from collections.abc import Collection

from domain.rows import CosignatureRow
from eventstore.postgres.datastore import Datastore, Read, persevere

COLUMNS = "SELECT size, witness, signature FROM kifu.cosignature "
OF = COLUMNS + "WHERE witness = ANY(%b::text[]) AND size = %b::bigint ORDER BY witness, signature"
SIZES_UP = (
    "SELECT DISTINCT size FROM kifu.cosignature WHERE witness = ANY(%b::text[]) AND size >= %b::bigint "
    "ORDER BY size LIMIT %b::bigint"
)
SIZES_DOWN = (
    "SELECT DISTINCT size FROM kifu.cosignature WHERE witness = ANY(%b::text[]) AND size <= %b::bigint "
    "ORDER BY size DESC LIMIT %b::bigint"
)
ADD = (
    "INSERT INTO kifu.cosignature (size, witness, signature) VALUES (%b::bigint, %b::text, %b::bytea) "
    "ON CONFLICT DO NOTHING"
)


class Cosignatures:
    """Reads the witnesses' cosignatures by key, without checking that they are genuine."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def of(self, size: int, witnesses: Collection[str]) -> list[CosignatureRow]:
        """Return the cosignatures of the root of this size, by witness and time."""
        return [CosignatureRow(*row) for row in self._read(OF, (list(witnesses), size))] if witnesses else []

    def sizes_from(self, size: int, witnesses: Collection[str], limit: int) -> list[int]:
        """Return the smallest sizes, from this one up, that have cosignatures."""
        return [row[0] for row in self._read(SIZES_UP, (list(witnesses), size, limit))] if witnesses else []

    def sizes_to(self, size: int, witnesses: Collection[str], limit: int) -> list[int]:
        """Return the largest sizes, up to this one, that have cosignatures, the largest first."""
        return [row[0] for row in self._read(SIZES_DOWN, (list(witnesses), size, limit))] if witnesses else []


def add_cosignature(datastore: Datastore, row: CosignatureRow) -> None:
    """Keep a cosignature."""

    def attempt(left: float, _: bool) -> None:
        with datastore.get_connection(left) as connection:
            connection.execute(ADD, (row.size, row.witness, row.signature))

    persevere(attempt)
