"""Assigning Disciples: whose turn it is, where a Disciple may go, and what happens when no space is left."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.spaces import free_spaces
from domain.games.yedo.facts.pieces import DisciplePlaced, NowhereToGo
from domain.games.yedo.phases.acting import Activate
from domain.games.yedo.phases.assigning import Assign, NextToAssign, Place
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Lasting
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.game import Position, given, set_up

TEMPLE_AND_MARKET = ("temple-1", "temple-2", "market-1", "market-2")


def assigning(game: Position) -> Position:
    """Begin to assign; once nobody has a Disciple left, seat 0 is asked to activate one."""
    return game.asking(NextToAssign(), Activate(seat=0)).running()


def closing(game: Position, *seats: int, spaces: tuple[str, ...] = (), districts: tuple[str, ...] = ()) -> Position:
    """Close spaces and Districts to some seats for this round."""
    closed = Closed(spaces=spaces, districts=districts)
    return game.with_state(lasting=(Lasting("the-event", seats, "round", (closed,)),))


def places(game: Position, seat: int) -> list[str]:
    """The spaces that are offered to a seat."""
    return [move.space for move in game.offered(seat, Place)]


def order_of_placing(game: Position, *spaces: str) -> list[int]:
    """Return who places on these spaces, one after the other."""
    seats = []
    for space in spaces:
        seats.append(game.asked_seat())
        game = game.when(seats[-1], Place(space)).then()
    assert game.asks() == [(0, "Activate")]
    return seats


@pytest.mark.clause("yedo.assign.turns")
def test_in_continuous_player_order_each_player_places_one_disciple_until_nobody_has_any_left() -> None:
    game = assigning(given(2, phase="assign").having(0, house=3, reserve=1).having(1, house=2))
    assert order_of_placing(game, "gates-1", "gates-2", "harbor-1", "harbor-2", "shogun") == [0, 1, 0, 1, 0]


@pytest.mark.clause("yedo.assign.turns")
def test_who_places_first_follows_from_the_player_order() -> None:
    game = assigning(given(3, phase="assign", track=(2, 0, 1)).having(0, house=1).having(1, house=0))
    assert order_of_placing(game, "gates-1", "gates-2", "harbor-1") == [2, 0, 2]


@pytest.mark.clause("yedo.assign.one-per-turn")
def test_at_most_one_disciple_is_placed_in_a_turn() -> None:
    game = assigning(given(2, phase="assign")).when(0, Place("gates-1"))
    game.asked((1, "Assign")).then(0, on=("gates-1",), house=1)
    game.when(0, Place("harbor-1")).refused("yedo.ruling.any-phase-cards")


@pytest.mark.clause("yedo.disciples.start")
def test_with_what_players_begin_each_places_two_disciples_in_round_one() -> None:
    game = set_up(2)
    assert [len(house) for house in game.state.pieces.house] == [2, 2]
    game = assigning(game.with_state(phase="assign"))
    assert order_of_placing(game, "gates-1", "gates-2", "harbor-1", "harbor-2") == [*game.state.order] * 2


@pytest.mark.clause("yedo.assign.where")
def test_a_disciple_is_placed_on_a_free_action_space_or_on_an_own_annex() -> None:
    game = assigning(given(2, phase="assign").having(0, annexes=("yashiki",)))
    spaces = given(2).state.parameters.spaces
    assert places(game, 0) == [*spaces, "annex/0/yashiki"]
    done = game.when(0, Place("tavern-1")).citing("yedo.assign.where", DisciplePlaced)
    done.then(0, on=("tavern-1",), house=1)
    game.when(0, Place("annex/0/dojo")).refused("yedo.annex.own-only")
    game.when(0, Place("the-moon")).refused("yedo.assign.where")


@pytest.mark.clause("yedo.annex.own-only")
def test_only_an_annex_that_the_player_built_can_be_used() -> None:
    game = assigning(given(2, phase="assign").having(1, annexes=("dojo",)))
    game.when(0, Place("annex/0/dojo")).refused("yedo.annex.own-only")
    game.when(0, Place("gates-1")).when(1, Place("annex/1/dojo")).then(1, on=("annex/1/dojo",))


@pytest.mark.clause("yedo.assign.annex-district")
def test_an_annex_is_in_no_district_so_no_closed_district_closes_it() -> None:
    every = tuple(given(2).state.content.districts)
    game = assigning(closing(given(2, phase="assign").having(0, annexes=("yashiki",)), 0, 1, districts=every))
    assert places(game, 0) == ["annex/0/yashiki"]
    game.when(0, Place("annex/0/yashiki")).citing("yedo.assign.annex-district", DisciplePlaced)


@pytest.mark.clause("yedo.assign.hard-interaction-annex")
def test_without_the_set_hard_interaction_nobody_goes_to_the_annex_of_an_opponent() -> None:
    game = assigning(given(2, phase="assign").having(1, annexes=("dojo",)))
    assert "annex/1/dojo" not in places(game, 0)
    game.when(0, Place("annex/1/dojo")).refused("yedo.assign.hard-interaction-annex")


@pytest.mark.clause("yedo.assign.one-per-space")
def test_a_space_or_an_annex_holds_one_disciple() -> None:
    game = given(3, phase="assign").having(0, annexes=("dojo",)).placed(("annex/0/dojo", 0), ("temple-1", 1))
    game = assigning(game)
    game = game.when(0, Place("temple-1")).refused("yedo.assign.one-per-space")
    game.when(0, Place("annex/0/dojo")).refused("yedo.assign.one-per-space")


@pytest.mark.clause("yedo.assign.one-per-space")
def test_a_district_whose_spaces_are_taken_or_covered_takes_no_more() -> None:
    game = assigning(given(3, phase="assign").placed(("temple-1", 1), ("temple-2", 2)))
    assert not [space for space in places(game, 0) if space.startswith("temple")]
    for space in ("temple-1", "temple-2", "temple-3"):
        game = game.when(0, Place(space)).refused("yedo.assign.one-per-space")


@pytest.mark.clause("yedo.assign.bower-one")
def test_no_player_has_two_disciples_at_the_bower() -> None:
    game = assigning(given(3, phase="assign").placed(("bower-1", 0)))
    game = game.when(0, Place("bower-3")).refused("yedo.assign.bower-one")
    game.when(0, Place("bakufu")).then(0, on=("bower-1", "bakufu"))
    game.when(0, Place("shogun")).when(1, Place("bower-3")).then(1, on=("bower-3",))


@pytest.mark.clause("yedo.assign.bower-one")
def test_a_disciple_who_leaves_the_bower_does_not_count_there() -> None:
    state = given(3).placed(("bower-1", 0)).state
    assert "bower-2" not in free_spaces(state, 0)
    assert "bower-2" in free_spaces(state, 0, leaving="bower-1")


@pytest.mark.clause("yedo.assign.mandatory")
def test_a_player_with_disciples_left_must_place_one() -> None:
    game = assigning(given(2, phase="assign"))
    assert DECLINE not in game.offered(0)
    game.when(0, DECLINE).refused("yedo.assign.mandatory")


@pytest.mark.clause("yedo.assign.closed-district", "yedo.event.closed-district-marker")
def test_nobody_is_put_into_a_district_marked_inaccessible() -> None:
    game = assigning(closing(given(2, phase="assign"), 0, 1, districts=("harbor",)))
    assert not [space for space in places(game, 0) if space.startswith("harbor")]
    game.when(0, Place("harbor-1")).refused("yedo.assign.closed-district")


@pytest.mark.clause("yedo.assign.closed-district", "yedo.ruling.ignored-event")
def test_who_ignored_the_event_is_not_bound_by_what_it_closes() -> None:
    game = assigning(closing(given(2, phase="assign"), 1, districts=("harbor",)))
    game = game.when(0, Place("harbor-1")).then(0, on=("harbor-1",))
    game.when(1, Place("harbor-2")).refused("yedo.assign.closed-district")


@pytest.mark.clause("yedo.event.closed-locations-tokens")
def test_nobody_is_put_on_a_space_that_an_event_closed() -> None:
    game = assigning(closing(given(2, phase="assign"), 0, 1, spaces=("shogun",)))
    assert "shogun" not in places(game, 0)
    game.when(0, Place("shogun")).refused("yedo.event.closed-locations-tokens")


def _one_free_space(game: Position) -> Position:
    free = [space for space in game.state.parameters.spaces if space != "gates-1"]
    return closing(game, *range(game.state.seats), spaces=tuple(free))


@pytest.mark.clause("yedo.ruling.no-space-left")
def test_who_finds_no_free_space_keeps_the_disciple_at_home_and_the_others_continue() -> None:
    game = _one_free_space(given(3, phase="assign").having(2, annexes=("dojo",)))
    game = assigning(game).when(0, Place("gates-1")).citing("yedo.ruling.no-space-left", NowhereToGo)
    assert [fact.seat for fact in game.of_type(NowhereToGo)] == [1]
    game = game.asked((2, "Assign")).when(2, Place("annex/2/dojo"))
    assert [fact.seat for fact in game.of_type(NowhereToGo)] == [0, 2]
    game.asked((0, "Activate")).then(0, house=1).then(1, house=2).then(2, house=1)


@pytest.mark.clause("yedo.ruling.no-space-left", "yedo.ruling.any-phase-cards")
def test_a_card_of_any_time_that_takes_the_last_space_leaves_the_disciple_at_home() -> None:
    game = given(2, phase="assign").having(1, actions=("feint",)).placed(("harbor-1", 1), ("gates-1", 0))
    game = _one_free_space(game).with_state(placed=game.state.pieces.placed[:1])
    game = game.having(0, house=2).asking(Assign(seat=0), Activate(seat=1))
    assert places(game, 0) == ["gates-1"]
    game = game.when(1, PlayCard("feint")).until("Assign")
    game.then(1, on=("gates-1",))
    assert game.offered(0) == [DECLINE]
    game = game.when(0, DECLINE).citing("yedo.ruling.no-space-left", NowhereToGo).then(0, house=2)


@pytest.mark.clause("yedo.assign.turns")
def test_a_card_of_this_moment_is_played_before_the_disciple_is_placed() -> None:
    game = assigning(given(2, phase="assign").having(0, actions=("second-wind",)).placed(("gates-1", 0)))
    game = game.when(0, PlayCard("second-wind")).until("Assign")
    game.asked((0, "Assign")).then(0, house=2, mon=13, on=())
    assert "gates-1" in places(game, 0)
