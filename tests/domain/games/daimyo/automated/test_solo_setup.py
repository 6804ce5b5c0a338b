"""The set-up of the solo game: what is left out, and how the empire starts."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.daimyo.actions.clans import UseClanAbility
from domain.games.daimyo.facts.heroes import HeroDealt
from domain.games.daimyo.facts.solo import SoloCardRevealed
from domain.games.daimyo.facts.tiles import TileTaken
from domain.games.daimyo.facts.turn import TurnBegan
from domain.games.daimyo.phases.setup import ChooseClan
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.printed.vocabulary import parts
from domain.games.daimyo.verbs.moves import ChooseSite, PlacePieceOn
from domain.kernel.audience import ARBITER, SPECTATOR, seat_viewer
from tests.domain.games.daimyo.game import CONTENT, RULES, Position, opened, set_up

EMPIRE = 1


def placing(difficulty: str = "normal", clan: str = "nature", sites: tuple[str, str] = ("blue-1", "red-1")) -> Position:
    """Return a set-up in which the human, having placed their own governors, is about to place the empire's."""
    game = opened(1, difficulty=difficulty).when(0, ChooseClan(clan))
    return game.when(0, ChooseSite(sites[0])).when(0, ChooseSite(sites[1]))


def placed(game: Position, *sites: str) -> Position:
    for site in sites:
        game = game.when(0, PlacePieceOn(site))
    return game


def influences(game: Position) -> list[int]:
    """Return the influence of the empire on the islands, the greatest first."""
    islands = RULES.view(game.state, SPECTATOR).islands
    return sorted((island.influence[EMPIRE] for island in islands), reverse=True)


@pytest.mark.clause("daimyo.solo.setup.heroes-removed")
def test_aggressive_heroes_and_the_one_of_an_opponents_clan_are_not_in_the_deck() -> None:
    state = set_up(1).state
    heroes = (*state.offers.hero_deck, *state.offers.market, state.offers.top_hero)
    marked = {hero for hero in CONTENT.common_heroes if CONTENT.heroes[hero].aggressive}
    mimics = {hero for hero in CONTENT.common_heroes if UseClanAbility() in parts(CONTENT.heroes[hero].effects)}
    assert marked
    assert mimics
    assert set(heroes) == set(CONTENT.common_heroes) - marked - mimics
    assert len(heroes) == 40 - len(marked | mimics)


@pytest.mark.clause("daimyo.solo.setup.usual")
def test_everything_but_goals_is_set_up_as_usual() -> None:
    state = opened(1).state
    assert state.parameters.islands == ("blue", "red", "yellow", "purple")
    assert [len(land) for land in state.relic_tiles.lands] == [3, 3, 3, 3]
    assert len(state.relic_tiles.black_market) == 3
    assert len(state.offers.market) == 5
    assert state.scoring.goals == ()
    assert len(state.offers.villagers) == len(CONTENT.villager_tiles)


@pytest.mark.clause("daimyo.solo.setup.empire-pieces")
def test_the_empire_has_no_board_no_heroes_of_its_own_and_no_storage_limit() -> None:
    game = set_up(1)
    game.then(EMPIRE, hand=(), deck=(), boards=(), under=(), laid=(), goods=Goods(), supply={})
    assert game.state.clan_boards.clans[EMPIRE] not in (None, game.state.clan_boards.clans[0])
    assert RULES.view(game.state, SPECTATOR).sides[EMPIRE].capacity is None
    full = game.having(EMPIRE, tiles=[tile for colour in ("red", "blue") for tile in CONTENT.relic[colour][:3]])
    assert full.state.has_room(EMPIRE)


@pytest.mark.clause("daimyo.solo.setup.empire-markers")
def test_the_empire_is_on_four_influence_tracks_and_on_0_points() -> None:
    game = placed(placing("easy"), "yellow-1", "purple-1").then(EMPIRE, points=0)
    game.then(EMPIRE, influence={"blue": 0, "red": 0, "yellow": 2, "purple": 2})


@pytest.mark.clause("daimyo.solo.setup.start-player")
def test_the_human_begins_and_human_and_empire_take_three_turns_by_turns() -> None:
    for seed in range(3):
        game = set_up(1, seed)
        assert game.state.turns.helmet == 0
        turns = [fact.side for fact in game.of_type(TurnBegan)]
        while game.state.turns.round == 1:
            game = game.when(0, game.any_move())
            turns += [fact.side for fact in game.of_type(TurnBegan)]
        assert turns[:6] == [0, EMPIRE, 0, EMPIRE, 0, EMPIRE]


