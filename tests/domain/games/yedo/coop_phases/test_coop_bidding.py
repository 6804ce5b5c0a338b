"""The Bidding Phase of Shogun Must Die: secret stakes, the prices of the Emperor Card, and an asset for each stake."""

from __future__ import annotations

from random import Random

import pytest

from domain.games.yedo.coop_phases.stakes import KeepStake, Stake, asset_price
from domain.games.yedo.course.shogun_must_die import COOP_STEPS
from domain.games.yedo.facts.bidding import MarkersReturned
from domain.games.yedo.facts.cards import NothingPlayed
from domain.games.yedo.facts.coop.stakes import AssetTaken, EmperorRevealed, StakeKept, StakeSet, StakesOpened
from domain.games.yedo.facts.goods import MonGained, MonPaid
from domain.games.yedo.facts.turns import LastingOver
from domain.games.yedo.modules.characters import UseCharacter
from domain.games.yedo.phases.bidding import ChooseLot
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.phases.preparation import PreparationPhase
from domain.games.yedo.printed.modifier_words import CostLess, Forbids
from domain.games.yedo.printed.parts import Lasting, Won
from domain.games.yedo.printed.terms import LOTS
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.fact import show_record
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.coop_games import board, coop
from tests.domain.games.yedo.game import CONTENT, RULES, Position
from tests.domain.games.yedo.test_coop_modules import in_teahouse
from tests.support.noninterference import Leak, Pair, Secretly, check, walk

DEATH, ROADS, MOON = "death-in-the-market", "closed-roads", "moon-viewing"
NAMES = ("Anna", "Bela", "Cora", "Dora", "the Daimyo")
OPTIONS = {"sets": "own", "action_sets": ("resources", "watch-patrol"), "mission_sets": ("neutral", "money")}
OVER = LastCall(seat=0)
"""A question that follows, so that the game waits at the end of the Bidding Phase."""


def bidding(seats: int = 2, **fields: object) -> Position:
    """Return a game in which all players decide on their stakes."""
    return coop(seats, phase="bidding", **fields).asking(COOP_STEPS["bidding"](), OVER).running()


def staked(game: Position, card: str, *stakes: int) -> Position:
    """Let the players set these stakes, by seat, and then turn up this Emperor Card."""
    *first, last = enumerate(stakes)
    for seat, stake in first:
        game = game.when(seat, Stake(stake))
    for seed in range(200):
        after = game.when(last[0], Stake(last[1]), seed)
        if board(after).upcoming == card:
            return after
    raise AssertionError(f"{card} was never turned up")


def lots(game: Position, seat: int) -> list[str]:
    """Return what a seat can take."""
    return [move.lot for move in game.offered(seat, ChooseLot)]


# The stakes


@pytest.mark.clause("yedo.coop.bid-hidden")
def test_all_stakes_are_fixed_before_the_prices_are_known() -> None:
    game = bidding().asked((0, "SetStake"), (1, "SetStake"))
    game = game.when(0, Stake(6)).asked((1, "SetStake")).then(0, mon=12).then(bidding=(0, 1))
    assert board(game).upcoming is None
    assert board(game).stakes == (6, None)
    game = game.when(1, Stake(0)).citing("yedo.coop.bid-hidden", StakesOpened)
    assert board(game).stakes == (6, 0)
    assert board(game).upcoming is not None


@pytest.mark.clause("yedo.coop.bid-hidden")
def test_players_may_decide_in_any_order() -> None:
    game = bidding(3).when(2, Stake(3)).when(0, Stake(12)).asked((1, "SetStake"))
    assert board(game).stakes == (12, None, 3)


@pytest.mark.clause("yedo.coop.bid-hidden")
def test_nobody_else_learns_what_a_player_has_decided() -> None:
    for stake, own in ((6, "Anna stakes 6 Mon."), (0, "Anna stays out of the bidding.")):
        game = bidding(3).when(0, Stake(stake))
        (fact,) = game.of_type(StakeSet)
        assert fact.words(NAMES, seat_viewer(0)) == own
        for viewer in (SPECTATOR, seat_viewer(1, 2)):
            assert fact.words(NAMES, viewer) == "Anna has decided on a stake."
            assert show_record(fact, viewer, fact.owners()) == {
                "type": "stake-set",
                "clause": "yedo.coop.bid-hidden",
                "seat": 0,
            }
            assert show_record(Stake(stake), viewer, (0,)) == {"type": "stake"}


