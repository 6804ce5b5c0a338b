"""Every Emperor Card, carried out: its Event, its rewards and its penalty do something in games of 1 to 4 players."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.goods import MonPaid, PrestigeLost
from domain.games.yedo.facts.pieces import DiscipleToReserve
from domain.games.yedo.facts.turns import Lasts
from domain.games.yedo.phases.assigning import Assign
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.emperor_entries import EmperorEntry
from domain.games.yedo.printed.vocabulary import Effects
from domain.games.yedo.verbs.asking import Deed, deed_of
from domain.kernel.moves import ChooseOption
from tests.domain.games.yedo.coop_games import coop
from tests.domain.games.yedo.game import CONTENT, Position

WAITING = (0, "Assign")
"""The question after a card has been carried out."""
CARDS = list(CONTENT.emperor_cards.values())
each_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
SEATS = (1, 4)


def deed(card: str, seat: int = 0, clause: str = "yedo.coop.event-emperor") -> Deed:
    return deed_of(seat, clause, card)


def rich(seats: int) -> Position:
    """Return a game in which everybody has some of everything."""
    game = coop(seats, phase="assign")
    deck = {name: list(game.state.pile(name).cards) for name in ("action", "bonus", "green")}
    for seat in range(seats):
        game = game.having(
            seat,
            mon=20,
            points=10,
            weapons=("katana",),
            annexes=("dojo",),
            actions=(deck["action"].pop(), deck["action"].pop()),
            bonus=(deck["bonus"].pop(),),
            missions=(deck["green"].pop(),),
        )
    return game


def carried_out(game: Position, deed: Deed, effects: Effects) -> Position:
    """Do effects, with the first move offered as the answer to each question."""
    game = game.doing(deed, *effects, then=(Assign(seat=0),))
    facts = list(game.facts)
    while WAITING not in game.asks():
        (seat, _question), *_others = game.asks()
        game = game.when(seat, game.offered(seat)[0])
        assert game.refusal is None
        facts.extend(game.facts)
    return Position(game.state, tuple(facts))


@each_card
@pytest.mark.clause("yedo.coop.event-emperor")
@pytest.mark.parametrize("seats", SEATS)
def test_every_event_does_something(card: EmperorEntry, seats: int) -> None:
    assert carried_out(rich(seats), deed(card.id), card.event).facts


@each_card
@pytest.mark.clause("yedo.coop.errand-rewards")
def test_every_reward_does_something(card: EmperorEntry) -> None:
    for reward in card.errand.rewards:
        assert carried_out(rich(2), deed(card.id, clause="yedo.coop.errand-rewards"), reward).facts


@each_card
@pytest.mark.clause("yedo.coop.prep-penalty")
def test_every_penalty_costs_something(card: EmperorEntry) -> None:
    game = rich(2)
    penalty = card.penalty.each or card.penalty.otherwise
    after = carried_out(game, deed(card.id, seat=1, clause="yedo.coop.prep-penalty"), penalty)
    assert after.facts
    assert after.state.belongings.mon[0] == game.state.belongings.mon[0]


@each_card
@pytest.mark.clause("yedo.coop.event-partial")
def test_an_event_takes_no_more_than_there_is(card: EmperorEntry) -> None:
    game = coop(2, phase="assign")
    for seat in range(2):
        game = game.having(seat, mon=0, points=0)
    after = carried_out(game, deed(card.id), card.event).state
    assert min(after.belongings.mon) >= 0
    assert min(after.scoring.points) >= 0


@pytest.mark.clause("yedo.coop.event-emperor")
@pytest.mark.parametrize(("seats", "lost"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_a_price_for_every_clerk_is_higher_for_three_players(seats: int, lost: int) -> None:
    event = CONTENT.emperor_cards["a-price-for-every-clerk"].event
    game = carried_out(rich(seats), deed("a-price-for-every-clerk"), event)
    assert [(fact.seat, fact.amount) for fact in game.of_type(MonPaid)] == [(seat, lost) for seat in range(seats)]


@pytest.mark.clause("yedo.coop.event-emperor")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_gold_under_the_throne_costs_each_player_2_mon_and_1_for_every_player_but_not_for_the_daimyo(
    seats: int,
) -> None:
    event = CONTENT.emperor_cards["gold-under-the-throne"].event
    after = carried_out(rich(seats), deed("gold-under-the-throne"), event).state
    assert after.belongings.mon == (20 - 2 - seats,) * seats


@pytest.mark.clause("yedo.coop.event-emperor")
@pytest.mark.parametrize(("seats", "mon", "points"), [(1, 20, 1), (2, 20, 1), (3, 19, 1), (4, 22, 2)])
def test_yellow_cards_give_to_four_players_and_take_from_three(seats: int, mon: int, points: int) -> None:
    event = CONTENT.emperor_cards["closed-roads"].event
    after = carried_out(rich(seats).having(0, points=1), deed("closed-roads"), event).state
    assert after.belongings.mon == (mon,) * seats
    assert after.scoring.points[0] == points


@pytest.mark.clause("yedo.coop.event-emperor")
@pytest.mark.parametrize(("seats", "points"), [(1, 4), (2, 9), (3, 9), (4, 9)])
def test_red_cards_take_points_from_a_player_alone(seats: int, points: int) -> None:
    event = CONTENT.emperor_cards["ashes-at-the-altar"].event
    game = rich(seats)
    for seat in range(seats):
        game = game.having(seat, points=9)
    after = carried_out(game, deed("ashes-at-the-altar"), event).state
    assert after.scoring.points[:seats] == (points,) * seats
    assert "who is alone" in describe(event)


@pytest.mark.clause("yedo.coop.event-two-disciples")
def test_not_one_stone_left_takes_no_disciple_of_a_player_who_has_two() -> None:
    game = rich(2).having(1, house=3, reserve=1)
    event = CONTENT.emperor_cards["not-one-stone-left"].event
    game = game.doing(deed("not-one-stone-left"), *event, then=(Assign(seat=0),))
    assert game.asks()[0][0] == 1
    assert game.state.belongings.mon == (16, 20)
    assert game.offered(1) == [ChooseOption(1), ChooseOption(2)]
    game = game.when(1, ChooseOption(1))
    assert len(game.of_type(DiscipleToReserve)) == 1
    assert game.state.belongings.mon == (14, 18)


@pytest.mark.clause("yedo.coop.event-emperor")
def test_what_an_event_lays_over_the_round_binds_all_players() -> None:
    for card in ("closed-roads", "muster-of-the-wards", "the-rider-from-the-north"):
        game = carried_out(rich(3), deed(card), CONTENT.emperor_cards[card].event)
        assert [fact.seats for fact in game.of_type(Lasts)] == [(0, 1, 2)]


@pytest.mark.clause("yedo.coop.event-no-blessing")
def test_a_blessing_keeps_nobody_from_an_event() -> None:
    game = coop(2, phase="assign").having(0, blessings=True, points=4, mon=0).having(1, points=4, mon=0)
    after = carried_out(game, deed("smoke-and-geishas"), CONTENT.emperor_cards["smoke-and-geishas"].event)
    assert [(fact.seat, fact.points) for fact in after.of_type(PrestigeLost)] == [(0, 1), (1, 1)]
    assert after.state.belongings.blessings[0]
