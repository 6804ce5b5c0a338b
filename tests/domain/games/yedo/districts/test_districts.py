"""The actions of the Districts: what each costs and gives, and who may not choose it."""

from __future__ import annotations

import pytest

from domain.games.yedo.districts.district_actions import ACTIONS
from domain.games.yedo.districts.market_district import PLACES, SellCard
from domain.games.yedo.facts.cards import CardDiscarded, CardDrawn
from domain.games.yedo.facts.goods import GeishaTaken, MonPaid, PrestigeGained
from domain.games.yedo.facts.pieces import DiscipleGained
from domain.games.yedo.facts.turns import LastingOver
from domain.games.yedo.facts.weapons import WeaponDiscarded, WeaponTaken
from domain.games.yedo.phases.acting import Activate, Idle, NextToAct, Perform
from domain.games.yedo.printed.modifier_words import CostLess, Forbids, Income
from domain.games.yedo.printed.modifiers import Modifier
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.printed.terms import DISTRICTS, Prohibition, Until
from domain.games.yedo.verbs.moves import ChooseDeck, GiveUpCard, GiveUpWeapon
from domain.kernel.audience import SPECTATOR, seat_viewer
from tests.domain.games.yedo.game import CONTENT, Position, given

FOUR = ("doku", "fukiya", "katana", "nawa")


def at(space: str, *, state: dict[str, object] | None = None, **having: object) -> Position:
    """Seat 0, which has these things, activates its Disciple on a space; the turn of seat 1 follows."""
    game = given(seats=4, **(state or {})).having(0, **having)
    return game.placed((space, 0), ("shogun", 1)).asking(NextToAct()).running()


def act(game: Position, action: str) -> Position:
    """Let seat 0 perform an action where its Disciple is."""
    return game.when(0, Perform(game.value(0, "on")[0], action))


def holds(*modifiers: Modifier, until: Until = "round", seat: int = 0, source: str = "a-card") -> dict[str, object]:
    """A state in which modifiers apply to a seat."""
    return {"lasting": (Lasting(source, (seat,), until, modifiers),)}


def forbids(what: Prohibition) -> dict[str, object]:
    """A state in which the Event forbids something."""
    return holds(Forbids(what=what))


@pytest.mark.clause("yedo.district.free-choice")
def test_any_action_of_the_district_may_be_chosen_even_one_already_performed() -> None:
    game = given(seats=4).placed(("harbor-1", 0), ("harbor-2", 1), ("shogun", 2)).asking(NextToAct()).running()
    game = game.when(0, Perform("harbor-1", "luxury-4")).then(0, mon=8, points=2)
    game.when(1, Perform("harbor-2", "luxury-4")).then(1, mon=8, points=2)


@pytest.mark.clause("yedo.district.free-choice")
def test_an_action_of_another_district_is_refused() -> None:
    for district in DISTRICTS[1:]:
        other = "blessing" if district != "temple" else "recruit"
        act(at(f"{district}-1"), other).refused("yedo.district.free-choice")


def test_every_district_but_the_castle_has_its_actions() -> None:
    assert set(ACTIONS) == set(DISTRICTS) - {"castle"}


# The Gates


@pytest.mark.clause("yedo.gates.recruit")
def test_recruit_costs_7_mon_and_takes_a_disciple_from_the_reserve() -> None:
    game = act(at("gates-1", mon=9), "recruit").then(0, mon=2, reserve=1, house=3)
    game.citing("yedo.gates.recruit", MonPaid).citing("yedo.gates.recruit", DiscipleGained)


@pytest.mark.clause("yedo.gates.recruit")
def test_recruit_is_refused_without_7_mon() -> None:
    act(at("gates-1", mon=6), "recruit").refused("yedo.gates.recruit")


@pytest.mark.clause("yedo.gates.recruit-limit")
def test_recruit_is_not_allowed_with_all_4_disciples() -> None:
    act(at("gates-1", house=4, reserve=0), "recruit").refused("yedo.gates.recruit-limit")


@pytest.mark.clause("yedo.event.duration")
def test_an_event_may_forbid_recruiting_for_the_round() -> None:
    act(at("gates-1", state=forbids("recruit")), "recruit").refused("yedo.event.duration")


@pytest.mark.clause("yedo.gates.beg-3")
def test_begging_for_3_mon_costs_1_prestige_point() -> None:
    act(at("gates-1", points=5, mon=0), "beg-3").then(0, points=4, mon=3)


@pytest.mark.clause("yedo.gates.beg-5")
def test_begging_for_5_mon_costs_2_prestige_points() -> None:
    act(at("gates-1", points=1), "beg-5").refused("yedo.gates.beg-5")
    act(at("gates-1", points=2, mon=0), "beg-5").then(0, points=0, mon=5)


