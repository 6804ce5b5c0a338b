"""Foresight: the top of a deck is seen in secret and put back in any order."""

from __future__ import annotations

import pytest

from domain.games.yedo import draws
from domain.games.yedo.effects.cards import Draw
from domain.games.yedo.effects.foresight import Foresight
from domain.games.yedo.effects.patrol_effects import SendPatrol
from domain.games.yedo.effects.weapons import TakeWeapon
from domain.games.yedo.facts.cards import CardsLookedAt, DeckArranged
from domain.games.yedo.facts.weapons import BagRefilled
from domain.games.yedo.phases.acting import NextToAct, Perform
from domain.games.yedo.printed.terms import Deck
from domain.games.yedo.verbs.asking import Deed, deed_of
from domain.games.yedo.verbs.moves import ArrangeCards, ChooseDeck
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.chance import Chance
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given

CARD = "yedo.components.action-anatomy"
LATER = SendPatrol(seat=2, deed=deed_of(2, CARD))
"""A question that comes when everything before it is done."""
NAMES = ["A", "B", "C", "D"]


def at(space: str) -> Position:
    """Seat 0 activates its Disciple on a space; the turn of seat 1 follows."""
    return given(seats=4).placed((space, 0), ("shogun", 1)).asking(NextToAct()).running()


def foresight(deck: Deck, *cards: str, space: str) -> Position:
    """Let seat 0 use the Foresight of a District, with these cards on top of the deck."""
    return at(space).on_top(deck, *cards).when(0, Perform(space, "foresight"))


def top(game: Position, deck: Deck, count: int = 3) -> tuple[str, ...]:
    """The next cards of a deck."""
    return game.state.pile(deck).pick(Chance(bytes(32)), draws.of_deck(deck), count)


def missions(game: Position, colour: Deck, count: int) -> tuple[str, ...]:
    """Some Missions of a colour from their deck."""
    return game.state.pile(colour).cards[:count]


@pytest.mark.clause("yedo.gates.foresight-action")
def test_foresight_of_the_gates_puts_3_action_cards_back_in_any_order() -> None:
    game = foresight("action", "double-time", "turncoat", "fortune-teller", space="gates-1").asked((0, "Arrange"))
    assert len(game.offered(0)) == 6
    size = at("gates-1").state.pile("action").size
    game = game.when(0, ArrangeCards(("fortune-teller", "double-time", "turncoat")))
    assert top(game, "action") == ("fortune-teller", "double-time", "turncoat")
    assert game.state.pile("action").size == size
    game.citing("yedo.gates.foresight-action", DeckArranged)
    game.effects(1, Draw(deck="action"), then=(LATER,)).then(1, actions=("fortune-teller",))


@pytest.mark.clause("yedo.gates.foresight-action")
def test_the_cards_laid_back_are_those_that_were_seen() -> None:
    game = foresight("action", "double-time", "turncoat", "fortune-teller", space="gates-1")
    for cards in (
        ("double-time", "turncoat"),
        ("double-time", "double-time", "fortune-teller"),
        ("double-time", "turncoat", "an-open-hand"),
    ):
        game.when(0, ArrangeCards(cards)).refused("yedo.gates.foresight-action")


@pytest.mark.clause("yedo.harbor.foresight-bonus")
def test_foresight_of_the_harbor_arranges_bonus_cards() -> None:
    x, y, z = sorted(CONTENT.bonus_cards)[:3]
    game = foresight("bonus", x, y, z, space="harbor-1").when(0, ArrangeCards((y, z, x)))
    assert top(game, "bonus") == (y, z, x)
    assert game.state.pile("bonus").size == len(CONTENT.bonus_cards)
    game.citing("yedo.harbor.foresight-bonus", DeckArranged)


