"""A new service has something to look at: a finished game of each ruleset with recorded games."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from domain.application.audit import Audit
from domain.application.commands import Request
from domain.application.stored.stored_games import StoredGames
from domain.record.events import AnyEvent
from eventstore.postgres.role import url_for_service
from projections.queries.items import GameItem
from service.jobs.demo import demo_files, record_demo
from service.parts import Parts, build_parts, build_projections
from service.settings import Settings
from tests.projections.running import carry
from tests.support.archives import recorded_rulesets
from tests.support.databases import create_database, database_name, drop_database
from tests.support.rulesets import product_rulesets
from tests.support.services import running_service

SECONDS = 60.0


def games_of(base: str, least: int) -> list[dict[str, Any]]:
    """The listed games, as soon as there are `least`, or after a timeout."""
    deadline = time.monotonic() + SECONDS
    while True:
        with urllib.request.urlopen(f"{base}/v1/games") as answer:
            items: list[dict[str, Any]] = json.load(answer)["items"]
        if len(items) >= least or time.monotonic() > deadline:
            return items
        time.sleep(0.2)


def test_every_ruleset_with_recorded_games_has_a_demo_game() -> None:
    headers = [json.loads(file.partition(b"\n")[0]) for file in demo_files()]
    assert len({header["game"] for header in headers}) == len(headers)
    assert {header["ruleset"] for header in headers} == {ruleset.id for ruleset in recorded_rulesets()}
    assert all(header["status"] == "finished" for header in headers)


@pytest.fixture
def parts(tmp_path: Path, postgres_url: str, template: str) -> Iterator[Parts]:
    url = create_database(postgres_url, database_name(), template)
    found = build_parts(Settings(data=tmp_path, database_url=url_for_service(url)), product_rulesets())
    yield found
    found.close()
    drop_database(url)


def listed(parts: Parts) -> list[GameItem]:
    carry(parts.datastore.url, build_projections(product_rulesets()))
    return list(parts.read_models.games(unlisted=True, limit=10).items)


@pytest.mark.slow
def test_the_demo_games_are_recorded_with_receipts_and_count_nowhere(parts: Parts) -> None:
    before = datetime.now(UTC)
    assert record_demo(parts) == len(list(demo_files()))
    found = listed(parts)
    assert {game.ruleset for game in found} == {ruleset.id for ruleset in recorded_rulesets()}
    assert {(game.status, game.teaching) for game in found} == {("finished", True)}
    assert all(game.opened_at >= before for game in found)
    assert parts.read_models.scores(limit=10).items == []
    audit = Audit(parts.games.stored, parts.games.queries, parts.keyring)
    for game in found:
        verified = audit.verification(game.id, None, arbiter=False)
        assert (verified.holds, verified.receipts.missing, verified.imported) == (True, 0, None)
    assert record_demo(parts) == 0


@pytest.mark.slow
def test_after_a_kill_in_the_middle_the_next_start_records_the_rest(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, stored = StoredGames.store_events, []

    def stop_at_second(games: StoredGames, events: Sequence[AnyEvent], **options: Any) -> int:
        if stored:
            raise KeyboardInterrupt
        stored.append(events)
        return store(games, events, **options)

    with monkeypatch.context() as patch:
        patch.setattr(StoredGames, "store_events", stop_at_second)
        with pytest.raises(KeyboardInterrupt):
            record_demo(parts)
    assert [game.status for game in listed(parts)] == ["finished"]
    games = len(list(demo_files()))
    assert record_demo(parts) == games - 1
    assert [game.status for game in listed(parts)] == ["finished"] * games


def test_a_database_with_another_game_gets_no_demo(parts: Parts) -> None:
    parts.games.lobby.open_game(Request("anna"), "micro-dojo", {}, 2)
    assert len(listed(parts)) == 1
    assert record_demo(parts) == 0


@pytest.mark.long
def test_a_new_service_records_the_demo_games_once(tmp_path: Path, database_url: str) -> None:
    wanted = len(list(demo_files()))
    settings = {"KIFU_DATABASE_URL": database_url, "KIFU_DEMO": "1"}
    for _ in range(2):
        with running_service(tmp_path, **settings) as base:
            games = games_of(base, wanted)
            assert len(games) == wanted
            assert {game["status"] for game in games} == {"finished"}
            with urllib.request.urlopen(f"{base}/v1/games/{games[0]['id']}/states/2.svg") as answer:
                assert answer.headers["Content-Type"] == "image/svg+xml"
                assert b"<svg" in answer.read()
