"""Windows: who is asked to answer a card, in which order, and that nobody learns anything from being asked."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.yedo.effects.losing import Lose
from domain.games.yedo.facts.cards import CardNegated, CardPlayed, CardSettled, NothingPlayed
from domain.games.yedo.facts.goods import MonPaid
from domain.games.yedo.facts.turns import RoundBegan, Waived
from domain.games.yedo.phases.acting import Activate
from domain.games.yedo.phases.assigning import Assign
from domain.games.yedo.phases.bidding import OpenAuction, RaiseOrPass, StayOrDrop
from domain.games.yedo.phases.patrol import Influence, PatrolPhase
from domain.games.yedo.phases.playing import PlayCard, React
from domain.games.yedo.phases.windows import PassForRound
from domain.games.yedo.printed.modifier_words import Forbids
from domain.games.yedo.printed.parts import Auction, Lasting
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import deed_of
from domain.games.yedo.verbs.moves import ACCEPT
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.choice import Item, Move
from domain.kernel.moves import DECLINE
from domain.kernel.table import Outcome
from tests.domain.games.yedo.action_cards import GIFTS, WALLS, all_cards, interruptible
from tests.domain.games.yedo.game import RULES, Position, given
from tests.support.noninterference import Leak, Pair, Secretly, check, same_step
from tests.support.states import with_fields

PASS_FOR_ROUND = PassForRound()
EAR = "walls-have-ears"
GIFT = "gifts-for-the-council"


# Who is asked


@pytest.mark.clause("yedo.ruling.reaction-order")
def test_all_others_with_action_cards_are_asked_in_player_order_from_its_first_place() -> None:
    game = interruptible(seat_0=(GIFT,), seat_1=("good-harvest",), seat_3=("feint",)).with_state(track=(3, 2, 0, 1))
    game = game.when(0, GIFTS).asked((3, "React"))
    game = game.when(3, DECLINE).asked((1, "React"))
    game.when(1, DECLINE).asked((0, "TakeOffer"))


@pytest.mark.clause("yedo.actions-cards.tie")
def test_two_who_want_to_answer_the_same_card_do_so_in_player_order() -> None:
    game = interruptible(seat_0=(EAR,), seat_1=(EAR,), seat_2=(GIFT,)).with_state(track=(2, 0, 1, 3))
    game = game.when(2, GIFTS).asked((0, "React"))
    game.when(0, WALLS).asked((1, "React")).citing("yedo.actions-cards.timing", CardPlayed)


@pytest.mark.clause("yedo.ruling.reaction-order")
def test_the_one_whose_card_it_is_and_those_without_action_cards_are_not_asked() -> None:
    game = interruptible(seat_0=(GIFT, EAR)).having(1, weapons=("katana",))
    game.when(0, GIFTS).asked((0, "TakeOffer")).without(NothingPlayed)


@pytest.mark.clause("yedo.ruling.reaction-order")
def test_each_is_asked_once_for_each_card() -> None:
    game = interruptible(seat_0=(GIFT, EAR), seat_1=(EAR, EAR))
    game = game.when(0, GIFTS).when(1, WALLS).asked((0, "React"))
    game = game.when(0, WALLS).asked((1, "React"))  # about the second Walls Have Ears
    game = game.when(1, DECLINE)
    game.asked((0, "TakeOffer"))  # seat 1 is not asked a second time about the first card


def test_nobody_is_asked_where_no_card_of_the_sets_in_play_is_an_answer() -> None:
    options = {
        "rounds": 8,
        "sets": "own",
        "action_sets": ("resources", "watch-patrol"),
        "event_sets": ("neutral", "resources"),
        "mission_sets": ("neutral", "money"),
    }
    game = given(3, phase="patrol", options=options).having(0, actions=(GIFT,)).having(1, actions=("feint",))
    game.asking(Influence(seat=0)).when(0, GIFTS).asked((0, "TakeOffer"))


def test_nobody_is_asked_who_may_not_play_cards() -> None:
    game = interruptible(seat_0=(GIFT,), seat_1=(EAR,), seat_2=(EAR,))
    silence = Lasting("an-event", (1,), "round", (Forbids(what="action-cards"),))
    game.with_state(lasting=(silence,)).when(0, GIFTS).asked((2, "React"))


# Chains


@pytest.mark.clause("yedo.actions-cards.walls-have-ears-pair")
def test_walls_have_ears_negates_another_card() -> None:
    game = interruptible(seat_0=(GIFT,), seat_1=(EAR,))
    game = game.when(0, GIFTS).when(1, WALLS)
    game.asked((0, "Influence")).then(0, mon=12, points=1, actions=()).then(1, actions=())
    game.citing("yedo.actions-cards.walls-have-ears-pair", CardNegated).then(in_play=())


@pytest.mark.clause("yedo.actions-cards.walls-have-ears-pair")
def test_a_second_walls_have_ears_cancels_the_first_so_that_the_original_card_takes_effect() -> None:
    game = interruptible(seat_0=(GIFT, EAR), seat_1=(EAR,))
    game = game.when(0, GIFTS).when(1, WALLS).when(0, WALLS)
    game = game.asked((0, "TakeOffer")).when(0, ACCEPT)
    game.then(0, mon=9, points=3, actions=()).then(in_play=()).citing("yedo.components.action-anatomy", MonPaid)


@pytest.mark.clause("yedo.ruling.walls-have-ears-chain")
def test_a_third_walls_have_ears_is_played_against_the_second_and_the_first_card_stays_negated() -> None:
    game = interruptible(seat_0=(GIFT, EAR), seat_1=(EAR,), seat_2=(EAR,))
    game = game.when(0, GIFTS).when(1, WALLS).asked((0, "React"))
    assert RULES.choices(game.state)[0] == React(seat=0, card=EAR, by=1)
    game = game.when(0, WALLS).asked((2, "React")).when(2, WALLS)
    negated = [(fact.seat, fact.card) for fact in game.of_type(CardNegated)]
    assert negated == [(0, EAR), (0, GIFT)]
    settled = [(fact.seat, fact.card) for fact in game.of_type(CardSettled)]
    assert settled == [(2, EAR), (0, EAR), (1, EAR), (0, GIFT)]
    game.asked((0, "Influence")).then(0, mon=12, points=1)


@pytest.mark.clause("yedo.ruling.walls-have-ears-chain")
def test_once_a_card_stands_negated_nobody_else_is_asked_about_it() -> None:
    game = interruptible(seat_0=(GIFT,), seat_1=(EAR,), seat_2=(EAR,), seat_3=(EAR,))
    game = game.when(0, GIFTS).when(1, WALLS).asked((2, "React")).when(2, DECLINE).asked((3, "React"))
    game.when(3, DECLINE).asked((0, "Influence")).then(2, actions=(EAR,)).then(3, actions=(EAR,))


def test_cards_lie_under_the_deck_in_the_order_in_which_they_were_played() -> None:
    game = interruptible(seat_0=(GIFT, EAR), seat_1=(EAR,))
    game = game.when(0, GIFTS).when(1, WALLS).when(0, WALLS)
    assert [known.card for known in game.state.pile("action").under] == [GIFT, EAR, EAR]


@pytest.mark.clause("yedo.ruling.any-phase-cards")
def test_no_card_of_any_time_comes_between_a_card_and_its_answers() -> None:
    game = interruptible(seat_0=(GIFT,), seat_1=(GIFT, EAR), seat_2=(GIFT,))
    game = game.when(0, GIFTS).asked((1, "React"))
    game.when(1, GIFTS).refused("yedo.ruling.any-phase-cards")
    game.when(2, GIFTS).refused("yedo.ruling.any-phase-cards")


# Waiving


@pytest.mark.clause("yedo.ruling.waiving")
def test_who_passes_for_the_round_is_not_asked_again_until_the_next_preparation() -> None:
    game = interruptible(seat_0=(GIFT, GIFT), seat_1=(EAR,))
    game = game.when(0, GIFTS).when(1, PASS_FOR_ROUND).citing("yedo.ruling.waiving", Waived).then(1, waived=True)
    game = game.when(0, DECLINE).when(0, GIFTS).asked((0, "TakeOffer")).when(0, DECLINE)
    game.happening(RoundBegan("yedo.preparation.round-marker", 3)).then(1, waived=False)


@pytest.mark.clause("yedo.ruling.waiving")
def test_who_passes_once_is_asked_again_at_the_next_card() -> None:
    game = interruptible(seat_0=(GIFT, GIFT), seat_1=(EAR,))
    game = game.when(0, GIFTS).when(1, DECLINE).citing("yedo.ruling.waiving", NothingPlayed).then(1, waived=False)
    game.when(0, DECLINE).when(0, GIFTS).asked((1, "React"))


@pytest.mark.clause("yedo.ruling.waiving")
def test_who_plays_a_card_takes_part_again_and_can_answer_the_answer_to_it() -> None:
    game = interruptible(seat_0=(GIFT,), seat_1=(GIFT, EAR), seat_2=(EAR,)).having(1, waived=True)
    game = game.when(1, GIFTS).then(1, waived=False).citing("yedo.ruling.waiving", Waived)
    game = game.asked((0, "React")).when(0, DECLINE).asked((2, "React"))
    game = game.when(2, WALLS).when(0, DECLINE).asked((1, "React"))
    game.when(1, WALLS).when(0, DECLINE).asked((1, "TakeOffer"))


# Secrets


def another_hand(game: Position, seat: int, *cards: str) -> Position:
    """Return the same game where the seat holds these Action Cards instead, as many as it does."""
    state = game.state
    assert len(cards) == len(state.hands.actions[seat])
    pile = state.pile("action")
    rest = list(pile.rest)
    rest.extend(state.hands.actions[seat])
    for card in cards:
        rest.remove(card)
    twin = with_fields(state)
    twin.put_pile("action", replace(pile, rest=tuple(sorted(rest))))
    twin.put_hand(seat, "action", tuple(sorted(cards)))
    return Position(twin)


def look_alike(one: Position, other: Position, seat: int) -> None:
    """Check that nobody but the seat can tell two games apart: not by facts, questions, or the agenda's length."""
    others = [seat_viewer(viewer) for viewer in range(one.state.seats) if viewer != seat]
    for viewer in (SPECTATOR, *others):
        assert same_step(Outcome(one.facts, one.state), Outcome(other.facts, other.state), viewer)
        check(RULES, Pair(viewer, Secretly(one.state, bytes(32)), Secretly(other.state, bytes(32))), universe)
    assert len(one.state.agenda) == len(other.state.agenda)