@pytest.mark.clause("yedo.coop.bid-hidden")
def test_nobody_stakes_more_than_the_own_purse() -> None:
    game = bidding().having(0, mon=7).having(1, mon=30)
    assert game.offered(0, Stake) == [Stake(0), *map(Stake, range(3, 8))]
    game.when(0, Stake(8)).refused("yedo.coop.bid-hidden")
    suggested = [
        move for choice in RULES.choices(game.state) if choice.seat == 1 for move in choice.suggestions(game.state)
    ]
    assert Stake(0) in suggested
    assert Stake(30) in suggested
    assert set(suggested) < set(game.offered(1))


@pytest.mark.clause("yedo.coop.bid-drop-out")
def test_a_player_with_less_than_3_aside_is_out_and_gets_3_mon() -> None:
    game = bidding().when(1, Stake(2)).refused("yedo.coop.bid-drop-out")
    game = game.when(1, Stake(0)).then(1, mon=12).then(egress=())
    game = game.when(0, Stake(5)).citing("yedo.coop.bid-drop-out", MonGained).then(egress=(1,)).then(1, mon=15)
    assert game.offered(1) == []


@pytest.mark.clause("yedo.coop.bid-drop-out")
def test_a_player_who_has_less_than_3_mon_is_not_asked() -> None:
    game = coop(3, phase="bidding").having(1, mon=2).asking(COOP_STEPS["bidding"](), OVER).running()
    game = game.asked((0, "SetStake"), (2, "SetStake")).then(1, mon=2)
    game.when(0, Stake(0)).when(2, Stake(0)).then(0, mon=15).then(1, mon=5).then(2, mon=15).then(egress=(0, 1, 2))


def test_who_is_forbidden_to_bid_can_only_stay_out() -> None:
    forbidden = Lasting("a-card", (0,), "round", (Forbids(what="bidding"),))
    game = coop(2, phase="bidding", lasting=(forbidden,)).asking(COOP_STEPS["bidding"](), OVER).running()
    game = game.asked((1, "SetStake"))
    assert board(game).stakes == (0, None)


@pytest.mark.clause("yedo.ruling.no-cards-at-stakes")
def test_no_card_is_played_while_stakes_are_put_aside_but_before_an_asset_is_taken() -> None:
    hand = ("good-harvest", "arm-yourselves")
    assert [CONTENT.action_cards[card].when for card in hand] == ["own-bidding", "any"]
    game = bidding().having(0, actions=hand)
    for card in hand:
        game.when(0, PlayCard(card)).refused("yedo.ruling.no-cards-at-stakes")
    game = staked(game, DEATH, 4, 0).asked((0, "ChooseAsset"))
    assert set(game.offered(0, PlayCard)) == set(map(PlayCard, hand))
    game = game.when(0, PlayCard("good-harvest")).until("ChooseAsset").asked((0, "ChooseAsset")).then(0, mon=16)
    assert lots(game, 0) == [lot for lot in LOTS if CONTENT.emperor_cards[DEATH].prices[lot] <= 4]


@pytest.mark.clause("yedo.ruling.no-cards-at-stakes")
def test_no_character_is_used_while_stakes_are_put_aside_but_before_an_asset_is_taken() -> None:
    lending = UseCharacter("moneylender")
    game = in_teahouse(bidding(options={"teahouse": True}), active=(lending.character, None))
    assert game.when(0, lending).refusal is not None
    game = staked(game, DEATH, 4, 0).asked((0, "ChooseAsset"))
    game.when(0, lending).asked((0, "ChooseAsset")).then(0, mon=12 + 6)


@pytest.mark.clause("yedo.ruling.cards-at-prices")
def test_who_stays_out_or_can_take_nothing_may_play_cards_once_the_prices_are_known() -> None:
    game = bidding(3).having(1, actions=("good-harvest",)).having(2, actions=("good-harvest",))
    game = staked(game, DEATH, 7, 0, 0).asked((0, "ChooseAsset")).when(0, ChooseLot("bonus")).until("PlayWithoutAsset")
    game = game.asked((1, "PlayWithoutAsset"))
    game.when(1, ChooseLot("action")).refused("yedo.coop.bid-spend-all")
    played = game.when(1, PlayCard("good-harvest")).then(1, mon=12 + 3 + 4, actions=())
    played.asked((2, "PlayWithoutAsset")).when(2, DECLINE).asked((0, "LastCall"))
    declined = game.when(1, DECLINE).citing("yedo.ruling.cards-at-prices", NothingPlayed)
    declined.asked((2, "PlayWithoutAsset")).then(1, mon=15, actions=("good-harvest",))


