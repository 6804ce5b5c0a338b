"""How often each clause of a rulebook decided a step, refused a move, or was disputed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from threading import Lock
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from projections.queries.items import DisputedClause
from projections.queries.sql import Query

STEPS = "SELECT clause, steps FROM kifu_read.clause_count WHERE ruleset = %(ruleset)s"
REFUSED = """
SELECT found.clause, sum(found.moves)::bigint FROM (
    SELECT game_id, clause, count(*) AS moves FROM kifu.refused_move WHERE clause IS NOT NULL GROUP BY game_id, clause
    UNION ALL
    SELECT game_id, clause, sum(moves) FROM kifu.forgotten_refusal WHERE clause <> '' GROUP BY game_id, clause
) AS found JOIN kifu_read.game AS g ON g.game_id = found.game_id
 WHERE NOT g.unlisted AND g.status NOT IN ('waiting', 'playing') GROUP BY found.clause
"""
OVER = """
SELECT DISTINCT r.game_id FROM kifu.refused_move AS r JOIN kifu_read.game AS g ON g.game_id = r.game_id
 WHERE r.at < %(before)s AND g.updated_at < %(before)s AND g.status NOT IN ('waiting', 'playing') LIMIT %(limit)s
"""

FRESH_SECONDS = 10.0
"""How long, in seconds, a count of refused moves is reused."""


class ClauseCount(msgspec.Struct, frozen=True):
    """How often a clause mattered in the listed games of the service."""

    clause: Annotated[str, Meta(description="The id of the clause.")]
    decided: Annotated[int, Meta(description="In how many steps a fact cites it, of games that are over.")]
    refused: Annotated[int, Meta(description="How many moves it refused, in games that are over.")]
    disputed: Annotated[int, Meta(description="How many disputes are about it, by their claim or else the ruling.")]
    upheld: Annotated[int, Meta(description="How many of them the arbiter ruled to uphold the step.")]
    annulled: Annotated[int, Meta(description="How many were ruled to annul the step.")]
    corrected: Annotated[int, Meta(description="How many were ruled to play another move instead.")]
    noted: Annotated[int, Meta(description="How many were ruled to change nothing.")]


def deciding_steps(ruleset: str) -> Query:
    """Count the steps decided by each clause of a ruleset."""
    return Query(STEPS, {"ruleset": ruleset})


def count_clauses(
    clauses: Iterable[str], decided: dict[str, int], refused: dict[str, int], disputed: Iterable[DisputedClause]
) -> list[ClauseCount]:
    """Combine the counts of these clauses."""
    disputes = {found.clause: found for found in disputed}
    return [
        ClauseCount(clause, decided.get(clause, 0), refused.get(clause, 0), *_count_rulings(disputes.get(clause)))
        for clause in clauses
    ]


def _count_rulings(found: DisputedClause | None) -> tuple[int, int, int, int, int]:
    if found is None:
        return 0, 0, 0, 0, 0
    return found.disputes, found.uphold, found.annul, found.correct, found.note


def over_with_refusals(before: datetime, limit: int) -> Query:
    """Select at most `limit` games that ended before a time and still have refused moves."""
    return Query(OVER, {"before": before, "limit": limit})


class RefusedClauses:
    """Counts the moves refused by each clause, at most every `FRESH_SECONDS`. Threads may share it."""

    def __init__(self, read: Callable[[Query], Sequence[Sequence[Any]]]) -> None:
        self._read = read
        self._lock = Lock()
        self._counts: dict[str, int] = {}
        self._until = 0.0

    def count(self) -> dict[str, int]:
        """Return the number of refused moves by clause, over finished listed games of all rulesets."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._counts = {clause: int(count) for clause, count in self._read(Query(REFUSED, {}))}
                self._until = time.monotonic() + FRESH_SECONDS
            return self._counts
