"""The Daimyo of Shogun Must Die in corner cases: closed Districts, an empty Church, a player alone."""

from __future__ import annotations

import pytest

from domain.games.yedo.coop_phases.daimyo_patrol import DaimyoPatrolPhase
from domain.games.yedo.districts.castle import TakePlace
from domain.games.yedo.facts.coop.daimyo import DaimyoActed, DaimyoCardTurned, DaimyoPlaced, InterferenceMoved
from domain.games.yedo.facts.goods import PrestigeLost
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.phases.acting import ActionPhase, Idle, Perform
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Lasting
from tests.domain.games.yedo.coop_games import coop
from tests.domain.games.yedo.game import CONTENT, Position

DAIMYO = 2
FIRST = (DAIMYO, 0, 1)
NEXT = LastCall(seat=0)
"""A question that follows, so that the game waits before it."""
TO = {card.district: name for name, card in CONTENT.daimyo_cards.items()}
"""The card of the Daimyo for each District, and the one that repeats another."""


def assigned(*display: str | None, hidden: str = "", seats: int = 2, **fields: object) -> Position:
    """Return a game in which the Daimyo, who is first, has just assigned the leftmost Disciple of this display. The
    display is given by the Districts of its cards; `hidden` is that of the face-down card.
    """
    cards = tuple(TO[district] if district else None for district in display)
    gone = tuple(name for name in CONTENT.daimyo_cards if name not in (*cards, TO.get(hidden)))
    fields.setdefault("track", (seats, *range(seats)))
    placed = fields.pop("placed", ())
    game = coop(seats, phase="assign", display=cards, discard=gone if hidden else (), **fields).placed(*placed)
    return game.asking(AssignPhase()).running()


def acted(*placed: tuple[str, int], track: tuple[int, ...] = FIRST, **fields: object) -> Position:
    """Return a game in which the Daimyo, who is first, has just acted; these Disciples were on the board."""
    game = coop(2, track=track, **fields).placed(*placed)
    return game.asking(ActionPhase(), NEXT).running()


def spaces(game: Position) -> list[str]:
    """Return the spaces where the Daimyo placed Disciples."""
    return [fact.space for fact in game.of_type(DaimyoPlaced)]


def districts(game: Position) -> list[str]:
    """Return the Districts in which the Daimyo acted."""
    return [fact.district for fact in game.of_type(DaimyoActed)]


# Assigning


@pytest.mark.clause("yedo.coop.assign-players")
def test_a_player_alone_and_the_daimyo_take_turns() -> None:
    game = coop(1, phase="assign", display=(TO["market"], TO["harbor"])).asking(AssignPhase()).running()
    game = game.asked((0, "Assign")).when(0, Place("gates-1", "disciple")).asked((0, "Assign"))
    assert spaces(game) == ["market-1"]
    assert spaces(game.when(0, Place("gates-2", "disciple"))) == ["harbor-1"]


@pytest.mark.clause("yedo.coop.daimyo-take")
def test_any_card_that_was_not_seen_may_lie_face_down() -> None:
    start = coop(2, phase="assign", track=FIRST, display=(None, TO["market"]), discard=(TO["temple"],))
    turned = {
        fact.card for seed in range(40) for fact in start.asking(AssignPhase()).running(seed).of_type(DaimyoCardTurned)
    }
    assert turned == {*CONTENT.daimyo_cards} - {TO["market"], TO["temple"]}


@pytest.mark.clause("yedo.coop.daimyo-place")
@pytest.mark.parametrize("district", ["gates", "tavern", "harbor", "red-light", "market", "temple"])
def test_a_disciple_goes_to_the_first_free_space_of_the_district_on_its_card(district: str) -> None:
    game = assigned(district, "castle").citing("yedo.coop.daimyo-place", DaimyoPlaced)
    assert spaces(game) == [f"{district}-1"]
    game.then(DAIMYO, on=(f"{district}-1",))
    assert spaces(assigned(district, "castle", placed=((f"{district}-1", 1),))) == [f"{district}-2"]


