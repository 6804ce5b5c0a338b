"""The table of false read models, which differ from what the events give; `/readyz` shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.words import count_noun
from projections.contract import Database, Rows
from projections.running.check import TableFault

RECORD = """
INSERT INTO kifu_read.faulty AS f (projection, what, at) VALUES (%s, %s, now())
ON CONFLICT (projection) DO UPDATE SET what = excluded.what
"""


def record(connection: Database, name: str, faults: Sequence[TableFault]) -> None:
    """Record what is false in a projection, keeping the time of the first finding."""
    connection.execute(RECORD, (name, describe(faults)))


def clear(database: Database | Rows, name: str) -> None:
    """Record that the projection matches the events."""
    database.execute("DELETE FROM kifu_read.faulty WHERE projection = %s", (name,))


def is_recorded(connection: Database, name: str) -> bool:
    """Return whether the projection is recorded as false."""
    return connection.execute("SELECT FROM kifu_read.faulty WHERE projection = %s", (name,)).rowcount > 0


def describe(faults: Sequence[TableFault]) -> str:
    """Describe the faults in one line, without values of rows, since some are of unlisted games."""
    return "; ".join(said for fault in faults for said in _describe(fault))


def _describe(fault: TableFault) -> Iterator[str]:
    if fault.false or fault.missing:
        rows = count_noun(fault.false, "row")
        yield f"{fault.table} has {rows} that the events do not give, and lacks {fault.missing}"
    yield from fault.definitions
