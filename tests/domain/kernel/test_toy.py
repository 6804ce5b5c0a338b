"""The kernel carries secret hands, simultaneous choices, reactions out of turn and auctions: the toy game is played."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from domain.application.errors import CannotTakeBack
from domain.kernel.audience import ARBITER, SPECTATOR, seat_viewer
from domain.kernel.bots import suggest
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove, NotAsked
from domain.kernel.fact import show_record
from domain.kernel.table import Outcome
from tests.domain.kernel.toy import Auction, Bid, Counter, Generosity, Give, Pass, Pick, React, Select, Toy
from tests.domain.kernel.toy_facts import CARDS, SEATS, Chosen, Dealt, Stacked, ToyOptions, ToyState
from tests.support.fuzz import Fuzzed, fuzz
from tests.support.games import play, start_game, take_back

TOY = Toy()


def opened(seed: int = 1) -> ToyState:
    return TOY.open(ToyOptions(), 3, Chance(seed.to_bytes(32, "big"))).state


def after(state: ToyState, *moves: tuple[int, Move]) -> ToyState:
    for seat, move in moves:
        state = TOY.decide(state, seat, move, Chance(bytes(32), 2)).state
    return state


def asks(state: ToyState, kind: type) -> list[int]:
    return [choice.seat for choice in TOY.choices(state) if isinstance(choice, kind)]


def all_pick(state: ToyState) -> ToyState:
    return after(state, *((seat, Pick(state.hands[seat][0])) for seat in SEATS))


def test_a_move_that_was_just_listed_is_decided_on_without_listing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = opened()
    choice = TOY.choices(state)[0]
    listed = suggest(state, choice, [choice])
    monkeypatch.setattr(type(choice), "allows", lambda *_: pytest.fail("the moves were listed twice"))
    TOY.decide(state, choice.seat, listed.moves[0], Chance(bytes(32), 2), listed=listed)


def test_moves_listed_from_another_state_do_not_count() -> None:
    state, other = opened(1), opened(2)
    choice = next(choice for choice in TOY.choices(state) if choice in TOY.choices(other))
    listed = suggest(other, choice, [choice])
    foreign = [move for move in listed.moves if move not in choice.moves(state)]
    with pytest.raises(IllegalMove):
        TOY.decide(state, choice.seat, foreign[0], Chance(bytes(32), 2), listed=listed)


def test_all_seats_are_asked_at_once_and_answer_in_any_order() -> None:
    state = opened()
    assert TOY.asked(state) == SEATS
    state = after(state, (1, Pick(state.hands[1][0])))
    assert TOY.asked(state) == (0, 2)
    with pytest.raises(IllegalMove):
        TOY.decide(state, 1, Pick(state.hands[1][0]), Chance(bytes(32)))
    state = after(state, (2, Pick(state.hands[2][0])), (0, Pick(state.hands[0][0])))
    assert state.rounds == 1


def test_what_follows_waits_until_all_have_chosen_and_opens_a_window_for_reactions() -> None:
    state = opened()
    shown_cards = tuple(state.hands[seat][0] for seat in SEATS)
    state = all_pick(state)
    leader = shown_cards.index(max(shown_cards))
    assert state.leader == leader
    assert sorted(asks(state, React)) == [seat for seat in SEATS if seat != leader]
    assert asks(state, Select) == []


def test_a_seat_counters_out_of_turn_with_a_higher_card() -> None:
    states = map(all_pick, map(opened, range(99)))
    state, seat = next(
        (state, seat) for state in states for seat in asks(state, React) if max(state.hands[seat]) > state.best
    )
    state = after(state, (seat, Counter(max(state.hands[seat]))))
    assert state.leader is None
    rest = asks(state, React)
    state = after(state, *((other, Pass()) for other in rest))
    assert state.won == (0, 0, 0)


def test_an_auction_goes_round_skips_seats_that_cannot_pay_and_the_winner_draws_in_secret() -> None:
    state = all_pick(opened())
    state = after(state, *((seat, Pass()) for seat in asks(state, React)))
    (first,) = asks(state, Auction)
    top = state.deck[0]
    state = after(state, (first, Bid(2)))
    (second,) = asks(state, Auction)
    with pytest.raises(IllegalMove, match="more than 2"):
        TOY.decide(state, second, Bid(2), Chance(bytes(32)))
    outcome = TOY.decide(state, second, Bid(4), Chance(bytes(32)))
    (dealt,) = [fact for fact in outcome.facts if isinstance(fact, Dealt)]
    assert (dealt.seat, dealt.cards) == (second, (top,))
    assert outcome.state.coins[second] == 0
    assert show_record(dealt, seat_viewer(first), dealt.owners())["cards"] == {"hidden": 1}
    assert show_record(dealt, seat_viewer(second), dealt.owners())["cards"] == (top,)


def test_a_standing_offer_stays_open_beside_everything_and_nothing_waits_for_it() -> None:
    state = opened()
    assert sorted(asks(state, Generosity)) == list(SEATS)
    given = after(state, (0, Give(2)), (0, Give(2)))
    assert given.coins == (2, 4, 6)
    assert given.agenda == state.agenda
    late = after(given, (0, Pick(given.hands[0][0])), (0, Give(1)))
    assert TOY.asked(late) == (1, 2)
    assert late.coins == (1, 5, 6)


def test_after_the_end_nothing_is_open_not_even_a_standing_offer() -> None:
    state = fuzz(FUZZED, {"rounds": 1}, 3, 5)
    assert TOY.choices(state) == []
    with pytest.raises(NotAsked, match="the game is over"):
        TOY.decide(state, 0, Give(1), Chance(bytes(32)))


def test_a_hidden_deck_is_shown_to_nobody_but_the_arbiter_and_a_hand_to_its_owner() -> None:
    outcome = TOY.open(ToyOptions(), 3, Chance(bytes(32)))
    stacked = next(fact for fact in outcome.facts if isinstance(fact, Stacked))
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(0, 1, 2)):
        assert show_record(stacked, viewer, stacked.owners())["deck"] == {"hidden": len(CARDS)}
    assert show_record(stacked, ARBITER, ())["deck"] == stacked.deck
    chosen = Chosen("toy.select", 1, 7)
    assert "card" not in show_record(chosen, seat_viewer(0), chosen.owners())
    assert show_record(chosen, seat_viewer(1), chosen.owners())["card"] == 7
    assert "card" not in show_record(Pick(7), seat_viewer(0), (1,))


def test_a_seat_can_take_back_its_choice_until_another_seat_moves() -> None:
    game = start_game(TOY, 3)
    before = game.state
    moved = play(game, 1, Pick(before.hands[1][0])).game
    back = take_back(moved, 1).game
    assert back.state == before
    assert back.step == 3
    moved = play(back, 1, Pick(before.hands[1][1])).game
    moved = play(moved, 2, Pick(before.hands[2][0])).game
    with pytest.raises(CannotTakeBack):
        take_back(moved, 1)


def test_a_move_that_revealed_something_cannot_be_taken_back() -> None:
    game = start_game(TOY, 3)
    for seat in SEATS:
        game = play(game, seat, Pick(game.state.hands[seat][0])).game
    with pytest.raises(CannotTakeBack, match="something hidden was revealed"):
        take_back(game, 2)


def universe(state: ToyState) -> Iterable[Move]:
    yield Pass()
    for number in range(-1, 17):
        yield Pick(number)
        yield Counter(number)
        yield Bid(number)
        yield Give(number)


def conserved(before: ToyState, outcome: Outcome[ToyState]) -> None:
    state = outcome.state
    lying = [*state.deck, *(card for hand in state.hands for card in hand), *(card for card in state.chosen if card)]
    assert len(set(lying)) == len(lying)
    assert all(coins >= 0 for coins in state.coins)


FUZZED = Fuzzed(TOY, universe, conserved)


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(10, 40), marks=pytest.mark.long)])
def test_random_games_of_the_toy_keep_every_law(rounds: int, seeds: range) -> None:
    for seed in seeds:
        assert fuzz(FUZZED, {"rounds": rounds}, 3, seed, universe_every=3).rounds == rounds
