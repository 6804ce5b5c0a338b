"""Texts of whole cards say who does what."""

from __future__ import annotations

import re

import pytest

from domain.games.yedo.words.describe_cards import (
    action_card_text,
    annex_text,
    bonus_card_text,
    event_text,
    favor_text,
    mission_text,
)
from tests.domain.games.yedo.game import CONTENT


@pytest.mark.clause("yedo.components.mission-anatomy")
def test_a_mission_says_category_places_needs_rewards_and_bonus() -> None:
    assert mission_text(CONTENT.missions["the-smoking-garden"]) == (
        "Kidnapping. A Disciple in the Temple and one in the Market; a Metsubushi, a Geisha and a Yashiki."
        " Reward: gain 3"
        " Prestige Points; take 10 Mon; draw the top Action Card. Bonus: A Blessing to give back. Reward: gain 2"
        " Prestige"
        " Points."
    )
    assert "2 in the Gates" in mission_text(CONTENT.missions["the-citadel-burns"])
    assert "This round is the last one." in mission_text(CONTENT.missions["the-citadel-burns"])


@pytest.mark.clause("yedo.components.action-anatomy")
def test_an_action_card_says_when_it_may_be_played_and_what_it_does() -> None:
    assert action_card_text(CONTENT.action_cards["feint"]) == (
        "In any Phase, if you have at least 1 Disciple on the board: you move one of your placed Disciples to a free"
        " space in an"
        " open District."
    )


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("an-open-hand", "each opponent takes 2 Mon. You build an Annex of a type that you do not have for 6 Mon"),
        ("loss-of-face", "(a tie is enough) loses 2 Prestige Points (never below 0). You take 2 Mon."),
        ("hush-money", "the player at whom this is aimed chooses one: give you 4 Mon (or what they have), or give you"),
        ("the-switched-scrolls", "you choose the type and take one of theirs by chance. You take 1 Mon."),
        ("cheap-timber", "once, for you: an Annex costs 5 Mon less."),
    ],
)
def test_an_action_card_says_who_does_each_part_of_it(card: str, words: str) -> None:
    assert words in action_card_text(CONTENT.action_cards[card])


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("rice-ships", "In Player Order, each player takes 3 Mon. 2 Mon of the bank are laid on the Church."),
        ("sanctuary", "Until the end of this round, for all players: the Watch Patrol does not arrest their Disciples"),
        ("buyers-of-secrets", "In Player Order, each player may discard an Action Card: they take 4 Mon."),
        ("empty-bowls", "each player: if they have at most 4 Mon, they take 3 Mon, otherwise they pay 2 Mon"),
        ("gossip-in-the-palace", "each player must either pay 2 Mon, or lose 1 Prestige Point (never below 0)."),
        ("changing-winds", "The Watch Patrol turns over, so that it goes the other way round. 1 Mon of the bank is"),
    ],
)
def test_an_event_says_whom_each_part_of_it_concerns(card: str, words: str) -> None:
    assert words in event_text(CONTENT.events[card])


def test_the_bonus_part_of_a_mission_asks_for_another_disciple() -> None:
    both = mission_text(CONTENT.missions["a-school-challenged"])
    assert "A Disciple in the Gates; a Katana and a Dojo." in both
    assert "Bonus: Another Disciple in the Gates." in both


def test_no_card_that_concerns_several_players_names_them_by_a_colon() -> None:
    """A colon would make the reader apply everything after it to those players."""
    texts = [*map(action_card_text, CONTENT.action_cards.values()), *map(mission_text, CONTENT.missions.values())]
    texts += map(event_text, CONTENT.events.values())
    for text in texts:
        assert "whose card this is" not in text
        assert not re.search(r"(opponent|aimed|partner|your choice): (?!if )", text), text


@pytest.mark.clause("yedo.bonus.bracket-value")
def test_a_bonus_card_says_the_value_in_brackets() -> None:
    assert bonus_card_text(CONTENT.bonus_cards["landlord"]) == (
        "5 Prestige Points if you have 3 Annexes; 3 if another player does as well."
    )
    assert bonus_card_text(CONTENT.bonus_cards["red-wax"]) == (
        "3 Prestige Points for each of your completed Red Missions, for 2 at most."
    )


def test_events_favors_and_annexes_have_texts() -> None:
    assert event_text(CONTENT.events["sakoku"]).startswith("The Church burns down")
    assert favor_text(CONTENT.favors["money"]) == "Take 7 Mon."
    assert annex_text(CONTENT.annexes["kobudo-ryu"]) == (
        "A Disciple here: you may discard an Action Card: draw the top Action Card. A Weapon at the Market costs"
        " 3 Mon less."
    )


def test_every_card_of_the_game_has_a_text() -> None:
    texts = [
        *map(mission_text, CONTENT.missions.values()),
        *map(action_card_text, CONTENT.action_cards.values()),
        *map(event_text, CONTENT.events.values()),
        *map(bonus_card_text, CONTENT.bonus_cards.values()),
        *map(favor_text, CONTENT.favors.values()),
        *map(annex_text, CONTENT.annexes.values()),
    ]
    assert len(set(texts)) > 200
    for text in texts:
        assert text.endswith(".")
        assert ".." not in text
        assert "  " not in text
