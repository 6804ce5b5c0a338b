"""The Event Phase: the Market is adjusted, an Event is revealed, a Blessing lets a player ignore it."""

from __future__ import annotations

import pytest

from domain.games.yedo.districts.market import AdjustMarket
from domain.games.yedo.effects.goods import Blessing
from domain.games.yedo.effects.lasting import end_round
from domain.games.yedo.effects.spaces import open_spaces
from domain.games.yedo.facts.events import EventEndured, EventIgnored, EventRevealed
from domain.games.yedo.facts.goods import BlessingGiven, ChurchBurnt, ChurchFilled, MonGained, MonPaid
from domain.games.yedo.facts.pieces import PatrolTurned
from domain.games.yedo.facts.turns import LastingOver
from domain.games.yedo.facts.weapons import BagRefilled, MarketAdjusted, MarketFilled
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.phases.events import Endure, EventPhase, GiveBlessing
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.entries import EVENT_SETS
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.modifiers import is_forbidden, price
from domain.games.yedo.verbs.moves import ACCEPT
from domain.kernel.chance import Chance
from domain.kernel.pile import Pile
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given

OVER = LastCall(seat=0)
"""A question that follows, so that the game waits at the end of the Event Phase."""


def phase(card: str, seats: int = 3, **fields: object) -> Position:
    """Return a position before an Event Phase that will reveal this Event."""
    sets = [CONTENT.events[card].set]
    sets.append("neutral" if sets != ["neutral"] else "resources")
    options = {"rounds": 8, "sets": "own", "action_sets": ("neutrals",), "event_sets": tuple(sets)}
    options["mission_sets"] = ("neutral", "money")
    return given(seats, phase="event", options=options, **fields).on_top("events", card)


def revealed(game: Position) -> Position:
    """Carry out the Event Phase up to its first question."""
    return game.asking(EventPhase(), OVER).running()


def blessed(game: Position, *seats: int) -> Position:
    for seat in seats:
        game = game.having(seat, blessings=True)
    return game


def closed_for(state: YedoState, seat: int) -> set[str]:
    """Return the spaces in play that are closed to a seat."""
    return set(state.parameters.spaces) - set(open_spaces(state, seat))


def without_preparation(game: Position) -> Position:
    """End the effects that last for the round, as the next Preparation does."""
    table = RULES.table(game.state, Chance(bytes(32), 2))
    with table.citing("yedo.preparation.round-marker"):
        end_round(table)
    return Position(table.state)


# The Market


@pytest.mark.clause("yedo.market.discard-to-two")
def test_all_weapons_of_the_market_but_the_two_leftmost_are_discarded() -> None:
    game = given(phase="event").selling("doku", "katana", "yumi", "nawa").asking(AdjustMarket(), OVER).running()
    game.then(weapon_discard=("yumi", "nawa")).citing("yedo.market.discard-to-two", MarketAdjusted)


@pytest.mark.clause("yedo.market.discard-to-two")
@pytest.mark.parametrize("market", [(None,) * 4, (None, "doku", None, None), ("doku", None, None, "yumi")])
def test_nothing_is_discarded_if_at_most_two_weapons_are_left(market: tuple[str | None, ...]) -> None:
    game = given(phase="event").selling(*market).asking(AdjustMarket(), OVER).running()
    game.then(weapon_discard=())
    left = [weapon for weapon in market if weapon]
    assert list(game.state.weaponry.market[4 - len(left) :]) == left


@pytest.mark.clause("yedo.market.shift-right")
def test_the_weapons_that_stay_move_to_the_far_right_in_their_order() -> None:
    game = given(phase="event").selling("doku", None, "katana", None).asking(AdjustMarket(), OVER).running()
    assert game.state.weaponry.market[2:] == ("doku", "katana")
    game.citing("yedo.market.shift-right", MarketAdjusted)
    assert [space.price for space in CONTENT.market[2:]] == [6, 6]


@pytest.mark.clause("yedo.market.refill")
def test_new_weapons_fill_the_market_from_right_to_left_as_they_are_drawn() -> None:
    game = given(phase="event").selling("doku", "katana", "yumi", None).on_top("weapons", "nawa", "fukiya", "shuko")
    game = game.asking(AdjustMarket(), OVER).running()
    game.then(market=("fukiya", "nawa", "doku", "katana")).citing("yedo.market.refill", MarketFilled)
    assert game.state.pile("weapons").cards.count("shuko") == CONTENT.weapons["shuko"].count


