"""Piles: what comes next, who knows which positions, and what a re-deal for a viewer may change."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.kernel.audience import ARBITER, SPECTATOR, seat_viewer
from domain.kernel.chance import EVERYONE, NOBODY, Chance
from domain.kernel.pile import Known, Pile
from tests.support.purposes import declared

DRAW = declared("draw", "pile", NOBODY)

SEED = bytes(range(32))
FULL = Pile(
    over=(Known("a", (0,)), Known("b", (0, 1))),
    packet=("p", "q"),
    rest=("r", "r", "s"),
    under=(Known("y", EVERYONE), Known("z", (1,))),
)


def chance(step: int = 1) -> Chance:
    return Chance(SEED, step)


def test_a_pile_runs_out_from_the_arranged_cards_to_those_laid_under_in_their_order() -> None:
    drawn = FULL.pick(chance(), DRAW, 100)
    assert drawn[:2] == ("a", "b")
    assert sorted(drawn[2:4]) == ["p", "q"]
    assert sorted(drawn[4:7]) == ["r", "r", "s"]
    assert drawn[7:] == ("y", "z")
    assert FULL.without_top(*drawn) == Pile()
    assert Pile().pick(chance(), DRAW) == () == Pile().top_pool


def test_the_next_card_is_one_of_the_topmost_part() -> None:
    pools = [FULL.without_top(*FULL.pick(chance(), DRAW, taken)).top_pool for taken in (0, 1, 2, 4, 7, 8)]
    assert pools == [("a",), ("b",), ("p", "q"), ("r", "r", "s"), ("y",), ("z",)]


def test_every_card_of_an_unordered_part_is_as_likely_as_its_copies() -> None:
    pile = Pile(rest=("r", "r", "s"))
    firsts = Counter(pile.pick(chance(step), DRAW)[0] for step in range(3_000))
    assert firsts["r"] == pytest.approx(2_000, abs=100)


def test_a_card_with_a_fixed_place_costs_no_outcome_and_no_index_is_shown() -> None:
    used = chance()
    FULL.pick(used, DRAW, 100)
    assert [(drawn.below, drawn.seen_by) for drawn in used.outcomes] == [(n, NOBODY) for n in (2, 1, 3, 2, 1)]


def test_picking_changes_nothing_and_what_was_picked_comes_off_in_that_order_only() -> None:
    picked = FULL.pick(chance(), DRAW, 3)
    left = FULL.without_top(*picked)
    assert (left.size, FULL.size) == (6, 9)
    assert left.cards == ("p" if picked[2] == "q" else "q", "r", "r", "s", "y", "z")
    with pytest.raises(ValueError, match="b cannot be the top card"):
        FULL.without_top("b", "a")
    with pytest.raises(ValueError, match="z cannot be the top card"):
        Pile(rest=("r",), under=(Known("z"),)).without_top("z")


def test_whoever_looks_at_the_next_cards_knows_them_where_they_lie() -> None:
    seen = FULL.look(("a", "b", "q", "p"), (1,))
    assert seen.over == (Known("a", (0, 1)), Known("b", (0, 1)), Known("q", (1,)), Known("p", (1,)))
    assert (seen.packet, seen.rest, seen.under) == ((), FULL.rest, FULL.under)
    assert seen.look(("a",), EVERYONE).over[0] == Known("a", EVERYONE)
    with pytest.raises(ValueError, match="q cannot be the top card"):
        FULL.look(("q",), (1,))


def test_a_look_that_reaches_the_cards_laid_under_keeps_what_others_know_of_them() -> None:
    pile = Pile(rest=("r",), under=(Known("y", (0,)), Known("z", (0,))))
    seen = pile.look(("r", "y"), (1,))
    assert seen == Pile(over=(Known("r", (1,)), Known("y", (0, 1))), under=(Known("z", (0,)),))


def test_only_who_arranges_cards_knows_their_order() -> None:
    arranged = FULL.without_top("a", "b").arrange(("b", "a"), (1,))
    assert arranged.over == (Known("b", (1,)), Known("a", (1,)))
    assert arranged.known_to(seat_viewer(0)) == ("y",)


def test_cards_laid_under_come_last_and_are_known_to_who_laid_them() -> None:
    pile = Pile(rest=("r",)).lay_under(("x", "w"), (2,)).lay_under(("v",), EVERYONE)
    assert pile.pick(chance(), DRAW, 9) == ("r", "x", "w", "v")
    assert [known.shown(seat_viewer(2)) for known in pile.under] == ["x", "w", "v"]
    assert [known.shown(SPECTATOR) for known in pile.under] == [None, None, "v"]


def test_a_card_shuffled_into_the_top_cards_is_one_of_the_next_and_may_be_any_of_them() -> None:
    deck = Pile(rest=tuple("abcdefgh"))
    places: Counter[int] = Counter()
    for step in range(2_000):
        drawing = chance(step)
        pile = deck.shuffle_into_top("X", deck.pick(drawing, DRAW, 3))
        assert (len(pile.packet), len(pile.rest)) == (4, 5)
        places[pile.pick(drawing, DRAW, 4).index("X")] += 1
    assert sorted(places) == [0, 1, 2, 3]
    assert all(count == pytest.approx(500, abs=80) for count in places.values())


def test_a_packet_is_refused_where_other_cards_than_the_rest_would_lie_below_it() -> None:
    with pytest.raises(ValueError, match="a packet can be made only"):
        FULL.shuffle_into_top("X", ("a",))
    with pytest.raises(ValueError, match="a packet can be made only"):
        FULL.shuffle_into_top("X", ("a", "b", "p"))
    assert FULL.shuffle_into_top("X", ("a", "b", "p", "q")).packet == ("X", "a", "b", "p", "q")


def test_a_viewer_knows_the_cards_seen_and_those_that_everyone_saw() -> None:
    known = {viewer: FULL.known_to(viewer) for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1), seat_viewer(0, 1))}
    assert list(known.values()) == [("y",), ("a", "b", "y"), ("b", "y", "z"), ("a", "b", "y", "z")]
    for viewer, cards in known.items():
        assert sorted((*cards, *FULL.unknown_to(viewer))) == list(FULL.cards)


def test_a_deal_for_a_viewer_keeps_what_it_knows_and_deals_the_given_cards_to_the_other_places() -> None:
    dealt = FULL.redeal(seat_viewer(1), ("s", "a", "r", "q", "p", "n"))
    assert dealt == Pile(
        over=(Known("s"), Known("b", (1,))),
        packet=("a", "r"),
        rest=("n", "p", "q"),
        under=(Known("y", EVERYONE), Known("z", (1,))),
    )
    assert FULL.redeal(ARBITER, ("p", "q", "r", "r", "s")) == FULL
    with pytest.raises(ValueError, match="1 cards for 6 places"):
        FULL.redeal(seat_viewer(1), ("s",))
