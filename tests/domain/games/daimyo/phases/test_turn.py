"""A turn: a die on a main action, that action, and what may be done before and after it."""

from __future__ import annotations

import pytest

from domain.games.daimyo.actions.bonus_tiles import UseTile
from domain.games.daimyo.actions.clans import UseAbility
from domain.games.daimyo.actions.construction import StopBuilding
from domain.games.daimyo.actions.recruitment import RecruitGovernor, StopRecruiting
from domain.games.daimyo.actions.relics import MoveScavenger, Shop
from domain.games.daimyo.effects.heroes import DiscardForDie, PlayHeroCard
from domain.games.daimyo.facts.goods import Gained
from domain.games.daimyo.facts.turn import ClanAbilityUsed, DieTaken, MainActionBegun
from domain.games.daimyo.phases.turn import DoMainAction, EndTurn, TakeDie
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.state import Die
from domain.games.daimyo.verbs.moves import ChooseGoods, TakeTileFrom
from domain.kernel.moves import DECLINE
from tests.domain.games.daimyo.game import CONTENT, Position, given

POOL = (Die("blue", 2), Die("green", 4), Die("green", 4), Die("red", 1))


def choosing(**fields: object) -> Position:
    """Return a turn that begins with a choice of four dice."""
    return given(pool=POOL, **fields)


@pytest.mark.clause("daimyo.turn.choose-die", "daimyo.main.five-actions")
def test_a_die_goes_from_the_pool_to_an_action_of_its_colour() -> None:
    game = choosing()
    game = game.when(0, TakeDie("green", 4, "recruitment")).refused("daimyo.turn.choose-die")
    game = game.when(0, TakeDie("green", 5, "production")).refused("daimyo.turn.choose-die")
    game = game.when(0, TakeDie("blue", 4, "villagers")).refused("daimyo.turn.choose-die")
    game = game.when(0, TakeDie("green", 4, "village")).refused("daimyo.main.five-actions")
    game = game.when(0, TakeDie("green", 4, "production")).citing("daimyo.turn.choose-die", DieTaken)
    assert game.state.dice.pool == (Die("blue", 2), Die("green", 4), Die("red", 1))
    assert [(placed.space, placed.die) for placed in game.state.dice.placed[0]] == [("production", Die("green", 4))]
    game.when(0, TakeDie("red", 1, "recruitment")).refused("daimyo.turn.choose-die")


@pytest.mark.clause("daimyo.main.five-actions", "daimyo.tax.any-colour")
@pytest.mark.parametrize("edition", ["2021", "2019"])
def test_five_coloured_actions_and_tax(edition: str) -> None:
    found: dict[str, set[str]] = {}
    for move in choosing(edition=edition).offered(0, TakeDie):
        found.setdefault(move.colour, set()).add(move.space)
    assert found == {
        "blue": {"villagers", "tax"},
        "green": {"production", "relic", "tax"},
        "red": {"recruitment", "construction", "tax"},
    }


@pytest.mark.clause("daimyo.turn.choose-die")
def test_equal_dice_are_one_choice() -> None:
    offered = choosing().offered(0, TakeDie)
    assert len(offered) == len(set(offered)) == 8


@pytest.mark.clause("daimyo.turn.choose-die", "daimyo.turn.finish-before-next")
def test_a_turn_begins_with_a_die() -> None:
    game = choosing().having(0, hand=CONTENT.common_heroes[:1])
    (hero,) = game.value(0, "hand")
    for move in (DoMainAction(), EndTurn(), UseAbility(), UseTile("tax"), PlayHeroCard(hero), DECLINE):
        game = game.when(0, move).refused("daimyo.turn.choose-die")
    game.when(0, DiscardForDie(hero, "tax", 1)).refused("daimyo.turn.choose-die")
    game.when_not_asked(1, TakeDie("green", 4, "tax"))


