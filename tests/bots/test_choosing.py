"""How bots choose among their moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from bots.choosing import CHOOSE, MOST_COMPARED
from bots.questions import SAMPLES, Legal, Option, Question, Questions, Several, Template, list_options
from domain.kernel import bots as kernel
from service.keys.house_bots import NAMES


def raw(number: int) -> msgspec.Raw:
    return msgspec.Raw(str(number).encode())


class Oracle:
    """Says that moves, which are numbers here, are worth a third of the number; odd ones are illegal."""

    def compare(self, moves: Sequence[msgspec.Raw]) -> Sequence[float | None]:
        assert 0 < len(moves) <= MOST_COMPARED == kernel.MOST_TRIED
        return [None if int(move) % 2 else int(move) // 3 for move in map(bytes, moves)]


class Silent:
    def compare(self, moves: Sequence[msgspec.Raw]) -> Sequence[float | None]:
        return ()


def numbers(options: Sequence[Option]) -> list[int]:
    return [int(bytes(option.move)) for option in options]


OPTIONS = [Option(raw(number), True) for number in range(10)]


def test_every_bot_of_the_service_can_choose() -> None:
    assert set(CHOOSE) == set(NAMES)


@pytest.mark.parametrize("kind", sorted(CHOOSE))
def test_no_move_gets_lost_and_ties_are_broken_at_random(kind: str) -> None:
    orders = [numbers(CHOOSE[kind](OPTIONS, Silent(), Random(seed))) for seed in range(50)]
    assert all(sorted(order) == list(range(10)) for order in orders)
    assert len({order[0] for order in orders}) > 5


def test_the_greedy_bot_tries_the_best_moves_first() -> None:
    firsts = Counter(numbers(CHOOSE["greedy"](OPTIONS, Oracle(), Random(seed)))[0] for seed in range(50))
    assert set(firsts) == {6, 8}
    order = numbers(CHOOSE["greedy"](OPTIONS, Oracle(), Random(1)))
    assert [number // 3 for number in order] == [2, 2, 1, 0, 0]


def test_of_many_moves_the_greedy_bot_compares_some_and_keeps_the_others_for_last() -> None:
    many = [Option(raw(2 * number), True) for number in range(100)]
    order = numbers(CHOOSE["greedy"](many, Oracle(), Random(1)))
    assert sorted(order) == list(range(0, 200, 2))
    assert order[0] == max(order[:MOST_COMPARED])


def test_a_seat_answers_what_it_is_asked_and_may_take_up_offers_beside_it() -> None:
    asked = Questions(
        7,
        (
            Question(1, (Legal(raw(1)),), standing=True),
            Question(0, (Legal(raw(2)),)),
            Question(1, (Legal(raw(3)), Legal(raw(4)))),
            Question(1, (Legal(raw(5)),)),
        ),
    )
    assert numbers(list_options(asked, 1, Random(1))) == [3, 4, 1]
    assert numbers(list_options(asked, 2, Random(1))) == []
    only_offers = Questions(7, asked.choices[:1])
    assert list_options(only_offers, 1, Random(1)) == ()


def test_moves_made_from_a_template_are_within_its_bounds_and_sets() -> None:
    template = Template("give", {"gold": (1, 3)}, {"cards": Several(("a", "a", "b"), 1, 5)})
    asked = Questions(7, (Question(0, (), template),))
    made = [option for seed in range(20) for option in list_options(asked, 0, Random(seed))]
    assert len(made) == 20 * SAMPLES
    assert not any(option.listed for option in made)
    moves = [msgspec.json.decode(option.move) for option in made]
    assert {move["gold"] for move in moves} == {1, 2, 3}
    assert {move["type"] for move in moves} == {"give"}
    assert all(1 <= len(move["cards"]) <= 3 and not Counter(move["cards"]) - Counter("aab") for move in moves)
