"""Results of imported games are marked, and count if each event has a receipt by a key that is vouched for."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.parts import build_projections
from tests.api.house import Person, play_on
from tests.api.test_archives import SOUND, another_app, execute, restored
from tests.projections.running import carry
from tests.support.rulesets import product_rulesets


@pytest.mark.usefixtures("database_url")
def test_an_imported_game_with_our_own_receipts_counts_and_is_marked(
    client: FlaskClient, ada: Person, bob: Person, game: str, postgres_url: str, template: str, tmp_path: Path
) -> None:
    play_on([ada, bob], game)
    file = client.get(f"{game}/archive").data
    with another_app(postgres_url, template, tmp_path) as moved:
        check_counted(moved, game, file)


def check_counted(moved: FlaskClient, game: str, file: bytes) -> None:
    restored(moved, file)
    carry(moved.application.extensions["kifu"].recorder.datastore.url, build_projections(product_rulesets()))
    (score,) = moved.get("/v1/scores").get_json()["items"]
    assert score["imported"] is True
    theirs = moved.get(f"/v1/leaderboards/{score['ruleset']}").get_json()["items"]
    assert {line["player"] for line in theirs} == {"Ada", "Bob"}
    assert moved.get(f"{game}/verification").get_json()["holds"] is True


def test_a_note_that_vouches_for_receipts_that_are_not_there_is_at_fault(
    client: FlaskClient, database_url: str
) -> None:
    game = restored(client, SOUND)
    assert client.get(f"{game}/verification").get_json()["holds"] is True
    execute(database_url, "ALTER TABLE kifu.imported DISABLE TRIGGER append_only")
    execute(database_url, "UPDATE kifu.imported SET vouched = true")
    found = client.get(f"{game}/verification").get_json()
    assert found["holds"] is False
    assert "each event has a receipt by a known key" in found["imported"]["fault"]
