"""The words of every effect, need and modifier say exactly what it does."""

from __future__ import annotations

from functools import partial
from typing import get_args

import msgspec
import pytest

from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.modifiers import Modifier, Modifiers
from domain.games.yedo.printed.needs import Need, Needs
from domain.games.yedo.printed.term_words import (
    ASSETS,
    COSTS,
    DURATIONS,
    MEASURES,
    PHASE_WORDS,
    PROHIBITIONS,
    SOURCES,
    WHOM,
)
from domain.games.yedo.printed.terms import Asset, Cost, IncomeSource, Measure, Phase, Prohibition, Until, When, Whom
from domain.games.yedo.printed.vocabulary import Effects
from domain.games.yedo.verbs.asking import CardEffect
from domain.games.yedo.words.describe import describe_modifiers
from domain.games.yedo.words.describe_cards import MOMENTS
from domain.games.yedo.words.describe_needs import describe_needs, describe_who
from domain.kernel.content import decode_word, find_words

convert = partial(msgspec.convert, dec_hook=decode_word)
EFFECT_WORDS = [
    ({"do": "prestige", "points": 1}, "gain 1 Prestige Point"),
    ({"do": "lose-prestige", "points": 2}, "lose 2 Prestige Points (never below 0)"),
    ({"do": "mon", "amount": 3}, "take 3 Mon"),
    ({"do": "lose-mon", "amount": 2}, "pay 2 Mon to the bank (or what you have)"),
    ({"do": "lose-mon", "amount": 2, "to": "church"}, "lay 2 Mon on the Church (or what you have)"),
    ({"do": "lose-mon", "amount": "all", "to": "owner"}, "give all your Mon to the player whose card this is"),
    ({"do": "blessing"}, "take a Blessing from the Temple, if you have none"),
    ({"do": "draw", "deck": "action"}, "draw the top Action Card"),
    ({"do": "draw", "deck": "bonus", "look": 2}, "draw the top 2 Bonus Cards, keep 1 and lay the other under the deck"),
    (
        {"do": "draw", "deck": "mission", "look": 3},
        "draw the top 3 Missions of a deck of your choice, keep 1 and lay the others under the deck",
    ),
    ({"do": "draw", "deck": "mission", "colour": "red"}, "draw the top Red Mission"),
    ({"do": "draw", "deck": "action", "look": 2, "keep": 2}, "draw the top 2 Action Cards"),
    ({"do": "take-weapon"}, "take a Weapon from the Market, for nothing"),
    ({"do": "take-weapon", "kind": "yumi", "source": "discard"}, "take a Yumi from the discarded Weapons"),
    ({"do": "take-weapon", "source": "bag"}, "draw a Weapon from the bag"),
    (
        {"do": "take-weapon", "source": "bag", "look": 3},
        "draw 3 Weapons from the bag, keep 1 and discard the others",
    ),
    ({"do": "lose", "what": "weapon"}, "give up a Weapon of your choice"),
    ({"do": "lose", "what": "action-card", "count": 2, "picks": "chance"}, "give up 2 Action Cards by chance"),
    (
        {"do": "lose", "what": "weapon", "kind": "katana", "to": "owner", "picks": "owner"},
        "give a Katana that the player whose card this is chooses to the player whose card this is",
    ),
    (
        {"do": "lose", "what": "disciple"},
        "send a Disciple of your choice to your Reserve (home, if you have only two)",
    ),
    (
        {"do": "annex", "price": 8, "points": 1},
        "build an Annex of a type that you do not have for 8 Mon and gain 1 Prestige Point",
    ),
    ({"do": "annex"}, "build an Annex of a type that you do not have for nothing"),
    ({"do": "annex", "price": "full"}, "build an Annex of a type that you do not have for its price"),
    (
        {"do": "geisha"},
        "take a Geisha of the lowest value that is left and gain as many Prestige Points as her value",
    ),
    (
        {"do": "geisha", "which": "highest", "points": False},
        "take a Geisha of the highest value that is left without Prestige Points",
    ),
    ({"do": "disciple"}, "take a Disciple from your Reserve to your Clan House"),
    ({"do": "church"}, "take all Mon of the Church"),
    ({"do": "church", "put": 2}, "lay 2 Mon of the bank on the Church"),
    ({"do": "patrol-move", "steps": 2}, "the Watch Patrol moves on by 2 Districts in its direction"),
    ({"do": "patrol-to", "district": "choice"}, "the Watch Patrol goes to a District of your choice"),
    ({"do": "patrol-to", "district": "red-light"}, "the Watch Patrol goes to the Red Light District"),
    ({"do": "save"}, "in this round the Watch Patrol spares all of your Disciples in its District"),
    (
        {"do": "save", "count": 1, "price": [{"need": "mon", "amount": 2}]},
        "pay 2 Mon: in this round the Watch Patrol spares 1 of your Disciples in its District",
    ),
    (
        {"do": "save", "whose": "everybody"},
        "in this round the Watch Patrol spares all of the Disciples of all players in its District",
    ),
    ({"do": "return-disciple"}, "send one of your placed Disciples back to the Clan House"),
    (
        {"do": "move-disciple", "whose": "target", "to": "castle"},
        "move a placed Disciple of the player at whom this is aimed to a free space in the Castle",
    ),
    (
        {"do": "foresight"},
        "look at the top 3 cards of a deck of your choice and lay them back on top in any order",
    ),
    (
        {"do": "foresight", "deck": "black", "look": 2},
        "look at the top 2 cards of the Black Mission deck and lay them back on top in any order",
    ),
    (
        {"do": "foresight", "deck": "weapons"},
        "look at the next 3 Weapons of the bag and lay them back in any order",
    ),
    ({"do": "player-order", "to": "first"}, "move your marker to the first place on the Player Order Track"),
    ({"do": "player-order", "to": "choice"}, "move your marker to a place of your choice on the Player Order Track"),
    (
        {"do": "sell", "look": 4, "keep": 1, "price": 5},
        "draw 4 Weapons from the bag, keep 1 of them; then each opponent in Player Order may buy 1 of the others"
        " for 5 Mon,"
        " and what is left is discarded",
    ),
    (
        {"do": "modify", "until": "round", "modifiers": [{"mod": "safe"}]},
        "until the end of this round: the Watch Patrol does not arrest your Disciples",
    ),
    (
        {
            "do": "modify",
            "until": "next-use",
            "modifiers": [{"mod": "cost", "of": "weapon", "by": 4}, {"mod": "cost", "of": "luxury", "by": 4}],
        },
        "once, for the first of these that you use: a Weapon at the Market costs 4 Mon less; luxury goods cost 4"
        " Mon less",
    ),
    (
        {"do": "modify", "until": "round", "modifiers": [{"mod": "closed", "districts": ["temple"]}]},
        "until the next Event is revealed: no Disciple can be assigned to the Temple",
    ),
    (
        {"do": "close-random", "districts": 1, "spaces": 2},
        "1 District and 2 free spaces, drawn by chance, are closed until the next Event is revealed",
    ),
    (
        {"do": "choose", "options": [[{"do": "mon", "amount": 1}], [{"do": "blessing"}]]},
        "choose one: take 1 Mon, or take a Blessing from the Temple, if you have none",
    ),
    ({"do": "may", "effects": [{"do": "mon", "amount": 1}]}, "if you want, take 1 Mon"),
    (
        {"do": "for-price", "price": [{"need": "mon", "amount": 2}], "effects": [{"do": "blessing"}]},
        "you may pay 2 Mon: take a Blessing from the Temple, if you have none",
    ),
    (
        {
            "do": "for-price",
            "price": [{"need": "mon", "amount": 2}],
            "effects": [],
            "otherwise": [{"do": "lose", "what": "geisha"}],
        },
        "either pay 2 Mon, or give up a Geisha of your choice",
    ),
    (
        {
            "do": "for-price",
            "price": [{"need": "blessing"}],
            "effects": [{"do": "mon", "amount": 2}],
            "otherwise": [{"do": "lose-mon", "amount": 1}],
        },
        "you may give a Blessing back to the Temple: take 2 Mon; if you do not, pay 1 Mon to the bank (or what"
        " you have)",
    ),
    (
        {
            "do": "if",
            "needs": [{"need": "at-most", "measure": "mon", "count": 6}],
            "effects": [{"do": "mon", "amount": 5}],
            "otherwise": [{"do": "mon", "amount": 2}],
        },
        "if you have at most 6 Mon, take 5 Mon, otherwise take 2 Mon",
    ),
    (
        {"do": "per", "measure": "annexes", "most": 3, "effects": [{"do": "mon", "amount": 2}]},
        "for each of your Annexes (at most 3 times), take 2 Mon",
    ),
    (
        {"do": "per", "measure": "church-mon", "each": 2, "effects": [{"do": "mon", "amount": 1}]},
        "for every 2 Mon on the Church, take 1 Mon",
    ),
    (
        {"do": "per", "measure": "players", "effects": [{"do": "lose-mon", "amount": 1}]},
        "for every player, pay 1 Mon to the bank (or what you have)",
    ),
    (
        {
            "do": "if",
            "needs": [{"need": "at-least", "measure": "players", "count": 3}],
            "effects": [{"do": "mon", "amount": 1}],
        },
        "if you are one of 3 players or more, take 1 Mon",
    ),
    (
        {
            "do": "for",
            "whom": "each-player",
            "needs": [{"need": "most-of", "measure": "prestige"}],
            "effects": [{"do": "mon", "amount": 1}, {"do": "patrol-colour"}],
        },
        "in Player Order, each player who has the most Prestige Points (a tie is enough): take 1 Mon and then"
        " turn the Watch"
        " Patrol over, so that it goes the other way round",
    ),
    (
        {"do": "for", "whom": "target", "effects": [{"do": "mon", "amount": 1}]},
        "the player at whom this is aimed: take 1 Mon",
    ),
]
NEED_WORDS = [
    ({"need": "in-district", "district": "harbor", "count": 2}, "have 2 Disciples in the Harbor"),
    ({"need": "weapon", "kind": "katana"}, "have a Katana"),
    ({"need": "weapon", "count": 2, "spent": True}, "discard 2 Weapons"),
    ({"need": "annex"}, "have an Annex"),
    ({"need": "annex", "kind": "dojo"}, "have a Dojo"),
    ({"need": "geisha", "count": 2}, "have 2 Geishas"),
    ({"need": "blessing"}, "give a Blessing back to the Temple"),
    ({"need": "mon", "amount": 3}, "pay 3 Mon"),
    ({"need": "discard", "what": "action-card"}, "discard an Action Card"),
    ({"need": "at-least", "measure": "weapons", "count": 3}, "have at least 3 Weapons"),
    ({"need": "at-least", "measure": "disciples-in", "of": "any"}, "have at least 1 Disciple on the board"),
    ({"need": "at-least", "measure": "disciples-in", "of": "tavern"}, "have at least 1 Disciple in the Tavern"),
    ({"need": "at-least", "measure": "missions-done", "of": "theft"}, "have at least 1 completed Theft Mission"),
    ({"need": "at-least", "measure": "weapons", "of": "yumi", "count": 2}, "have at least 2 Yumis"),
    (
        {"need": "at-least", "measure": "order-place", "count": 2},
        "be on place 2 of the Player Order Track or further back",
    ),
    ({"need": "at-most", "measure": "order-place", "count": 1}, "be on place 1 of the Player Order Track"),
    (
        {"need": "at-most", "measure": "order-place", "count": 2},
        "be on place 2 of the Player Order Track or further ahead",
    ),
    ({"need": "at-least", "measure": "players", "count": 3}, "be one of 3 players or more"),
    ({"need": "at-most", "measure": "players", "count": 2}, "be one of 2 players at most"),
    ({"need": "at-most", "measure": "mon", "count": 6}, "have at most 6 Mon"),
    ({"need": "at-most", "measure": "missions-held", "of": "red"}, "have no Red Missions in hand"),
    ({"need": "most-of", "measure": "mon"}, "have the most Mon (a tie is enough)"),
    ({"need": "most-of", "measure": "annexes", "strict": True}, "have more Annexes than anybody else"),
]
MODIFIER_WORDS = [
    ({"mod": "cost", "of": "annex", "by": 5}, "an Annex costs 5 Mon less"),
    (
        {"mod": "cost", "of": "recruit", "by": 1, "except_phase": "bidding"},
        "recruiting at the Gates costs 1 Mon less, but not in the Bidding Phase",
    ),
    ({"mod": "limit", "of": "weapon", "by": 1}, "you may have 1 more Weapon"),
    ({"mod": "limit", "of": "action-card", "by": -2}, "you may have 2 fewer Action Cards"),
    ({"mod": "counts-as", "need": "weapon"}, "this stands in for a Weapon that a Mission asks for"),
    (
        {"mod": "counts-as", "need": "geisha", "sends_home": "yashiki"},
        "your Disciple on the Yashiki stands in for a Geisha that a Mission asks for, and goes home",
    ),
    ({"mod": "safe", "where": "temple"}, "the Watch Patrol does not arrest your Disciples in the Temple"),
    ({"mod": "each-preparation", "effects": [{"do": "mon", "amount": 1}]}, "in each Preparation, take 1 Mon"),
    (
        {"mod": "closed", "districts": ["castle"], "spaces": ["bower-1"]},
        "no Disciple can be assigned to the Castle or the space Bower 1",
    ),
    ({"mod": "forbids", "what": "trade"}, "you cannot trade"),
    ({"mod": "forbids", "what": "bower"}, "you cannot go to the Bower"),
    ({"mod": "income", "of": "church", "by": 2}, "a visit to the Church brings 2 Mon more"),
    ({"mod": "income", "of": "beg", "by": -1}, "begging at the Gates brings 1 Mon less"),
]


