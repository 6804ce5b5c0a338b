"""The Bidding Phase: dropping out, auctions, raises, categories for two or three players."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.bidding import (
    AuctionWon,
    BidMade,
    CouldNotPay,
    DroppedOut,
    LeftBidding,
    LotAnnounced,
    MarkersReturned,
    Passed,
    TypeChosen,
)
from domain.games.yedo.facts.goods import GeishaTaken, MonGained, MonPaid, PrestigeGained
from domain.games.yedo.phases.bidding import (
    Announce,
    Bid,
    BiddingPhase,
    ChooseLot,
    DropOut,
    LeaveBidding,
    Pass,
    RaiseOrPass,
    StayIn,
)
from domain.games.yedo.printed.modifier_words import CostLess, Forbids
from domain.games.yedo.printed.parts import Auction, Lasting, Won
from domain.games.yedo.printed.terms import LOTS
from domain.kernel.audience import SPECTATOR, seat_viewer
from tests.domain.games.yedo.auctions import OVER, again, auctions, bids, lots, not_asked, passing, phase
from tests.domain.games.yedo.game import RULES, given


@pytest.mark.clause("yedo.bidding.drop-out")
def test_who_drops_out_before_the_first_auction_takes_3_mon_and_goes_to_egress() -> None:
    game = given(4, phase="bidding", track=(2, 0, 3, 1), bidding=(2, 0, 3, 1)).having(2, mon=2)
    game = game.asking(BiddingPhase(), OVER).running().asked((2, "StayOrDrop"))
    game = game.when(2, DropOut()).then(2, mon=5).then(egress=(2,), bidding=(0, 3, 1))
    game.citing("yedo.bidding.drop-out", DroppedOut).citing("yedo.bidding.drop-out", MonGained)


@pytest.mark.clause("yedo.bidding.drop-out")
def test_each_player_is_asked_once_in_player_order_before_the_first_auction() -> None:
    game = phase(track=(2, 0, 3, 1), bidding=(2, 0, 3, 1))
    for seat in (2, 0, 3, 1):
        game = game.asked((seat, "StayOrDrop")).when(seat, StayIn())
    game.asked((2, "OpenAuction")).then(bidding=(2, 0, 3, 1), egress=())


@pytest.mark.clause("yedo.bidding.drop-out")
def test_who_dropped_out_joins_no_auction_of_this_round() -> None:
    game = phase(3).when(0, StayIn()).when(1, DropOut()).when(2, StayIn())
    game.when(0, Announce("white")).asked((2, "RaiseOrPass"))


def test_there_is_no_auction_if_everybody_drops_out() -> None:
    game = phase(2).when(0, DropOut()).when(1, DropOut())
    game.asked((0, "LastCall")).then(mon=(15, 15), bidding=()).without(LotAnnounced)


# Opening an auction


@pytest.mark.clause("yedo.bidding.seven-types")
def test_seven_types_of_assets_can_be_put_up_for_auction_each_round() -> None:
    assert len(LOTS) == 7
    assert lots(auctions(4), 0) == list(LOTS)
    assert lots(auctions(5), 0) == list(LOTS)
    refused = auctions(4).when(0, Announce("white")).refused("yedo.bidding.seven-types")
    refused.asked((0, "OpenAuction"))


@pytest.mark.clause("yedo.bidding.order")
def test_bidding_order_follows_the_markers_on_the_bidding_track_from_the_first_who_is_the_auctioneer() -> None:
    game = auctions(track=(0, 1, 2, 3), bidding=(2, 0, 1)).asked((2, "OpenAuction"))
    game = game.when(2, Announce("weapons")).asked((0, "RaiseOrPass"))
    game.when(0, Pass()).asked((1, "RaiseOrPass"))


@pytest.mark.clause("yedo.bidding.starting-bid")
@pytest.mark.parametrize("lot", LOTS)
def test_annexes_and_geishas_open_at_5_mon_and_all_other_types_at_3(lot: str) -> None:
    game = auctions().when(0, Announce(lot))
    price = 5 if lot in ("annexes", "geishas") else 3
    assert game.state.bids.auction == Auction(lot, 0, price, 0, (1, 2, 3))
    game.citing("yedo.bidding.starting-bid", LotAnnounced).then(mon=(12,) * 4)


@pytest.mark.clause("yedo.bidding.no-overbid")
def test_an_auctioneer_cannot_open_what_they_cannot_pay() -> None:
    game = again(given(4, phase="bidding").having(0, mon=4))
    assert lots(game, 0) == ["action", "bonus", "weapons", "disciples", "missions"]
    game.when(0, Announce("geishas")).refused("yedo.bidding.no-overbid")
    assert lots(again(given(4, phase="bidding").having(0, mon=5)), 0) == list(LOTS)
    assert lots(again(given(4, phase="bidding").having(0, mon=2)), 0) == []


@pytest.mark.clause("yedo.bidding.auctioneer-leaves")
def test_an_auctioneer_may_leave_the_auctions_and_receives_no_mon() -> None:
    game = auctions().when(0, LeaveBidding()).citing("yedo.bidding.auctioneer-leaves", LeftBidding)
    game.then(0, mon=12).then(egress=(0,), bidding=(1, 2, 3)).asked((1, "OpenAuction"))


@pytest.mark.clause("yedo.bidding.auctioneer-leaves", "yedo.ruling.leaving-an-auction")
def test_an_auctioneer_may_leave_before_a_later_auction_too_and_for_the_rest_of_the_round() -> None:
    game = passing(auctions().when(0, Announce("weapons")).when(1, Bid(4)), 2, 3, 0).until("OpenAuction")
    game = game.asked((0, "OpenAuction")).when(0, LeaveBidding())
    game.then(0, mon=12).then(egress=(0,), bidding=(2, 3)).asked((2, "OpenAuction"))
    game.citing("yedo.ruling.leaving-an-auction", LeftBidding)
    game = game.when(2, Announce("bonus")).asked((3, "RaiseOrPass"))
    not_asked(game, 0, Pass())
    game.when(3, Pass()).asked((2, "KeepOne"))


# Raising


@pytest.mark.clause("yedo.bidding.raise-or-pass")
def test_a_later_player_bids_more_than_the_highest_bid_or_passes() -> None:
    game = auctions().when(0, Announce("annexes")).asked((1, "RaiseOrPass"))
    game = game.when(1, Bid(5)).refused("yedo.bidding.raise-or-pass")
    game = game.when(1, Bid(6)).citing("yedo.bidding.raise-or-pass", BidMade)
    assert bids(game, 2) == list(range(7, 13))
    game.when(2, Bid(12)).then(auction=Auction("annexes", 0, 12, 2, (3, 0)))


@pytest.mark.clause("yedo.bidding.raise-or-pass")
def test_six_mon_are_enough_for_a_bid_of_six() -> None:
    game = again(given(4, phase="bidding").having(1, mon=6)).when(0, Announce("annexes"))
    assert bids(game, 1) == [6]


@pytest.mark.clause("yedo.bidding.no-overbid")
def test_nobody_may_bid_more_than_they_can_pay() -> None:
    game = again(given(4, phase="bidding").having(1, mon=4)).when(0, Announce("weapons"))
    assert bids(game, 1) == [4]
    game.when(1, Bid(5)).refused("yedo.bidding.no-overbid")


@pytest.mark.clause("yedo.bidding.one-pass")
def test_an_auction_goes_around_once_so_who_passed_cannot_bid_when_another_raises() -> None:
    game = auctions().when(0, Announce("weapons")).when(1, Pass()).citing("yedo.bidding.raise-or-pass", Passed)
    game = not_asked(game.when(2, Bid(4)).asked((3, "RaiseOrPass")), 1, Bid(5))
    game = not_asked(game.when(3, Pass()).asked((0, "RaiseOrPass")), 1, Bid(5))
    game.when(0, Bid(5)).asked((0, "KeepDrawn")).then(0, mon=7)


def test_a_bid_is_an_amount_and_to_pass_is_not() -> None:
    question = RaiseOrPass(seat=0)
    assert [question.amount(move) for move in (Bid(4), Bid(12), Pass())] == [4, 12, None]


@pytest.mark.clause("yedo.bidding.auctioneer-last-chance")
def test_after_all_others_the_auctioneer_may_once_bid_higher_and_nobody_may_answer() -> None:
    game = passing(auctions().when(0, Announce("geishas")).when(1, Bid(6)), 2, 3).asked((0, "RaiseOrPass"))
    game = game.when(0, Bid(6)).refused("yedo.bidding.raise-or-pass")
    game = game.when(0, Bid(7)).citing("yedo.bidding.auctioneer-last-chance", BidMade)
    game.then(0, mon=5).then(1, mon=12).then(won=(Won("geishas", 0),)).asked((1, "OpenAuction"))


@pytest.mark.clause("yedo.bidding.auctioneer-last-chance")
def test_an_auctioneer_who_passes_the_last_chance_leaves_the_lot_to_the_highest_bidder() -> None:
    game = passing(auctions().when(0, Announce("geishas")).when(1, Bid(6)).when(2, Bid(8)), 3, 0)
    game.citing("yedo.bidding.auctioneer-last-chance", Passed).then(won=(Won("geishas", 2),)).then(2, mon=4)


@pytest.mark.clause("yedo.bidding.all-pass")
def test_if_all_others_pass_the_auctioneer_wins_at_the_opening_bid() -> None:
    game = passing(auctions().when(0, Announce("weapons")), 1, 2, 3).asked((0, "KeepDrawn"))
    game.then(0, mon=9).citing("yedo.bidding.all-pass", AuctionWon)
    assert game.until("OpenAuction").value(0, "weapons")


@pytest.mark.clause("yedo.bidding.all-pass")
def test_an_auctioneer_who_is_alone_on_the_track_wins_at_once() -> None:
    game = auctions(bidding=(3,)).when(3, Announce("geishas")).citing("yedo.bidding.all-pass", AuctionWon)
    game.then(3, mon=7, geishas=(3,)).asked((0, "LastCall"))


# Winning


@pytest.mark.clause("yedo.bidding.winner-steps")
def test_the_winner_pays_then_moves_the_marker_then_takes_the_reward() -> None:
    game = again(given(4, phase="bidding").having(1, mon=10)).when(0, Announce("missions")).when(1, Bid(4))
    game = passing(game, 2, 3, 0).citing("yedo.bidding.winner-steps", AuctionWon)
    game = game.then(1, mon=6).then(bidding=(0, 2, 3), won=(Won("missions", 1),)).asked((1, "ChooseColour"))
    game = game.until("OpenAuction")
    assert len(game.value(1, "missions")) == 1


@pytest.mark.clause("yedo.bidding.winner-steps")
def test_the_payment_comes_before_the_marker_and_the_marker_before_the_reward() -> None:
    game = auctions(bidding=(0,)).when(0, Announce("geishas"))
    order = [type(fact) for fact in game.facts if isinstance(fact, MonPaid | AuctionWon | GeishaTaken | PrestigeGained)]
    assert order == [MonPaid, AuctionWon, GeishaTaken, PrestigeGained]


@pytest.mark.clause("yedo.bidding.next-auction")
def test_while_a_marker_is_on_the_track_another_auction_is_held() -> None:
    game = passing(auctions().when(0, Announce("geishas")), 1, 2, 3)
    game = game.then(bidding=(1, 2, 3)).asked((1, "OpenAuction"))
    game = game.when(1, LeaveBidding()).when(2, LeaveBidding()).when(3, LeaveBidding())
    game.then(bidding=(), egress=(1, 2, 3)).asked((0, "LastCall"))


@pytest.mark.clause("yedo.bidding.auctioneer-stays")
def test_an_auctioneer_who_did_not_win_is_auctioneer_again() -> None:
    game = passing(auctions().when(0, Announce("geishas")).when(1, Bid(6)), 2, 3, 0)
    game.then(won=(Won("geishas", 1),)).asked((0, "OpenAuction"))


@pytest.mark.clause("yedo.bidding.type-closed")
def test_a_type_that_was_won_cannot_be_named_again_in_this_round() -> None:
    game = passing(auctions().when(0, Announce("weapons")), 1, 2, 3).until("OpenAuction").asked((1, "OpenAuction"))
    assert lots(game, 1) == [lot for lot in LOTS if lot != "weapons"]
    game.when(1, Announce("weapons")).refused("yedo.bidding.type-closed")


@pytest.mark.clause("yedo.bidding.one-win-per-round")
def test_who_won_an_auction_takes_no_part_in_further_ones() -> None:
    game = passing(auctions().when(0, Announce("geishas")).when(1, Bid(6)), 2, 3, 0)
    game = not_asked(game.when(0, Announce("action")).asked((2, "RaiseOrPass")), 1, Bid(4))
    passing(game, 2, 3).asked((0, "KeepOne"))


@pytest.mark.clause("yedo.bidding.useless-win")
def test_a_reward_of_no_use_is_paid_for_all_the_same() -> None:
    game = again(given(4, phase="bidding", bidding=(0,)).having(0, geishas=(1, 1, 2)))
    game = game.when(0, Announce("geishas")).then(0, mon=7, geishas=(1, 1, 2), points=1)
    game.without(GeishaTaken).without(PrestigeGained)
    assert "yedo.bidding.useless-win" in [fact.clause for fact in game.facts]


@pytest.mark.clause("yedo.bidding.cannot-pay")
def test_a_winner_who_can_no_longer_pay_pays_all_moves_the_marker_and_gets_no_reward() -> None:
    game = passing(auctions().when(0, Announce("geishas")).when(1, Bid(6)), 2, 3).having(1, mon=4).when(0, Pass())
    game.then(1, mon=0, geishas=(), points=1).then(bidding=(0, 2, 3), won=(Won("geishas", 1),))
    game.citing("yedo.bidding.cannot-pay", CouldNotPay).citing("yedo.bidding.cannot-pay", MonPaid)
    game.without(AuctionWon)
    assert "geishas" not in lots(game, 0)


@pytest.mark.clause("yedo.bidding.mon-public")
def test_everybody_sees_how_much_mon_each_player_has() -> None:
    state = given(3).having(0, mon=9).state
    for viewer in (seat_viewer(1), SPECTATOR):
        assert RULES.view(state, viewer).seats[0].mon == 9


# Two or three players


@pytest.mark.clause("yedo.bidding.category-only")
@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_players_the_auctioneer_names_a_category(seats: int) -> None:
    game = auctions(seats)
    assert lots(game, 0) == ["white", "black", "red"]
    game.when(0, Announce("weapons")).refused("yedo.bidding.category-only")


@pytest.mark.clause("yedo.bidding.category-starting-bid")
@pytest.mark.parametrize(("category", "price"), [("white", 3), ("black", 5), ("red", 3)])
def test_a_category_opens_at_the_price_of_its_types(category: str, price: int) -> None:
    game = auctions(3).when(0, Announce(category)).citing("yedo.bidding.category-starting-bid", LotAnnounced)
    assert game.state.bids.auction == Auction(category, 0, price, 0, (1, 2))


@pytest.mark.clause("yedo.bidding.categories")
@pytest.mark.parametrize(
    ("category", "types"),
    [
        ("white", ("action", "bonus", "weapons")),
        ("black", ("annexes", "geishas")),
        ("red", ("disciples", "missions")),
    ],
)
def test_each_category_holds_its_own_types(category: str, types: tuple[str, ...]) -> None:
    game = auctions(2, bidding=(1,)).when(1, Announce(category)).asked((1, "ChooseType"))
    assert game.offered(1) == [ChooseLot(lot) for lot in types]
    other = next(lot for lot in LOTS if lot not in types)
    game.when(1, ChooseLot(other)).refused("yedo.bidding.categories")


@pytest.mark.clause("yedo.bidding.category-winner-chooses")
def test_the_winner_of_a_category_takes_one_of_its_types() -> None:
    game = passing(auctions(3).when(0, Announce("black")).when(1, Bid(6)), 2, 0).asked((1, "ChooseType"))
    game = game.when(1, ChooseLot("geishas")).citing("yedo.bidding.category-winner-chooses", TypeChosen)
    game.then(1, mon=6, geishas=(3,), annexes=(), points=4).asked((0, "OpenAuction"))


@pytest.mark.clause("yedo.bidding.category-closed")
def test_a_category_that_was_won_is_closed_with_all_its_types() -> None:
    game = auctions(2, won=(Won("red", 1),), bidding=(0,))
    assert lots(game, 0) == ["white", "black"]
    game.when(0, Announce("red")).refused("yedo.bidding.category-closed")


# The markers, prohibitions, discounts and cards


def test_the_markers_return_to_the_track_in_player_order() -> None:
    game = given(3, bidding=(), egress=(1,), won=(Won("red", 0), Won("white", 2)), track=(2, 0, 1))
    game = game.asking(OVER).happening(MarkersReturned("yedo.preparation.bidding-markers"))
    game.then(bidding=(2, 0, 1), egress=(), won=())


def test_who_is_forbidden_to_bid_can_only_pass_or_leave() -> None:
    held = Lasting("a-card", (0, 1), "round", (Forbids(what="bidding"),))
    game = auctions(lasting=(held,))
    assert game.offered(0) == [LeaveBidding()]
    game = game.when(0, Announce("weapons")).refused("yedo.event.duration").when(0, LeaveBidding())
    game = game.when(1, LeaveBidding()).when(2, Announce("weapons"))
    assert game.offered(3, Bid)


def test_a_discount_lets_a_player_bid_more_than_the_purse_and_is_used_up_by_paying() -> None:
    held = Lasting("a-card", (1,), "next-use", (CostLess(of="bid", by=2),))
    game = auctions(lasting=(held,)).when(0, Announce("geishas"))
    assert bids(game, 1)[-1] == 14
    game = passing(game.when(1, Bid(14)), 2, 3, 0)
    game.then(1, mon=0, geishas=(3,)).then(lasting=())
