"""Every effect and every condition has words."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from domain.games.daimyo.pack import load
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import Condition
from domain.games.daimyo.printed.vocabulary import Effects, Measure
from domain.games.daimyo.verbs.asking import CardEffect
from domain.games.daimyo.verbs.describe import MEASURES, describe, describe_conditions
from domain.kernel.content import decode_word, find_words

WORDS = [
    ('[{"do":"gain","goods":{"gold":2}},{"do":"draw"}]', "gain 2 gold, then draw a hero"),
    ('[{"do":"gain-choice","count":2}]', "gain 2 resources of any kind"),
    ('[{"do":"gain-choice","of":["gold","rice","metal"]}]', "gain 1 gold, rice or metal"),
    ('[{"do":"pay","goods":{"rice":1,"gold":1}}]', "pay 1 rice and 1 gold"),
    ('[{"do":"pay-choice"}]', "pay 1 resource of any kind"),
    ('[{"do":"points","points":1}]', "gain 1 popularity point"),
    ('[{"do":"storage","count":2}]', "raise storage by 2"),
    ('[{"do":"discard-hero","count":2}]', "discard 2 heroes"),
    ('[{"do":"give-tile","to":"bag","count":2}]', "put 2 relic tiles of one's own back into the bag"),
    ('[{"do":"give-tile"}]', "put a relic tile of one's own into the black market"),
    ('[{"do":"recruit"}]', "recruit a unit"),
    ('[{"do":"recruit","exactly":1}]', "recruit a unit for exactly 1 rice"),
    ('[{"do":"recruit","exactly":0}]', "recruit a unit for nothing"),
    ('[{"do":"recruit","count":2,"discount":1}]', "recruit up to 2 units for 1 rice less each"),
    ('[{"do":"build"}]', "build a building"),
    ('[{"do":"build","discount":1,"of":["metal","crystal"]}]', "build a building for 1 metal or crystal less"),
    ('[{"do":"build","in_good":"metal"}]', "build a building and pay its whole cost in metal"),
    ('[{"do":"hire"}]', "hire a hero"),
    ('[{"do":"hire","discount":2}]', "hire a hero for 2 gold less"),
    ('[{"do":"reset-recruitment"}]', "put the recruitment pawn back on its first space"),
    ('[{"do":"scavenge"}]', "move the scavenger and take a relic tile there"),
    ('[{"do":"scavenge","takes":2}]', "move the scavenger and take up to 2 relic tiles there"),
    ('[{"do":"take-tile","source":"bag"}]', "take a relic tile from the bag"),
    ('[{"do":"move-governor"}]', "move a governor"),
    ('[{"do":"move-governor","collect":2}]', "move a governor and collect twice there"),
    ('[{"do":"place-piece","kind":"governor","islands":["red","purple"]}]',
     "place a governor on the red or purple island"),
    ('[{"do":"place-piece","kind":"techno-farm","count":2}]', "place 2 techno-farms"),
    ('[{"do":"move-piece","kind":"radio-tower"}]', "move a radio tower"),
    ('[{"do":"eliminate"}]', "remove an enemy governor from any island"),
    ('[{"do":"eliminate","where":"own-governor"}]', "remove an enemy governor from an island with an own governor"),
    ('[{"do":"collect","at":"radio-tower","times":3}]', "collect 3 times with a radio tower"),
    ('[{"do":"villager-tile"}]', "use a villager tile"),
    ('[{"do":"villager-steps","count":2}]', "do 2 steps of Help from Villagers"),
    ('[{"do":"adjust-die","direction":"up","times":2}]', "raise a placed die by 1, twice"),
    ('[{"do":"adjust-die"}]', "change a placed die by 1"),
    ('[{"do":"play-hero"}]', "play a hero whatever its strength"),
    ('[{"do":"use-clan-ability"}]', "use the clan ability of an opponent"),
    ('[{"do":"take-helmet"}]', "take the Mighty Helmet"),
    ('[{"do":"lose"}]', "make each opponent return 1 resource of any kind"),
    ('[{"do":"lose","count":2,"of":["gold"],"who":"one-opponent"}]', "make an opponent return 2 gold"),
    ('[{"do":"optional","effects":[{"do":"draw"}]}]', "if wanted, draw a hero"),
    ('[{"do":"for-price","price":[{"do":"pay","goods":{"rice":2}}],"effects":[{"do":"points","points":3}]}]',
     "pay 2 rice to gain 3 popularity points"),
    ('[{"do":"choose","options":[[{"do":"draw"}],[{"do":"storage"}]]}]', "either draw a hero, or raise storage by 1"),
    ('[{"do":"per","measure":"shadows","effects":[{"do":"draw"}]}]', "for every own shadow on the board draw a hero"),
    ('[{"do":"per","measure":"buildings","each":2,"most":3,"effects":[{"do":"draw"}]}]',
     "for every 2 own buildings draw a hero, at most 3 times"),
    ('[{"do":"to-advantage","effects":[{"do":"take-tile","source":"anywhere","count":2}]}]',
     "take 2 relic tiles from any island or the black market, to its advantage"),
    ("[]", "nothing"),
]  # fmt: skip


@pytest.fixture(scope="module")
def content() -> DaimyoContent:
    return load()


def effects(text: str) -> Effects:
    return msgspec.json.decode(text, type=Effects, dec_hook=decode_word)


@pytest.mark.parametrize(("text", "words"), WORDS, ids=[words for _, words in WORDS])
def test_effects_in_words(text: str, words: str) -> None:
    assert describe(effects(text)) == words


def test_every_kind_of_effect_is_among_these_examples() -> None:
    assert {type(effect) for text, _ in WORDS for effect in effects(text)} >= set(find_words(CardEffect))


@pytest.mark.parametrize("kind", find_words(CardEffect))
def test_every_effect_says_all_of_itself(kind: type[CardEffect]) -> None:
    assert {"verb", "perform", "can", "phrase"} <= set(vars(kind))


def test_everything_printed_has_words(content: DaimyoContent) -> None:
    printed = [*content.heroes.values(), *content.faces.values(), *content.villager_faces.values()]
    spaces = [space for card in content.solo_cards.values() for space in card.spaces]
    abilities = [*content.empire_abilities.values()]
    said = [describe(entry.effects) for entry in (*printed, *spaces, *abilities)]
    assert all(words and words != "nothing" for words in said)


def test_every_measure_has_words() -> None:
    assert set(MEASURES) == set(get_args(Measure))


def test_conditions_in_words() -> None:
    when = (Condition("relics", 1), Condition("shadows", 3))
    assert describe_conditions(when) == "at least 1 own restored relic and at least 3 own shadows on the board"