@pytest.mark.clause("yedo.tavern.foresight-weapons")
def test_foresight_of_the_tavern_makes_a_stack_from_which_weapons_are_drawn_first() -> None:
    game = foresight("weapons", "doku", "nawa", "yumi", space="tavern-1")
    game = game.when(0, ArrangeCards(("yumi", "doku", "nawa"))).citing("yedo.tavern.foresight-weapons", DeckArranged)
    game = game.effects(1, TakeWeapon(source="bag"), TakeWeapon(source="bag"), then=(LATER,))
    game.then(1, weapons=("doku", "yumi"))


@pytest.mark.clause("yedo.temple.foresight-missions")
def test_foresight_of_the_temple_arranges_the_missions_of_one_colour() -> None:
    game = at("temple-1")
    x, y, z = missions(game, "red", 3)
    others = {colour: game.state.pile(colour) for colour in ("green", "yellow", "black")}
    game = game.on_top("red", x, y, z).when(0, Perform("temple-1", "foresight")).when(0, ChooseDeck("red"))
    game = game.when(0, ArrangeCards((z, y, x))).citing("yedo.temple.foresight-missions", DeckArranged)
    assert top(game, "red") == (z, y, x)
    assert {colour: game.state.pile(colour) for colour in others} == others


@pytest.mark.clause("yedo.temple.foresight-events")
def test_foresight_of_the_temple_arranges_events_instead() -> None:
    game = at("temple-1")
    x, y, z = game.state.pile("events").cards[:3]
    game = game.on_top("events", x, y, z).when(0, Perform("temple-1", "foresight")).when(0, ChooseDeck("events"))
    game = game.when(0, ArrangeCards((z, x, y))).citing("yedo.temple.foresight-events", DeckArranged)
    assert top(game, "events") == (z, x, y)


def test_foresight_of_the_temple_is_not_for_other_decks() -> None:
    game = at("temple-1").when(0, Perform("temple-1", "foresight"))
    game.when(0, ChooseDeck("bonus")).refused("yedo.temple.foresight-missions")


@pytest.mark.clause("yedo.foresight.secret")
def test_only_the_acting_player_sees_what_foresight_shows() -> None:
    game = foresight("action", "double-time", "turncoat", "fortune-teller", space="gates-1")
    looked = game.of_type(CardsLookedAt)[0]
    game = game.when(0, ArrangeCards(("fortune-teller", "double-time", "turncoat")))
    for fact in (looked, game.of_type(DeckArranged)[0]):
        assert "Double Time" in fact.words(NAMES, seat_viewer(0))
        for viewer in (SPECTATOR, seat_viewer(1), seat_viewer(2)):
            assert not any(
                title in fact.words(NAMES, viewer) for title in ("Double Time", "Turncoat", "Fortune Teller")
            )
            assert "3 Action Cards" in fact.words(NAMES, viewer)
    assert not any(outcome.seen_by is None for outcome in _outcomes())


def _outcomes() -> list:
    """The random outcomes of a look at an untouched deck."""
    game = at("gates-1")
    chance = Chance(bytes(32), 2)
    RULES.decide(game.state, 0, Perform("gates-1", "foresight"), chance)
    assert chance.outcomes
    return chance.outcomes


@pytest.mark.clause("yedo.ruling.foresight-remembered")
def test_the_player_knows_stacked_weapons_as_long_as_they_lie_there() -> None:
    game = foresight("weapons", "doku", "nawa", "yumi", space="tavern-1").when(
        0, ArrangeCards(("yumi", "doku", "nawa"))
    )
    assert game.state.pile("weapons").known_to(seat_viewer(0)) == ("yumi", "doku", "nawa")
    assert game.state.pile("weapons").known_to(seat_viewer(1)) == ()
    game = game.effects(1, TakeWeapon(source="bag"), then=(LATER,)).then(1, weapons=("yumi",))
    assert game.state.pile("weapons").known_to(seat_viewer(0)) == ("doku", "nawa")