@pytest.mark.clause("daimyo.turn.one-die-per-action")
@pytest.mark.parametrize("space", ["production", "tax"])
def test_an_action_takes_one_die_a_round(space: str) -> None:
    game = choosing(turn=4).dice(0, ("green", 4, space))
    game = game.asking(*choosing(turn=4).state.agenda[-1:])
    game = game.when(0, TakeDie("green", 4, space)).refused("daimyo.turn.one-die-per-action")
    assert space not in {move.space for move in game.offered(0, TakeDie)}
    game.when(0, TakeDie("green", 4, "relic")).then(0)


@pytest.mark.clause("daimyo.turn.one-die-per-action")
def test_the_dice_of_others_leave_ones_own_actions_free() -> None:
    game = choosing(turn=5).dice(1, ("green", 4, "production"))
    game.asking(*choosing(turn=5).state.agenda[-1:]).when(0, TakeDie("green", 4, "production")).then(0)


@pytest.mark.clause("daimyo.main.colour-only")
@pytest.mark.parametrize("value", [1, 6])
def test_the_value_of_the_die_changes_nothing(value: int) -> None:
    game = given(pool=(Die("green", value), Die("red", 3)))
    game = game.having(0, governors=("red-1", "red-3"), farms=("blue-5",))
    game = game.when(0, TakeDie("green", value, "production")).when(0, DoMainAction())
    sites = [CONTENT.sites[site].resource for site in ("red-1", "red-3", "blue-5")]
    assert game.value(0, "goods") == Goods(**{kind: sites.count(kind) for kind in set(sites)})


@pytest.mark.clause("daimyo.turn.main-and-bonus", "daimyo.bonus.before-or-after")
@pytest.mark.parametrize("ability_first", [True, False])
def test_the_clan_ability_may_come_before_or_after_the_main_action(ability_first: bool) -> None:
    seat = given().state.clan_boards.clans.index("nature")
    game = given(active=seat, turn=seat + 1).having(seat, governors=("red-1",))
    game = game.dice(seat, ("red", 6, "recruitment"), ("blue", 5, "tax"), ("green", 2, "production"))
    game = game.menu("production")
    if ability_first:
        game = game.when(seat, UseAbility()).citing("daimyo.clan-ability.nature", ClanAbilityUsed)
        game = game.when(seat, ChooseGoods(Goods(metal=2))).when(seat, DoMainAction())
    else:
        game = game.when(seat, DoMainAction()).when(seat, UseAbility()).when(seat, ChooseGoods(Goods(metal=2)))
    game = game.then(seat, rice=1, metal=2)
    game = game.when(seat, UseAbility()).refused("daimyo.bonus.once-per-turn")
    game = game.when(seat, DoMainAction()).refused("daimyo.turn.choose-die")
    game.when(seat, EndTurn()).then(active=(seat + 1) % 3)


@pytest.mark.clause("daimyo.turn.main-and-bonus")
def test_bonus_actions_are_optional() -> None:
    seat = given().state.clan_boards.clans.index("nature")
    game = given(active=seat).dice(seat, ("red", 6, "recruitment"), ("blue", 5, "villagers"), ("green", 2, "tax"))
    game = game.menu("tax")
    assert UseAbility() in game.offered(seat)
    game.when(seat, DoMainAction()).when(seat, EndTurn()).without(ClanAbilityUsed)


@pytest.mark.clause("daimyo.turn.finish-before-next", "daimyo.relic.twice")
def test_a_started_action_is_finished_before_another_one_begins() -> None:
    hero = next(hero for hero in CONTENT.common_heroes if CONTENT.heroes[hero].strength <= 6)
    value = CONTENT.heroes[hero].strength
    game = given(lands={"yellow": ("yellow-1", "yellow-2", "yellow-3")}).having(0, hand=(hero,))
    game = game.menu("relic", value=value).when(0, DoMainAction())
    later = (PlayHeroCard(hero), EndTurn(), UseAbility(), UseTile("relic"), DiscardForDie(hero, "relic", 1))
    game = game.when(0, MoveScavenger("yellow")).when(0, TakeTileFrom("yellow-2", "yellow"))
    assert game.asks() == [(0, "ScavengerMove")]
    for move in later:
        game = game.when(0, move).refused("daimyo.turn.finish-before-next")
    game = game.when(0, MoveScavenger("purple"))
    for move in later:
        game = game.when(0, move).refused("daimyo.turn.finish-before-next")
    game = game.until("TurnMenu")
    assert PlayHeroCard(hero) in game.offered(0)


