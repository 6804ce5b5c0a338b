"""Selecting the events of one game by their versions, alike for events and for snapshots."""

from collections.abc import Sequence


def window(
    statement: str,
    params: Sequence[object],
    *,
    gt: int | None,
    lte: int | None,
    desc: bool,
    limit: int | None,
) -> tuple[str, list[object]]:
    """`statement`, which ends in a condition, and its parameters, narrowed to versions above `gt` up to `lte`.

    Ordered by version, ascending or `desc`, at most `limit` rows.
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
