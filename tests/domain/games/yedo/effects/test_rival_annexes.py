"""Disciples on Annexes of opponents: when they may go there, what happens to them, and what others learn."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from domain.games.yedo.effects.losing import Lose
from domain.games.yedo.effects.pieces import ReturnDisciple
from domain.games.yedo.effects.rival_annexes import ShowImpossible
from domain.games.yedo.facts.missions import MissionImpossible
from domain.games.yedo.facts.pieces import DiscipleHome, DisciplePlaced, NowhereToGo
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.laws import LAWS
from domain.games.yedo.phases.acting import Activate, CompleteMission, Idle, NextToAct, Perform
from domain.games.yedo.phases.assigning import Assign, AssignPhase, Place
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.printed.terms import DISTRICTS
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.moves import ChooseSpace
from domain.kernel.audience import SPECTATOR, Viewer, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.choice import Move
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.effects.test_interaction import NAMES, SETS
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given, pays
from tests.support.noninterference import Pair, Secretly, check, walk
from tests.support.states import with_fields

SIGN, BEAM, GUEST, NEEDLE = (
    "the-sign-above-the-door",
    "not-one-beam-left",
    "a-guest-taken-along",
    "the-needle-in-the-hat",
)
DOJO = "annex/1/dojo"


def position(seats: int = 3, **fields: object) -> Position:
    return given(seats, options=SETS, **fields).having(1, annexes=("dojo",))


def assigning(*missions: str, **having: object) -> Position:
    """Seat 0 assigns a Disciple, with these Missions in hand; seat 1 has a Dojo."""
    game = position(phase="assign").having(0, missions=missions, **having)
    return game.asking(Assign(seat=0), AssignPhase())


def rivals(game: Position, seat: int = 0) -> list[str]:
    """The Annexes of opponents that are offered."""
    own = f"annex/{seat}/"
    return [m.space for m in game.offered(seat, Place) if m.space.startswith("annex/") and not m.space.startswith(own)]


def on_the_dojo(*missions: str, **having: object) -> Position:
    """Seat 0 activates a Disciple; one of its Disciples is on the Dojo of seat 1."""
    game = position().having(0, missions=missions, **having).placed((DOJO, 0), ("gates-1", 0))
    return game.asking(NextToAct()).running()


# Assigning


@pytest.mark.clause("yedo.assign.hard-interaction-annex", "yedo.icon.requirement-hard-annex")
def test_a_disciple_may_be_assigned_to_a_free_annex_of_an_opponent_that_a_mission_shows() -> None:
    game = assigning(SIGN)
    assert rivals(game) == [DOJO]
    game = game.when(0, Place(DOJO)).then(0, on=(DOJO,), house=1)
    game.citing("yedo.assign.hard-interaction-annex", DisciplePlaced)


@pytest.mark.clause("yedo.assign.hard-interaction-annex")
def test_without_the_set_nobody_goes_to_an_annex_of_an_opponent() -> None:
    game = given(3, phase="assign").having(1, annexes=("dojo",)).having(0, missions=("lighter-purses",))
    game.asking(Assign(seat=0)).when(0, Place(DOJO)).refused("yedo.assign.hard-interaction-annex")


@pytest.mark.clause("yedo.ruling.rival-annex-offer", "yedo.assign.annex-district")
def test_without_a_mission_that_asks_for_it_an_annex_of_an_opponent_is_not_offered() -> None:
    for hand in ((), (NEEDLE,), (GUEST,)):
        game = assigning(*hand)
        assert rivals(game) == []
        game.when(0, Place(DOJO)).refused("yedo.ruling.rival-annex-offer")


@pytest.mark.clause("yedo.ruling.rival-annex-offer")
def test_a_mission_takes_one_disciple_to_an_annex() -> None:
    game = assigning(SIGN).having(2, annexes=("dojo",))
    assert rivals(game) == [DOJO, "annex/2/dojo"]
    game = game.placed((DOJO, 0))
    assert rivals(game) == []
    game.when(0, Place("annex/2/dojo")).refused("yedo.ruling.rival-annex-offer")
    assert rivals(game.having(0, missions=(SIGN, BEAM))) == ["annex/2/dojo"]


@pytest.mark.clause("yedo.assign.one-per-space")
def test_an_annex_that_is_taken_is_not_free_for_its_owner_or_for_a_third_player() -> None:
    game = assigning(SIGN).placed((DOJO, 1))
    assert rivals(game) == []
    game.when(0, Place(DOJO)).refused("yedo.assign.one-per-space")
    game = position(phase="assign").placed((DOJO, 0)).asking(Assign(seat=1))
    game.when(1, Place(DOJO)).refused("yedo.assign.one-per-space")
    assigning(SIGN).when(0, Place("annex/2/dojo")).refused("yedo.assign.where")


@pytest.mark.clause("yedo.ruling.no-space-left", "yedo.ruling.rival-annex-offer")
def test_who_finds_only_an_annex_of_an_opponent_free_is_asked_whatever_they_hold() -> None:
    closed = Lasting("an-event", (0, 1, 2), "round", (Closed(districts=DISTRICTS),))
    game = position(phase="assign", lasting=(closed,)).having(1, house=0, reserve=4).having(2, house=0, reserve=4)
    for mission, offered in ((SIGN, [Place(DOJO), DECLINE]), (NEEDLE, [DECLINE])):
        asked = game.having(0, missions=(mission,)).asking(AssignPhase()).running().asked((0, "Assign"))
        assert sorted(asked.offered(0), key=repr) == sorted(offered, key=repr)
        asked.when(0, DECLINE).citing("yedo.ruling.no-space-left", NowhereToGo)
    game.asking(AssignPhase()).running().citing("yedo.ruling.no-space-left", NowhereToGo)  # nobody holds a Mission


# Activating


@pytest.mark.clause("yedo.ruling.hard-mission-on-annex", "yedo.icon.requirement-activate")
def test_the_mission_is_completed_by_the_disciple_on_the_annex_or_by_one_in_its_district() -> None:
    game = on_the_dojo(SIGN, weapons=("yumi",))
    assert game.offered(0, CompleteMission) == [CompleteMission(DOJO, SIGN), CompleteMission("gates-1", SIGN)]
    points = 1 + pays(SIGN)[0]
    game.when(0, CompleteMission(DOJO, SIGN)).then(0, done=(SIGN,), on=("gates-1",), points=points)
    game = game.when(0, CompleteMission("gates-1", SIGN)).then(0, done=(SIGN,), on=(DOJO,), points=points)
    game.when(0, Idle(DOJO)).then(0, on=(), house=2)  # nothing is left for it to do


@pytest.mark.clause("yedo.ruling.hard-mission-on-annex")
def test_the_districts_that_the_mission_shows_are_met_by_other_disciples() -> None:
    game = position().having(0, missions=(SIGN,), weapons=("yumi",)).placed((DOJO, 0)).asking(NextToAct()).running()
    game.when(0, CompleteMission(DOJO, SIGN)).refused("yedo.icon.requirement-district")
    assert game.offered(0) == [ShowImpossible(DOJO, SIGN)]


@pytest.mark.clause("yedo.icon.requirement-hard-annex")
def test_without_a_disciple_on_the_annex_the_mission_cannot_be_completed() -> None:
    game = position().having(0, missions=(SIGN, GUEST), weapons=("yumi",), annexes=("dojo",))
    game = game.placed(("gates-1", 0)).asking(NextToAct()).running()
    game.when(0, CompleteMission("gates-1", SIGN)).refused("yedo.icon.requirement-hard-annex")
    own = game.placed(("annex/0/dojo", 0))  # one's own Dojo does not count
    own.when(0, CompleteMission("gates-1", SIGN)).refused("yedo.icon.requirement-hard-annex")
    on_the_dojo(SIGN, GUEST).when(0, CompleteMission(DOJO, GUEST)).refused("yedo.icon.requirement-hard-annex")


@pytest.mark.clause("yedo.icon.requirement-hard-forced", "yedo.ruling.hard-mission-on-annex")
def test_the_disciple_on_the_annex_can_do_nothing_but_complete_the_mission() -> None:
    game = on_the_dojo(SIGN, weapons=("yumi",), mon=12)
    assert [m for m in game.offered(0) if getattr(m, "space", "") == DOJO] == [CompleteMission(DOJO, SIGN)]
    for move in (Idle(DOJO), Perform(DOJO, "annex")):
        game.when(0, move).refused("yedo.ruling.hard-mission-on-annex")
    game.when(0, ShowImpossible(DOJO, SIGN)).refused("yedo.icon.requirement-hard-forced")


@pytest.mark.clause("yedo.icon.requirement-hard-forced")
def test_a_mission_that_became_impossible_is_shown_to_that_opponent_and_the_disciple_goes_home() -> None:
    game = on_the_dojo(SIGN)  # without the Yumi
    assert [m for m in game.offered(0) if getattr(m, "space", "") == DOJO] == [ShowImpossible(DOJO, SIGN)]
    game = game.when(0, ShowImpossible(DOJO, SIGN)).then(0, missions=(SIGN,), on=("gates-1",), house=1)
    game.citing("yedo.icon.requirement-hard-forced", MissionImpossible)
    game.citing("yedo.ruling.hard-mission-on-annex", Activated).citing("yedo.action.return-home", DiscipleHome)
    (shown,) = game.of_type(MissionImpossible)
    assert shown.owners() == (0, 1)
    assert "The Sign" in str(shown.words(NAMES, seat_viewer(1)))
    assert "The Sign" not in str(shown.words(NAMES, seat_viewer(2)))


@pytest.mark.clause("yedo.icon.requirement-hard-forced")
def test_only_a_mission_that_asks_for_the_annex_is_shown() -> None:
    game = on_the_dojo(SIGN, BEAM, GUEST)
    assert game.offered(0, ShowImpossible) == [ShowImpossible(DOJO, BEAM), ShowImpossible(DOJO, SIGN)]
    game.when(0, ShowImpossible(DOJO, GUEST)).refused("yedo.icon.requirement-hard-forced")
    game.when(0, ShowImpossible("gates-1", SIGN)).refused("yedo.icon.requirement-hard-forced")


@pytest.mark.clause("yedo.icon.requirement-hard-forced")
def test_who_gave_the_mission_away_meanwhile_has_nothing_to_show() -> None:
    game = on_the_dojo(GUEST)
    assert [m for m in game.offered(0) if getattr(m, "space", "") == DOJO] == [Idle(DOJO)]
    game.when(0, Idle(DOJO)).then(0, on=("gates-1",)).without(MissionImpossible)


@pytest.mark.clause("yedo.icon.requirement-hard-forced", "yedo.ruling.lost-annex")
def test_a_mission_is_shown_too_when_a_card_takes_the_disciple_off_the_annex() -> None:
    called = position().having(0, missions=(SIGN,)).placed((DOJO, 0), ("gates-1", 0))
    game = called.effects(0, ReturnDisciple(), then=(Activate(seat=0),)).when(0, ChooseSpace(DOJO))
    game = game.asked((0, "ShowLost")).then(0, on=("gates-1",))
    game.when(0, DECLINE).refused("yedo.icon.requirement-hard-forced")
    game.when(0, ShowImpossible(DOJO, SIGN)).citing("yedo.icon.requirement-hard-forced", MissionImpossible)
    lost = called.effects(1, Lose(what="annex"), then=(Activate(seat=0),)).asked((0, "ShowLost")).then(1, annexes=())
    lost.when(0, ShowImpossible(DOJO, SIGN)).asked((0, "Activate")).then(0, missions=(SIGN,))


@pytest.mark.clause("yedo.icon.requirement-hard-forced")
def test_whether_there_is_something_to_show_when_the_disciple_is_taken_off_follows_from_the_hand_alone() -> None:
    called = position().having(0, missions=(GUEST,)).placed((DOJO, 0), ("gates-1", 0))
    game = called.effects(0, ReturnDisciple(), then=(Activate(seat=0),)).when(0, ChooseSpace(DOJO))
    game = game.asked((0, "ShowLost"))
    assert game.offered(0) == [DECLINE]
    game.when(0, DECLINE).asked((0, "Activate")).without(MissionImpossible)


@pytest.mark.clause("yedo.annex.passive-needs-disciple")
def test_a_disciple_of_an_opponent_on_ones_yashiki_does_not_stand_in_for_a_geisha() -> None:
    game = given(3, options=SETS).having(0, missions=("pillow-talk",), annexes=("yashiki",))
    game = game.placed(("red-light-1", 0), ("annex/0/yashiki", 1)).asking(NextToAct()).running()
    game.when(0, CompleteMission("red-light-1", "pillow-talk")).refused("yedo.icon.requirement-geisha")


# Secrets


def universe(state: YedoState) -> list[Move]:
    return [Place(DOJO), ShowImpossible(DOJO, SIGN), CompleteMission(DOJO, SIGN), CompleteMission("gates-1", SIGN)]


def alike(one: Position, other: Position) -> None:
    """Check that those who do not see the hand of seat 0 cannot tell the games apart, now and a few moves later."""
    for viewer in (SPECTATOR, seat_viewer(1), seat_viewer(1, 2)):
        pair = Pair(viewer, Secretly(one.state, bytes(32)), Secretly(other.state, bytes(32)))
        check(RULES, pair, universe)
        assert walk(RULES, pair, universe, Random(1), steps=12) > 0


@pytest.mark.clause("yedo.ruling.rival-annex-offer", "yedo.clan-board.hidden-cards")
def test_nobody_learns_who_holds_such_a_mission_before_a_disciple_is_put_on_the_annex() -> None:
    alike(assigning(SIGN), assigning(NEEDLE))
    closed = Lasting("an-event", (0, 1, 2), "round", (Closed(districts=DISTRICTS),))
    stuck = [assigning(card).with_state(lasting=(closed,)).asking(AssignPhase()).running() for card in (SIGN, NEEDLE)]
    alike(*stuck)


def test_nobody_else_learns_which_mission_is_behind_a_disciple_on_an_annex() -> None:
    one, other = (position().having(0, missions=(card,)).placed((DOJO, 0), ("gates-1", 0)) for card in (SIGN, NEEDLE))
    alike(*(game.asking(NextToAct()).running() for game in (one, other)))


# Branches


def redealt(game: Position, viewer: Viewer, seed: int) -> YedoState:
    return RULES.redeal(game.state, viewer, Chance(seed.to_bytes(32, "big"), 0))


def asks_for_the_dojo(card: str) -> bool:
    return card in (SIGN, BEAM)


@pytest.mark.clause("yedo.ruling.rival-annex-offer")
def test_in_a_branch_a_disciple_on_an_annex_has_a_mission_behind_it() -> None:
    greens = ("lighter-purses", "a-bitter-cup")
    game = position().having(0, missions=(SIGN, *greens)).having(2, missions=("burn-their-school",))
    game = game.placed((DOJO, 0)).asking(NextToAct()).running()
    for viewer, seed in product((SPECTATOR, seat_viewer(1)), range(10)):
        assert any(map(asks_for_the_dojo, redealt(game, viewer, seed).hands.missions[0]))
    without = [redealt(game.with_state(placed=()), seat_viewer(1), seed).hands.missions[0] for seed in range(20)]
    assert not all(any(map(asks_for_the_dojo, hand)) for hand in without)
    assert redealt(game, seat_viewer(0), 1).hands.missions[0] == game.state.hands.missions[0]


@pytest.mark.clause("yedo.ruling.rival-annex-offer")
def test_a_mission_that_the_viewer_knows_elsewhere_is_not_behind_the_disciple_in_a_branch() -> None:
    game = position().having(0, missions=(NEEDLE,)).having(1, missions=(SIGN,))  # seat 0 has given it to seat 1
    game = game.having(1, annexes=("dojo", "yashiki")).having(2, missions=(GUEST,))
    game = game.placed((DOJO, 0), ("annex/1/yashiki", 2)).asking(NextToAct()).running()
    assert CONTENT.colour_of(SIGN) == CONTENT.colour_of(NEEDLE) == "yellow"
    dealt = [redealt(game, seat_viewer(1), seed) for seed in range(20)]
    assert len({each.hands.missions[0] for each in dealt}) > 5
    assert {each.hands.missions[2] for each in dealt} == {(GUEST,)}  # the other Disciple still has its Mission


# Laws


def test_a_disciple_stands_on_an_annex_of_an_opponent_only_where_missions_in_play_ask_for_it() -> None:
    law = next(law for name, law in LAWS.items() if "own Annexes" in name)
    game = position().placed((DOJO, 0))
    assert law(game.state)
    assert not law(with_fields(game.state, annexes=((), (), ())))
    assert not law(given(3).having(1, annexes=("dojo",)).placed((DOJO, 0)).state)


# Views


@pytest.mark.clause("yedo.ruling.hard-mission-on-annex")
def test_everyone_sees_whose_annex_a_disciple_stands_on() -> None:
    game = position().having(0, missions=(SIGN,)).placed((DOJO, 0), ("gates-1", 0))
    seen = RULES.view(game.state, SPECTATOR)
    assert seen.seats[0].placed == (DOJO, "gates-1")
    assert [annex.occupied for annex in seen.seats[1].annexes] == [True]
    assert "on the Dojo of Bela and Gates 1" in RULES.looks.board(seen, NAMES)


@pytest.mark.clause("yedo.icon.reward-hard-target")
def test_the_board_names_the_target_of_the_mission_that_is_completed() -> None:
    heirloom = "the-heirloom-on-the-wall"
    game = given(3, options=SETS).having(0, missions=(heirloom,), weapons=("shuko",))
    game = game.having(1, annexes=("kobudo-ryu",), weapons=("katana", "doku"))
    game = game.placed(("annex/1/kobudo-ryu", 0), ("market-1", 0)).asking(NextToAct()).running()
    game = game.when(0, CompleteMission("market-1", heirloom)).asked((0, "GiveUp"))
    assert "Target: Bela" in RULES.looks.board(RULES.view(game.state, SPECTATOR), NAMES)
