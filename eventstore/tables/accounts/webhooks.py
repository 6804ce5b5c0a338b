"""Webhooks: where players are called when a game waits for them, what was said there, and what is still to be sent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
from psycopg.rows import TupleRow

from eventstore.postgres.datastore import Datastore, persevere
from eventstore.tables.accounts.places import Place

Kind: TypeAlias = Literal["turn", "invited", "game-over"]
CallKind: TypeAlias = Literal["turn", "invited", "game-over", "test"]
Form: TypeAlias = Literal["standard", "discord", "slack"]

KEPT_DAYS = 7
"""How long a call is kept, sent or not."""

HOOK = (
    "w.id, w.player, w.url, w.form, w.kinds, w.quiet, w.language, w.secret, w.made_at, w.confirmed_at, "
    "w.failing_since, w.disabled_at"
)
CALL = "c.id, c.webhook, c.kind, c.game, c.version, c.body, c.made_at, c.due_at, c.tries, c.answered_at, c.outcome"

# The seed of the hash keeps these locks apart from others.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%b::text, 79))"
COUNT = "SELECT count(*) AS held FROM kifu.webhook WHERE player = %b::text"
INSERT = (
    "INSERT INTO kifu.webhook (id, player, url, form, kinds, quiet, language, secret, made_at) "
    "VALUES (%b::uuid, %b::text, %b::text, %b::text, %b::text[], %b::text, %b::text, %b::bytea, %b::timestamptz) "
    "ON CONFLICT (id) DO NOTHING"
)
OF_PLAYER = f"SELECT {HOOK} FROM kifu.webhook AS w WHERE w.player = %b::text ORDER BY w.made_at, w.id"  # noqa: S608
CALLED = (
    f"SELECT {HOOK} FROM kifu.webhook AS w "  # noqa: S608 - our own text
    "WHERE w.confirmed_at IS NOT NULL AND w.disabled_at IS NULL ORDER BY w.player, w.made_at"
)
REMOVE = "DELETE FROM kifu.webhook WHERE id = %b::uuid AND player = %b::text RETURNING id"
TOLD = "SELECT player, game, version, seats FROM kifu.told_game WHERE player = ANY (%b::text[])"
TELL = (
    "INSERT INTO kifu.told_game (player, game, version, seats) VALUES (%b::text, %b::uuid, %b::bigint, %b::smallint[]) "
    "ON CONFLICT (player, game) DO UPDATE SET version = excluded.version, seats = excluded.seats "
    "WHERE kifu.told_game.version < excluded.version"
)
FORGET = "DELETE FROM kifu.told_game WHERE player = %b::text AND game = %b::uuid"
FORGET_OTHERS = "DELETE FROM kifu.told_game WHERE player <> ALL (%b::text[])"
ADD = (
    "INSERT INTO kifu.webhook_call (id, webhook, kind, game, version, body, due_at) SELECT %b::uuid, w.id, %b::text, "
    "%b::uuid, %b::bigint, %b::text, %b::timestamptz FROM kifu.webhook AS w WHERE w.id = %b::uuid "
    "ON CONFLICT DO NOTHING"
)
# A claim lasts for a lease: a call whose process dies is sent again afterwards. One call of a webhook at a time.
TAKE = (
    "UPDATE kifu.webhook_call AS c SET due_at = now() + %b::interval, tries = c.tries + 1 "  # noqa: S608 - our own text
    "FROM kifu.webhook AS w WHERE w.id = c.webhook AND c.due_at <= now() AND c.id IN ("
    "SELECT DISTINCT ON (webhook) id FROM kifu.webhook_call WHERE due_at <= now() AND webhook <> ALL (%b::uuid[]) "
    f"ORDER BY webhook, due_at LIMIT %b::bigint) RETURNING {CALL}, {HOOK}"
)
ANSWERED = (
    "UPDATE kifu.webhook_call SET due_at = NULL, answered_at = now(), outcome = %b::text WHERE id = %b::uuid "
    "AND answered_at IS NULL"
)
WORKS = (
    "UPDATE kifu.webhook SET confirmed_at = coalesce(confirmed_at, now()), failing_since = NULL, disabled_at = NULL "
    "WHERE id = %b::uuid"
)
FAILED = (
    "UPDATE kifu.webhook_call SET due_at = now() + %b::interval, outcome = %b::text WHERE id = %b::uuid "
    "AND answered_at IS NULL"
)
FAILS = (
    "UPDATE kifu.webhook SET failing_since = coalesce(failing_since, now()), "
    "disabled_at = CASE WHEN %b::boolean OR failing_since < now() - %b::interval THEN now() END WHERE id = %b::uuid"
)
STOP = (
    "UPDATE kifu.webhook_call AS c SET due_at = NULL FROM kifu.webhook AS w "
    "WHERE w.id = %b::uuid AND w.disabled_at IS NOT NULL AND c.webhook = w.id AND c.due_at IS NOT NULL"
)
CALLS = (
    f"SELECT {CALL} FROM kifu.webhook_call AS c WHERE c.webhook = %b::uuid "  # noqa: S608 - our own text
    "AND (%b::timestamptz IS NULL OR (c.made_at, c.id) < (%b::timestamptz, %b::uuid)) "
    "ORDER BY c.made_at DESC, c.id DESC LIMIT %b::bigint"
)
AGAIN = (
    "UPDATE kifu.webhook_call AS c SET due_at = now(), tries = 0, answered_at = NULL "  # noqa: S608 - our own text
    f"WHERE c.id = %b::uuid AND c.webhook = %b::uuid RETURNING {CALL}"
)
PRUNE = (
    "DELETE FROM kifu.webhook_call WHERE id IN (SELECT id FROM kifu.webhook_call "
    "WHERE made_at < now() - make_interval(days => %b::int) LIMIT %b::bigint FOR UPDATE SKIP LOCKED) RETURNING id"
)


class TooManyWebhooks(Exception):
    """The player has the greatest number of webhooks."""


class Webhook(msgspec.Struct, frozen=True):
    """An address that is called for a player about `kinds`, not during `quiet`, in words of `language`.

    `secret` has 32 bytes. It is called about games from `confirmed_at`, when it first answered, and no more after
    `disabled_at`.
    """

    id: UUID
    player: str
    url: str
    form: Form
    kinds: tuple[Kind, ...]
    quiet: str | None
    language: str
    secret: bytes
    made_at: datetime
    confirmed_at: datetime | None = None
    failing_since: datetime | None = None
    disabled_at: datetime | None = None


class Call(msgspec.Struct, frozen=True):
    """What is said at a webhook: about which game at which version, in which words, and what came of it.

    `due_at` is when it is sent next, None once it has been answered or given up; `outcome` is the status of the last
    answer, or why there was none.
    """

    id: UUID
    webhook: UUID
    kind: CallKind
    game: UUID | None
    version: int | None
    body: str
    made_at: datetime
    due_at: datetime | None
    tries: int = 0
    answered_at: datetime | None = None
    outcome: str | None = None


class Told(NamedTuple):
    """The last version of a game at which a player was looked at.

    `seats` are those of the player that were asked then, and those that were kept, as -1 less the seat.
    """

    player: str
    game: UUID
    version: int
    seats: tuple[int, ...]


class Webhooks:
    """The tables of webhooks. Every call raises OperationalError while PostgreSQL is unavailable."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def add(self, webhook: Webhook, first: Call, most: int) -> None:
        """Add a webhook with its first call; raises TooManyWebhooks if its player has `most`."""

        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                connection.execute(LOCK, (webhook.player,))
                held = connection.execute(COUNT, (webhook.player,)).fetchone()
                if held is not None and held["held"] >= most:
                    raise TooManyWebhooks
                values = msgspec.structs.astuple(webhook)[:9]
                connection.execute(INSERT, tuple(list(one) if isinstance(one, tuple) else one for one in values))
                connection.execute(ADD, _values(first))

        persevere(attempt)

    def of_player(self, player: str) -> list[Webhook]:
        """Return a player's webhooks, the oldest first."""
        return [_read_webhook(row) for row in self._datastore.read(OF_PLAYER, (player,))]

    def list_called(self) -> list[Webhook]:
        """Return the webhooks that are called about games, by player."""
        return [_read_webhook(row) for row in self._datastore.read(CALLED, ())]

    def remove(self, player: str, webhook: UUID) -> bool:
        """Remove a player's webhook with its calls; return whether there was one."""
        return bool(self._datastore.read(REMOVE, (webhook, player)))

    def told(self, players: Collection[str]) -> list[Told]:
        """Return what these players were last looked at for."""
        rows = self._datastore.read(TOLD, (list(players),))
        return [Told(player, game, version, tuple(seats)) for player, game, version, seats in rows]

    def note(self, calls: Sequence[Call], told: Sequence[Told], over: Sequence[Told]) -> None:
        """Add calls, and note what was looked at, in one transaction; games that are `over` are forgotten.

        A call of a kind, a game and a version is added once, even if other processes add it too.
        """

        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                for call in calls:
                    connection.execute(ADD, _values(call))
                for one in told:
                    connection.execute(TELL, (one.player, one.game, one.version, list(one.seats)))
                for one in over:
                    connection.execute(FORGET, (one.player, one.game))

        persevere(attempt)

    def forget_others(self, players: Collection[str]) -> None:
        """Forget what everybody but these players was last looked at for."""
        self._change((FORGET_OTHERS, (list(players),)))

    def take_due(self, most: int, busy: Collection[UUID], lease: timedelta) -> list[tuple[Call, Webhook]]:
        """Claim at most `most` calls that are due, one of each webhook that is not `busy`, with their webhooks.

        Nobody else gets them within `lease`.
        """
        rows = self._datastore.fetch(TAKE, (lease, list(busy), most))
        return [(Call(*row[:11]), _read_webhook(row[11:])) for row in rows]

    def answered(self, call: Call, outcome: str) -> None:
        """Note that a call was answered, so its webhook works."""
        self._change((ANSWERED, (outcome, call.id)), (WORKS, (call.webhook,)))

    def failed(self, call: Call, outcome: str, again: timedelta | None, patience: timedelta) -> None:
        """Note why a call failed, and send it again after a time, if one is given.

        The webhook is disabled, with its calls, if it has failed for longer than `patience`.
        """
        self._fail(call, outcome, again, patience, gone=False)

    def gone(self, call: Call, outcome: str) -> None:
        """Note that a webhook wants no more calls, and disable it."""
        self._fail(call, outcome, None, timedelta(), gone=True)

    def _fail(self, call: Call, outcome: str, again: timedelta | None, patience: timedelta, *, gone: bool) -> None:
        self._change(
            (FAILED, (again, outcome, call.id)),
            (FAILS, (gone, patience, call.webhook)),
            (STOP, (call.webhook,)),
        )

    def list_calls(self, webhook: UUID, after: Place | None, limit: int) -> list[Call]:
        """Return at most `limit` calls of a webhook after a place, the newest first."""
        at, call = after if after is not None else (None, None)
        return [Call(*row) for row in self._datastore.read(CALLS, (webhook, at, at, call, limit))]

    def add_call(self, call: Call) -> None:
        """Add a call."""
        self.note([call], [], [])

    def repeat(self, webhook: UUID, call: UUID) -> Call | None:
        """Make a call of a webhook due again, and return it; None if there is no such call, or no longer."""
        rows = self._datastore.read(AGAIN, (call, webhook))
        return Call(*rows[0]) if rows else None

    def prune(self, most: int) -> int:
        """Remove at most `most` calls that are `KEPT_DAYS` old; return how many."""
        return len(self._datastore.read(PRUNE, (KEPT_DAYS, most)))

    def _change(self, *statements: tuple[str, tuple[object, ...]]) -> None:
        def attempt(left: float, _: bool) -> None:
            with self._datastore.get_connection(left) as connection, connection.transaction():
                for statement, values in statements:
                    connection.execute(statement.encode(), values)

        persevere(attempt)


def _values(call: Call) -> tuple[object, ...]:
    return call.id, call.kind, call.game, call.version, call.body, call.due_at, call.webhook


def _read_webhook(row: TupleRow) -> Webhook:
    values = list(row)
    values[4] = tuple(values[4])
    return Webhook(*values)