@pytest.mark.clause("yedo.market.price-steps")
def test_the_two_rightmost_spaces_of_the_market_cost_6_mon_and_the_others_8() -> None:
    assert [space.price for space in CONTENT.market] == [8, 8, 6, 6]


@pytest.mark.clause("yedo.market.bag-refill")
def test_a_bag_that_runs_out_in_the_middle_of_a_draw_takes_the_discarded_weapons_back() -> None:
    game = given(phase="event").selling("doku")
    rest = game.state.pile("weapons").rest
    state = game.with_state(market=("doku", None, None, None), weapon_discard=rest[1:10]).state
    state.put_pile("weapons", Pile(rest=rest[:1]))
    game = Position(state).asking(AdjustMarket(), OVER).running()
    game.then(weapon_discard=()).citing("yedo.market.bag-refill", BagRefilled)
    assert None not in game.state.weaponry.market
    assert game.state.weaponry.market[2] == rest[0]
    assert game.state.pile("weapons").size == 7


# The Event


@pytest.mark.clause("yedo.event.order")
def test_the_market_is_adjusted_before_the_event_is_revealed() -> None:
    kinds = [type(fact) for fact in revealed(phase("rice-ships")).facts]
    assert kinds.index(MarketFilled) < kinds.index(EventRevealed)


@pytest.mark.clause("yedo.event.reveal")
def test_the_top_event_is_revealed_and_covers_the_former_one() -> None:
    game = phase("rent-day")
    size = game.state.pile("events").size
    game = revealed(game.with_state(event="rice-ships", past_events=("foreign-silver",)))
    game.then(event="rent-day", past_events=("foreign-silver", "rice-ships")).citing("yedo.event.reveal", EventRevealed)
    assert game.state.pile("events").size == size - 1


@pytest.mark.clause("yedo.event.blessing-ignore")
def test_who_returns_the_blessing_ignores_the_event_and_the_others_endure_it() -> None:
    game = revealed(blessed(phase("snow-on-the-passes"), 0)).asked((0, "IgnoreEvent"))
    game = game.when(0, GiveBlessing()).then(mon=(12, 10, 10), blessings=(False,) * 3, ignored=(0,))
    game.citing("yedo.event.blessing-ignore", EventIgnored).asked((0, "LastCall"))


@pytest.mark.clause("yedo.event.blessing-ignore")
def test_who_keeps_the_blessing_endures_the_event() -> None:
    game = revealed(blessed(phase("snow-on-the-passes"), 0)).when(0, Endure())
    game.then(mon=(10, 10, 10), blessings=(True, False, False), ignored=())
    game.citing("yedo.event.blessing-ignore", EventEndured)


@pytest.mark.clause("yedo.event.blessing-ignore")
def test_who_has_lost_the_blessing_meanwhile_cannot_ignore_the_event() -> None:
    game = revealed(blessed(phase("snow-on-the-passes"), 0)).having(0, blessings=False)
    game.when(0, GiveBlessing()).refused("yedo.event.blessing-ignore").when(0, Endure()).then(mon=(10, 10, 10))


@pytest.mark.clause("yedo.event.blessing-ignore")
def test_several_players_may_ignore_an_event_and_the_next_one_touches_them_again() -> None:
    game = revealed(blessed(phase("snow-on-the-passes"), 0, 2)).when(0, GiveBlessing()).when(2, GiveBlessing())
    game = game.then(ignored=(0, 2), mon=(12, 10, 12))
    revealed(game.on_top("events", "empty-bowls")).then(ignored=(), mon=(10, 8, 10))


@pytest.mark.clause("yedo.event.blessing-ignore")
def test_players_decide_about_their_blessings_in_player_order() -> None:
    game = revealed(blessed(phase("rice-ships", track=(2, 0, 1)), 0, 1, 2)).asked((2, "IgnoreEvent"))
    game = game.when(2, Endure()).asked((0, "IgnoreEvent")).when(0, GiveBlessing()).asked((1, "IgnoreEvent"))
    game.when(1, Endure()).then(ignored=(0,), mon=(12, 15, 15))


def test_only_players_with_a_blessing_are_asked() -> None:
    revealed(phase("rice-ships")).asked((0, "LastCall")).then(mon=(15, 15, 15))
    revealed(blessed(phase("rice-ships"), 1)).asked((1, "IgnoreEvent"))