@pytest.mark.clause("yedo.coop.daimyo-current-card")
def test_the_first_card_that_repeats_does_what_the_card_to_its_right_says() -> None:
    game = assigned(None, "harbor", hidden="repeat").citing("yedo.coop.daimyo-current-card", DaimyoPlaced)
    assert spaces(game) == ["harbor-1"]
    game = game.when(0, Place("gates-1", "disciple")).when(1, Place("gates-2", "disciple"))
    assert spaces(game) == ["harbor-2"]


@pytest.mark.clause("yedo.coop.daimyo-full")
def test_a_closed_district_is_full() -> None:
    closed = (Lasting("closed", (0, 1), "round", (Closed(districts=("harbor",)),)),)
    assert spaces(assigned("harbor", "market", lasting=closed)) == ["bower-1"]


@pytest.mark.clause("yedo.coop.daimyo-bower-full", "yedo.coop.daimyo-no-castle-other")
def test_if_the_bower_is_full_it_goes_on_and_leaves_the_shogun_and_the_bakufu_free() -> None:
    full = (("harbor-1", 0), ("harbor-2", 1), ("bower-1", 0), ("bower-2", 1), ("bower-3", 0), ("gates-1", 1))
    assert spaces(assigned("harbor", "market", placed=full))[0] == "gates-2"
    game = assigned("castle", "market", placed=full)
    assert spaces(game)[0] == "gates-2"
    assert not {"shogun", "bakufu"} & {placed.space for placed in game.state.placed_by(DAIMYO)}


@pytest.mark.clause("yedo.ruling.daimyo-direction")
@pytest.mark.parametrize(("colour", "district"), [("gold", "gates"), ("silver", "temple")])
def test_in_the_last_round_it_looks_the_way_that_the_patrol_had(colour: str, district: str) -> None:
    bower = (("bower-1", 0), ("bower-2", 1), ("bower-3", 0))
    game = assigned("castle", "market", placed=bower, round=7, patrol=None, patrol_colour=colour)
    assert spaces(game) == [f"{district}-1"]


# The Watch Patrol


@pytest.mark.clause("yedo.coop.patrol-a", "yedo.coop.patrol-b")
@pytest.mark.parametrize(("icon", "further"), [("one-more", 1), ("two-more", 2)])
@pytest.mark.parametrize(("colour", "way"), [("gold", 1), ("silver", -1)])
def test_a_card_moves_the_patrol_one_or_two_spaces_further_in_its_direction(
    icon: str, further: int, colour: str, way: int
) -> None:
    plain = next(name for name, card in CONTENT.daimyo_cards.items() if card.patrol is None)
    shown = next(name for name, card in CONTENT.daimyo_cards.items() if card.patrol == icon)
    game = coop(phase="patrol", display=(plain, shown), patrol="castle", patrol_colour=colour)
    game = game.asking(DaimyoPatrolPhase(), NEXT).running()
    game.then(patrol=CONTENT.districts[way * (1 + further)], patrol_colour=colour)


# Acting


@pytest.mark.clause("yedo.coop.daimyo-action-priority")
def test_in_its_turn_it_activates_one_disciple_only() -> None:
    game = acted(("harbor-1", DAIMYO), ("harbor-2", DAIMYO), ("shogun", 0), ("bakufu", 0))
    assert districts(game) == ["harbor"]
    game = game.asked((0, "Activate")).when(0, Idle("shogun")).asked((0, "Activate"))
    assert districts(game) == ["harbor"]


@pytest.mark.clause("yedo.coop.daimyo-tavern")
def test_one_coin_makes_an_annex_cost_12_mon() -> None:
    assert CONTENT.prices.annex == 11
    game = coop(2, coins=1).having(0, mon=20).placed(("tavern-1", 0)).asking(ActionPhase(), NEXT).running()
    game.when(0, Perform("tavern-1", "carpenter/dojo")).then(0, mon=8, annexes=("dojo",))


