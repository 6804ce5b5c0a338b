"""In how many steps each clause of a rulebook decided something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from domain.kernel.table import Asked
from domain.proof.envelope import UNREADABLE_JSON
from domain.record.events import GameStarted, MovePlayed
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows
from projections.read_models import rows

TOPICS = frozenset({GameStarted.TOPIC, MovePlayed.TOPIC})
"""The events with facts."""

ASKED = Asked.__struct_config__.tag
"""Facts that only say what is asked next, which steps do not show either."""


class _Fact(msgspec.Struct, frozen=True):
    """What matters here of a stored fact, so that the rest of it is skipped and no ruleset is needed."""

    type: str
    clause: str


_facts = msgspec.json.Decoder(list[_Fact])


class ClauseRow(msgspec.Struct, frozen=True):
    """What is to be added to a row of `clause_count`."""

    ruleset: str
    clause: str
    steps: int


class ClausesProjection:
    """Counts steps, once for each clause that their facts cite: of all games, and a sum shows no single one.

    A move that was taken back or annulled stays counted: the clause did decide it.
    """

    name = "clauses"
    tables = ("clause_count",)

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        steps: Counter[tuple[str, str]] = Counter()
        for stored in events:
            if stored.topic not in TOPICS:
                continue
            event = self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)
            try:
                cited = {fact.clause for fact in _facts.decode(event.facts) if fact.type != ASKED}
            except UNREADABLE_JSON:
                # Verification names it; one changed event must not stop a list of all clauses.
                continue
            ruleset = event.rules.partition("@")[0]
            steps.update((ruleset, clause) for clause in cited)
        added = [ClauseRow(ruleset, clause, count) for (ruleset, clause), count in sorted(steps.items())]
        rows.add(cursor, "clause_count", ("ruleset", "clause"), added)
