"""The Trade Phase: which cards change hands, who learns of them, and how bots trade."""

from __future__ import annotations

from random import Random

import pytest

from domain.games.yedo.facts.trade import (
    CardsHandedOver,
    TradeDone,
    TradeOffered,
)
from domain.games.yedo.phases.offers import CounterOffer, OfferTrade
from domain.games.yedo.phases.trade import AcceptTrade
from domain.kernel.audience import seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.fact import show_record
from kifu.fuzzing.families import draw_family
from tests.domain.games.yedo.game import RULES, given
from tests.domain.games.yedo.trading import (
    ANSWER,
    CORDS,
    EARS,
    GATE,
    LEDGER,
    PURSES,
    TELLER,
    THIEF,
    WELL,
    begun,
    trading,
    words,
)

# Which cards


@pytest.mark.clause("yedo.ruling.traded-cards")
def test_the_partner_picks_their_cards_when_they_accept() -> None:
    game = trading().having(1, actions=(EARS, WELL), bonus=(THIEF,), missions=(GATE, PURSES, LEDGER))
    game = begun(game).when(0, OfferTrade(partner=1, mon=3, for_actions=1, for_missions=("green",)))
    selections = [set(move.cards) for move in game.offered(1, AcceptTrade)]
    assert selections == [{WELL, PURSES}, {WELL, GATE}, {EARS, PURSES}, {EARS, GATE}]
    game.when(1, AcceptTrade(tuple(sorted((WELL, PURSES))))).then(1, actions=(EARS,), missions=(GATE, LEDGER))


@pytest.mark.clause("yedo.ruling.traded-cards")
@pytest.mark.parametrize("cards", [(), (EARS,), (GATE,), (EARS, LEDGER), (EARS, TELLER), (THIEF, GATE)])
def test_the_partner_gives_exactly_what_is_asked_for(cards: tuple[str, ...]) -> None:
    game = trading().having(1, actions=(EARS, WELL), bonus=(THIEF,), missions=(GATE, LEDGER))
    game = begun(game).when(0, OfferTrade(partner=1, mon=3, for_actions=1, for_missions=("green",)))
    game.when(1, AcceptTrade(cards)).refused("yedo.ruling.traded-cards")


@pytest.mark.clause("yedo.ruling.traded-cards")
def test_copies_of_a_card_are_one_selection() -> None:
    game = begun(trading().having(1, actions=(EARS, EARS, WELL))).when(0, OfferTrade(partner=1, mon=3, for_actions=2))
    assert [move.cards for move in game.offered(1, AcceptTrade)] == [(WELL, EARS), (EARS, EARS)]


@pytest.mark.clause("yedo.ruling.trade-floor", "yedo.ruling.traded-cards")
def test_a_counter_offer_keeps_the_cards_already_fixed() -> None:
    game = begun(trading().having(0, actions=(EARS, WELL, TELLER), bonus=(THIEF, CORDS)))
    game = game.when(0, OfferTrade(partner=1, cards=(WELL,), for_mon=3))
    same = game.when(1, CounterOffer(mon=2, for_actions=1))
    assert [move.cards for move in same.offered(0, AcceptTrade)] == [(WELL,)]
    same.when(0, AcceptTrade((EARS,))).refused("yedo.ruling.traded-cards")
    more = game.when(1, CounterOffer(mon=4, for_actions=2, for_bonus=1))
    assert all(WELL in move.cards for move in more.offered(0, AcceptTrade))
    assert len(more.offered(0, AcceptTrade)) == 2 * 2
    other = game.when(1, CounterOffer(mon=4, for_bonus=1))
    assert [move.cards for move in other.offered(0, AcceptTrade)] == [(THIEF,), (CORDS,)]
    same.when(0, CounterOffer(cards=(EARS,), for_mon=3)).refused("yedo.ruling.trade-floor")
    again = same.when(0, CounterOffer(cards=(WELL, EARS), for_mon=5)).asked((1, ANSWER))
    again.when(1, AcceptTrade()).then(1, actions=tuple(sorted((WELL, EARS))), mon=7).then(0, actions=(TELLER,), mon=17)


# Who learns what


