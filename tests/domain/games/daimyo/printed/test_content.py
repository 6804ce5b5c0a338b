"""The box of Daimyo: what is in it, and what its cards and tiles say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest

from domain.games.daimyo.actions.clans import UseClanAbility
from domain.games.daimyo.actions.recruitment import Recruit
from domain.games.daimyo.effects.combining import ForPrice, ToAdvantage
from domain.games.daimyo.effects.gains import Lose, Pay, Points, Storage
from domain.games.daimyo.effects.heroes import Draw
from domain.games.daimyo.effects.placing import PlacePiece
from domain.games.daimyo.effects.tiles import GiveTile, TakeTile
from domain.games.daimyo.pack import load
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import Condition
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.printed.options import DaimyoOptions, parameters
from domain.games.daimyo.printed.vocabulary import Effect, Effects, Measure, parts
from domain.games.daimyo.verbs.asking import CardEffect
from domain.kernel.content import find_words


@pytest.fixture(scope="module")
def content() -> DaimyoContent:
    return load()


def kinds(content: DaimyoContent, heroes: tuple[str, ...]) -> Iterator[type[Effect]]:
    for hero in heroes:
        yield from map(type, parts(content.heroes[hero].effects))


def heroes_that(content: DaimyoContent, effects: Effects) -> list[str]:
    return [hero for hero in content.common_heroes if content.heroes[hero].effects == effects]


def box(content: DaimyoContent, *ids: str) -> list[int]:
    return [content.components[each].count for each in ids]


@pytest.mark.clause("daimyo.component.main-board")
def test_the_side_of_the_board_with_the_mercenaries_is_for_two_players(content: DaimyoContent) -> None:
    sides = {seats: parameters(content, DaimyoOptions(), seats).sides for seats in (2, 3, 4)}
    assert box(content, "main-board") == [1]
    assert ["mercenaries" in sides[seats] for seats in (2, 3, 4)] == [True, False, False]


@pytest.mark.clause("daimyo.component.main-board.2019")
def test_the_board_of_2019_has_no_side_with_mercenaries(content: DaimyoContent) -> None:
    assert parameters(content, DaimyoOptions(edition="2019"), 2).sides == ("player", "player")


@pytest.mark.clause("daimyo.component.clans")
def test_four_clans(content: DaimyoContent) -> None:
    assert set(content.clans) == {"nature", "tech", "nomad", "noble"}
    assert box(content, "clan-board") == [len(content.clans)]


@pytest.mark.clause("daimyo.component.construction-mini-boards")
def test_four_mini_boards_of_each_kind(content: DaimyoContent) -> None:
    found = Counter(board.building for board in content.mini_boards.values())
    assert found == {"techno-farm": 4, "radio-tower": 4}


@pytest.mark.clause("daimyo.component.bonus-action-tiles")
def test_a_tile_lies_under_each_building_of_a_mini_board(content: DaimyoContent) -> None:
    laid = [tile for board in content.mini_boards.values() for tile in board.tiles]
    assert sorted(laid) == sorted(content.tiles)
    assert (len(laid), {len(board.tiles) for board in content.mini_boards.values()}) == (32, {4})


@pytest.mark.clause("daimyo.component.dice")
def test_thirteen_dice(content: DaimyoContent) -> None:
    assert box(content, "red-die", "green-die", "blue-die") == [5, 5, 3]
    assert max(pool.red + pool.green + pool.blue for pool in content.dice) == 13


@pytest.mark.clause(
    "daimyo.setup.dice.1p",
    "daimyo.setup.dice.2p.2021",
    "daimyo.setup.dice.2p.2019",
    "daimyo.setup.dice.3p",
    "daimyo.setup.dice.4p",
)
def test_dice_by_edition_and_number_of_players(content: DaimyoContent) -> None:
    pools = {(pool.edition, pool.seats): (pool.blue, pool.green, pool.red) for pool in content.dice}
    assert pools == {
        ("2021", 1): (2, 3, 3),
        ("2021", 2): (3, 4, 4),
        ("2021", 3): (2, 4, 4),
        ("2021", 4): (3, 5, 5),
        ("2019", 2): (1, 3, 3),
        ("2019", 3): (2, 4, 4),
        ("2019", 4): (3, 5, 5),
    }


@pytest.mark.clause("daimyo.component.relic-tiles")
def test_three_copies_of_twenty_four_relic_tiles(content: DaimyoContent) -> None:
    assert Counter(content.tile_colour.values()) == dict.fromkeys(content.islands, 4)
    assert box(content, "relic-tile") == [len(content.tile_colour) * content.numbers.tile_copies] == [72]


@pytest.mark.clause("daimyo.component.villager-tiles", "daimyo.villager-tile.pairs")
def test_three_villager_tiles_with_two_faces_each(content: DaimyoContent) -> None:
    pairs = {frozenset(tile.faces) for tile in content.villager_tiles.values()}
    assert pairs == {frozenset(("choose", "both")), frozenset(("storage", "move")), frozenset(("relic", "draw"))}
    assert len(content.villager_faces) == 6


@pytest.mark.clause("daimyo.component.helmet-and-round-marker")
def test_one_helmet_and_one_round_marker(content: DaimyoContent) -> None:
    assert box(content, "helmet", "round-marker") == [1, 1]


@pytest.mark.clause("daimyo.component.resource-tokens")
def test_eighty_six_resource_tokens_lie_in_the_box(content: DaimyoContent) -> None:
    tokens = box(content, "rice-token", "crystal-token", "metal-token")
    assert (tokens, sum(tokens)) == ([32, 27, 27], 86)


@pytest.mark.clause("daimyo.component.gold-coins", "daimyo.component.gold-denominations")
def test_gold_is_a_number_whatever_the_coins(content: DaimyoContent) -> None:
    assert box(content, "gold-coin") == [32]
    assert Goods(gold=3) + Goods(gold=1).times(2) == Goods(gold=1).times(5) == Goods(gold=5)


@pytest.mark.clause("daimyo.component.hero-cards")
def test_forty_common_heroes_of_every_cost(content: DaimyoContent) -> None:
    costs = Counter(content.heroes[hero].cost for hero in content.common_heroes)
    assert costs.total() == 40
    assert set(costs) == {1, 2, 3, 4, 5}


@pytest.mark.clause("daimyo.component.clan-hero-cards")
def test_three_heroes_of_each_clan(content: DaimyoContent) -> None:
    assert {clan: len(heroes) for clan, heroes in content.clan_heroes.items()} == dict.fromkeys(content.clans, 3)
    assert box(content, "clan-hero-card") == [12]


@pytest.mark.clause("daimyo.ruling.clan-hero-cost")
def test_heroes_of_clans_cost_one(content: DaimyoContent) -> None:
    assert {content.heroes[hero].cost for heroes in content.clan_heroes.values() for hero in heroes} == {1}


@pytest.mark.clause("daimyo.component.hero-card-anatomy")
def test_a_hero_has_cost_strength_and_ability(content: DaimyoContent) -> None:
    strengths = {content.heroes[hero].strength for hero in content.common_heroes}
    assert {1, 6, 7, 12, 13} <= strengths <= set(range(1, 19))
    assert all(hero.effects and hero.cost for hero in content.heroes.values())


@pytest.mark.clause("daimyo.component.hero-card-aggressive-mark")
def test_heroes_that_harm_opponents_are_marked_and_can_be_left_out(content: DaimyoContent) -> None:
    marked = {hero for hero in content.common_heroes if content.heroes[hero].aggressive}
    kept = parameters(content, DaimyoOptions(aggressive_heroes=False), 3).heroes
    assert 5 <= len(marked) <= 7
    assert set(kept) == set(content.common_heroes) - marked
    assert Lose not in set(kinds(content, kept))


@pytest.mark.clause("daimyo.component.goal-cards")
def test_twelve_goals_of_two_kinds(content: DaimyoContent) -> None:
    assert Counter(goal.kind for goal in content.goals.values()) == {"green": 9, "orange": 3}


def test_only_green_goals_have_a_second_space(content: DaimyoContent) -> None:
    assert all((goal.silver > 0) == (goal.kind == "green") for goal in content.goals.values())


@pytest.mark.clause("daimyo.component.solo-cards")
def test_twenty_one_solo_cards_in_three_groups(content: DaimyoContent) -> None:
    assert Counter(card.group for card in content.solo_cards.values()) == {"1-2": 7, "3-4": 7, "5": 7}
    assert sorted(content.empire_abilities) == list(range(3, 19))


@pytest.mark.clause("daimyo.component.player-aids")
def test_a_player_aid_for_each_clan(content: DaimyoContent) -> None:
    assert box(content, "player-aid") == [len(content.clans)]


@pytest.mark.clause(
    "daimyo.component.governors",
    "daimyo.component.shadows",
    "daimyo.component.scavengers",
    "daimyo.component.techno-farms",
    "daimyo.component.radio-towers",
    "daimyo.component.relic-pawns",
)
def test_pieces_of_a_clan(content: DaimyoContent) -> None:
    pieces = content.pieces
    each = [pieces.governors, pieces.shadows, pieces.scavengers, pieces.techno_farms, pieces.radio_towers]
    assert [*each, pieces.relic_pawns] == [8, 3, 1, 4, 4, 6]
    assert pieces.governors + pieces.shadows + pieces.scavengers == 12
    in_box = box(content, "governor", "shadow", "scavenger", "techno-farm", "radio-tower", "relic-pawn")
    assert in_box == [32, 12, 4, 16, 16, 24]


@pytest.mark.clause("daimyo.component.clan-pawns")
def test_a_clan_pawn_for_each_island_and_for_three_tracks(content: DaimyoContent) -> None:
    assert box(content, "clan-pawn") == [len(content.clans) * (len(content.islands) + 3)] == [36]


@pytest.mark.clause("daimyo.component.goal-tokens")
def test_a_goal_token_of_each_clan_for_each_goal_of_a_game(content: DaimyoContent) -> None:
    assert box(content, "goal-token") == [len(content.clans) * sum(content.numbers.goals.values())] == [16]


@pytest.mark.clause("daimyo.component.fifty-pp-token")
def test_a_token_of_fifty_points_for_each_clan(content: DaimyoContent) -> None:
    assert box(content, "fifty-points-token") == [len(content.clans)]


@pytest.mark.clause("daimyo.island.colours")
def test_six_islands_in_the_colours_of_the_relic_tiles(content: DaimyoContent) -> None:
    assert set(content.islands) == {"blue", "red", "yellow", "purple", "green", "black"}
    assert set(content.relic) == set(content.tile_colour.values()) == set(content.islands)


@pytest.mark.clause("daimyo.island.areas", "daimyo.island.altars", "daimyo.island.standards")
def test_an_island_has_sites_altars_shadow_spaces_and_two_standards(content: DaimyoContent) -> None:
    assert content.numbers.altars == (3, 2, 1)
    for island in content.islands.values():
        assert content.sites_of[island.id]
        assert content.shadow_spaces_of[island.id]
        assert island.gold_standard > island.silver_standard > 0


@pytest.mark.clause("daimyo.island.production-sites")
def test_an_island_has_five_sites_that_make_resources(content: DaimyoContent) -> None:
    assert {len(sites) for sites in content.sites_of.values()} == {5}
    assert {site.resource for site in content.sites.values()} == {"rice", "metal", "crystal"}


def test_every_island_has_a_rice_site_for_a_first_governor_of_2019(content: DaimyoContent) -> None:
    assert all("rice" in island.sites for island in content.islands.values())


@pytest.mark.clause(
    "daimyo.setup.islands.1p", "daimyo.setup.islands.2p", "daimyo.setup.islands.3p", "daimyo.setup.islands.4p"
)
def test_islands_in_play(content: DaimyoContent) -> None:
    four = {"blue", "red", "yellow", "purple"}
    in_play = {seats: set(chosen) for seats, chosen in content.islands_in_play.items()}
    assert in_play == {1: four, 2: four, 3: {*four, "green"}, 4: {*four, "green", "black"}}


@pytest.mark.clause("daimyo.recruitment.track")
def test_the_recruitment_track_runs_from_one_rice_to_three(content: DaimyoContent) -> None:
    assert content.numbers.recruitment == (1, 2, 3)


@pytest.mark.clause("daimyo.hero-card.sample-rice-for-pp")
def test_a_hero_sells_two_rice_for_three_points(content: DaimyoContent) -> None:
    assert len(heroes_that(content, (ForPrice((Pay(Goods(rice=2)),), (Points(3),)),))) == 1


@pytest.mark.clause("daimyo.hero-card.sample-relic-swap")
def test_a_hero_of_strength_ten_gives_a_tile_and_takes_two(content: DaimyoContent) -> None:
    [hero] = heroes_that(content, (GiveTile("market", 1), TakeTile("lands", 2)))
    assert content.heroes[hero].strength == 10


@pytest.mark.clause("daimyo.hero-card.sample-opponent-clan-ability", "daimyo.solo.setup.heroes-removed")
def test_a_hero_uses_an_opponents_clan_ability_but_not_in_solo(content: DaimyoContent) -> None:
    [mimic] = heroes_that(content, (UseClanAbility(),))
    solo = parameters(content, DaimyoOptions(), 1).heroes
    assert mimic in parameters(content, DaimyoOptions(), 2).heroes
    assert mimic not in solo
    assert not any(content.heroes[hero].aggressive for hero in solo)


@pytest.mark.clause("daimyo.hero-card.sample-kinds")
def test_heroes_recruit_raise_storage_draw_and_take_tiles_from_the_bag(content: DaimyoContent) -> None:
    assert {Recruit, Storage, Draw, TakeTile} <= set(kinds(content, content.common_heroes))
    found = [part for hero in content.common_heroes for part in parts(content.heroes[hero].effects)]
    assert any(isinstance(part, TakeTile) and part.source == "bag" for part in found)


def test_every_effect_that_a_player_can_do_is_on_some_card(content: DaimyoContent) -> None:
    printed = [*content.heroes.values(), *content.faces.values(), *content.villager_faces.values()]
    lists = [*(entry.effects for entry in printed), *(clan.ability for clan in content.clans.values())]
    found = {type(part) for effects in lists for part in parts(effects)}
    assert set(find_words(CardEffect)) - found == {PlacePiece, ToAdvantage}


@pytest.mark.clause("daimyo.solo.card-structure")
def test_a_solo_card_has_three_spaces_of_different_colours(content: DaimyoContent) -> None:
    for card in content.solo_cards.values():
        assert sorted(space.colour for space in card.spaces) == ["blue", "green", "red"]
        assert all(space.effects for space in card.spaces)


@pytest.mark.clause("daimyo.example.solo-turn")
def test_the_pictured_solo_card(content: DaimyoContent) -> None:
    governor = ToAdvantage((PlacePiece("governor", ("red", "purple")),))
    tiles = ToAdvantage((TakeTile("anywhere", 2),))
    spaces = [{space.colour: space.effects for space in card.spaces} for card in content.solo_cards.values()]
    [card] = [each for each in spaces if each["blue"] == (governor,) and each["green"] == (tiles,)]
    assert set(card) == {"blue", "green", "red"}


@pytest.mark.clause("daimyo.solo.setup.easy", "daimyo.solo.setup.normal", "daimyo.solo.setup.difficult")
def test_difficulties(content: DaimyoContent) -> None:
    found = {each.id: (each.governors, each.radio_towers, each.tiles) for each in content.difficulties.values()}
    assert found == {"easy": ((1, 1), 0, 0), "normal": ((2, 1, 1), 0, 0), "difficult": ((2, 1, 1), 1, 2)}


def test_a_goal_asks_for_what_can_be_counted(content: DaimyoContent) -> None:
    asked = {each.measure for goal in content.goals.values() for each in goal.when}
    assert asked <= set(get_args(Measure))
    assert content.goals["antiquarian"].when == (Condition("relics", 1), Condition("tiles", 3))
