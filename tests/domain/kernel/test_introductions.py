"""The introduction of a game for newcomers is correct: each preset can be played, and each option is in one group."""

import pytest

from domain.kernel.options import GameOptions, Introduction
from domain.kernel.ruleset import AnyRuleset
from tests.support.rulesets import product_rulesets

RULESETS = [ruleset for ruleset in product_rulesets() if ruleset.introduction]


def introduction(ruleset: AnyRuleset) -> Introduction:
    assert ruleset.introduction
    return ruleset.introduction


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_each_preset_can_be_played_with_each_number_of_seats_that_it_names(ruleset: AnyRuleset) -> None:
    presets = introduction(ruleset).presets
    assert presets[0].id == "first-game"
    assert len({preset.id for preset in presets}) == len(presets)
    for preset in presets:
        options = ruleset.parse_options(preset.options)
        for seats in preset.seats or ruleset.seats(options):
            assert seats in ruleset.seats(options), (preset.id, seats)
            ruleset.check_options(options, seats)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_each_option_of_the_rules_stands_in_one_group(ruleset: AnyRuleset) -> None:
    grouped = [name for group in introduction(ruleset).groups for name in group.options]
    own = set(ruleset.options_type.__struct_fields__) - set(GameOptions.__struct_fields__)
    assert sorted(grouped) == sorted(own)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_what_a_group_needs_is_an_option_of_it_that_is_off_at_first(ruleset: AnyRuleset) -> None:
    for group in introduction(ruleset).groups:
        if group.needs:
            assert group.needs in group.options
            assert ruleset.option_values()[group.needs] == (False, True)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_game_takes_longer_the_more_there_is_to_learn(ruleset: AnyRuleset) -> None:
    least, most = introduction(ruleset).minutes
    assert 0 < least < most
    lighter = [one for one in RULESETS if weight(one) < weight(ruleset)]
    assert all(introduction(one).minutes < introduction(ruleset).minutes for one in lighter)


def weight(ruleset: AnyRuleset) -> int:
    return ["light", "medium", "heavy"].index(introduction(ruleset).weight)