def universe(state: YedoState) -> list[Move]:
    """Return plays of cards that a viewer may hold or not."""
    return [PlayCard(card) for (card,) in HANDS]


HANDS = [
    ("walls-have-ears",),
    ("feint",),
    ("gifts-for-the-council",),
    ("double-time",),
    ("under-the-floor-mats",),
    ("borrowed-steel",),
]


@pytest.mark.parametrize("hand", HANDS[1:], ids=lambda hand: hand[0])
def test_whether_a_seat_could_answer_shows_in_nothing(hand: tuple[str, ...]) -> None:
    game = interruptible(seat_0=(GIFT,), seat_1=(EAR,), seat_2=("feint",))
    twin = another_hand(game, 1, *hand)
    for move in (DECLINE, PASS_FOR_ROUND):
        asked, twin_asked = game.when(0, GIFTS), twin.when(0, GIFTS)
        look_alike(asked, twin_asked, seat=1)
        look_alike(asked.when(1, move), twin_asked.when(1, move), seat=1)
        look_alike(asked.when(1, move).when(2, DECLINE), twin_asked.when(1, move).when(2, DECLINE), seat=1)


@pytest.mark.parametrize("hand", HANDS[1:], ids=lambda hand: hand[0])
def test_what_the_player_of_a_card_still_holds_shows_in_nothing(hand: tuple[str, ...]) -> None:
    game = interruptible(seat_0=(GIFT, EAR), seat_1=(EAR,))
    twin = another_hand(game, 0, GIFT, *hand)
    one, other = game.when(0, GIFTS), twin.when(0, GIFTS)
    look_alike(one, other, seat=0)
    one, other = one.when(1, WALLS), other.when(1, WALLS)
    look_alike(one, other, seat=0)
    look_alike(one.when(0, DECLINE), other.when(0, DECLINE), seat=0)


