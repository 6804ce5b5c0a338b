"""Errands of Shogun Must Die: the players complete them together, and each contributor takes a different reward."""

from __future__ import annotations

import pytest

from domain.games.yedo.coop.errands import Agree, Give, GiveMon, Refuse, ResolveErrand
from domain.games.yedo.facts.coop.errands import ErrandCompleted, ErrandMet, ErrandRefused, ErrandShared
from domain.games.yedo.facts.goods import MonPaid
from domain.games.yedo.facts.missions import MissionShown, StoodIn
from domain.games.yedo.facts.pieces import DiscipleHome, DisciplePlaced
from domain.games.yedo.facts.turns import Activated
from domain.games.yedo.phases.acting import CompleteMission, Idle, NextToAct, Perform
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.phases.patrol import ArrestStep
from domain.games.yedo.phases.playing import PlayCard
from domain.games.yedo.printed.modifier_words import Closed, CountsAs
from domain.games.yedo.printed.parts import Lasting, Placed
from domain.games.yedo.printed.terms import DISTRICTS
from domain.games.yedo.verbs.measures import measure
from domain.kernel.audience import SPECTATOR
from domain.kernel.moves import ChooseOption
from tests.domain.games.yedo.errands import (
    BLADE,
    EXAMPLE,
    FRIENDS,
    MARKET,
    MUSIC,
    ROADS,
    SHRINE,
    SMOKE,
    TEA,
    acting,
    errand,
    together,
)
from tests.domain.games.yedo.game import Position

NAMES = ("Abe", "Bushido", "Chikayoshi", "the Daimyo")
GATHER, CONSENT = "Gather", "Consent"


def assigning(game: Position) -> Position:
    return game.with_state(phase="assign").asking(AssignPhase()).running()


def errands_of(game: Position, seat: int) -> set[str]:
    """The Errands that a seat can resolve now."""
    return {move.errand for move in game.offered(seat, ResolveErrand)}


def tenacious(game: Position) -> Position:
    """Give seat 0 the Clan Power of the Tenacious, who pays 1 Mon less of each price."""
    return game.with_powers("tenacious", "wise")


# The space of an Errand


@pytest.mark.clause("yedo.coop.errand-space")
def test_the_space_of_an_errand_takes_one_disciple_of_one_player() -> None:
    game = assigning(together(upcoming=MARKET))
    game = game.when(0, Place(errand(MARKET))).citing("yedo.coop.errand-space", DisciplePlaced)
    game.then(0, on=(errand(MARKET),)).when(1, Place(errand(MARKET))).refused("yedo.coop.errand-space")


@pytest.mark.clause("yedo.coop.errand-space")
@pytest.mark.parametrize("card", [ROADS, MUSIC])
def test_no_disciple_is_assigned_to_an_errand_without_a_space_or_one_that_is_not_open(card: str) -> None:
    assigning(together(upcoming=ROADS)).when(0, Place(f"errand/{card}")).refused("yedo.coop.errand-space")


@pytest.mark.clause("yedo.coop.errand-space-safe")
def test_the_space_of_an_errand_is_never_closed() -> None:
    closed = Lasting("an-event", (0, 1), "round", (Closed(districts=DISTRICTS),))
    game = assigning(together(upcoming=MARKET).with_state(lasting=(closed,)))
    assert game.offered(0, Place) == [Place(errand(MARKET))]


@pytest.mark.clause("yedo.coop.errand-space-safe")
def test_who_stands_on_an_errand_is_never_arrested() -> None:
    game = together(upcoming=MARKET).having(0, house=3).placed((errand(MARKET), 0), ("market-1", 0), ("market-2", 1))
    game = game.with_state(phase="patrol", patrol="market").asking(ArrestStep()).running()
    game.then(0, on=(errand(MARKET),)).then(1, on=())


@pytest.mark.clause("yedo.coop.errand-space-safe")
def test_the_space_of_an_errand_is_free_when_no_other_is() -> None:
    game = together(upcoming=MARKET)
    taken = tuple(Placed(space, 1) for space in game.state.parameters.spaces)
    moves = assigning(game.with_state(placed=taken)).offered(0, Place)
    assert moves == [Place(errand(MARKET))]


