"""Resigned seats while the others play on: how they pass, what a bot knows, what remains."""

from __future__ import annotations

import pytest

from domain.games.yedo.coop.errands import Refuse, ResolveErrand
from domain.games.yedo.phases.acting import Activate, Idle
from domain.games.yedo.phases.assigning import Assign, Place
from domain.games.yedo.phases.bidding import DropOut, LeaveBidding, OpenAuction, Pass, RaiseOrPass, StayOrDrop
from domain.games.yedo.phases.offers import OfferTrade
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.phases.trade import DeclineTrade, PassTrade
from domain.games.yedo.printed.parts import Auction
from domain.kernel.audience import seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import Item, Move
from domain.record.resigned_seats import bot_move, passing_move, seats_to_play
from tests.domain.games.yedo.action_cards import all_cards
from tests.domain.games.yedo.errands import MUSIC, acting, together
from tests.domain.games.yedo.game import RULES, Position
from tests.domain.games.yedo.test_acceptance_trade import BLUE, RED, in_the_tavern
from tests.support.resignations import Leaving
from tests.support.states import field_of

MOMENTS = [
    ("bidding", StayOrDrop(seat=1), "good-harvest", DropOut()),
    ("bidding", OpenAuction(seat=1), "good-harvest", LeaveBidding()),
    ("bidding", RaiseOrPass(seat=1), "good-harvest", Pass()),
    ("actions", Activate(seat=1), "cheap-timber", Idle("gates-1")),
]


def passes(game: Position, seat: int) -> Move:
    """Return the move with which a seat passes, which it may also make by itself."""
    move = passing_move(RULES, game.state, seat)
    assert move in [found for choice in RULES.choices(game.state) for found in choice.moves(game.state)]
    return move


@pytest.mark.clause("yedo.end.passing")
@pytest.mark.parametrize(("phase", "question", "card", "move"), MOMENTS, ids=lambda value: type(value).__name__)
def test_a_seat_passes_without_playing_a_card(phase: str, question: Item, card: str, move: Move) -> None:
    game = all_cards(phase=phase, auction=Auction("weapons", 0, 3, 0, (1, 2))).having(1, actions=(card,))
    game = game.placed(("gates-1", 1)).asking(question)
    assert PlayCard(card) in game.offered(1)
    assert passes(game, 1) == move


@pytest.mark.clause("yedo.end.passing")
def test_a_seat_that_passes_assigns_disciples_on_the_space_that_is_written_shortest() -> None:
    game = all_cards(phase="assign").having(1, actions=("before-the-altar",)).asking(Assign(seat=1))
    spaces = [move.space for move in game.offered(1, Place)]
    shortest = min(spaces, key=lambda space: (len(space), space))
    assert passes(game, 1) == Place(shortest)
    taken = game.placed((shortest, 0))
    others = [space for space in spaces if space != shortest]
    assert passes(taken, 1) == Place(min(others, key=lambda space: (len(space), space)))


@pytest.mark.clause("yedo.end.passing")
def test_a_seat_that_passes_trades_nothing() -> None:
    game = in_the_tavern()
    assert passes(game, RED) == PassTrade()
    offered = game.when(RED, OfferTrade(partner=BLUE, mon=1, for_mon=2)).asked((BLUE, "AnswerOffer"))
    assert passes(offered, BLUE) == DeclineTrade()


@pytest.mark.clause("yedo.end.passing")
def test_a_seat_that_passes_gives_nothing_for_an_errand() -> None:
    game = together(3, current=MUSIC).having(0, mon=0).having(1, geishas=(2,), mon=0).having(2, mon=9)
    game = acting(game.placed(("red-light-1", 0), ("red-light-2", 1), ("red-light-3", 2)))
    game = game.when(0, ResolveErrand("red-light-1", MUSIC))
    assert passes(game, 2) == Refuse()