@pytest.mark.clause("yedo.event.blessing-returns")
def test_a_spent_blessing_returns_to_the_temple() -> None:
    game = revealed(blessed(phase("rice-ships"), 0, 1, 2))
    assert game.state.temple_blessings == 0
    game = game.when(0, GiveBlessing()).citing("yedo.event.blessing-returns", BlessingGiven)
    assert game.state.temple_blessings == 1
    game = game.effects(0, Blessing(), then=(OVER,)).then(0, blessings=True)
    assert game.state.temple_blessings == 0


@pytest.mark.clause("yedo.ruling.ignored-event")
@pytest.mark.parametrize("event", ["changing-winds", "no-trading-today", "rice-ships", "forced-march"])
def test_players_with_a_blessing_are_asked_at_every_event_whatever_it_does(event: str) -> None:
    revealed(blessed(phase(event), 1)).asked((1, "IgnoreEvent"))


@pytest.mark.clause("yedo.ruling.ignored-event")
def test_who_ignores_an_event_is_not_bound_by_what_it_closes_or_forbids() -> None:
    game = revealed(blessed(phase("the-harbor-is-shut"), 1)).when(1, GiveBlessing())
    assert closed_for(game.state, 0) == {"harbor-1", "harbor-2"}
    assert closed_for(game.state, 1) == set()
    state = revealed(blessed(phase("no-trading-today"), 1)).when(1, GiveBlessing()).state
    assert [is_forbidden(state, seat, "trade") for seat in range(3)] == [True, False, True]


@pytest.mark.clause("yedo.ruling.ignored-event")
def test_what_an_event_does_to_the_board_happens_though_all_ignore_it() -> None:
    game = revealed(blessed(phase("changing-winds", 2), 0, 1)).when(0, GiveBlessing()).when(1, GiveBlessing())
    game.then(patrol_colour="silver", church=4)
    game.citing("yedo.event.duration", PatrolTurned).citing("yedo.event.duration", ChurchFilled)


@pytest.mark.clause("yedo.event.order-of-players")
def test_an_event_asks_players_in_player_order() -> None:
    game = revealed(phase("palms-to-grease", track=(1, 0, 2)))
    for seat in (1, 0, 2):
        game = game.asked((seat, "TakeOffer")).when(seat, ACCEPT).citing("yedo.event.duration", MonPaid)
    game.asked((0, "LastCall")).then(mon=(9, 9, 9))


@pytest.mark.clause("yedo.event.order-of-players")
def test_an_event_touches_players_in_player_order() -> None:
    game = revealed(phase("rice-ships", track=(1, 2, 0)))
    assert [fact.seat for fact in game.of_type(MonGained)] == [1, 2, 0]


@pytest.mark.clause("yedo.event.duration")
def test_an_event_takes_effect_at_once_or_for_the_round_as_it_says() -> None:
    revealed(phase("snow-on-the-passes")).then(mon=(10, 10, 10), lasting=())
    game = revealed(phase("sale-of-old-iron"))
    assert price(game.state, 0, "weapon", 8) == 6
    over = without_preparation(game)
    assert price(over.state, 0, "weapon", 8) == 8


@pytest.mark.clause("yedo.event.closed-district-marker")
def test_a_district_closed_by_an_event_is_open_again_in_the_next_event_phase() -> None:
    game = revealed(phase("the-harbor-is-shut", 4, round=3))
    assert closed_for(game.state, 0) == {"harbor-1", "harbor-2", "harbor-3"}
    game = without_preparation(game)
    assert closed_for(game.state, 0) == {"harbor-1", "harbor-2", "harbor-3"}
    game = revealed(game.on_top("events", "ships-under-seal"))
    game.citing("yedo.event.closed-district-marker", LastingOver)
    assert closed_for(game.state, 0) == set()


@pytest.mark.clause("yedo.event.closed-district-marker")
def test_no_disciple_is_assigned_to_a_district_that_an_event_closed() -> None:
    game = phase("the-harbor-is-shut").asking(EventPhase(), AssignPhase()).running().asked((0, "Assign"))
    assert "harbor-1" not in [move.space for move in game.offered(0, Place)]


