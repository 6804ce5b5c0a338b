"""The Castle: audiences with the Shogun and the Bakufu, and the Bower with its change of Player Order."""

from __future__ import annotations

import pytest

from domain.games.yedo.districts.castle import TakePlace, filled
from domain.games.yedo.facts.castle import MarkersShifted, PlaceTaken
from domain.games.yedo.facts.goods import PrestigeGained
from domain.games.yedo.facts.pieces import DiscipleHome
from domain.games.yedo.facts.turns import OrderSet
from domain.games.yedo.phases.acting import CompleteMission, Idle, NextToAct, Perform
from domain.games.yedo.printed.modifier_words import Forbids
from domain.games.yedo.printed.parts import Lasting
from tests.domain.games.yedo.game import Position, given

BLUE, GREEN, YELLOW, RED = range(4)
CASTLE_MISSION = "the-cracked-tea-bowl"


def acting(game: Position) -> Position:
    """Begin to activate Disciples."""
    return game.asking(NextToAct()).running()


def bower() -> Position:
    """The order is Red, Blue, Green, Yellow; Red is on Bower 1 and Green on Bower 2; Red acted last, Blue has nobody
    left."""
    game = given(4, track=(RED, BLUE, GREEN, YELLOW), acting=RED)
    return acting(game.placed(("bower-2", GREEN), ("bower-1", RED), ("gates-1", YELLOW)))


@pytest.mark.clause("yedo.castle.shogun", "yedo.district.free-choice")
def test_an_audience_with_the_shogun_gives_one_prestige_point() -> None:
    game = acting(given(2).having(0, points=7).placed(("shogun", 0), ("gates-1", 1)))
    done = game.when(0, Perform("shogun", "shogun")).then(0, points=8, on=(), house=2)
    done.citing("yedo.castle.shogun", PrestigeGained)
    game.when(0, Perform("shogun", "bower")).refused("yedo.castle.shogun")


@pytest.mark.clause("yedo.castle.bakufu")
def test_an_audience_with_the_bakufu_draws_the_top_mission_of_a_colour_of_ones_choice() -> None:
    held = ("listen-at-the-gate", "pillow-talk", "the-missing-cook")
    game = given(2).having(0, missions=held).placed(("bakufu", 0), ("gates-1", 1))
    top = game.state.pile("yellow").rest[0]
    game = acting(game.on_top("yellow", top))
    before = game.state.pile("yellow").size
    colours = [move.action for move in game.offered(0, Perform)]
    assert colours == ["bakufu/green", "bakufu/yellow", "bakufu/red", "bakufu/black"]
    done = game.when(0, Perform("bakufu", "bakufu/yellow")).then(0, on=())
    assert done.value(0, "missions") == tuple(sorted((*held, top)))
    assert done.state.pile("yellow").size == before - 1


@pytest.mark.clause("yedo.castle.bakufu", "yedo.ruling.decks-run-out")
def test_the_bakufu_offers_no_deck_that_is_empty_or_not_in_play() -> None:
    game = given(2, options={"sets": "first-game"}).placed(("bakufu", 0), ("gates-1", 1))
    state = game.state
    state.put_pile("red", state.pile("red").without_top(*state.pile("red").rest))
    game = acting(game)
    assert [move.action for move in game.offered(0, Perform)] == ["bakufu/green", "bakufu/yellow"]
    for colour in ("red", "black", "blue"):
        game = game.when(0, Perform("bakufu", f"bakufu/{colour}")).refused("yedo.castle.bakufu")


@pytest.mark.clause("yedo.bower.trigger")
def test_the_first_disciple_activated_for_the_bower_sets_off_all_of_it_whatever_its_space() -> None:
    game = bower().asked((GREEN, "Activate")).when(GREEN, Perform("bower-2", "bower"))
    game = game.asked((RED, "ChoosePlace")).when(RED, TakePlace(1)).when(GREEN, TakePlace(2))
    game.then(RED, on=(), house=2).then(GREEN, on=(), house=2).then(YELLOW, on=("gates-1",))
    assert [move.action for move in bower().offered(GREEN, Perform)] == ["bower"]


@pytest.mark.clause("yedo.bower.shift-markers")
def test_all_markers_leave_the_track_and_keep_their_order() -> None:
    game = bower().when(GREEN, Perform("bower-2", "bower"))
    (shifted,) = game.of_type(MarkersShifted)
    assert (shifted.clause, shifted.order) == ("yedo.bower.shift-markers", (RED, BLUE, GREEN, YELLOW))


@pytest.mark.clause("yedo.bower.choose")
def test_from_the_lowest_numbered_space_each_owner_chooses_a_free_place() -> None:
    game = bower().when(GREEN, Perform("bower-2", "bower"))
    game = game.when(RED, TakePlace(3)).citing("yedo.bower.choose", PlaceTaken).asked((GREEN, "ChoosePlace"))
    assert game.offered(GREEN) == [TakePlace(1), TakePlace(2), TakePlace(4)]
    game = game.when(GREEN, TakePlace(3)).refused("yedo.bower.choose")
    game.when(GREEN, TakePlace(5)).refused("yedo.bower.choose")


