"""The Preparation Phase of Shogun Must Die: penalties of Errands, cards that move on, and the Daimyo's new display."""

from __future__ import annotations

import pytest

from domain.games.yedo.coop.daimyo_display import unseen_cards
from domain.games.yedo.coop_phases.coop_preparation import ChooseLoss, WaitForOthers
from domain.games.yedo.course.shogun_must_die import COOP_STEPS
from domain.games.yedo.effects.goods import LoseMon, LosePrestige
from domain.games.yedo.facts.cards import CardDiscarded, CardDrawn
from domain.games.yedo.facts.coop.coop_setup import DaimyoReshuffled, DisplayLaidOut
from domain.games.yedo.facts.coop.emperor import (
    BonusErrandRevealed,
    ErrandRemoved,
    ErrandSlid,
    LossChosen,
    NothingToGiveUp,
    OthersFirst,
    PenaltyBegan,
)
from domain.games.yedo.facts.goods import ChurchFilled, MonGained, PrestigeLost
from domain.games.yedo.facts.modules.teahouse import CharacterDiscarded, CharacterFlipped
from domain.games.yedo.facts.pieces import DiscipleToReserve, PatrolRemoved
from domain.games.yedo.facts.turns import PhaseBegan
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.printed.parts import Teahouse
from domain.games.yedo.verbs.course import steps_at
from domain.games.yedo.verbs.moves import GiveUpCard
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.fact import show_record
from tests.domain.games.yedo.coop_games import board, coop, daimyo, ready
from tests.domain.games.yedo.game import CONTENT, RULES, Position

DEATH, ROADS, MOON = "death-in-the-market", "closed-roads", "moon-viewing"
FRIENDS, EXAMPLE, GIFT = "what-friends-are-for", "an-example-made", "a-gift-of-tea"
OVER = LastCall(seat=0)
"""A question that follows, so that the game waits at the end of the phase."""
ABE, BUSHIDO, CHIKAYOSHI = range(3)
MISSION, BONUS, ACTION = ChooseLoss("mission"), ChooseLoss("bonus-card"), ChooseLoss("action-card")


def preparing(game: Position) -> Position:
    """Carry out the Preparation Phase of the next round up to the first question."""
    return game.asking(COOP_STEPS["preparation"](), OVER).running()


def prepared(seats: int = 2, **fields: object) -> Position:
    """Return a game in which the Preparation Phase of the next round began."""
    return preparing(coop(seats, phase="preparation", **fields))


def friends(seats: int = 3, **fields: object) -> Position:
    """Return a game in which everybody has points to lose and What Friends Are For was not completed."""
    game = coop(seats, phase="preparation", current=FRIENDS, **fields)
    for seat in range(seats):
        game = game.having(seat, points=5)
    return game


# Penalties


@pytest.mark.clause("yedo.coop.prep-skip-first")
def test_round_1_has_no_preparation_and_later_the_base_steps_come_first() -> None:
    game = ready(2)
    assert game.state.turns.round == 1
    assert "preparation" not in [fact.phase for fact in game.of_type(PhaseBegan)]
    assert not game.of_type(ErrandSlid)
    game = preparing(coop(phase="preparation", current=DEATH, church=0).having(0, annexes=("dojo",)))
    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(ChurchFilled) < kinds.index(MonGained) < kinds.index(PenaltyBegan)


@pytest.mark.clause("yedo.coop.prep-penalty")
def test_the_penalty_of_an_errand_that_nobody_completed_strikes_all_players() -> None:
    game = coop(3, phase="preparation", current=DEATH).having(0, points=5).having(1, points=3).having(2, points=1)
    game = preparing(game).then(0, points=2).then(1, points=0).then(2, points=0)
    game.citing("yedo.coop.prep-penalty", PenaltyBegan).citing("yedo.coop.prep-penalty", PrestigeLost)
    (began,) = game.of_type(PenaltyBegan)
    assert "loses 3 Prestige Points" in (RULES.tell(began, ("A", "B", "C", "D"), SPECTATOR) or "")


@pytest.mark.clause("yedo.coop.prep-penalty")
def test_without_a_card_on_current_errand_there_is_no_penalty() -> None:
    game = coop(phase="preparation", upcoming=DEATH).having(0, points=5)
    preparing(game).without(PenaltyBegan).then(0, points=5)


