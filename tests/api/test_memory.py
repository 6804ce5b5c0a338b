"""A worker's memory is bounded, whatever clients send."""

from pathlib import Path

import pytest

from api.kept import LONGEST_HEADER, keep_short
from api.requests import negotiation
from api.requests.services import EXTENSION, Services
from api.requests.streams import Streams
from api.responses import compression
from api.server import environs
from domain.application.memory.sized_cache import Caches
from service import metrics
from service.settings import BadSettings, read_settings
from tests.api.house import Person, app_on


def test_a_worker_keeps_games_within_its_setting_and_says_how_much_it_holds(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, cache_mib=1) as app:
        services: Services = app.extensions[EXTENSION]
        caches = services.parts.games.stored.caches
        shares = (caches.games, caches.streams, caches.verdicts, caches.chance)
        assert shares == (768 << 10, 128 << 10, 64 << 10, 64 << 10)
        ada = Person(app.test_client(), "Ada")
        for _ in range(6):
            ada.open()
        held = services.parts.games.stored._cache.held
        assert 0 < held <= caches.games
        shown = metrics.CACHE_BYTES.labels("games")._value.get()
        assert abs(shown - held) * 64 <= caches.games


def test_answers_of_live_streams_are_kept_by_their_bytes() -> None:
    streams = Streams(1, 1, Caches(streams=10_000))
    made = []

    def encoded(key: int) -> tuple[int, bytes]:
        made.append(key)
        return 1, bytes(4000)

    for key in (1, 2, 1, 2, 3, 1):
        streams.shared(key, lambda key=key: encoded(key))  # type: ignore[misc]
    assert made == [1, 2, 3, 1]


def test_what_follows_from_a_short_text_is_kept_and_from_a_long_one_only_computed() -> None:
    computed = []

    @keep_short(2, longest=3)
    def double(text: str, times: int) -> str:
        computed.append(text)
        return text * times

    for text in ("a", "a", "long", "long", "abc", "abc", "b", "a"):
        assert double(text, 2) == text * 2
    assert computed == ["a", "long", "long", "abc", "b", "a"]


@pytest.mark.parametrize("header", ["Accept", "Accept-Encoding"])
def test_long_headers_are_read(header: str, ada: Person) -> None:
    for length in (LONGEST_HEADER + 1, 60_000):
        value = "*/*;q=1" if header == "Accept" else "gzip"
        answer = ada.get("/v1/rulesets", **{header.replace("-", "_"): value + "," + " " * (length - len(value) - 1)})
        assert answer.status_code == 200


def test_what_clients_send_is_kept_by_a_bounded_function_alone() -> None:
    """Each of these reads a text of arbitrary length from a client."""
    for reads in (negotiation._preferred, compression._wishes, environs._environ_key):
        assert reads.__module__ == "api.kept"


def test_a_cache_of_no_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIFU_CACHE_MIB", "0")
    with pytest.raises(BadSettings) as refused:
        read_settings()
    assert set(refused.value.errors) == {"KIFU_CACHE_MIB"}
