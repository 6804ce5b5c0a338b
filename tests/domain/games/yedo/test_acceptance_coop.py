"""The two examples of Shogun Must Die, played out: Death in the Market, Smoke and Geishas, What Friends Are For."""

from __future__ import annotations

import random

import pytest

from domain.games.yedo.coop.errands import Agree, Give, GiveMon, Refuse, ResolveErrand
from domain.games.yedo.coop_phases.coop_preparation import ChooseLoss, CoopPreparationPhase, WaitForOthers
from domain.games.yedo.coop_phases.stakes import Stake, StakesPhase, asset_price
from domain.games.yedo.facts.coop.emperor import ErrandRemoved, ErrandSlid
from domain.games.yedo.facts.coop.errands import ErrandBegun, ErrandCompleted, ErrandMet, ErrandRefused, ErrandRewarded
from domain.games.yedo.facts.coop.stakes import AssetTaken
from domain.games.yedo.facts.goods import BlessingGiven, MonPaid, PrestigeLost
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.phases.acting import ActionPhase, CompleteMission, Idle, Perform
from domain.games.yedo.phases.assigning import Place
from domain.games.yedo.phases.bidding import ChooseLot
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.printed.emperor_entries import GOAL_COLUMNS
from domain.kernel.chance import Chance
from domain.kernel.moves import ChooseOption
from tests.domain.games.yedo.coop_games import board, coop, module
from tests.domain.games.yedo.game import CONTENT, RULES, Position, opened

ABE, BUSHIDO, CHIKAYOSHI = 0, 1, 2
DEATH, SMOKE, FRIENDS = "death-in-the-market", "smoke-and-geishas", "what-friends-are-for"
MISSION, BONUS = "the-smoking-garden", "landlord"
CITADEL = "the-citadel-burns"
TO = {card.district: name for name, card in CONTENT.daimyo_cards.items()}
NEXT = LastCall(seat=0)
"""A question that follows, so that the game waits before it."""


# Example 1: Abe alone


def abe_alone(**fields: object) -> Position:
    """Abe has the Errand Boy and three Disciples, a Weapon and 20 Mon; Death in the Market came a round ago."""
    game = coop(1, current=DEATH, display=(TO["gates"], TO["tavern"]), round=5, patrol="castle", **fields)
    return game.having(ABE, house=("disciple",) * 3 + ("errand-boy",), reserve=1, weapons=("doku",), mon=20)


def staked(price: int) -> Position:
    """Abe has put 6 Mon aside, and Geishas cost this much on the card turned up."""
    game = abe_alone(phase="bidding").asking(StakesPhase()).running()
    for seed in range(400):
        turned = game.when(ABE, Stake(6), seed)
        if asset_price(turned.state, "geishas") == price:
            return turned
    raise AssertionError(f"no Emperor Card with Geishas at {price} Mon")


@pytest.mark.clause("yedo.coop.example-geisha-price", "yedo.coop.bid-spend-all")
@pytest.mark.parametrize("price", [5, 6])
def test_abe_pays_his_whole_stake_for_a_geisha(price: int) -> None:
    game = staked(price).asked((ABE, "ChooseAsset")).when(ABE, ChooseLot("geishas"))
    assert [(fact.lot, fact.price) for fact in game.of_type(AssetTaken)] == [("geishas", price)]
    assert [fact.amount for fact in game.of_type(MonPaid)][:1] == [6]
    assert len(game.state.belongings.geishas[ABE]) == 1


