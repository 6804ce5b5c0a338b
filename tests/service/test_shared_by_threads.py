"""Objects shared by a worker's threads stay consistent while many use them at once."""

from __future__ import annotations

import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, Counter

from api.kept import keep_short
from api.requests.limits import Windows
from api.requests.streams import Streams
from api.server.addresses import network_of
from domain.application.memory.game_cache import GameCache
from domain.application.memory.sized_cache import Caches, SizedCache
from domain.kernel.language import speaking
from domain.kernel.retelling import retell
from domain.kernel.rulesets import Rulesets
from domain.record.words import Reader
from domain.rulesets import LOADERS
from eventstore.postgres.datastore import Datastore
from eventstore.tables.accounts import kinds
from eventstore.tables.accounts.kinds import PlayerKinds
from eventstore.tables.players import Players
from projections.queries.clauses import RefusedClauses
from projections.read_models import stored_events
from projections.read_models.stored_events import StoredReader
from service.checkpoints.checkpoint_file import CheckpointFile
from tests.domain.kernel.toy import Toy
from tests.support.games import start_game
from tests.support.rulesets import product_rulesets

pytestmark = pytest.mark.slow
THREADS = 8


@pytest.fixture(autouse=True)
def switch_often() -> Iterator[None]:
    """Make the interpreter switch threads as often as possible, so that races happen."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def hammer(work: Callable[[int], object], times: int = 300) -> None:
    """Call `work` with the number of the thread, many times in each of several threads; raise what one of them
    raised."""
    errors: list[BaseException] = []
    together = threading.Barrier(THREADS)

    def repeat(number: int) -> None:
        together.wait()
        try:
            for _ in range(times):
                work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=repeat, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_a_reader_of_stored_events_reads_for_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_events, "REMEMBERED_BYTES", 2000)
    monkeypatch.setattr(stored_events.reading, "decode_event", lambda topic, game, version, payload: version)
    reader = StoredReader(Reader(product_rulesets()))

    def decode(number: int) -> None:
        payloads = [bytes(100 + number) for _ in range(20)]
        assert [reader.decode("", uuid.UUID(int=1), at, payload) for at, payload in enumerate(payloads)] == [*range(20)]

    hammer(decode)


def test_kinds_of_players_are_found_while_others_are_forgotten(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "MOST_REMEMBERED", 3)
    names = [f"player {number}" for number in range(8)]
    with Datastore(database_url, pool_size=4) as datastore:
        for name in names:
            Players(datastore).register(name, name.encode())
        known = PlayerKinds(datastore)
        hammer(lambda number: known.find_all(names[number // 2 : number // 2 + 3]), 20)


def test_caches_stay_within_their_bytes() -> None:
    held: list[int] = []
    cache: SizedCache[int, int] = SizedCache(5000, held.append)

    def use(number: int) -> None:
        for key in range(30):
            cache.put(key, key, 100 * number)
            assert cache.get(key) in (key, None)

    hammer(use, 50)
    assert cache.held == sum(size for _, size in cache._entries.values()) <= 5000


def test_games_are_kept_at_their_latest_version() -> None:
    games = [start_game(Toy(), 3, seed) for seed in range(4)]
    cache = GameCache(Caches(games=100_000))

    def use(number: int) -> None:
        cache.put(games[number % 4])
        found = cache.get(games[number % 4].id)
        assert found is None or found.id == games[number % 4].id

    hammer(use, 100)


def test_what_is_counted_is_counted_once() -> None:
    windows, counter = Windows(), Counter("kifu_hammered", "Things.", ["call"], registry=CollectorRegistry())
    hammer(
        lambda number: (
            windows.incr(f"one of {number % 2}", 600),
            windows.incr("all", 600),
            counter.labels(f"{number % 3}").inc(),
            counter.collect(),
        )
    )
    assert windows.get("all") == THREADS * 300
    counted = [sample.value for sample in counter.collect()[0].samples if sample.name == "kifu_hammered_total"]
    assert sum(counted) == THREADS * 300


def test_places_of_streams_are_all_given_back() -> None:
    streams = Streams(THREADS, THREADS, Caches())

    def use(number: int) -> None:
        slot = streams.take(f"127.0.0.{number % 2}")
        assert streams.shared(number % 3, lambda: (number % 3, b"line"))[0] == number % 3
        slot.release()

    hammer(use)
    assert not streams._open


def test_what_follows_from_a_text_is_the_same_in_every_thread() -> None:
    short = keep_short(4, 8)(lambda text: text.upper())
    hammer(lambda number: [short(text) == text.upper() or pytest.fail(text) for text in ("a", "b", f"c{number}")])
    hammer(lambda number: network_of(f"2001:db8::{number}") == "2001:db8::/64" or pytest.fail("another network"))


def test_phrases_are_retold_in_the_language_of_each_thread() -> None:
    def say(number: int) -> None:
        with speaking("fr" if number % 2 else "en"):
            assert retell(f"{number + 2} gold", "daimyo") == (
                f"{number + 2} pièces d’or" if number % 2 else f"{number + 2} gold"
            )

    hammer(say, 100)


def test_content_that_came_with_games_is_loaded_for_all_threads() -> None:
    installed = product_rulesets()
    packs = {(ruleset.id, ruleset.content.digest): dict(ruleset.content.files) for ruleset in installed}
    (name, digest), files = next(iter(packs.items()))
    rulesets = Rulesets([], lambda *_: files, {name: LOADERS[name].build})
    rulesets._latest.update({ruleset.id: ruleset for ruleset in installed})
    hammer(lambda _: rulesets.with_content(name, digest).content.digest == digest or pytest.fail("another pack"), 20)


def test_a_file_of_checkpoints_and_the_counts_of_refusals_are_read_by_all_threads(tmp_path: Path) -> None:
    file = CheckpointFile(tmp_path / "checkpoints.ndjson")
    counts = RefusedClauses(lambda _: [("a.b", 1)])
    hammer(lambda _: (file.heads(), file.root(), counts.count()["a.b"]), 50)
