"""Lists of games say until when a game waits for players."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.api.house import Person, app_on
from tests.api.test_read_models import position

pytestmark = pytest.mark.usefixtures("projector")


@pytest.fixture
def patient(database_url: str, tmp_path: Path) -> Iterator[Person]:
    """A player of a service where games wait for ever."""
    with app_on(database_url, tmp_path, waiting_hours=0) as app:
        yield Person(app.test_client(), "Pia")


def listed(person: Person, path: str, game: str) -> dict[str, Any]:
    """A game as a list shows it once the list has read of it."""
    items = person.get(path, Kifu_Wait_For=position(person, game)).get_json()["items"]
    found: dict[str, Any] = next(item for item in items if game == f"/v1/games/{item['id']}")
    return found


@pytest.mark.parametrize("path", ["/v1/games", "/v1/me/games"])
def test_a_game_waits_for_a_day_and_a_running_one_for_nobody(ada: Person, bob: Person, path: str) -> None:
    game = ada.open()
    ada.post(f"{game}/seats", {"seat": 0})
    waiting = listed(ada, path, game)
    opened = datetime.fromisoformat(waiting["opened_at"])
    assert datetime.fromisoformat(waiting["waits_until"]) == opened + timedelta(days=1)
    bob.post(f"{game}/seats", {"seat": 1})
    assert "waits_until" not in listed(ada, path, game)


def test_where_games_wait_for_ever_no_list_says_until_when(patient: Person) -> None:
    game = patient.open()
    found = listed(patient, "/v1/games", game)
    assert (found["status"], "waits_until" in found) == ("waiting", False)