@pytest.mark.clause("yedo.ruling.foresight-remembered")
def test_the_player_knows_the_cards_as_long_as_their_place_is_known() -> None:
    game = foresight("action", "double-time", "turncoat", "fortune-teller", space="gates-1")
    game = game.when(0, ArrangeCards(("fortune-teller", "double-time", "turncoat")))
    pile = game.state.pile("action")
    assert pile.known_to(seat_viewer(0)) == ("fortune-teller", "double-time", "turncoat")
    assert pile.known_to(seat_viewer(1)) == ()
    game = game.effects(1, Draw(deck="action"), then=(LATER,))
    assert game.state.pile("action").known_to(seat_viewer(0)) == ("double-time", "turncoat")


@pytest.mark.clause("yedo.foresight.short-deck")
def test_foresight_of_a_short_deck_shows_what_is_there() -> None:
    game = at("temple-1")
    cards = game.state.pile("red").cards
    game = game.having(3, done=cards[2:]).when(0, Perform("temple-1", "foresight")).when(0, ChooseDeck("red"))
    game.citing("yedo.foresight.short-deck", CardsLookedAt)
    assert {move.cards for move in game.offered(0, ArrangeCards)} == {cards[:2], cards[1::-1]}


@pytest.mark.clause("yedo.foresight.short-deck")
def test_a_single_card_is_seen_and_lies_where_it_lay() -> None:
    game = at("temple-1")
    cards = game.state.pile("red").cards
    game = game.having(3, done=cards[1:]).when(0, Perform("temple-1", "foresight")).when(0, ChooseDeck("red"))
    game.asked((1, "Activate"))
    assert game.state.pile("red").known_to(seat_viewer(0)) == cards[:1]


@pytest.mark.clause("yedo.ruling.decks-run-out")
def test_an_empty_deck_is_not_looked_at() -> None:
    game = at("gates-1")
    every = game.state.pile("action").cards
    game.having(3, actions=every).when(0, Perform("gates-1", "foresight")).refused("yedo.ruling.decks-run-out")
    game = at("temple-1")
    red = game.state.pile("red").cards
    game = game.having(3, done=red).when(0, Perform("temple-1", "foresight"))
    assert "red" not in {move.deck for move in game.offered(0, ChooseDeck)}
    game.when(0, ChooseDeck("red")).refused("yedo.ruling.decks-run-out")


@pytest.mark.clause("yedo.market.bag-refill")
def test_discarded_weapons_return_to_an_empty_bag_before_it_is_looked_into() -> None:
    game = at("tavern-1")
    bag = game.state.pile("weapons").cards
    game = game.having(3, weapons=bag[4:]).having(2, weapons=bag[1:4])
    game = game.having(3, weapons=()).with_state(weapon_discard=bag[4:])
    game = game.when(0, Perform("tavern-1", "foresight")).citing("yedo.market.bag-refill", BagRefilled)
    seen = game.of_type(CardsLookedAt)[0].cards
    assert len(seen) == 3
    assert seen[0] == bag[0]


@pytest.mark.clause("yedo.annex.karesansui-active")
def test_a_card_of_free_choice_offers_the_foresight_of_every_district() -> None:
    game = given(seats=4).doing(Deed(0, 0, CARD, "fortune-teller"), Foresight(), then=(LATER,))
    expected = {"action", "weapons", "bonus", "green", "yellow", "red", "black", "events"}
    assert {move.deck for move in game.asked((0, "ChooseForesight")).offered(0, ChooseDeck)} == expected
    game = game.when(0, ChooseDeck("events"))
    game.citing(CARD, CardsLookedAt).asked((0, "Arrange"))


def test_a_card_may_name_the_deck_that_is_looked_at() -> None:
    game = given(seats=4).effects(0, Foresight(deck="bonus", look=2), then=(LATER,)).asked((0, "Arrange"))
    assert len(game.offered(0, ArrangeCards)) == 2
    game = given(seats=4).effects(0, Foresight(deck="mission"), then=(LATER,))
    assert {move.deck for move in game.offered(0, ChooseDeck)} == {"green", "yellow", "red", "black"}