@pytest.mark.clause("yedo.gates.beg-zero")
def test_nobody_begs_without_prestige_points() -> None:
    act(at("gates-1", points=0), "beg-3").refused("yedo.gates.beg-zero")
    act(at("gates-1", points=0), "beg-5").refused("yedo.gates.beg-zero")


def test_what_makes_begging_pay_more_does_so() -> None:
    act(at("gates-1", points=5, mon=0, state=holds(Income(of="beg", by=2))), "beg-3").then(0, points=4, mon=5)


# The Tavern


@pytest.mark.clause("yedo.tavern.build-annex")
def test_the_carpenter_builds_an_annex_for_11_mon_and_2_prestige_points() -> None:
    game = act(at("tavern-1", mon=12), "carpenter/yashiki")
    game.then(0, mon=1, annexes=("yashiki",), points=3).citing("yedo.tavern.build-annex", PrestigeGained)


@pytest.mark.clause("yedo.tavern.build-annex-unable")
def test_the_carpenter_is_not_chosen_without_11_mon_or_an_annex_to_build() -> None:
    act(at("tavern-1", mon=10), "carpenter/yashiki").refused("yedo.tavern.build-annex-unable")
    every = ("dojo", "karesansui", "kobudo-ryu", "yashiki")
    game = at("tavern-1", mon=20, annexes=every)
    for annex in every:
        act(game, f"carpenter/{annex}").refused("yedo.tavern.build-annex-unable")


@pytest.mark.clause("yedo.limit.annexes")
def test_the_carpenter_builds_no_second_annex_of_a_type_and_none_that_has_run_out() -> None:
    game = at("tavern-1", mon=20, annexes=("dojo",))
    for seat in (1, 2, 3):
        game = game.having(seat, annexes=("yashiki",))
    assert game.state.annex_supply("yashiki") == 0
    act(game, "carpenter/dojo").refused("yedo.limit.annexes")
    act(game, "carpenter/yashiki").refused("yedo.limit.annexes")


def test_an_event_may_forbid_the_carpenter() -> None:
    act(at("tavern-1", state=forbids("annexes")), "carpenter/dojo").refused("yedo.event.duration")


def test_a_discount_of_the_next_annex_is_used_up_by_it() -> None:
    cheaper = holds(CostLess(of="annex", by=5), until="next-use")
    game = act(at("tavern-1", mon=12, state=cheaper), "carpenter/dojo").then(0, mon=6).then(lasting=())
    assert game.of_type(LastingOver)
    act(at("tavern-1", mon=12, state=holds(CostLess(of="annex", by=5))), "carpenter/dojo").without(LastingOver)


# The Harbor


@pytest.mark.clause("yedo.harbor.church")
def test_a_visit_takes_all_mon_of_the_church() -> None:
    act(at("harbor-1", mon=2, state={"church": 4}), "church").then(0, mon=6).then(church=0)


@pytest.mark.clause("yedo.harbor.church-unavailable", "yedo.event.burnt-church")
def test_the_church_is_not_visited_when_it_is_empty_or_burnt() -> None:
    act(at("harbor-1", state={"church": 0}), "church").refused("yedo.harbor.church-unavailable")
    burnt = {"church": 0, "church_burnt": True}
    act(at("harbor-1", state=burnt), "church").refused("yedo.harbor.church-unavailable")


def test_an_event_may_forbid_visits_of_the_church_and_luxury_goods() -> None:
    act(at("harbor-1", state=forbids("church")), "church").refused("yedo.event.duration")
    act(at("harbor-1", state=forbids("luxury")), "luxury-4").refused("yedo.event.duration")
    act(at("harbor-1", state=forbids("luxury")), "church").then(0, mon=15)


@pytest.mark.clause("yedo.harbor.luxury-4")
def test_4_mon_buy_1_prestige_point() -> None:
    act(at("harbor-1", mon=4), "luxury-4").then(0, mon=0, points=2)


@pytest.mark.clause("yedo.harbor.luxury-9")
def test_9_mon_buy_3_prestige_points() -> None:
    act(at("harbor-1", mon=10), "luxury-9").then(0, mon=1, points=4)
    act(at("harbor-1", mon=8), "luxury-9").refused("yedo.harbor.luxury-9")


@pytest.mark.clause("yedo.harbor.luxury-min")
def test_luxury_goods_are_not_chosen_with_less_than_4_mon() -> None:
    act(at("harbor-1", mon=3), "luxury-4").refused("yedo.harbor.luxury-min")
    act(at("harbor-1", mon=3), "luxury-9").refused("yedo.harbor.luxury-min")


# The Red Light District


