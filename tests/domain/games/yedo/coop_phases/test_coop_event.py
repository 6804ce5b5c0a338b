"""The Event Phase of Shogun Must Die: the Market, and the Event of the Emperor Card on Upcoming Errand."""

from __future__ import annotations

import pytest

from domain.games.yedo.course.shogun_must_die import COOP_STEPS
from domain.games.yedo.effects.belongings import GiveBlessing, PayMon
from domain.games.yedo.effects.combining import Choose, ForPrice
from domain.games.yedo.effects.goods import LoseMon, Mon
from domain.games.yedo.effects.losing import Lose
from domain.games.yedo.facts.coop.emperor import EmperorEventBegan
from domain.games.yedo.facts.goods import MonGained, MonPaid
from domain.games.yedo.facts.turns import LastingOver
from domain.games.yedo.facts.weapons import MarketAdjusted
from domain.games.yedo.phases.final_scoring import LastCall
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.modifiers import closed_spaces
from domain.games.yedo.verbs.moves import ACCEPT
from domain.kernel.audience import SPECTATOR
from domain.kernel.moves import DECLINE, ChooseOption
from tests.domain.games.yedo.coop_games import board, coop
from tests.domain.games.yedo.game import CONTENT, RULES, Position

DEATH, ROADS, CLERK, BELL = "death-in-the-market", "closed-roads", "a-price-for-every-clerk", "the-silent-bell"
GIFT, NIGHT, MOON = "a-gift-of-tea", "the-night-boat", "moon-viewing"
OVER = LastCall(seat=0)
"""A question that follows, so that the game waits at the end of the phase."""
DISCIPLE = (Lose(what="disciple"),)
FOUR_MON = (LoseMon(amount=4),)


def event(card: str, seats: int = 2, **fields: object) -> Position:
    """Return the beginning of an Event Phase with an Emperor Card on Upcoming Errand."""
    return coop(seats, phase="event", upcoming=card, **fields).asking(COOP_STEPS["event"](), OVER)


def suffering(game: Position, *effects: object) -> Position:
    """Let an Emperor Card affect player 0 like this."""
    deed = Deed(0, 0, "yedo.coop.event-emperor", DEATH, apart=True)
    return game.doing(deed, *effects, then=(OVER,))


@pytest.mark.clause("yedo.coop.event-market")
def test_first_the_market_is_adjusted_as_always() -> None:
    game = event(GIFT).selling("doku", "nawa", "yumi", "katana").running()
    game.then(weapon_discard=("yumi", "katana"))
    assert game.state.weaponry.market[2:] == ("doku", "nawa")
    assert None not in game.state.weaponry.market
    kinds = [type(fact) for fact in game.facts]
    assert kinds.index(MarketAdjusted) < kinds.index(EmperorEventBegan)


@pytest.mark.clause("yedo.ruling.bonus-errand-only")
def test_the_event_of_a_bonus_card_is_not_carried_out() -> None:
    assert CONTENT.emperor_cards[MOON].event != CONTENT.emperor_cards[GIFT].event
    game = event(GIFT, bonus=MOON, bonus_hidden=1, shogun=None).running().then(0, mon=14).then(1, mon=14)
    assert [fact.card for fact in game.of_type(EmperorEventBegan)] == [GIFT]
    assert board(game).bonus == MOON


@pytest.mark.clause("yedo.coop.event-emperor")
def test_then_the_event_of_the_upcoming_card_is_carried_out_and_the_card_stays() -> None:
    game = event(GIFT, 3, track=(3, 2, 0, 1)).running()
    game = game.then(0, mon=14).then(1, mon=14).then(2, mon=14)
    assert [fact.seat for fact in game.of_type(MonGained)] == [2, 0, 1]
    assert {fact.clause for fact in game.of_type(MonGained)} == {"yedo.coop.event-emperor"}
    assert board(game).upcoming == GIFT
    (began,) = game.of_type(EmperorEventBegan)
    assert "takes 2 Mon" in (RULES.tell(began, ("A", "B", "C", "D"), SPECTATOR) or "")


@pytest.mark.clause("yedo.coop.event-emperor")
@pytest.mark.parametrize(("seats", "lost"), [(2, 1), (3, 2)])
def test_the_daimyo_does_not_count_as_a_player(seats: int, lost: int) -> None:
    game = event(CLERK, seats).running()
    for seat in range(seats):
        game = game.then(seat, mon=12 - lost)


@pytest.mark.clause("yedo.coop.event-no-blessing")
def test_no_blessing_keeps_an_event_of_the_emperor_away() -> None:
    game = event(DEATH).having(0, blessings=True).running().asked((0, "LastCall"))
    game.then(0, blessings=True, mon=11).then(1, mon=11)