@pytest.mark.clause("yedo.coop.errand-own-space")
def test_an_errand_with_a_space_is_resolved_by_the_disciple_on_it_alone() -> None:
    game = together(current=MARKET).having(0, weapons=("katana", "yumi"), geishas=(1,)).having(1, house=3)
    game = game.placed(("market-1", 0), ("market-2", 1), (errand(MARKET), 1))
    elsewhere = acting(game)
    elsewhere.when(0, ResolveErrand("market-1", MARKET)).refused("yedo.coop.errand-own-space")
    there = acting(game, 1)
    assert there.offered(1, ResolveErrand) == [ResolveErrand(errand(MARKET), MARKET)]
    game = there.when(1, ResolveErrand(errand(MARKET), MARKET)).when(1, GiveMon(1, 3)).when(0, Agree())
    game.citing("yedo.coop.errand-own-space", Activated).citing("yedo.coop.errand-requirements", ErrandMet)


@pytest.mark.clause("yedo.coop.errand-own-space")
def test_a_disciple_on_an_errand_does_nothing_else_there_but_go_home() -> None:
    game = acting(together(current=MARKET).placed((errand(MARKET), 0), ("market-1", 0)))
    here = [move for move in game.offered(0) if getattr(move, "space", "") == errand(MARKET)]
    assert here == [Idle(errand(MARKET))]
    game.when(0, Perform(errand(MARKET), "sell")).refused("yedo.coop.errand-own-space")


# What an Errand asks for


@pytest.mark.clause("yedo.coop.errand-requirements", "yedo.coop.errand-districts")
def test_disciples_of_several_players_meet_the_districts_of_an_errand() -> None:
    game = together(current=FRIENDS).having(0, weapons=("yumi",), annexes=("karesansui",))
    alone = acting(game.placed(("tavern-1", 0), ("tavern-2", 1)))
    alone.when(0, ResolveErrand("tavern-1", FRIENDS)).refused("yedo.coop.errand-districts")
    game = acting(game.placed(("tavern-1", 0), ("shogun", 1))).when(0, ResolveErrand("tavern-1", FRIENDS))
    game.citing("yedo.coop.errand-requirements", ErrandMet)


@pytest.mark.clause("yedo.ruling.who-contributed")
def test_who_resolves_an_errand_is_rewarded_even_if_the_others_give_everything() -> None:
    game = together(current=MARKET).having(0, mon=0).having(1, weapons=("katana", "yumi"), geishas=(1,), mon=3)
    game = acting(game.placed((errand(MARKET), 0), ("market-1", 1))).when(0, ResolveErrand(errand(MARKET), MARKET))
    game = game.when(1, Agree()).asked((0, "PickReward")).when(0, ChooseOption(1)).then(0, mon=5)
    game.asked((1, "PickReward"))


@pytest.mark.clause("yedo.coop.errand-not-mission")
def test_a_character_that_helps_with_missions_helps_with_no_errand() -> None:
    game = together(current=MUSIC).having(0, mon=4).having(1, mon=0).placed(("red-light-1", 0))
    geisha = (CountsAs(need="geisha"),)

    def helped(source: str) -> Position:
        return acting(game.with_state(lasting=(Lasting(source, (0,), "next-use", geisha),)))

    assert errands_of(helped("painted-smile"), 0) == {MUSIC}
    assert errands_of(helped("geisha-natsuko"), 0) == set()


@pytest.mark.clause("yedo.ruling.tenacious-costs")
def test_the_tenacious_pays_1_mon_less_of_a_share_and_so_can_promise_1_more() -> None:
    game = tenacious(together(current=TEA, options={"clan_powers": True})).having(0, mon=2).placed(("tavern-1", 0))
    game = acting(game).when(0, ResolveErrand("tavern-1", TEA)).then(0, mon=0)
    game.citing("yedo.coop.errand-requirements", ErrandMet)
    poorer = tenacious(together(current=TEA, options={"clan_powers": True})).having(0, mon=1).placed(("tavern-1", 0))
    acting(poorer).when(0, ResolveErrand("tavern-1", TEA)).refused("yedo.coop.errand-contributors")