@pytest.mark.clause("daimyo.solo.setup.easy", "daimyo.solo.setup.normal", "daimyo.solo.setup.difficult")
@pytest.mark.parametrize(
    ("difficulty", "sites", "expected"),
    [
        ("easy", ("yellow-1", "purple-1"), [2, 2, 0, 0]),
        ("normal", ("purple-1", "yellow-1", "blue-2", "yellow-2"), [4, 2, 2, 0]),
        ("difficult", ("yellow-1", "yellow-2", "purple-1", "blue-2", "red-1"), [4, 2, 2, 2]),
    ],
)
def test_the_empires_influence_by_difficulty(difficulty: str, sites: tuple[str, ...], expected: list[int]) -> None:
    game = placed(placing(difficulty), *sites).then(round=1)
    assert influences(game) == expected


@pytest.mark.clause("daimyo.solo.setup.difficult")
def test_a_difficult_empire_has_a_radio_tower_and_two_different_tiles_of_the_bag() -> None:
    game = placing("difficult")
    bag = len(game.state.relic_tiles.bag)
    game = placed(game, "yellow-1", "yellow-2", "purple-1", "blue-2")
    assert {move.place.partition("-")[0] for move in game.offered(0, PlacePieceOn)} == {"red"}
    game.when(0, PlacePieceOn("yellow-3")).refused("daimyo.solo.setup.difficult")
    game = game.when(0, PlacePieceOn("red-1")).then(EMPIRE, towers=("red-1",))
    tiles = game.state.holdings.tiles[EMPIRE]
    assert len(set(tiles)) == 2
    assert (bag, len(game.state.relic_tiles.bag)) == (33, 31)
    game.citing("daimyo.solo.setup.difficult", TileTaken)


@pytest.mark.clause("daimyo.solo.setup.placement-choice", "daimyo.solo.setup.normal")
def test_the_human_places_the_empires_governors_within_the_pattern() -> None:
    two = placed(placing(), "yellow-1", "yellow-2")
    two.when(0, PlacePieceOn("yellow-3")).refused("daimyo.solo.setup.placement-choice")
    three = two.when(0, PlacePieceOn("purple-1"))
    three.when(0, PlacePieceOn("purple-2")).refused("daimyo.solo.setup.placement-choice")
    three.when(0, PlacePieceOn("blue-1")).refused("daimyo.solo.setup.placement-choice")
    three.when(0, PlacePieceOn("blue-2")).then(round=1)
    spread = placed(placing(), "yellow-1", "purple-1", "blue-2")
    spread.when(0, PlacePieceOn("red-2")).refused("daimyo.solo.setup.placement-choice")
    assert {move.place.partition("-")[0] for move in spread.offered(0, PlacePieceOn)} == {"yellow", "purple", "blue"}


@pytest.mark.clause("daimyo.solo.setup.easy")
def test_two_governors_of_an_easy_empire_stand_on_different_islands() -> None:
    game = placed(placing("easy"), "yellow-1")
    game.when(0, PlacePieceOn("yellow-2")).refused("daimyo.solo.setup.placement-choice")


@pytest.mark.clause("daimyo.example.solo-setup")
def test_martine_of_nature_sets_a_normal_empire_up() -> None:
    game = placed(placing(clan="nature", sites=("blue-1", "red-1")), "yellow-1", "yellow-2", "purple-1", "blue-2")
    game.then(0, clan="nature", influence={"blue": 2, "red": 2, "yellow": 0, "purple": 0})
    game.then(EMPIRE, influence={"yellow": 4, "purple": 2, "blue": 2, "red": 0})


@pytest.mark.clause("daimyo.solo.setup.empire-hero")
def test_the_empire_gets_one_hero_that_nobody_has_seen() -> None:
    game = placed(placing("easy"), "yellow-1", "purple-1")
    assert len(game.of_type(HeroDealt)) == 1
    assert game.state.offers.face_down == 1
    for viewer in (SPECTATOR, seat_viewer(0), ARBITER):
        seen = RULES.view(game.state, viewer)
        assert seen.sides[EMPIRE].discard == ()
        assert seen.sides[EMPIRE].army == 0
        assert seen.solo.face_down_heroes == 1
        assert seen.hero_deck == len(RULES.start(RULES.parse_options({}), 1).offers.hero_deck) - 5 - 1


@pytest.mark.clause("daimyo.solo.setup.abilities-card")
def test_there_is_one_empire_ability_for_every_total_of_three_dice() -> None:
    totals = [ability.total for ability in CONTENT.empire_abilities.values()]
    assert Counter(totals) == Counter(range(3, 19))


@pytest.mark.clause("daimyo.solo.setup.decks")
def test_three_decks_of_solo_cards_and_the_first_card_face_up() -> None:
    game = placed(placing("easy"), "yellow-1", "purple-1")
    (revealed,) = game.of_type(SoloCardRevealed)
    assert CONTENT.solo_cards[revealed.card].group == "1-2"
    solo = RULES.view(game.state, SPECTATOR).solo
    assert solo.card == revealed.card
    assert solo.decks == {"1-2": 5, "3-4": 6, "5": 3}