@pytest.mark.parametrize(("raw", "words"), EFFECT_WORDS)
def test_an_effect_in_words(raw: dict[str, object], words: str) -> None:
    assert describe(convert([raw], Effects)) == words


@pytest.mark.parametrize(("raw", "words"), NEED_WORDS)
def test_a_need_in_words(raw: dict[str, object], words: str) -> None:
    assert describe_needs(convert([raw], Needs)) == words


@pytest.mark.parametrize(("raw", "words"), MODIFIER_WORDS)
def test_a_modifier_in_words(raw: dict[str, object], words: str) -> None:
    assert describe_modifiers(convert([raw], Modifiers)) == words


@pytest.mark.parametrize("kind", find_words(CardEffect))
def test_every_effect_says_all_of_itself(kind: type[CardEffect]) -> None:
    assert {"perform", "can", "phrase"} <= set(vars(kind))


def test_every_need_and_modifier_has_words() -> None:
    for kind in (*find_words(Need), *find_words(Modifier)):
        assert "phrase" in vars(kind)


def test_every_word_of_the_closed_lists_has_words() -> None:
    for table, words in (
        (MEASURES, Measure),
        (COSTS, Cost),
        (SOURCES, IncomeSource),
        (PROHIBITIONS, Prohibition),
        (PHASE_WORDS, Phase),
        (DURATIONS, Until),
        (WHOM, Whom),
        (MOMENTS, When),
    ):
        assert set(table) == set(get_args(words))
    assert set(ASSETS) == {*get_args(Asset), "disciple"}


def test_a_list_is_in_the_order_in_which_it_is_done() -> None:
    effects = convert([{"do": "draw", "deck": "bonus"}, {"do": "mon", "amount": 3}], Effects)
    assert describe(effects) == "draw the top Bonus Card; take 3 Mon"
    assert describe(()) == describe_needs(()) == describe_modifiers(()) == "nothing"


def test_needs_with_the_same_verb_share_it() -> None:
    needs = convert([{"need": "geisha"}, {"need": "weapon", "kind": "yumi"}, {"need": "mon", "amount": 2}], Needs)
    assert describe_needs(needs) == "have a Geisha and a Yumi, and pay 2 Mon"
    assert describe_who(needs) == "has a Geisha and a Yumi, and pays 2 Mon"