@pytest.mark.clause("yedo.end.playing-on")
@pytest.mark.parametrize("options", [{"rounds": 8, "sets": "classic"}, {"shogun_must_die": True, "sets": "classic"}])
def test_a_bot_chooses_alike_wherever_its_seat_sees_the_same(options: dict[str, object]) -> None:
    played = Leaving(RULES, 3, 6, **options).moves(30)
    for number in range(25):
        state = played.game.position
        for seat in played.game.to_move:
            twin = RULES.redeal(state, seat_viewer(seat), Chance(bytes([number]) * 32))
            known = bytes([number])
            assert bot_move(RULES, state, seat, known) == bot_move(RULES, twin, seat, known) is not None
        played.move()


@pytest.mark.clause("yedo.end.playing-on")
def test_a_resigned_seat_plays_no_card_out_of_turn() -> None:
    gifts = "gifts-for-the-council"
    game = all_cards(phase="actions").having(1, actions=(gifts,)).placed(("gates-1", 0)).asking(Activate(seat=0))
    assert PlayCard(gifts) in game.offered(1)
    assert seats_to_play(RULES, game.state, (1,)) == ()
    assert bot_move(RULES, game.state, 1, b"") is None


@pytest.mark.clause("yedo.end.playing-on")
def test_what_a_resigned_seat_has_stays_and_the_others_play_to_the_end() -> None:
    played = Leaving(RULES, 3, 2, sets="classic").moves(25)
    before = played.game.position
    played.resign(1)
    after = played.game.position
    for field in ("mon", "weapons", "missions"):
        assert field_of(after, field)[1] == field_of(before, field)[1]
    over = played.play_out()
    assert over.result is not None
    assert {score.seat: score.rank for score in over.result.scores}[1] == 3
    assert over.status == "finished"


@pytest.mark.clause("yedo.end.resignation", "yedo.end.playing-on")
def test_of_several_who_resign_the_first_is_last_and_the_game_ends_when_one_is_left() -> None:
    played = Leaving(RULES, 4, 3, sets="classic").moves(20)
    played.resign(2)
    assert not played.moves(5).game.is_over
    played.resign(0)
    assert not played.game.is_over
    played.resign(3)
    assert played.game.is_over
    assert played.game.result is not None
    assert {score.seat: score.rank for score in played.game.result.scores} == {1: 1, 3: 2, 0: 3, 2: 4}


@pytest.mark.clause("yedo.end.resignation")
def test_with_two_players_a_resignation_ends_the_game_at_once() -> None:
    played = Leaving(RULES, 2, 3, sets="classic").moves(10)
    played.resign(0)
    assert played.game.is_over
    assert played.game.result is not None
    assert {score.seat: score.rank for score in played.game.result.scores} == {1: 1, 0: 2}


@pytest.mark.clause("yedo.end.playing-on")
def test_together_the_others_play_on_until_none_is_left() -> None:
    played = Leaving(RULES, 3, 4, sets="classic", shogun_must_die=True).moves(10)
    for seat in (0, 2):
        played.resign(seat)
        assert not played.game.is_over
    played.resign(1)
    assert played.game.is_over


@pytest.mark.clause("yedo.ruling.resigning-together")
def test_together_two_players_lose_when_one_resigns() -> None:
    played = Leaving(RULES, 2, 4, sets="classic", shogun_must_die=True).moves(10)
    played.resign(1)
    assert played.game.is_over
    assert played.game.result is not None
    assert [score.rank for score in played.game.result.scores] == [2, 2, 1]


@pytest.mark.clause("yedo.ruling.resigning-together")
def test_together_the_group_wins_or_loses_with_the_seat_that_was_resigned() -> None:
    played = Leaving(RULES, 3, 4, sets="classic", shogun_must_die=True).moves(10)
    assert played.game.on_resignation == "bot"
    played.resign(0)
    over = played.play_out()
    assert over.result is not None
    assert len({score.rank for score in over.result.scores[:3]}) == 1
    assert over.result.goals
