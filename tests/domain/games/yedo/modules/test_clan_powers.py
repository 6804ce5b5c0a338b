"""Each Clan Power: what it begins with, and what it does in the game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.yedo.effects.belongings import HasAnnex, PayMon
from domain.games.yedo.effects.cards import Draw
from domain.games.yedo.effects.combining import ForPrice
from domain.games.yedo.effects.goods import Church, LoseMon, Prestige
from domain.games.yedo.effects.needs import missing
from domain.games.yedo.effects.weapons import TakeWeapon
from domain.games.yedo.facts.cards import CardDrawn, CardKept, CardsLaidUnder, CardsLookedAt
from domain.games.yedo.facts.missions import MissionShown
from domain.games.yedo.facts.pieces import DiscipleArrested
from domain.games.yedo.modules.teahouse import DiscardUnused
from domain.games.yedo.phases.acting import CompleteMission, Perform
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.phases.auction_rewards import give_reward
from domain.games.yedo.phases.final_scoring import FinalScoring
from domain.games.yedo.phases.patrol import PatrolPhase
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.verbs.measures import measure
from domain.games.yedo.verbs.moves import ChooseDeck, KeepCard
from domain.kernel.audience import SPECTATOR
from domain.kernel.chance import Chance
from tests.domain.games.yedo.clan_powers import CLAN, acting, drafted, favored, having_power, powers
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given
from tests.domain.games.yedo.teahouse import with_teahouse
from tests.support.states import with_fields

HARBOR_CLOSED = Lasting("the-harbor-is-shut", (0, 1, 2), "round", (Closed(districts=("harbor",)),))


# The Wealthy


@pytest.mark.parametrize(("rounds", "more"), [(6, 10), (8, 14), (11, 18)])
@pytest.mark.clause("yedo.clan.wealthy-mon")
def test_the_wealthy_begins_with_more_mon_the_longer_the_game(rounds: int, more: int) -> None:
    game = having_power("wealthy", rounds=rounds)
    wealthy = game.state.order[-1]
    game = favored(game, "blessing", "money", "bonus")
    assert game.state.belongings.mon[wealthy] == 12 + more
    assert CONTENT.clan_powers["wealthy"].start_mon["coop"] == 8


@pytest.mark.clause("yedo.clan.wealthy-ties", "yedo.ruling.wealthy-ties")
def test_the_wealthy_wins_when_points_are_equal() -> None:
    tied = powers("wise", "generous", "wealthy", round=8, points=(50, 50, 50), mon=(0, 0, 0))
    result = tied.asking(FinalScoring()).running().state.result
    assert [score.rank for score in result.scores] == [2, 3, 1]
    assert result.decided_by == "yedo.clan.wealthy-ties"
    plain = powers("wise", "generous", "tenacious", round=8, points=(50, 50, 50), mon=(0, 0, 0))
    assert [score.rank for score in plain.asking(FinalScoring()).running().state.result.scores] == [1, 2, 3]
    behind = powers("wise", "generous", "wealthy", round=8, points=(50, 51, 50), mon=(0, 0, 0))
    result = behind.asking(FinalScoring()).running().state.result
    assert [score.rank for score in result.scores] == [3, 1, 2]
    assert result.decided_by == "yedo.end.winner"


@pytest.mark.parametrize("power", ["wealthy", "wise"])
@pytest.mark.clause("yedo.ruling.wealthy-ties")
def test_a_comparison_that_ties_counts_in_full_for_the_wealthy_alone(power: str) -> None:
    lanterns, pockets = (CONTENT.bonus_cards[card] for card in ("the-brightest-lanterns", "deep-pockets"))
    game = powers("tenacious", power, round=8, mon=(0, 0))
    game = game.having(0, bonus=(lanterns.id,), geishas=(1,)).having(1, geishas=(2,))
    assert game.asking(FinalScoring()).running().state.scoring.points[0] == 1 + lanterns.shared
    other = powers("tenacious", power, round=8, mon=(0, 0))
    other = other.having(0, geishas=(1,)).having(1, bonus=(lanterns.id,), geishas=(2,))
    counted = lanterns.points if power == "wealthy" else lanterns.shared
    assert other.asking(FinalScoring()).running().state.scoring.points[1] == 1 + counted
    task = powers("tenacious", power, round=8, mon=(20, 20)).having(1, bonus=(pockets.id,))
    assert task.asking(FinalScoring()).running().state.scoring.points[1] == 1 + pockets.shared + 2


# The Generous


def held_mission() -> Position:
    """Seat 0 could complete a Mission for which it lacks only an Annex, which its opponent has."""
    game = given(2).having(0, missions=("the-smoking-garden",), weapons=("metsubushi",), geishas=(1,), mon=0)
    return game.having(1, annexes=("yashiki",)).placed(("temple-1", 0), ("market-1", 0))


@pytest.mark.clause("yedo.clan.generous-annexes")
def test_the_generous_completes_a_mission_with_the_annex_of_an_opponent() -> None:
    game = acting(held_mission().with_powers("generous", "wise"))
    game = game.when(0, CompleteMission("market-1", "the-smoking-garden"))
    game.then(0, done=("the-smoking-garden",)).then(1, annexes=("yashiki",))
    other = acting(held_mission().with_powers("wise", "generous"))
    other.when(0, CompleteMission("market-1", "the-smoking-garden")).refused("yedo.icon.requirement-annex")


def test_each_annex_of_an_opponent_serves_once_and_for_nothing_but_missions() -> None:
    state = powers("generous", "wise").having(1, annexes=("dojo",)).state
    twice = (HasAnnex(kind="dojo"), HasAnnex(kind="dojo"))
    assert [*missing(twice, state, 0, "mission")] == [HasAnnex(kind="dojo")]
    assert [*missing((HasAnnex(kind="dojo"),), state, 0)] == [HasAnnex(kind="dojo")]
    assert [*missing((HasAnnex(kind="dojo"),), state, 0, "mission")] == []
    assert [*missing((HasAnnex(kind="yashiki"),), state, 0, "mission")] == [HasAnnex(kind="yashiki")]


@pytest.mark.clause("yedo.clan.generous-end", "yedo.end.generous")
def test_the_generous_scores_two_points_for_each_own_annex() -> None:
    game = powers("generous", "wise", round=8, mon=(0, 0))
    game = game.having(0, annexes=("dojo", "karesansui", "kobudo-ryu", "yashiki")).having(1, annexes=("dojo",))
    game = game.asking(FinalScoring()).running()
    assert game.state.scoring.points == (1 + 8, 1)
    assert [line.points for line in game.state.scoring.scored if line.clause == "yedo.clan.generous-end"] == [8]


# The Tenacious


@pytest.mark.clause("yedo.clan.tenacious-discount", "yedo.ruling.tenacious-costs")
def test_the_tenacious_pays_one_less_at_the_harbor_for_bids_and_for_missions() -> None:
    game = acting(powers("tenacious", "wise").having(0, mon=3).placed(("harbor-1", 0)))
    game = game.when(0, Perform("harbor-1", "luxury-4"))
    game.then(0, mon=0, points=2)
    fee = (
        powers("tenacious", "wise")
        .having(0, mon=5)
        .effects(0, ForPrice(price=(PayMon(amount=5),), effects=(Prestige(points=1),)))
    )
    fee.when(0, fee.any_move()).then(0, mon=1, points=2)


@pytest.mark.clause("yedo.clan.tenacious-discount")
def test_the_upfront_payment_of_a_mission_is_one_less() -> None:
    mission = next(m for m in CONTENT.missions.values() if m.needs == (PayMon(amount=3),) and len(m.districts) == 1)
    space = CONTENT.spaces_of[mission.districts[0]][0]
    game = powers("tenacious", "wise").having(0, mon=2, missions=(mission.id,)).placed((space, 0))
    before = acting(game)
    assert CompleteMission(space, mission.id) in before.offered(0)
    paid = before.when(0, CompleteMission(space, mission.id))
    assert [fact.amount for fact in paid.facts if type(fact).__name__ == "MonPaid"] == [2]
    other = acting(powers("wise", "tenacious").having(0, mon=2, missions=(mission.id,)).placed((space, 0)))
    other.when(0, CompleteMission(space, mission.id)).refused("yedo.icon.requirement-mon")


@pytest.mark.clause("yedo.ruling.tenacious-costs")
def test_a_loss_is_no_cost_and_neither_is_what_changes_hands_in_the_trade_phase() -> None:
    game = powers("tenacious", "wise").having(0, mon=5)
    game.effects(0, LoseMon(amount=3)).then(0, mon=2)
    trading = powers("tenacious", "wise", phase="trade").having(0, mon=5)
    paid = trading.effects(0, ForPrice(price=(PayMon(amount=5),), effects=(Prestige(points=1),)))
    paid.when(0, paid.any_move()).then(0, mon=0)
    free = powers("tenacious", "wise").having(0, mon=0)
    paid = free.effects(0, ForPrice(price=(PayMon(amount=1),), effects=(Prestige(points=1),)))
    paid.when(0, paid.any_move()).then(0, mon=0, points=2)


@pytest.mark.clause("yedo.clan.tenacious-harbor-master")
def test_the_tenacious_pays_no_fee_to_the_harbor_master() -> None:
    game = with_teahouse(active={1: "harbor-master"}, church=0).placed(("harbor-1", 0)).having(0, mon=12)
    for power, paid in (("tenacious", 3), ("wise", 4 + 1)):
        there = acting(game.with_powers(power, "generous", "wealthy"))
        there.when(0, Perform("harbor-1", "luxury-4")).then(0, mon=12 - paid).then(1, mon=12 + (power == "wise"))


# The Duplicitous


@pytest.mark.clause("yedo.clan.duplicitous-no-specialists")
def test_the_duplicitous_begins_with_a_third_disciple_and_three_mon() -> None:
    game = having_power("duplicitous")
    seat = game.state.order[-1]
    game = favored(game, "blessing", "money", "bonus")
    game.then(seat, house=3, reserve=1, mon=15)


@pytest.mark.clause("yedo.clan.duplicitous-ninja")
def test_with_specialists_the_duplicitous_begins_with_the_ninja() -> None:
    game = having_power("duplicitous", specialists=True)
    seat = game.state.order[-1]
    game = favored(game, "blessing", "money", "bonus")
    game.then(seat, house=3, reserve=0, mon=12)
    assert game.state.pieces.house[seat] == ("disciple", "disciple", "ninja")
    assert "ninja" not in game.state.specialist_supply.specialists[seat]
    others = [other for other in range(3) if other != seat]
    assert [game.state.pieces.house[other] for other in others] == [("disciple", "disciple")] * 2


# The Wise


def kept_of(game: Position, seat: int, seen: int, deck: str) -> None:
    """Check that a seat looks at `seen` cards of a deck, keeps one and puts the others under it."""
    looked = game.of_type(CardsLookedAt)
    assert [(fact.seat, fact.deck, len(fact.cards)) for fact in looked] == [(seat, deck, seen)]
    game = game.when(seat, KeepCard(game.state.stacks.looking.cards[0]))
    assert len(game.of_type(CardKept)) == 1
    assert [len(fact.cards) for fact in game.of_type(CardsLaidUnder)] == [seen - 1]


@pytest.mark.clause("yedo.clan.wise-draw")
def test_the_wise_sees_three_cards_for_one_and_others_draw_it() -> None:
    game = powers("wise", "wealthy")
    kept_of(game.effects(0, Draw(deck="bonus")), 0, 3, "bonus")
    game.effects(1, Draw(deck="bonus")).citing("yedo.components.action-anatomy", CardDrawn)
    weapons = game.effects(0, TakeWeapon(source="bag"))
    assert len(weapons.state.stacks.looking.cards) == 3


@pytest.mark.clause("yedo.clan.wise-auction")
@pytest.mark.parametrize(("lot", "deck"), [("action", "action"), ("bonus", "bonus")])
def test_the_wise_sees_five_cards_of_an_auction(lot: str, deck: str) -> None:
    game = powers("wise", "wealthy", phase="bidding")
    table = RULES.table(game.state, Chance(bytes(32), 2))
    give_reward(table, 0, lot)
    table.advance()
    outcome = table.outcome()
    kept_of(Position(outcome.state, outcome.facts), 0, 5, deck)


@pytest.mark.clause("yedo.clan.wise-draw")
def test_an_audience_at_the_bakufu_and_a_card_bought_are_drawn_by_the_wise_as_well() -> None:
    game = acting(powers("wise", "wealthy").placed(("bakufu", 0), ("red-light-1", 0)))
    kept_of(game.when(0, Perform("bakufu", "bakufu/red")), 0, 3, "red")
    kept_of(game.when(0, Perform("red-light-1", "buy-action")), 0, 3, "action")


@pytest.mark.clause("yedo.ruling.wise-keeps-as-many")
def test_of_two_cards_the_wise_keeps_two_and_foresight_shows_no_more_than_to_others() -> None:
    game = powers("wise", "wealthy").effects(0, Draw(deck="action", look=2, keep=2))
    assert len(game.state.stacks.looking.cards) == 4
    game = game.when(0, game.any_move())
    game = game.when(0, game.any_move())
    assert len(game.state.hands.actions[0]) == 2
    looking = acting(powers("wise", "wealthy").placed(("gates-1", 0))).when(0, Perform("gates-1", "foresight"))
    assert len(looking.state.stacks.looking.cards) == 3
    assert {len(hand) for hand in drafted(3, "wise").state.hands.actions} == {1}


def test_a_deck_that_runs_short_shows_the_wise_what_is_left() -> None:
    game = powers("wise", "wealthy")
    state = with_fields(game.state)
    pile = state.pile("bonus")
    state.put_pile("bonus", replace(pile, rest=pile.rest[:2]))
    kept_of(Position(state).effects(0, Draw(deck="bonus")), 0, 2, "bonus")


def test_a_mission_draw_of_the_wise_asks_for_the_deck_first() -> None:
    game = powers("wise", "wealthy").effects(0, Draw(deck="mission"))
    kept_of(game.when(0, ChooseDeck("yellow")), 0, 3, "yellow")


def test_the_wise_chooses_the_bonus_card_for_a_character_that_was_not_used() -> None:
    game = with_teahouse(active={0: "matchmaker"}, phase="preparation").with_powers("wise", "wealthy", "generous")
    kept_of(game.asking(DiscardUnused()).running(), 0, 3, "bonus")


@pytest.mark.clause("yedo.clan.wise-messenger")
def test_for_the_messenger_the_wise_draws_three_missions_of_one_deck_and_keeps_one() -> None:
    brief = next(m for m in CONTENT.missions.values() if m.districts == ("harbor",) and not m.needs)
    game = powers("wise", "wealthy", options={**CLAN, "specialists": True}).having(0, missions=(brief.id,))
    game = acting(game.with_specialists(0, "messenger").standing(("harbor-1", 0, "messenger")).placed(("gates-1", 1)))
    game = game.when(0, CompleteMission("harbor-1", brief.id)).until("ChooseColour")
    size = game.state.pile("red").size
    game = game.when(0, ChooseDeck("red"))
    kept_of(game, 0, 3, "red")
    game = game.when(0, KeepCard(game.state.stacks.looking.cards[0]))
    assert game.state.pile("red").size == size - 1
    assert len(game.state.hands.missions[0]) == 1


# The Seaworthy


@pytest.mark.parametrize(("paid", "points"), [(4, 1), (9, 3), (14, 6)])
@pytest.mark.clause("yedo.clan.seaworthy-location")
def test_the_seaworthy_turns_mon_into_points_on_a_space_of_their_own(paid: int, points: int) -> None:
    game = acting(powers("seaworthy", "wise").having(0, mon=15).placed(("seaworthy", 0)))
    game.when(0, Perform("seaworthy", f"luxury-{paid}")).then(0, mon=15 - paid, points=1 + points)
    poor = acting(powers("seaworthy", "wise").having(0, mon=paid - 1).placed(("seaworthy", 0)))
    poor.when(0, Perform("seaworthy", f"luxury-{paid}")).refused("yedo.clan.seaworthy-location")


@pytest.mark.clause("yedo.clan.seaworthy-location")
def test_only_the_seaworthy_enters_the_space_and_everybody_sees_it() -> None:
    game = powers("seaworthy", "wise", phase="assign").asking(AssignPhase()).running()
    assert Place("seaworthy") in game.offered(0)
    after = game.when(0, Place("seaworthy"))
    assert Place("seaworthy") not in after.offered(1)
    after.when(1, Place("seaworthy")).refused("yedo.clan.seaworthy-location")
    seen = RULES.view(after.state, SPECTATOR)
    (space,) = [space for district in seen.districts for space in district.spaces if space.space == "seaworthy"]
    assert (space.seat, space.closed_to) == (0, (1,))
    taken = after.when(1, Place("gates-1"))
    taken.when(0, Place("seaworthy")).refused("yedo.assign.one-per-space")
    plain = given(2, phase="assign").asking(AssignPhase()).running()
    plain.when(0, Place("seaworthy")).refused("yedo.clan.seaworthy-location")
    assert "seaworthy" not in str(RULES.view(plain.state, SPECTATOR))


@pytest.mark.clause("yedo.clan.seaworthy-mission", "yedo.ruling.own-harbor-space")
def test_the_space_serves_a_mission_of_the_harbor_though_the_harbor_is_closed() -> None:
    mission = next(m for m in CONTENT.missions.values() if m.districts == ("harbor",) and not m.needs)
    game = powers("seaworthy", "wise", "wealthy", phase="assign", lasting=(HARBOR_CLOSED,))
    game = game.having(0, missions=(mission.id,)).asking(AssignPhase()).running()
    assert Place("harbor-1") not in game.offered(0)
    game = game.when(0, Place("seaworthy"))
    assert [placed.space for placed in game.state.placed_in("harbor", 0)] == ["seaworthy"]
    game = acting(Position(with_fields(game.state, phase="actions")))
    game.when(0, CompleteMission("seaworthy", mission.id)).citing("yedo.mission.steps", MissionShown)


@pytest.mark.clause("yedo.ruling.own-harbor-space")
def test_the_watch_patrol_arrests_a_disciple_on_the_own_space() -> None:
    game = powers("seaworthy", "wise", phase="patrol", patrol="tavern").having(0, house=3, reserve=1)
    game = game.placed(("seaworthy", 0)).asking(PatrolPhase()).running()
    game.citing("yedo.patrol.arrest", DiscipleArrested).then(0, house=2, reserve=2)


@pytest.mark.clause("yedo.clan.seaworthy-no-other-actions")
def test_no_other_action_of_the_harbor_is_possible_there() -> None:
    game = acting(powers("seaworthy", "wise").having(0, mon=15).placed(("seaworthy", 0)))
    actions = {move.action for move in game.offered(0, Perform)}
    assert actions == {"luxury-4", "luxury-9", "luxury-14"}
    for action in ("church", "foresight"):
        game.when(0, Perform("seaworthy", action)).refused("yedo.clan.seaworthy-no-other-actions")


@pytest.mark.clause("yedo.clan.seaworthy-church")
def test_the_seaworthy_gets_two_mon_more_from_the_church() -> None:
    game = acting(powers("seaworthy", "wise", church=3).having(0, mon=0).placed(("harbor-1", 0), ("harbor-2", 1)))
    game.when(0, Perform("harbor-1", "church")).then(0, mon=5).then(church=0)
    by_a_card = powers("seaworthy", "wise", church=1).having(0, mon=0).having(1, mon=0)
    by_a_card.effects(0, Church()).then(0, mon=3)
    by_a_card.effects(1, Church()).then(1, mon=1)


@pytest.mark.clause("yedo.ruling.own-harbor-space")
def test_the_own_space_counts_for_what_counts_disciples_at_the_harbor_and_stays_open() -> None:
    game = powers("seaworthy", "wise", phase="assign").placed(("seaworthy", 0), ("gates-1", 0))
    assert [measure(game.state, seat, "disciples-in", "harbor") for seat in (0, 1)] == [1, 0]
    for seats in (2, 3, 4, 5):
        others = ("wise", "generous", "wealthy", "tenacious")[: seats - 1]
        there = powers("seaworthy", *others, phase="assign").asking(AssignPhase()).running()
        assert Place("seaworthy") in there.offered(0)
