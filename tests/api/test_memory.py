"""What a worker keeps in memory has bounds, whatever clients send."""

from pathlib import Path

import pytest

from api.requests import negotiation
from api.requests.services import EXTENSION, Services
from api.requests.streams import Streams
from api.responses import compression
from api.server import gateway
from domain.application.memory.sized_cache import Caches
from service import metrics
from service.settings import BadSettings, read_settings
from tests.api.house import Person, app_on


def test_a_worker_keeps_games_within_its_setting_and_says_how_much_it_holds(database_url: str, tmp_path: Path) -> None:
    with app_on(database_url, tmp_path, cache_mib=1) as app:
        services: Services = app.extensions[EXTENSION]
        caches = services.games.caches
        assert (caches.games, caches.streams, caches.verdicts) == (768 << 10, 128 << 10, 128 << 10)
        ada = Person(app.test_client(), "Ada")
        for _ in range(6):
            ada.open()
        held = services.games._cache.held
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


@pytest.mark.parametrize(
    ("kept", "header", "longest"),
    [
        (negotiation._preferred, "Accept", negotiation.LONGEST_KEPT),
        (compression._wishes, "Accept-Encoding", compression.LONGEST_KEPT),
    ],
)
def test_long_headers_are_read_and_not_kept(kept, header: str, longest: int, ada: Person) -> None:
    before = kept.cache_info().currsize
    for length in (longest + 1, 60_000):
        value = "*/*;q=1" if header == "Accept" else "gzip"
        answer = ada.get("/v1/rulesets", **{header.replace("-", "_"): value + "," + " " * (length - len(value) - 1)})
        assert answer.status_code == 200
    assert kept.cache_info().currsize == before


def test_long_names_of_headers_are_read_and_not_kept() -> None:
    scope = {
        "method": "GET",
        "raw_path": b"/",
        "query_string": b"",
        "server": ("127.0.0.1", 80),
        "client": None,
        "http_version": "1.1",
        "headers": [(b"x-%d" % number + b"x" * gateway.LONGEST_KEPT, b"1") for number in range(10)],
    }
    before = gateway._environ_key.cache_info().currsize
    environ = gateway.make_environ(scope)
    assert sum(name.startswith("HTTP_X_") for name in environ) == 10
    assert gateway._environ_key.cache_info().currsize == before


def test_a_cache_of_no_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIFU_CACHE_MIB", "0")
    with pytest.raises(BadSettings) as refused:
        read_settings()
    assert set(refused.value.errors) == {"KIFU_CACHE_MIB"}
