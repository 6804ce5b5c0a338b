"""The set-up of the main board: islands, dice, relic tiles, heroes, villagers and goals."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.daimyo.actions.production import harvest
from domain.games.daimyo.facts.tiles import LandFilled
from domain.games.daimyo.facts.turn import StartPlayerDrawn
from domain.games.daimyo.printed.goods import KINDS
from domain.kernel.audience import SPECTATOR
from tests.domain.games.daimyo.game import CONTENT, RULES, given, opened, set_up

FOUR = ("blue", "red", "yellow", "purple")
EDITIONS = [("2021", 1), ("2021", 2), ("2021", 3), ("2021", 4), ("2019", 2), ("2019", 3), ("2019", 4)]


@pytest.mark.clause("daimyo.setup.board-side", "daimyo.component.main-board", "daimyo.mercenaries.none.2019")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS)
def test_only_two_players_of_2021_play_on_the_side_with_the_mercenaries(edition: str, seats: int) -> None:
    kinds = [side.kind for side in RULES.view(opened(seats, edition=edition).state, SPECTATOR).sides]
    assert kinds[:seats] == ["player"] * seats
    assert kinds[seats:] == {("2021", 1): ["empire"], ("2021", 2): ["mercenaries"]}.get((edition, seats), [])


@pytest.mark.clause(
    "daimyo.setup.islands.1p", "daimyo.setup.islands.2p", "daimyo.setup.islands.3p", "daimyo.setup.islands.4p"
)
@pytest.mark.parametrize(
    ("seats", "islands"), [(1, FOUR), (2, FOUR), (3, (*FOUR, "green")), (4, (*FOUR, "green", "black"))]
)
def test_the_number_of_players_decides_which_islands_are_in_play(seats: int, islands: tuple[str, ...]) -> None:
    view = RULES.view(opened(seats).state, SPECTATOR)
    assert tuple(island.island for island in view.islands) == islands
    if seats > 1:
        assert opened(seats, edition="2019").state.parameters.islands == islands


@pytest.mark.clause("daimyo.island.production-sites")
@pytest.mark.parametrize(("seats", "sites"), [(2, 20), (3, 25), (4, 30)])
def test_five_sites_an_island(seats: int, sites: int) -> None:
    assert sum(len(island.sites) for island in RULES.view(opened(seats).state, SPECTATOR).islands) == sites


@pytest.mark.clause(
    "daimyo.setup.dice.1p",
    "daimyo.setup.dice.2p.2021",
    "daimyo.setup.dice.2p.2019",
    "daimyo.setup.dice.3p",
    "daimyo.setup.dice.4p",
)
@pytest.mark.parametrize(
    ("edition", "seats", "blue", "green", "red"),
    [
        ("2021", 1, 2, 3, 3),
        ("2021", 2, 3, 4, 4),
        ("2019", 2, 1, 3, 3),
        ("2021", 3, 2, 4, 4),
        ("2019", 3, 2, 4, 4),
        ("2021", 4, 3, 5, 5),
        ("2019", 4, 3, 5, 5),
    ],
)
def test_edition_and_players_decide_which_dice_are_rolled(
    edition: str, seats: int, blue: int, green: int, red: int
) -> None:
    pool = set_up(seats, edition=edition).state.dice.pool
    assert Counter(die.colour for die in pool) == Counter(blue=blue, green=green, red=red)


@pytest.mark.clause(
    "daimyo.setup.relic-bag.1p",
    "daimyo.setup.relic-bag.2p",
    "daimyo.setup.relic-bag.3p",
    "daimyo.setup.relic-bag.4p",
    "daimyo.setup.no-mans-land-tiles",
    "daimyo.island.no-mans-land",
    "daimyo.setup.black-market",
)
@pytest.mark.parametrize(("seats", "filled", "left"), [(1, 48, 33), (2, 48, 33), (3, 60, 42), (4, 72, 51)])
def test_the_bag_holds_the_tiles_of_the_islands_in_play(seats: int, filled: int, left: int) -> None:
    before = RULES.start(RULES.parse_options({}), seats)
    islands = before.parameters.islands
    assert Counter(before.relic_tiles.bag) == {f"{island}-{number}": 3 for island in islands for number in (1, 2, 3, 4)}
    game = opened(seats)
    view = RULES.view(game.state, SPECTATOR)
    assert (len(before.relic_tiles.bag), view.bag) == (filled, left)
    assert [len(island.tiles) for island in view.islands] == [3] * len(islands)
    assert len(view.black_market) == 3
    assert [fact.island for fact in game.of_type(LandFilled)] == list(islands)


@pytest.mark.clause("daimyo.setup.supply", "daimyo.overview.resource-kinds")
def test_the_supply_offers_rice_metal_crystal_and_gold() -> None:
    assert KINDS == ("rice", "metal", "crystal", "gold")
    made = {site.resource for site in CONTENT.sites.values()}
    assert made == {"rice", "metal", "crystal"}


@pytest.mark.clause("daimyo.overview.resource-kinds")
def test_gold_is_not_a_resource() -> None:
    game = given().having(0, rice=3, metal=1, crystal=1, gold=9)
    assert game.value(0, "goods").resources == 5
    assert harvest(game.state, 0).gold == 0


@pytest.mark.clause("daimyo.ruling.supplies")
def test_resources_and_gold_never_run_out() -> None:
    given().having(0, gold=99).action("tax").then(0, gold=101)
    given().having(0, rice=86, governors=("red-1",)).action("production").then(0, rice=87)


@pytest.mark.clause("daimyo.setup.round-marker", "daimyo.round.phases")
@pytest.mark.parametrize(("edition", "seats"), EDITIONS)
def test_the_first_round_is_round_1(edition: str, seats: int) -> None:
    assert opened(seats, edition=edition).state.turns.round == 0
    assert set_up(seats, edition=edition).state.turns.round == 1


@pytest.mark.clause("daimyo.setup.hero-market", "daimyo.component.hero-cards")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_heroes_lie_in_the_market_and_one_on_the_deck(seats: int) -> None:
    game = opened(seats)
    view = RULES.view(game.state, SPECTATOR)
    assert len(game.state.parameters.heroes) == 40
    assert (len(view.market), view.hero_deck) == (5, 35)
    assert view.top_hero is not None
    assert view.top_hero.hero not in [hero.hero for hero in view.market]


@pytest.mark.clause("daimyo.setup.heroes-aggressive-optional", "daimyo.component.hero-card-aggressive-mark")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_aggressive_heroes_can_be_left_out(seats: int) -> None:
    marked = {hero for hero in CONTENT.common_heroes if CONTENT.heroes[hero].aggressive}
    assert marked
    without = opened(seats, aggressive_heroes=False).state.parameters.heroes
    assert len(without) == 40 - len(marked)
    assert marked.isdisjoint(without)
    assert marked < set(opened(seats).state.parameters.heroes)


@pytest.mark.clause("daimyo.setup.villager-tiles.2021", "daimyo.setup.villager-tiles.2019")
def test_villagers_start_at_random_except_one_face_in_each_edition() -> None:
    shown = {
        edition: [opened(3, seed, edition=edition).state.offers.villagers for seed in range(100)] for edition in TURNED
    }
    assert all("move" in faces for faces in shown["2021"])
    assert all("draw" not in faces and "relic" in faces for faces in shown["2019"])
    for edition, free in TURNED.items():
        assert set(shown[edition]) == free


TURNED = {
    "2021": {(one, "move", other) for one in ("choose", "both") for other in ("relic", "draw")},
    "2019": {(one, other, "relic") for one in ("choose", "both") for other in ("storage", "move")},
}


@pytest.mark.clause("daimyo.setup.goals", "daimyo.component.goal-cards")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_green_goals_and_an_orange_one(seats: int) -> None:
    seen = set()
    for seed in range(20):
        state = opened(seats, seed).state
        assert Counter(CONTENT.goals[goal].kind for goal in state.scoring.goals) == Counter(green=3, orange=1)
        assert state.scoring.goal_tokens == ((),) * 4
        seen |= set(state.scoring.goals)
    assert seen == set(CONTENT.goals), "some goals never come up"
    assert opened(seats, edition="2019").state.scoring.goals == ()


@pytest.mark.clause("daimyo.goal.none-in-solo")
def test_a_solo_game_has_no_goals() -> None:
    assert opened(1).state.scoring.goals == ()


@pytest.mark.clause(
    "daimyo.setup.start-player", "daimyo.ruling.start-player-random", "daimyo.component.helmet-and-round-marker"
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start_player_is_drawn_gets_the_helmet_and_has_the_first_turn(seats: int) -> None:
    starts = Counter()
    for seed in range(40):
        game = opened(seats, seed)
        start = game.state.turns.helmet
        starts[start] += 1
        assert game.asked_seat() == start
        assert game.citing("daimyo.ruling.start-player-random", StartPlayerDrawn).state.turns.order[0] == start
    assert set(starts) == set(range(seats))
    assert max(starts.values()) < 40 * 2 / seats
    begun = set_up(seats, seed=5)
    assert begun.state.turns.active == begun.state.turns.helmet == begun.state.turns.order[0]
