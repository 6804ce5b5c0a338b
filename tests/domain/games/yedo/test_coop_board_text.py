"""The board of Shogun Must Die tells future prices and the Errands."""

from __future__ import annotations

import pytest

from tests.domain.games.yedo.coop_games import coop
from tests.domain.games.yedo.views.test_coop_view import FREE, board, drawn, flat


@pytest.mark.clause("yedo.coop.bid-price-range", "yedo.coop.bid-interference", "yedo.coop.bid-carpenter-coins")
def test_before_the_stakes_the_board_shows_what_prices_can_become() -> None:
    for colour, most in (("green", 2), ("yellow", 3), ("red", 3)):
        game = coop(2, stack=(colour, "red"))
        text = flat(drawn(game))
        assert f"Action Cards 3-{3 + most}, " in text
        assert f"Annexes 5-{5 + most}, " in text
    game = coop(2, stack=("green", "red"), coins=2)
    game = game.with_state(track=(2, 0, 1))
    text = flat(drawn(game))
    assert "Action Cards 3-5 +1, " in text
    assert "Annexes 5-7 +3, " in text


@pytest.mark.clause("yedo.coop.bid-price-range")
def test_an_emperor_card_that_was_completed_leaves_the_range_of_the_next_one_or_no_price() -> None:
    assert "Annexes 5-7, " in flat(drawn(coop(2, errands=(FREE,), stack=("green",))))
    last = coop(2, errands=(FREE,), stack=())
    assert "For bids Action Cards, Bonus Cards, " in flat(drawn(last))
    assert "?" not in "".join(line for line in drawn(last).splitlines() if line.startswith("For bids"))


def test_the_current_errand_says_again_what_it_needs_and_what_is_at_stake() -> None:
    upcoming, current = (drawn(coop(2, **{place: FREE})) for place in ("upcoming", "current"))
    card = board(coop(2, current=FREE)).current
    assert card is not None
    assert f"- Needed in this round: {card.errand.text}" in flat(current)
    assert f"- Otherwise the penalty strikes: {card.penalty}" in flat(current)
    assert f"- Errand: {card.errand.text}" in flat(upcoming)
    shared = {line for line in current.splitlines() if line.startswith("    - ")} & set(upcoming.splitlines())
    assert not {line for line in shared if "strikes" in line or "Needed" in line}
