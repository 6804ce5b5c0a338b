"""The accounts of the service's own bots are made once, and found again whatever happens to the file of their
tokens."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import url_for_service
from eventstore.tables.players import Players
from eventstore.tables.tokens import MOST_TOKENS, Tokens
from service.keys.house_bots import FILE, HouseBot, prepare_bots
from service.keys.token_seals import load_or_make_token_seals
from service.keys.tokens import digest_token
from service.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path)


def prepared(settings: Settings, url: str) -> dict[str, HouseBot]:
    """The bots by name, after a start."""
    path = prepare_bots(settings, url_for_service(url))
    assert path.stat().st_mode & 0o777 == 0o600
    return {bot.name: bot for bot in msgspec.json.decode(path.read_bytes(), type=list[HouseBot])}


def test_bots_are_made_once(settings: Settings, database_url: str) -> None:
    first = prepared(settings, database_url)
    assert {bot.name: bot.kind for bot in first.values()} == {"Random bot": "random", "Greedy bot": "greedy"}
    assert prepared(settings, database_url) == first


@pytest.mark.parametrize("content", [None, b"", b"[]", b"[{", b'[{"name":"Random bot","kind":"random","token":"x"}]'])
def test_where_the_file_is_lost_or_damaged_they_get_new_tokens(
    settings: Settings, database_url: str, datastore: Datastore, content: bytes | None
) -> None:
    first = prepared(settings, database_url)
    (settings.data / FILE).unlink()
    if content is not None:
        (settings.data / FILE).write_bytes(content)
    second = prepared(settings, database_url)
    assert second.keys() == first.keys()
    tokens = Tokens(datastore, load_or_make_token_seals(settings, datastore))
    for name, bot in second.items():
        found = tokens.find(digest_token(bot.token))
        assert found is not None
        assert found.player == name
        assert bot.token != first[name].token


def test_a_bot_with_all_the_tokens_that_may_be_gets_one_in_their_place(settings: Settings, database_url: str) -> None:
    for _ in range(MOST_TOKENS + 1):
        found = prepared(settings, database_url)
        (settings.data / FILE).unlink()
    assert len(found) == 2


def test_a_name_that_somebody_had_before_gets_a_number(
    settings: Settings, database_url: str, datastore: Datastore
) -> None:
    Players(datastore).register("Random bot", b"1")
    found = prepared(settings, database_url)
    assert {bot.name: bot.kind for bot in found.values()} == {"Random bot 2": "random", "Greedy bot": "greedy"}
    assert prepared(settings, database_url) == found
