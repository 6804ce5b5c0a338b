"""Options with which a game cannot be opened, and the cited clause."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from domain.application.commands import Request
from domain.application.errors import BadOption
from domain.application.lobby import opening
from domain.application.lobby.opening import Opening
from domain.kernel.options import BadOptions, GameOptions
from domain.kernel.rulesets import Rulesets
from kifu.fuzzing.combinations import combinations
from kifu.shared.faults import Fault
from kifu.shared.rules import seats_for
from tests.domain.kernel.toy import Toy
from tests.domain.kernel.toy_facts import ToyOptions
from tests.support.games import NOW
from tests.support.rulesets import product_rulesets

TOY = Toy()
MICRO_DOJO = product_rulesets()["micro-dojo"]


def refused(ruleset: str, options: object, seats: int) -> BadOption:
    rulesets = Rulesets([TOY, MICRO_DOJO])
    with pytest.raises(BadOption) as refusal:
        opening.open_game(Opening(ruleset, options, seats, None, False), rulesets, Request("anna"), NOW, bytes)
    return refusal.value


def test_a_number_of_seats_that_the_rulebook_forbids_cites_its_clause() -> None:
    assert refused("toy", {}, 4).extra == {"pointer": "/seats", "clause": "toy.seats"}


def test_a_number_of_seats_is_refused_without_a_clause_where_the_game_names_none() -> None:
    refusal = refused("micro-dojo", {}, 3)
    assert refusal.detail == "Micro Dojo is for 2 players, not 3."
    assert refusal.extra == {"pointer": "/seats"}


def test_options_that_only_the_number_of_seats_forbids_cite_their_clause() -> None:
    refusal = refused("toy", {"house": True, "rounds": 1}, 3)
    assert refusal.detail == "The house wants two rounds with 3 players."
    assert refusal.extra == {"pointer": "/options/rounds", "clause": "toy.house"}


def test_the_number_of_seats_is_refused_before_the_options_that_depend_on_it() -> None:
    assert refused("toy", {"house": True, "rounds": 1}, 2).extra["pointer"] == "/seats"


def test_commands_say_the_clause_too() -> None:
    with pytest.raises(Fault, match=r"The house wants two rounds with 3 players\. \(toy\.house\)"):
        seats_for(TOY, ToyOptions(rounds=1, house=True), None)
    with pytest.raises(Fault, match=r"Three play, not 2\. \(toy\.seats\)"):
        seats_for(TOY, ToyOptions(), 2)


class ListedOptions(GameOptions, frozen=True, forbid_unknown_fields=True):
    heroes: tuple[Literal["a", "b", "c"], ...] = ()
    level: Literal["easy", "hard"] | None = None
    open_hands: bool = True
    size: Literal[3, 5] = 5
    pairs: tuple[tuple[Annotated[int, msgspec.Meta(ge=0)], ...], ...] = ()


class Listed(Toy):
    options_type = ListedOptions

    def check_options(self, options: msgspec.Struct, seats: int) -> None:
        """All are playable."""


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"heroes": ["a", "b", "c", "x"]}, "/options/heroes/3"),
        ({"heroes": "a"}, "/options/heroes"),
        ({"pairs": [[0], [1, -1]]}, "/options/pairs/1/1"),
    ],
)
def test_a_fault_in_a_list_of_options_is_found_by_its_place(options: object, pointer: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        Listed().parse_options(options)
    assert refusal.value.pointer == pointer


def test_the_values_of_an_option_are_listed_where_there_are_few_the_default_first() -> None:
    assert Listed().option_values() == {
        "heroes": (),
        "level": (None, "easy", "hard"),
        "open_hands": (True, False),
        "size": (5, 3),
        "pairs": (),
    }


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"level": "dire"}, "'dire' is not one of easy, hard, null."),
        ({"size": 4}, "4 is not one of 3, 5."),
        ({"open_hands": "no"}, "'no' is not one of false, true."),
        ({"level": True}, "true is not one of easy, hard, null."),
    ],
)
def test_a_value_that_is_not_listed_is_refused_with_those_that_are(options: object, why: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        Listed().parse_options(options)
    assert str(refusal.value.why) == why


def test_options_of_few_values_are_combined_and_named_as_far_as_they_say_something() -> None:
    found = combinations(Listed())
    assert len(found) == len(set(found)) == 3 * 2 * 2
    assert found[0].words == "open_hands True, size 5, seats 3"
    assert found[-1].words == "level hard, open_hands False, size 3, seats 3"
