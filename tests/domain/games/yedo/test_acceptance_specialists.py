"""A game with Specialists played through: Ninja, Monk and Weaponsmith."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.losing import GiveUpDisciple, Lose
from domain.games.yedo.facts.goods import BlessingGiven
from domain.games.yedo.facts.modules.specialists import SpecialistTaken
from domain.games.yedo.facts.pieces import DiscipleArrested
from domain.games.yedo.phases.acting import CompleteMission, NextToAct, Perform
from domain.games.yedo.phases.assigning import Place
from domain.games.yedo.phases.bidding import Announce, Auctions, ChooseLot, LeaveBidding, Pass
from domain.games.yedo.phases.missions import TakeBonus
from domain.games.yedo.verbs.moves import ArrangeCards, ChooseDeck, GiveUpWeapon
from tests.domain.games.yedo.game import Position, given

OPTIONS = {"rounds": 8, "sets": "classic", "specialists": True}
GARDEN = "the-smoking-garden"
BLUE, GREEN = 0, 1


def start(**fields: object) -> Position:
    """Round 2 of 8, two players; the token of the Ninja lies on the Reserve."""
    return given(2, options=OPTIONS, **fields).with_state(token="ninja")


@pytest.mark.clause("yedo.specialists.auction", "yedo.specialists.auction-token-stays")
@pytest.mark.clause("yedo.specialists.one-per-type", "yedo.specialists.ninja")
def test_the_ninja_is_won_used_at_once_and_never_arrested() -> None:
    game = start(phase="bidding", patrol="castle", patrol_colour="gold").having(BLUE, mon=20)
    game = (
        game.on_top("events", "cracked-foundations")
        .asking(Auctions())
        .running()
        .when(BLUE, Announce("red"))
        .when(GREEN, Pass())
    )
    game = game.when(BLUE, ChooseLot("disciples")).then(BLUE, mon=17)
    assert [fact.kind for fact in game.of_type(SpecialistTaken)] == ["ninja"]
    game = game.when(GREEN, LeaveBidding()).until("Assign").then(token=None, token_gates=("ninja", None))
    game = game.when(BLUE, Place("gates-1", "ninja"))
    facts = []
    while game.state.turns.phase == "assign":
        seat = game.asked_seat()
        spaces = [move for move in game.offered(seat, Place) if not move.space.startswith("gates")]
        game = game.when(seat, spaces[0])
        facts += game.facts
    while game.state.turns.phase != "actions":
        game = game.when(game.asked_seat(), game.any_move())
        facts += game.facts
    assert not [fact for fact in facts if isinstance(fact, DiscipleArrested)]
    assert game.state.watch.patrol == "gates"
    assert game.state.on("gates-1").figure == "ninja"
    game.when(BLUE, Perform("gates-1", "recruit/ninja")).refused("yedo.specialists.one-per-type")


@pytest.mark.clause("yedo.specialists.monk-foresight", "yedo.specialists.monk-blessing")
def test_the_monk_looks_at_four_cards_and_needs_no_blessing() -> None:
    game = start(phase="actions").with_specialists(GREEN, "monk").standing(("temple-1", GREEN, "monk"))
    game = game.with_state(acting=BLUE).placed(("shogun", BLUE)).asking(NextToAct()).running()
    looking = game.when(GREEN, Perform("temple-1", "foresight")).when(GREEN, ChooseDeck("yellow"))
    assert len(looking.state.stacks.looking.cards) == 4
    assert len(looking.offered(GREEN, ArrangeCards)) == 24
    assets = {"weapons": ("metsubushi",), "geishas": (1,), "annexes": ("yashiki",), "missions": (GARDEN,)}
    game = game.having(GREEN, **assets).placed(("market-1", GREEN)).asking(NextToAct()).running()
    game = game.when(GREEN, CompleteMission("temple-1", GARDEN)).when(GREEN, TakeBonus())
    game.without(BlessingGiven).then(GREEN, points=6, done=(GARDEN,))
    plain = start().having(GREEN, **assets).placed(("temple-1", GREEN), ("market-1", GREEN), ("shogun", BLUE))
    plain = plain.with_state(acting=BLUE).asking(NextToAct()).running()
    plain.when(GREEN, CompleteMission("temple-1", GARDEN)).asked((BLUE, "Activate")).then(GREEN, points=4)


@pytest.mark.clause("yedo.specialists.weaponsmith")
def test_who_loses_the_weaponsmith_gives_up_the_fifth_weapon_at_once() -> None:
    game = start().with_specialists(GREEN, "weaponsmith")
    game = game.having(GREEN, weapons=("doku", "fukiya", "katana", "nawa", "yumi")).placed(("shogun", BLUE))
    game = game.effects(GREEN, Lose(what="disciple"), then=(NextToAct(),)).asked((GREEN, "GiveUp"))
    game = game.when(GREEN, GiveUpDisciple(None, "weaponsmith")).asked((GREEN, "SpareGoods"))
    game.when(GREEN, GiveUpWeapon("nawa")).asked((BLUE, "Activate"))
