"""The Errand Boy of a player alone in Shogun Must Die."""

from __future__ import annotations

import pytest

from domain.games.yedo.coop.errands import ResolveErrand
from domain.games.yedo.effects.losing import Lose
from domain.games.yedo.facts.missions import StoodIn
from domain.games.yedo.facts.pieces import DiscipleArrested, DiscipleHome, DisciplePlaced
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.phases.acting import CompleteMission, Perform
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.phases.patrol import ArrestStep
from domain.games.yedo.printed.parts import Figure
from tests.domain.games.yedo.errands import BLADE, FRIENDS, MARKET, SHRINE, acting, errand, together
from tests.domain.games.yedo.game import Position

BOY: Figure = "errand-boy"


def alone(*where: tuple[str, str], disciples: int = 2, **board: object) -> Position:
    """Return the Actions Phase of a solo game, with figures on spaces: (space, figure)."""
    game = together(1, **board).having(0, house=("disciple",) * disciples + (BOY,), reserve=4 - disciples)
    return game.standing(*((space, 0, figure) for space, figure in where))


def arrests(game: Position, district: str) -> Position:
    return game.with_state(phase="patrol", patrol=district).asking(ArrestStep()).running()


@pytest.mark.clause("yedo.coop.assign-errand-boy")
def test_he_is_listed_after_the_disciples_whatever_stands_first_in_the_clan_house() -> None:
    for house in (("disciple", BOY), (BOY, "disciple")):
        game = together(1).having(0, house=house, reserve=3).with_state(phase="assign")
        offered = game.asking(AssignPhase()).running().offered(0, Place)
        figures = [move.figure for move in offered]
        assert figures == ["disciple"] * figures.count("disciple") + [BOY] * figures.count(BOY)
        assert offered[0].figure == "disciple"


@pytest.mark.clause("yedo.coop.assign-errand-boy")
@pytest.mark.parametrize("first", ["disciple", BOY])
def test_he_is_assigned_like_any_disciple_in_any_order(first: Figure) -> None:
    game = alone().with_state(phase="assign").asking(AssignPhase()).running()
    assert {move.figure for move in game.offered(0, Place)} == {"disciple", BOY}
    clause = "yedo.assign.where" if first == "disciple" else "yedo.coop.assign-errand-boy"
    game = game.when(0, Place("gates-1", first)).citing(clause, DisciplePlaced)
    other = "disciple" if first == BOY else BOY
    game.when(0, Place("temple-1", other)).then(0, on=("gates-1", "temple-1"))


@pytest.mark.clause("yedo.ruling.errand-boy-spaces")
@pytest.mark.parametrize("space", ["harbor-1", "bower-1", "annex/0/dojo", errand(MARKET)])
def test_he_stands_wherever_a_disciple_can(space: str) -> None:
    game = alone(current=MARKET).having(0, annexes=("dojo",)).with_state(phase="assign")
    game = game.asking(AssignPhase()).running().when(0, Place(space, BOY))
    game.citing("yedo.coop.assign-errand-boy", DisciplePlaced).then(0, on=(space,))


@pytest.mark.clause("yedo.ruling.errand-boy-spaces")
def test_he_is_neither_one_of_four_nor_one_of_the_last_two() -> None:
    game = alone(("gates-1", BOY), disciples=4)
    assert game.state.disciples(0) == 4
    two = arrests(alone(("gates-1", "disciple"), ("gates-2", BOY)), "gates").without(DiscipleArrested)
    two.citing("yedo.patrol.arrest-last-two", DiscipleHome)
    three = arrests(alone(("gates-1", "disciple"), ("gates-2", BOY), disciples=3), "gates")
    three.citing("yedo.patrol.arrest", DiscipleArrested).then(0, reserve=2)


@pytest.mark.clause("yedo.ruling.errand-boy-spaces")
def test_he_is_never_given_up() -> None:
    game = alone(("gates-1", BOY), disciples=3).effects(0, Lose(what="disciple"))
    game.then(0, on=("gates-1",), reserve=2)


