"""In which partition of the feed the events of a game are, and how to select versions of a game."""

from collections.abc import Sequence
from uuid import UUID
from zlib import crc32

# Fixed for the life of a database: events of a game are searched only in the partition of its id.
PARTITIONS = 64


def partition_of(game_id: UUID, partitions: int = PARTITIONS) -> int:
    """Return the partition of a game, from 0 to `partitions` - 1; it is the same in every process and release."""
    return crc32(game_id.bytes) % partitions


def narrow_to_versions(
    statement: str,
    params: Sequence[object],
    *,
    gt: int | None,
    lte: int | None,
    desc: bool,
    limit: int | None,
) -> tuple[str, list[object]]:
    """Narrow a statement, which ends in a condition, to versions above `gt` up to `lte`; return it with its parameters.

    The rows are ordered by version, ascending or `desc`; at most `limit` of them.
    """
    narrowed = list(params)
    for condition, bound in ((" AND version > %b::bigint", gt), (" AND version <= %b::bigint", lte)):
        if bound is not None:
            statement += condition
            narrowed.append(bound)
    statement += f" ORDER BY version {'DESC' if desc else 'ASC'}"
    if limit is not None:
        statement += " LIMIT %b::bigint"
        narrowed.append(limit)
    return statement, narrowed
