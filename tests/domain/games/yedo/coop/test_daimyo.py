"""The Daimyo of Shogun Must Die: its display, where its Disciples go, what they do, and the Watch Patrol."""

from __future__ import annotations

import pytest

from domain.games.yedo.coop.daimyo_display import lay_out_display, unseen_cards
from domain.games.yedo.coop_phases.daimyo_patrol import DaimyoPatrolPhase
from domain.games.yedo.districts.castle import OpenBower, TakePlace
from domain.games.yedo.facts.cards import NothingPlayed
from domain.games.yedo.facts.coop.coop_setup import DaimyoReadied, DaimyoReshuffled
from domain.games.yedo.facts.coop.daimyo import (
    AnnexesDearer,
    ChurchPlundered,
    DaimyoActed,
    DaimyoCardTurned,
    DaimyoPlaced,
    DaimyoStayedHome,
    GeishaRemoved,
    InterferenceMoved,
    WeaponRemoved,
)
from domain.games.yedo.facts.goods import PrestigeLost
from domain.games.yedo.facts.patrol import DiscipleSaved
from domain.games.yedo.facts.pieces import DiscipleArrested, PatrolMoved, PatrolTurned
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.phases.acting import NextToAct, Perform
from domain.games.yedo.phases.assigning import AssignPhase, NextToAssign, Place
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.phases.patrol import UseBlackmail
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.verbs.moves import Accept
from domain.kernel.chance import Chance
from domain.kernel.choice import Item
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.coop_games import board, coop, daimyo
from tests.domain.games.yedo.game import CONTENT, RULES, Position

MARKET, HARBOR, RED_LIGHT, GATES = "armourers", "tax-collectors", "night-guests", "levy"
CASTLE, TAVERN, TEMPLE, REPEAT = "a-seat-at-court", "carpenters-bought", "silent-prayers", "in-the-shadow"


def doing(game: Position, item: Item) -> Position:
    """Carry out a task, and stop when it is done."""
    return game.asking(item, LastCall(seat=0)).running()


def placing(game: Position) -> Position:
    """Let only the Daimyo assign Disciples."""
    for seat in range(game.state.seats):
        game = game.having(seat, house=0)
    return doing(game.with_state(phase="assign"), NextToAssign())


def stands(game: Position) -> set[str]:
    """Return the spaces on which the Daimyo stands."""
    return {placed.space for placed in game.state.placed_by(daimyo(game))}


def of_daimyo(game: Position, *spaces: str) -> Position:
    """Place Disciples of the Daimyo."""
    return game.placed(*((space, daimyo(game)) for space in spaces))


def acting(game: Position) -> Position:
    """Let the side after seat 0 act."""
    return doing(game.with_state(phase="actions", acting=0), NextToAct())


# The display


@pytest.mark.clause("yedo.coop.prep-daimyo-layout")
def test_a_card_is_laid_out_for_each_disciple_in_the_pool_and_the_second_is_turned_up() -> None:
    table = RULES.table(coop(options={"master_daimyo": True}).state, Chance(bytes(32), 1))
    with table.citing("yedo.coop.prep-daimyo-layout"):
        lay_out_display(table)
    display = table.state.coop_board.display
    assert [slot.card is None for slot in display] == [True, False, True]
    assert all(slot.figure for slot in display)
    assert table.state.pieces.house[table.state.seats] == ()


@pytest.mark.clause("yedo.coop.prep-daimyo-reshuffle")
def test_what_is_left_of_the_deck_is_dealt_first_and_then_the_reshuffled_discard_pile() -> None:
    used = (MARKET, HARBOR, RED_LIGHT, GATES, CASTLE)
    game = coop(display=(TAVERN, TEMPLE), discard=used)
    game = game.having(daimyo(game), house=3, reserve=1)
    table = RULES.table(game.state, Chance(bytes(32), 1))
    with table.citing("yedo.coop.prep-daimyo-layout"):
        lay_out_display(table)
    assert DaimyoReshuffled in [type(fact) for fact in table.outcome().facts]
    display = table.state.coop_board.display
    assert len(display) == 3
    assert unseen_cards(table.state, 0) == (REPEAT,), "the last card of the old deck lies first"
    assert display[1].card in {*used, TAVERN, TEMPLE}
    assert set(unseen_cards(table.state, 2)) == {*used, TAVERN, TEMPLE} - {display[1].card}


# Where its Disciples go