@pytest.mark.clause("yedo.coop.errand-districts")
def test_the_disciples_of_the_daimyo_meet_no_district_of_an_errand() -> None:
    game = together(current=FRIENDS).having(0, weapons=("yumi",), annexes=("karesansui",))
    game = game.placed(("tavern-1", 0), ("bower-1", 2)).with_state(acting=2)
    game = game.asking(NextToAct()).running().asked((0, "Activate"))
    game.when(0, ResolveErrand("tavern-1", FRIENDS)).refused("yedo.coop.errand-districts")


@pytest.mark.clause("yedo.coop.errand-requirements")
def test_an_errand_without_a_space_is_resolved_from_one_of_its_districts() -> None:
    game = together(current=BLADE).having(0, weapons=("yumi",)).placed(("market-1", 1), ("temple-1", 0))
    acting(game).when(0, ResolveErrand("temple-1", BLADE)).refused("yedo.coop.errand-requirements")


@pytest.mark.clause("yedo.coop.errand-requirements")
def test_assets_that_nobody_has_cannot_be_contributed() -> None:
    game = together(current=BLADE).placed(("market-1", 0), ("market-2", 1))
    game = acting(game).when(0, ResolveErrand("market-1", BLADE))
    game.refused("yedo.coop.errand-requirements")


@pytest.mark.clause("yedo.coop.errand-contributors")
def test_who_has_no_disciple_in_a_district_of_the_errand_contributes_nothing() -> None:
    game = together(current=SHRINE).having(1, blessings=True).placed(("temple-1", 0), ("gates-1", 1))
    acting(game).when(0, ResolveErrand("temple-1", SHRINE)).refused("yedo.coop.errand-contributors")


@pytest.mark.clause("yedo.coop.errand-many-in-district")
def test_players_in_the_same_district_contribute_both() -> None:
    game = together(current=EXAMPLE).having(0, weapons=("katana",), mon=0).having(1, weapons=("nawa",), mon=6)
    game = acting(game.placed(("market-1", 0), ("market-2", 1), ("shogun", 0)))
    game = game.when(0, ResolveErrand("market-1", EXAMPLE)).asked((1, CONSENT))
    assert [share.seat for share in game.of_type(ErrandShared)] == [0, 1, 1]
    game.when(1, Agree()).then(1, mon=0, weapons=("nawa",))


@pytest.mark.clause("yedo.coop.errand-activator-contributes")
def test_the_assets_of_who_resolves_it_count_although_they_stand_in_none_of_its_districts() -> None:
    game = together(current=MARKET).having(0, weapons=("katana", "yumi"), geishas=(2,))
    game = acting(game.placed((errand(MARKET), 0), ("market-1", 1)))
    game = game.when(0, ResolveErrand(errand(MARKET), MARKET))
    game.citing("yedo.coop.errand-activator-contributes", ErrandShared).when(0, GiveMon(0, 3)).then(0, mon=9)


@pytest.mark.clause("yedo.coop.errand-action")
def test_the_disciple_who_resolves_an_errand_does_nothing_else() -> None:
    game = together(current=TEA, upcoming=SHRINE).having(0, blessings=True).placed(("temple-1", 0), ("gates-1", 1))
    before = game.state
    game = acting(game).when(0, ResolveErrand("temple-1", SHRINE)).citing("yedo.coop.errand-action", Activated)
    game.citing("yedo.action.return-home", DiscipleHome).then(0, on=(), blessings=False).asked((1, "Activate"))
    game.then(0, missions=before.hands.missions[0], done=()).without(MissionShown)


@pytest.mark.clause("yedo.coop.errand-both-open")
def test_each_open_errand_can_be_resolved_once() -> None:
    game = together(upcoming=TEA, current=BLADE, bonus=SHRINE, bonus_hidden=1, shogun=None)
    game = game.having(0, house=4, reserve=0, blessings=True, weapons=("nawa",))
    game = acting(game.placed(("tavern-1", 0), ("market-1", 0), ("temple-1", 0), ("temple-2", 0)))
    assert errands_of(game, 0) == {TEA, BLADE, SHRINE}
    game = game.when(0, ResolveErrand("tavern-1", TEA))
    assert errands_of(game, 0) == {BLADE, SHRINE}
    game.when(0, ResolveErrand("market-1", TEA)).refused("yedo.coop.errand-both-open")
    game = game.when(0, ResolveErrand("market-1", BLADE)).when(0, ResolveErrand("temple-1", SHRINE))
    board = game.state.coop_board
    assert not board.open_errands
    assert board.errands == (TEA, BLADE, SHRINE)


