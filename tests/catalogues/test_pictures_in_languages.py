"""The pictures of every game in every language: every text fits into its place, however long it is."""

from __future__ import annotations

from random import Random

import pytest

from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.language import LANGUAGES, speaking
from tests.api.test_games_in_other_languages import GAMES
from tests.support.drawings import find_faults
from tests.support.rulesets import product_rulesets

MOVES, EVERY = 150, 15
CROWDED = {
    "daimyo-four": ("daimyo", 4, {"edition": "2021", "boards": "advanced"}),
    "yedo-five": (
        "yedo",
        5,
        {"teahouse": True, "specialists": True, "clan_powers": True, "jesuits": True, "rounds": 11},
    ),
    "shogun-must-die-four": ("yedo", 4, {"shogun_must_die": True}),
}
"""Games of as many seats as there can be."""
ALL = GAMES | CROWDED
PLAYERS = ("Anna", "Bartholomew the Magnificent of the North", "Cy", "Dorothea Wilhelmina", "Eve")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_picture_fits_in_its_place(language: str, name: str) -> None:
    ruleset, seats, options = ALL[name]
    rules, random, chance = product_rulesets()[ruleset], Random(7), Chance(bytes(32))
    state = rules.open(rules.parse_options(options), seats, chance).state
    names = [*PLAYERS[:seats], *rules.side_names(state.options, seats)]
    for step in range(2, MOVES):
        if step % EVERY == 0:
            with speaking(language):
                for viewer in (*map(seat_viewer, range(seats)), SPECTATOR):
                    drawing = rules.looks.draw(rules.view(state, viewer), names)
                    assert find_faults(drawing) == [], f"step {step}, {viewer}"
        if state.result is not None:
            break
        listed = suggest_any(state, rules.choices(state))
        state = rules.decide(state, listed.choice.seat, random.choice(listed.answers), chance.begin_step(step)).state