@pytest.mark.clause("yedo.coop.daimyo-take")
def test_the_leftmost_disciple_is_taken_and_a_hidden_card_below_it_is_turned_up() -> None:
    game = placing(coop(display=(None, MARKET)))
    turned = [fact for fact in game.facts if isinstance(fact, DaimyoCardTurned)]
    assert [fact.place for fact in turned] == [0]
    assert turned[0].card != MARKET
    assert len(stands(game)) == 2
    assert board(game).display[0].card == turned[0].card


@pytest.mark.clause("yedo.coop.assign-players", "yedo.coop.daimyo-color")
def test_players_and_the_daimyo_assign_by_turns_in_player_order() -> None:
    game = coop(1, phase="assign", display=(MARKET, HARBOR)).asking(AssignPhase()).running()
    game = game.when(0, Place("gates-1"))
    assert stands(game) == {"market-1"}
    game = game.asked((0, "Assign")).when(0, Place("gates-2"))
    assert stands(game) == {"market-1", "harbor-1"}


@pytest.mark.clause("yedo.coop.daimyo-place")
def test_a_disciple_goes_to_the_free_space_of_its_district_with_the_lowest_number() -> None:
    game = placing(coop(display=(MARKET, HARBOR)).placed(("harbor-1", 0)))
    assert stands(game) == {"market-1", "harbor-2"}
    game.citing("yedo.coop.daimyo-place", DaimyoPlaced)


@pytest.mark.clause("yedo.coop.daimyo-castle")
def test_in_the_castle_it_takes_the_lowest_free_space_of_the_bower() -> None:
    game = placing(coop(display=(CASTLE, HARBOR)).placed(("bower-1", 0)))
    assert stands(game) == {"bower-2", "harbor-1"}
    game.citing("yedo.coop.daimyo-castle", DaimyoPlaced)


@pytest.mark.clause("yedo.coop.daimyo-current-card")
def test_a_card_that_repeats_does_what_its_left_neighbour_does_and_the_first_card_what_the_second_does() -> None:
    assert stands(placing(coop(display=(TEMPLE, REPEAT)))) == {"temple-1", "temple-2"}
    game = placing(coop(display=(REPEAT, MARKET)))
    assert stands(game) == {"market-1", "market-2"}
    game.citing("yedo.coop.daimyo-current-card", DaimyoPlaced)


@pytest.mark.clause("yedo.coop.daimyo-full")
def test_if_the_district_is_full_it_goes_to_the_bower() -> None:
    game = placing(coop(display=(HARBOR, MARKET)).placed(("harbor-1", 0), ("harbor-2", 1)))
    assert stands(game) == {"bower-1", "market-1"}
    game.citing("yedo.coop.daimyo-full", DaimyoPlaced)


@pytest.mark.clause("yedo.coop.daimyo-place")
def test_what_is_closed_to_one_player_alone_is_open_to_it() -> None:
    def closing(*seats: int) -> set[str]:
        closed = Lasting("closed-roads", seats, "round", (Closed(spaces=("harbor-1",)),))
        return stands(placing(coop(display=(HARBOR, MARKET), lasting=(closed,))))

    assert closing(0) == {"harbor-1", "market-1"}
    assert closing(0, 1) == {"harbor-2", "market-1"}


@pytest.mark.clause("yedo.coop.daimyo-bower-full", "yedo.ruling.daimyo-direction")
@pytest.mark.parametrize(("colour", "way"), [("gold", 1), ("silver", -1)])
def test_with_a_disciple_at_the_bower_it_goes_on_from_the_castle_in_the_direction_of_the_patrol(
    colour: str, way: int
) -> None:
    game = coop(display=(HARBOR, CASTLE), patrol_colour=colour).placed(("harbor-1", 0), ("harbor-2", 1))
    game = placing(game)
    circuit = CONTENT.districts
    expected = circuit[(circuit.index("castle") + way) % len(circuit)]
    assert stands(game) == {"bower-1", f"{expected}-1"}
    game.citing("yedo.coop.daimyo-bower-full", DaimyoPlaced)


@pytest.mark.clause("yedo.coop.daimyo-no-castle-other")
def test_it_never_stands_before_the_shogun_or_the_bakufu() -> None:
    game = coop(display=(CASTLE, MARKET)).placed(("bower-1", 0), ("bower-2", 1), ("bower-3", 0))
    spaces = stands(placing(game))
    assert not spaces & {"shogun", "bakufu"}
    assert len(spaces) == 2


