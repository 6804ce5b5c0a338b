"""Caches stay within their bytes, and report their size almost exactly."""

import gc
import random
import threading
import tracemalloc
from uuid import uuid4

import msgspec
import pytest

from domain.application.memory.game_cache import GameCache, estimate_size, measure_state
from domain.application.memory.sized_cache import ENTRY, Caches, SizedCache
from domain.kernel.bots import suggest_any
from domain.record.game import Earlier, Game
from tests.support.games import play, start_game
from tests.support.rulesets import product_rulesets

KIB = 1 << 10
RULESETS = product_rulesets()


def test_what_was_used_last_stays_when_there_is_no_more_room() -> None:
    cache: SizedCache[str, str] = SizedCache(3 * (100 + ENTRY))
    for key in "abc":
        cache.put(key, key.upper(), 100)
    assert cache.get("a") == "A"
    cache.put("d", "D", 100)
    assert [cache.get(key) for key in "abcd"] == ["A", None, "C", "D"]
    assert cache.held == 3 * (100 + ENTRY)


def test_a_large_value_drives_out_several_and_one_that_is_too_large_is_not_kept() -> None:
    cache: SizedCache[int, str] = SizedCache(10 * KIB)
    for number in range(8):
        cache.put(number, "small", KIB - ENTRY)
    cache.put(8, "large", 5 * KIB - ENTRY)
    assert [cache.get(number) for number in range(9)] == [None] * 3 + ["small"] * 5 + ["large"]
    cache.put(9, "huge", 10 * KIB)
    assert cache.get(9) is None
    assert cache.held == 10 * KIB


def test_a_value_that_grows_counts_with_its_new_size() -> None:
    cache: SizedCache[str, int] = SizedCache(10 * KIB)
    for size in (1, 2, 3):
        cache.put("a", size, size * KIB - ENTRY)
        assert cache.held == size * KIB
    cache.put("a", 11, 11 * KIB)
    assert (cache.get("a"), cache.held, len(cache)) == (None, 0, 0)


def test_many_threads_leave_the_count_right() -> None:
    cache: SizedCache[int, int] = SizedCache(50 * KIB)

    def work(seed: int) -> None:
        pick = random.Random(seed)
        for _ in range(3000):
            cache.put(pick.randrange(200), 1, pick.randrange(2 * KIB))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.held == sum(size for _, size in cache._entries.values()) <= 50 * KIB


def test_what_is_held_is_reported_to_within_a_small_part_of_the_limit() -> None:
    told: list[int] = []
    cache: SizedCache[int, int] = SizedCache(64 * KIB, told.append)
    for number in range(200):
        cache.put(number, number, 300)
        assert abs(cache.held - (told[-1] if told else 0)) <= KIB
    assert len(told) < 100


@pytest.mark.parametrize("ruleset", ["micro-dojo", "daimyo", "yedo"])
def test_the_estimate_of_a_game_is_near_what_it_takes(ruleset: str) -> None:
    played(ruleset, 0)
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        games = [played(ruleset, seed) for seed in range(1, 9)]
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    estimated = sum(estimate_size(game, measure_state(game)) for game in games)
    assert taken <= estimated <= 6 * taken


def test_games_with_large_states_push_out_more_of_the_others() -> None:
    small, large = GameCache(Caches(games=256 * KIB)), GameCache(Caches(games=256 * KIB))
    for seed in range(60):
        small.put(played("micro-dojo", seed, moves=2))
        large.put(played("yedo", seed, moves=2))
    assert 0 < len(large) < len(small)
    assert max(small.held, large.held) <= 256 * KIB


def test_moves_that_can_be_taken_back_count_as_well() -> None:
    game = played("micro-dojo", 1)
    state = measure_state(game)
    more = msgspec.structs.replace(game, open_moves=(Earlier(game.state, 1, 2),) * 5)  # type: ignore[arg-type]
    assert estimate_size(more, state) - estimate_size(game, state) >= 5 * state


def test_an_earlier_version_does_not_take_the_place_of_a_later_one() -> None:
    cache = GameCache(Caches())
    game = played("micro-dojo", 1)
    later = msgspec.structs.replace(game, version=game.version + 1)
    cache.put(later)
    cache.put(game)
    assert cache.get(game.id) is later


def test_a_budget_is_divided_without_a_rest() -> None:
    caches = Caches.divide(64 << 20, lambda _name, _held: None)
    assert (caches.games, caches.streams, caches.verdicts, caches.chance) == (48 << 20, 8 << 20, 4 << 20, 4 << 20)


def played(ruleset_id: str, seed: int, moves: int = 20) -> Game:
    """A game in memory after some moves, with an id of its own."""
    game = start_game(RULESETS[ruleset_id], 2, seed + 1)
    pick = random.Random(seed)
    for _ in range(moves):
        if game.state is None or game.is_over:
            break
        listed = suggest_any(game.state, game.ruleset.choices(game.state))
        choice, legal = listed.choice, listed.answers
        game = play(game, choice.seat, pick.choice(legal)).game
    return msgspec.structs.replace(game, opened=msgspec.structs.replace(game.opened, originator_id=uuid4()))