@pytest.mark.clause("yedo.red-light.geisha")
@pytest.mark.parametrize(("action", "mon", "points"), [("geisha-mon", 4, 6), ("geisha-prestige", 12, 4)])
def test_the_geisha_of_lowest_value_costs_8_mon_or_2_prestige_points(action: str, mon: int, points: int) -> None:
    game = at("red-light-1", mon=12, points=5, state={"geisha_supply": (1, 2, 3)})
    game = act(game, action).then(0, geishas=(1,), mon=mon, points=points).then(geisha_supply=(2, 3))
    game.citing("yedo.red-light.geisha", GeishaTaken)


@pytest.mark.clause("yedo.red-light.geisha-limit", "yedo.limit.geishas")
def test_no_geisha_is_recruited_with_3_of_them_or_when_none_is_left() -> None:
    full = at("red-light-1", points=5, geishas=(1, 2, 3))
    act(full, "geisha-mon").refused("yedo.red-light.geisha-limit")
    act(full, "geisha-prestige").refused("yedo.red-light.geisha-limit")
    none = at("red-light-1", points=5, state={"geisha_supply": ()})
    act(none, "geisha-mon").refused("yedo.red-light.geisha-limit")


@pytest.mark.clause("yedo.red-light.geisha-cannot-pay")
def test_who_can_pay_neither_8_mon_nor_2_prestige_points_gets_no_geisha() -> None:
    poor = at("red-light-1", mon=7, points=1)
    act(poor, "geisha-mon").refused("yedo.red-light.geisha-cannot-pay")
    act(poor, "geisha-prestige").refused("yedo.red-light.geisha-cannot-pay")
    poor.when(0, Idle("red-light-1")).then(0, mon=7, points=1, geishas=(), on=())


@pytest.mark.clause("yedo.ruling.geisha-price")
def test_only_a_price_that_can_be_paid_is_offered_for_a_geisha() -> None:
    rich = at("red-light-1", mon=20, points=1)
    act(rich, "geisha-prestige").refused("yedo.ruling.geisha-price")
    act(rich, "geisha-mon").then(0, mon=12, geishas=(1,), points=2)
    famous = at("red-light-1", mon=7, points=2)
    act(famous, "geisha-mon").refused("yedo.ruling.geisha-price")
    act(famous, "geisha-prestige").then(0, mon=7, geishas=(1,), points=1)


@pytest.mark.clause("yedo.red-light.buy-action")
def test_4_mon_buy_the_top_action_card() -> None:
    game = at("red-light-1", mon=4, actions=("double-time",)).on_top("action", "turncoat")
    game = act(game, "buy-action").then(0, mon=0, actions=("double-time", "turncoat"))
    game.citing("yedo.red-light.buy-action", CardDrawn)
    act(at("red-light-1", mon=3), "buy-action").refused("yedo.red-light.buy-action")


@pytest.mark.clause("yedo.red-light.buy-action", "yedo.limit.action-cards")
def test_the_limit_of_3_action_cards_holds_after_buying_one() -> None:
    game = act(at("red-light-1", mon=4, actions=("double-time", "fortune-teller", "turncoat")), "buy-action")
    assert len(game.state.hands.actions[0]) == 4
    game = game.asked((0, "Spare"))
    assert len(game.when(0, game.any_move()).state.hands.actions[0]) == 3


@pytest.mark.clause("yedo.ruling.decks-run-out")
def test_no_action_card_is_bought_from_an_empty_deck() -> None:
    game = at("red-light-1")
    every = game.state.pile("action").cards
    act(game.having(3, actions=every), "buy-action").refused("yedo.ruling.decks-run-out")


# The Market


@pytest.mark.clause("yedo.market.buy-weapon")
def test_a_weapon_costs_the_price_of_its_space() -> None:
    game = at("market-1", mon=8).selling("doku", "katana", "nawa", "yumi")
    game = act(game, "buy-weapon/4").then(0, mon=2, weapons=("yumi",)).then(market=("doku", "katana", "nawa", None))
    game.citing("yedo.market.buy-weapon", WeaponTaken)


@pytest.mark.clause("yedo.market.buy-weapon")
def test_no_weapon_is_bought_from_an_empty_space_or_without_its_price() -> None:
    game = at("market-1", mon=7).selling(None, "katana", "nawa", "yumi")
    act(game, "buy-weapon/1").refused("yedo.market.buy-weapon")
    act(game, "buy-weapon/2").refused("yedo.market.buy-weapon")
    act(game, "buy-weapon/3").then(0, mon=1, weapons=("nawa",))


@pytest.mark.clause("yedo.market.price-steps", "yedo.ruling.market-row")
def test_the_two_rightmost_spaces_cost_6_mon_and_the_others_8() -> None:
    assert len(CONTENT.market) == PLACES
    assert [space.price for space in CONTENT.market] == [8, 8, 6, 6]
    game = at("market-1", mon=20).selling("doku", "katana", "nawa", "yumi")
    for place, price in enumerate((8, 8, 6, 6), start=1):
        act(game, f"buy-weapon/{place}").then(0, mon=20 - price)