@pytest.mark.clause("yedo.ruling.daimyo-nowhere")
def test_a_disciple_that_finds_no_space_goes_back_to_the_pool() -> None:
    game = coop(display=(CASTLE, MARKET))
    taken = [space for space in game.state.parameters.spaces if space not in ("shogun", "bakufu")]
    game = placing(game.placed(*((space, 0) for space in taken)))
    assert stands(game) == set()
    assert len(game.state.pieces.house[daimyo(game)]) == 2, "both came back to the pool"
    game.citing("yedo.ruling.daimyo-nowhere", DaimyoStayedHome)
    game = game.with_state(phase="actions", acting=daimyo(game) - 1)
    doing(game, NextToAct()).without(DaimyoActed)


@pytest.mark.clause("yedo.coop.errand-space-safe")
def test_the_space_of_an_errand_is_not_for_the_daimyo() -> None:
    game = coop(display=(CASTLE, MARKET), upcoming="death-in-the-market")
    taken = [space for space in game.state.parameters.spaces if space not in ("shogun", "bakufu")]
    game = placing(game.placed(*((space, 0) for space in taken)))
    assert stands(game.citing("yedo.ruling.daimyo-nowhere", DaimyoStayedHome)) == set()


# What it does


@pytest.mark.clause("yedo.coop.daimyo-action-priority")
def test_it_acts_in_the_first_district_of_its_list_and_the_disciple_returns_to_its_pool() -> None:
    game = of_daimyo(coop(), "gates-1", "market-1").selling("doku", "nawa", None, None)
    game = acting(game)
    assert [fact.district for fact in game.facts if isinstance(fact, DaimyoActed)] == ["market", "gates"]
    assert stands(game) == set()
    assert len(game.state.pieces.house[daimyo(game)]) == 3, "two came home and one from the Reserve"


@pytest.mark.clause("yedo.coop.daimyo-harbor")
def test_at_the_harbor_it_removes_all_mon_from_the_church() -> None:
    game = acting(of_daimyo(coop(church=4), "harbor-1")).then(church=0, mon=(12, 12))
    game.citing("yedo.coop.daimyo-harbor", ChurchPlundered)
    empty = acting(of_daimyo(coop(church=0), "harbor-1"))
    empty.citing("yedo.ruling.daimyo-action-void", EffectWithout)


@pytest.mark.clause("yedo.coop.daimyo-market")
def test_at_the_market_it_discards_the_rightmost_weapon() -> None:
    game = acting(of_daimyo(coop().selling("doku", "nawa", "yumi", "katana"), "market-1"))
    game.then(market=("doku", "nawa", "yumi", None), weapon_discard=("katana",))
    game.citing("yedo.coop.daimyo-market", WeaponRemoved)


@pytest.mark.clause("yedo.coop.daimyo-red-light")
def test_in_the_red_light_district_the_highest_geisha_leaves_the_game() -> None:
    game = acting(of_daimyo(coop(1, geisha_supply=(1, 2, 3)), "red-light-1")).then(geisha_supply=(1, 2))
    assert board(game).geishas_gone == (3,)
    game.citing("yedo.coop.daimyo-red-light", GeishaRemoved)


@pytest.mark.clause("yedo.coop.daimyo-gates", "yedo.ruling.daimyo-action-void")
def test_at_the_gates_a_disciple_comes_from_its_reserve_to_its_pool() -> None:
    game = acting(of_daimyo(coop(), "gates-1"))
    assert len(game.state.pieces.reserve[daimyo(game)]) == 1
    assert len(game.state.pieces.house[daimyo(game)]) == 3
    game.citing("yedo.coop.daimyo-gates", DaimyoReadied)
    none_left = acting(of_daimyo(coop().having(2, house=4, reserve=0), "gates-1"))
    none_left.citing("yedo.ruling.daimyo-action-void", EffectWithout).without(DaimyoReadied)


@pytest.mark.clause("yedo.coop.daimyo-tavern")
def test_in_the_tavern_it_makes_annexes_dearer_for_good() -> None:
    game = acting(of_daimyo(coop(coins=1), "tavern-1"))
    assert board(game).coins == 2
    game.citing("yedo.coop.daimyo-tavern", AnnexesDearer)

    game = acting(coop(coins=2).having(1, mon=12).placed(("tavern-1", 1)))
    game.when(1, Perform("tavern-1", "carpenter/dojo")).refused("yedo.tavern.build-annex-unable")
    game = acting(coop(coins=1).having(1, mon=12).placed(("tavern-1", 1)))
    game.when(1, Perform("tavern-1", "carpenter/dojo")).then(1, mon=0, annexes=("dojo",))


