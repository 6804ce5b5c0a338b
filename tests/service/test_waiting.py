"""Requests that wait for read models hold no thread."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from tests.support.databases import temporary_database
from tests.support.services import running_service
from tests.support.waiting import eventually

pytestmark = pytest.mark.slow
LATER = {"Kifu-Wait-For": "3:999999999"}


@pytest.fixture(scope="module")
def base(postgres_url: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with four threads."""
    settings = {"KIFU_THREADS": "4", "KIFU_MAX_STREAMS": "0"}
    with (
        temporary_database(postgres_url, template) as url,
        running_service(tmp_path_factory.mktemp("data"), KIFU_DATABASE_URL=url, **settings) as base,
    ):
        yield base


def test_while_many_wait_for_a_read_model_others_are_answered(base: str) -> None:
    def wait() -> int:
        return requests.get(f"{base}/v1/games", headers=LATER, timeout=60).status_code

    def others_are_answered_meanwhile() -> bool:
        answered = 0
        with ThreadPoolExecutor(40) as pool:
            waiting = [pool.submit(wait) for _ in range(40)]
            while not any(one.done() for one in waiting):
                assert requests.get(f"{base}/v1/rulesets", timeout=60).status_code == 200
                answered += 1
            assert {one.result() for one in waiting} == {503}
        # With the four threads taken, others would come after nearly all of those who wait.
        return answered > 5

    eventually(others_are_answered_meanwhile)


def test_what_was_written_is_read_as_soon_as_it_can_be(base: str) -> None:
    token = requests.post(f"{base}/v1/players", json={"name": "Ada"}, timeout=60).json()["token"]
    for _ in range(5):
        opened = requests.post(
            f"{base}/v1/games",
            json={"ruleset": "micro-dojo", "seats": 2},
            headers={"Authorization": f"Bearer {token}"},
            timeout=60,
        )
        position = {"Kifu-Wait-For": opened.headers["Kifu-Position"]}
        for path in ("/v1/games", "/v1/games?limit=1000"):
            while (answer := requests.get(f"{base}{path}", headers=position, timeout=60)).status_code == 503:
                pass
            assert opened.json()["id"] in [game["id"] for game in answer.json()["items"]]
    bad = requests.get(f"{base}/v1/games", headers={"Kifu-Wait-For": "x"}, timeout=60)
    assert (bad.status_code, bad.json()["code"]) == (400, "malformed")
