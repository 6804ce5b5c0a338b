"""The pictures of every game in every language: every text fits into its place, however long it is."""

from __future__ import annotations

from random import Random

import pytest

from domain.kernel.audience import seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.language import LANGUAGES, speaking
from tests.api.test_games_in_other_languages import GAMES
from tests.support.drawings import find_faults
from tests.support.rulesets import product_rulesets

MOVES, EVERY = 150, 15


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_picture_fits_in_its_place(language: str, name: str) -> None:
    ruleset, seats, options = GAMES[name]
    rules, random, chance = product_rulesets()[ruleset], Random(7), Chance(bytes(32))
    state = rules.open(rules.parse_options(options), seats, chance).state
    names = [*("Anna", "Bartholomew the Magnificent of the North")[:seats], *rules.side_names(state.options, seats)]
    for step in range(2, MOVES):
        if step % EVERY == 0:
            with speaking(language):
                drawing = rules.looks.draw(rules.view(state, seat_viewer(step % seats)), names)
                assert find_faults(drawing) == [], f"step {step}"
        if state.result is not None:
            break
        listed = suggest_any(state, rules.choices(state))
        state = rules.decide(state, listed.choice.seat, random.choice(listed.answers), chance.begin_step(step)).state