@pytest.mark.clause("yedo.coop.daimyo-temple")
def test_in_the_temple_each_player_without_a_disciple_there_loses_a_point() -> None:
    game = of_daimyo(coop(2), "temple-1").having(0, points=5).having(1, points=5).placed(("temple-2", 0))
    acting(game).then(0, points=5).then(1, points=4).citing("yedo.coop.daimyo-temple", PrestigeLost)
    alone = coop(1, options={"second_temple_space": True}).having(0, points=5).standing(("temple-1", 0, "errand-boy"))
    acting(of_daimyo(alone, "temple-2")).then(0, points=5)


# The Bower


@pytest.mark.clause("yedo.coop.daimyo-castle-action", "yedo.ruling.daimyo-place")
def test_at_the_bower_it_takes_the_first_free_place_and_players_lose_a_point_if_it_was_first() -> None:
    first = of_daimyo(coop(2, track=(2, 0, 1)), "bower-1").having(0, points=5).having(1, points=5)
    game = acting(first).then(track=(2, 0, 1)).then(0, points=4).then(1, points=4)
    game.citing("yedo.coop.daimyo-castle-action", PrestigeLost)
    assert stands(game) == set()
    last = acting(of_daimyo(coop(2), "bower-1").having(0, points=5)).then(track=(2, 0, 1)).then(0, points=5)
    last.citing("yedo.coop.daimyo-interference-token", InterferenceMoved)


@pytest.mark.clause("yedo.coop.daimyo-castle-action")
def test_a_player_who_sets_off_the_bower_costs_everybody_a_point_as_well() -> None:
    game = of_daimyo(coop(2, track=(2, 0, 1)), "bower-1").having(0, points=5).having(1, points=5)
    game = doing(game.placed(("bower-2", 0)), OpenBower())
    game.then(0, points=4).then(1, points=4).asked((0, "ChoosePlace"))
    game.when(0, TakePlace(2)).then(track=(2, 0, 1))


@pytest.mark.clause("yedo.coop.daimyo-castle-action", "yedo.coop.daimyo-interference-token")
def test_a_player_above_it_at_the_bower_can_take_the_first_place_and_so_its_token() -> None:
    game = of_daimyo(coop(2, track=(2, 0, 1)), "bower-2").having(0, points=5).placed(("bower-1", 0))
    game = doing(game, OpenBower()).when(0, TakePlace(1))
    game.then(track=(0, 2, 1)).then(0, points=5)
    assert [fact.on for fact in game.facts if isinstance(fact, InterferenceMoved)] == [False]


# The Watch Patrol


def patrolling(*display: str, **fields: object) -> Position:
    """Begin the Watch Patrol Phase with cards of the Daimyo turned up."""
    return coop(phase="patrol", display=display, patrol="castle", **fields)


def to(steps: int) -> str:
    """Return the District that lies this many Districts clockwise from the Castle."""
    return CONTENT.districts[steps % len(CONTENT.districts)]


@pytest.mark.clause("yedo.coop.patrol-a", "yedo.coop.patrol-b")
def test_the_patrol_moves_one_space_and_then_as_the_cards_of_the_daimyo_say_in_their_order() -> None:
    game = doing(patrolling(GATES, REPEAT), DaimyoPatrolPhase())
    game.citing("yedo.coop.patrol-b", PatrolTurned).citing("yedo.coop.patrol-b", PatrolMoved)
    assert game.state.watch.patrol == to(1 - 2)
    assert game.state.watch.patrol_colour == "silver"


@pytest.mark.clause("yedo.coop.patrol-b-action")
def test_a_card_that_moves_the_patrol_is_played_before_the_cards_of_the_daimyo_or_after_them() -> None:
    game = patrolling(MARKET, REPEAT).having(0, actions=("double-time",)).having(1, actions=("feint",))
    game = doing(game, DaimyoPatrolPhase()).asked((0, "InfluenceBefore"))
    before = game.when(0, PlayCard("double-time"))
    while before.state.agenda and before.asked_seat() != 1:
        before = before.when(before.asked_seat(), DECLINE)
    waited = game.when(0, DECLINE).asked((1, "InfluenceBefore")).when(1, DECLINE)
    waited.asked((0, "Influence"))
    assert waited.state.watch.patrol == to(1 + 2)
    after = waited.when(0, PlayCard("double-time"))
    assert after.state.hands.actions[0] == ()


