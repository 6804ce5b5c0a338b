"""Histories describe cards in the card's own sentences, whatever list the fact stores."""

from __future__ import annotations

import re

import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.games.yedo.facts.cards import CardPlayed
from domain.games.yedo.facts.coop.emperor import EmperorEventBegan, PenaltyBegan
from domain.games.yedo.facts.events import EventRevealed
from domain.games.yedo.facts.modules.teahouse import CharacterUsed
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.effect_words import describe, tell
from domain.games.yedo.printed.parts import InPlay
from domain.games.yedo.words.describe_cards import action_card_text, event_text
from domain.games.yedo.words.describe_coop import emperor_event_text, list_penalty, penalty_text
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from tests.domain.games.yedo.game import CONTENT, RULES, given

NAMES = ("Anna", "Bela", "Cora", "The Daimyo")


def played(card: str) -> CardPlayed:
    return CardPlayed("yedo.actions-cards.timing", 0, card, describe(CONTENT.action_cards[card].effects))


def said(fact: object) -> str:
    words = RULES.tell(fact, NAMES, SPECTATOR)
    assert words is not None
    return words


def test_a_played_card_is_told_in_sentences_that_say_who_does_what() -> None:
    assert said(played("loss-of-face")) == (
        "Anna plays Loss of Face: in Player Order, each opponent who has the most Prestige Points (a tie is enough) "
        "loses 2 Prestige Points (never below 0). Its player takes 2 Mon."
    )
    assert said(played("under-the-floor-mats")) == (
        "Anna plays Under the Floor Mats: in this round the Watch Patrol spares all of its player's Disciples in its "
        "District."
    )


@pytest.mark.parametrize("card", sorted(CONTENT.action_cards))
def test_what_is_told_of_a_card_is_what_stands_on_it_in_the_third_person(card: str) -> None:
    """The card speaks to its player, the history about its player; everything else is in the same words."""
    told = said(played(card)).partition(": ")[2]
    printed = tell(CONTENT.action_cards[card].effects)
    assert action_card_text(CONTENT.action_cards[card]).endswith(f"{printed}.")
    assert not re.search(r"\b[Yy]ours?\b|\b[Yy]ou\b", told)
    assert told.count(". ") == printed.count(". ")
    assert re.findall(r"\d+", told) == re.findall(r"\d+", printed)


def test_the_board_and_the_history_speak_of_one_card() -> None:
    state = given(3).with_state(in_play=(InPlay(0, "loss-of-face"),)).state
    board = " ".join(RULES.looks.board(RULES.view(state, SPECTATOR), NAMES[:3]).split())
    assert action_card_text(CONTENT.action_cards["loss-of-face"]) in board
    shared = "each opponent who has the most Prestige Points (a tie is enough) loses 2 Prestige Points (never below 0)."
    assert shared in board
    assert shared in said(played("loss-of-face"))


@pytest.mark.parametrize("character", sorted(card for card, entry in CONTENT.characters.items() if entry.effects))
def test_a_character_is_told_of_in_the_third_person(character: str) -> None:
    effects = CONTENT.characters[character].effects
    told = said(CharacterUsed("yedo.teahouse.ability-once", 0, character, describe(effects)))
    assert not re.search(r"\b[Yy]ours?\b|\b[Yy]ou\b", told)


def test_an_event_of_the_emperor_and_a_penalty_are_told_as_on_their_card() -> None:
    for card in CONTENT.emperor_cards.values():
        began = EmperorEventBegan("yedo.coop.event-emperor", card.id, describe(card.event))
        text = emperor_event_text(card)
        assert said(began).endswith(f": {text[:1].lower()}{text[1:]}") or said(began).endswith(text)
        struck = PenaltyBegan("yedo.coop.prep-penalty", card.id, list_penalty(card.penalty))
        assert said(struck).endswith(f" was not completed. {penalty_text(card.penalty)}")


def test_an_event_stored_as_a_list_is_told_as_on_its_card() -> None:
    for card in CONTENT.events.values():
        fact = EventRevealed("yedo.event.reveal", card.id, describe(card.effects))
        assert said(fact).partition(": ")[2].lower() == event_text(card).lower()


def test_a_card_that_says_something_else_in_its_game_is_told_as_it_is_stored() -> None:
    other = replace(played("good-harvest"), text="take 40 Mon")
    assert said(other) == "Anna plays Good Harvest: take 40 Mon."
    unknown = replace(other, card="no-such-card")
    assert said(unknown) == "Anna plays No Such Card: take 40 Mon."


@pytest.mark.parametrize(
    ("version", "text"), [("2", describe(CONTENT.action_cards["loss-of-face"].effects)), ("3", UNSET)]
)
def test_facts_store_the_list_before_version_3_and_only_the_card_since(version: str, text: str | UnsetType) -> None:
    rules = RULES.with_version(version)
    state = rules.decode_state(rules.encode_state(given(3).having(0, actions=("loss-of-face",)).state))
    table = rules.table(state, Chance(bytes(32), 2))
    PlayCard("loss-of-face").use(table, 0)
    (fact,) = [fact for fact in table.outcome().facts if isinstance(fact, CardPlayed)]
    assert fact == CardPlayed(fact.clause, 0, "loss-of-face", text)
    assert said(fact) == said(played("loss-of-face"))
