"""Drawing moves from families that cannot be listed."""

from __future__ import annotations

from random import Random

import msgspec

from domain.kernel.audience import Public
from domain.kernel.choice import Move, Several, Template
from kifu.fuzzing.families import FAMILY, MOST_DRAWN, draw_family


class Swap(Move, frozen=True):
    to: Public[int]
    coins: Public[int]
    give: Public[tuple[str, ...]]
    want: Public[tuple[int, ...]]


class Bid(Move, frozen=True):
    coins: Public[int]


BELONGINGS = {1: (2, 3, 4), 2: (2,), 3: ()}
TEMPLATE = Template(
    "swap",
    {"to": (1, 3), "coins": (0, 12)},
    sets={"give": Several(("bow", "bow", "sword"), 0, 3), "want": Several((2, 2, 3, 4), 0, 3)},
)


def allows(move: Move) -> bool:
    """Accepts offers in which both give something, and the partner owns what is wanted."""
    assert isinstance(move, Swap)
    assert TEMPLATE.fits(move), "only moves of the family are drawn"
    owned = list(BELONGINGS[move.to])
    return bool(move.give or move.coins) and bool(move.want) and all(number in owned for number in set(move.want))


def decode(raw: bytes) -> Move:
    return msgspec.json.decode(raw, type=Swap)


def decode_bid(raw: bytes) -> Move:
    return msgspec.json.decode(raw, type=Bid)


def test_offers_are_drawn_until_enough_of_them_are_legal() -> None:
    partners = set()
    for seed in range(50):
        drawn = draw_family(TEMPLATE, decode, allows, Random(seed))
        assert len(set(drawn)) == FAMILY
        assert all(map(allows, drawn))
        partners |= {move.to for move in drawn if isinstance(move, Swap)}
    assert partners == {1, 2}


def test_a_family_without_a_legal_move_is_given_up() -> None:
    tried: list[Move] = []

    def refuses(move: Move) -> bool:
        tried.append(move)
        return False

    assert draw_family(TEMPLATE, decode, refuses, Random(1)) == []
    assert len(tried) == MOST_DRAWN


def test_the_bounds_of_numbers_are_always_drawn() -> None:
    bids = draw_family(Template("bid", {"coins": (2, 900)}), decode_bid, lambda _: True, Random(1))
    assert {Bid(2), Bid(900)} < set(bids)
    assert all(isinstance(bid, Bid) and 2 <= bid.coins <= 900 for bid in bids)
