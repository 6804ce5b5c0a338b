"""The event store and the read models of a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eventstore.recorder import FeedRecorder
from projections.contract import Reader
from projections.queries.read import ReadModels
from tests.projections.scripted import ScriptReader, event_store


@pytest.fixture
def store(database_url: str) -> Iterator[FeedRecorder]:
    """The event store of the test's database."""
    opened = event_store(database_url)
    yield opened
    opened.datastore.close()


@pytest.fixture
def reader() -> Reader:
    """The reader of the history's events; games with real rulesets need another one."""
    return ScriptReader()


@pytest.fixture
def models(database_url: str, reader: Reader) -> Iterator[ReadModels]:
    """The read models of the test's database."""
    opened = ReadModels(database_url, reader)
    yield opened
    opened.close()
