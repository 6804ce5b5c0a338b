"""Which players are guests or bots, fixed at registration, and which bots are listening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from psycopg import Cursor
from psycopg.rows import TupleRow

from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables.accounts.seals import UNSEALED, AccountSeals, SealedRow

Kind: TypeAlias = Literal["guest", "bot", "random", "greedy"]
"""A guest, a bot of a player, or one of the service's own bots by how it chooses its moves."""
BOTS = frozenset(("bot", "random", "greedy"))
MOST_REMEMBERED = 10_000

INSERT = "INSERT INTO kifu.player_kind (player, kind) VALUES (%b::text, %b::text)"
KINDS = (
    "SELECT p.name, k.kind FROM kifu.player AS p LEFT JOIN kifu.player_kind AS k ON k.player = p.name "
    "WHERE p.name = ANY (%b::text[])"
)

OF_KIND = "SELECT player FROM kifu.player_kind WHERE kind = %b::text ORDER BY player LIMIT 1000"
LISTEN = (
    "INSERT INTO kifu.bot_presence (player, rulesets) VALUES (%b::text, %b::text[]) "
    "ON CONFLICT (player) DO UPDATE SET seen_at = clock_timestamp(), rulesets = excluded.rulesets"
)
LISTENING = (
    "SELECT b.player, k.kind, b.rulesets FROM kifu.bot_presence AS b JOIN kifu.player_kind AS k USING (player) "
    "WHERE b.seen_at > clock_timestamp() - make_interval(secs => %b::float8) "
    "ORDER BY k.kind = 'bot', b.player LIMIT %b::bigint"
)


class ListeningBot(NamedTuple):
    """A bot that has listened for its turns recently, with the rulesets it plays; an empty list means all."""

    player: str
    kind: Kind
    rulesets: tuple[str, ...]


class PlayerKinds:
    """The table of kinds. Every call raises OperationalError while PostgreSQL is unavailable."""

    def __init__(self, datastore: Datastore, seals: AccountSeals = UNSEALED) -> None:
        self._datastore = datastore
        self._seals = seals
        self._known: dict[str, Kind | None] = {}

    def find(self, player: str) -> Kind | None:
        """Return the kind of a player; None for anybody else, registered or not."""
        return self.find_all([player]).get(player)

    def find_bots(self, players: Iterable[str | None]) -> frozenset[str]:
        """Return the bots among players; seats without a player are ignored."""
        found = self.find_all({player for player in players if player is not None})
        return frozenset(player for player, kind in found.items() if kind in BOTS)

    def find_all(self, players: Iterable[str]) -> dict[str, Kind | None]:
        """Return the kind of each registered player among these; None for ordinary players."""
        wanted = set(players)
        # Another thread may clear the cache meanwhile.
        known = self._known
        found = {player: known[player] for player in wanted if player in known}
        unknown = sorted(wanted - found.keys())
        if unknown:
            rows = self._believe(dict(self._datastore.read(KINDS, (unknown,))))
            found |= rows
            if len(self._known) + len(rows) > MOST_REMEMBERED:
                self._known = {}
            # Only registered players are cached: the kind of others is not settled yet.
            self._known |= rows
        return found

    def find_of_kind(self, kind: Kind) -> str | None:
        """Return the player of this kind whose name comes first, or None."""
        players = [player for (player,) in self._datastore.read(OF_KIND, (kind,))]
        found = self._believe(dict.fromkeys(players, kind))
        return next((player for player in players if found[player] == kind), None)

    def _believe(self, rows: dict[str, Kind | None]) -> dict[str, Kind | None]:
        """Drop kinds that the service did not assign."""
        marked = [SealedRow("player-kind", one) for one in rows.items() if one[1] is not None]
        genuine = self._seals.genuine(self._datastore.read, marked)
        return {
            player: kind if kind is not None and SealedRow("player-kind", (player, kind)) in genuine else None
            for player, kind in rows.items()
        }

    def note_listening(self, bot: str, rulesets: Sequence[str]) -> None:
        """Note that a bot is listening for its turns, and which rulesets it plays."""

        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left) as connection:
                connection.execute(LISTEN, (bot, list(rulesets)), prepare=True)

        persevere(attempt)

    def list_listening(self, seconds: float, limit: int) -> list[ListeningBot]:
        """List bots that have listened within the last `seconds`, those of the service first."""
        found = self._datastore.read(LISTENING, (seconds, limit))
        bots = self.find_bots(player for player, _, _ in found)
        return [ListeningBot(player, kind, tuple(rulesets)) for player, kind, rulesets in found if player in bots]


def insert(cursor: Cursor[TupleRow], seals: AccountSeals, player: str, kind: Kind) -> None:
    """Give a new player a kind, in the transaction of the registration."""
    cursor.execute(INSERT, (player, kind), prepare=True)
    seals.add(cursor.execute, SealedRow("player-kind", (player, kind)))
