"""Effects for other seats, lasting effects, and the Player Order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.yedo.effects.belongings import PayMon
from domain.games.yedo.effects.combining import For, ForPrice
from domain.games.yedo.effects.conditions import AtLeast, MostOf
from domain.games.yedo.effects.goods import LoseMon, Prestige
from domain.games.yedo.effects.lasting import CloseRandom, Modify, end_closures, end_phase, end_round
from domain.games.yedo.effects.player_order import PlayerOrder
from domain.games.yedo.facts.goods import MonGained
from domain.games.yedo.facts.turns import EffectWithout, Lasts, OrderSet
from domain.games.yedo.printed.modifier_words import Closed, Forbids
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.verbs.asking import deed_of
from domain.games.yedo.verbs.modifiers import closed_spaces, is_forbidden
from domain.games.yedo.verbs.moves import ACCEPT
from domain.kernel.chance import Chance
from domain.kernel.moves import DECLINE, ChooseOption
from tests.domain.games.yedo.card_effects import CLAUSE, EVENT, ONE_MON, doing, event, later
from tests.domain.games.yedo.game import given

# Effects for other seats


def test_effects_for_each_player_are_done_in_player_order() -> None:
    game = event(given(3, track=(2, 0, 1)), For(whom="each-player", effects=ONE_MON))
    assert [fact.seat for fact in game.of_type(MonGained)] == [2, 0, 1]


@pytest.mark.clause("yedo.ruling.ignored-event")
def test_an_event_passes_over_who_ignored_it_but_a_card_does_not() -> None:
    everybody = For(whom="each-player", effects=ONE_MON)
    event(given(3, ignored=(1,)), everybody).then(0, mon=13).then(1, mon=12).then(2, mon=13)
    doing(given(3, ignored=(1,)), everybody, source="safe-house").then(1, mon=13)
    event(given(3, ignored=(0, 1, 2)), everybody).citing(CLAUSE, EffectWithout)


def test_effects_are_for_opponents_the_target_or_the_player_of_the_card() -> None:
    doing(given(3), For(whom="each-opponent", effects=ONE_MON)).then(0, mon=12).then(1, mon=13).then(2, mon=13)
    aimed = replace(deed_of(0, CLAUSE), target=1)
    given(3).doing(aimed, For(whom="target", effects=ONE_MON), then=(later,)).then(0, mon=12).then(1, mon=13)
    back = For(whom="each-opponent", effects=(For(whom="owner", effects=ONE_MON),))
    doing(given(3), back).then(0, mon=14).then(1, mon=12)
    doing(given(3), For(whom="target", effects=ONE_MON)).citing(CLAUSE, EffectWithout)


def test_effects_are_for_who_met_the_needs_before_anything_was_done() -> None:
    tax = For(whom="each-player", needs=(MostOf(measure="mon"),), effects=(LoseMon(amount=2),))
    game = given(3).having(0, mon=9).having(1, mon=9).having(2, mon=8)
    event(game, tax).then(0, mon=7).then(1, mon=7).then(2, mon=8)


def test_each_player_decides_for_themselves() -> None:
    offer = For(whom="each-player", effects=(ForPrice(price=(PayMon(amount=3),), effects=(Prestige(points=1),)),))
    game = event(given(3, track=(1, 0, 2)), offer).asked((1, "TakeOffer")).when(1, ACCEPT)
    game = game.asked((0, "TakeOffer")).when(0, DECLINE).asked((2, "TakeOffer"))
    game.then(1, mon=9, points=2).then(0, mon=12, points=1)


# Lasting effects


def test_a_modifier_of_a_card_holds_for_its_player() -> None:
    forbid = Modify(until="round", modifiers=(Forbids(what="luxury"),))
    game = doing(given(3), forbid, source="safe-house").citing(CLAUSE, Lasts)
    assert [is_forbidden(game.state, seat, "luxury") for seat in range(3)] == [True, False, False]


@pytest.mark.clause("yedo.ruling.ignored-event")
def test_a_modifier_of_an_event_binds_all_who_did_not_ignore_it() -> None:
    forbid = Modify(until="round", modifiers=(Forbids(what="luxury"),))
    game = event(given(3, track=(2, 1, 0), ignored=(1,)), forbid)
    assert [is_forbidden(game.state, seat, "luxury") for seat in range(3)] == [True, False, True]
    game = event(given(3, ignored=(0, 1, 2)), forbid).citing(CLAUSE, EffectWithout)
    assert not game.state.playing.lasting


def test_a_modifier_that_an_event_lays_on_one_player_holds_for_that_player() -> None:
    forbid = Modify(until="round", modifiers=(Forbids(what="luxury"),))
    rich = For(whom="each-player", needs=(AtLeast(measure="mon", count=13),), effects=(forbid,))
    game = event(given(3).having(0, mon=13), rich)
    assert [is_forbidden(game.state, seat, "luxury") for seat in range(3)] == [True, False, False]


def test_what_holds_for_a_phase_ends_with_it() -> None:
    short = Modify(until="phase", modifiers=(Forbids(what="luxury"),))
    long = Modify(until="game", modifiers=(Forbids(what="trade"),))
    game = doing(given(3, phase="event"), short, long, source="safe-house")
    assert is_forbidden(game.state, 0, "luxury")
    game = game.with_state(agenda=game.state.agenda[:-1])
    table = game.rules.table(game.state, Chance(bytes(32), 2))
    end_phase(table)
    assert [held.until for held in table.state.playing.lasting] == ["game"]


def test_chance_closes_free_spaces_to_all_who_did_not_ignore_the_event() -> None:
    game = given(3, ignored=(1,)).placed(("gates-1", 0))
    closed = event(game, CloseRandom(spaces=3)).state
    [held] = closed.playing.lasting
    [spaces] = [modifier.spaces for modifier in held.modifiers if isinstance(modifier, Closed)]
    assert len(set(spaces)) == 3
    assert set(spaces) < set(closed.parameters.spaces) - {"gates-1"}
    assert closed_spaces(closed, 0) == set(spaces)
    assert not closed_spaces(closed, 1)


def test_chance_does_not_close_what_is_closed_already() -> None:
    game = given(2)
    spaces = game.state.parameters.spaces
    shut = Lasting(EVENT, (0, 1), "round", (Closed(spaces=spaces[2:]),))
    closed = event(game.with_state(lasting=(shut,)), CloseRandom(spaces=3)).state
    assert closed.playing.lasting[-1].modifiers == (Closed(spaces=tuple(sorted(spaces[:2]))),)


def test_chance_closes_a_district_with_all_its_spaces() -> None:
    state = event(given(3), CloseRandom(districts=1, spaces=1)).state
    [closed] = [modifier for modifier in state.playing.lasting[-1].modifiers if isinstance(modifier, Closed)]
    [district], [space] = closed.districts, closed.spaces
    assert state.district_of(space) != district
    assert closed_spaces(state, 0) == {*state.content.spaces_of[district], space}


@pytest.mark.parametrize("end", ["round", "reveal"])
def test_what_an_event_closed_is_open_again_only_when_the_next_one_is_revealed(end: str) -> None:
    shut = Lasting(EVENT, (0, 1, 2), "round", (Closed(spaces=("gates-1",)),))
    cheap = Lasting(EVENT, (0, 1, 2), "round", (Forbids(what="trade"),))
    table = given(3, lasting=(shut, cheap)).rules.table(given(3, lasting=(shut, cheap)).state, Chance(bytes(32), 2))
    table.clause = CLAUSE
    end_round(table) if end == "round" else end_closures(table)
    assert table.state.playing.lasting == ((shut,) if end == "round" else (cheap,))


# The Player Order


def test_a_marker_moves_and_the_others_keep_their_order() -> None:
    doing(given(3, track=(1, 2, 0)), PlayerOrder(to="first")).then(order=(0, 1, 2)).citing(CLAUSE, OrderSet)
    doing(given(3, track=(0, 1, 2)), PlayerOrder(to="last")).then(order=(1, 2, 0))
    doing(given(3, track=(0, 1, 2)), PlayerOrder(to="first")).then(order=(0, 1, 2)).citing(CLAUSE, EffectWithout)


def test_the_owner_may_choose_another_place_in_player_order() -> None:
    game = doing(given(4, track=(3, 0, 1, 2)), PlayerOrder(to="choice"))
    assert game.offered(0) == [ChooseOption(1), ChooseOption(3), ChooseOption(4)]
    game.when(0, ChooseOption(2)).refused(CLAUSE)
    game.when(0, ChooseOption(3)).then(track=(3, 1, 0, 2))