@pytest.mark.clause("yedo.ruling.cards-at-prices", "yedo.coop.bid-no-asset")
def test_who_can_take_nothing_keeps_the_stake_after_that_moment() -> None:
    game = staked(bidding(track=(2, 0, 1)).having(0, actions=("good-harvest",)), DEATH, 3, 0)
    game = game.asked((0, "PlayWithoutAsset")).without(StakeKept)
    game.when(0, DECLINE).citing("yedo.coop.bid-no-asset", StakeKept).asked((0, "LastCall"))
    played = game.when(0, PlayCard("good-harvest")).citing("yedo.coop.bid-no-asset", StakeKept)
    played.asked((0, "LastCall")).then(0, mon=16)


@pytest.mark.clause("yedo.ruling.solo-moments")
def test_a_player_alone_is_asked_for_cards_only_if_one_can_be_played() -> None:
    assert CONTENT.action_cards["double-time"].when == "patrol-move"
    alone = bidding(1, options=OPTIONS).having(0, actions=("double-time",))
    alone.when(0, Stake(0)).asked((0, "LastCall"))
    for card in ("good-harvest", "arm-yourselves"):
        alone.having(0, actions=(card,)).when(0, Stake(0)).asked((0, "PlayWithoutAsset"))
    patrol = coop(1, phase="patrol", options=OPTIONS).asking(COOP_STEPS["patrol"](), OVER)
    patrol.having(0, actions=("good-harvest",)).running().asked((0, "LastCall"))
    patrol.having(0, actions=("double-time",)).running().asked((0, "InfluenceBefore"))


# The prices


@pytest.mark.clause("yedo.coop.bid-reveal-prices")
def test_then_the_top_emperor_card_is_turned_up_and_stays_on_upcoming_errand() -> None:
    game = bidding(3)
    top, *others = board(game).stack
    game = game.when(0, Stake(4)).when(1, Stake(0)).when(2, Stake(12))
    game = game.citing("yedo.coop.bid-reveal-prices", EmperorRevealed)
    card = board(game).upcoming
    assert card is not None
    assert CONTENT.emperor_cards[card].colour == top
    assert board(game).stack == tuple(others)
    (fact,) = game.of_type(EmperorRevealed)
    assert f"Geishas {CONTENT.emperor_cards[card].prices['geishas']} Mon" in (RULES.tell(fact, NAMES, SPECTATOR) or "")
    assert board(game.until("LastCall")).upcoming == card


@pytest.mark.clause("yedo.coop.emperor-separate")
def test_a_card_that_was_seen_is_not_turned_up_again() -> None:
    yellow = CONTENT.emperor_of["yellow"]
    game = bidding(gone=yellow[:4], errands=yellow[4:6], current=yellow[6], stack=("yellow",) * 3)
    found = {board(game.when(0, Stake(0)).when(1, Stake(0), seed)).upcoming for seed in range(40)}
    assert found == set(yellow[7:]), "either may be one of those that lie hidden on Winning Conditions"


@pytest.mark.clause("yedo.coop.bid-interference")
def test_while_the_daimyo_is_first_all_prices_are_1_mon_higher() -> None:
    prices = CONTENT.emperor_cards[DEATH].prices
    game = staked(bidding(track=(2, 0, 1)), DEATH, prices["geishas"], 0)
    assert {lot: asset_price(game.state, lot) for lot in LOTS} == {lot: prices[lot] + 1 for lot in LOTS}
    assert asset_price(game.state, "geishas") == 7
    game.when(0, ChooseLot("geishas")).refused("yedo.coop.bid-interference")
    game = staked(bidding(track=(0, 2, 1)), DEATH, 6, 0)
    assert asset_price(game.state, "geishas") == 6
    game.when(0, ChooseLot("geishas")).then(0, mon=6)


@pytest.mark.clause("yedo.coop.bid-carpenter-coins")
def test_the_coins_of_the_daimyo_make_annexes_dearer() -> None:
    assert CONTENT.emperor_cards[ROADS].prices["annexes"] == 6
    game = staked(bidding(coins=2), ROADS, 7, 8)
    assert asset_price(game.state, "annexes") == 8
    assert asset_price(game.state, "geishas") == CONTENT.emperor_cards[ROADS].prices["geishas"]
    game = game.when(0, ChooseLot("annexes")).refused("yedo.coop.bid-carpenter-coins")
    game = game.when(0, ChooseLot("action")).until("ChooseAsset")
    game.when(1, ChooseLot("annexes")).then(1, mon=4)


# The assets