@pytest.mark.clause("daimyo.turn.finish-before-next")
def test_a_started_recruitment_is_stopped_before_the_turn_ends() -> None:
    game = given().having(0, rice=6).action("recruitment").when(0, RecruitGovernor("red-1"))
    game = game.when(0, EndTurn()).refused("daimyo.turn.finish-before-next")
    game = game.when(0, DoMainAction()).refused("daimyo.turn.finish-before-next")
    game.when(0, StopRecruiting()).when(0, EndTurn()).then(active=1)


@pytest.mark.clause("daimyo.turn.repeat-by-other-source", "daimyo.tile.recruit-discount")
@pytest.mark.parametrize("tile_first", [True, False])
def test_a_tile_may_repeat_the_action_of_the_die(tile_first: bool) -> None:
    tile = next(tile for tile in CONTENT.tiles.values() if tile.basic == "recruit-discount").id
    game = given().having(0, rice=3, laid={"recruitment": tile}).menu("recruitment")
    moves = [UseTile("recruitment"), DoMainAction()]
    first, second = moves if tile_first else moves[::-1]
    game = game.when(0, first).when(0, RecruitGovernor("red-1"))
    game = game if game.asks()[0][1] == "TurnMenu" else game.when(0, StopRecruiting())
    game = game.when(0, second).when(0, RecruitGovernor("red-2"))
    game.then(0, governors=("red-1", "red-2"), recruitment=2, rice=1)


@pytest.mark.clause("daimyo.ruling.main-action-due")
@pytest.mark.parametrize("space", list(CONTENT.actions))
def test_a_turn_ends_only_after_its_main_action(space: str) -> None:
    game = given().menu(space)
    assert EndTurn() not in game.offered(0)
    game = game.when(0, EndTurn()).refused("daimyo.ruling.main-action-due")
    game = game.when(0, DoMainAction()).citing(CONTENT.actions[space].clause, MainActionBegun)
    game = game.until("TurnMenu").when(0, EndTurn())
    game.then(active=1, turn=2)


@pytest.mark.clause("daimyo.ruling.main-action-due")
def test_recruitment_and_construction_may_be_stopped_with_nothing_done() -> None:
    rich = {"rice": 9, "metal": 9, "crystal": 9}
    for space, stop in (("recruitment", StopRecruiting()), ("construction", StopBuilding())):
        game = given().having(0, **rich).action(space)
        game = game.when(0, stop).when(0, EndTurn()).then(0, governors=(), farms=(), towers=(), **rich)
        assert game.state.turns.active == 1


@pytest.mark.clause("daimyo.ruling.main-action-due", "daimyo.recruitment.cost")
def test_a_player_who_can_pay_for_nothing_does_the_action_without_being_asked() -> None:
    game = given().menu("construction").when(0, DoMainAction())
    assert game.asks() == [(0, "TurnMenu")]
    game.when(0, EndTurn()).then(active=1)


@pytest.mark.clause("daimyo.turn.choose-die")
def test_the_main_action_is_done_once_and_only_the_one_of_the_die() -> None:
    game = given().having(0, gold=1, governors=("red-1",)).menu("tax").when(0, DoMainAction()).then(0, gold=3)
    game = game.when(0, DoMainAction()).refused("daimyo.turn.choose-die").then(0, gold=3, rice=0)
    game = game.when(0, Shop("red-1")).refused("daimyo.relic.shop-only-in-relic-action")
    game.when(0, RecruitGovernor("red-2")).refused("daimyo.turn.main-and-bonus").without(Gained)
