"""A content pack with which Shogun Must Die cannot be played is refused with file, entry and reason."""

from __future__ import annotations

import re

import pytest

from tests.domain.games.yedo.packs import changed, files, refusal

COOP, EMPEROR, DAIMYO = "coop.toml", "emperor_cards.toml", "daimyo_cards.toml"
TEA = "prices = { action = 3, bonus = 3, weapons = 3, annexes = 6, geishas = 5, disciples = 5, missions = 3 }"
SMOKE = "prices = { action = 4, bonus = 5, weapons = 3, annexes = 8, geishas = 8, disciples = 6, missions = 4 }"
TEA_EVENT = 'event = [{ do = "for", whom = "each-player", effects = [{ do = "mon", amount = 2 }] }]'
TEA_NEEDS = 'needs = [{ need = "mon", amount = 3 }]'
TEA_REWARD = 'rewards = [[{ do = "prestige", points = 2 }]]'
TEA_PENALTY = 'penalty = { each = [{ do = "lose-mon", amount = 4 }] }'
FRIENDS = 'one_each_of = ["mission", "action-card", "bonus-card"]'
GENTLE = 'cards = ["green", "green", "green", "green", "green", "yellow", "yellow"]'


def tea(**fields: str) -> tuple[str, str, str]:
    """Give A Gift of Tea other lists."""
    ((field, value),) = fields.items()
    old = {"event": TEA_EVENT, "needs": TEA_NEEDS, "rewards": TEA_REWARD, "penalty": TEA_PENALTY}[field]
    return EMPEROR, old, f"{field} = {value}"


