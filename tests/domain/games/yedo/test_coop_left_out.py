"""What Shogun Must Die leaves in the box, and what it adds."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.domain.games.yedo.coop_games import every_card, new
from tests.domain.games.yedo.game import CONTENT, opened


@pytest.mark.clause("yedo.coop.components", "yedo.coop.emperor-separate")
def test_there_are_thirty_emperor_cards_in_three_colours_and_eight_daimyo_cards() -> None:
    assert Counter(card.colour for card in CONTENT.emperor_cards.values()) == {"green": 9, "yellow": 9, "red": 12}
    assert {colour: len(cards) for colour, cards in CONTENT.emperor_of.items()} == {"green": 9, "yellow": 9, "red": 12}
    assert len(CONTENT.daimyo_cards) == 8


@pytest.mark.clause("yedo.coop.remove-icon", "yedo.ruling.unfit-for-coop")
def test_cards_with_the_icon_are_not_in_the_decks() -> None:
    barred = {
        "action": {name for name, card in CONTENT.action_cards.items() if not card.coop},
        "bonus": {name for name, card in CONTENT.bonus_cards.items() if not card.coop},
        "characters": {name for name, card in CONTENT.characters.items() if not card.coop},
        "powers": {name for name, card in CONTENT.clan_powers.items() if not card.coop},
    }
    assert all(barred.values()), "the content bars something of each kind"
    every_set = ("neutrals", "resources", "rule-changers", "disciple", "watch-patrol", "hard")
    own = {"sets": "own", "action_sets": every_set, "mission_sets": ("neutral", "money")}
    for options in (own, {"sets": "classic"}):
        game = new(3, **{**options, "teahouse": True, "clan_powers": True})
        for deck in ("action", "bonus"):
            cards = set(every_card(game, deck))
            assert cards
            assert not cards & barred[deck]
        assert not {*game.state.parameters.characters} & barred["characters"]
        assert not {*game.state.parameters.powers} & barred["powers"]
    assert barred["bonus"] <= {*every_card(opened(3), "bonus")}


@pytest.mark.clause("yedo.ruling.generous-left-out")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_generous_is_not_dealt(seats: int) -> None:
    generous = next(name for name, power in CONTENT.clan_powers.items() if power.clause == "yedo.clan.generous-annexes")
    dealt = new(seats, clan_powers=True).state.parameters.powers
    assert generous not in dealt
    assert len(dealt) == 5
    assert generous in opened(2, clan_powers=True).state.parameters.powers
