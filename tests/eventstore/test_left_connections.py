"""A test that leaves connections open on the shared server fails itself, rather than a later one that finds none
free."""

from __future__ import annotations

from contextlib import closing

import psycopg
import pytest

from tests.support import databases
from tests.support.databases import create_database, database_name, drop_database, temporary_database


def test_a_connection_that_was_left_is_named_by_what_it_asked_last_and_ended(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "CLOSING_SECONDS", 0.1)
    url = create_database(postgres_url, database_name())
    with closing(psycopg.connect(url, autocommit=True)) as left:
        left.execute("SELECT 'asked last'")
        with pytest.raises(AssertionError, match=r"left behind \(1\): .*SELECT 'asked last'"):
            drop_database(url)
        with pytest.raises(psycopg.OperationalError):
            left.execute("SELECT 1")


def test_a_database_whose_connections_are_closed_is_dropped_without_a_word(postgres_url: str) -> None:
    with temporary_database(postgres_url) as url, psycopg.connect(url) as connection:
        connection.execute("SELECT 1")
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(url)
