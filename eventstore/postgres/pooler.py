"""A pooler between Kifu and PostgreSQL that assigns a connection to each transaction, such as PgBouncer.

A session with such a pooler has no memory: whatever one statement sets or prepares is lost to the next one, or affects
another client. So the service's pooled connections prepare and set nothing, and their login must provide the settings
that other connections request at start (`SETTINGS`).
"""

import psycopg
from psycopg import sql

from eventstore.postgres.role import ROLE

SETTINGS = {"role": ROLE, "lock_timeout": "2s", "idle_in_transaction_session_timeout": "5s", "TimeZone": "UTC"}
"""The settings that the login of a pooled URL must have, by `ALTER ROLE ... SET`."""

TRIES = 5


class PoolerError(Exception):
    """A URL leads to the wrong place: through a pooler, past it, or to a login without its settings."""


def check_direct(url: str) -> None:
    """Raise PoolerError if a pooler in transaction mode is between us and the database of this URL.

    Two simultaneous connections that share a server process reveal it. A pooler in session mode does no harm. One may
    go unnoticed while others use the pool too. Raises psycopg.OperationalError if the database is unavailable.
    """
    with psycopg.connect(url, autocommit=True) as one:
        # Poolers cannot pass on the server's own process number, since it identifies the process to cancel.
        if _server_process(one) == one.info.backend_pid:
            return
        with psycopg.connect(url, autocommit=True) as other:
            shared = any(_server_process(one) == _server_process(other) for _ in range(TRIES))
    if shared:
        raise PoolerError(
            "KIFU_DATABASE_URL leads through a pooler in transaction mode, which loses locks and notifications: let it "
            "lead to PostgreSQL itself, and name the pooler in KIFU_POOLED_DATABASE_URL"
        )


def check_pooled(url: str) -> None:
    """Raise PoolerError unless statements by a pooled URL run in the role of the service, with the settings they need.

    Raises psycopg.OperationalError if the pooler or the database is unavailable.
    """
    with psycopg.connect(url, autocommit=True, prepare_threshold=None) as connection:
        asked = sql.SQL(", ").join(sql.SQL("current_setting({})").format(name) for name in SETTINGS)
        found = connection.execute(sql.SQL("SELECT session_user, {}").format(asked)).fetchone()
    assert found is not None
    login, *values = found
    if login == ROLE:
        values[0] = ROLE
    wrong = [name for name, value in zip(SETTINGS, values, strict=True) if value != SETTINGS[name]]
    if wrong:
        advice = "; ".join(f"ALTER ROLE {login} SET {name} = '{SETTINGS[name]}'" for name in wrong)
        raise PoolerError(
            f"the login {login} of KIFU_POOLED_DATABASE_URL must bring along what pooled connections cannot set. As a "
            f"superuser, or as who made it: {advice}. Then let the pooler connect anew"
        )


def _server_process(connection: psycopg.Connection) -> int:
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    assert row is not None
    return int(row[0])
