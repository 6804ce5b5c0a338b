"""The tokens of players: several each, with a label and the hour of their last use; each can be revoked separately.

Every change is in the list of events that the player can read. A revocation is announced to all processes in its
transaction (`Revocations`), since each caches the tokens it has seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Meta
from psycopg import Cursor
from psycopg.rows import TupleRow, tuple_row

from eventstore.postgres.datastore import Datastore, Read, persevere
from eventstore.revocations import CHANNEL
from eventstore.tables.accounts.seals import SealedRow
from eventstore.tables.token_seals import TokenSeals

FIRST_LABEL = "first token"
UNSEALED = TokenSeals()
MOST_TOKENS = 20
USE_HOURS = 1
"""How often, at most, the last use of a token is written."""

EventKind: TypeAlias = Literal[
    "token-made",
    "token-revoked",
    "codes-made",
    "codes-revoked",
    "code-used",
    "code-refused",
    "message-erased",
    "claim-erased",
    "ruling-erased",
    "report-closed",
    "measure-taken",
    "measure-lifted",
    "appeal-refused",
]
By: TypeAlias = Literal["registration", "player", "recovery", "operator", "arbiter"]
"""The authority for what happens to a player's account."""
Rows: TypeAlias = Cursor[TupleRow]

# The seed of the hash keeps these locks apart from others.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%b::text, 34))"
INSERT = "INSERT INTO kifu.token (player, digest, label) VALUES (%b::text, %b::bytea, %b::text) RETURNING id, made_at"
RECORD = (
    "INSERT INTO kifu.account_event (player, kind, by, token, code) "
    "VALUES (%b::text, %b::text, %b::text, %b::uuid, %b::bytea) RETURNING n"
)
FIND = """
SELECT t.id, t.player, t.label, t.made_at, coalesce(u.used_at < now() - make_interval(hours => %b::int), true),
       ARRAY(SELECT s.seal FROM kifu.token_seal AS s WHERE s.token = t.id),
       EXISTS (SELECT FROM kifu.account_event AS e WHERE e.token = t.id AND e.kind = 'token-revoked')
  FROM kifu.token AS t LEFT JOIN kifu.token_use AS u ON u.token = t.id
 WHERE t.digest = %b::bytea
"""
USE = (
    "INSERT INTO kifu.token_use (token) VALUES (%b::uuid) "
    "ON CONFLICT (token) DO UPDATE SET used_at = greatest(kifu.token_use.used_at, excluded.used_at)"
)
LIST = """
SELECT t.id, t.label, t.made_at, u.used_at,
       EXISTS (SELECT FROM kifu.account_event AS e WHERE e.token = t.id AND e.kind = 'token-revoked')
  FROM kifu.token AS t LEFT JOIN kifu.token_use AS u ON u.token = t.id
 WHERE t.player = %b::text
 ORDER BY t.made_at, t.id
"""
EVENTS = (
    "SELECT e.n, e.time, e.kind, e.by, e.token, t.label, e.game_id, "
    "CASE WHEN e.kind NOT IN ('claim-erased', 'ruling-erased') THEN e.version END, "
    "CASE WHEN e.kind IN ('claim-erased', 'ruling-erased') THEN e.version END, e.report, e.measure "
    "FROM kifu.account_event AS e LEFT JOIN kifu.token AS t ON t.id = e.token "
    "WHERE e.player = %b::text AND (%b::bigint IS NULL OR e.n < %b::bigint) "
    "AND (%b::timestamptz IS NULL OR e.time >= %b::timestamptz) ORDER BY e.n DESC LIMIT %b::bigint"
)
ANNOUNCE = "SELECT pg_notify(%b::text, '')"
CODE_EVENTS = (
    "SELECT n, player, kind, coalesce(encode(code, 'hex'), '') FROM kifu.account_event "
    "WHERE player = %b::text AND kind IN ('codes-made', 'codes-revoked', 'code-used') ORDER BY n"
)
CODES = "SELECT digest FROM kifu.recovery_code WHERE player = %b::text AND made = %b::bigint"


