"""The board: sites and their spaces, no man's lands, altars, influence as it changes, and the pieces a clan has."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.construction import ConstructBuilding
from domain.games.daimyo.actions.hiring import HireHero, Hiring
from domain.games.daimyo.actions.recruitment import RecruitGovernor, RecruitShadow
from domain.games.daimyo.actions.relics import BuyFromMercenaries, MoveScavenger, Shop
from domain.games.daimyo.effects.placing import MoveGovernor
from domain.games.daimyo.facts.pieces import BuildingPlaced, GovernorMoved, GovernorPlaced, ScavengerMoved
from domain.games.daimyo.facts.tiles import LandFilled, TileTaken
from domain.games.daimyo.phases.final_scoring import final_points
from domain.games.daimyo.verbs.moves import MovePieceTo, TakeTileFrom
from domain.kernel.audience import SPECTATOR
from tests.domain.games.daimyo.game import CONTENT, RULES, given

RICH = {"rice": 30, "metal": 30, "crystal": 30, "gold": 30}
ALL = tuple(f"{island}-{number}" for island in ("blue", "red", "yellow", "purple") for number in (1, 2, 3, 4, 5))


@pytest.mark.clause("daimyo.island.site-slots")
def test_a_site_has_one_governor_space_and_one_building_space() -> None:
    game = given().having(0, **RICH).having(1, governors=("red-1",))
    recruiting = game.action("recruitment").when(0, RecruitGovernor("red-1")).refused("daimyo.island.site-slots")
    assert "red-1" not in {move.site for move in recruiting.offered(0, RecruitGovernor)}
    built = game.action("construction").when(0, ConstructBuilding("techno-farm", "red-1"))
    built.citing("daimyo.construction.place", BuildingPlaced).then(0, farms=("red-1",)).then(1, governors=("red-1",))


@pytest.mark.clause("daimyo.island.site-slots")
def test_a_players_own_governor_fills_the_space_too() -> None:
    game = given().having(0, **RICH, governors=("red-1",)).action("recruitment")
    game.when(0, RecruitGovernor("red-1")).refused("daimyo.island.site-slots")


@pytest.mark.clause("daimyo.island.site-available")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("building", ["techno-farm", "radio-tower"])
def test_a_building_space_is_free_while_it_is_empty(owner: int, building: str) -> None:
    game = given().having(0, **RICH).having(owner, towers=("blue-2",))
    game.action("construction").when(0, ConstructBuilding(building, "blue-2")).refused("daimyo.construction.place")
    game.action("recruitment").when(0, RecruitGovernor("blue-2")).citing(
        "daimyo.recruitment.governor.place", GovernorPlaced
    )


@pytest.mark.clause("daimyo.island.site-shared-with-opponents")
def test_a_governor_stands_at_an_opponents_farm() -> None:
    game = given().having(0, rice=1).having(1, farms=("red-2",)).action("recruitment")
    game = game.when(0, RecruitGovernor("red-2")).then(0, governors=("red-2",)).then(1, farms=("red-2",))
    (site,) = [
        site for island in RULES.view(game.state, SPECTATOR).islands for site in island.sites if site.site == "red-2"
    ]
    assert (site.governor, site.building, site.building_of) == (0, "techno-farm", 1)


@pytest.mark.clause("daimyo.island.site-shared-with-opponents")
def test_a_building_may_be_placed_beside_any_governor() -> None:
    game = given().having(0, **RICH, governors=("red-4",)).having(1, governors=("red-3",)).action("construction")
    game.when(0, ConstructBuilding("radio-tower", "red-3")).then(0, towers=("red-3",))
    game.when(0, ConstructBuilding("radio-tower", "red-4")).then(0, towers=("red-4",))


@pytest.mark.clause("daimyo.setup.islands.3p", "daimyo.island.colours")
def test_islands_that_are_not_in_play_hold_nothing() -> None:
    game = given().having(0, **RICH)
    game.action("recruitment").when(0, RecruitGovernor("black-1")).refused("daimyo.recruitment.governor.place")
    game.action("recruitment").when(0, RecruitShadow("black-shadow-1")).refused("daimyo.recruitment.shadow.place")
    game.action("construction").when(0, ConstructBuilding("techno-farm", "black-1")).refused(
        "daimyo.construction.place"
    )
    game.action("relic").when(0, MoveScavenger("black")).refused("daimyo.relic.move-first")


@pytest.mark.clause("daimyo.island.no-mans-land", "daimyo.relic.refill")
def test_a_no_mans_land_shows_three_tiles_also_after_one_is_taken() -> None:
    game = given(lands={"yellow": ("yellow-1", "yellow-2", "yellow-3")}).action("relic")
    game = game.when(0, MoveScavenger("yellow")).when(0, TakeTileFrom("yellow-1", "yellow"))
    game.citing("daimyo.relic.refill", LandFilled)
    assert [len(island.tiles) for island in RULES.view(game.state, SPECTATOR).islands] == [3] * 5


@pytest.mark.clause("daimyo.ruling.supplies")
def test_an_empty_bag_refills_nothing() -> None:
    lands = {"yellow": ("yellow-1", "yellow-2", "yellow-3")}
    game = given(lands=lands, bag=()).action("relic")
    game = game.when(0, MoveScavenger("yellow")).when(0, TakeTileFrom("yellow-1", "yellow"))
    game.without(LandFilled).citing("daimyo.relic.take-one", TileTaken)
    assert game.state.land("yellow") == ("yellow-2", "yellow-3")


@pytest.mark.clause("daimyo.ruling.supplies", "daimyo.hire.refill")
def test_an_empty_hero_deck_leaves_the_market_shorter() -> None:
    market = CONTENT.common_heroes[:5]
    game = given(market=market, top_hero=CONTENT.common_heroes[5], hero_deck=()).having(0, gold=30)
    game = game.asking(Hiring(seat=0)).when(0, HireHero(market[1]))
    assert game.state.offers.market == (market[0], CONTENT.common_heroes[5], *market[2:])
    view = RULES.view(game.state, SPECTATOR)
    assert (view.top_hero, view.hero_deck) == (None, 0)
    game = game.when(0, HireHero(market[0]))
    assert len(game.state.offers.market) == 4
    for hero in game.state.offers.market:
        game = game.when(0, HireHero(hero))
    assert game.state.offers.market == ()
    assert len(game.state.hands.hand[0]) == 6


@pytest.mark.clause("daimyo.island.no-mans-land.scavengers-unlimited")
def test_four_scavengers_share_a_no_mans_land() -> None:
    game = given(4).having(1, scavenger="red").having(2, scavenger="red").having(3, scavenger="red")
    game = game.having(0, scavenger="blue").action("relic").when(0, MoveScavenger("red")).then(0, scavenger="red")
    game.citing("daimyo.relic.move-first", ScavengerMoved)
    assert RULES.view(game.state, SPECTATOR).islands[1].scavengers == (0, 1, 2, 3)


@pytest.mark.clause("daimyo.mercenaries.module", "daimyo.mercenaries.none.2019")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_where_no_mercenaries_play_nothing_is_bought_from_them_before_or_after_shopping(edition: str) -> None:
    lands = {"yellow": ("yellow-1", "yellow-2", "yellow-3")}
    game = given(edition=edition, lands=lands, black_market=("red-1", "red-2")).having(0, gold=9).action("relic")
    game = game.when(0, MoveScavenger("yellow"))
    game = game.when(0, BuyFromMercenaries("red-2")).refused("daimyo.mercenaries.module")
    game = game.when(0, Shop("red-1")).then(0, tiles=("red-1",), gold=8)
    game = game.when(0, Shop("red-2")).refused("daimyo.relic.extras-window")
    game.when(0, BuyFromMercenaries("red-2")).refused("daimyo.mercenaries.module")


@pytest.mark.clause("daimyo.island.altars", "daimyo.restore.altar")
def test_three_relics_of_a_colour_take_3_2_and_1_influence() -> None:
    tiles = ("red-1", "red-2", "red-3")
    totals = []
    for restored in range(3):
        relics = tuple(("red", altar) for altar in (3, 2, 1)[:restored])
        game = given(lands={"red": ("blue-1", "red-4")}).having(
            0, tiles=tiles, relics=relics, capacity=9, scavenger="blue"
        )
        game = game.action("relic").when(0, MoveScavenger("red")).when(0, TakeTileFrom("red-4", "red"))
        if game.asks()[0][1] == "ChooseAltar":
            best = max(game.offered(0), key=lambda move: move.altar)
            game = game.when(0, best)
        totals.append(sum(relic.altar for relic in game.state.holdings.relics[0]))
        view = RULES.view(game.state, SPECTATOR).islands[1]
        assert view.free_altars == (3, 2, 1)[restored + 1 :]
        assert view.influence[0] == totals[-1]
    assert totals == [3, 5, 6]


@pytest.mark.clause("daimyo.island.influence-track", "daimyo.island.influence-adjust-on-move")
def test_a_moved_governor_takes_its_influence_along_at_once() -> None:
    game = given().having(0, governors=("blue-1", "blue-2")).then(0, influence={"blue": 4, "red": 0})
    game = game.effects(MoveGovernor(collect=1)).when(0, MovePieceTo("blue-1", "red-1"))
    moved = next(place for place, fact in enumerate(game.facts) if isinstance(fact, GovernorMoved))
    assert moved == 0, "nothing else happens before"
    game.then(0, influence={"blue": 2, "red": 2}, governors=("blue-2", "red-1"))
    assert RULES.view(game.state, SPECTATOR).islands[0].influence[0] == 2


@pytest.mark.clause("daimyo.island.influence-track", "daimyo.influence.sources")
def test_influence_is_what_pieces_and_altars_give() -> None:
    game = given().having(
        0,
        governors=("red-1", "blue-1"),
        shadows=("red-shadow-1",),
        towers=("red-2",),
        farms=("red-3",),
        relics={"red": 3},
    )
    game.then(0, influence={"red": 8, "blue": 2, "yellow": 0})


@pytest.mark.clause("daimyo.component.governors", "daimyo.component.shadows")
def test_with_8_governors_on_the_board_only_shadows_can_be_recruited() -> None:
    game = given().having(0, **RICH, governors=ALL[:8]).action("recruitment")
    assert game.offered(0, RecruitGovernor) == []
    assert len(game.offered(0, RecruitShadow)) == 15
    game.when(0, RecruitGovernor("purple-5")).refused("daimyo.component.governors")
    given().having(0, **RICH, governors=ALL[:7]).action("recruitment").when(0, RecruitGovernor("purple-5")).then(0)


@pytest.mark.clause("daimyo.component.techno-farms", "daimyo.component.radio-towers")
@pytest.mark.parametrize(
    ("building", "held"), [("techno-farm", {"farms": ALL[:4]}), ("radio-tower", {"towers": ALL[:4]})]
)
def test_a_fifth_building_of_a_kind_cannot_be_built(building: str, held: dict[str, tuple[str, ...]]) -> None:
    game = given().having(0, **RICH, **held).action("construction")
    game = game.when(0, ConstructBuilding(building, "purple-5")).refused(f"daimyo.component.{building}s")
    assert {move.building for move in game.offered(0, ConstructBuilding)} == {"techno-farm", "radio-tower"} - {building}


@pytest.mark.clause("daimyo.component.relic-pawns")
def test_a_sixth_relic_scores_the_last_column() -> None:
    relics = (("red", 3), ("red", 2), ("blue", 3), ("yellow", 3), ("purple", 3), ("green", 3))
    state = given().having(0, relics=relics, capacity=9).state
    assert final_points(state, 0, 0)[0] == ("daimyo.scoring.relics", 33, "relics")
    assert RULES.view(state, SPECTATOR).sides[0].supply["relic-pawns"] == 0


@pytest.mark.clause("daimyo.component.goal-tokens")
def test_a_player_has_a_token_for_each_goal() -> None:
    game = given(goals=tuple(list(CONTENT.goals)[:4]))
    assert CONTENT.components["goal-token"].count // len(CONTENT.clans) == len(game.state.scoring.goals) == 4
    met = game.with_state(goal_tokens=((0,), (0, 1), (2, 0), (0,))).state
    assert [goal.tokens for goal in RULES.view(met, SPECTATOR).goals] == [(0,), (0, 1), (2, 0), (0,)]
