"""Single things in the picture of Yedo: what they say, and which moves they stand for."""

from __future__ import annotations

import pytest

from domain.games.yedo.picture.drawing_hands import OWN_HEIGHT
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Auction, Goods, Lasting, Offer
from domain.kernel.audience import SPECTATOR, Viewer, seat_viewer
from domain.kernel.drawing.tree import Drawing, Flat, Text, flatten
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given
from tests.domain.games.yedo.specialists import OPTIONS
from tests.support.drawings import find_faults

NAMES = ("Anna", "Bela", "Cora")


def draw(game: Position, viewer: Viewer) -> Drawing:
    names = [*NAMES[: game.state.seats], *RULES.side_names(game.state.options, game.state.seats)]
    return RULES.looks.draw(RULES.view(game.state, viewer), names)


def picture(game: Position, viewer: Viewer = SPECTATOR) -> Flat:
    return flatten(draw(game, viewer))


def read(flat: Flat, key: str) -> str:
    """Return the text in the picture."""
    node = flat[key]
    assert isinstance(node, Text)
    return node.text


def test_a_space_says_who_stands_there_and_an_annex_as_well() -> None:
    game = given(3).having(1, annexes=("dojo",)).placed(("gates-2", 1), ("annex/1/dojo", 1))
    drawn = picture(game)
    assert drawn["space/gates-2"].title == "Gates 2: Disciple of Bela"
    assert drawn["space/gates-1"].title == "Gates 1: free"
    assert drawn["space/gates-2"].places == ("space:gates-2",)
    assert drawn["space/annex/1/dojo"].title == "Dojo of Bela: Disciple of Bela"
    assert drawn["space/annex/1/dojo"].places == ("space:annex/1/dojo",)


def test_a_specialist_is_drawn_as_what_it_is() -> None:
    game = given(3, options=OPTIONS).with_specialists(0, "ninja").standing(("gates-1", 0, "ninja"))
    drawn = picture(game)
    assert drawn["space/gates-1"].title == "Gates 1: Ninja of Anna"
    assert "space/gates-1/figure/kind" in drawn


def test_a_closed_district_is_crossed_out() -> None:
    closed = Lasting("idle-carpenters", (0, 1, 2), "round", (Closed(districts=("tavern",)),))
    drawn = picture(given(3).with_state(lasting=(closed,)))
    assert drawn["space/tavern-1"].title == "Tavern 1: closed"
    assert "space/tavern-1/closed" in drawn
    assert "space/gates-1/closed" not in drawn


def test_the_watch_patrol_stands_in_its_district_and_says_its_way() -> None:
    drawn = picture(given(3).with_state(patrol="harbor", patrol_colour="silver"))
    assert drawn["district/harbor"].title == "Harbor, with the Watch Patrol"
    assert drawn["patrol"].title == "Watch Patrol (silver): goes counter-clockwise"


def test_actions_are_meant_at_the_spaces_of_their_district_alone() -> None:
    drawn = picture(given(3))
    assert "action:foresight space:gates-1" in drawn["action/gates/foresight"].places
    assert all("gates" in place for place in drawn["action/gates/foresight"].places)
    assert read(drawn, "action/gates/recruit/number") == str(CONTENT.prices.recruit)


def test_hands_are_backs_for_others_and_cards_for_their_owner() -> None:
    game = given(3).having(0, missions=("one-breath",), actions=("feint",))
    others, own = picture(game, seat_viewer(1)), picture(game, seat_viewer(0))
    assert others["seat/0/back/action/0"].title == "Action Card in hand"
    assert "hand/0/one-breath" not in others
    assert own["hand/0/one-breath"].places == ("mission:one-breath", "card:one-breath", "cards:one-breath")
    assert own["hand/0/feint"].detail


@pytest.mark.parametrize("held", range(1, 9))
def test_a_hand_of_missions_is_as_high_as_the_table_has_room_for(held: int) -> None:
    game = given(3).having(0, missions=tuple(CONTENT.missions)[:held])
    drawing = draw(game, seat_viewer(0))
    hand = next(panel for panel in drawing.panels if panel.key == "hand/0")
    assert hand.height == OWN_HEIGHT
    assert find_faults(drawing) == []


def test_what_a_seat_owns_is_a_place_of_its_own_moves_alone() -> None:
    game = given(3).having(0, weapons=("katana",))
    own, others = picture(game, seat_viewer(0)), picture(game, seat_viewer(1))
    assert "weapon:katana type:give-up-weapon" in own["weapon/0/katana"].places
    assert others["weapon/0/katana"].places == ("for_weapons:katana",)


def test_an_auction_says_who_bids_what_and_draws_higher_bids() -> None:
    auction = Auction(lot="weapons", opener=0, bid=4, bidder=1, waiting=(2,))
    drawn = picture(given(3, phase="bidding").with_state(auction=auction, bidding=(0, 1, 2)))
    assert drawn["auction"].title == "Bela bids 4 Mon for Weapons"
    assert drawn["bid/5"].places == ("mon:5 type:bid",)
    assert "bid/4" not in drawn
    assert drawn["now/waiting"].title == "Still to answer: Cora"


def test_bids_of_two_digits_are_drawn_as_numbers() -> None:
    auction = Auction(lot="weapons", opener=0, bid=9, bidder=1, waiting=(2,))
    drawn = picture(given(3, phase="bidding").with_state(auction=auction, bidding=(0, 1, 2)))
    written = [drawn[f"bid/{number}/number"] for number in range(10, 17)]
    assert [one.text for one in written if isinstance(one, Text)] == [str(number) for number in range(10, 17)]


def test_an_offer_shows_its_cards_to_the_giver_alone() -> None:
    offer = Offer(0, 1, Goods(mon=2, missions=("yellow",)), Goods(weapons=("yumi",)), cards=("one-breath",))
    game = given(3, phase="trade").having(0, missions=("one-breath",)).with_state(offer=offer)
    assert picture(game)["offer"].detail == "gives 2 Mon and 1 Yellow Mission for Yumi"
    assert "now/cards" not in picture(game, seat_viewer(1))
    assert picture(game, seat_viewer(0))["now/cards"].title == "These cards: One Breath"


def test_the_score_track_shows_the_markers_and_the_tokens_beyond_its_end() -> None:
    drawn = picture(given(3).having(0, points=53).having(1, points=3))
    assert drawn["score/3"].title == "Space 3 of the Score Track: Anna and Bela"
    assert drawn["lasting/tokens/0"].title == "Anna has passed space 49: +50"


def test_the_daimyo_has_a_panel_with_its_cards_face_up_or_down() -> None:
    game = given(2, options={"shogun_must_die": True}).on_board(display=("levy", None))
    drawn = picture(game)
    assert drawn["daimyo/display/0"].title == "Levy"
    assert drawn["daimyo/display/1"].title == "Daimyo Card 2, face down"
    assert drawn["daimyo"].title == "The Daimyo"
