"""Phase 5: the Watch Patrol moves, cards change its path or save Disciples, and the others are arrested."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.belongings import HasWeapon
from domain.games.yedo.effects.patrol_effects import PatrolColour
from domain.games.yedo.facts.cards import NothingPlayed
from domain.games.yedo.facts.patrol import DiscipleSaved, PatrolSkipped
from domain.games.yedo.facts.pieces import DiscipleArrested, DiscipleHome, PatrolMoved, PatrolTurned
from domain.games.yedo.facts.turns import PhaseBegan
from domain.games.yedo.phases.patrol import Influence, PatrolPhase, Save, SaveOwn, UseBlackmail
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.modifier_words import Safe
from domain.games.yedo.printed.parts import Lasting, Saved
from domain.games.yedo.verbs.moves import ChooseSpace
from domain.kernel.audience import SPECTATOR
from domain.kernel.moves import DECLINE
from tests.domain.games.yedo.action_cards import GIFTS, WALLS, all_cards
from tests.domain.games.yedo.game import CONTENT, Position, given

BLACKMAIL = UseBlackmail()
DOUBLE_TIME = PlayCard("double-time")
FLOOR_MATS = PlayCard("under-the-floor-mats")
CAPTAIN = PlayCard("a-purse-for-the-captain")
AFTERWARDS = Influence(seat=3)
"""A question after the phase, at which the game waits."""


def harbor(seats: int = 4, **fields: object) -> Position:
    """Return a game with the gold patrol on the Harbor, whose next District is Red Light."""
    return all_cards(seats, patrol="harbor", round=3, **fields)


def begun(game: Position) -> Position:
    """Begin the Watch Patrol Phase."""
    return game.asking(PatrolPhase(), AFTERWARDS).running()


# The phase


@pytest.mark.clause("yedo.patrol.steps")
def test_the_patrol_moves_then_cards_influence_it_then_cards_save_then_disciples_are_arrested() -> None:
    game = harbor().having(0, actions=("double-time",), blackmail=1).having(1, house=3)
    game = game.placed(("red-light-1", 0), ("red-light-2", 1))
    game = begun(game).asked((0, "Influence"))
    assert [fact.to for fact in game.of_type(PatrolMoved)] == ["red-light"]
    game = game.when(0, DECLINE).asked((0, "SaveOwn")).without(DiscipleArrested)
    game = game.when(0, DECLINE).asked((3, "Influence"))
    assert [fact.seat for fact in game.of_type(DiscipleArrested)] == [1]


@pytest.mark.clause("yedo.patrol.move-one")
@pytest.mark.clause("yedo.ruling.patrol-circuit")
def test_the_patrol_moves_to_the_next_district() -> None:
    circuit = ["castle", "gates", "tavern", "harbor", "red-light", "market", "temple"]
    assert list(CONTENT.districts) == circuit
    for here, there in zip(circuit, [*circuit[1:], circuit[0]], strict=True):
        begun(all_cards(patrol=here)).then(patrol=there).citing("yedo.patrol.move-one", PatrolMoved)


@pytest.mark.clause("yedo.patrol.direction")
def test_gold_moves_clockwise_and_silver_counter_clockwise() -> None:
    begun(harbor(patrol_colour="gold")).then(patrol="red-light")
    begun(harbor(patrol_colour="silver")).then(patrol="tavern")


@pytest.mark.clause("yedo.patrol.last-round-skip")
def test_in_the_last_round_trade_follows_the_assignment_directly() -> None:
    game = all_cards(phase="assign", round=8, patrol=None).having(0, actions=("double-time",), blackmail=1)
    game = game.placed(("temple-1", 0)).running().asked((0, "Activate")).without(DiscipleArrested)
    assert [fact.phase for fact in game.of_type(PhaseBegan)] == ["patrol", "trade", "actions"]
    game.citing("yedo.patrol.last-round-skip", PatrolSkipped).then(0, on=("temple-1",))


# Step B


@pytest.mark.clause("yedo.patrol.card-order")
def test_in_step_b_those_with_action_cards_decide_in_player_order_and_may_pass() -> None:
    game = harbor(track=(2, 1, 3, 0)).having(1, actions=("feint",)).having(2, actions=("double-time",))
    game = begun(game).asked((2, "Influence"))
    game = game.when(2, DECLINE).citing("yedo.patrol.card-order", NothingPlayed).asked((1, "Influence"))
    game.when(1, DECLINE).asked((3, "Influence")).then(patrol="red-light")


@pytest.mark.clause("yedo.patrol.double-time")
def test_double_time_moves_the_patrol_one_more_district() -> None:
    game = begun(harbor().having(0, actions=("double-time",))).when(0, DOUBLE_TIME)
    game.then(patrol="market").then(0, actions=())


@pytest.mark.clause("yedo.patrol.step-b-one-card")
def test_each_seat_plays_one_watch_patrol_card_in_step_b() -> None:
    game = harbor().having(0, actions=("double-time", "double-time")).having(1, actions=("feint",))
    game = begun(game).when(0, DOUBLE_TIME).when(1, DECLINE).asked((1, "Influence"))
    game.when(0, DOUBLE_TIME).refused("yedo.patrol.step-b-one-card").then(patrol="market")


@pytest.mark.clause("yedo.patrol.other-cards-free")
def test_cards_of_other_moments_do_not_count_for_the_limit() -> None:
    game = harbor().having(0, actions=("double-time",)).having(1, actions=("walls-have-ears", "double-time"))
    game = begun(game).when(0, DOUBLE_TIME).when(1, WALLS).asked((1, "Influence")).then(patrol="red-light")
    game.when(1, DOUBLE_TIME).then(patrol="market")


@pytest.mark.clause("yedo.patrol.other-cards-free")
def test_a_card_of_any_time_can_be_played_before_the_own_card_of_a_step() -> None:
    game = harbor().having(0, actions=("double-time", "gifts-for-the-council"))
    game = begun(game).when(0, GIFTS).when(0, DECLINE).asked((0, "Influence"))
    game.when(0, DOUBLE_TIME).then(patrol="market")


@pytest.mark.clause("yedo.patrol.single")
def test_a_change_of_colour_turns_the_only_marker_where_it_stands() -> None:
    game = harbor().having(0, actions=("turncoat",))
    game = begun(game).when(0, PlayCard("turncoat")).then(patrol="harbor", patrol_colour="silver")
    assert [(fact.colour) for fact in game.of_type(PatrolTurned)] == ["silver"]
    assert [(fact.to, fact.steps) for fact in game.of_type(PatrolMoved)] == [("harbor", 1)]


@pytest.mark.clause("yedo.patrol.color-sources")
def test_events_action_cards_and_missions_can_change_the_colour() -> None:
    def turns(effects: tuple[object, ...]) -> bool:
        return PatrolColour() in effects

    assert any(turns(event.effects) for event in CONTENT.events.values())
    assert any(turns(card.effects) for card in CONTENT.action_cards.values())
    missions = [m for m in CONTENT.missions.values() if turns(m.reward) or (m.bonus and turns(m.bonus.reward))]
    assert missions
    harbor().effects(0, PatrolColour(), then=(AFTERWARDS,)).then(patrol="harbor", patrol_colour="silver")


# Step C


@pytest.mark.clause("yedo.patrol.step-c-one-card")
def test_in_step_c_those_at_risk_with_cards_or_blackmail_are_asked_in_player_order() -> None:
    game = harbor(track=(3, 1, 2, 0)).having(0, blackmail=1).having(1, actions=("feint",)).having(3, blackmail=1)
    game = game.placed(("red-light-1", 0), ("red-light-2", 1), ("market-1", 3), ("red-light-3", 2))
    game = begun(game).when(1, DECLINE).asked((1, "SaveOwn"))
    game = game.when(1, DECLINE).asked((0, "SaveOwn")).when(0, DECLINE).asked((3, "Influence"))


@pytest.mark.clause("yedo.patrol.step-c-one-card")
def test_who_used_blackmail_plays_no_saving_card_as_well() -> None:
    game = harbor().having(0, actions=("under-the-floor-mats",), blackmail=1).placed(("red-light-1", 0))
    game = begun(game).when(0, DECLINE).when(0, BLACKMAIL).asked((3, "Influence"))
    game.when(0, FLOOR_MATS).refused("yedo.patrol.step-c-one-card")


@pytest.mark.clause("yedo.patrol.other-cards-free")
def test_feint_gets_a_disciple_away_where_no_watch_patrol_cards_are_in_play() -> None:
    crossroads = {"rounds": 8, "sets": "crossroads"}
    game = given(4, phase="patrol", options=crossroads, patrol="harbor").having(0, actions=("feint",), house=3)
    game = begun(game.placed(("red-light-1", 0))).asked((0, "SaveOwn")).when(0, PlayCard("feint"))
    game = game.when(0, ChooseSpace("temple-1")).asked((0, "SaveOwn")).when(0, DECLINE)
    game.without(DiscipleArrested).then(0, on=("temple-1",))


@pytest.mark.clause("yedo.ruling.how-many-saved")
def test_a_card_saves_as_many_disciples_as_it_says() -> None:
    game = harbor().having(0, actions=("a-purse-for-the-captain",), house=4, reserve=0)
    game = game.placed(("red-light-1", 0), ("red-light-2", 0), ("red-light-3", 0))
    game = begun(game).when(0, DECLINE).when(0, CAPTAIN)
    assert [fact.count for fact in game.of_type(DiscipleSaved)] == [1]
    game.then(0, on=("red-light-3",), reserve=2, house=1, mon=10)


@pytest.mark.clause("yedo.ruling.which-disciple-is-lost")
def test_where_it_matters_the_owner_chooses_who_is_arrested() -> None:
    game = all_cards(patrol="temple").having(0, actions=("a-purse-for-the-captain",), house=4, reserve=0)
    game = game.placed(("shogun", 0), ("bakufu", 0), ("bower-1", 0))
    game = begun(game).when(0, DECLINE).when(0, CAPTAIN).asked((0, "ChooseArrested"))
    game.when(0, ChooseSpace("market-1")).refused("yedo.ruling.which-disciple-is-lost")
    game = game.when(0, ChooseSpace("shogun")).asked((0, "ChooseArrested")).then(0, on=("bakufu", "bower-1"))
    game.when(0, ChooseSpace("bower-1")).asked((3, "Influence")).then(0, on=("bakufu",), reserve=2)


def test_nobody_chooses_where_all_are_arrested() -> None:
    game = all_cards(patrol="temple").having(0, house=4, reserve=0).placed(("shogun", 0), ("bakufu", 0))
    begun(game).asked((3, "Influence")).then(0, on=(), reserve=2)


def test_a_card_that_asks_a_price_saves_once_it_is_paid() -> None:
    game = harbor(patrol_colour="gold").having(0, weapons=("nawa",)).placed(("harbor-1", 0))
    save = Save(price=(HasWeapon(spent=True),))
    game = game.effects(0, save, then=(AFTERWARDS,))
    game.then(0, weapons=()).then(saved=(Saved(0),))


def test_a_save_for_everybody_saves_all_who_are_at_risk() -> None:
    game = harbor().placed(("harbor-1", 0), ("harbor-2", 2), ("market-1", 1))
    game = game.effects(1, Save(whose="everybody"), then=(AFTERWARDS,))
    assert [fact.seat for fact in game.of_type(DiscipleSaved)] == [0, 2]


def test_a_save_without_anybody_at_risk_does_nothing() -> None:
    game = harbor().effects(0, Save(), then=(AFTERWARDS,))
    game.without(DiscipleSaved).then(saved=())


# Step D


@pytest.mark.clause("yedo.patrol.arrest")
@pytest.mark.clause("yedo.patrol.example-red-light")
def test_all_unsaved_disciples_in_the_district_go_to_the_reserve() -> None:
    game = harbor().having(0, house=4, reserve=0).having(1, house=3, reserve=1)
    game = game.placed(("red-light-1", 0), ("red-light-2", 1), ("market-1", 0))
    game = begun(game).then(0, on=("market-1",), reserve=1).then(1, on=(), reserve=2)
    game.citing("yedo.patrol.arrest", DiscipleArrested)


@pytest.mark.clause("yedo.patrol.arrest-last-two")
@pytest.mark.clause("yedo.disciples.last-two-protected")
@pytest.mark.clause("yedo.disciples.last-two-return-home")
def test_one_of_the_last_two_disciples_goes_home_and_acts_no_more() -> None:
    game = begun(harbor().placed(("red-light-1", 0), ("market-1", 0)))
    game.without(DiscipleArrested).citing("yedo.patrol.arrest-last-two", DiscipleHome)
    (fact,) = game.of_type(DiscipleHome)
    names = ("Anna", "Bela", "Cora", "Dora")
    assert fact.words(names, SPECTATOR).endswith(" goes home: nobody's last two are arrested.")
    game.then(0, on=("market-1",), house=1, reserve=2)


@pytest.mark.clause("yedo.patrol.arrest-last-two")
def test_of_three_arrested_disciples_out_of_three_one_goes_to_the_reserve() -> None:
    game = harbor().having(0, house=3, reserve=1).placed(("red-light-1", 0), ("red-light-2", 0), ("red-light-3", 0))
    begun(game).then(0, on=(), house=2, reserve=2)


@pytest.mark.clause("yedo.patrol.annex-safe")
def test_a_disciple_on_an_annex_is_not_arrested() -> None:
    game = harbor().having(0, annexes=("dojo",), house=3, reserve=1).placed(("annex/0/dojo", 0))
    begun(game).without(DiscipleArrested).then(0, on=("annex/0/dojo",))


@pytest.mark.parametrize(("where", "arrested"), [("anywhere", 0), ("red-light", 0), ("market", 1)])
def test_who_is_safe_there_or_anywhere_is_not_arrested_and_not_asked(where: str, arrested: int) -> None:
    safe = Lasting("a-card", (0,), "round", (Safe(where=where),))
    game = harbor(lasting=(safe,)).having(0, house=3, reserve=1).placed(("red-light-1", 0))
    game = begun(game)
    assert len(game.of_type(DiscipleArrested)) == arrested


def test_what_was_saved_counts_for_this_phase_only() -> None:
    game = harbor().having(0, blackmail=1).placed(("red-light-1", 0)).asking(SaveOwn(seat=0), AFTERWARDS)
    game = game.with_state(patrol="red-light").when(0, BLACKMAIL)
    game.then(saved=(Saved(0),)).when(3, DECLINE).asked((0, "Activate")).then(saved=())