@pytest.mark.parametrize("hand", HANDS[1:], ids=lambda hand: hand[0])
def test_the_standing_offer_looks_the_same_with_and_without_a_card_of_any_time(hand: tuple[str, ...]) -> None:
    game = interruptible(seat_0=("double-time",), seat_1=(EAR,))
    twin = another_hand(game, 1, *hand)
    look_alike(game, twin, seat=1)


@pytest.mark.parametrize("hand", HANDS[1:], ids=lambda hand: hand[0])
def test_whether_a_seat_could_save_its_disciples_or_move_the_patrol_shows_in_nothing(hand: tuple[str, ...]) -> None:
    game = all_cards(patrol="harbor").having(1, actions=(EAR,), house=3).having(2, blackmail=1)
    game = game.placed(("red-light-1", 1), ("red-light-2", 2)).asking(PatrolPhase(), Influence(seat=0))
    twin = another_hand(game, 1, *hand)
    one, other = game.running(), twin.running()
    for seat in (1, 1, 2):
        assert one.asked_seat() == seat
        look_alike(one, other, seat=1)
        one, other = one.when(seat, DECLINE), other.when(seat, DECLINE)
    look_alike(one, other, seat=1)


OWN_MOMENTS = [
    ("bidding", StayOrDrop(seat=1), "good-harvest"),
    ("bidding", OpenAuction(seat=1), "good-harvest"),
    ("bidding", RaiseOrPass(seat=1), "good-harvest"),
    ("assign", Assign(seat=1), "before-the-altar"),
    ("actions", Activate(seat=1), "cheap-timber"),
]


