"""Positions and steps of the Bidding Phase."""

from __future__ import annotations

from domain.games.yedo.phases.bidding import Announce, Auctions, Bid, BiddingPhase, Pass
from domain.games.yedo.phases.final_scoring import LastCall
from domain.kernel.choice import Move
from tests.domain.games.yedo.game import Position, given

OVER = LastCall(seat=0)
"""A question that follows, so that the game waits at the end of the Bidding Phase."""
FIRST_GAME = {"rounds": 8, "sets": "first-game"}


def phase(seats: int = 4, **fields: object) -> Position:
    """Return the first question of a Bidding Phase."""
    return given(seats, phase="bidding", **fields).asking(BiddingPhase(), OVER).running()


def auctions(seats: int = 4, **fields: object) -> Position:
    """Return a Bidding Phase in which everybody has said whether they take part; nobody has won anything."""
    return given(seats, phase="bidding", **fields).asking(Auctions(), OVER).running()


def again(game: Position) -> Position:
    """Ask the Auctioneer again, after `having` changed what seats own."""
    return game.asking(Auctions(), OVER).running()


def lots(game: Position, seat: int) -> list[str]:
    return [move.lot for move in game.offered(seat, Announce)]


def bids(game: Position, seat: int) -> list[int]:
    return [move.mon for move in game.offered(seat, Bid)]


def passing(game: Position, *seats: int) -> Position:
    for seat in seats:
        game = game.when(seat, Pass())
    return game


def not_asked(game: Position, seat: int, move: Move) -> Position:
    """Check that a seat is not asked: it may play cards of any time, and nothing else."""
    assert seat not in [asked for asked, _ in game.asks()]
    assert move not in game.offered(seat)
    return game


# Dropping out
