"""Chance: reproducible by anyone who has the seed, uniform, and without a trace of what was not drawn."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.chance import EVERYONE, NOBODY, Chance, Drawn, Redealt
from domain.proof.chain import commitment
from tests.support.purposes import declared

SEED = bytes(range(32))


def number(step: int, name: str, counter: int) -> int:
    """Return the number of the published recipe, computed apart from the product."""
    mac = hmac.new(SEED, f"{step}/{name}/{counter}".encode(), hashlib.sha256).digest()
    return int.from_bytes(mac[:8], "big")


def test_the_outcomes_for_a_fixed_seed_never_change() -> None:
    chance = Chance(SEED, 3)
    assert [chance.below(declared("dice"), 6) for _ in range(8)] == [0, 5, 4, 2, 5, 2, 5, 4]
    assert Chance(SEED, 1).shuffle(declared("deck", "shuffle"), "ABCDEFGH") == tuple("CEGAFHDB")
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_an_outcome_is_the_next_number_for_its_step_and_purpose_modulo_the_bound() -> None:
    chance = Chance(SEED, 7)
    assert [chance.below(declared("a"), 10), chance.below(declared("b"), 10), chance.below(declared("a"), 10)] == [
        number(7, "a", 0) % 10,
        number(7, "b", 0) % 10,
        number(7, "a", 1) % 10,
    ]
    assert chance.begin_step(8).below(declared("a"), 10) == number(8, "a", 0) % 10


def test_numbers_that_would_make_an_outcome_likelier_are_rejected() -> None:
    bound = 2**63 + 1
    numbers = [number(1, "big", counter) for counter in range(40)]
    kept = [drawn for drawn in numbers if drawn < bound]
    chance = Chance(SEED, 1)
    assert len(kept) < 30, "this seed rejects some"
    assert [chance.below(declared("big"), bound) for _ in kept] == kept


def test_what_was_drawn_is_remembered_for_the_present_step_only() -> None:
    chance = Chance(SEED, 1)
    chance.flip(declared("coin", "flip"))
    assert chance.outcomes == [Drawn("coin", 2, number(1, "coin", 0) % 2, 0)]
    assert chance.begin_step(2).outcomes == []
    again = Chance(SEED, 1)
    again.below(declared("x"), 5)
    assert again.begin_step(1).below(declared("x"), 5) == Chance(SEED, 1).below(declared("x"), 5)


@pytest.mark.parametrize("bound", [0, -1])
def test_there_is_no_outcome_below_a_bound_under_1(bound: int) -> None:
    with pytest.raises(ValueError, match="dice"):
        Chance(SEED).below(declared("dice"), bound)


def test_outcomes_are_equally_likely() -> None:
    chance = Chance(SEED)
    counts = Counter(chance.below(declared("die"), 6) for _ in range(12_000))
    expected = 2_000
    chi_squared = sum((counts[face] - expected) ** 2 / expected for face in range(6))
    assert chi_squared < 20.5, "exceeded once in a thousand seeds, and the seed is fixed"


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    chance = Chance(SEED)
    counts = Counter(chance.shuffle(declared("deck", "shuffle"), "ABCD") for _ in range(12_000))
    assert set(counts) == set(permutations("ABCD"))
    chi_squared = sum((count - 500) ** 2 / 500 for count in counts.values())
    assert chi_squared < 49.7, "exceeded once in a thousand seeds, and the seed is fixed"


def test_dice_show_1_to_6_and_a_coin_falls_either_way() -> None:
    chance = Chance(SEED)
    assert set(chance.roll(declared("dice", "roll"), 200)) == {1, 2, 3, 4, 5, 6}
    assert set(chance.roll(declared("dice", "roll"), 200, sides=4)) == {1, 2, 3, 4}
    assert {chance.flip(declared("coin", "flip")) for _ in range(50)} == {True, False}


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(), max_size=20, unique=True), st.integers(0, 25))
def test_a_draw_takes_that_many_items_without_putting_back(seed: bytes, pool: list[int], count: int) -> None:
    drawn = Chance(seed).draw(declared("pool", "draw"), pool, count)
    assert len(drawn) == min(count, len(pool)) == len(set(drawn))
    assert set(drawn) <= set(pool)
    assert sorted(Chance(seed).shuffle(declared("pool", "shuffle"), pool)) == sorted(pool)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**64))
def test_an_outcome_lies_below_its_bound_and_is_the_same_again(seed: bytes, bound: int) -> None:
    outcome = Chance(seed, 4).below(declared("x"), bound)
    assert 0 <= outcome < bound
    assert outcome == Chance(seed, 4).below(declared("x"), bound)


def test_a_pick_costs_one_outcome_an_item_and_takes_none_twice() -> None:
    chance = Chance(SEED, 3)
    picked = chance.pick(declared("bag", "pick"), "abcde", 3)
    assert len(set(picked)) == 3
    assert [drawn.below for drawn in chance.outcomes] == [5, 4, 3]
    assert picked[0] == "abcde"[number(3, "bag", 0) % 5]
    assert sorted(Chance(SEED).pick(declared("bag", "pick"), "abc", 7)) == ["a", "b", "c"]


def test_a_purpose_is_drawn_in_the_way_that_it_declares() -> None:
    with pytest.raises(ValueError, match="dice: declared as 'roll', but drawn as 'below'"):
        Chance(SEED).below(declared("dice", "roll"), 6)


def test_a_purpose_that_varies_is_drawn_about_something() -> None:
    deck = declared("{colour}-deck", "shuffle")
    with pytest.raises(ValueError, match=r"\{colour\}-deck: say with `about` what is drawn"):
        Chance(SEED).shuffle(deck, "AB")
    assert Chance(SEED).shuffle(deck.about("red"), "ABCD") == Chance(SEED).shuffle(
        declared("red-deck", "shuffle"), "ABCD"
    )
    assert (deck.fits("red-deck"), deck.fits("red"), deck.fits("red-decks")) == (True, False, False)


def test_who_sees_an_outcome_is_declared_or_named_by_the_draw_but_not_both() -> None:
    chance = Chance(SEED)
    chance.flip(declared("hidden", "flip", NOBODY))
    chance.flip(declared("own", "flip", "the owner"), seen_by=(1,))
    assert [drawn.seen_by for drawn in chance.outcomes] == [NOBODY, (1,)]
    with pytest.raises(ValueError, match="own: name the seats in `seen_by`: the owner"):
        chance.flip(declared("own", "flip", "the owner"))
    with pytest.raises(ValueError, match="hidden: who sees its outcomes is declared"):
        chance.flip(declared("hidden", "flip", NOBODY), seen_by=EVERYONE)


def test_what_a_branch_deals_anew_is_drawn_in_any_way_and_seen_by_nobody() -> None:
    chance = Chance(SEED)
    chance.pick(Redealt("hands"), "AB")
    assert [(drawn.purpose, drawn.seen_by) for drawn in chance.outcomes] == [("redeal-hands", NOBODY)]