@pytest.mark.clause("yedo.ruling.bonus-errand-only")
def test_a_bonus_card_has_no_penalty_and_stays_from_round_to_round() -> None:
    game = coop(phase="preparation", bonus=MOON, bonus_hidden=1, shogun=None).having(0, points=5)
    for _ in range(2):
        game = preparing(game).without(PenaltyBegan).without(ErrandSlid).without(ErrandRemoved).then(0, points=5)
        assert (board(game).bonus, board(game).bonus_hidden) == (MOON, 1)
        game = game.with_state(phase="preparation")


@pytest.mark.clause("yedo.ruling.penalty-order")
def test_a_penalty_strikes_in_player_order() -> None:
    game = coop(3, phase="preparation", current=EXAMPLE, track=(1, 3, 2, 0))
    for seat in range(3):
        game = game.having(seat, points=5)
    game = preparing(game)
    assert [fact.seat for fact in game.of_type(PrestigeLost)] == [1, 2, 0]
    lost = {type(effect): effect for effect in CONTENT.emperor_cards[EXAMPLE].penalty.each}
    mon, points = lost[LoseMon].amount, lost[LosePrestige].points
    for seat in range(3):
        game.then(seat, mon=12 - mon, points=5 - points)


@pytest.mark.clause("yedo.coop.event-partial")
def test_a_penalty_costs_no_more_than_there_is_and_none_of_the_last_two_disciples() -> None:
    preparing(coop(phase="preparation", current=EXAMPLE).having(0, mon=1, points=1)).then(0, mon=0, points=0)
    game = coop(phase="preparation", current=ROADS).having(0, points=5).having(1, house=3, reserve=1, points=5)
    game = preparing(game).until("LastCall").then(0, house=2, points=3).then(1, house=2, points=5)
    assert len(game.of_type(DiscipleToReserve)) == 1


@pytest.mark.clause("yedo.coop.prep-penalty-different")
def test_each_player_gives_up_another_kind_and_who_cannot_loses_3_points() -> None:
    game = friends().having(0, bonus=("landlord",), missions=("seen-in-good-company",))
    game = game.having(1, bonus=("many-roofs",), missions=("the-unfinished-blade",)).having(2, bonus=("deep-pockets",))
    game = preparing(game).asked((0, "SufferLoss"))
    assert game.offered(0) == [MISSION, BONUS, WaitForOthers()]
    game = game.when(0, ACTION).refused("yedo.coop.prep-penalty-different")
    game = game.when(0, BONUS).citing("yedo.coop.prep-penalty-different", LossChosen).asked((1, "SufferLoss"))
    game = game.then(0, bonus=()).when(1, BONUS).refused("yedo.coop.prep-penalty-different")
    game = game.when(1, MISSION).asked((0, "LastCall")).then(1, missions=(), bonus=("many-roofs",), points=5)
    game = game.then(2, bonus=("deep-pockets",), points=2).then(0, points=5)
    game.citing("yedo.coop.prep-penalty-different", NothingToGiveUp)
    game.citing("yedo.coop.prep-penalty-different", PrestigeLost)


@pytest.mark.clause("yedo.coop.prep-penalty-different")
def test_which_card_is_given_up_its_holder_chooses_in_secret() -> None:
    game = friends(2).having(0, bonus=("landlord", "many-roofs"))
    game = preparing(game).when(0, BONUS).asked((0, "GiveUpHidden"))
    game = game.when(0, GiveUpCard("bonus", "landlord")).then(0, bonus=("many-roofs",)).then(1, points=2)
    (fact,) = game.of_type(CardDiscarded)
    assert "landlord" in str(show_record(fact, seat_viewer(0), fact.owners()))
    assert "landlord" not in str(show_record(fact, seat_viewer(1), fact.owners()))


@pytest.mark.clause("yedo.ruling.penalty-order")
def test_who_let_the_others_go_first_cannot_do_so_again_after_a_player_with_nothing() -> None:
    game = friends(3).having(0, actions=("feint",), bonus=("landlord",)).having(2, actions=("feint",))
    game = preparing(game).when(0, WaitForOthers()).citing("yedo.coop.prep-penalty-different", NothingToGiveUp)
    game = game.then(1, points=2).asked((2, "SufferLoss")).when(2, WaitForOthers()).asked((0, "SufferLoss"))
    game.when(0, WaitForOthers()).refused("yedo.ruling.penalty-order")