@pytest.mark.clause("yedo.ruling.bonus-errand-only")
def test_of_a_bonus_card_the_errand_alone_counts() -> None:
    game = together(bonus=MUSIC, bonus_hidden=1, shogun=None).having(0, geishas=(1,)).placed(("red-light-1", 0))
    game = acting(game).when(0, ResolveErrand("red-light-1", MUSIC)).when(0, ChooseOption(1)).then(0, mon=8, points=4)
    assert game.state.coop_board.errands == (MUSIC,)


@pytest.mark.clause("yedo.coop.errand-kept")
def test_completed_errands_of_all_players_lie_together() -> None:
    game = together(upcoming=TEA, current=BLADE).having(0, weapons=("nawa",)).placed(("market-1", 0), ("tavern-1", 1))
    game = acting(game).when(0, ResolveErrand("market-1", BLADE)).citing("yedo.coop.errand-kept", ErrandCompleted)
    game = game.when(1, ResolveErrand("tavern-1", TEA))
    assert game.state.coop_board.errands == (BLADE, TEA)
    assert game.state.coop_board.upcoming is None
    assert game.state.coop_board.current is None


# Errands and Missions


@pytest.mark.clause("yedo.coop.errand-not-mission")
def test_a_completed_errand_is_no_completed_mission() -> None:
    game = together(current=BLADE).having(0, weapons=("nawa",), done=("listen-at-the-gate",)).placed(("market-1", 0))
    game = acting(game).when(0, ResolveErrand("market-1", BLADE))
    assert measure(game.state, 0, "missions-done") == 1
    game.then(0, done=("listen-at-the-gate",)).then(shown=None)


@pytest.mark.clause("yedo.coop.errand-not-mission")
def test_a_card_for_completing_missions_is_played_for_an_errand_as_well() -> None:
    options = {"sets": "own", "action_sets": ("rule-changers",), "mission_sets": ("neutral", "weapons")}
    game = together(options=options, current=BLADE).having(0, actions=("borrowed-steel",))
    game = acting(game.placed(("market-1", 0)))
    assert not errands_of(game, 0)
    game = game.when(0, PlayCard("borrowed-steel"))
    while game.asks()[0][1] == "React":
        game = game.when(game.asked_seat(), game.any_move())
    game = game.when(0, ResolveErrand("market-1", BLADE))
    assert [fact.source for fact in game.of_type(StoodIn)] == ["borrowed-steel"]
    game.then(lasting=()).citing("yedo.coop.errand-kept", ErrandCompleted)


@pytest.mark.clause("yedo.coop.errand-not-mission")
def test_a_disciple_on_an_annex_helps_with_missions_and_not_with_errands() -> None:
    game = together(current=SHRINE).having(0, annexes=("karesansui",))
    game = acting(game.placed(("annex/0/karesansui", 0), ("temple-1", 0)))
    game.when(0, ResolveErrand("temple-1", SHRINE)).refused("yedo.coop.errand-requirements")


# Who gives what


@pytest.mark.clause("yedo.ruling.sharing-an-errand")
def test_who_resolves_an_errand_says_who_gives_what_where_several_can() -> None:
    game = together(3, current=MUSIC).having(0, geishas=(1,), mon=3).having(1, geishas=(2,), mon=3).having(2, mon=9)
    game = acting(game.placed(("red-light-1", 0), ("red-light-2", 1), ("temple-1", 2)))
    game = game.when(0, ResolveErrand("red-light-1", MUSIC)).asked((0, GATHER))
    assert game.offered(0, Give) == [Give(0), Give(1)]
    game.when(0, Give(2)).refused("yedo.coop.errand-contributors")
    game = game.when(0, Give(1))
    assert game.offered(0, GiveMon) == [GiveMon(0, 1), GiveMon(0, 2), GiveMon(0, 3)]
    game.when(0, GiveMon(0, 4)).refused("yedo.ruling.sharing-an-errand")
    game = game.when(0, GiveMon(0, 2)).asked((1, CONSENT)).then(0, mon=3)
    game = game.when(1, Agree()).then(0, mon=1).then(1, mon=1, geishas=(2,))
    assert [fact.amount for fact in game.of_type(MonPaid)] == [2, 2]


