"""Action Cards: when they can be played, what they require, and where they go."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.combining import TakeOffer
from domain.games.yedo.facts.cards import CardAimed, CardPlayed
from domain.games.yedo.facts.goods import MonGained
from domain.games.yedo.phases.acting import Activate
from domain.games.yedo.phases.assigning import Assign
from domain.games.yedo.phases.bidding import OpenAuction, StayOrDrop
from domain.games.yedo.phases.patrol import Influence, SaveOwn
from domain.games.yedo.phases.playing import AnyTime, PlayCard, plays
from domain.games.yedo.phases.windows import PassForRound
from domain.games.yedo.printed.modifier_words import Forbids
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.verbs.asking import Question
from domain.games.yedo.verbs.moves import ACCEPT
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.choice import Item, find_kinds
from domain.kernel.fact import show_record
from domain.kernel.moves import DECLINE, ChooseOption, ChooseSeat
from tests.domain.games.yedo.action_cards import GIFTS, WALLS, all_cards, interruptible
from tests.domain.games.yedo.game import CONTENT, RULES, given, opened

GIFT = "gifts-for-the-council"
HARVEST = PlayCard("good-harvest")
NAMES = ("Anna", "Bela", "Cora", "Dora")


# Where cards go


@pytest.mark.clause("yedo.actions-cards.discard")
def test_a_played_card_goes_under_the_action_deck() -> None:
    game = interruptible(seat_0=(GIFT,))
    before = game.state.pile("action")
    game = game.when(0, GIFTS).then(0, actions=())
    deck = game.state.pile("action")
    assert deck.size == before.size + 1
    assert deck.under[-1].card == GIFT


@pytest.mark.clause("yedo.actions-cards.discard")
def test_everyone_knows_the_played_card_under_the_deck() -> None:
    deck = interruptible(seat_0=(GIFT,)).when(0, GIFTS).state.pile("action")
    assert deck.known_to(SPECTATOR) == deck.known_to(seat_viewer(2)) == (GIFT,)


def test_a_played_card_is_named_to_everyone_with_what_it_does() -> None:
    game = interruptible(seat_0=(GIFT,)).when(0, GIFTS)
    (played,) = game.of_type(CardPlayed)
    assert show_record(played, SPECTATOR, played.owners())["card"] == GIFT
    told = RULES.tell(played, NAMES, SPECTATOR)
    assert told == "Anna plays Gifts for the Council: its player may pay 3 Mon: they gain 2 Prestige Points."
    assert played.reveals


# When


OWN_QUESTIONS = [
    ("bidding", StayOrDrop(seat=0), "good-harvest"),
    ("bidding", OpenAuction(seat=0), "good-harvest"),
    ("assign", Assign(seat=0), "before-the-altar"),
    ("actions", Activate(seat=0), "cheap-timber"),
    ("patrol", Influence(seat=0), "double-time"),
    ("patrol", SaveOwn(seat=0), "under-the-floor-mats"),
]
PHASE_CARDS = [card for _, _, card in OWN_QUESTIONS[1:]]
each_question = pytest.mark.parametrize(
    ("phase", "question", "card"),
    OWN_QUESTIONS,
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)


@pytest.mark.clause("yedo.actions-cards.timing")
@pytest.mark.clause("yedo.components.action-anatomy")
@each_question
def test_a_card_is_played_at_its_moment_and_at_no_other(phase: str, question: Item, card: str) -> None:
    game = all_cards(phase=phase, patrol="market").having(0, actions=(card,), house=3).placed(("market-1", 0))
    game = game.asking(question, Influence(seat=3))
    assert game.when(0, PlayCard(card)).of_type(CardPlayed)
    for other in {*PHASE_CARDS} - {card}:
        refused = game.having(0, actions=(card, other)).when(0, PlayCard(other))
        late = {"double-time": "yedo.patrol.step-b-one-card", "under-the-floor-mats": "yedo.patrol.step-c-one-card"}
        refused.refused(
            late.get(other, "yedo.actions-cards.timing") if phase == "patrol" else "yedo.actions-cards.timing"
        )


@pytest.mark.clause("yedo.actions-cards.timing")
def test_a_card_of_the_watch_patrol_phase_cannot_be_played_while_bidding() -> None:
    game = all_cards(phase="bidding").having(0, actions=("double-time",)).having(1, actions=("double-time",))
    game = game.asking(StayOrDrop(seat=0))
    for seat in (0, 1):
        game.when(seat, PlayCard("double-time")).refused("yedo.actions-cards.timing")


@pytest.mark.clause("yedo.ruling.any-phase-cards")
@each_question
def test_a_card_of_any_time_is_played_whoever_is_asked(phase: str, question: Item, card: str) -> None:
    game = all_cards(phase=phase, patrol="market").having(0, actions=(GIFT,)).having(1, actions=(GIFT,), mon=3)
    game = game.placed(("market-1", 0)).asking(question)
    for seat in (0, 1):
        asked = game.when(seat, GIFTS).asked((1 - seat, "React")).when(1 - seat, DECLINE)
        again = asked.asked((seat, "TakeOffer")).when(seat, ACCEPT)
        assert again.asks() == [(0, type(question).__name__)]
        again.then(seat, points=3, actions=())


@pytest.mark.clause("yedo.ruling.any-phase-cards")
def test_no_card_comes_in_the_middle_of_something_else() -> None:
    game = interruptible(seat_0=(GIFT, GIFT), seat_1=("feint",)).when(0, GIFTS).when(1, DECLINE)
    game = game.asked((0, "TakeOffer"))
    game.when(0, GIFTS).refused("yedo.ruling.any-phase-cards")


@pytest.mark.clause("yedo.ruling.any-phase-cards")
def test_the_questions_that_can_be_interrupted_are_those_of_the_ruling() -> None:
    named = {"StayOrDrop", "OpenAuction", "RaiseOrPass", "IgnoreEvent", "Assign", "Influence", "SaveOwn"}
    named |= {"TradeMenu", "Activate", "LastCall", "ChooseAsset", "PlayWithoutAsset", "InfluenceBefore"}
    kinds = [kind for kind in find_kinds(Question) if kind.interruptible]
    assert {kind.__name__ for kind in kinds} <= named
    assert not TakeOffer.interruptible


@pytest.mark.clause("yedo.ruling.any-time-order", "yedo.actions-cards.tie")
def test_a_player_ahead_in_player_order_may_play_a_card_of_any_time_first() -> None:
    game = interruptible(seat_1=(GIFT, "feint"), seat_2=(GIFT,), seat_3=("feint",)).with_state(track=(3, 1, 2, 0))
    game = game.when(2, GIFTS).asked((3, "React")).when(3, DECLINE).asked((1, "React"))
    assert game.offered(1) == [GIFTS, DECLINE, PassForRound()]
    (question,) = [choice for choice in RULES.choices(game.state) if not choice.standing]
    assert question.label(game.state, GIFTS, NAMES) == "play Gifts for the Council first"
    first = game.when(1, GIFTS).asked((3, "React")).when(3, DECLINE).asked((1, "TakeOffer")).when(1, ACCEPT)
    first.asked((1, "React")).then(1, points=3).then(2, points=1)
    first.when(1, DECLINE).asked((2, "TakeOffer")).when(2, ACCEPT).then(2, points=3).asked((0, "Influence"))
    game.when(1, DECLINE).asked((2, "TakeOffer"))


@pytest.mark.clause("yedo.ruling.any-time-order")
def test_who_is_behind_or_has_passed_for_the_round_is_not_asked_to_play_first() -> None:
    options = {"rounds": 8, "sets": "own", "action_sets": ("resources", "disciple")}
    options |= {"event_sets": ("neutral", "resources"), "mission_sets": ("neutral", "money")}
    game = given(3, phase="patrol", options=options).having(0, actions=(GIFT,)).having(1, actions=("feint",))
    game = game.asking(Influence(seat=2))
    game.when(0, GIFTS).asked((0, "TakeOffer"))
    ahead = game.with_state(track=(1, 0, 2))
    ahead.when(0, GIFTS).asked((1, "React")).when(1, PassForRound()).asked((0, "TakeOffer"))
    ahead.with_state(waived=(False, True, False)).when(0, GIFTS).asked((0, "TakeOffer"))


@pytest.mark.clause("yedo.ruling.aim-before-answers", "yedo.ruling.any-time-order")
def test_an_aimed_card_takes_nothing_from_who_has_lost_it_meanwhile() -> None:
    game = interruptible(seat_0=("light-fingers",), seat_2=(GIFT,)).with_state(track=(2, 0, 1, 3)).having(2, mon=3)
    game = game.when(0, PlayCard("light-fingers")).when(0, ChooseSeat(2)).asked((2, "React"))
    game = game.when(2, GIFTS).asked((2, "TakeOffer")).when(2, ACCEPT).asked((0, "Influence"))
    game.then(0, mon=12).then(2, mon=0).then(1, mon=12).then(3, mon=12)


@pytest.mark.clause("yedo.ruling.aim-before-answers")
def test_a_card_is_aimed_before_it_is_answered_and_the_others_are_told_at_whom() -> None:
    game = interruptible(seat_0=("light-fingers",), seat_1=("walls-have-ears",), seat_2=("walls-have-ears",))
    game = game.when(0, PlayCard("light-fingers")).asked((0, "AimPlayed")).when(0, ChooseSeat(2))
    assert [fact.target for fact in game.of_type(CardAimed)] == [2]
    game = game.asked((1, "React"))
    (question,) = [choice for choice in RULES.choices(game.state) if not choice.standing]
    assert question.question(NAMES).startswith("Anna plays Light Fingers and aims it at Cora.")
    assert RULES.view(game.state, SPECTATOR).in_play[0].target == 2
    hit = game.when(1, DECLINE).when(2, DECLINE)
    hit.asked((0, "Influence")).then(0, mon=15).then(2, mon=9).then(1, mon=12)
    spared = game.when(1, WALLS).when(2, DECLINE)
    spared.asked((0, "Influence")).then(0, mon=12).then(2, mon=12)


@pytest.mark.clause("yedo.ruling.any-phase-cards")
def test_each_seat_has_the_offer_to_play_cards_from_the_set_up_on() -> None:
    game = opened(3)
    offers = [choice for choice in RULES.choices(game.state) if choice.standing]
    assert sorted(offers, key=lambda offer: offer.seat) == [AnyTime(seat=seat) for seat in range(3)]


def test_out_of_turn_nothing_but_a_card_of_any_time_is_played() -> None:
    game = interruptible(seat_1=(GIFT,))
    game.when(1, ChooseOption(1)).refused("yedo.ruling.any-phase-cards")


def test_a_question_that_asks_for_something_else_says_so() -> None:
    game = interruptible(seat_0=(GIFT,))
    game.when(0, ChooseOption(1)).refused("yedo.patrol.step-b-one-card")


# Conditions


@pytest.mark.clause("yedo.actions-cards.requirements-kept")
def test_what_a_card_asks_for_is_not_spent() -> None:
    game = interruptible(seat_0=(GIFT,))
    game.having(0, mon=3).when(0, GIFTS).then(0, mon=3).when(0, DECLINE).then(0, mon=3, actions=())


@pytest.mark.clause("yedo.actions-cards.requirements-kept")
def test_who_does_not_meet_the_conditions_cannot_play_the_card() -> None:
    game = interruptible(seat_0=(GIFT, "feint"))
    poor = game.having(0, mon=2).when(0, GIFTS)
    poor.refused("yedo.actions-cards.requirements-kept")
    assert poor.refusal is not None
    assert poor.refusal.why == "To play Gifts for the Council, you must have at least 3 Mon."
    game.when(0, PlayCard("feint")).refused("yedo.actions-cards.requirements-kept")


@pytest.mark.clause("yedo.actions-cards.requirements-kept")
def test_conditions_need_to_be_met_only_when_the_card_is_played() -> None:
    game = interruptible(seat_0=(GIFT, "walls-have-ears"), seat_1=("walls-have-ears",)).having(0, mon=3)
    game = game.when(0, GIFTS).having(0, mon=0).when(1, WALLS).when(0, WALLS)
    game.asked((0, "Influence")).then(0, mon=0, points=1, actions=())


def test_a_card_that_is_not_in_hand_cannot_be_played() -> None:
    game = interruptible(seat_0=("feint",))
    for card in (GIFT, "no-such-card"):
        game.when(0, PlayCard(card)).refused("yedo.actions-cards.timing")


def test_where_action_cards_are_forbidden_none_is_played() -> None:
    silence = Lasting("an-event", (0,), "round", (Forbids(what="action-cards"),))
    game = interruptible(seat_0=(GIFT, "double-time")).with_state(lasting=(silence,))
    assert game.offered(0) == [DECLINE]
    game.when(0, GIFTS).refused("yedo.event.duration")


def test_copies_of_a_card_are_one_move() -> None:
    game = interruptible(seat_0=("double-time", "double-time"))
    assert list(plays(game.state, 0, "patrol-move")) == [PlayCard("double-time")]


# What cards do


@pytest.mark.clause("yedo.components.action-anatomy")
def test_a_card_does_what_it_says_for_its_player_and_the_question_comes_back() -> None:
    game = all_cards(phase="bidding").having(0, actions=("good-harvest",)).asking(StayOrDrop(seat=0))
    game = game.when(0, HARVEST).asked((0, "StayOrDrop")).then(0, mon=16)
    game.citing("yedo.components.action-anatomy", MonGained)


@pytest.mark.clause("yedo.components.action-sets")
def test_the_sets_hold_twelve_cards_each() -> None:
    numbers = [number for design in CONTENT.action_cards.values() for number in design.numbers]
    assert sorted(numbers) == [f"A{number:02}" for number in range(1, 73)]
    for first, kind in enumerate(("neutrals", "resources", "rule-changers", "disciple", "watch-patrol", "hard")):
        of_set = [n for design in CONTENT.action_cards.values() if design.set == kind for n in design.numbers]
        assert sorted(of_set) == [f"A{number:02}" for number in range(12 * first + 1, 12 * first + 13)]
