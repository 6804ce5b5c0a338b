"""Production and Tax: what a player's pieces yield, and two gold for a die of any colour."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.production import Collect
from domain.games.daimyo.facts.goods import Gained
from domain.games.daimyo.phases.turn import DO_MAIN_ACTION, END_TURN, TakeDie
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Die
from domain.games.daimyo.verbs.moves import ChooseSite
from tests.domain.games.daimyo.game import CONTENT, given

RICE, RICE_TOO, METAL, METAL_TOO, CRYSTAL, CRYSTAL_TOO = "blue-1", "red-1", "red-3", "yellow-2", "red-5", "yellow-4"
TAX_POOL = (Die("blue", 2), Die("green", 3), Die("red", 6))


def test_the_sites_of_these_tests_make_what_they_are_called() -> None:
    made = [CONTENT.sites[site].resource for site in (RICE, RICE_TOO, METAL, METAL_TOO, CRYSTAL, CRYSTAL_TOO)]
    assert made == ["rice", "rice", "metal", "metal", "crystal", "crystal"]


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.clause("daimyo.production.governors")
def test_each_own_governor_yields_one_of_the_resource_of_its_site(edition: str) -> None:
    game = given(edition=edition).having(0, governors=(RICE, RICE_TOO, METAL), gold=1).action("production")
    game.then(0, goods=Goods(rice=2, metal=1, gold=1)).citing("daimyo.production.governors", Gained)


@pytest.mark.clause("daimyo.production.techno-farms")
def test_each_own_techno_farm_yields_one_of_the_resource_of_its_site() -> None:
    given().having(0, farms=(CRYSTAL, RICE)).action("production").then(0, goods=Goods(rice=1, crystal=1))


@pytest.mark.clause("daimyo.production.same-site-double")
def test_a_governor_and_a_techno_farm_on_one_site_yield_two() -> None:
    given().having(0, farms=(METAL,), governors=(METAL,)).action("production").then(0, goods=Goods(metal=2))


@pytest.mark.clause("daimyo.production.opponents-do-not-block")
def test_opponents_on_the_site_take_nothing_away_and_gain_nothing() -> None:
    game = given().having(0, farms=(RICE,)).having(1, governors=(RICE,)).action("production")
    game.then(0, goods=Goods(rice=1)).then(1, goods=Goods())
    other = given().having(0, governors=(RICE,)).having(1, farms=(RICE,)).action("production")
    other.then(0, goods=Goods(rice=1)).then(1, goods=Goods())


@pytest.mark.clause("daimyo.production.opponents-do-not-block")
def test_mercenaries_and_empire_on_a_site_take_nothing_away_either() -> None:
    for seats, side in ((2, 2), (1, 1)):
        game = given(seats=seats).having(0, governors=(RICE,)).having(side, farms=(RICE,), towers=(METAL,))
        game.action("production").then(0, goods=Goods(rice=1)).then(side, goods=Goods())


@pytest.mark.clause("daimyo.production.radio-towers-none")
def test_radio_towers_yield_nothing() -> None:
    game = given().having(0, towers=(METAL, METAL_TOO)).action("production")
    game.without(Gained).then(0, goods=Goods())
    assert game.asks() == [(0, "TurnMenu")]


@pytest.mark.clause("daimyo.production.governors", "daimyo.production.techno-farms")
def test_production_is_done_once_for_a_die() -> None:
    game = given().having(0, farms=(RICE,)).action("production")
    game.when(0, DO_MAIN_ACTION).refused("daimyo.turn.choose-die")
    game.when(0, END_TURN).then(0, rice=1)


@pytest.mark.clause("daimyo.production.radio-towers-none")
def test_a_card_that_collects_at_one_kind_of_piece_does_not_take_another() -> None:
    game = given().having(0, governors=(RICE, CRYSTAL), farms=(METAL,)).effects(Collect("governor", 2))
    game.when(0, ChooseSite(METAL)).refused("daimyo.hero.exact-strength")
    game.when(0, ChooseSite(CRYSTAL)).then(0, goods=Goods(crystal=2))


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.clause("daimyo.example.production")
def test_the_pieces_of_greg_yield_one_rice_two_metal_and_two_crystal(edition: str) -> None:
    game = given(edition=edition, active=1, pool=(Die("green", 4), Die("red", 1)))
    game = game.having(1, governors=(RICE, METAL, CRYSTAL), farms=(METAL, CRYSTAL_TOO), towers=(RICE_TOO,))
    game = game.when(1, TakeDie("green", 4, "production")).when(1, DO_MAIN_ACTION)
    game.then(1, goods=Goods(rice=1, metal=2, crystal=2))
    assert sum(fact.goods.total for fact in game.of_type(Gained)) == 5


@pytest.mark.parametrize("die", TAX_POOL)
@pytest.mark.clause("daimyo.tax.any-colour")
def test_tax_takes_a_die_of_any_colour(die: Die) -> None:
    game = given(pool=TAX_POOL).when(0, TakeDie(die.colour, die.value, "tax")).when(0, DO_MAIN_ACTION)
    game.then(0, gold=2).then(pool=tuple(other for other in TAX_POOL if other != die))


@pytest.mark.clause("daimyo.tax.any-colour")
def test_tax_takes_a_single_die_a_round() -> None:
    game = given(turn=4, pool=TAX_POOL).dice(0, ("blue", 1, "tax"))
    for die in TAX_POOL:
        game.when(0, TakeDie(die.colour, die.value, "tax")).refused("daimyo.turn.one-die-per-action")
    assert all(move.space != "tax" for move in game.offered(0, TakeDie))


@pytest.mark.parametrize("edition", ["2021", "2019"])
@pytest.mark.clause("daimyo.tax.gain")
def test_tax_gives_two_gold_at_once(edition: str) -> None:
    game = given(edition=edition).having(0, gold=1, rice=1).action("tax")
    game.then(0, goods=Goods(gold=3, rice=1)).citing("daimyo.tax.gain", Gained)
    game.when(0, DO_MAIN_ACTION).refused("daimyo.turn.choose-die")
