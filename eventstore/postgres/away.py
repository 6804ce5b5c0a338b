"""What it means that PostgreSQL is away, as its driver and the library say it."""

from __future__ import annotations

import re

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

AWAY = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
"""Errors that mean PostgreSQL cannot be reached at the moment."""
NODE_LOST = re.compile("postmaster was shut down|server closed the connection unexpectedly")
"""What Citus says, as an internal error without a code of its own, where a node goes while it is asked."""


def is_away(error: BaseException) -> bool:
    """Whether an error, of the driver or translated, means that PostgreSQL cannot be reached at the moment."""
    return isinstance(error, AWAY) or is_lost_node(error)


def is_lost_node(error: BaseException) -> bool:
    """Whether a coordinator of Citus says that a node went while it was asked."""
    return isinstance(error, psycopg.errors.InternalError_) and NODE_LOST.search(str(error)) is not None
