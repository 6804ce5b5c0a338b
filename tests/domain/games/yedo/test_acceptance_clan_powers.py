"""Six Clan Powers in one game: the draft of five players, the Favors, and what the powers do in the first round."""

from __future__ import annotations

import pytest

from domain.games.yedo.facts.bidding import AuctionWon
from domain.games.yedo.facts.goods import MonPaid
from domain.games.yedo.modules.clan_powers import KeepPower
from domain.games.yedo.phases.acting import ActionPhase, Perform
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.phases.bidding import Announce, Bid, BiddingPhase, DropOut, Pass, StayIn
from domain.games.yedo.phases.favors import TakeFavor
from domain.games.yedo.phases.final_scoring import FinalScoring
from domain.games.yedo.printed.modifier_words import Closed
from domain.games.yedo.printed.parts import Lasting
from domain.games.yedo.verbs.moves import KeepCard
from domain.kernel.audience import SPECTATOR
from tests.domain.games.yedo.clan_powers import CLAN
from tests.domain.games.yedo.game import RULES, Position, opened

KEPT = ("duplicitous", "wealthy", "wise", "tenacious", "seaworthy")
"""The powers that the players keep, in drafting order."""
FAVORS = ("money", "blessing", "bonus", "action")
"""The Favors that they take; the last player takes the one that is left."""
CLOSED = Lasting("the-harbor-is-shut", (0, 1, 2, 3, 4), "round", (Closed(districts=("harbor",)),))


def drafted() -> Position:
    """Return a game of five in which the players could keep these powers, at the choice of the Favors."""
    for seed in range(1, 400):
        game = opened(5, seed, **CLAN, teahouse=True)
        for number, power in enumerate(KEPT):
            seat = game.state.order[4 - number]
            assert game.asks() == [(seat, "ChoosePower")]
            if KeepPower(power) not in game.offered(seat):
                break
            game = game.when(seat, KeepPower(power))
        else:
            return game
    raise AssertionError


@pytest.mark.clause("yedo.clan.draft", "yedo.clan.draft-end", "yedo.clan.setup-conflict-timing")
@pytest.mark.clause("yedo.clan.wise-auction", "yedo.clan.tenacious-discount", "yedo.clan.seaworthy-mission")
def test_five_players_with_five_of_the_six_powers() -> None:
    game = drafted()
    assert game.state.clans.draft is not None
    assert game.state.clans.draft.hand == ("generous",)
    assert RULES.view(game.state, SPECTATOR).seats[0].power is None
    seaworthy, tenacious, wise, wealthy, duplicitous = order = game.state.order

    for seat, favor in zip(order[::-1], FAVORS, strict=False):
        assert game.asks() == [(seat, "PickFavor")]
        game = game.when(seat, TakeFavor(favor))
    assert [game.state.clans.powers[seat] for seat in order] == [*KEPT[::-1]]
    game.then(duplicitous, mon=12 + 3 + 7, house=3, reserve=1).then(wealthy, mon=12 + 14, blessings=True)

    assert game.asks() == [(wise, "KeepOne")]
    looked = game.state.stacks.looking.cards
    assert len(looked) == 5
    game = game.when(wise, KeepCard(looked[0])).then(wise, bonus=(looked[0],))
    assert game.state.pile("bonus").size == 31 - 1
    game = game.when(tenacious, KeepCard(game.state.stacks.looking.cards[0]))
    game = game.when(seaworthy, game.any_move())
    assert game.state.turns.phase == "bidding"

    bidding = Position(game.state).asking(BiddingPhase()).running()
    for seat in order:
        bidding = bidding.when(seat, StayIn() if seat in (tenacious, wise) else DropOut())
    before = bidding.state.belongings.mon[tenacious]
    bidding = bidding.when(tenacious, Announce("disciples")).when(wise, Pass())
    bidding.citing("yedo.bidding.all-pass", AuctionWon)
    assert bidding.of_type(MonPaid) == [MonPaid("yedo.bidding.all-pass", tenacious, 2)]
    bidding.then(tenacious, mon=before - 2)

    assigning = game.with_state(phase="assign", lasting=(CLOSED,)).asking(AssignPhase()).running()
    assert Place("harbor-1") not in assigning.offered(seaworthy)
    acting = assigning.when(seaworthy, Place("seaworthy")).with_state(phase="actions").having(seaworthy, mon=15)
    acting = acting.asking(ActionPhase()).running()
    acting.when(seaworthy, Perform("seaworthy", "church")).refused("yedo.clan.seaworthy-no-other-actions")
    acting.when(seaworthy, Perform("seaworthy", "luxury-14")).then(seaworthy, mon=1, points=1 + 6)

    church = game.with_state(phase="actions", church=3).having(seaworthy, mon=0).placed(("harbor-1", seaworthy))
    church.asking(ActionPhase()).running().when(seaworthy, Perform("harbor-1", "church")).then(seaworthy, mon=5)


@pytest.mark.clause("yedo.clan.tenacious-discount", "yedo.ruling.tenacious-costs")
def test_the_tenacious_may_bid_one_more_than_the_purse_holds() -> None:
    game = drafted()
    tenacious = game.state.order[1]
    for seat, favor in zip(game.state.order[::-1], FAVORS, strict=False):
        game = game.when(seat, TakeFavor(favor))
    while game.state.turns.phase is None:
        game = game.when(game.asked_seat(), game.any_move())
    game = game.having(tenacious, mon=5).asking(BiddingPhase()).running()
    for seat in game.state.order:
        game = game.when(seat, StayIn() if seat in game.state.order[:2] else DropOut())
    game = game.when(game.state.order[0], Announce("missions"))
    game.when(tenacious, Bid(7)).refused("yedo.bidding.no-overbid")
    game = game.when(tenacious, Bid(6)).when(game.state.order[0], Pass())
    game.then(tenacious, mon=0)


@pytest.mark.clause("yedo.clan.generous-end", "yedo.end.generous")
def test_at_the_end_the_generous_scores_for_the_annexes() -> None:
    game = opened(2, **CLAN)
    while game.state.turns.phase is None:
        game = game.when(game.asked_seat(), game.any_move())
    game = game.with_state(powers=("generous", "wise"), phase="actions", round=8, mon=(0, 0), blackmail=(0, 0))
    game = game.with_state(bonus=((), ()), actions=((), ())).having(0, annexes=("dojo", "yashiki"))
    points = game.state.scoring.points
    assert game.asking(FinalScoring()).running().state.scoring.points == (points[0] + 4, points[1])
