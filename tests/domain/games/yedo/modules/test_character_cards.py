"""The fifteen Characters as content: what they say, what a pack must not contain, and that they give no secret away."""

from __future__ import annotations

from random import Random

import pytest

from domain.games.yedo.bot import valuation
from domain.games.yedo.words.describe_teahouse import character_text
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from tests.domain.games.yedo.game import CONTENT, RULES
from tests.domain.games.yedo.packs import changed, refusal
from tests.domain.games.yedo.teahouse import OPTIONS, with_teahouse
from tests.domain.games.yedo.test_secrets import another_hand, universe
from tests.support.noninterference import Pair, Secretly, walk

CHARACTERS, FAVORS, ACTIONS = "characters.toml", "favors.toml", "action_cards.toml"
NAMED = ("shogun", "geisha-natsuko", "beggar", "eminent-advisor-to-the-shogun", "shopkeeper", "harbor-master")


@pytest.mark.clause("yedo.components.modules", "yedo.end.character")
def test_the_named_characters_are_among_the_fifteen() -> None:
    assert len(CONTENT.characters) == 15
    assert {*NAMED} <= {*CONTENT.characters}
    assert CONTENT.characters["beggar"].points == 2
    assert sum(character.points for character in CONTENT.characters.values()) == 28


WORDS = {
    "beggar": (
        "When it is your turn to activate a Disciple: in Player Order, each opponent: give 1 Mon to the player whose"
        " card this is (or what you have); take 3 Mon. Recruited in the last round: 2 Prestige Points."
    ),
    "harbor-master": (
        "As long as this Character is active: every other player gives you 1 Mon, if they have it, for each action in"
        " the Harbor. Recruited in the last round: 2 Prestige Points."
    ),
    "captain-of-the-ronin": (
        "When it is your turn to assign a Disciple: the Ronin comes to your Clan House and serves you as a further"
        " Disciple until the end of this round. Recruited in the last round: 2 Prestige Points."
    ),
    "matchmaker": (
        "When it is your turn to activate a Disciple: you may pay 3 Mon: take a Geisha of the lowest value that is left"
        " without Prestige Points; if you want, recruit a Character of the Teahouse for the next round, if you have"
        " recruited none in this one. Recruited in the last round: 1 Prestige Point."
    ),
}


@pytest.mark.parametrize("character", WORDS)
def test_a_character_in_words(character: str) -> None:
    assert character_text(CONTENT.characters[character]) == WORDS[character]


REFUSED = {
    "fourteen Characters": (CHARACTERS, '\n[[character]]\nid = "abbot"', '\n[[character]]\nid = "beggar"', "beggar"),
    "a Favor without a Character": (FAVORS, 'character = "beggar"', 'character = "priest"', "names no Character"),
    "a Character with two Favors": (FAVORS, 'character = "beggar"', 'character = "shogun"', "comes twice"),
    "a passive one with effects": (CHARACTERS, 'when = "passive"', 'when = "any"', "has modifiers"),
    "an active one with modifiers": (CHARACTERS, 'when = "any"', 'when = "passive"', "has modifiers"),
    "a modifier that others rely on": (
        CHARACTERS,
        '{ mod = "safe" }',
        '{ mod = "limit", of = "weapon", by = 1 }',
        "not for a Character",
    ),
    "a fee of nothing": (CHARACTERS, 'on = "harbor", amount = 1', 'on = "harbor", amount = 0', "amount"),
    "an effect without a meaning": (CHARACTERS, '{ do = "bring-ronin" }', '{ do = "negate" }', "makes no sense"),
    "the Ronin at another moment": (CHARACTERS, 'when = "own-assignment"', 'when = "any"', "it is for own-assignment"),
    "a Character of an Action Card": (ACTIONS, '[{ do = "negate" }]', '[{ do = "recruit" }]', "not in every game"),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_a_pack_may_not_hold(fault: str) -> None:
    name, old, new, why = REFUSED[fault]
    assert why in refusal(changed(name, old, new))


def test_a_hand_shows_in_no_game_with_the_teahouse() -> None:
    random, compared = Random(4), 0
    chance = Chance(random.randbytes(32))
    state, step = RULES.open(RULES.parse_options(OPTIONS), 3, chance).state, 1
    while state.result is None:
        step += 1
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        state = RULES.decide(state, choice.seat, random.choice(moves), chance.begin_step(step)).state
        if step % 40 or state.result is not None or (twin := another_hand(state, 1, random)) is None:
            continue
        RULES.check_state(twin)
        for viewer in (SPECTATOR, seat_viewer(0, 2)):
            pair = Pair(viewer, Secretly(state, bytes(32)), Secretly(twin, bytes(32)))
            compared += walk(RULES, pair, universe, random, steps=4)
    assert compared >= 10


def test_a_bot_likes_characters() -> None:
    bare = valuation.value(with_teahouse().state, 0)
    assert valuation.value(with_teahouse(active={0: "beggar"}).state, 0) > bare
    assert valuation.value(with_teahouse(recruited={0: "beggar"}).state, 0) > bare
    last, better = (with_teahouse(round=8, recruited={0: name}).state for name in ("shopkeeper", "shogun"))
    assert valuation.value(better, 0) - valuation.value(last, 0) == pytest.approx(2)