@pytest.mark.clause("yedo.coop.example-death-in-the-market", "yedo.coop.errand-boy-conflict")
@pytest.mark.clause("yedo.coop.errand-own-space", "yedo.coop.assign-errand-boy")
def test_the_errand_boy_resolves_death_in_the_market_from_its_space() -> None:
    game = staked(6).when(ABE, ChooseLot("geishas")).until("Assign")
    boy = f"errand/{DEATH}"
    for space, figure in ((boy, "errand-boy"), ("market-1", "disciple"), ("market-2", "disciple")):
        game = game.asked((ABE, "Assign")).when(ABE, Place(space, figure))
    game = game.when(ABE, Place("temple-1", "disciple")).until("Activate")
    game.then(ABE, on=(boy, "market-1", "market-2", "temple-1"))
    buys = next(move for move in game.offered(ABE, Perform) if move.action.startswith("buy-weapon"))
    assert ResolveErrand(boy, DEATH) not in game.offered(ABE)
    game = game.when(ABE, buys).until("Activate")
    assert len(game.state.weaponry.weapons[ABE]) == 2

    mon, geishas, points = game.state.belongings.mon[ABE], game.state.belongings.geishas, game.state.scoring.points
    game.when(ABE, ResolveErrand("market-2", DEATH)).refused("yedo.coop.errand-own-space")
    game = game.when(ABE, ResolveErrand(boy, DEATH)).citing("yedo.coop.errand-boy-conflict", Activated)
    assert [fact.amount for fact in game.of_type(MonPaid)] == [3]
    game = game.asked((ABE, "PickReward")).when(ABE, ChooseOption(1)).citing("yedo.coop.errand-rewards", ErrandRewarded)
    game.citing("yedo.coop.errand-kept", ErrandCompleted).then(ABE, mon=mon - 3 + 5, points=points[ABE])
    assert game.state.belongings.geishas == geishas
    assert len(game.state.weaponry.weapons[ABE]) == 2
    assert (board(game).current, board(game).errands) == (None, (DEATH,))
    assert "errand-boy" in game.state.pieces.house[ABE]

    game = game.until("Activate").when(ABE, Perform("temple-1", "blessing")).then(ABE, blessings=True)
    game = game.asked((ABE, "Activate")).when(ABE, Idle("market-2")).then(round=6).without(PrestigeLost)
    assert DEATH not in board(game).gone


@pytest.mark.clause("yedo.coop.example-death-in-the-market", "yedo.coop.prep-penalty", "yedo.coop.prep-remove")
def test_left_undone_death_in_the_market_costs_three_points() -> None:
    game = abe_alone(phase="preparation").having(ABE, points=5)
    game = game.asking(CoopPreparationPhase(), NEXT).running()
    game.citing("yedo.coop.prep-penalty", PrestigeLost).citing("yedo.coop.prep-remove", ErrandRemoved)
    game.then(ABE, points=2)
    assert (board(game).current, board(game).gone, board(game).errands) == (None, (DEATH,), ())


@pytest.mark.clause("yedo.coop.errand-boy-limits", "yedo.coop.errand-boy-conflict")
def test_the_errand_boy_resolves_nothing_from_a_district() -> None:
    game = coop(1, current=DEATH, upcoming="a-gift-of-tea").having(ABE, mon=20)
    game = game.having(ABE, weapons=("doku", "nawa"), geishas=(1,))
    game = game.standing(("market-1", ABE, "disciple"), ("tavern-1", ABE, "errand-boy"))
    game = game.asking(ActionPhase(), NEXT).running()
    game.when(ABE, ResolveErrand("tavern-1", "a-gift-of-tea")).refused("yedo.coop.errand-boy-limits")
    game.when(ABE, ResolveErrand("tavern-1", DEATH)).refused("yedo.coop.errand-boy-limits")


# Example 2: Abe, Bushido and Chikayoshi


def three_friends(**fields: object) -> Position:
    """The placements and the assets of the example; Chikayoshi is first in Player Order."""
    game = coop(3, upcoming=SMOKE, current=FRIENDS, track=(CHIKAYOSHI, ABE, BUSHIDO, 3), display=(), **fields)
    game = game.having(ABE, weapons=("metsubushi",), annexes=("karesansui",), geishas=(1,), bonus=(BONUS,))
    game = game.having(BUSHIDO, blessings=True, points=5).having(
        CHIKAYOSHI, weapons=("doku",), blessings=True, missions=(MISSION,)
    )
    abe = (("red-light-1", ABE), ("tavern-1", ABE), ("bower-1", ABE))
    bushido = (("gates-1", BUSHIDO), ("tavern-2", BUSHIDO))
    hers = (("temple-1", CHIKAYOSHI), ("red-light-2", CHIKAYOSHI), ("red-light-3", CHIKAYOSHI))
    return game.placed(*abe, *bushido, *hers).asking(ActionPhase()).running()