@pytest.mark.clause("yedo.ruling.errand-boy-caught")
@pytest.mark.parametrize("disciples", [2, 4])
def test_caught_by_the_patrol_he_goes_home(disciples: int) -> None:
    game = arrests(alone(("gates-1", BOY), disciples=disciples), "gates").without(DiscipleArrested)
    game.citing("yedo.ruling.errand-boy-caught", DiscipleHome).then(0, on=(), reserve=4 - disciples)


@pytest.mark.clause("yedo.coop.errand-boy-limits")
def test_he_performs_actions_as_a_disciple_does() -> None:
    game = acting(alone(("temple-1", BOY), ("gates-1", "disciple"))).when(0, Perform("temple-1", "blessing"))
    game.then(0, blessings=True, on=("gates-1",))


@pytest.mark.clause("yedo.coop.errand-boy-limits", "yedo.coop.errand-districts")
def test_he_counts_for_the_districts_of_an_errand_and_not_of_a_mission() -> None:
    game = alone(("tavern-1", BOY), ("shogun", "disciple"), current=FRIENDS)
    game = acting(game.having(0, weapons=("yumi",), annexes=("karesansui",)))
    assert game.offered(0, ResolveErrand) == [ResolveErrand("shogun", FRIENDS)]
    mission = alone(("tavern-1", BOY), ("temple-1", "disciple"))
    card = "the-smoking-garden"
    mission = mission.having(0, missions=(card,), weapons=("metsubushi",), geishas=(1,), annexes=("yashiki",))
    both = mission.with_state(placed=()).having(0, house=("disciple", "disciple", BOY))
    with_him = both.standing(("temple-1", 0, "disciple"), ("market-1", 0, BOY))
    acting(with_him).when(0, CompleteMission("temple-1", card)).refused("yedo.icon.requirement-district")
    own = acting(both.standing(("temple-1", 0, "disciple"), ("market-1", 0, "disciple")))
    own.when(0, CompleteMission("temple-1", card)).citing("yedo.mission.district", Activated)


@pytest.mark.clause("yedo.coop.mission-errand-boy")
def test_he_is_not_activated_to_complete_a_mission() -> None:
    game = alone(("market-1", BOY), ("market-2", "disciple")).having(0, missions=("lighter-purses",))
    game = acting(game)
    assert [move.space for move in game.offered(0, CompleteMission)] == ["market-2"]
    game.when(0, CompleteMission("market-1", "lighter-purses")).refused("yedo.coop.mission-errand-boy")


@pytest.mark.clause("yedo.coop.errand-boy-limits")
def test_on_an_annex_he_helps_to_complete_a_mission() -> None:
    card = "the-smoking-garden"
    game = alone(("annex/0/yashiki", BOY), ("temple-1", "disciple"), ("market-1", "disciple"))
    game = game.having(0, missions=(card,), weapons=("metsubushi",), annexes=("yashiki",))
    game = acting(game).when(0, CompleteMission("temple-1", card)).citing("yedo.annex.yashiki-passive", StoodIn)
    assert "annex/0/yashiki" not in game.value(0, "on")
    assert BOY in game.state.pieces.house[0]


@pytest.mark.clause("yedo.coop.errand-boy-conflict")
def test_he_resolves_an_errand_from_its_own_space() -> None:
    game = alone((errand(MARKET), BOY), ("market-1", "disciple"), current=MARKET)
    game = acting(game.having(0, weapons=("katana", "yumi"), geishas=(1,)))
    game = game.when(0, ResolveErrand(errand(MARKET), MARKET)).citing("yedo.coop.errand-boy-conflict", Activated)
    game.asked((0, "PickReward"))


@pytest.mark.clause("yedo.coop.errand-boy-conflict", "yedo.coop.errand-boy-limits")
@pytest.mark.parametrize("card", [MARKET, BLADE])
def test_he_resolves_no_errand_from_a_district(card: str) -> None:
    game = alone(("market-1", BOY), ("market-2", "disciple"), current=card, upcoming=SHRINE)
    game = acting(game.having(0, weapons=("katana", "yumi"), geishas=(1,)))
    game.when(0, ResolveErrand("market-1", card)).refused("yedo.coop.errand-boy-limits")