class KnownToken(msgspec.Struct, frozen=True):
    """A valid token, and its owner."""

    id: UUID
    player: str


class MadeToken(msgspec.Struct, frozen=True):
    """A newly made token."""

    id: UUID
    label: str
    created: datetime


class TokenItem(msgspec.Struct, frozen=True):
    """A valid token, without its secret."""

    id: Annotated[UUID, Meta(description="By which the token is named here; it proves nothing.")]
    label: Annotated[str, Meta(description="What its owner calls it.")]
    created: datetime
    last_used: Annotated[datetime | None, Meta(description="To the hour; null if it was never used.")]


class AccountEvent(msgspec.Struct, frozen=True):
    """Something that happened to a player: to tokens, recovery codes, messages and reports, or a measure."""

    n: Annotated[int, Meta(description="A later event has a greater number; numbers are missing.")]
    time: datetime
    kind: Annotated[EventKind, Meta(description="What happened. code-refused: somebody sent a wrong code.")]
    by: Annotated[By, Meta(description="By what right: of a token, of a recovery code, of the operator or an arbiter.")]
    token: Annotated[UUID | None, Meta(description="The id of the token that was made or revoked.")]
    label: Annotated[str | None, Meta(description="The label of that token.")]
    game: Annotated[UUID | None, Meta(description="The game of an erased text or a hidden message.")] = None
    message: Annotated[int | None, Meta(description="The number of that message in its game.")] = None
    step: Annotated[int | None, Meta(description="The step of an erased claim or ruling.")] = None
    report: Annotated[UUID | None, Meta(description="The report that was ruled on.")] = None
    measure: Annotated[UUID | None, Meta(description="The measure; /v1/me/measures says more.")] = None


class UnknownToken(Exception):
    """The player has no valid token with this id."""


class RevokedToken(Exception):
    """The token that authorised a request has been revoked since it was looked up."""


class TooManyTokens(Exception):
    """The player has the maximum number of valid tokens."""


class LastToken(Exception):
    """It is the player's only valid token, and no recovery code is left."""


