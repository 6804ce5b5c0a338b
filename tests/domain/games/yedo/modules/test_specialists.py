"""The module Specialists: set-up, tokens, auctions, recruiting at the Gates, and figures of several kinds."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.yedo.effects.losing import GiveUpDisciple
from domain.games.yedo.effects.pieces import ChooseFigure, GainDisciple
from domain.games.yedo.facts.bidding import Passed
from domain.games.yedo.facts.goods import MonGained, MonPaid
from domain.games.yedo.facts.modules.specialists import SpecialistTaken, TokenDrawn, TokensShifted, TokenToGates
from domain.games.yedo.facts.pieces import (
    DiscipleGained,
    DiscipleHome,
    DisciplePlaced,
    DiscipleToReserve,
)
from domain.games.yedo.facts.setup import DisciplesLaidOut
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.modules.specialists import ManageTokens
from domain.games.yedo.phases.acting import NextToAct, Perform
from domain.games.yedo.phases.assigning import NextToAssign, Place
from domain.games.yedo.phases.bidding import Announce, Auctions, Bid, ChooseLot, Pass
from domain.games.yedo.phases.events import EventPhase
from domain.games.yedo.phases.preparation import PreparationPhase
from domain.games.yedo.printed.terms import SPECIALISTS
from domain.kernel.audience import SPECTATOR
from domain.kernel.options import BadOptions
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given, opened, set_up
from tests.domain.games.yedo.specialists import NEXT, OPTIONS, acting, play


def gates(*tokens: str | None, house: tuple[str, ...] = (), **having: object) -> Position:
    """Let seat 0, with a Disciple on Gates 1, act while these tokens are at the Gates."""
    game = play().with_state(token_gates=tokens).having(0, **having)
    return acting(game.placed(("gates-1", 0)).with_specialists(0, *house))


def bidding(seats: int, token: str | None = "ninja", **fields: object) -> Position:
    """Return auctions in which nobody has won anything, with this token on the Reserve."""
    game = play(seats, phase="bidding", **fields).with_state(token=token)
    return game.asking(Auctions(), NEXT).running()


def again(game: Position) -> Position:
    """Ask the Auctioneer anew, after somebody got a Specialist."""
    return game.asking(Auctions(), NEXT).running()


def tokens(game: Position) -> Counter[str]:
    """All tokens that are in the game."""
    state = game.state
    shown = [kind for kind in (state.specialist_supply.token, *state.specialist_supply.token_gates) if kind is not None]
    return Counter([*state.specialist_supply.tokens, *shown])


# Set-up and options


@pytest.mark.clause("yedo.specialists.setup-disciples")
def test_each_player_has_two_disciples_and_none_in_the_reserve() -> None:
    game = opened(4, **OPTIONS)
    for seat in range(4):
        game.then(seat, house=2, reserve=0)
        assert game.state.pieces.house[seat] == ("disciple", "disciple")
    game.citing("yedo.specialists.setup-disciples", DisciplesLaidOut)


@pytest.mark.clause("yedo.specialists.setup-tokens", "yedo.components.modules")
def test_all_nine_tokens_are_in_the_bag_and_the_gates_show_two() -> None:
    game = opened(3, **OPTIONS)
    assert len(game.state.specialist_supply.tokens) == CONTENT.components["specialist-token"].count == 9
    assert {*game.state.specialist_supply.tokens} == {*SPECIALISTS}
    assert game.state.specialist_supply.token_gates == (None, None)
    assert CONTENT.components["specialist"].count == 5 * len(CONTENT.specialists)


@pytest.mark.clause("yedo.advanced.modules-first")
def test_the_set_up_of_the_module_comes_first_and_the_rest_is_as_usual() -> None:
    game = opened(3, **OPTIONS)
    recruiting = [fact for fact in game.facts if isinstance(fact, MonGained)]
    assert [(fact.clause, fact.amount) for fact in recruiting] == [("yedo.setup.start-money", 12)] * 3
    assert game.state.belongings.mon == (12,) * 3
    assert RULES.view(game.state, SPECTATOR).specialists is not None


@pytest.mark.clause("yedo.ruling.first-specialist-token")
def test_a_token_lies_on_the_reserve_in_round_one() -> None:
    game = opened(3, **OPTIONS)
    while not game.of_type(TokenDrawn):
        game = game.when(game.asked_seat(), game.any_move())
    game.citing("yedo.ruling.first-specialist-token", TokenDrawn).then(round=1, phase="bidding")
    assert len(game.state.specialist_supply.tokens) == 8
    assert game.state.specialist_supply.token is not None


@pytest.mark.clause("yedo.setup.non-specialists-overlay")
def test_without_the_module_there_are_no_tokens() -> None:
    state = set_up(3).state
    assert (
        state.specialist_supply.tokens,
        state.specialist_supply.token,
        state.specialist_supply.token_gates,
        state.specialist_supply.specialists,
    ) == ((), None, (None, None), ())
    assert RULES.view(state, SPECTATOR).specialists is None
    game = acting(given(3).having(0, mon=30).placed(("gates-1", 0)))
    assert [move.action for move in game.offered(0, Perform) if "recruit" in move.action] == ["recruit"]
    game.when(0, Perform("gates-1", "recruit/ninja")).refused("yedo.district.free-choice")


@pytest.mark.clause("yedo.components.specialist-missions-module")
def test_the_missions_of_the_specialists_need_the_module() -> None:
    own = {"sets": "own", "action_sets": ["neutrals"], "event_sets": ["neutral", "resources"]}
    sets = own | {"mission_sets": ["money", "specialists"]}
    with pytest.raises(BadOptions, match="need the module") as refusal:
        RULES.check_opening(RULES.parse_options(sets), 3)
    assert refusal.value.clause == "yedo.components.specialist-missions-module"
    RULES.check_opening(RULES.parse_options(sets | {"specialists": True}), 3)


@pytest.mark.clause("yedo.components.specialist-missions-module")
def test_with_the_module_its_missions_take_the_place_of_the_second_set() -> None:
    missions = opened(3, **OPTIONS).state.parameters.missions
    assert {CONTENT.missions[card].set for card in missions} == {"prestige", "specialists"}
    assert {CONTENT.missions[card].set for card in opened(3, sets="classic").state.parameters.missions} == {
        "prestige",
        "weapons",
    }


@pytest.mark.clause("yedo.ruling.black-deck")
def test_with_a_module_kill_the_shogun_is_in_short_games_that_have_black_missions() -> None:
    for black, shogun in (("auto", 0), ("in", 1), ("out", 0)):
        state = opened(3, black=black, specialists=True).state
        found = [card for card in state.pile("black").cards if CONTENT.missions[card].set == "kill-the-shogun"]
        assert len(found) == shogun


@pytest.mark.clause("yedo.setup.black-removed-first-game", "yedo.ruling.black-deck")
def test_the_first_game_keeps_its_black_missions_with_specialists_and_teahouse() -> None:
    assert opened(3, specialists=True).state.pile("black").size == 0
    assert opened(3, specialists=True, teahouse=True).state.pile("black").size == 9


@pytest.mark.clause("yedo.advanced.long-game-modules")
def test_a_module_is_allowed_in_the_long_game() -> None:
    assert opened(2, rounds=11, specialists=True).state.parameters.rounds == 11


# Tokens


@pytest.mark.clause("yedo.specialists.prep-token")
def test_preparation_draws_a_token_from_the_bag_to_the_reserve() -> None:
    game = play(phase="preparation").asking(PreparationPhase(), NEXT).running()
    drawn = [fact.kind for fact in game.of_type(TokenDrawn)]
    assert [game.state.specialist_supply.token] == drawn
    assert len(game.state.specialist_supply.tokens) == 8
    game.citing("yedo.specialists.prep-token", TokenDrawn)


@pytest.mark.clause("yedo.ruling.specialist-tokens-run-out")
def test_when_the_bag_is_empty_no_token_is_drawn() -> None:
    game = play(phase="preparation").with_state(tokens=()).asking(PreparationPhase(), NEXT).running()
    game.without(TokenDrawn).then(token=None)


@pytest.mark.clause("yedo.specialists.manage-shift", "yedo.specialists.manage-new")
def test_after_the_event_the_tokens_move_on() -> None:
    game = play(phase="event").with_state(tokens=("messenger",), token="monk", token_gates=("ninja", "samurai"))
    game = game.asking(EventPhase(), NEXT).running()
    while game.asks() != [(0, "LastCall")]:
        game = game.when(game.asked_seat(), game.any_move())
    game.then(token=None, token_gates=("monk", "ninja"), tokens=("messenger",))
    assert tokens(game) == Counter(["messenger", "monk", "ninja"])


@pytest.mark.clause("yedo.specialists.manage-shift", "yedo.specialists.manage-new")
def test_the_token_of_the_second_space_leaves_the_game() -> None:
    game = managed(token="monk", token_gates=("ninja", "samurai")).then(token=None, token_gates=("monk", "ninja"))
    assert [fact.gone for fact in game.of_type(TokensShifted)] == ["samurai"]
    game.citing("yedo.specialists.manage-shift", TokensShifted).citing("yedo.specialists.manage-new", TokenToGates)


@pytest.mark.clause("yedo.specialists.manage-shift")
def test_without_a_new_token_the_old_ones_move_on_all_the_same() -> None:
    managed(token=None, token_gates=("ninja", None)).then(token=None, token_gates=(None, "ninja"))
    managed(token="monk", token_gates=(None, None)).without(TokensShifted).then(token_gates=("monk", None))


def managed(**fields: object) -> Position:
    """The tokens after the Event."""
    return play(phase="event", **fields).asking(ManageTokens(), NEXT).running()


# Auctions


@pytest.mark.clause("yedo.reward.auction-disciples-specialist", "yedo.specialists.auction")
def test_who_wins_the_disciples_gets_the_shown_specialist_for_this_round() -> None:
    game = bidding(4).when(0, Announce("disciples"))
    for seat in (1, 2, 3):
        game = game.when(seat, Pass())
    game.citing("yedo.reward.auction-disciples-specialist", SpecialistTaken).then(0, mon=9)
    assert game.state.pieces.house[0] == ("disciple", "disciple", "ninja")
    assert "ninja" not in game.state.specialist_supply.specialists[0]
    game = game.with_state(phase="assign", bidding=()).asking(NextToAssign()).running()
    game = game.when(0, Place("gates-1", "ninja")).citing("yedo.assign.where", DisciplePlaced)
    assert game.state.on("gates-1").figure == "ninja"


@pytest.mark.clause("yedo.specialists.auction-token-stays")
def test_the_token_stays_for_the_gates() -> None:
    game = bidding(4).when(0, Announce("disciples"))
    for seat in (1, 2, 3):
        game = game.when(seat, Pass())
    game.then(token="ninja").with_state(phase="event")
    game.asking(ManageTokens(), NEXT).running().then(token=None, token_gates=("ninja", None))


@pytest.mark.clause("yedo.ruling.specialist-tokens-run-out")
def test_without_a_token_the_disciples_are_won_for_nothing() -> None:
    game = bidding(4, token=None).when(0, Announce("disciples"))
    for seat in (1, 2, 3):
        game = game.when(seat, Pass())
    game.then(0, house=2, mon=9).citing("yedo.ruling.specialist-tokens-run-out", EffectWithout)


@pytest.mark.clause("yedo.specialists.no-bid-duplicate", "yedo.ruling.bidding-for-a-specialist")
def test_who_has_the_shown_specialist_neither_announces_the_disciples_nor_bids() -> None:
    game = again(bidding(4).with_specialists(0, "ninja"))
    game.when(0, Announce("disciples")).refused("yedo.specialists.no-bid-duplicate")
    assert "disciples" not in [move.lot for move in game.offered(0, Announce)]
    game = again(bidding(4).with_specialists(1, "ninja")).when(0, Announce("disciples")).asked((2, "RaiseOrPass"))
    assert [(fact.seat, fact.clause) for fact in game.of_type(Passed)] == [(1, "yedo.specialists.no-bid-duplicate")]
    game.when(2, Bid(4)).when(3, Pass()).when(0, Pass()).then(2, house=3)


@pytest.mark.clause("yedo.specialists.no-bid-duplicate")
def test_another_specialist_or_another_lot_bars_nobody() -> None:
    game = again(bidding(4).with_specialists(1, "monk")).when(0, Announce("disciples"))
    game.asked((1, "RaiseOrPass"))
    again(bidding(4).with_specialists(1, "ninja")).when(0, Announce("missions")).asked((1, "RaiseOrPass"))


@pytest.mark.clause("yedo.ruling.bidding-for-a-specialist")
def test_with_few_players_the_owner_of_the_specialist_bids_for_red_and_chooses_missions() -> None:
    game = again(bidding(2).with_specialists(0, "ninja")).when(0, Announce("red")).when(1, Pass())
    assert "disciples" not in [move.lot for move in game.offered(0, ChooseLot)]
    game = again(bidding(2).with_specialists(1, "ninja")).when(0, Announce("red")).when(1, Pass())
    assert [move.lot for move in game.offered(0, ChooseLot)] == ["disciples", "missions"]


@pytest.mark.clause("yedo.reward.auction-disciples-limit", "yedo.limit.disciples")
def test_a_fifth_figure_is_one_too_many() -> None:
    game = again(bidding(4).with_specialists(0, "samurai", "monk")).when(0, Announce("disciples"))
    for seat in (1, 2, 3):
        game = game.when(seat, Pass())
    game = game.asked((0, "SpareGoods"))
    assert game.offered(0, GiveUpDisciple) == [
        GiveUpDisciple(None),
        GiveUpDisciple(None, "samurai"),
        GiveUpDisciple(None, "monk"),
        GiveUpDisciple(None, "ninja"),
    ]
    game.when(0, GiveUpDisciple(None, "weaponsmith")).refused("yedo.limit.disciples")
    game = game.when(0, GiveUpDisciple(None, "monk")).citing("yedo.limit.disciples", DiscipleToReserve)
    assert game.state.pieces.reserve[0] == ("monk",)
    assert game.state.pieces.house[0] == ("disciple", "disciple", "samurai", "ninja")


# The Gates


@pytest.mark.clause("yedo.specialists.recruit", "yedo.gates.recruit-specialist")
def test_recruit_costs_7_mon_and_brings_a_shown_specialist() -> None:
    game = gates(None, "samurai", mon=7).when(0, Perform("gates-1", "recruit/samurai")).then(0, mon=0)
    game.citing("yedo.gates.recruit-specialist", MonPaid).citing("yedo.specialists.recruit", SpecialistTaken)
    assert sorted(game.state.pieces.house[0]) == ["disciple", "disciple", "samurai"]
    game.then(token_gates=(None, "samurai"))


@pytest.mark.clause("yedo.gates.recruit-specialist")
def test_only_shown_specialists_can_be_recruited_and_only_for_7_mon() -> None:
    recruiting = gates("monk", "samurai", mon=12)
    offered = [move.action for move in recruiting.offered(0, Perform) if move.action.startswith("recruit")]
    assert offered == ["recruit/samurai", "recruit/monk"]
    recruiting.when(0, Perform("gates-1", "recruit/ninja")).refused("yedo.gates.recruit-specialist")
    recruiting.when(0, Perform("gates-1", "recruit")).refused("yedo.district.free-choice")
    gates("monk", None, mon=6).when(0, Perform("gates-1", "recruit/monk")).refused("yedo.gates.recruit-specialist")


@pytest.mark.clause("yedo.specialists.recruit-full", "yedo.gates.recruit-specialist")
def test_with_four_figures_one_leaves_before_the_new_one_comes() -> None:
    game = gates("monk", None, mon=9, house=("samurai", "ninja")).when(0, Perform("gates-1", "recruit/monk"))
    game.asked((0, "GiveUp")).then(0, mon=2)
    assert game.offered(0, GiveUpDisciple) == [
        GiveUpDisciple(None),
        GiveUpDisciple(None, "samurai"),
        GiveUpDisciple(None, "ninja"),
        GiveUpDisciple("gates-1"),
    ]
    game.when(0, GiveUpDisciple(None, "monk")).refused("yedo.specialists.recruit-full")
    gone = game.when(0, GiveUpDisciple(None, "samurai"))
    gone.citing("yedo.specialists.recruit-full", DiscipleToReserve).then(0, house=4, reserve=1)
    assert gone.state.pieces.reserve[0] == ("samurai",)
    assert sorted(gone.state.pieces.house[0]) == ["disciple", "disciple", "monk", "ninja"]
    here = game.when(0, GiveUpDisciple("gates-1")).then(0, house=4, on=()).without(DiscipleHome)
    assert here.state.pieces.reserve[0] == ("disciple",)


@pytest.mark.clause("yedo.specialists.recruit-delay")
def test_a_recruited_specialist_waits_for_the_next_round() -> None:
    game = gates("ninja", None).when(0, Perform("gates-1", "recruit/ninja"))
    assert "ninja" in game.state.pieces.house[0]
    assert not any(placed.figure == "ninja" for placed in game.state.pieces.placed)
    game = game.when(1, Perform("shogun", "shogun")).until("Assign").then(round=3)
    while game.asked_seat() != 0:
        game = game.when(game.asked_seat(), game.any_move())
    assert Place("tavern-1", "ninja") in game.offered(0, Place)


@pytest.mark.clause("yedo.specialists.one-per-type")
def test_nobody_has_two_specialists_of_a_kind() -> None:
    game = gates("ninja", None, house=("ninja",)).when(0, Perform("gates-1", "recruit/ninja"))
    game.refused("yedo.specialists.one-per-type")


@pytest.mark.clause("yedo.specialists.one-per-type")
def test_one_lost_to_the_reserve_can_be_recruited_again() -> None:
    game = gates("ninja", None, house=("ninja",))
    lost = game.happening(DiscipleToReserve("yedo.patrol.arrest", 0, None, "ninja")).asking(NextToAct())
    again_here = lost.running().when(0, Perform("gates-1", "recruit/ninja"))
    assert again_here.state.pieces.reserve[0] == ()
    assert "ninja" in again_here.state.pieces.house[0]


@pytest.mark.clause("yedo.ruling.disciple-from-reserve")
def test_an_effect_takes_any_figure_of_the_reserve_and_nothing_if_none_lies_there() -> None:
    game = play().with_specialists(0, "ninja").effects(0, GainDisciple(), then=(NEXT,))
    game.citing("yedo.components.action-anatomy", EffectWithout).then(0, house=3)
    lost = (DiscipleToReserve("yedo.patrol.arrest", 0, None, kind) for kind in ("ninja", "disciple"))
    game = play().with_specialists(0, "ninja", "monk").happening(*lost).effects(0, GainDisciple(), then=(NEXT,))
    game.asked((0, "TakeFigure"))
    game.when(0, ChooseFigure("monk")).refused("yedo.ruling.disciple-from-reserve")
    game = game.when(0, ChooseFigure("ninja"))
    assert [fact.figure for fact in game.of_type(DiscipleGained)] == ["ninja"]
    assert (game.state.pieces.house[0], game.state.pieces.reserve[0]) == (("disciple", "monk", "ninja"), ("disciple",))
