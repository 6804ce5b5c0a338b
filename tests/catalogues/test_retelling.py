"""Phrases that facts hold in English are said in the language of the reader, and what is hidden stays hidden."""

from __future__ import annotations

import time

import pytest

from domain.games.daimyo.facts.heroes import HeroDrawn
from domain.games.daimyo.facts.turn import BonusTileUsed
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.language import speaking
from domain.kernel.retelling import LONGEST, retell
from tests.domain.games.daimyo.game import RULES

NAMES = ["Anna", "Bela"]


@pytest.mark.parametrize(
    ("stored", "french"),
    [
        ("gain 2 gold", "gagner 2 pièces d’or"),
        ("gain 1 rice and 1 gold", "gagner 1 riz et 1 pièce d’or"),
        ("pay 2 rice to gain 3 popularity points", "payer 2 riz pour gagner 3 Points de Popularité"),
        ("draw a hero, then take the Mighty Helmet", "piocher un Héros, puis prendre le Casque de Puissance"),
        (
            "either gain 1 resource of any kind, or draw 2 heroes",
            "soit gagner 1 ressource au choix, soit piocher 2 Héros",
        ),
        (
            "for every own shadow on the board gain 1 gold, at most 3 times",
            "par Ombre de sa couleur sur le plateau\N{NO-BREAK SPACE}: gagner 1 pièce d’or, au plus 3 fois",
        ),
        ("the tile Amber 2", "la tuile Ambre 2"),
        ("", ""),
        ("what a box of other cards says", "what a box of other cards says"),
        ("gain 2 doubloons", "gain 2 doubloons"),
        ("gain " * 200, "gain " * 200),
    ],
)
def test_a_stored_phrase_is_said_in_french_if_it_is_of_our_making(stored: str, french: str) -> None:
    assert retell(stored, "daimyo") == stored
    with speaking("fr"):
        assert retell(stored, "daimyo") == french


def test_a_phrase_made_to_be_taken_apart_in_many_ways_costs_little() -> None:
    stored = ", then ".join(["pay 1 rice to gain 1 gold or a and b"] * 10)[:LONGEST]
    with speaking("fr"):
        began = time.process_time()
        assert retell(stored, "daimyo") == stored
        assert time.process_time() - began < 5


def test_a_fact_tells_in_french_what_a_tile_does() -> None:
    fact = BonusTileUsed("daimyo.bonus-tile.main-action", 0, "production", "amber-1", "gain-gold", "gain 2 gold")
    assert RULES.tell(fact, NAMES, SPECTATOR) == "Anna uses the bonus action tile on Production: gain 2 gold."
    with speaking("fr"):
        said = RULES.tell(fact, NAMES, SPECTATOR)
    assert said == "Anna active la tuile d’action bonus de la case Production\N{NO-BREAK SPACE}: gagner 2 pièces d’or."


def test_what_a_fact_hides_is_hidden_in_french_too() -> None:
    fact = HeroDrawn("daimyo.villagers.draw", 0, "noodle-vendor")
    with speaking("fr"):
        assert fact.words(NAMES, SPECTATOR) == fact.words(NAMES, seat_viewer(1)) == "Anna pioche un Héros."
        assert fact.words(NAMES, seat_viewer(0)) == "Anna pioche Marchand de nouilles."