@pytest.mark.clause("yedo.coop.bid-spend-all")
def test_the_whole_stake_is_paid_and_no_asset_is_taken_twice() -> None:
    assert CONTENT.emperor_cards[DEATH].prices["weapons"] == 4
    game = staked(bidding(), DEATH, 7, 7).asked((0, "ChooseAsset"))
    game = game.when(0, ChooseLot("weapons")).citing("yedo.coop.bid-spend-all", MonPaid).then(0, mon=5)
    game = game.then(bidding=(1,), won=(Won("weapons", 0),)).until("ChooseAsset").asked((1, "ChooseAsset"))
    assert "weapons" not in lots(game, 1)
    game.when(1, ChooseLot("weapons")).refused("yedo.coop.bid-spend-all")


@pytest.mark.clause("yedo.coop.bid-spend-all")
def test_an_asset_that_costs_more_than_the_stake_cannot_be_taken() -> None:
    game = staked(bidding(), DEATH, 5, 0)
    prices = CONTENT.emperor_cards[DEATH].prices
    assert lots(game, 0) == [lot for lot in LOTS if prices[lot] <= 5]
    game.when(0, ChooseLot("geishas")).refused("yedo.coop.bid-spend-all")


def test_a_reward_is_that_of_the_auctions() -> None:
    game = staked(bidding().having(0, house=2, reserve=2), DEATH, 6, 0)
    game.when(0, ChooseLot("disciples")).then(0, house=3, reserve=1)
    assert game.when(0, ChooseLot("geishas")).value(0, "geishas") == (3,)
    weapons = game.when(0, ChooseLot("weapons"))
    assert weapons.asks()[0] == (0, "KeepDrawn")


@pytest.mark.clause("yedo.ruling.asset-order")
def test_assets_are_chosen_in_player_order() -> None:
    game = staked(bidding(3, track=(2, 3, 0, 1)), DEATH, 4, 0, 5).asked((2, "ChooseAsset"))
    game = game.when(2, ChooseLot("disciples")).asked((0, "ChooseAsset"))
    game = game.when(0, ChooseLot("weapons")).until("LastCall")
    game.then(won=(Won("disciples", 2), Won("weapons", 0)), egress=(1,), bidding=())


@pytest.mark.clause("yedo.ruling.asset-order")
def test_who_can_take_an_asset_must() -> None:
    game = staked(bidding(), DEATH, 3, 0)
    assert KeepStake() not in game.offered(0)
    game.when(0, KeepStake()).refused("yedo.ruling.asset-order")


@pytest.mark.clause("yedo.coop.bid-no-asset")
def test_who_can_take_nothing_keeps_the_stake_and_gets_no_3_mon() -> None:
    game = staked(bidding(track=(2, 0, 1)), DEATH, 3, 4).asked((1, "ChooseAsset"))
    game = game.citing("yedo.coop.bid-no-asset", StakeKept).then(0, mon=12).then(egress=(0,), bidding=(1,))
    game.when(1, ChooseLot("action")).until("LastCall").then(0, mon=12).then(1, mon=8)


@pytest.mark.clause("yedo.coop.bid-no-asset")
def test_others_may_have_taken_all_that_a_stake_covers() -> None:
    covered = [lot for lot in LOTS if CONTENT.emperor_cards[DEATH].prices[lot] <= 3]
    assert covered == ["action", "missions"]
    game = staked(bidding(3), DEATH, 3, 3, 3).when(0, ChooseLot("missions")).until("ChooseAsset")
    game = game.when(1, ChooseLot("action")).until("LastCall")
    game.then(2, mon=12).then(egress=(2,), won=(Won("missions", 0), Won("action", 1)))


def test_a_stake_that_a_card_has_spent_meanwhile_is_what_is_left_of_it() -> None:
    game = staked(bidding(), DEATH, 7, 0).having(0, mon=4)
    assert lots(game, 0) == ["action", "bonus", "weapons", "disciples", "missions"]
    game.when(0, ChooseLot("bonus")).then(0, mon=0)
    game = game.having(0, mon=2)
    assert game.offered(0) == [KeepStake()]
    game.when(0, KeepStake()).then(0, mon=2).then(egress=(1, 0))


@pytest.mark.clause("yedo.ruling.bonus-errand-only")
def test_the_prices_of_a_bonus_card_do_not_count() -> None:
    bonus, upcoming = (CONTENT.emperor_cards[card].prices for card in (MOON, DEATH))
    cheaper = {lot for lot in LOTS if bonus[lot] < upcoming[lot]}
    dearer = {lot for lot in LOTS if bonus[lot] > upcoming[lot]}
    assert cheaper
    assert dearer
    game = staked(bidding(bonus=MOON, bonus_hidden=1, shogun=None), DEATH, 5, 0).asked((0, "ChooseAsset"))
    assert lots(game, 0) == [lot for lot in LOTS if upcoming[lot] <= 5]