@pytest.mark.clause("yedo.bower.fill")
def test_the_other_markers_go_from_the_topmost_to_the_lowest_free_places() -> None:
    game = bower().when(GREEN, Perform("bower-2", "bower")).when(RED, TakePlace(1)).when(GREEN, TakePlace(3))
    game.then(track=(RED, BLUE, GREEN, YELLOW)).citing("yedo.bower.fill", OrderSet)
    assert filled((RED, BLUE, GREEN, YELLOW), ((3, RED), (1, GREEN))) == (GREEN, BLUE, RED, YELLOW)


@pytest.mark.clause("yedo.bower.return")
def test_all_disciples_at_the_bower_go_home_and_have_been_activated() -> None:
    game = bower().when(GREEN, Perform("bower-2", "bower")).when(RED, TakePlace(1)).when(GREEN, TakePlace(2))
    homes = [(fact.seat, fact.clause) for fact in game.of_type(DiscipleHome)]
    assert homes == [(RED, "yedo.bower.return"), (GREEN, "yedo.bower.return")]
    game.asked((YELLOW, "Activate"))


@pytest.mark.clause("yedo.bower.next-player")
def test_play_continues_with_the_player_whose_marker_follows_that_of_the_player_who_acted() -> None:
    game = given(4, track=(RED, BLUE, GREEN, YELLOW), acting=BLUE)
    game = game.placed(
        ("bower-1", YELLOW), ("bower-2", GREEN), ("gates-1", BLUE), ("gates-2", RED), ("harbor-1", YELLOW)
    )
    game = acting(game).when(GREEN, Perform("bower-2", "bower"))
    game = game.when(YELLOW, TakePlace(1)).when(GREEN, TakePlace(2)).then(track=(YELLOW, GREEN, RED, BLUE))
    game.asked((RED, "Activate"))


@pytest.mark.clause("yedo.bower.next-player")
def test_after_the_last_marker_the_first_one_follows() -> None:
    game = bower().when(GREEN, Perform("bower-2", "bower")).when(RED, TakePlace(2)).when(GREEN, TakePlace(4))
    game.then(track=(BLUE, RED, YELLOW, GREEN)).asked((YELLOW, "Activate"))


@pytest.mark.clause("yedo.bower.mission-no-trigger")
def test_a_disciple_of_the_bower_activated_for_a_mission_does_not_set_it_off() -> None:
    game = bower().having(GREEN, missions=(CASTLE_MISSION,))
    game = game.when(GREEN, CompleteMission("bower-2", CASTLE_MISSION)).until("Activate")
    game.then(GREEN, done=(CASTLE_MISSION,), on=()).then(RED, on=("bower-1",))
    game.then(track=(RED, BLUE, GREEN, YELLOW)).without(MarkersShifted)


@pytest.mark.clause("yedo.bower.triggered-no-mission")
def test_a_disciple_set_off_by_somebody_else_cannot_complete_a_mission_instead() -> None:
    game = bower().having(RED, missions=(CASTLE_MISSION,)).when(GREEN, Perform("bower-2", "bower"))
    assert set(map(type, game.offered(RED))) == {TakePlace}
    game.when(RED, CompleteMission("bower-1", CASTLE_MISSION)).refused("yedo.bower.choose")


@pytest.mark.clause("yedo.bower.other-castle-spaces")
def test_disciples_at_the_shogun_and_the_bakufu_are_not_touched_by_the_bower() -> None:
    game = given(4, acting=BLUE).placed(("bakufu", BLUE), ("shogun", YELLOW), ("bower-1", GREEN))
    game = acting(game).when(GREEN, Perform("bower-1", "bower")).when(GREEN, TakePlace(1))
    game.then(BLUE, on=("bakufu",)).then(YELLOW, on=("shogun",)).then(GREEN, on=())


@pytest.mark.clause("yedo.bower.trigger")
def test_a_prohibition_of_the_bower_leaves_only_the_way_home() -> None:
    held = Lasting("the-event", (0, 1), "round", (Forbids(what="bower"),))
    game = acting(given(2, lasting=(held,)).placed(("bower-1", 0), ("gates-1", 1)))
    assert game.offered(0) == [Idle("bower-1")]
    game = game.when(0, Perform("bower-1", "bower")).refused("yedo.event.duration")
    game.when(0, Perform("bower-1", "shogun")).refused("yedo.bower.trigger")


@pytest.mark.clause("yedo.bower.choose")
def test_the_last_free_place_is_taken_without_a_question() -> None:
    game = acting(given(2).placed(("bower-1", 1), ("bower-2", 0), ("gates-1", 1)))
    game = game.when(0, Perform("bower-2", "bower")).when(1, TakePlace(1))
    game.then(track=(1, 0)).asked((1, "Activate"))
