"""Templates: families of moves that are too large to list."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.audience import Private, Public
from domain.kernel.choice import Move, Several, Template


class Swap(Move, frozen=True):
    to: Public[int]
    give: Private[tuple[str, ...]]
    want: Public[tuple[int, ...]] = ()


class Take(Move, frozen=True):
    to: Public[int]


FAMILY = Template(
    "swap", {"to": (1, 3)}, sets={"give": Several(("bow", "bow", "sword"), 1, 2), "want": Several((5, 6), 0, 2)}
)


@pytest.mark.parametrize(
    ("move", "fits"),
    [
        (Swap(1, ("bow",)), True),
        (Swap(3, ("sword", "bow"), (6, 5)), True),
        (Swap(2, ("bow", "bow")), True),
        (Swap(4, ("bow",)), False),
        (Swap(1, ()), False),
        (Swap(1, ("bow", "bow", "sword")), False),
        (Swap(1, ("sword", "sword")), False),
        (Swap(1, ("spear",)), False),
        (Swap(1, ("bow",), (5, 5)), False),
        (Take(1), False),
    ],
    ids=[
        "one of what there is",
        "the order does not matter",
        "a value as often as it is there",
        "a number above the greatest",
        "fewer values than the least number",
        "more values than the greatest number",
        "a value more often than it is there",
        "a value that is not there",
        "a number more often than it is there",
        "another move",
    ],
)
def test_a_move_fits_a_template_within_its_bounds_and_sets(move: Move, fits: bool) -> None:
    assert FAMILY.fits(move) is fits


def test_a_template_without_sets_says_so() -> None:
    assert msgspec.json.encode(Template("bid", {"coins": (1, 4)})) == (
        b'{"type":"bid","bounds":{"coins":[1,4]},"note":"","sets":{},"seats":[]}'
    )