@pytest.mark.clause("yedo.trade.cards-face-down")
def test_the_partner_sees_only_the_kind_of_an_offered_card() -> None:
    game = begun(trading().having(0, bonus=(THIEF,))).when(0, OfferTrade(partner=1, cards=(THIEF,), for_mon=3))
    assert RULES.view(game.state, seat_viewer(1)).offer.cards is None
    assert RULES.view(game.state, seat_viewer(1)).offer.given.bonus == 1
    assert RULES.view(game.state, seat_viewer(0)).offer.cards == (THIEF,)
    assert words(game, 1) == ["Anna offers Bela 1 Bonus Card for 3 Mon."]
    assert words(game, 0) == ["Anna offers Bela 1 Bonus Card for 3 Mon. The cards: Master Thief."]
    game = game.when(1, AcceptTrade()).citing("yedo.trade.cards-face-down", CardsHandedOver)
    assert "Bela receives 1 Bonus Card (Master Thief) from Anna." in words(game, 1)
    assert "Bela receives 1 Bonus Card (Master Thief) from Anna." in words(game, 0)
    assert all(fact.reveals for fact in game.of_type(CardsHandedOver))


@pytest.mark.clause("yedo.trade.public")
def test_everyone_learns_what_kinds_of_assets_change_hands() -> None:
    game = begun(trading().having(0, actions=(EARS,))).when(0, OfferTrade(partner=1, cards=(EARS,), for_mon=3))
    game.citing("yedo.trade.public", TradeOffered)
    assert words(game, 2) == ["Anna offers Bela 1 Action Card for 3 Mon."]
    game = game.when(1, AcceptTrade())
    assert words(game, 2) == [
        "Bela accepts the offer of Anna.",
        "Bela receives 1 Action Card from Anna.",
        "Anna receives 3 Mon from Bela.",
    ]
    shown = [show_record(fact, seat_viewer(2), fact.owners()) for fact in game.of_type(CardsHandedOver)]
    assert [(fact["decks"], fact["cards"]) for fact in shown] == [(("action",), {"hidden": 1})]


@pytest.mark.clause("yedo.trade.no-specifics")
def test_an_offer_says_nothing_about_its_cards_but_that_one_suits() -> None:
    game = begun(trading().having(0, missions=(GATE,)))
    game.when(0, OfferTrade(partner=1, mon=1, for_mon=2, suits=True)).refused("yedo.trade.no-specifics")
    game = game.when(0, OfferTrade(partner=1, cards=(GATE,), for_mon=2, suits=True))
    shown = show_record(game.of_type(TradeOffered)[0], seat_viewer(1), (0,))
    nothing = {"mon": 0, "weapons": (), "geishas": (), "blackmail": 0, "actions": 0, "bonus": 0, "missions": ()}
    assert shown == {
        "type": "trade-offered",
        "clause": "yedo.trade.public",
        "seat": 0,
        "partner": 1,
        "given": {**nothing, "missions": ("green",)},
        "wanted": {**nothing, "mon": 2},
        "cards": {"hidden": 1},
        "suits": True,
    }
    assert words(game, 1) == ["Anna offers Bela 1 Green Mission for 2 Mon. A card would suit Bela, says Anna."]


# Bots


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_bots_trade_now_and_then_and_end_the_phase_soon(seats: int) -> None:
    spaces = ["tavern-1", "market-1", "tavern-2", "market-2", "tavern-3", "market-3"]
    open_spaces = [space for space in spaces if space in given(seats).state.parameters.spaces]
    deals = 0
    for seed in range(20):
        random, moves = Random(seed), 0
        game = trading(*((space, place % seats) for place, space in enumerate(open_spaces)), seats=seats)
        for seat, weapon in zip(range(seats), ("doku", "katana", "yumi", "nawa", "shuko"), strict=False):
            game = game.having(seat, weapons=(weapon,), actions=(EARS,))
        game = begun(game)
        while game.state.turns.phase == "trade":
            listed = suggest_any(game.state, RULES.choices(game.state))
            choice, answers = listed.choice, listed.answers
            game = game.when(choice.seat, random.choice(answers))
            deals += len(game.of_type(TradeDone))
            moves += 1
        assert moves < 10 * seats
    assert deals


def test_offers_drawn_at_random_are_legal() -> None:
    game = trading().having(0, actions=(EARS,), weapons=("doku",), geishas=(1,)).having(1, bonus=(THIEF,), blackmail=1)
    game = begun(game)
    menu = RULES.choices(game.state)[0]
    family = menu.template(game.state)
    assert family is not None
    drawn = draw_family(family, RULES.decode_move, lambda move: menu.allows(game.state, move), Random(1))
    assert drawn
    for offer in drawn:
        game.when(0, offer).asked((1, ANSWER))