@pytest.mark.clause("yedo.market.buy-weapon-full")
def test_a_fifth_weapon_replaces_one_of_the_old_ones() -> None:
    game = at("market-1", mon=8, weapons=FOUR).selling(None, None, "shuko", "yumi")
    game = act(game, "buy-weapon/4").asked((0, "ReplaceWeapon")).then(0, mon=8)
    game.when(0, GiveUpWeapon("yumi")).refused("yedo.market.buy-weapon-full")
    game = game.when(0, GiveUpWeapon("katana")).then(0, mon=2, weapons=("doku", "fukiya", "nawa", "yumi"))
    game.then(weapon_discard=("katana",), market=(None, None, "shuko", None)).asked((1, "Activate"))
    game.citing("yedo.market.buy-weapon-full", WeaponDiscarded)


@pytest.mark.clause("yedo.market.kobudo-discount", "yedo.annex.kobudo-passive")
def test_the_owner_of_a_kobudo_ryu_pays_3_mon_less_for_a_weapon() -> None:
    game = at("market-1", mon=5, annexes=("kobudo-ryu",)).selling("doku", "katana", "nawa", "yumi")
    act(game, "buy-weapon/1").then(0, mon=0, weapons=("doku",))
    act(game, "buy-weapon/3").then(0, mon=2, weapons=("nawa",))


@pytest.mark.clause("yedo.market.sell-card", "yedo.discard.bonus-bottom")
def test_a_bonus_card_sold_goes_under_its_deck_for_2_mon() -> None:
    card = sorted(CONTENT.bonus_cards)[0]
    game = act(at("market-1", mon=0, bonus=(card,)), "sell/bonus").then(0, mon=2, bonus=())
    assert game.state.pile("bonus").under[-1].card == card
    game.citing("yedo.market.sell-card", CardDiscarded)


@pytest.mark.clause("yedo.ruling.blackmail-is-no-action-card")
def test_a_blackmail_card_is_never_sold() -> None:
    game = at("market-1", mon=0, blackmail=2)
    assert not [move for move in game.offered(0, Perform) if move.action.startswith("sell/")]
    assert act(game, "sell/action").refusal is not None


@pytest.mark.clause("yedo.market.sell-card", "yedo.discard.action-bottom")
def test_the_player_chooses_which_action_card_is_sold_and_nobody_sees_it() -> None:
    game = act(at("market-1", mon=0, actions=("double-time", "turncoat")), "sell/action").asked((0, "SellCard"))
    game.when(0, GiveUpCard("action", "fortune-teller")).refused("yedo.market.sell-card")
    game = game.when(0, GiveUpCard("action", "turncoat")).then(0, mon=2, actions=("double-time",))
    fact = game.of_type(CardDiscarded)[0]
    assert "Turncoat" not in fact.words(["A", "B", "C", "D"], SPECTATOR)
    assert "Turncoat" in fact.words(["A", "B", "C", "D"], seat_viewer(0))
    assert not SellCard.public
    assert not SellCard.automatic


@pytest.mark.clause("yedo.market.sell-card")
def test_nothing_is_sold_without_a_card_to_sell() -> None:
    act(at("market-1"), "sell/action").refused("yedo.market.sell-card")
    act(at("market-1"), "sell/bonus").refused("yedo.market.sell-card")


# The Temple


@pytest.mark.clause("yedo.temple.blessing")
def test_the_temple_gives_a_blessing() -> None:
    game = at("temple-1").having(1, blessings=True).having(2, blessings=True)
    assert game.state.temple_blessings == 2
    game = act(game, "blessing").then(0, blessings=True)
    assert game.state.temple_blessings == 1


@pytest.mark.clause("yedo.temple.blessing-limit", "yedo.limit.blessing")
def test_a_player_with_a_blessing_cannot_take_another_one() -> None:
    act(at("temple-1", blessings=True), "blessing").refused("yedo.temple.blessing-limit")


def test_the_actions_that_are_offered_are_those_that_are_not_refused() -> None:
    poor = {"mon": 0, "points": 0, "actions": ("double-time",)}
    for district, actions in ACTIONS.items():
        for game in (at(f"{district}-1"), at(f"{district}-1", **poor)):
            offered = list(actions.actions(game.state, 0, f"{district}-1"))
            assert offered == [move.action for move in game.offered(0, Perform)]
            assert game.asks() == [(0, Activate.__name__)]


def test_foresight_at_the_temple_lets_choose_missions_or_events() -> None:
    game = act(at("temple-1"), "foresight").asked((0, "ChooseForesight"))
    assert {move.deck for move in game.offered(0, ChooseDeck)} == {*game.state.parameters.colours, "events"}
