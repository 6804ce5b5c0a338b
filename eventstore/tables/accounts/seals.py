"""Seals of rows about accounts, which show that the service wrote them, not just somebody with the rights of its role.

A seal is HMAC-SHA256 over the contents of a row, under the token key. Seals are kept apart from the rows, in a table of
their own, so that readers look up a seal only if the row matters.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, NamedTuple, Protocol, TypeAlias

from eventstore.postgres.datastore import Datastore, Params, Read

Kind: TypeAlias = Literal[
    "token-revoked", "player-kind", "player-key", "player-key-revoked", "game-link", "arbiter", "code-event"
]

ADD = (
    "INSERT INTO kifu.account_seal (seal, player) SELECT * FROM unnest(%b::bytea[], %b::text[]) ON CONFLICT DO NOTHING"
)
KNOWN = "SELECT seal FROM kifu.account_seal WHERE seal = ANY (%b::bytea[])"
# Sealed times do not depend on the time zone of a session.
ROWS: dict[Kind, str] = {
    "token-revoked": "SELECT token::text, player FROM kifu.account_event WHERE kind = 'token-revoked' ORDER BY n",
    "player-kind": "SELECT player, kind FROM kifu.player_kind ORDER BY player",
    "player-key": "SELECT encode(public, 'hex'), player, since FROM kifu.player_key ORDER BY number",
    "player-key-revoked": "SELECT encode(public, 'hex'), until FROM kifu.revoked_player_key ORDER BY 1, 2",
    "game-link": "SELECT game_id::text, number, encode(digest, 'hex') FROM kifu.game_link ORDER BY 1, number, 3",
    "arbiter": "SELECT player, appointed, at FROM kifu.arbiter_note ORDER BY number",
    "code-event": (
        "SELECT n, player, kind, coalesce(encode(code, 'hex'), '') FROM kifu.account_event "
        "WHERE kind IN ('codes-made', 'codes-revoked', 'code-used') ORDER BY n"
    ),
}
"""The sealed columns of each kind of row."""
GENERATIONS: tuple[tuple[Kind, ...], ...] = (
    ("player-kind", "token-revoked", "player-key", "player-key-revoked", "game-link"),
    ("arbiter",),
    ("code-event",),
)
"""The kinds of rows that each version began to seal, the oldest first; older rows are sealed once for each."""
AT_ONCE = 1000


class Execute(Protocol):
    """Executes a statement in a transaction."""

    def __call__(self, statement: str, params: Params, /) -> object: ...


class SealedRow(NamedTuple):
    """The contents of a row: its kind and values, in the order of `ROWS`."""

    kind: Kind
    values: tuple[object, ...]


@dataclass(frozen=True)
class AccountSeals:
    """Seals rows with a key of 32 bytes; without a key it seals nothing and trusts every row."""

    key: bytes | None = field(default=None, repr=False)

    def sign(self, kind: Kind, *values: object) -> bytes:
        """Return the seal of a row."""
        lines = (value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value) for value in values)
        text = "".join(f"{line}\n" for line in ("kifu account seal 1", kind, *lines))
        return hmac.digest(self.key or b"", text.encode(), "sha256")

    def add(self, execute: Execute, *rows: SealedRow) -> None:
        """Seal rows in the transaction that writes them."""
        if self.key is not None and rows:
            execute(ADD, ([self.sign(row.kind, *row.values) for row in rows], [_guest(row) for row in rows]))

    def genuine(self, read: Read, rows: Collection[SealedRow]) -> frozenset[SealedRow]:
        """Return the rows that have a seal of ours."""
        if self.key is None or not rows:
            return frozenset(rows)
        seals = {self.sign(row.kind, *row.values): row for row in rows}
        return frozenset(seals[bytes(seal)] for (seal,) in read(KNOWN, (list(seals),)))

    def is_genuine(self, read: Read, kind: Kind, *values: object) -> bool:
        """Return whether a row has a seal of ours."""
        return bool(self.genuine(read, [SealedRow(kind, values)]))

    def has_sealed(self, datastore: Datastore, kinds: tuple[Kind, ...] = GENERATIONS[0]) -> bool:
        """Return whether the older rows of a generation, which had no seals, have been sealed."""
        return self.key is not None and bool(datastore.read(KNOWN, ([self._mark(kinds)],)))

    def seal_what_is_there(self, datastore: Datastore) -> None:
        """Seal every existing row, once for each key and generation; until then, all rows count as genuine."""
        for kinds in GENERATIONS:
            if self.key is not None and not self.has_sealed(datastore, kinds):
                self._seal(datastore, kinds)

    def _seal(self, datastore: Datastore, kinds: tuple[Kind, ...]) -> None:
        rows = [row for kind in kinds for row in _rows(datastore, kind)]
        for first in range(0, len(rows), AT_ONCE):
            with datastore.get_connection() as connection:
                self.add(connection.execute, *rows[first : first + AT_ONCE])
        with datastore.get_connection() as connection:
            connection.execute(ADD, ([self._mark(kinds)], [None]))

    def find_false(self, datastore: Datastore) -> list[SealedRow]:
        """Find the rows without a seal of ours; none before the first start that seals existing rows."""
        return [row for kinds in GENERATIONS for row in self._find_false(datastore, kinds)]

    def _find_false(self, datastore: Datastore, kinds: tuple[Kind, ...]) -> list[SealedRow]:
        false: list[SealedRow] = []
        known = self.has_sealed(datastore, kinds)
        for kind in kinds:
            rows = _rows(datastore, kind)
            for first in range(0, len(rows), AT_ONCE):
                piece = rows[first : first + AT_ONCE]
                genuine = self.genuine(datastore.read, piece)
                known = known or bool(genuine)
                false += [row for row in piece if row not in genuine]
        return false if known else []

    def _mark(self, kinds: tuple[Kind, ...]) -> bytes:
        return self.sign(kinds[0], "every row that was there before")


UNSEALED = AccountSeals()


def describe(row: SealedRow) -> str:
    """Name a row in words."""
    name, *more = map(str, row.values)
    match row.kind:
        case "token-revoked":
            return f"the revocation of token {name} of {more[0]}"
        case "player-kind":
            return f"the mark of {name} as {more[0]}"
        case "player-key":
            return f"the key {name[:16]} of {more[0]}"
        case "player-key-revoked":
            return f"the revocation of the key {name[:16]}"
        case "game-link":
            return f"link {more[0]} of game {name}"
        case "code-event":
            return f"event {name} of the recovery codes of {more[0]}, {more[1]},"
        case "arbiter":
            return f"the {'appointment' if row.values[1] else 'dismissal'} of {name} as arbiter at {more[1]}"


def _rows(datastore: Datastore, kind: Kind) -> list[SealedRow]:
    return [SealedRow(kind, tuple(row)) for row in datastore.read(ROWS[kind], ())]


def _guest(row: SealedRow) -> str | None:
    """Return the player whose removal may take the seal of a row along; None if the seal stays."""
    match row.kind:
        case "token-revoked" | "code-event":
            return str(row.values[1])
        case "player-kind":
            return str(row.values[0])
        case _:
            return None
