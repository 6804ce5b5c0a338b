"""Cards drawn, looked at, kept and put under their decks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.yedo.effects.cards import Draw, KeepOne
from domain.games.yedo.effects.foresight import Foresight
from domain.games.yedo.effects.patrol_effects import SendPatrol
from domain.games.yedo.facts.cards import CardDrawn, CardKept, CardsLaidUnder, CardsLookedAt
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.phases.acting import NextToAct, Perform
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.vocabulary import Effect
from domain.games.yedo.verbs.asking import deed_of
from domain.games.yedo.verbs.moves import ChooseDeck, KeepCard
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.fact import show_record
from tests.domain.games.yedo.game import CONTENT, Position, given

CARD = "yedo.components.action-anatomy"
LATER = SendPatrol(seat=2, deed=deed_of(2, CARD))
"""A question that comes when everything before it is done."""
NAMES = ["A", "B", "C", "D"]
BONUS = sorted(CONTENT.bonus_cards)


def doing(game: Position, clause: str, *effects: Effect, space: str = "") -> Position:
    """Seat 0 gets these effects by a clause, with the activated figure on `space`."""
    return game.doing(deed_of(0, clause, space=space), *effects, then=(LATER,))


@pytest.mark.clause("yedo.reward.auction-action")
def test_of_3_action_cards_1_is_kept_and_2_go_under_the_deck() -> None:
    clause = "yedo.reward.auction-action"
    game = doing(given().on_top("action", "turncoat", "safe-house", "double-time"), clause, Draw(deck="action", look=3))
    size = game.state.pile("action").size
    assert {move.card for move in game.offered(0, KeepCard)} == {"turncoat", "safe-house", "double-time"}
    game.when(0, KeepCard("first-bow")).refused(clause)
    game = game.when(0, KeepCard("safe-house")).then(0, actions=("safe-house",)).asked((2, "SendPatrol"))
    assert game.state.pile("action").size == size + 2
    assert [known.card for known in game.state.pile("action").under] == ["turncoat", "double-time"]
    game.citing(clause, CardKept).citing(clause, CardsLaidUnder).then(looking=None)


@pytest.mark.clause("yedo.reward.auction-bonus")
def test_of_3_bonus_cards_1_is_kept_and_2_go_under_the_deck() -> None:
    game = doing(given(), "yedo.reward.auction-bonus", Draw(deck="bonus", look=3))
    kept, *_ = game.offered(0, KeepCard)
    game = game.when(0, kept).then(0, bonus=(kept.card,))
    assert game.state.pile("bonus").size == len(BONUS) - 1
    assert len(game.state.pile("bonus").under) == 2


@pytest.mark.clause("yedo.reward.auction-missions")
def test_of_3_missions_of_a_chosen_colour_1_is_kept() -> None:
    clause = "yedo.reward.auction-missions"
    game = doing(given(), clause, Draw(deck="mission", look=3)).asked((0, "ChooseColour"))
    assert {move.deck for move in game.offered(0, ChooseDeck)} == {"green", "yellow", "red", "black"}
    game.when(0, ChooseDeck("bonus")).refused(clause)
    size = game.state.pile("red").size
    game = game.when(0, ChooseDeck("red"))
    kept, *_ = game.offered(0, KeepCard)
    game = game.when(0, kept).then(0, missions=(kept.card,)).citing(clause, CardKept)
    assert game.state.pile("red").size == size - 1
    assert CONTENT.colour_of(kept.card) == "red"


@pytest.mark.clause("yedo.reward.auction-missions-short")
def test_a_short_deck_of_missions_gives_fewer_to_choose_from_and_an_empty_one_nothing() -> None:
    start = given()
    black, red = start.state.pile("black").cards, start.state.pile("red").cards
    game = start.having(1, done=black[2:]).having(2, done=red).effects(0, Draw(deck="mission", look=3), then=(LATER,))
    assert {move.deck for move in game.offered(0, ChooseDeck)} == {"green", "yellow", "black"}
    game.when(0, ChooseDeck("red")).refused("yedo.reward.auction-missions-short")
    game = game.when(0, ChooseDeck("black"))
    assert {move.card for move in game.offered(0, KeepCard)} == set(black[:2])
    game = game.when(0, KeepCard(black[0])).then(0, missions=(black[0],))
    assert game.state.pile("black").cards == (black[1],)


@pytest.mark.clause("yedo.reward.auction-missions-short")
def test_the_last_card_of_a_deck_is_drawn_without_a_choice() -> None:
    start = given()
    black = start.state.pile("black").cards
    game = start.having(1, done=black[1:]).effects(0, Draw(deck="mission", look=3, colour="black"), then=(LATER,))
    game.then(0, missions=black[:1]).asked((2, "SendPatrol")).without(CardsLookedAt)


@pytest.mark.clause("yedo.icon.reward-action", "yedo.limit.action-cards")
def test_an_action_card_gained_is_the_top_one_and_the_limit_holds() -> None:
    hand = ("double-time", "safe-house", "turncoat")
    game = given().having(0, actions=hand).on_top("action", "first-bow")
    game = doing(game, "yedo.icon.reward-action", Draw(deck="action")).citing("yedo.icon.reward-action", CardDrawn)
    game = game.then(0, actions=("double-time", "first-bow", "safe-house", "turncoat")).asked((0, "Spare"))
    assert len(game.when(0, game.any_move()).state.hands.actions[0]) == 3


@pytest.mark.clause("yedo.icon.reward-bonus", "yedo.limit.bonus-cards")
def test_a_bonus_card_gained_is_the_top_one_and_the_limit_holds() -> None:
    game = given().having(0, bonus=BONUS[:2]).on_top("bonus", BONUS[2])
    game = doing(game, "yedo.icon.reward-bonus", Draw(deck="bonus")).then(0, bonus=tuple(BONUS[:3]))
    game = game.asked((0, "Spare"))
    game = game.when(0, game.any_move())
    assert len(game.state.hands.bonus[0]) == 2
    assert game.state.pile("bonus").under[-1].card in BONUS[:3]


@pytest.mark.clause("yedo.icon.reward-mission")
def test_a_mission_gained_is_the_top_one_of_a_chosen_deck() -> None:
    start = given()
    held = start.state.pile("green").cards[:3]
    game = doing(start.having(0, missions=held), "yedo.icon.reward-mission", Draw(deck="mission"))
    game = game.when(0, ChooseDeck("yellow")).asked((2, "SendPatrol"))
    assert game.citing("yedo.icon.reward-mission", CardDrawn).state.mission_colours(0).count("yellow") == 1
    assert len(game.state.hands.missions[0]) == 4
    four = doing(game, "yedo.icon.reward-mission", Draw(deck="mission")).when(0, ChooseDeck("red")).asked((0, "Spare"))
    assert len(four.when(0, four.any_move()).state.hands.missions[0]) == 4


@pytest.mark.clause("yedo.ruling.decks-run-out")
def test_a_deck_gives_its_undermost_cards_last_and_an_empty_one_nothing() -> None:
    start = given().effects(0, Draw(deck="bonus", look=3), then=(LATER,))
    start = start.when(0, start.offered(0, KeepCard)[0])
    under = [known.card for known in start.state.pile("bonus").under]
    game = start.having(0, bonus=()).having(1, bonus=start.state.pile("bonus").rest)
    assert list(game.state.pile("bonus").cards) == sorted(under)
    game = game.having(1, bonus=()).effects(1, Draw(deck="bonus"), then=(LATER,)).then(1, bonus=(under[0],))
    game = game.effects(1, Draw(deck="bonus"), then=(LATER,)).then(1, bonus=tuple(sorted(under)))
    game = game.having(1, bonus=()).effects(1, Draw(deck="bonus"), then=(LATER,))
    assert game.then(1, bonus=()).of_type(EffectWithout)


def test_only_its_drawer_sees_a_card_that_is_drawn_or_looked_at() -> None:
    game = doing(given().on_top("action", "turncoat", "safe-house"), CARD, Draw(deck="action", look=2))
    looked = game.of_type(CardsLookedAt)[0]
    game = game.when(0, KeepCard("turncoat"))
    for fact in (looked, game.of_type(CardKept)[0]):
        assert "Turncoat" in fact.words(NAMES, seat_viewer(0))
        assert "Turncoat" not in fact.words(NAMES, seat_viewer(1))
        assert "Turncoat" not in fact.words(NAMES, SPECTATOR)
    assert not KeepOne.public
    assert not KeepOne.automatic


def test_several_cards_may_be_kept() -> None:
    game = given().on_top("action", "turncoat", "safe-house", "double-time")
    game = game.effects(0, Draw(deck="action", look=3, keep=2), then=(LATER,))
    game = game.when(0, KeepCard("turncoat")).asked((0, "KeepOne"))
    game = game.when(0, KeepCard("double-time")).then(0, actions=("double-time", "turncoat")).then(looking=None)
    assert [known.card for known in game.state.pile("action").under] == ["safe-house"]


@pytest.mark.clause("yedo.limit.action-cards")
def test_the_limit_waits_until_all_cards_are_kept_that_may_be() -> None:
    held = ("a-word-at-the-well", "an-open-hand", "turncoat")
    game = given().having(0, actions=held).on_top("action", "double-time", "safe-house", "first-bow")
    game = game.effects(0, Draw(deck="action", look=3, keep=2), then=(LATER,))
    game = game.when(0, KeepCard("double-time")).asked((0, "KeepOne")).when(0, KeepCard("first-bow"))
    game = game.asked((0, "Spare")).then(looking=None).when(0, PlayCard("a-word-at-the-well")).until("Spare")
    assert [known.card for known in game.state.pile("action").under] == ["safe-house", "a-word-at-the-well"]
    assert len(game.until("SendPatrol").state.hands.actions[0]) == 3


def seen_by_others(game: Position) -> list[object]:
    """What seat 1 and spectators learn from the last step: facts, who is asked, and how long the agenda is."""
    shown = [show_record(fact, viewer, fact.owners()) for viewer in (seat_viewer(1), SPECTATOR) for fact in game.facts]
    return [shown, game.asks(), len(game.state.agenda)]


def looking(*cards: str) -> Position:
    """Seat 0 looks at the action cards on top of the deck, which are these."""
    return given().on_top("action", *cards).effects(0, Draw(deck="action", look=3), then=(LATER,))


def foreseeing(*cards: str) -> Position:
    """Seat 0 uses Foresight on the action cards on top of the deck, which are these."""
    return given().on_top("action", *cards).effects(0, Foresight(deck="action"), then=(LATER,))


def selling(*cards: str) -> Position:
    """Seat 0 sells one of the Action Cards of its hand, which are these."""
    game = given(seats=4).having(0, actions=cards).placed(("market-1", 0), ("shogun", 1))
    return game.asking(NextToAct()).running().when(0, Perform("market-1", "sell/action"))


@pytest.mark.parametrize("ask", [looking, foreseeing, selling])
def test_nothing_that_others_see_depends_on_the_cards_chosen_from(ask: Callable[..., Position]) -> None:
    one = ask("turncoat", "safe-house", "double-time")
    two = ask("turncoat", "turncoat", "first-bow")
    assert seen_by_others(one) == seen_by_others(two)
    one, two = one.when(0, one.any_move()), two.when(0, two.any_move())
    assert seen_by_others(one) == seen_by_others(two)
