"""The Trade Phase: who may trade, what can be traded, and who has the floor."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.trade import (
    AssetsHandedOver,
    FloorGiven,
    FloorPassed,
    TradeDeclined,
)
from domain.games.yedo.facts.turns import PhaseBegan
from domain.games.yedo.phases.acting import Idle
from domain.games.yedo.phases.assigning import AssignPhase
from domain.games.yedo.phases.offers import CounterOffer, OfferTrade
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.phases.trade import MOST_REFUSED, AcceptTrade, DeclineTrade, PassTrade, TradePhase
from domain.games.yedo.printed.modifier_words import Forbids
from domain.games.yedo.printed.parts import Lasting
from domain.kernel.chance import Chance
from tests.domain.games.yedo.game import RULES, Position, given
from tests.domain.games.yedo.trading import (
    ANSWER,
    CORDS,
    EARS,
    GATE,
    LEDGER,
    OFFER,
    PURSES,
    TELLER,
    THIEF,
    WELL,
    begun,
    deal,
    trading,
)

# Where


@pytest.mark.clause("yedo.trade.where")
def test_players_trade_only_within_the_tavern_or_within_the_market() -> None:
    game = begun(trading(("tavern-1", 0), ("market-1", 1), ("tavern-2", 2)))
    game.when(0, OfferTrade(partner=1, mon=2, for_mon=1)).refused("yedo.trade.where")
    game.when(0, OfferTrade(partner=2, mon=2, for_mon=1)).asked((2, ANSWER))


@pytest.mark.clause("yedo.trade.where")
def test_one_cannot_trade_with_oneself_or_with_nobody() -> None:
    game = begun(trading())
    game.when(0, OfferTrade(partner=0, mon=2, for_mon=1)).refused("yedo.trade.where")
    game.when(0, OfferTrade(partner=7, mon=2, for_mon=1)).refused("yedo.trade.where")


@pytest.mark.clause("yedo.trade.where")
@pytest.mark.parametrize(
    "where",
    [(("tavern-1", 0), ("market-1", 1)), (("tavern-1", 0), ("tavern-2", 0)), (("harbor-1", 0), ("harbor-2", 1)), ()],
)
def test_without_two_players_in_one_of_the_districts_nobody_is_asked(where: tuple[tuple[str, int], ...]) -> None:
    game = given(3, phase="trade").placed(*where)
    table = RULES.table(game.asking(TradePhase()).state, Chance(bytes(32), 2))
    table.advance()
    assert not any(isinstance(fact, FloorGiven) for fact in table.facts)
    assert OFFER not in [name for _, name in Position(table.outcome().state).asks()]


@pytest.mark.clause("yedo.trade.where")
def test_an_event_can_forbid_trade() -> None:
    nobody = (Lasting("no-trading-today", (0,), "round", (Forbids(what="trade"),)),)
    game = begun(trading(("tavern-1", 0), ("tavern-2", 1), ("tavern-3", 2), seats=4, lasting=nobody))
    game.asked((1, OFFER))
    game.when(1, OfferTrade(partner=0, mon=2, for_mon=1)).refused("yedo.event.duration")
    game.when(1, OfferTrade(partner=2, mon=2, for_mon=1)).asked((2, ANSWER))


# What


@pytest.mark.clause("yedo.trade.assets")
def test_a_weapon_is_sold_for_mon() -> None:
    game = begun(trading(("market-1", 0), ("market-2", 1)).having(0, weapons=("katana", "yumi")).having(1, mon=5))
    game = game.when(0, OfferTrade(partner=1, weapons=("katana",), for_mon=5))
    game.then(0, mon=12, weapons=("katana", "yumi"))
    game = game.when(1, AcceptTrade())
    game.then(0, mon=17, weapons=("yumi",)).then(1, mon=0, weapons=("katana",))
    game.citing("yedo.trade.assets", AssetsHandedOver).asked((0, OFFER))


@pytest.mark.clause("yedo.trade.assets")
def test_every_kind_of_asset_can_be_traded() -> None:
    game = trading().having(0, actions=(EARS,), bonus=(THIEF,), missions=(GATE, LEDGER), blackmail=1)
    game = begun(game.having(1, weapons=("doku", "doku"), geishas=(2,), missions=(PURSES,)))
    offer = OfferTrade(
        partner=1,
        blackmail=1,
        cards=(THIEF, GATE, LEDGER, EARS),
        mon=3,
        for_weapons=("doku", "doku"),
        for_geishas=(2,),
        for_missions=("green",),
    )
    game = deal(game, offer, PURSES)
    game.then(0, weapons=("doku", "doku"), geishas=(2,), missions=(PURSES,), actions=(), bonus=(), blackmail=0, mon=9)
    game.then(1, weapons=(), geishas=(), missions=(GATE, LEDGER), actions=(EARS,), bonus=(THIEF,), blackmail=1, mon=15)


@pytest.mark.clause("yedo.blackmail.tradable")
def test_an_unused_blackmail_card_can_be_traded() -> None:
    game = begun(trading().having(0, blackmail=1).having(1, blackmail=1))
    deal(game, OfferTrade(partner=1, blackmail=1, for_mon=4)).then(1, blackmail=2, mon=8).then(0, blackmail=0, mon=16)
    game.when(0, OfferTrade(partner=1, blackmail=2, for_mon=4)).refused("yedo.trade.assets")


@pytest.mark.clause("yedo.trade.assets")
@pytest.mark.parametrize(
    "terms",
    [
        {"mon": 13, "for_mon": 1},
        {"mon": 1, "for_mon": 13},
        {"mon": -1, "for_mon": 1},
        {"mon": 1, "for_actions": -1},
        {"mon": 1, "for_actions": 2},
        {"mon": 1, "for_bonus": 1},
        {"mon": 1, "for_missions": ("red",)},
        {"mon": 1, "for_missions": ("green", "green")},
        {"mon": 1, "for_blackmail": 1},
        {"mon": 1, "for_weapons": ("katana",)},
        {"mon": 1, "for_weapons": ("doku", "doku")},
        {"mon": 1, "for_geishas": (3,)},
        {"weapons": ("doku",), "for_mon": 1},
        {"geishas": (1,), "for_mon": 1},
        {"cards": (WELL,), "for_mon": 1},
        {"cards": (EARS, EARS), "for_mon": 1},
        {"cards": ("no-such-card",), "for_mon": 1},
    ],
)
def test_nobody_trades_what_they_do_not_have(terms: dict[str, object]) -> None:
    game = trading().having(0, actions=(EARS,))
    game = begun(game.having(1, actions=(WELL,), weapons=("doku",), geishas=(2,), missions=(GATE,)))
    game.when(0, OfferTrade(partner=1, **terms)).refused("yedo.trade.assets")


@pytest.mark.clause("yedo.trade.not-tradable")
@pytest.mark.parametrize("thing", ["blessing", "dojo", "disciple", GATE])
def test_annexes_blessings_disciples_and_completed_missions_cannot_be_traded(thing: str) -> None:
    game = begun(trading().having(0, blessings=True, annexes=("dojo",), done=(GATE,)))
    game.when(0, OfferTrade(partner=1, cards=(thing,), for_mon=1)).refused("yedo.trade.not-tradable")


@pytest.mark.clause("yedo.trade.geisha-limit")
def test_nobody_receives_a_fourth_geisha() -> None:
    game = begun(trading().having(0, geishas=(2,)).having(1, geishas=(1, 2, 3)))
    game.when(0, OfferTrade(partner=1, geishas=(2,), for_mon=1)).refused("yedo.trade.geisha-limit")
    deal(game, OfferTrade(partner=1, geishas=(2,), for_geishas=(3,))).then(1, geishas=(1, 2, 2)).then(0, geishas=(3,))


@pytest.mark.clause("yedo.trade.geisha-limit")
def test_nobody_asks_for_a_fourth_geisha() -> None:
    game = begun(trading().having(0, geishas=(1, 1, 2)).having(1, geishas=(2,)))
    game.when(0, OfferTrade(partner=1, mon=3, for_geishas=(2,))).refused("yedo.trade.geisha-limit")


@pytest.mark.clause("yedo.trade.geisha-no-points")
def test_a_traded_geisha_changes_no_points() -> None:
    game = begun(trading().having(0, geishas=(3,)))
    deal(game, OfferTrade(partner=1, geishas=(3,), for_mon=1)).then(0, points=1).then(1, points=1, geishas=(3,))


@pytest.mark.clause("yedo.trade.geisha-limit")
def test_no_counter_offer_brings_a_fourth_geisha() -> None:
    game = begun(trading().having(0, geishas=(1, 1, 2)).having(1, geishas=(2,)))
    game = game.when(0, OfferTrade(partner=1, mon=3, for_mon=4))
    game.when(1, CounterOffer(geishas=(2,), for_mon=3)).refused("yedo.trade.geisha-limit")
    game.when(1, CounterOffer(geishas=(2,), for_geishas=(1,))).asked((0, ANSWER))


@pytest.mark.clause("yedo.limit.after-trade")
@pytest.mark.parametrize(
    ("kind", "held", "offer"),
    [
        ("bonus", (THIEF, CORDS), OfferTrade(partner=1, mon=2, for_bonus=1)),
        ("weapons", ("doku", "katana", "shuko", "yumi"), OfferTrade(partner=1, mon=2, for_weapons=("nawa",))),
        ("missions", (GATE, PURSES, LEDGER, "pillow-talk"), OfferTrade(partner=1, mon=2, for_missions=("green",))),
    ],
)
def test_each_limit_holds_before_the_next_offer(kind: str, held: tuple[str, ...], offer: OfferTrade) -> None:
    more = {"bonus": "landlord", "weapons": "nawa", "missions": "a-bitter-cup"}[kind]
    game = begun(trading().having(0, **{kind: held}).having(1, **{kind: (more,)}))
    game = deal(game, offer, *(() if kind == "weapons" else (more,)))
    game = game.asked((0, "SpareGoods" if kind == "weapons" else "Spare")).when(0, game.any_move()).asked((0, OFFER))
    assert len(game.value(0, kind)) == len(held)


@pytest.mark.clause("yedo.limit.after-trade")
def test_limits_hold_right_after_a_trade() -> None:
    game = begun(trading().having(0, actions=(EARS, WELL, TELLER)).having(1, actions=("feint",)))
    game = deal(game, OfferTrade(partner=1, mon=2, for_actions=1), "feint")
    seat, question = game.asks()[0]
    assert seat == 0
    assert question != OFFER
    game = game.when(0, game.any_move())
    assert len(game.state.hands.actions[0]) == 3
    game.asked((0, OFFER))


@pytest.mark.clause("yedo.trade.disciples-stay")
def test_disciples_stay_where_they_traded() -> None:
    game = deal(begun(trading(("market-1", 0), ("market-2", 1))), OfferTrade(partner=1, mon=2, for_mon=1))
    game = game.when(0, PassTrade()).when(1, PassTrade())
    assert [fact.phase for fact in game.of_type(PhaseBegan)] == ["actions"]
    game.then(0, on=("market-1",)).then(1, on=("market-2",)).asked((0, "Activate"))
    game = game.when(0, Idle("market-1")).then(0, on=(), house=2).asked((1, "Activate"))
    game.when(1, Idle("market-2")).then(1, on=(), house=2)


@pytest.mark.clause("yedo.trade.proposals-earlier")
def test_nobody_trades_while_disciples_are_assigned() -> None:
    game = given(3, phase="assign").placed(("tavern-1", 0), ("tavern-2", 1)).asking(AssignPhase()).running()
    seat = game.asked_seat()
    game = game.when(seat, OfferTrade(partner=1, mon=1, for_mon=2))
    assert game.refusal is not None
    assert game.state.belongings.mon == (12, 12, 12)


@pytest.mark.clause("yedo.trade.proposals-earlier")
def test_nobody_is_bound_to_a_deal_that_was_proposed_earlier() -> None:
    game = begun(trading().having(0, weapons=("katana",)))
    assert PassTrade() in game.offered(0)
    game = game.when(0, PassTrade()).when(1, OfferTrade(partner=0, mon=5, for_weapons=("katana",)))
    assert DeclineTrade() in game.offered(0)
    game = game.when(0, DeclineTrade()).when(1, PassTrade())
    assert [fact.phase for fact in game.of_type(PhaseBegan)] == ["actions"]
    game.then(0, weapons=("katana",), mon=12).then(1, weapons=(), mon=12)


# Gifts


@pytest.mark.clause("yedo.ruling.gifts")
def test_both_sides_of_a_trade_give_something() -> None:
    game = begun(trading())
    game.when(0, OfferTrade(partner=1, mon=2)).refused("yedo.ruling.gifts")
    game.when(0, OfferTrade(partner=1, for_mon=2)).refused("yedo.ruling.gifts")
    game.when(0, OfferTrade(partner=1)).refused("yedo.ruling.gifts")


@pytest.mark.clause("yedo.ruling.gifts")
def test_a_table_can_allow_gifts() -> None:
    game = begun(trading(options={"rounds": 8, "sets": "classic", "gifts": True}))
    deal(game, OfferTrade(partner=1, mon=2)).then(0, mon=10).then(1, mon=14)
    game.when(0, OfferTrade(partner=1)).refused("yedo.ruling.gifts")


# The floor


@pytest.mark.clause("yedo.ruling.trade-floor")
def test_the_floor_goes_round_in_player_order_until_all_have_passed() -> None:
    game = begun(trading(("tavern-1", 0), ("tavern-2", 1), ("market-1", 2), track=(2, 1, 0)))
    game.citing("yedo.ruling.trade-floor", FloorGiven).asked((1, OFFER))
    game = game.when(1, PassTrade()).citing("yedo.ruling.trade-floor", FloorPassed).asked((0, OFFER))
    game = game.when(0, PassTrade())
    assert [fact.phase for fact in game.of_type(PhaseBegan)] == ["actions"]
    game.then(floor=None, passed_floor=(), refused=0, offer=None)


@pytest.mark.clause("yedo.ruling.trade-floor")
def test_offers_are_made_to_one_partner_at_a_time_and_each_player_has_the_floor_once() -> None:
    game = begun(trading(("tavern-1", 0), ("tavern-2", 1), ("tavern-3", 2)))
    game = game.when(0, OfferTrade(partner=1, mon=1, for_mon=2)).asked((1, ANSWER))
    assert not any(game.offered(seat) for seat in (0, 2))
    assert game.when(0, OfferTrade(partner=2, mon=1, for_mon=2)).refusal is not None
    game = game.when(1, DeclineTrade()).when(0, OfferTrade(partner=2, mon=1, for_mon=2)).asked((2, ANSWER))
    game = game.when(2, AcceptTrade()).when(0, PassTrade()).asked((1, OFFER))
    game = deal(game, OfferTrade(partner=0, mon=1, for_mon=2), holder=1)
    game = game.when(1, PassTrade()).asked((2, OFFER)).when(2, PassTrade())
    assert [fact.phase for fact in game.of_type(PhaseBegan)] == ["actions"]


@pytest.mark.clause("yedo.ruling.trade-floor")
def test_the_floor_stays_after_a_deal_and_after_a_refusal() -> None:
    game = begun(trading()).when(0, OfferTrade(partner=1, mon=1, for_mon=2))
    game.when(0, PassTrade()).refused("yedo.ruling.any-phase-cards")
    game = game.when(1, DeclineTrade()).citing("yedo.ruling.trade-floor", TradeDeclined).asked((0, OFFER))
    game.then(offer=None, refused=1, floor=0, mon=(12, 12, 12))
    deal(game, OfferTrade(partner=1, mon=1, for_mon=2)).asked((0, OFFER)).then(refused=0)


@pytest.mark.clause("yedo.ruling.trade-floor")
def test_who_has_passed_can_still_accept_the_offers_of_others() -> None:
    game = begun(trading()).when(0, PassTrade()).when(1, OfferTrade(partner=0, mon=5, for_mon=6))
    game.when(0, AcceptTrade()).then(0, mon=11).asked((1, OFFER))


@pytest.mark.clause("yedo.ruling.trade-floor")
def test_a_counter_offer_turns_the_offer_round() -> None:
    game = begun(trading().having(0, weapons=("katana",))).when(
        0, OfferTrade(partner=1, weapons=("katana",), for_mon=5)
    )
    game = game.when(1, CounterOffer(mon=4, for_weapons=("katana",))).asked((0, ANSWER)).then(refused=1)
    game.when(0, AcceptTrade()).then(0, mon=16, weapons=()).then(1, mon=8, weapons=("katana",)).asked((0, OFFER))
    game.when(0, DeclineTrade()).then(0, weapons=("katana",), mon=12).then(refused=2).asked((0, OFFER))
    game.when(0, CounterOffer(weapons=("katana",), for_mon=13)).refused("yedo.trade.assets")


@pytest.mark.clause("yedo.ruling.trade-floor")
def test_after_twenty_refused_offers_the_floor_moves_on() -> None:
    game = begun(trading())
    for _ in range(MOST_REFUSED - 1):
        game = game.when(0, OfferTrade(partner=1, mon=1, for_mon=2)).when(1, DeclineTrade()).asked((0, OFFER))
    game = game.when(0, OfferTrade(partner=1, mon=1, for_mon=2))
    game.when(1, CounterOffer(mon=1, for_mon=2)).refused("yedo.ruling.trade-floor")
    game = game.when(1, DeclineTrade()).asked((1, OFFER))
    assert [fact.refused for fact in game.of_type(FloorPassed)] == [20]
    game.then(passed_floor=(0,), refused=0)


@pytest.mark.clause("yedo.ruling.trade-floor")
def test_a_deal_ends_the_row_of_refused_offers() -> None:
    game = begun(trading()).with_state(refused=MOST_REFUSED - 1)
    game = deal(game, OfferTrade(partner=1, mon=1, for_mon=2))
    game.when(0, OfferTrade(partner=1, mon=1, for_mon=2)).when(1, DeclineTrade()).asked((0, OFFER))


@pytest.mark.clause("yedo.ruling.any-phase-cards")
def test_cards_of_any_time_are_played_before_an_offer_but_not_before_its_answer() -> None:
    game = begun(trading().having(2, actions=(WELL,)))
    assert PlayCard(WELL) in game.offered(2)
    assert not game.when(0, OfferTrade(partner=1, mon=1, for_mon=2)).offered(2)