def with_the_geisha() -> Position:
    """Chikayoshi has recruited the last Geisha needed, and it is her turn again."""
    game = three_friends().asked((CHIKAYOSHI, "Activate"))
    assert ResolveErrand("red-light-3", SMOKE) not in game.offered(CHIKAYOSHI)
    game = game.when(CHIKAYOSHI, Perform("red-light-2", "geisha-mon"))
    assert len(game.state.belongings.geishas[CHIKAYOSHI]) == 1
    game = game.asked((ABE, "Activate")).when(ABE, Idle("tavern-1"))
    return game.asked((BUSHIDO, "Activate")).when(BUSHIDO, Idle("gates-1")).asked((CHIKAYOSHI, "Activate"))


def shared(game: Position) -> Position:
    """Answer who gives what as in the example, wherever several players could."""
    while game.asks()[0][1] == "Gather":
        wanted = game.offered(CHIKAYOSHI, Give) or game.offered(CHIKAYOSHI, GiveMon)
        game = game.when(CHIKAYOSHI, wanted[0])
    return game


@pytest.mark.clause("yedo.coop.example-smoke-and-geishas", "yedo.coop.errand-requirements", "yedo.coop.errand-rewards")
@pytest.mark.clause("yedo.coop.errand-contributors", "yedo.ruling.who-contributed", "yedo.ruling.sharing-an-errand")
def test_smoke_and_geishas_is_resolved_by_abe_and_chikayoshi_together() -> None:
    game = with_the_geisha()
    before = game.state
    game = game.when(CHIKAYOSHI, ResolveErrand("red-light-3", SMOKE))
    game = shared(game.citing("yedo.coop.errand-requirements", ErrandBegun)).asked((ABE, "Consent"))
    game = game.when(ABE, Agree()).citing("yedo.coop.errand-requirements", ErrandMet)
    assert [fact.seat for fact in game.of_type(BlessingGiven)] == [CHIKAYOSHI]

    game = game.asked((CHIKAYOSHI, "PickReward")).when(CHIKAYOSHI, ChooseOption(2))
    assert [(fact.seat, fact.option) for fact in game.of_type(ErrandRewarded)] == [(CHIKAYOSHI, 2), (ABE, 1)]
    game.citing("yedo.coop.errand-kept", ErrandCompleted)
    game.then(CHIKAYOSHI, points=before.scoring.points[CHIKAYOSHI] + 2, blessings=False, weapons=("doku",))
    game.then(ABE, weapons=("metsubushi",), annexes=("karesansui",), geishas=(1,), points=before.scoring.points[ABE])
    assert game.state.disciples(ABE) == before.disciples(ABE) + 1
    game.then(BUSHIDO, points=5, blessings=True, mon=before.belongings.mon[BUSHIDO])
    assert game.state.disciples(BUSHIDO) == before.disciples(BUSHIDO)
    assert (board(game).upcoming, board(game).current, board(game).errands) == (None, FRIENDS, (SMOKE,))
    game.then(CHIKAYOSHI, on=("temple-1",)).asked((ABE, "Activate"))


@pytest.mark.clause("yedo.coop.errand-contributors")
def test_bushido_who_stands_elsewhere_cannot_give_his_blessing() -> None:
    game = with_the_geisha().having(CHIKAYOSHI, blessings=False)
    game = game.when(CHIKAYOSHI, ResolveErrand("red-light-3", SMOKE)).refused("yedo.coop.errand-contributors")
    game.then(BUSHIDO, blessings=True).asked((CHIKAYOSHI, "Activate"))


@pytest.mark.clause("yedo.ruling.sharing-an-errand")
def test_if_abe_refuses_nothing_is_paid_and_chikayoshi_is_asked_again() -> None:
    game = with_the_geisha()
    before = game.state
    game = shared(game.when(CHIKAYOSHI, ResolveErrand("red-light-3", SMOKE)))
    game = game.when(ABE, Refuse()).citing("yedo.ruling.sharing-an-errand", ErrandRefused).without(ErrandCompleted)
    game.asked((CHIKAYOSHI, "Activate"))
    assert (game.state.scoring.points, game.state.belongings.blessings, game.state.belongings.mon) == (
        before.scoring.points,
        before.belongings.blessings,
        before.belongings.mon,
    )
    assert board(game).upcoming == SMOKE
    game.when(CHIKAYOSHI, ResolveErrand("red-light-3", SMOKE)).refused("yedo.ruling.sharing-an-errand")