@pytest.mark.clause("yedo.coop.daimyo-temple")
def test_the_errand_boy_in_the_temple_protects_a_player_alone() -> None:
    game = coop(1, track=(1, 0), options={"second_temple_space": True}).having(0, points=5).placed(("temple-1", 1))
    game.asking(ActionPhase(), NEXT).running().then(0, points=4)
    guarded = game.standing(("temple-2", 0, "errand-boy"))
    guarded.asking(ActionPhase(), NEXT).running().then(0, points=5)


@pytest.mark.clause("yedo.ruling.daimyo-action-void")
@pytest.mark.parametrize(
    ("space", "fields"),
    [
        ("harbor-1", {"church": 0}),
        ("market-1", {"market": (None,) * 4}),
        ("red-light-1", {"geisha_supply": ()}),
    ],
)
def test_an_action_with_nothing_to_work_on_uses_the_disciple_up(space: str, fields: dict[str, object]) -> None:
    game = acted((space, DAIMYO), ("shogun", 0), **fields).citing("yedo.ruling.daimyo-action-void", EffectWithout)
    game.then(DAIMYO, on=(), house=2).then(points=(1, 1), mon=(12, 12))


# The Bower and the Player Order


@pytest.mark.clause("yedo.ruling.daimyo-place", "yedo.coop.daimyo-castle-action")
def test_at_the_bower_it_takes_the_foremost_free_place() -> None:
    game = coop(2, track=(0, DAIMYO, 1)).placed(("bower-2", DAIMYO), ("bower-1", 1), ("shogun", 0))
    game = game.asking(ActionPhase(), NEXT).running()
    game = game.asked((0, "Activate")).when(0, Idle("shogun"))
    game = game.asked((1, "ChoosePlace")).when(1, TakePlace(2))
    game.then(track=(DAIMYO, 1, 0), points=(1, 1)).then(DAIMYO, on=(), house=2)
    taken = coop(2, track=(0, DAIMYO, 1)).placed(("bower-2", DAIMYO), ("bower-1", 1), ("shogun", 0))
    taken = taken.asking(ActionPhase(), NEXT).running().when(0, Idle("shogun")).when(1, TakePlace(1))
    taken.then(track=(1, DAIMYO, 0), points=(1, 1))


@pytest.mark.clause("yedo.coop.daimyo-castle-action")
def test_if_it_is_first_again_each_player_loses_a_prestige_point() -> None:
    game = acted(("bower-1", DAIMYO)).citing("yedo.coop.daimyo-castle-action", PrestigeLost)
    game.then(track=FIRST, points=(0, 0)).without(InterferenceMoved)


@pytest.mark.clause("yedo.coop.daimyo-castle-action")
def test_becoming_first_costs_nothing() -> None:
    game = acted(("bower-1", DAIMYO), track=(0, DAIMYO, 1))
    game.then(track=(DAIMYO, 0, 1), points=(1, 1)).without(PrestigeLost)


@pytest.mark.clause("yedo.coop.daimyo-interference-token")
def test_the_token_comes_when_it_becomes_first_and_goes_when_it_is_first_no_longer() -> None:
    game = acted(("bower-1", DAIMYO), track=(0, DAIMYO, 1))
    game.citing("yedo.coop.daimyo-interference-token", InterferenceMoved)
    assert [fact.on for fact in game.of_type(InterferenceMoved)] == [True]
    game = coop(2, track=FIRST).placed(("bower-1", 0)).asking(ActionPhase(), NEXT).running()
    game = game.when(0, Perform("bower-1", "bower")).when(0, TakePlace(1)).then(track=(0, DAIMYO, 1))
    game.citing("yedo.coop.daimyo-interference-token", InterferenceMoved)
    assert [fact.on for fact in game.of_type(InterferenceMoved)] == [False]