@pytest.mark.clause("yedo.ruling.cards-at-prices")
def test_cards_of_any_time_are_played_while_another_player_takes_an_asset() -> None:
    game = bidding(3).having(2, actions=("a-word-at-the-well",))
    game = staked(game, DEATH, 7, 7, 0).asked((0, "ChooseAsset"))
    assert PlayCard("a-word-at-the-well") in game.offered(2)
    game = game.when(2, PlayCard("a-word-at-the-well")).then(2, actions=())
    assert game.refusal is None


@pytest.mark.clause("yedo.ruling.tenacious-stake")
def test_the_stake_of_the_tenacious_is_compared_unchanged_and_1_mon_of_it_comes_back() -> None:
    game = bidding(options={"clan_powers": True}).with_powers("tenacious", "wise")
    game = staked(game, DEATH, 5, 0)
    game.when(0, ChooseLot("geishas")).refused("yedo.coop.bid-spend-all")
    game.when(0, ChooseLot("bonus")).citing("yedo.ruling.tenacious-stake", MonPaid).then(0, mon=8)


def test_what_makes_the_next_bid_cheaper_is_used_up_by_a_stake() -> None:
    cheaper = (CostLess(of="bid", by=2),)
    game = bidding(lasting=(Lasting("sealed-wager", (0, 1), "next-use", cheaper),))
    game = staked(game, DEATH, 5, 0).when(0, ChooseLot("bonus")).then(0, mon=9)
    assert len(game.of_type(LastingOver)) == 1
    assert game.state.playing.lasting == ()


@pytest.mark.clause("yedo.coop.with-specialists")
def test_no_second_specialist_of_a_kind_is_taken() -> None:
    options = {"specialists": True}
    game = bidding(options=options, token="ninja").with_specialists(0, "ninja")
    game = staked(game, DEATH, 5, 5)
    assert "disciples" not in lots(game, 0)
    game.when(0, ChooseLot("disciples")).refused("yedo.specialists.no-bid-duplicate")
    game = game.when(0, ChooseLot("action")).until("ChooseAsset")
    assert "ninja" in game.when(1, ChooseLot("disciples")).state.pieces.house[1]


def test_in_the_next_preparation_no_stake_is_fixed_and_all_markers_return() -> None:
    game = staked(bidding(), DEATH, 7, 0).when(0, ChooseLot("geishas"))
    game = game.with_state(phase="preparation").asking(PreparationPhase(), OVER).running()
    game.citing("yedo.preparation.bidding-markers", MarkersReturned).then(bidding=(0, 1), egress=(), won=())
    assert board(game).stakes == (None, None)


def test_what_is_taken_is_told_with_its_price() -> None:
    game = staked(bidding(), DEATH, 7, 0)
    labels = {move: RULES.choices(game.state)[0].label(game.state, move, NAMES) for move in game.offered(0)}
    assert labels[ChooseLot("geishas")] == "take a Geisha, at a price of 6 Mon, for your stake of 7 Mon"
    (fact,) = game.when(0, ChooseLot("geishas")).of_type(AssetTaken)
    assert fact.words(NAMES, SPECTATOR) == "Anna takes Geishas, at a price of 6 Mon."


# Secrecy


@pytest.mark.clause("yedo.coop.bid-hidden")
@pytest.mark.parametrize("stakes", [(3, 9), (0, 5), (12, 0)])
def test_games_that_differ_in_a_stake_look_alike_to_the_others(stakes: tuple[int, int]) -> None:
    one, other = (Secretly(bidding(3).when(0, Stake(stake)).state, bytes(32)) for stake in stakes)
    viewers: tuple[Viewer, ...] = (SPECTATOR, seat_viewer(1), seat_viewer(1, 2))
    for viewer in viewers:
        pair = Pair(viewer, one, other)
        check(RULES, pair, universe)
        assert walk(RULES, pair, universe, Random(1), steps=4) >= 1
    for viewer in (seat_viewer(0), ARBITER):
        with pytest.raises(Leak):
            check(RULES, Pair(viewer, one, other), universe)


def universe(state: object) -> list[Stake]:
    """Return stakes, most of which can be set."""
    return [Stake(mon) for mon in (0, 1, 3, 8, 12, 13)]
