"""The general rules of Shogun Must Die: what changes hands, who the opponents are, and Foresight."""

from __future__ import annotations

import pytest

from domain.games.yedo.effects.combining import For
from domain.games.yedo.effects.goods import Mon
from domain.games.yedo.facts.goods import MonGained
from domain.games.yedo.phases.acting import NextToAct, Perform
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.phases.offers import OfferTrade
from domain.games.yedo.state import annex_space
from domain.games.yedo.verbs.asking import deed_of
from domain.games.yedo.verbs.measures import measure
from domain.games.yedo.verbs.moves import ChooseDeck
from tests.domain.games.yedo.coop_games import coop
from tests.domain.games.yedo.game import Position


def acting(game: Position, *where: tuple[str, int]) -> Position:
    """Put Disciples on spaces and begin to activate them."""
    return game.placed(*where).asking(NextToAct()).running()


@pytest.mark.clause("yedo.coop.exchange-only-trade")
def test_nothing_changes_hands_while_disciples_act() -> None:
    game = coop(2).having(0, weapons=("katana",))
    game = acting(game, ("tavern-1", 0), ("tavern-2", 1))
    game = game.asked((0, "Activate"))
    refused = game.when(0, OfferTrade(partner=1, weapons=("katana",), for_mon=5))
    assert refused.refusal is not None


@pytest.mark.clause("yedo.coop.opponents-meaning")
def test_opponents_are_the_other_players_and_never_the_daimyo() -> None:
    card = deed_of(0, "yedo.components.action-anatomy")
    game = coop(3).doing(card, For(whom="each-opponent", effects=(Mon(amount=2),)))
    game.then(0, mon=12).then(1, mon=14).then(2, mon=14)
    assert [fact.seat for fact in game.of_type(MonGained)] == [1, 2]


@pytest.mark.clause("yedo.coop.opponents-meaning")
def test_what_a_player_has_is_what_that_player_alone_has() -> None:
    state = coop(3).having(1, weapons=("katana", "yumi"), annexes=("dojo",), geishas=(1,)).state
    for subject in ("weapons", "annexes", "geishas"):
        assert [measure(state, seat, subject) for seat in range(3)][::2] == [0, 0], subject
        assert measure(state, 1, subject) > 0, subject


@pytest.mark.clause("yedo.coop.bid-interference")
def test_prices_beside_those_of_the_bidding_do_not_rise_while_the_daimyo_is_first() -> None:
    game = coop(2, track=(2, 0, 1)).having(0, mon=20).placed(("gates-1", 0), ("market-1", 0), ("red-light-1", 0))
    game = acting(game.selling("doku", None, None, None)).asked((0, "Activate"))
    game.when(0, Perform("gates-1", "recruit")).then(0, mon=20 - 7)
    game.when(0, Perform("market-1", "buy-weapon/1")).then(0, mon=20 - 8)
    game.when(0, Perform("red-light-1", "buy-action")).then(0, mon=20 - 4)


@pytest.mark.clause("yedo.ruling.no-events-to-foresee")
def test_foresight_looks_at_no_events() -> None:
    game = acting(coop(2).having(0, annexes=("karesansui",)), (annex_space(0, "karesansui"), 0), ("shogun", 1))
    game = game.when(0, Perform(annex_space(0, "karesansui"), "annex")).asked((0, "ChooseForesight"))
    decks = {move.deck for move in game.offered(0, ChooseDeck)}
    assert decks == {"action", "weapons", "bonus", "green", "yellow", "red", "black"}
    temple = acting(coop(2), ("temple-1", 0), ("shogun", 1)).when(0, Perform("temple-1", "foresight"))
    assert {move.deck for move in temple.offered(0, ChooseDeck)} == {"green", "yellow", "red", "black"}
    temple.when(0, ChooseDeck("events")).refused("yedo.ruling.no-events-to-foresee")


@pytest.mark.clause("yedo.ruling.no-events-to-foresee")
def test_no_foresight_changes_the_order_of_the_emperor_cards() -> None:
    game = acting(coop(2), ("temple-1", 0), ("shogun", 1))
    stack = game.state.coop_board.stack
    game = game.when(0, Perform("temple-1", "foresight"))
    for _ in range(9):
        if game.asks() == [(1, "Activate")]:
            break
        game = game.when(0, game.any_move())
    game.asked((1, "Activate"))
    assert game.state.coop_board.stack == stack


@pytest.mark.clause("yedo.coop.extra-player-setup")
def test_a_space_of_one_player_more_is_refused_when_it_is_taken_and_not_as_a_covered_one() -> None:
    game = coop(2, phase="assign").placed(("red-light-2", 1)).asking(AssignPhase()).running()
    taken = game.when(0, Place("red-light-2", "disciple"))
    assert "taken" in str(taken.refusal)
    covered = taken.refused("yedo.assign.one-per-space").when(0, Place("red-light-3", "disciple"))
    assert "from 3 players on" in str(covered.refusal)