class Tokens:
    """The table of tokens. Every call raises OperationalError while PostgreSQL is unavailable."""

    def __init__(self, datastore: Datastore, seals: TokenSeals = UNSEALED) -> None:
        self._datastore = datastore
        self._seals = seals

    def find(self, digest: bytes) -> KnownToken | None:
        """Return the valid token of this digest that the service sealed, or None.

        Note that it was used, at most once in `USE_HOURS`.
        """

        def attempt(left: float, _: bool) -> KnownToken | None:
            with (
                self._datastore.get_connection(left) as connection,
                connection.cursor(row_factory=tuple_row) as cursor,
            ):
                row = cursor.execute(FIND, (USE_HOURS, digest), prepare=True).fetchone()
                if row is None or not self._seals.is_genuine(row[0], row[1], digest, row[5]):
                    return None
                if row[6] and _is_revoked(cursor, self._seals, row[0], row[1]):
                    return None
                if row[4]:
                    cursor.execute(USE, (row[0],), prepare=True)
                return KnownToken(row[0], row[1])

        return persevere(attempt)

    def list_valid(self, player: str) -> list[TokenItem]:
        """Return the valid tokens of a player, the oldest first."""
        rows = self._datastore.read(LIST, (player,))
        revoked = _find_revoked(self._datastore.read, self._seals, player, rows)
        return [TokenItem(*row[:4]) for row in rows if row[0] not in revoked]

    def events(self, player: str, before: int | None, limit: int, since: datetime | None = None) -> list[AccountEvent]:
        """Return the latest events of a player, with lower numbers than `before` and from `since` on if given."""
        found = self._datastore.read(EVENTS, (player, before, before, since, since, limit))
        return [AccountEvent(*row) for row in found]

    def make(
        self,
        player: str,
        digest: bytes,
        label: str,
        by: By,
        *,
        using: UUID | None = None,
        revoke_others: bool = False,
    ) -> MadeToken:
        """Make a token; `revoke_others` revokes all others and the recovery codes.

        Raises TooManyTokens, and RevokedToken if the authorising token `using` is no longer valid.
        """

        def attempt(left: float, again: bool) -> MadeToken:
            with lock_account(self._datastore, player, left) as cursor:
                if again and (made := find_made(cursor, digest)):
                    return made
                demand_valid(cursor, self._seals, player, using)
                return make(cursor, self._seals, player, digest, label, by, revoke_others)

        return persevere(attempt)

    def rotate(self, player: str, token: UUID, digest: bytes, using: UUID | None = None) -> MadeToken:
        """Replace a token by a new one with the same label. Raises UnknownToken or RevokedToken."""

        def attempt(left: float, again: bool) -> MadeToken:
            with lock_account(self._datastore, player, left) as cursor:
                if again and (made := find_made(cursor, digest)):
                    return made
                demand_valid(cursor, self._seals, player, using)
                label = _labels(cursor, self._seals, player).get(token)
                if label is None:
                    raise UnknownToken(token)
                made = insert(cursor, self._seals, player, digest, label, "player")
                _revoke(cursor, self._seals, player, [token], "player")
                return made

        return persevere(attempt)

    def revoke(self, player: str, token: UUID, using: UUID | None = None) -> None:
        """Revoke a token. Raises UnknownToken, LastToken, or RevokedToken like `make`."""

        def attempt(left: float, again: bool) -> None:
            with lock_account(self._datastore, player, left) as cursor:
                valid = _labels(cursor, self._seals, player)
                if token not in valid:
                    if again:
                        return
                    raise UnknownToken(token)
                demand_valid(cursor, self._seals, player, using)
                if len(valid) == 1 and count_codes(cursor, self._seals, player) == 0:
                    raise LastToken(token)
                _revoke(cursor, self._seals, player, [token], "player")

        persevere(attempt)


@contextmanager
def lock_account(datastore: Datastore, player: str, timeout: float) -> Iterator[Rows]:
    """Return a cursor in a transaction that has exclusive access to a player's tokens and codes."""
    with (
        datastore.get_connection(timeout) as connection,
        connection.transaction(),
        connection.cursor(row_factory=tuple_row) as cursor,
    ):
        cursor.execute(LOCK, (player,), prepare=True)
        yield cursor


def find(cursor: Rows, digest: bytes) -> KnownToken | None:
    """Return the valid token of this digest, or None."""
    row = cursor.execute(FIND, (USE_HOURS, digest), prepare=True).fetchone()
    return KnownToken(row[0], row[1]) if row and not row[6] else None


def find_made(cursor: Rows, digest: bytes) -> MadeToken | None:
    """Return the valid token of this digest as made by an attempt whose reply was lost."""
    row = cursor.execute(FIND, (USE_HOURS, digest), prepare=True).fetchone()
    return MadeToken(row[0], row[2], row[3]) if row and not row[6] else None


def insert(cursor: Rows, seals: TokenSeals, player: str, digest: bytes, label: str, by: By) -> MadeToken:
    """Insert a token with its seal in the transaction of a cursor, with its event."""
    row = cursor.execute(INSERT, (player, digest, label), prepare=True).fetchone()
    assert row is not None
    seals.insert(cursor, row[0], player, digest)
    record(cursor, player, "token-made", by, token=row[0])
    return MadeToken(row[0], label, row[1])


def make(
    cursor: Rows, seals: TokenSeals, player: str, digest: bytes, label: str, by: By, revoke_others: bool
) -> MadeToken:
    """Like `Tokens.make`, inside a transaction that holds the player's lock."""
    valid = _labels(cursor, seals, player)
    if revoke_others:
        _revoke(cursor, seals, player, list(valid), by)
        if count_codes(cursor, seals, player):
            # Anyone who had one of these tokens may have made the codes.
            record_codes(cursor, seals, player, "codes-revoked", by)
    elif len(valid) >= MOST_TOKENS:
        raise TooManyTokens(player)
    return insert(cursor, seals, player, digest, label, by)


