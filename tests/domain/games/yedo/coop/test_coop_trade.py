"""Trade in Shogun Must Die: only like for like."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.trade import TradeDone
from domain.games.yedo.phases.offers import CounterOffer, OfferTrade
from domain.games.yedo.phases.trade import AcceptTrade, TradePhase
from domain.games.yedo.printed.parts import Placed
from domain.kernel.choice import Move
from tests.domain.games.yedo.errands import OPTIONS, acting, together
from tests.domain.games.yedo.game import CONTENT, Position, given
from tests.domain.games.yedo.trading import ANSWER, EARS, GATE, OFFER, begun, deal

FESTIVAL = next(iter(CONTENT.bonus_cards))
GOODS: tuple[dict[str, object], ...] = (
    {"weapons": ("katana",)},
    {"geishas": (1,)},
    {"mon": 5},
    {"cards": (GATE,)},
    {"cards": (EARS,)},
    {"cards": (FESTIVAL,)},
    {"blackmail": 1},
)
"""Goods worth one unit."""


def trading(seats: int = 2) -> Position:
    """Return the Trade Phase of players who both stand in the Tavern; seat 0 has one of everything."""
    game = given(seats, phase="trade", options=OPTIONS).placed(("tavern-1", 0), ("tavern-2", 1))
    game = game.having(0, weapons=("katana",), geishas=(1,), blackmail=1, actions=(EARS,), bonus=(FESTIVAL,))
    return game.having(0, missions=(GATE,), mon=20).having(1, mon=20, weapons=("nawa", "yumi"))


@pytest.mark.clause("yedo.coop.trade-equal")
@pytest.mark.parametrize("goods", GOODS, ids=str)
def test_each_asset_equals_a_weapon_or_five_mon(goods: dict[str, object]) -> None:
    game = begun(trading())
    game.when(0, OfferTrade(partner=1, for_weapons=("nawa",), **goods)).asked((1, ANSWER))
    if goods != {"mon": 5}:
        game.when(0, OfferTrade(partner=1, for_mon=5, **goods)).asked((1, ANSWER))
    game.when(0, OfferTrade(partner=1, for_mon=10, **goods)).refused("yedo.coop.trade-equal")
    game.when(0, OfferTrade(partner=1, for_weapons=("nawa", "yumi"), **goods)).refused("yedo.coop.trade-equal")


@pytest.mark.clause("yedo.coop.trade-equal")
def test_several_units_are_traded_for_as_many() -> None:
    offer = OfferTrade(partner=1, weapons=("katana",), mon=5, for_mon=5, for_weapons=("nawa",))
    deal(begun(trading()), offer).then(0, weapons=("nawa",), mon=20).then(1, weapons=("katana", "yumi"), mon=20)


@pytest.mark.clause("yedo.coop.trade-equal", "yedo.coop.trade-many")
def test_a_counter_offer_is_like_for_like_as_well() -> None:
    game = begun(trading()).when(0, OfferTrade(partner=1, weapons=("katana",), for_mon=5))
    game.when(1, CounterOffer(mon=6, for_weapons=("katana",))).refused("yedo.coop.trade-many")
    game.when(1, CounterOffer(mon=10, for_weapons=("katana",))).refused("yedo.coop.trade-equal")
    game.when(1, CounterOffer(weapons=("nawa",), for_weapons=("katana",))).asked((0, ANSWER))


@pytest.mark.clause("yedo.coop.trade-many")
def test_there_are_as_many_trades_as_players_like() -> None:
    first = OfferTrade(partner=1, weapons=("katana",), for_mon=5)
    second = OfferTrade(partner=1, geishas=(1,), for_weapons=("nawa",))
    game = deal(deal(begun(trading()), first).citing("yedo.ruling.trade-floor", TradeDone), second)
    game.then(0, mon=25, weapons=("nawa",), geishas=()).then(1, mon=15, geishas=(1,)).asked((0, OFFER))


@pytest.mark.clause("yedo.coop.trade-many")
@pytest.mark.parametrize(
    "terms",
    [
        {"mon": 3},
        {"mon": 5},
        {"weapons": ("katana",), "for_mon": 4},
        {"weapons": ("katana",), "for_mon": 7},
        {"mon": 7, "for_mon": 7},
    ],
)
@pytest.mark.parametrize("gifts", [False, True])
def test_nothing_is_given_away_and_no_small_change_given(terms: dict[str, object], gifts: bool) -> None:
    game = trading()
    options = type(game.state.options)(**{**OPTIONS, "gifts": gifts})
    game = begun(game.with_state(options=options))
    game.when(0, OfferTrade(partner=1, **terms)).refused("yedo.coop.trade-many")


@pytest.mark.clause("yedo.coop.trade-daimyo")
def test_the_daimyo_is_no_partner() -> None:
    game = given(2, phase="trade", options=OPTIONS).placed(("market-1", 0), ("gates-1", 1))
    game = game.with_state(placed=(*game.state.pieces.placed, Placed("market-2", 2)))
    game.asking(TradePhase()).running().then(floor=None)
    game = trading()
    game = begun(game.with_state(placed=(*game.state.pieces.placed, Placed("tavern-3", 2))))
    game.when(0, OfferTrade(partner=2, mon=5, for_weapons=("nawa",))).refused("yedo.coop.trade-daimyo")


@pytest.mark.clause("yedo.coop.trade-daimyo")
def test_who_plays_alone_has_nobody_to_trade_with() -> None:
    game = given(1, phase="trade", options=OPTIONS).placed(("market-1", 0), ("market-2", 0))
    game.asking(TradePhase()).running().then(floor=None)


@pytest.mark.clause("yedo.coop.exchange-only-trade")
@pytest.mark.parametrize("offer", [OfferTrade(partner=1, weapons=("katana",), for_mon=5), CounterOffer(mon=5)])
def test_nothing_changes_hands_in_another_phase(offer: Move) -> None:
    game = together().having(0, weapons=("katana",)).placed(("tavern-1", 0), ("tavern-2", 1))
    acting(game).when(0, offer).refused("yedo.coop.exchange-only-trade")


def test_what_is_suggested_is_like_for_like() -> None:
    [menu] = [choice for choice in begun(trading()).rules.choices(begun(trading()).state) if not choice.standing]
    offers = [move for move in menu.suggestions(begun(trading()).state) if isinstance(move, OfferTrade)]
    assert offers == [
        OfferTrade(partner=1, weapons=("katana",), for_mon=5),
        OfferTrade(partner=1, cards=(EARS,), for_mon=5),
    ]
    assert "5 Mon" in menu.template(begun(trading()).state).note


def test_an_offer_is_accepted_as_ever() -> None:
    game = begun(trading()).when(0, OfferTrade(partner=1, weapons=("katana",), for_mon=5))
    game.when(1, AcceptTrade()).then(0, mon=25).then(1, mon=15)