@pytest.mark.clause("yedo.event.closed-locations-tokens")
def test_spaces_closed_by_an_event_are_open_again_in_the_next_event_phase_and_those_of_the_set_up_stay() -> None:
    open_spaces_of_4 = set(given(4).state.parameters.spaces)
    held = Lasting("the-bakufu-sits-in-secret", (0, 1, 2, 3), "round", (Closed(spaces=("bakufu",)),))
    game = phase("wet-plaster", 4, event="the-bakufu-sits-in-secret", lasting=(held,))
    assert set(open_spaces(game.state, 0)) == open_spaces_of_4 - {"bakufu"}
    game = revealed(game.on_top("events", "new-gravel-at-the-bower"))
    game.citing("yedo.event.closed-locations-tokens", LastingOver)
    assert set(open_spaces(game.state, 0)) == open_spaces_of_4 - {"bower-1", "bower-2"}
    assert set(CONTENT.spaces) - {*CONTENT.own_spaces} - open_spaces_of_4 == {"temple-3"}


@pytest.mark.clause("yedo.event.burnt-church", "yedo.ruling.burnt-church")
def test_sakoku_burns_the_church_for_the_rest_of_the_game() -> None:
    game = revealed(phase("sakoku", church=5)).then(church=0, church_burnt=True, mon=(12, 12, 12))
    assert game.of_type(ChurchBurnt)
    table = RULES.table(game.state, Chance(bytes(32), 2))
    table.fill_church(3)
    assert table.state.belongings.church == 0


@pytest.mark.clause("yedo.event.jesuits-set-single")
def test_the_event_of_the_jesuits_is_in_no_deck_of_a_game_without_them() -> None:
    for sets in ("first-game", "classic", "crossroads", "blades"):
        deck = given(options={"rounds": 8, "sets": sets}).state.parameters.event_deck
        assert len(deck) == 20
        assert "E61" not in {CONTENT.events[event].number for event in deck}


MOVING_ON = sorted(event.id for event in CONTENT.events.values() if "PlayerOrder" in repr(event.effects))


@pytest.mark.parametrize("event", MOVING_ON)
def test_some_events_move_whoever_is_first_to_the_last_place(event: str) -> None:
    game = revealed(phase(event, track=(2, 0, 1)).having(0, mon=0).having(1, mon=0).having(2, mon=0))
    game.then(order=(0, 1, 2))


def test_each_set_of_events_has_three_that_move_the_first_to_the_last_place() -> None:
    """Whatever the combination of sets, a game of eight rounds reveals two or three of them."""
    sets = [CONTENT.events[event].set for event in MOVING_ON]
    assert {name: sets.count(name) for name in EVENT_SETS} == dict.fromkeys(EVENT_SETS, 3)


def test_who_is_first_and_ignores_the_event_stays_first() -> None:
    game = revealed(blessed(phase("changing-winds", track=(2, 0, 1)), 2)).when(2, GiveBlessing())
    game.then(order=(2, 0, 1))


@pytest.mark.parametrize("event", sorted(event.id for event in CONTENT.events.values() if event.set != "jesuits"))
def test_every_event_can_be_resolved(event: str) -> None:
    game = blessed(phase(event, 4), 0, 2).having(1, annexes=("dojo",), weapons=("doku", "doku", "yumi"), geishas=(1,))
    game = game.having(2, actions=("before-the-altar", "walls-have-ears"), bonus=("landlord",), mon=1)
    game = revealed(game.having(3, points=5, house=3, reserve=1))
    for _number in range(30):
        if game.asks() == [(0, "LastCall")]:
            break
        game = game.when(game.asked_seat(), game.any_move())
    game.asked((0, "LastCall")).then(event=event)


def test_a_card_of_any_time_may_be_played_before_a_blessing_is_given() -> None:
    game = blessed(phase("rice-ships"), 0).having(1, actions=("fortune-teller",))
    game = revealed(game).asked((0, "IgnoreEvent")).when(1, PlayCard("fortune-teller"))
    assert game.asked_seat() == 1
    game.until("IgnoreEvent").asked((0, "IgnoreEvent")).then(1, mon=13)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_an_event_that_sends_the_first_player_to_the_last_place_pays_the_fifth_before(seats: int) -> None:
    game = phase("bowls-for-the-poor", seats)
    order = game.state.order
    after = revealed(game).state
    assert after.order == (*order[1:], order[0])
    first, *others = [after.belongings.mon[seat] - game.state.belongings.mon[seat] for seat in order]
    assert first > 0
    fifth = first + 3 if seats == 5 else first
    assert others == [*[first] * (seats - 2), fifth]