@pytest.mark.clause("yedo.coop.event-no-blessing")
def test_a_blessing_helps_where_the_text_of_the_event_offers_it() -> None:
    offer = ForPrice(price=(GiveBlessing(),), effects=(), otherwise=FOUR_MON)
    game = suffering(coop(phase="event").having(0, blessings=True), offer).asked((0, "TakeOffer"))
    game.when(0, ACCEPT).then(0, blessings=False, mon=12)
    game.when(0, DECLINE).then(0, blessings=True, mon=8)


@pytest.mark.clause("yedo.coop.event-partial")
def test_who_cannot_pay_the_whole_of_a_penalty_pays_what_there_is() -> None:
    suffering(coop(phase="event").having(0, mon=2), LoseMon(amount=4)).then(0, mon=0)
    game = event(CLERK, 3).having(0, mon=1).having(1, mon=0).running()
    game.then(0, mon=0).then(1, mon=0).then(2, mon=10)


@pytest.mark.clause("yedo.coop.event-partial")
def test_who_has_nothing_left_loses_nothing_more() -> None:
    suffering(coop(phase="event").having(0, weapons=("doku",)), Lose(what="weapon", count=3)).then(0, weapons=())


@pytest.mark.clause("yedo.coop.event-two-disciples")
def test_a_player_with_2_disciples_is_not_offered_to_lose_one() -> None:
    choice = Choose(options=(DISCIPLE, FOUR_MON))
    suffering(coop(phase="event"), choice).asked((0, "LastCall")).then(0, house=2, mon=8)
    game = suffering(coop(phase="event").having(0, house=3, reserve=1), choice).asked((0, "ChooseOne"))
    assert game.offered(0, ChooseOption) == [ChooseOption(1), ChooseOption(2)]
    game.when(0, ChooseOption(1)).then(0, house=2, mon=12)


@pytest.mark.clause("yedo.coop.event-two-disciples")
def test_who_can_pay_for_one_of_the_last_two_disciples_must() -> None:
    offer = ForPrice(price=(PayMon(amount=4),), effects=(), otherwise=DISCIPLE)
    game = suffering(coop(phase="event"), offer).asked((0, "LastCall")).then(0, house=2, mon=8)
    game.citing("yedo.coop.event-two-disciples", MonPaid)
    suffering(coop(phase="event").having(0, mon=3), offer).then(0, house=2, mon=3)
    game = suffering(coop(phase="event").having(0, house=3, reserve=1), offer).asked((0, "TakeOffer"))
    game.when(0, DECLINE).then(0, house=2, reserve=2, mon=12)


@pytest.mark.clause("yedo.coop.event-two-disciples")
def test_nobody_falls_below_2_disciples() -> None:
    game = suffering(coop(phase="event").having(0, house=3, reserve=1), Lose(what="disciple", count=2))
    game.until("LastCall").then(0, house=2, reserve=2)


def test_an_event_closes_spaces_to_everybody_until_the_next_one() -> None:
    game = event(ROADS, 3).running()
    assert all("gates-2" in closed_spaces(game.state, seat) for seat in range(3))
    game = game.with_state(phase="preparation").asking(COOP_STEPS["preparation"](), OVER).running()
    assert "gates-2" in closed_spaces(game.state, 1)
    game = game.on_board(upcoming=GIFT).asking(COOP_STEPS["event"](), OVER).running()
    assert "gates-2" not in closed_spaces(game.state, 1)
    game.citing("yedo.event.closed-locations-tokens", LastingOver)


def test_an_event_closes_free_spaces_by_chance() -> None:
    game = event(NIGHT, 3).running()
    (held,) = game.state.playing.lasting
    assert isinstance(held, Lasting)
    assert held.seats == (0, 1, 2)
    (closed,) = held.modifiers
    assert isinstance(closed, Closed)
    assert len(closed.spaces) == 2


def test_only_an_emperor_card_makes_a_player_pay_for_the_last_two() -> None:
    offer = ForPrice(price=(PayMon(amount=4),), effects=(), otherwise=DISCIPLE)
    game = coop(phase="event").effects(0, offer, then=(OVER,))
    game.asked((0, "LastCall")).then(0, mon=12, house=2)
    assert CONTENT.is_event(DEATH)
    assert not CONTENT.is_event("feint")


def test_mon_of_an_event_come_from_the_bank() -> None:
    suffering(coop(phase="event"), Mon(amount=3)).then(0, mon=15).then(1, mon=12)


@pytest.mark.clause("yedo.coop.event-emperor")
def test_an_offer_of_the_event_is_made_to_each_player_in_turn() -> None:
    game = event(BELL).running().asked((0, "TakeOffer")).when(0, DECLINE).asked((1, "TakeOffer"))
    game.when(1, ACCEPT).then(0, points=0, mon=12).then(1, points=1, mon=10)