def record(
    cursor: Rows, player: str, kind: EventKind, by: By, *, token: UUID | None = None, code: bytes | None = None
) -> int:
    """Record an event in the transaction of a cursor, and return its number."""
    row = cursor.execute(RECORD, (player, kind, by, token, code), prepare=True).fetchone()
    assert row is not None
    return int(row[0])


def record_codes(
    cursor: Rows, seals: TokenSeals, player: str, kind: EventKind, by: By, code: bytes | None = None
) -> int:
    """Record what happened to the recovery codes of a player, with its seal, and return the number of the event."""
    n = record(cursor, player, kind, by, code=code)
    seals.accounts.add(cursor.execute, SealedRow("code-event", (n, player, kind, (code or b"").hex())))
    return n


def list_codes(cursor: Rows, seals: TokenSeals, player: str) -> frozenset[bytes]:
    """Return the recovery codes of a player that can be used, as they are stored.

    Events that the service did not seal do not count.
    """
    rows = [SealedRow("code-event", tuple(row)) for row in cursor.execute(CODE_EVENTS, (player,), prepare=True)]
    genuine = seals.accounts.genuine(_reading(cursor), rows)
    events = [row.values for row in rows if row in genuine]
    made = [n for n, _, kind, _ in events if kind != "code-used"]
    used = {code for _, _, kind, code in events if kind == "code-used"}
    found = cursor.execute(CODES, (player, made[-1]), prepare=True).fetchall() if made else []
    return frozenset(bytes(digest) for (digest,) in found if bytes(digest).hex() not in used)


def count_codes(cursor: Rows, seals: TokenSeals, player: str) -> int:
    """Return the number of a player's unused recovery codes."""
    return len(list_codes(cursor, seals, player))


def demand_valid(cursor: Rows, seals: TokenSeals, player: str, token: UUID | None) -> None:
    """Raise RevokedToken if a given token of a player is no longer valid.

    A worker hears of a revocation with a delay, and what is requested meanwhile must not outlive the token.
    """
    if token is not None and token not in _labels(cursor, seals, player):
        raise RevokedToken(token)


def _labels(cursor: Rows, seals: TokenSeals, player: str) -> dict[UUID, str]:
    rows = cursor.execute(LIST, (player,), prepare=True).fetchall()
    revoked = _find_revoked(_reading(cursor), seals, player, rows)
    return {row[0]: row[1] for row in rows if row[0] not in revoked}


def _find_revoked(read: Read, seals: TokenSeals, player: str, rows: Sequence[TupleRow]) -> frozenset[UUID]:
    """Find the tokens among rows of LIST that the service revoked."""
    claimed = [_revocation(row[0], player) for row in rows if row[4]]
    return frozenset(UUID(str(row.values[0])) for row in seals.accounts.genuine(read, claimed))


def _is_revoked(cursor: Rows, seals: TokenSeals, token: UUID, player: str) -> bool:
    return bool(seals.accounts.genuine(_reading(cursor), [_revocation(token, player)]))


def _revocation(token: UUID, player: str) -> SealedRow:
    return SealedRow("token-revoked", (str(token), player))


def _reading(cursor: Rows) -> Read:
    return lambda statement, values: cursor.execute(statement, values, prepare=True).fetchall()


def _revoke(cursor: Rows, seals: TokenSeals, player: str, tokens: list[UUID], by: By) -> None:
    for token in tokens:
        record(cursor, player, "token-revoked", by, token=token)
    seals.accounts.add(cursor.execute, *(_revocation(token, player) for token in tokens))
    cursor.execute(ANNOUNCE, (CHANNEL,), prepare=True)
