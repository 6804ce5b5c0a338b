"""The cards of Soft and Hard Interaction: how many there are, what they say, and which ones a pack must not contain."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.yedo.effects.belongings import HasWeapon
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.terms import CATEGORIES, WEAPONS
from domain.games.yedo.words.describe_cards import action_card_text, mission_text
from domain.kernel.options import BadOptions
from tests.domain.games.yedo.effects.test_interaction import SETS
from tests.domain.games.yedo.game import CONTENT, opened
from tests.domain.games.yedo.packs import changed, refusal

SOFT, HARD, ACTIONS = "missions_soft.toml", "missions_hard.toml", "action_cards.toml"


def missions(kind: str) -> list[Mission]:
    return [mission for mission in CONTENT.missions.values() if mission.set == kind]


def weapons(mission: Mission) -> set[str]:
    needs = (*mission.needs, *(mission.bonus.needs if mission.bonus is not None else ()))
    return {need.kind for need in needs if isinstance(need, HasWeapon)}


@pytest.mark.parametrize(("kind", "size", "yellow"), [("soft", 16, 6), ("hard", 15, 5)])
@pytest.mark.clause("yedo.components.mission-sets")
def test_the_sets_mix_colours_and_categories_and_name_every_weapon(kind: str, size: int, yellow: int) -> None:
    found = missions(kind)
    assert len(found) == size
    assert Counter(m.colour for m in found) == {"green": 1, "yellow": yellow, "red": 5, "black": 4}
    assert all(2 <= sum(m.category == category for m in found) <= 4 for category in CATEGORIES)
    assert {weapon for m in found for weapon in weapons(m)} >= set(WEAPONS)


@pytest.mark.clause("yedo.icon.requirement-soft", "yedo.icon.reward-hard-target")
def test_each_soft_mission_has_a_partner_and_each_hard_one_a_target() -> None:
    assert all(m.partner is not None and not m.target for m in missions("soft"))
    assert all(m.partner is None and m.target and m.punishment for m in missions("hard"))
    assert not any(m.partner or m.target for m in CONTENT.missions.values() if m.set not in ("soft", "hard"))


@pytest.mark.clause("yedo.advanced.mission-sets")
def test_a_game_with_a_set_of_interaction_plays_all_its_missions() -> None:
    options = {"rounds": 8, "sets": "own", "action_sets": ("hard",), "event_sets": ("neutral", "resources")}
    state = opened(3, **options, mission_sets=("prestige", "soft")).state
    assert len(state.parameters.missions) == 15 + 16
    in_decks = [card for colour in state.parameters.colours for card in state.pile(colour).cards]
    assert len([*in_decks, *(card for hand in state.hands.missions for card in hand)]) == 4 * 3 + 15 + 16 + 1


@pytest.mark.parametrize("preset", ["crossroads", "blades"])
def test_presets_play_these_sets(preset: str) -> None:
    state = opened(4, sets=preset, rounds=8).state
    sets = {CONTENT.missions[card].set for card in state.parameters.missions}
    assert sets == {"crossroads": {"soft", "prestige"}, "blades": {"hard", "weapons"}}[preset]
    hard = any(CONTENT.action_cards[card].set == "hard" for card in state.parameters.action_deck)
    assert hard == (preset == "blades")


def test_the_sets_of_interaction_count_among_the_two_that_a_game_needs() -> None:
    opened(5, **{**SETS, "mission_sets": ("soft", "hard")})
    with pytest.raises(BadOptions):
        opened(5, **{**SETS, "mission_sets": ("hard",)})


# What they say


@pytest.mark.clause("yedo.icon.requirement-soft", "yedo.icon.requirement-soft-payment", "yedo.icon.reward-soft")
def test_a_soft_mission_says_what_its_partner_needs_is_paid_and_gets() -> None:
    assert "Your partner, another player, must have 1 Disciple in the Gates. You pay them 3 Mon." in (
        mission_text(CONTENT.missions["the-borrowed-litter"])
    )
    assert "As their reward they gain 1 Prestige Point." in mission_text(CONTENT.missions["the-borrowed-litter"])
    assert "Your partner gains 1 Prestige Point." in mission_text(CONTENT.missions["the-map-torn-in-half"])


@pytest.mark.clause("yedo.icon.requirement-hard-annex", "yedo.icon.reward-hard-target")
def test_a_hard_mission_says_whom_it_punishes_and_how() -> None:
    school = mission_text(CONTENT.missions["burn-their-school"])
    assert "a Disciple on the Kobudo Ryu of an opponent and a Metsubushi" in school.replace("-", " ")
    assert "Punishment: the owner of that Annex gives up a Kobudo" in school
    assert "Punishment: an opponent of your choice swaps a Mission with you; you take one of theirs by chance." in (
        mission_text(CONTENT.missions["the-cuckoo-in-the-archive"])
    )


def test_an_action_card_says_at_whom_it_is_aimed() -> None:
    assert action_card_text(CONTENT.action_cards["light-fingers"]) == (
        "In any Phase: the player at whom this is aimed gives you 3 Mon (or what they have)."
    )


# What a pack must not contain


REFUSED = {
    "a target without an Annex": (HARD, 'target = "choice"', 'target = "rival-annex"', "field target"),
    "an Annex without a target": (HARD, 'target = "rival-annex"', 'target = "choice"', "field target"),
    "no punishment": (HARD, 'punishment = [{ do = "lose-mon", amount = 3 }]', "", "go together"),
    "a punishment of nobody": (
        SOFT,
        "\nreward = [{",
        '\npunishment = [{ do = "lose-mon", amount = 1 }]\nreward = [{',
        "go together",
    ),
    "a partner who pays": (
        SOFT,
        '{ need = "geisha" }], reward = [{ do = "mon"',
        '{ need = "blessing" }], reward = [{ do = "mon"',
        "none is given up",
    ),
    "a partner who needs nothing": (SOFT, 'needs = [{ need = "weapon", count = 2 }]', "needs = []", "field partner"),
    "a partner without a space": (
        SOFT,
        'partner = { needs = [{ need = "in-district", district = "market" }], mon = 2',
        'partner = { needs = [{ need = "in-district", district = "tavern" }], mon = 2',
        "named 2 times",
    ),
    "a reward for no partner": (HARD, '{ do = "for", whom = "target"', '{ do = "for", whom = "partner"', "has none"),
    "an Action Card with a partner": (
        ACTIONS,
        '{ do = "for", whom = "target"',
        '{ do = "for", whom = "partner"',
        "has none",
    ),
    "a target of a Soft Mission": (SOFT, '{ do = "for", whom = "partner"', '{ do = "for", whom = "target"', "has none"),
    "a swap with nobody": (
        HARD,
        '{ do = "draw", deck = "mission" }',
        '{ do = "swap", what = ["mission"] }',
        "another player",
    ),
    "an Annex in the bonus part": (
        HARD,
        'bonus = { needs = [{ need = "weapon", kind = "katana" }]',
        'bonus = { needs = [{ need = "on-annex", annex = "dojo" }]',
        "bonus part",
    ),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_a_pack_is_refused_whose_cards_speak_of_somebody_who_is_not_there(fault: str) -> None:
    name, old, new, why = REFUSED[fault]
    found = refusal(changed(name, old, new))
    assert why in found
    assert name in found
