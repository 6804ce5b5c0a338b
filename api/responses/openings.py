"""Draws openings of games in advance: what is printed on cards and boards is drawn once and kept."""

from __future__ import annotations

from api.responses.svg import write_svg
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from domain.kernel.language import LANGUAGES, speaking
from domain.kernel.rulesets import Rulesets

DEALS = 4
"""How many openings of a game show most of its cards: the first is for the most seats, each later one for one less."""


def draw_openings(rulesets: Rulesets) -> None:
    """Draw a few openings of each game in each language, and throw them away.

    A process that does so before it forks leaves the parts that all pictures share to its children.
    """
    for ruleset in rulesets:
        for deal in range(DEALS):
            seats = ruleset.most_seats[-1 - deal % len(ruleset.most_seats)]
            names = [str(seat) for seat in range(seats + 1)]
            state = ruleset.open(ruleset.parse_options({}), seats, Chance(bytes([deal] * 32))).state
            view = ruleset.view(state, SPECTATOR)
            for language in LANGUAGES:
                with speaking(language):
                    write_svg(ruleset.looks.draw(view, names), (), 1)
