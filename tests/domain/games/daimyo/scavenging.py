"""The Relic action in the middle of a game for two."""

from __future__ import annotations

from tests.domain.games.daimyo.game import Position, given

LANDS = {
    "blue": ("blue-1", "blue-2", "purple-1"),
    "red": ("blue-3", "red-1", "red-4"),
    "yellow": ("blue-1", "red-2", "yellow-4"),
    "purple": ("purple-3", "purple-4", "yellow-1"),
}
MARKET = ("purple-2", "red-3", "yellow-3")


def scavenging(edition: str = "2021", market: tuple[str, ...] = MARKET, **values: object) -> Position:
    """Return a game for two on four islands: seat 0, its scavenger on blue, has begun the Relic action."""
    game = given(seats=2, edition=edition, lands=LANDS, black_market=market)
    return game.having(0, scavenger="blue", **values).tiles_counted().action("relic")
