"""A branch of a running game re-deals what its opener may not know, and nothing else."""

from __future__ import annotations

from domain.games.yedo.printed.parts import Goods, Looking, Offer
from domain.games.yedo.printed.terms import Deck
from domain.games.yedo.state import YedoState
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.chance import Chance
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given

VIEWERS = (SPECTATOR, seat_viewer(0), seat_viewer(1), seat_viewer(0, 2))
GREEN = tuple(m for m in CONTENT.missions_of["basic"][:3])
RED = tuple(m.id for m in CONTENT.missions.values() if m.colour == "red" and m.set == "prestige")[:3]

HELD: tuple[Deck, ...] = ("action", "bonus")


def midgame() -> Position:
    """Return a game in which everyone holds cards, decks were looked at, and a card was played."""
    return (
        given(3)
        .having(0, actions=("first-bow", "turncoat"), bonus=("the-arsenal",), missions=(GREEN[0], RED[0]))
        .having(1, actions=("double-time", "safe-house"), bonus=("long-service",), missions=(GREEN[1], RED[1]))
        .having(2, actions=("cheap-timber",), bonus=("deep-pockets",), missions=(GREEN[2],))
        .on_top("events", "sakoku", "sanctuary", known_to=(1,))
        .on_top("weapons", "nawa", "yumi", known_to=(0, 2))
    )


def redealt(state: YedoState, viewer: Viewer, seed: int = 1) -> YedoState:
    return RULES.redeal(state, viewer, Chance(seed.to_bytes(32, "big"), 0))


def test_the_viewer_sees_no_difference() -> None:
    state = midgame().state
    for viewer in VIEWERS:
        for seed in range(5):
            dealt = redealt(state, viewer, seed)
            assert RULES.view(dealt, viewer) == RULES.view(state, viewer)
            assert dealt != state


def test_the_arbiter_knows_everything_already() -> None:
    state = midgame().state
    assert redealt(state, ARBITER) is state


def test_every_card_stays_in_its_deck_and_exists_as_often_as_before() -> None:
    state = midgame().state
    for seed in range(5):
        dealt = redealt(state, seat_viewer(0), seed)
        for deck in HELD:
            before, after = (
                sorted((*each.pile(deck).cards, *(card for seat in range(3) for card in each.hand(seat, deck))))
                for each in (state, dealt)
            )
            assert before == after
        assert [dealt.mission_colours(seat) for seat in range(3)] == [state.mission_colours(seat) for seat in range(3)]
        assert dealt.hands.missions[0] == state.hands.missions[0]


def test_any_basic_mission_may_be_in_play_though_some_stayed_in_the_box() -> None:
    state = midgame().state
    dealt = [redealt(state, seat_viewer(0), seed) for seed in range(40)]
    in_play = {
        card
        for each in dealt
        for hand in each.hands.missions[1:]
        for card in hand
        if CONTENT.colour_of(card) == "green"
    }
    left_in_the_box = set(CONTENT.missions_of["basic"]) - set(state.pile("green").cards) - set(GREEN)
    assert left_in_the_box
    assert in_play & left_in_the_box
    assert GREEN[0] not in in_play
    for each in dealt:
        greens = [*each.pile("green").cards, *(card for hand in each.hands.missions for card in hand)]
        assert len({card for card in greens if card in CONTENT.missions_of["basic"]}) == state.parameters.basic_count


def test_the_kill_the_shogun_card_may_be_any_of_them_unless_the_viewer_holds_it() -> None:
    state = given(2).state
    shogun = set(state.parameters.shogun)
    found = {card for seed in range(30) for card in redealt(state, SPECTATOR, seed).pile("black").cards} & shogun
    assert len(found) > 5
    (mine,) = shogun & set(state.pile("black").cards)
    holder = given(2).having(0, missions=(mine,)).state
    for seed in range(10):
        assert not shogun & set(redealt(holder, seat_viewer(0), seed).pile("black").cards)


def test_what_others_know_of_a_deck_is_forgotten_and_what_the_viewer_knows_stays() -> None:
    state = midgame().state
    dealt = redealt(state, seat_viewer(0))
    assert [known.by for known in dealt.pile("events").over] == [(), ()]
    assert [known.card for known in dealt.pile("weapons").over] == ["nawa", "yumi"]
    assert [known.by for known in dealt.pile("weapons").over] == [(0,), (0,)]
    tops = {redealt(state, seat_viewer(0), seed).pile("events").over[0].card for seed in range(30)}
    assert len(tops) > 5


def test_cards_that_another_seat_looks_at_are_dealt_anew() -> None:
    looked = ("sakoku", "sanctuary", "empty-bowls")
    state = given(2).on_top("events", *looked).state
    state.put_pile("events", state.pile("events").without_top(*looked))
    state.stacks.looking = Looking(1, "events", looked)
    assert redealt(state, seat_viewer(1)).stacks.looking == state.stacks.looking
    others = {redealt(state, seat_viewer(0), seed).stacks.looking for seed in range(20)}
    assert len(others) > 10
    assert all(each is not None and (each.seat, each.deck, len(each.cards)) == (1, "events", 3) for each in others)


def test_offered_cards_are_cards_of_the_new_hand() -> None:
    offer = Offer(1, 0, Goods(actions=1, missions=("red",)), Goods(mon=3), ("double-time", RED[1]))
    state = midgame().with_state(offer=offer).state
    offered = set()
    for seed in range(30):
        dealt = redealt(state, seat_viewer(0), seed)
        assert dealt.trade.offer is not None
        action, mission = sorted(dealt.trade.offer.cards, key=CONTENT.deck_of)
        assert action in dealt.hands.actions[1]
        assert mission in dealt.hands.missions[1]
        assert CONTENT.colour_of(mission) == "red"
        offered.add((action, mission))
    assert len(offered) > 5
    assert redealt(state, seat_viewer(1)).trade.offer == offer


def test_cards_that_a_seat_fixed_before_are_cards_of_its_new_hand() -> None:
    offer = Offer(1, 0, Goods(mon=1), Goods(actions=1), fixed=("turncoat",))
    state = midgame().with_state(offer=offer).state
    fixed = set()
    for seed in range(20):
        dealt = redealt(state, seat_viewer(1), seed)
        assert dealt.trade.offer is not None
        (card,) = dealt.trade.offer.fixed
        assert card in dealt.hands.actions[0]
        fixed.add(card)
    assert len(fixed) > 3
    assert redealt(state, seat_viewer(0)).trade.offer == offer


def test_the_deal_depends_on_nothing_hidden() -> None:
    one = midgame().state
    other = (
        given(3)
        .having(0, actions=("first-bow", "turncoat"), bonus=("the-arsenal",), missions=(GREEN[0], RED[0]))
        .having(1, actions=("cheap-timber", "safe-house"), bonus=("many-roofs",), missions=(GREEN[2], RED[2]))
        .having(2, actions=("first-bow",), bonus=("deep-pockets",), missions=(GREEN[1],))
        .on_top("events", "gossip-in-the-palace", "sakoku", known_to=(2,))
        .on_top("weapons", "nawa", "yumi", known_to=(0,))
        .state
    )
    assert redealt(one, seat_viewer(0)) == redealt(other, seat_viewer(0))
    assert redealt(one, seat_viewer(1)) != redealt(other, seat_viewer(1))
