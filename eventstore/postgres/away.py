"""The errors of the driver and of the library that mean that PostgreSQL is unavailable."""

from __future__ import annotations

import re

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

AWAY = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
"""Errors that mean PostgreSQL is currently unreachable."""
NODE_LOST = re.compile("postmaster was shut down|server closed the connection unexpectedly")
"""The internal error of Citus, without its own code, when a node disappears during a request."""


def is_away(error: BaseException) -> bool:
    """Return whether an error, of the driver or translated, means that PostgreSQL is currently unreachable."""
    return isinstance(error, AWAY) or is_lost_node(error)


def is_lost_node(error: BaseException) -> bool:
    """Return whether a Citus coordinator reports that a node disappeared during a request."""
    return isinstance(error, psycopg.errors.InternalError_) and NODE_LOST.search(str(error)) is not None
