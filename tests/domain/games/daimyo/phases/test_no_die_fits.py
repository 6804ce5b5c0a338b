"""A turn for which no die in the pool fits."""

from __future__ import annotations

import pytest

from domain.games.daimyo.facts.turn import NoDieFits
from domain.games.daimyo.phases.turn import EndTurn, GoWithoutDie, PlaceDie, TakeDie
from domain.games.daimyo.state import Die
from tests.domain.games.daimyo.game import given


@pytest.mark.clause("daimyo.ruling.no-die-fits")
def test_a_turn_without_a_fitting_die_has_bonus_actions_only() -> None:
    game = given(seats=4, pool=(Die("blue", 3),))
    game = game.dice(0, ("blue", 6, "villagers"), ("red", 6, "tax")).asking(PlaceDie(seat=0)).running()
    game.citing("daimyo.ruling.no-die-fits", NoDieFits)
    assert EndTurn() in game.offered(0)
    game.when(0, TakeDie("blue", 3, "production")).refused("daimyo.turn.choose-die")


@pytest.mark.clause("daimyo.ruling.no-die-fits")
def test_a_die_that_fits_has_to_be_taken() -> None:
    given(seats=4, pool=(Die("blue", 3),)).when(0, GoWithoutDie()).refused("daimyo.ruling.no-die-fits")