@pytest.mark.parametrize(("phase", "question", "card"), OWN_MOMENTS, ids=lambda value: type(value).__name__)
def test_whether_a_seat_holds_a_card_of_its_own_moment_shows_in_nothing(phase: str, question: Item, card: str) -> None:
    game = all_cards(phase=phase, auction=Auction("weapons", 0, 3, 0, (1, 2))).having(1, actions=(card,))
    game = game.placed(("gates-1", 1)).asking(question, Influence(seat=0))
    assert PlayCard(card) in game.offered(1)
    look_alike(game, another_hand(game, 1, "turncoat"), seat=1)


@pytest.mark.parametrize("twins", [("feint", "double-time"), ("feint", "feint")])
def test_which_cards_a_seat_can_give_up_shows_in_nothing(twins: tuple[str, str]) -> None:
    deed = deed_of(1, "yedo.event.duration")
    start = all_cards().having(1, actions=("borrowed-steel", "turncoat"))
    game, twin = (
        before.doing(deed, Lose(what="action-card"), then=(Influence(seat=0),)).asked((1, "GiveUpHidden"))
        for before in (start, another_hand(start, 1, *twins))
    )
    look_alike(game, twin, seat=1)
    look_alike(game.when(1, game.any_move()), twin.when(1, twin.any_move()), seat=1)


def test_the_seat_itself_can_tell() -> None:
    game = interruptible(seat_0=("double-time",), seat_1=(EAR,))
    pair = Pair(seat_viewer(1), *(Secretly(g.state, bytes(32)) for g in (game, another_hand(game, 1, "feint"))))
    with pytest.raises(Leak):
        check(RULES, pair, universe)


def test_all_cards_are_in_play_in_these_tests() -> None:
    assert len(set(all_cards().state.parameters.action_deck)) == 36
    assert PlayCard(EAR) == WALLS