FAULTS = {
    "a card of another colour": (EMPEROR, 'colour = "green"', 'colour = "yellow"', "green cards: 8 of them"),
    "a card of an unknown colour": (EMPEROR, 'colour = "green"', 'colour = "pink"', "emperor_card[0].colour"),
    "a card that is called like another one": (
        EMPEROR,
        'id = "a-gift-of-tea"',
        'id = "walls-have-ears"',
        "a card of another kind has it already",
    ),
    "a price below that of the board": (EMPEROR, TEA, TEA.replace("missions = 3", "missions = 2"), "3 to 5"),
    "a green price that is too high": (EMPEROR, TEA, TEA.replace("action = 3", "action = 6"), "3 to 5 on a green card"),
    "a red price that is too high": (EMPEROR, SMOKE, SMOKE.replace("annexes = 8", "annexes = 9"), "5 to 8 on a red"),
    "a red card without a price of the board": (
        EMPEROR,
        SMOKE,
        SMOKE.replace("weapons = 3", "weapons = 4"),
        "at least one is that of the board",
    ),
    "a lot without a price": (EMPEROR, TEA, TEA.replace("action = 3, ", ""), "one for each of the seven types"),
    "an Event that does nothing": (*tea(event="[]"), "field event: it does nothing"),
    "an Event for one player": (*tea(event='[{ do = "mon", amount = 2 }]'), "an Event touches players by 'for'"),
    "an Event with a target": (
        *tea(event='[{ do = "for", whom = "target", effects = [{ do = "mon", amount = 2 }] }]'),
        "it speaks of a target",
    ),
    "an Event of the Teahouse": (
        *tea(event='[{ do = "for", whom = "each-player", effects = [{ do = "recruit" }] }]'),
        "it speaks of the Teahouse",
    ),
    "an Errand without a District": (EMPEROR, 'districts = ["tavern"]', "districts = []", "at least one District"),
    "an Errand for two figures on one space": (
        EMPEROR,
        'districts = ["tavern"]',
        'districts = ["tavern", "tavern"]',
        "tavern is named 2 times, but has 1 spaces",
    ),
    "an Errand for more figures than a player has": (
        EMPEROR,
        'districts = ["tavern"]',
        'districts = ["tavern", "castle", "castle", "gates", "market", "temple"]',
        "it takes 6 figures",
    ),
    "an Errand that asks for a Disciple on an Annex": (
        *tea(needs='[{ need = "on-annex", annex = "dojo" }]'),
        "an Errand asks for Weapons, Annexes, Geishas, Blessings and Mon",
    ),
    "an Errand that asks for more Weapons than a player has": (
        *tea(needs='[{ need = "weapon", count = 5 }]'),
        "it asks for 5 Weapons, but one player has 4 at most",
    ),
    "an Errand that asks for two Blessings": (
        *tea(needs='[{ need = "blessing" }, { need = "blessing" }]'),
        "it asks for 2 Blessings",
    ),
    "an Errand that asks for two Annexes of a kind": (
        *tea(needs='[{ need = "annex", kind = "dojo", count = 2 }]'),
        "2 Annexes of the kind dojo",
    ),
    "an Errand that asks for nothing of something": (*tea(needs='[{ need = "mon", amount = 0 }]'), "amount = 0"),
    "a green Errand with two rewards": (
        *tea(rewards='[[{ do = "prestige", points = 2 }], [{ do = "mon", amount = 2 }]]'),
        "a green card has a single reward",
    ),
    "a reward of nothing": (*tea(rewards="[[]]"), "a reward is nothing"),
    "a reward that negates a card": (*tea(rewards='[[{ do = "negate" }]]'), "makes no sense"),
    "a penalty of nothing": (*tea(penalty="{}"), "it has either `each`"),
    "a green penalty by a list": (
        *tea(penalty='{ one_each_of = ["mission"], otherwise = [{ do = "lose-prestige", points = 3 }] }'),
        "on a red card",
    ),
    "a penalty of both forms": (EMPEROR, FRIENDS, f'{FRIENDS}\neach = [{{ do = "lose-mon", amount = 1 }}]', "either"),
    "a penalty that names an asset twice": (
        EMPEROR,
        FRIENDS,
        'one_each_of = ["mission", "mission"]',
        "a type of asset is named twice",
    ),
    "a penalty of Blackmail": (EMPEROR, FRIENDS, 'one_each_of = ["blackmail"]', "Blackmail is never given up"),
    "two Daimyo Cards that repeat": (DAIMYO, 'district = "harbor"', 'district = "repeat"', "at most one repeats"),
    "a Daimyo Card for an unknown District": (DAIMYO, 'district = "harbor"', 'district = "moon"', "moon"),
    "a stack of six cards": (COOP, GENTLE, GENTLE.replace('"green", ', "", 1), "6 cards, but one is turned up in"),
    "more cards of a colour than there are": (COOP, "winning_cards = 2", "winning_cards = 6", "10 yellow cards with"),
    "a stack of an unknown clause": (COOP, '"yedo.coop.deck-gentle-1"', '"coop.deck"', "is not a clause of Yedo"),
    "a row that is missing": (COOP, 'mood = "gentle"\nseats = 1', 'mood = "gentle"\nseats = 2', "0 stacks for it"),
    "a goal of the rulebook": (
        COOP,
        'id = "lowest-easy"\nsource = "house"',
        'id = "lowest-easy"\nsource = "rulebook"',
        'write "house"',
    ),
    "a goal of nothing": (COOP, 'level = "easy"\ntarget = ', 'level = "easy"\ntarget = 0 #', "it is 1 or more"),
    "a hard goal that is easier": (
        COOP,
        'level = "easy"\ntarget = ',
        'level = "easy"\ntarget = 99 #',
        "not lower than an easier one",
    ),
    "more Errands than there are": (
        COOP,
        'column = "errands"\nlevel = "hard"\ntarget = ',
        'column = "errands"\nlevel = "hard"\ntarget = 10 #',
        "there are 9 Errands in a game",
    ),
    "a column without a goal": (COOP, 'column = "lowest"', 'column = "highest"', "0 goals for it"),
    "a stake of nothing": (COOP, "least_stake = 3", "least_stake = 0", "field least_stake: it is 1 or more"),
    "a Daimyo of three Disciples": (COOP, "reserve = 2", "reserve = 1", "the Daimyo has 4 Disciples"),
    "an open card that is not the second": (COOP, "open_card = 2", "open_card = 1", "it is the second"),
    "a Daimyo of one Disciple in its pool": (
        COOP,
        "pool = 2\nreserve = 2",
        "pool = 1\nreserve = 3",
        "a side begins with 2 Disciples",
    ),
    "a master of fewer Disciples than others": (
        COOP,
        "pool = 2\nreserve = 2\nmaster_pool = 3\nmaster_reserve = 1",
        "pool = 3\nreserve = 1\nmaster_pool = 2\nmaster_reserve = 2",
        "the Master Daimyo with no fewer",
    ),
    "a District in which the Daimyo does not act": (COOP, '"harbor", "market"', '"market"', "every District once"),
    "a card that stays of a set that does not": ("missions_soft.toml", "coop = false\n", "", "the set 'soft' bears"),
    "a Character of a Favor that does not stay": (
        "characters.toml",
        'id = "beggar"\nsource = "house"\n',
        'id = "beggar"\nsource = "house"\ncoop = false\n',
        "comes with a Favor",
    ),
    "too few Clan Powers": (
        "clan_powers.toml",
        'clause = "yedo.clan.wise-draw"\n',
        'clause = "yedo.clan.wise-draw"\ncoop = false\n',
        "4 cards are left without the icon, but four players need 5",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_pack_that_cannot_be_played_is_refused_with_its_place(fault: str) -> None:
    name, old, new, why = FAULTS[fault]
    said = refusal(changed(name, old, new))
    assert said.startswith(f"{name}: ")
    assert why in said


@pytest.mark.clause("yedo.coop.remove-icon")
@pytest.mark.parametrize("name", ["action_cards.toml", "bonus_cards.toml", "characters.toml"])
def test_decks_without_the_icon_are_large_enough_for_four_players(name: str) -> None:
    text = files()[name].decode().replace("coop = false\n", "")
    text = text.replace('source = "house"\n', 'source = "house"\ncoop = false\n')
    why = r"field coop: [0-9]+ cards are left without the icon, but four players need"
    assert re.search(why, refusal({**files(), name: text.encode()}))


@pytest.mark.clause("yedo.components.no-coop-icon")
def test_two_sets_of_missions_stay() -> None:
    more = "".join(
        f'\n[[barred_mission_set]]\nid = "{kind}"\nsource = "house"\n' for kind in ("neutral", "prestige", "money")
    )
    barred = {name: text.replace(b'\nsource = "house"', b'\nsource = "house"\ncoop = false') for name, text in _sets()}
    pack = {**files(), **barred, COOP: files()[COOP] + more.encode()}
    assert "two sets of Missions without the icon are needed" in refusal(pack)


def _sets() -> list[tuple[str, bytes]]:
    return [(f"missions_{kind}.toml", files()[f"missions_{kind}.toml"]) for kind in ("neutral", "prestige", "money")]