@pytest.mark.clause("yedo.ruling.penalty-order")
def test_each_player_may_once_let_the_others_go_first() -> None:
    game = friends(3).having(0, actions=("feint",), bonus=("landlord",)).having(2, actions=("feint",))
    game = preparing(game.having(1, missions=("the-unfinished-blade",)))
    game = game.when(0, WaitForOthers()).citing("yedo.ruling.penalty-order", OthersFirst).asked((1, "SufferLoss"))
    game = game.when(1, WaitForOthers()).asked((2, "SufferLoss"))
    game = game.when(2, WaitForOthers()).asked((0, "SufferLoss"))
    assert game.offered(0) == [ACTION, BONUS]
    game = game.when(0, WaitForOthers()).refused("yedo.ruling.penalty-order")
    game = game.when(0, BONUS).asked((0, "LastCall"))
    game.then(0, actions=("feint",), bonus=()).then(1, missions=()).then(2, actions=(), points=5)


@pytest.mark.clause("yedo.ruling.penalty-order")
def test_the_last_to_choose_has_nobody_to_wait_for() -> None:
    game = preparing(friends(2).having(1, actions=("feint",), bonus=("landlord",))).asked((1, "SufferLoss"))
    assert game.offered(1) == [ACTION, BONUS]
    game.when(1, WaitForOthers()).refused("yedo.ruling.penalty-order")
    alone = preparing(friends(1).having(0, actions=("feint",))).asked((0, "LastCall"))
    alone.then(0, actions=(), points=5)


# Cards that move on


@pytest.mark.clause("yedo.coop.prep-remove")
def test_a_punished_errand_leaves_the_game_and_counts_as_no_completed_one() -> None:
    game = prepared(current=DEATH).citing("yedo.coop.prep-remove", ErrandRemoved)
    assert board(game).current is None
    assert board(game).errands == ()
    assert board(game).gone == (DEATH,)


@pytest.mark.clause("yedo.coop.prep-slide")
def test_an_open_card_on_upcoming_errand_moves_on_to_current_errand() -> None:
    game = prepared(round=1, upcoming=ROADS).citing("yedo.coop.prep-slide", ErrandSlid)
    assert (board(game).upcoming, board(game).current) == (None, ROADS)
    done = prepared(errands=(ROADS,))
    assert done.without(ErrandSlid).state.coop_board.current is None


@pytest.mark.clause("yedo.coop.prep-two-rounds")
def test_an_errand_lies_open_for_two_rounds_before_its_penalty_comes() -> None:
    game = coop(phase="preparation", round=2, upcoming=DEATH).having(0, points=9).having(1, points=9)
    game = preparing(game).then(round=3).then(0, points=9)
    assert board(game).open_errands == (DEATH,)
    game = preparing(game.on_board(upcoming=MOON)).then(round=4).then(0, points=6).then(1, points=6)
    assert board(game).open_errands == (MOON,)


@pytest.mark.clause("yedo.coop.kill-bonus-errands", "yedo.coop.prep-flip-winning")
def test_once_the_shogun_is_dead_a_bonus_errand_is_turned_up_in_the_next_preparation() -> None:
    game = prepared(round=4, shogun=None).citing("yedo.coop.prep-flip-winning", BonusErrandRevealed)
    bonus = board(game).bonus
    assert bonus is not None
    assert CONTENT.emperor_cards[bonus].colour == "yellow"
    assert board(game).bonus_hidden == 1
    again = preparing(game).without(BonusErrandRevealed)
    assert board(again).bonus == bonus
    done = preparing(game.on_board(bonus=None, errands=(bonus,)))
    assert board(done).bonus not in (None, bonus)
    assert board(done).bonus_hidden == 0
    preparing(done.on_board(bonus=None)).without(BonusErrandRevealed)


@pytest.mark.clause("yedo.coop.prep-flip-winning")
def test_while_the_shogun_lives_no_bonus_errand_is_turned_up() -> None:
    game = prepared().without(BonusErrandRevealed)
    assert (board(game).bonus, board(game).bonus_hidden) == (None, 2)


# The Daimyo


@pytest.mark.clause("yedo.coop.prep-daimyo-layout")
def test_the_daimyo_lays_out_a_card_for_each_disciple_in_its_pool() -> None:
    game = prepared(pool=3).citing("yedo.coop.prep-daimyo-layout", DisplayLaidOut)
    shown = [slot.card for slot in board(game).display]
    assert [card is not None for card in shown] == [False, True, False]
    assert all(slot.figure for slot in board(game).display)
    assert game.value(daimyo(game), "house") == 0


