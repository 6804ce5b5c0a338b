"""Games with the module Clan Powers, for its tests."""

from __future__ import annotations

from domain.games.yedo.modules.clan_powers import KeepPower
from domain.games.yedo.phases.acting import ActionPhase
from domain.games.yedo.phases.favors import TakeFavor
from tests.domain.games.yedo.game import CONTENT, Position, given, opened

POWERS = tuple(sorted(CONTENT.clan_powers))
CLAN = {"clan_powers": True, "rounds": 8, "sets": "classic"}


def drafted(seats: int, *kept: str, seed: int = 1, **options: object) -> Position:
    """Open a game and let the players, the last one first, keep one of these powers if they can."""
    game = opened(seats, seed, **{**CLAN, **options})
    while game.asks()[0][1] == "ChoosePower":
        hand = game.state.clans.draft.hand
        game = game.when(game.asked_seat(), KeepPower(next((power for power in hand if power in kept), hand[0])))
    return game


def having_power(power: str, seats: int = 3, **options: object) -> Position:
    """Return a game in which the last seat of the order kept this power, when the Favors are chosen."""
    for seed in range(1, 60):
        game = opened(seats, seed, **{**CLAN, **options})
        if power in game.state.clans.draft.hand:
            return drafted(seats, power, seed=seed, **options)
    raise AssertionError(power)


def favored(game: Position, *favors: str) -> Position:
    """Let the players take these Favors, in the order in which they are asked."""
    for favor in favors:
        game = game.when(game.asked_seat(), TakeFavor(favor))
    return game


def powers(*of_seats: str, **fields: object) -> Position:
    """Return a game in which the seats have these Clan Powers."""
    return given(len(of_seats), **fields).with_powers(*of_seats)


def acting(game: Position) -> Position:
    """Begin the Actions Phase."""
    return game.asking(ActionPhase()).running()
