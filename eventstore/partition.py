"""Builds selections of versions of a game from its feed partition."""

from collections.abc import Sequence

from domain.rows import PARTITIONS, partition_of

__all__ = ["PARTITIONS", "narrow_to_versions", "partition_of"]


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
