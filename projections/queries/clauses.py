"""How often each clause of a rulebook mattered: it decided a step, refused a move, or was disputed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from projections.queries.items import DisputedClause
from projections.queries.sql import Query

STEPS = "SELECT clause, steps FROM kifu_read.clause_count WHERE ruleset = %(ruleset)s"
REFUSED = """
SELECT clause, count(*) FILTER (WHERE at <= %(settled)s), count(*) FROM kifu.refused_move
 WHERE at > %(after)s AND clause IS NOT NULL GROUP BY clause
"""

SETTLED = timedelta(minutes=1)
"""After this time no refusal of a moment is stored any more: its instance has given up, or its clock is wrong."""


class ClauseCount(msgspec.Struct, frozen=True):
    """How often a clause mattered in the games of the service."""

    clause: Annotated[str, Meta(description="The id of the clause.")]
    decided: Annotated[int, Meta(description="In how many steps a fact cites it.")]
    refused: Annotated[int, Meta(description="How many moves it refused.")]
    disputed: Annotated[int, Meta(description="How many disputes are about it, by their claim or else the ruling.")]
    upheld: Annotated[int, Meta(description="How many of them the arbiter ruled to uphold the step.")]
    annulled: Annotated[int, Meta(description="How many were ruled to annul the step.")]
    corrected: Annotated[int, Meta(description="How many were ruled to play another move instead.")]
    noted: Annotated[int, Meta(description="How many were ruled to change nothing.")]


def deciding_steps(ruleset: str) -> Query:
    """How many steps each clause of a ruleset decided."""
    return Query(STEPS, {"ruleset": ruleset})


def count_clauses(
    clauses: Iterable[str], decided: dict[str, int], refused: dict[str, int], disputed: Iterable[DisputedClause]
) -> list[ClauseCount]:
    """Put the counts of these clauses side by side."""
    disputes = {found.clause: found for found in disputed}
    return [
        ClauseCount(clause, decided.get(clause, 0), refused.get(clause, 0), *_count_rulings(disputes.get(clause)))
        for clause in clauses
    ]


def _count_rulings(found: DisputedClause | None) -> tuple[int, int, int, int, int]:
    if found is None:
        return 0, 0, 0, 0, 0
    return found.disputes, found.uphold, found.annul, found.correct, found.note


class RefusedClauses:
    """How many moves each clause refused. Refusals are in no feed, so this remembers what it has counted.

    It reads all of them once, and then those of the last minute and what came since. For several threads.
    """

    def __init__(self, read: Callable[[Query], Sequence[Sequence[Any]]]) -> None:
        self._read = read
        self._lock = Lock()
        self._counted: Counter[str] = Counter()
        self._until = datetime(1970, 1, 1, tzinfo=UTC)

    def count(self) -> dict[str, int]:
        """The number of refused moves by clause, of all rulesets."""
        settled = datetime.now(UTC) - SETTLED
        with self._lock:
            found = self._read(Query(REFUSED, {"after": self._until, "settled": settled}))
            counts = self._counted + Counter({clause: count for clause, _settled, count in found})
            self._counted.update({clause: count for clause, count, _all in found})
            self._until = settled
        return counts