@pytest.mark.clause("yedo.coop.example-what-friends-are-for", "yedo.coop.prep-penalty-different")
def test_what_friends_are_for_costs_each_player_something_else() -> None:
    game = coop(3, phase="preparation", upcoming=SMOKE, current=FRIENDS).having(ABE, bonus=(BONUS,))
    game = game.having(CHIKAYOSHI, missions=(MISSION,)).having(BUSHIDO, missions=("one-breath",), points=5)
    game = game.asking(CoopPreparationPhase(), NEXT).running()
    game = game.asked((ABE, "SufferLoss")).when(ABE, ChooseLoss("action-card"))
    game = game.refused("yedo.coop.prep-penalty-different").when(ABE, ChooseLoss("bonus-card")).then(ABE, bonus=())
    game = game.asked((BUSHIDO, "SufferLoss")).when(BUSHIDO, ChooseLoss("bonus-card"))
    game = game.refused("yedo.coop.prep-penalty-different").when(BUSHIDO, WaitForOthers())
    game = game.asked((CHIKAYOSHI, "SufferLoss")).when(CHIKAYOSHI, ChooseLoss("mission"))
    game.citing("yedo.coop.prep-penalty-different", PrestigeLost).citing("yedo.coop.prep-slide", ErrandSlid)
    game.then(CHIKAYOSHI, missions=(), points=1).then(BUSHIDO, missions=("one-breath",), points=2).then(ABE, points=1)
    assert (board(game).current, board(game).upcoming, board(game).gone) == (SMOKE, None, (FRIENDS,))


# Whole games


@pytest.mark.clause("yedo.coop.end-round", "yedo.coop.end-lost-without-kill")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_game_is_lost_in_round_seven_because_the_shogun_lives(seats: int) -> None:
    game = opened(seats, 1, shogun_must_die=True)
    state, pick, step = game.state, random.Random(1), 1
    rounds = set()
    while state.result is None:
        choice = next(choice for choice in RULES.choices(state) if not choice.standing)
        moves = [*choice.moves(state)]
        step += 1
        state = RULES.decide(state, choice.seat, pick.choice(moves), Chance(bytes(32), step)).state
        rounds.add(state.turns.round)
    assert {*range(1, 8)} <= rounds
    assert max(rounds) == 7
    assert (state.result.ended_by, state.result.decided_by) == (
        "yedo.coop.end-round",
        "yedo.coop.end-lost-without-kill",
    )
    assert [score.rank for score in state.result.scores] == [*(2,) * seats, 1]


@pytest.mark.clause("yedo.coop.kill-available", "yedo.coop.kill-no-reward", "yedo.coop.end-all-targets")
def test_a_game_of_three_is_won_when_the_shogun_dies_in_round_seven_and_all_goals_are_met() -> None:
    lowest, highest, wanted = (module().goals[column, "easy"] for column in GOAL_COLUMNS)
    errands, points = tuple(sorted(CONTENT.emperor_cards))[:wanted], (lowest, highest, lowest)
    fields = {"shogun": CITADEL, "errands": errands, "points": points, "patrol": None, "mon": (0, 0, 0)}
    game = coop(3, round=7, options={"goals": "easy"}, **fields)
    assets = {"weapons": ("katana", "yumi"), "annexes": ("dojo", "kobudo-ryu")}
    game = game.having(ABE, missions=CONTENT.missions_of["basic"][:4], **assets)
    game = game.placed(("bower-1", ABE), ("gates-1", ABE), ("gates-2", ABE)).asking(ActionPhase()).running()
    game = game.asked((ABE, "Activate")).when(ABE, CompleteMission("gates-1", CITADEL))
    game.then(ABE, points=lowest, mon=0, done=(CITADEL,))
    assert len(game.state.hands.missions[ABE]) == 4
    assert game.state.result is None
    game = game.when(ABE, Idle("bower-1")).when(ABE, Idle("gates-2"))
    result = game.state.result
    assert result is not None
    assert (result.won_together, result.decided_by) == (True, "yedo.coop.end-all-targets")
    assert [score.rank for score in result.scores] == [1, 1, 1, 2]
    assert [(found.target, found.reached) for found in result.goals] == [
        (1, 1),
        (lowest, lowest),
        (highest, highest),
        (wanted, wanted),
    ]
