"""Counts the steps in which each clause of a rulebook decided something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel.table import Asked
from domain.proof.envelope import UNREADABLE_JSON
from domain.record.events import GameOpened, GameStarted, MovePlayed
from domain.record.seating.events import GameCancelled
from eventstore.feed import FeedEvent
from projections.contract import Reader, Rows
from projections.read_models import rows

CITING = frozenset({GameStarted.TOPIC, MovePlayed.TOPIC})
"""The events with facts."""

ASKED = Asked.__struct_config__.tag
"""Facts that only name the next questions; steps do not show them either."""


class _Fact(msgspec.Struct, frozen=True):
    """The relevant part of a stored fact; the rest is skipped, so no ruleset is needed."""

    type: str
    clause: str


_facts = msgspec.json.Decoder(list[_Fact])


class ClauseRow(msgspec.Struct, frozen=True):
    """An increment of a row of `clause_count`."""

    ruleset: str
    clause: str
    steps: int


class OpenGame(msgspec.Struct):
    """A row of `clause_game`: an unfinished listed game, with the number of its steps that each clause decided."""

    game_id: UUID
    ruleset: str
    steps: dict[str, int]

    def count(self, facts: bytes) -> None:
        """Count one step by the clauses that its facts cite."""
        try:
            cited = {fact.clause for fact in _facts.decode(facts) if fact.type != ASKED}
        except UNREADABLE_JSON:
            # Verification reports it; one changed event must not stop the list of all clauses.
            return
        for clause in cited:
            self.steps[clause] = self.steps.get(clause, 0) + 1


class ClausesProjection:
    """Counts steps, once for each clause that their facts cite, when a listed game is over.

    While a game runs, a growing count would reveal to everybody what its facts show only to some. A move that was taken
    back or annulled stays counted, since the clause did decide it.
    """

    name = "clauses"
    tables = ("clause_game", "clause_count")

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        """See `Projection.handle`."""
        opened = {stored.game_id for stored in events if stored.topic == GameOpened.TOPIC}
        earlier = {stored.game_id for stored in events} - opened
        games = {game.game_id: game for game in rows.load(cursor, "clause_game", OpenGame, earlier)} if earlier else {}
        changed: set[UUID] = set()
        ended: list[OpenGame] = []
        for stored in events:
            if stored.topic == GameOpened.TOPIC:
                event = self._decode(stored)
                if not event.unlisted:
                    games[stored.game_id] = OpenGame(stored.game_id, event.ruleset, {})
                    changed.add(stored.game_id)
                continue
            game = games.get(stored.game_id)
            if game is None:
                continue
            if stored.topic in CITING:
                game.count(self._decode(stored).facts)
                changed.add(stored.game_id)
            if stored.topic == GameCancelled.TOPIC or self._has_ended(stored):
                ended.append(games.pop(stored.game_id))
        rows.store(cursor, "clause_game", ("game_id",), [games[game] for game in changed if game in games])
        _close(cursor, ended)

    def _decode(self, stored: FeedEvent) -> Any:
        return self._reader.decode(stored.topic, stored.game_id, stored.version, stored.payload)

    def _has_ended(self, stored: FeedEvent) -> bool:
        may_end = self._reader.may_end(stored.topic, stored.payload)
        return may_end and self._reader.result(self._decode(stored)) is not None


def _close(cursor: Rows, ended: Sequence[OpenGame]) -> None:
    """Add the counts of games to the sums, and forget the games."""
    if not ended:
        return
    steps: Counter[tuple[str, str]] = Counter()
    for game in ended:
        steps.update({(game.ruleset, clause): count for clause, count in game.steps.items()})
    added = [ClauseRow(ruleset, clause, count) for (ruleset, clause), count in sorted(steps.items())]
    rows.add(cursor, "clause_count", ("ruleset", "clause"), added)
    cursor.execute("DELETE FROM clause_game WHERE game_id = ANY(%s)", ([game.game_id for game in ended],))
