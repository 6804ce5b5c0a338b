"""Cards that are played in the Bidding Phase."""

from __future__ import annotations

import pytest

from domain.games.yedo.phases.bidding import Announce, BiddingPhase, StayIn
from domain.games.yedo.phases.playing import PlayCard
from tests.domain.games.yedo.auctions import FIRST_GAME, OVER, again, bids, not_asked
from tests.domain.games.yedo.game import given


@pytest.mark.parametrize(
    ("moves", "question"),
    [((), "StayOrDrop"), ((StayIn(),) * 4, "OpenAuction")],
)
def test_a_card_for_the_own_bidding_is_played_when_its_owner_is_asked(moves: tuple, question: str) -> None:
    game = given(4, phase="bidding", options=FIRST_GAME).having(0, actions=("good-harvest",))
    game = game.asking(BiddingPhase(), OVER).running()
    for seat, move in enumerate(moves):
        game = game.when(seat, move)
    game = game.asked((0, question)).when(0, PlayCard("good-harvest")).then(0, mon=16, actions=())
    game.asked((0, question))


def test_a_card_for_the_own_bidding_pays_for_a_higher_bid() -> None:
    game = given(4, phase="bidding", options=FIRST_GAME).having(1, actions=("good-harvest",), mon=4)
    game = again(game).when(0, Announce("annexes")).asked((1, "RaiseOrPass"))
    assert bids(game, 1) == []
    game = game.when(1, PlayCard("good-harvest")).asked((1, "RaiseOrPass"))
    assert bids(game, 1) == [6, 7, 8]
    not_asked(game, 0, PlayCard("good-harvest"))


def test_what_a_hand_holds_changes_nothing_that_others_see_of_the_bidding_phase() -> None:
    seen = []
    for card in ("good-harvest", "before-the-altar"):
        game = given(4, phase="bidding", options=FIRST_GAME).having(1, actions=(card,), mon=2)
        game = again(game).when(0, Announce("weapons"))
        seen.append((len(game.state.agenda), game.asks(), game.offered(0), [type(fact) for fact in game.facts]))
    assert seen[0] == seen[1]
