"""Facts hold ids and effects since version 3 of the rules, and are told as those of version 2, which held phrases."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest

from domain.games.daimyo.facts.sources import KINDS, SOURCES
from domain.games.daimyo.printed.options import DaimyoOptions
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.fact import Fact, english_fields, find_prose
from domain.kernel.language import speaking
from tests.domain.games.daimyo.game import RULES
from tests.support.states import field_of

NAMES = ("Anna", "Bela", "Cora", "Dora", "Elsa")
NEW = {"effects", "face"}
"""The fields that version 3 added."""
GAMES = {"solo": 1, "mercenaries": 2, "four": 4}


def steps(version: str, game: str) -> Iterator[tuple[Fact, ...]]:
    """Play a random game, the same one under every version, and yield the facts of each step."""
    rules, seats, random = RULES.with_version(version), GAMES[game], Random(game)
    chance = Chance(random.randbytes(32))
    outcome = rules.open(DaimyoOptions(), seats, chance)
    for number in range(2, 400):
        yield outcome.facts
        if outcome.state.result is not None:
            return
        seat = rules.asked(outcome.state)[0]
        choice = next(found for found in rules.choices(outcome.state) if found.seat == seat)
        move = random.choice(list(choice.moves(outcome.state)))
        outcome = rules.decide(outcome.state, seat, move, chance.begin_step(number))


@cache
def played(version: str, game: str) -> tuple[Fact, ...]:
    with speaking("en"):
        return tuple(fact for facts in steps(version, game) for fact in facts)


def told(version: str, game: str) -> list[str | None]:
    return [RULES.tell(fact, NAMES, SPECTATOR) for fact in played(version, game)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_alike_whether_its_facts_hold_phrases_or_ids(game: str) -> None:
    assert told("2", game) == told("3", game)


def test_french_says_exactly_what_taking_english_apart_guesses() -> None:
    game = "four"
    with speaking("fr"):
        pairs = list(zip(told("2", game), told("3", game), strict=True))
    guessed = "Dora marque 4 points\N{NO-BREAK SPACE}: Influence (bleu), première place."
    exact = "Dora marque 4 points\N{NO-BREAK SPACE}: Influence (l’île bleue), première place."
    assert (guessed, exact) in pairs


@pytest.mark.parametrize("game", GAMES)
def test_facts_of_version_3_hold_no_english_and_say_nothing_else_than_those_of_version_2(game: str) -> None:
    old, new = played("2", game), played("3", game)
    assert any(find_prose(fact) for fact in old)
    assert not any(find_prose(fact) for fact in new)
    for before, after in zip(old, new, strict=True):
        apart = {*english_fields(type(after)), *NEW, "agenda", "result"}
        kept = [field for field in type(after).__struct_fields__ if field not in apart]
        assert type(before) is type(after)
        assert [field_of(before, field) for field in kept] == [field_of(after, field) for field in kept]


def test_random_games_name_every_kind_of_source() -> None:
    found = {text for game in GAMES for fact in played("3", game) for text in _english(fact)}
    assert {text.partition("/")[0] for text in found} <= {*KINDS, *SOURCES}


def _english(fact: Fact) -> Iterator[str]:
    for field in english_fields(type(fact)):
        if (text := getattr(fact, field)) is not msgspec.UNSET:
            yield text
