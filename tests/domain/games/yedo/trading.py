"""Positions and moves of the Trade Phase for its tests."""

from __future__ import annotations

from domain.games.yedo.phases.offers import OfferTrade
from domain.games.yedo.phases.trade import AcceptTrade, TradePhase
from domain.kernel.audience import SPECTATOR, seat_viewer
from tests.domain.games.yedo.game import Position, given

NAMES = ("Anna", "Bela", "Cora", "Dora", "Emil")
EARS, WELL, TELLER = "walls-have-ears", "a-word-at-the-well", "fortune-teller"
THIEF, CORDS = "master-thief", "silken-cords"
GATE, PURSES = "listen-at-the-gate", "lighter-purses"
LEDGER = "the-ledger-of-the-priest"
OFFER, ANSWER = "TradeMenu", "AnswerOffer"


def trading(*where: tuple[str, int], seats: int = 3, **fields: object) -> Position:
    """The Trade Phase at its start, with Disciples on these spaces; seats 0 and 1 in the Tavern by default."""
    return given(seats, phase="trade", **fields).placed(*(where or (("tavern-1", 0), ("tavern-2", 1))))


def begun(game: Position) -> Position:
    """Let the phase begin."""
    return game.asking(TradePhase()).running()


def words(game: Position, *seats: int) -> list[str]:
    """The words about the last move for players on these seats, or for a spectator."""
    viewer = seat_viewer(*seats) if seats else SPECTATOR
    return [text for fact in game.facts if (text := fact.words(NAMES, viewer))]


def deal(game: Position, offer: OfferTrade, *cards: str, holder: int = 0) -> Position:
    """Let the holder of the floor make an offer, and its partner accept it with these cards."""
    return game.when(holder, offer).when(offer.partner, AcceptTrade(tuple(sorted(cards))))
