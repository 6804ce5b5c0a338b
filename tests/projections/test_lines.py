"""The lines of the history in another language: sides have their names in it, and unreadable events are reported."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

import msgspec
import pytest

from domain.kernel.language import speaking
from domain.record.words import Reader
from projections.queries.lines import read_line
from projections.read_models.stored_events import StoredReader
from tests.support.rulesets import product_rulesets

GAME = UUID("00000000-0000-4000-8000-000000000001")
ROW = (GAME, "daimyo", 3, 0, datetime(2026, 1, 31, tzinfo=UTC), False, ["Anna"], ["The Empire"])


class Telling(msgspec.Struct):
    """An event of a step."""

    TOPIC: ClassVar[str] = "kifu:move-played"


class NameReader(StoredReader):
    """Returns for each event the names that it is told with."""

    def decode(self, topic: str, game_id: UUID, version: int, payload: bytes) -> Any:
        return Telling()

    def words(self, event: Any, names: Sequence[str]) -> str:
        return ", ".join(names)


@pytest.fixture
def reader() -> NameReader:
    return NameReader(Reader(product_rulesets()))


@pytest.mark.parametrize(("language", "names"), [("en", "Anna, The Empire"), ("fr", "Anna, L’Empire")])
def test_a_side_has_its_name_in_the_language_spoken(reader: NameReader, language: str, names: str) -> None:
    with speaking(language):
        assert read_line(ROW, ("kifu:move-played", 4, "{}"), reader).words == names


def test_a_step_that_is_gone_is_told_in_the_language_spoken(reader: NameReader) -> None:
    assert read_line(ROW, None, reader).words == "The record of this step cannot be read."
    with speaking("fr"):
        assert read_line(ROW, None, reader).words == "L’enregistrement de cette étape est illisible."