@pytest.mark.clause("yedo.coop.prep-daimyo-reshuffle")
def test_when_its_deck_runs_out_the_discarded_cards_are_shuffled() -> None:
    cards = tuple(CONTENT.daimyo_cards)
    game = prepared(pool=3, discard=cards[:7]).citing("yedo.coop.prep-daimyo-reshuffle", DaimyoReshuffled)
    assert len(board(game).display) == 3
    assert board(game).discard == ()


@pytest.mark.clause("yedo.coop.prep-daimyo-reshuffle")
def test_a_deck_of_as_many_cards_as_are_dealt_has_not_run_out() -> None:
    cards = tuple(CONTENT.daimyo_cards)
    game = prepared(pool=2, discard=cards[:6]).without(DaimyoReshuffled)
    assert len(board(game).display) == 2
    assert board(game).discard == cards[:6]


@pytest.mark.clause("yedo.coop.prep-daimyo-reshuffle")
def test_the_cards_left_of_the_deck_are_dealt_before_the_shuffled_ones() -> None:
    cards = tuple(CONTENT.daimyo_cards)
    game = prepared(pool=4, discard=cards[:6])
    second = board(game).display[1].card
    assert second in cards[6:]
    assert [unseen_cards(game.state, 0)] == [tuple(card for card in cards[6:] if card != second)]
    assert {*unseen_cards(game.state, 2)} == {*unseen_cards(game.state, 3)} == {*cards[:6]}


def test_errands_are_settled_before_the_daimyo_lays_out_its_cards() -> None:
    kinds = [type(fact) for fact in prepared(current=DEATH, upcoming=MOON).facts]
    assert kinds.index(ErrandRemoved) < kinds.index(ErrandSlid) < kinds.index(DisplayLaidOut)


def test_in_round_7_the_watch_patrol_leaves_the_board() -> None:
    prepared(round=6, current=DEATH).then(round=7, patrol=None).citing(
        "yedo.preparation.final-round-patrol", PatrolRemoved
    )
    prepared(round=5, current=DEATH).without(PatrolRemoved)


# The Teahouse


def teahouse(active: tuple[str | None, ...], recruited: tuple[str | None, ...]) -> Position:
    """Return a game with these Characters by seat; the others are in the deck."""
    held = {character for character in (*active, *recruited) if character is not None}
    game = coop(2, phase="preparation", options={"teahouse": True})
    deck = tuple(sorted(set(game.state.parameters.characters) - held))
    return game.with_state(teahouse=Teahouse(beside=(), deck=deck, active=active, recruited=recruited))


@pytest.mark.clause("yedo.coop.teahouse-no-bonus-card")
def test_an_unused_character_stays_and_nobody_draws_a_bonus_card_for_it() -> None:
    game = preparing(teahouse(("abbot", "bodyguard"), (None, None))).without(CardDrawn).without(CharacterDiscarded)
    assert game.state.teahouse is not None
    assert game.state.teahouse.active == ("abbot", "bodyguard")
    assert game.value(0, "bonus") == ()


@pytest.mark.clause("yedo.coop.with-teahouse")
def test_a_recruited_character_takes_the_place_of_the_former_one_without_a_bonus_card() -> None:
    game = preparing(teahouse(("abbot", None), ("magistrate", "swordsmith"))).without(CardDrawn)
    game = game.citing("yedo.coop.with-teahouse", CharacterDiscarded)
    assert [(fact.seat, fact.character) for fact in game.of_type(CharacterFlipped)] == [
        (0, "magistrate"),
        (1, "swordsmith"),
    ]
    held = game.state.teahouse
    assert held is not None
    assert (held.active, held.recruited, held.discard) == (("magistrate", "swordsmith"), (None, None), ("abbot",))


@pytest.mark.clause("yedo.coop.teahouse-no-bonus-card")
def test_at_the_end_too_no_character_is_exchanged_and_the_last_ones_are_turned_up() -> None:
    game = teahouse(("abbot", "bodyguard"), ("magistrate", None))
    game = game.asking(*steps_at(game.state, "end"), OVER).running().without(CardDrawn)
    assert game.state.teahouse is not None
    assert game.state.teahouse.active == ("magistrate", None)
    assert game.state.teahouse.discard == ("abbot", "bodyguard")
