"""The picture of a game of Micro Dojo: legible in every language, complete, and with one name for each space."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from domain.games.micro_dojo.movement import MoveMeeple
from domain.games.micro_dojo.state import MicroDojoState, space_name
from domain.kernel.audience import SPECTATOR
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.drawing.tree import Drawing, FlatGroup, Text, flatten
from domain.kernel.language import LANGUAGES, speaking
from tests.support.drawings import find_faults, is_drawn
from tests.support.rulesets import product_rulesets

RULES = product_rulesets()["micro-dojo"]
NAMES = ("Anna", "Bartholomew the Magnificent of the North")


@cache
def play_at_random(movement: str) -> list[MicroDojoState]:
    """Return every state of a random game with advanced objectives."""
    random, chance = Random(3), Chance(bytes([3] * 32))
    options = RULES.parse_options({"movement": movement, "objectives": "advanced"})
    states = [RULES.open(options, 2, chance).state]
    while states[-1].result is None:
        listed = suggest_any(states[-1], RULES.choices(states[-1]))
        move = random.choice(listed.answers)
        states.append(RULES.decide(states[-1], listed.choice.seat, move, chance.begin_step(len(states) + 1)).state)
    return states


def draw(state: MicroDojoState) -> Drawing:
    return RULES.looks.draw(RULES.view(state, SPECTATOR), NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("movement", ["none", "1A"])
def test_every_picture_of_a_game_is_legible(movement: str, language: str) -> None:
    for state in play_at_random(movement)[::9]:
        with speaking(language):
            assert find_faults(draw(state)) == []


def test_every_move_to_a_space_means_a_place_of_the_picture() -> None:
    for state in play_at_random("1A")[::9]:
        flat = flatten(draw(state))
        moves = [move for choice in RULES.choices(state) for move in choice.moves(state) if hasattr(move, "to")]
        assert all(is_drawn(flat, move) for move in moves)


@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_and_moves_name_a_space_by_the_number_that_stands_on_it(language: str) -> None:
    flat = flatten(draw(play_at_random("1A")[0]))
    number = flat["space/5/number"]
    assert isinstance(number, Text)
    assert number.text == "5"
    with speaking(language):
        title = flatten(draw(play_at_random("1A")[0]))["space/5"].title
        assert title.lower().startswith(space_name(5))
        assert MoveMeeple("sumo", 5).label().endswith(space_name(5))


def test_the_words_under_a_meeple_stay_light_on_wood_when_it_may_move() -> None:
    """Highlighting a legal place darkens the texts on its ground, so the name has a ground of its own."""
    flat = flatten(draw(play_at_random("1A")[0]))
    meeple = flat["meeple/sumo"]
    assert isinstance(meeple, FlatGroup)
    assert not [key for key in meeple.children if isinstance(flat[key], Text)]