@pytest.mark.clause("yedo.ruling.sharing-an-errand")
def test_the_others_are_asked_together_and_nothing_is_paid_if_one_refuses() -> None:
    game = together(3, current=MUSIC).having(0, mon=0).having(1, geishas=(2,), mon=0).having(2, mon=9)
    game = acting(game.placed(("red-light-1", 0), ("red-light-2", 1), ("red-light-3", 2)))
    game = game.when(0, ResolveErrand("red-light-1", MUSIC)).asked((1, CONSENT), (2, CONSENT))
    game = game.when(2, Refuse()).citing("yedo.ruling.sharing-an-errand", ErrandRefused).asked((1, CONSENT))
    game = game.when(1, Agree()).asked((0, "Activate")).then(0, on=("red-light-1",)).then(2, mon=9)
    assert game.state.coop_board.current == MUSIC


@pytest.mark.clause("yedo.ruling.sharing-an-errand")
def test_who_refused_is_not_asked_again_until_a_disciple_has_been_activated() -> None:
    game = together(current=MUSIC).having(0, geishas=(1,), mon=0).having(1, mon=9)
    game = acting(game.placed(("red-light-1", 0), ("red-light-2", 1), ("temple-1", 0)))
    game = game.when(0, ResolveErrand("red-light-1", MUSIC)).when(1, Refuse()).asked((0, "Activate"))
    assert not errands_of(game, 0)
    game = game.when(0, ResolveErrand("red-light-1", MUSIC)).refused("yedo.ruling.sharing-an-errand")
    game = game.when(0, Idle("temple-1")).when(1, ResolveErrand("red-light-2", MUSIC))
    game.asked((0, CONSENT))


@pytest.mark.clause("yedo.ruling.sharing-an-errand")
def test_if_one_refuses_another_who_can_may_be_asked() -> None:
    game = together(3, current=MUSIC).having(0, geishas=(1,), mon=0).having(1, mon=4).having(2, mon=4)
    game = acting(game.placed(("red-light-1", 0), ("red-light-2", 1), ("red-light-3", 2)))
    game = game.when(0, ResolveErrand("red-light-1", MUSIC)).when(0, GiveMon(1, 4)).when(1, Refuse())
    game = game.when(0, ResolveErrand("red-light-1", MUSIC)).asked((2, CONSENT))
    game.when(2, Agree()).then(1, mon=4).then(2, mon=0)


# Words


def smoke() -> Position:
    """Abe, Bushido and Chikayoshi, with their Disciples as in example 2."""
    game = together(3, upcoming=SMOKE, current=FRIENDS)
    game = game.having(0, house=3, reserve=1, weapons=("metsubushi",), annexes=("karesansui",), geishas=(1,), mon=0)
    game = game.having(1, blessings=True).having(2, house=3, weapons=("katana",), blessings=True)
    abe = (("red-light-1", 0), ("tavern-1", 0), ("shogun", 0))
    bushido = (("gates-1", 1), ("tavern-2", 1))
    chikayoshi = (("temple-1", 2), ("red-light-2", 2), ("red-light-3", 2))
    return game.placed(*abe, *bushido, *chikayoshi)


def test_what_is_shared_reads_well() -> None:
    game = acting(smoke().having(2, geishas=(1,)), 2).when(2, ResolveErrand("temple-1", SMOKE))
    [asked] = [choice for choice in game.rules.choices(game.state) if not choice.standing]
    assert asked.question(NAMES) == (
        "Chikayoshi asks you for your share in Smoke and Geishas: have a Metsubushi, a Geisha and a Karesansui."
    )
    said = [fact.words(NAMES, SPECTATOR) for fact in game.of_type(ErrandShared)]
    assert said[0] == "The share of Abe in Smoke and Geishas: have a Metsubushi."
    said = [fact.words(NAMES, SPECTATOR) for fact in game.when(0, Refuse()).of_type(ErrandRefused)]
    assert said == ["Abe refuses to contribute to Smoke and Geishas; nothing is paid."]


def test_no_mission_is_completed_from_an_errand() -> None:
    game = together(current=MARKET).having(0, missions=("listen-at-the-gate",)).placed((errand(MARKET), 0))
    game = acting(game).when(0, CompleteMission(errand(MARKET), "listen-at-the-gate"))
    game.refused("yedo.mission.district")