@pytest.mark.clause("yedo.coop.patrol-b-action")
def test_who_played_before_the_cards_of_the_daimyo_is_not_asked_after_them() -> None:
    game = patrolling(MARKET, REPEAT).having(0, actions=("double-time", "first-bow"))
    game = doing(game, DaimyoPatrolPhase()).when(0, PlayCard("double-time"))
    kinds = [type(item).__name__ for item in game.state.agenda]
    assert "Influence" not in kinds


@pytest.mark.clause("yedo.coop.patrol-c", "yedo.coop.patrol-d")
def test_each_player_has_one_saving_play_and_disciples_of_the_daimyo_are_never_arrested() -> None:
    there = to(1)
    game = patrolling(MARKET, TAVERN).having(0, blackmail=2).placed((f"{there}-1", 0))
    game = game.having(1, house=("disciple", "disciple", "disciple"), reserve=1)
    game = doing(of_daimyo(game, f"{there}-2"), DaimyoPatrolPhase()).asked((0, "SaveOwn"))
    game = game.when(0, UseBlackmail()).then(0, blackmail=1, on=(f"{there}-1",))
    assert stands(game) == {f"{there}-2"}
    assert "SaveOwn" not in [kind for _, kind in game.asks()]
    game = patrolling(MARKET, TAVERN).having(0, blackmail=1, actions=("under-the-floor-mats",), house=3)
    game = doing(game.placed((f"{there}-1", 0)), DaimyoPatrolPhase()).asked((0, "InfluenceBefore"))
    game = game.when(0, DECLINE).when(0, DECLINE).asked((0, "SaveOwn")).when(0, UseBlackmail())
    game.when(0, PlayCard("under-the-floor-mats")).refused("yedo.patrol.step-c-one-card")


@pytest.mark.clause("yedo.coop.patrol-d")
def test_a_disciple_that_its_player_does_not_save_is_arrested_beside_one_of_the_daimyo() -> None:
    there = to(1)
    game = patrolling(MARKET, TAVERN).having(0, house=3, reserve=1, blackmail=1).placed((f"{there}-1", 0))
    game = doing(of_daimyo(game, f"{there}-2"), DaimyoPatrolPhase()).asked((0, "SaveOwn")).when(0, DECLINE)
    assert [fact.seat for fact in game.of_type(DiscipleArrested)] == [0]
    assert stands(game.then(0, reserve=2, blackmail=1)) == {f"{there}-2"}


@pytest.mark.clause("yedo.coop.patrol-c-blessing")
def test_a_blessing_saves_one_disciple_if_a_card_of_the_daimyo_shows_it() -> None:
    there = to(1)
    game = patrolling(MARKET, TAVERN).having(0, blessings=True, house=3, reserve=1).placed((f"{there}-1", 0))
    game = doing(game, DaimyoPatrolPhase()).asked((0, "SaveByBlessing"))
    saved = game.when(0, Accept()).then(0, blessings=False, on=(f"{there}-1",))
    saved.citing("yedo.coop.patrol-c-blessing", DiscipleSaved)
    game.when(0, DECLINE).then(0, blessings=True, on=(), reserve=2)
    without = patrolling(MARKET, MARKET).having(0, blessings=True, house=3, reserve=1).placed((f"{there}-1", 0))
    doing(without, DaimyoPatrolPhase()).then(0, on=(), blessings=True)


@pytest.mark.clause("yedo.coop.patrol-c-blessing")
def test_only_who_has_a_blessing_and_a_disciple_at_risk_is_asked_for_it() -> None:
    there = to(1)
    game = patrolling(MARKET, TAVERN).having(0, blessings=True, house=2).having(1, house=3, reserve=1)
    game = doing(game.placed((f"{there}-1", 1)), DaimyoPatrolPhase())
    game.asked((0, "LastCall")).then(1, on=(), reserve=2).then(0, blessings=True)
    game.without(NothingPlayed)


@pytest.mark.clause("yedo.coop.patrol-c-blessing")
def test_a_blessing_saves_one_disciple_of_two() -> None:
    there = to(1)
    game = patrolling(MARKET, TAVERN, seats=4).having(0, blessings=True, house=4, reserve=0)
    game = game.placed((f"{there}-1", 0), (f"{there}-2", 0))
    game = doing(game, DaimyoPatrolPhase()).when(0, Accept()).then(0, blessings=False, reserve=1)
    assert len(game.value(0, "on")) == 1
