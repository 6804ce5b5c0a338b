"""Whole auctions, fact by fact: the example of Blue and Green in the rulebook, and three players with categories."""

from __future__ import annotations

import pytest

from domain.games.yedo.phases.bidding import (
    Announce,
    Auctions,
    Bid,
    BiddingPhase,
    ChooseLot,
    DropOut,
    LeaveBidding,
    Pass,
    StayIn,
)
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.parts import Won
from domain.games.yedo.verbs.moves import ACCEPT, KeepWeapon
from domain.kernel.table import Asked
from tests.domain.games.yedo.game import Position, given

BLUE, GREEN, RED, YELLOW = range(4)
OVER = LastCall(seat=0)
"""A question that follows, so that the game waits at the end of the Bidding Phase."""


def happened(game: Position) -> list[tuple[str, str]]:
    """Return what came of the last move: the kinds of the facts with their clauses, without the agenda."""
    return [(type(fact).__name__, fact.clause) for fact in game.facts if not isinstance(fact, Asked)]


def blue_and_green(**options: object) -> Position:
    """Return the position of the example: Red has dropped out, Yellow has won the Bonus Cards."""
    game = given(4, phase="bidding", bidding=(BLUE, GREEN), egress=(RED,), won=(Won("bonus", YELLOW),), **options)
    return game.having(GREEN, mon=9).having(RED, mon=15).having(YELLOW, mon=8)


@pytest.mark.clause("yedo.bidding.example-blue-green")
def test_blue_takes_the_weapon_for_7_and_green_alone_wins_at_the_opening_bid() -> None:
    game = blue_and_green().on_top("weapons", "doku", "nawa", "yumi").asking(Auctions(), OVER).running()
    game = game.asked((BLUE, "OpenAuction")).when(BLUE, Announce("bonus")).refused("yedo.bidding.type-closed")
    game = game.when(BLUE, Announce("weapons")).asked((GREEN, "RaiseOrPass"))
    assert happened(game) == [("LotAnnounced", "yedo.bidding.starting-bid")]
    game = game.when(GREEN, Bid(3)).refused("yedo.bidding.raise-or-pass")
    game = game.when(GREEN, Bid(6)).asked((BLUE, "RaiseOrPass"))
    assert happened(game) == [("BidMade", "yedo.bidding.raise-or-pass")]

    game = game.when(BLUE, Bid(7)).asked((BLUE, "KeepDrawn")).then(BLUE, mon=5)
    assert happened(game) == [
        ("BidMade", "yedo.bidding.auctioneer-last-chance"),
        ("MonPaid", "yedo.bidding.winner-steps"),
        ("AuctionWon", "yedo.bidding.winner-steps"),
        ("WeaponsDrawn", "yedo.reward.auction-weapons"),
    ]
    game = game.when(BLUE, KeepWeapon("nawa")).asked((GREEN, "OpenAuction")).then(BLUE, weapons=("nawa",))
    assert happened(game) == [
        ("WeaponKept", "yedo.reward.auction-weapons"),
        ("WeaponsThrownBack", "yedo.reward.auction-weapons"),
    ]
    game.then(weapon_discard=("doku", "yumi"), won=(Won("bonus", YELLOW), Won("weapons", BLUE)), bidding=(GREEN,))

    game = game.when(GREEN, Announce("geishas")).then(GREEN, mon=4, geishas=(3,), points=4)
    assert happened(game) == [
        ("LotAnnounced", "yedo.bidding.starting-bid"),
        ("MonPaid", "yedo.bidding.all-pass"),
        ("AuctionWon", "yedo.bidding.all-pass"),
        ("GeishaTaken", "yedo.reward.auction-geishas"),
        ("PrestigeGained", "yedo.reward.auction-geishas"),
    ]
    game.then(bidding=(), egress=(RED,)).asked((0, "LastCall"))


@pytest.mark.clause("yedo.bidding.example-blue-green", "yedo.bidding.cannot-pay")
def test_green_spends_the_bid_on_cards_of_any_time_and_wins_nothing() -> None:
    gifts = "gifts-for-the-council"
    game = blue_and_green(options={"rounds": 8, "sets": "first-game"}).having(GREEN, actions=(gifts, gifts))
    game = game.asking(Auctions(), OVER).running()
    game = game.when(BLUE, Announce("weapons")).when(GREEN, Bid(6)).asked((BLUE, "RaiseOrPass"))
    for mon, points in ((6, 3), (3, 5)):
        game = game.when(GREEN, PlayCard(gifts)).when(GREEN, ACCEPT).then(GREEN, mon=mon, points=points)
        game = game.asked((BLUE, "RaiseOrPass"))
    game = game.when(BLUE, Pass()).then(GREEN, mon=0, weapons=()).asked((BLUE, "OpenAuction"))
    assert happened(game) == [
        ("Passed", "yedo.bidding.auctioneer-last-chance"),
        ("MonPaid", "yedo.bidding.cannot-pay"),
        ("CouldNotPay", "yedo.bidding.cannot-pay"),
    ]
    game.then(bidding=(BLUE,), won=(Won("bonus", YELLOW), Won("weapons", GREEN)))
    game.when(BLUE, Announce("weapons")).refused("yedo.bidding.type-closed")


@pytest.mark.clause("yedo.bidding.category-only", "yedo.bidding.category-closed")
def test_three_players_auction_categories() -> None:
    game = given(3, phase="bidding").asking(BiddingPhase(), OVER).running()
    game = game.when(0, StayIn()).when(1, StayIn()).when(2, DropOut()).then(2, mon=15)
    assert happened(game) == [("DroppedOut", "yedo.bidding.drop-out"), ("MonGained", "yedo.bidding.drop-out")]

    game = game.asked((0, "OpenAuction")).when(0, Announce("black")).asked((1, "RaiseOrPass"))
    assert happened(game) == [("LotAnnounced", "yedo.bidding.category-starting-bid")]
    game = game.when(1, Pass()).asked((0, "ChooseType")).then(0, mon=7)
    assert happened(game) == [
        ("Passed", "yedo.bidding.raise-or-pass"),
        ("MonPaid", "yedo.bidding.all-pass"),
        ("AuctionWon", "yedo.bidding.all-pass"),
    ]
    assert game.offered(0) == [ChooseLot("annexes"), ChooseLot("geishas")]
    game = game.when(0, ChooseLot("geishas")).then(0, geishas=(3,), annexes=(), points=4)

    game = game.asked((1, "OpenAuction"))
    assert game.offered(1) == [Announce("white"), Announce("red"), LeaveBidding()]
    game = game.when(1, Announce("red")).asked((1, "ChooseType")).then(1, mon=9)
    game = game.when(1, ChooseLot("disciples")).then(1, house=3, reserve=1).asked((0, "LastCall"))
    game.then(won=(Won("black", 0), Won("red", 1)), bidding=(), egress=(2,))


@pytest.mark.clause("yedo.bidding.auctioneer-leaves")
def test_an_auctioneer_with_2_mon_can_only_leave_and_receives_nothing() -> None:
    game = given(3, phase="bidding").having(0, mon=2).asking(Auctions(), OVER).running()
    assert game.offered(0) == [LeaveBidding()]
    game = game.when(0, LeaveBidding()).then(0, mon=2).asked((1, "OpenAuction"))
    assert happened(game) == [("LeftBidding", "yedo.bidding.auctioneer-leaves")]
