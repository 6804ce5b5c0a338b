"""Needs: whether a seat meets them, what is missing, and giving up what they cost.

Whether a need is met is always public, since only the number of cards in hand counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.games.yedo.effects.losing import owned
from domain.games.yedo.printed.needs import ANY, AnyNeed, Claims, Need, Needs
from domain.games.yedo.printed.terms import Cost, Losable
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.fact import kebab_case
from domain.kernel.language import say


class CardNeed(
    msgspec.Struct,
    Need[YedoState, YedoTable, Deed],
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="need",
    tag=kebab_case,
):
    """The base of the needs of Yedo's cards, which content names by their tags: `need = "weapon"`."""

    def name_missing(self) -> str:
        return say("something that the card asks for")


def lacking(needs: Needs, state: YedoState, deed: Deed, cost: Cost = "any") -> AnyNeed | None:
    """Return the first need that the deed's owner does not meet in addition to the earlier ones, or None."""
    return next(missing(needs, state, deed.owner, cost), None)


def meets(needs: Needs, state: YedoState, seat: int) -> bool:
    """Return whether a seat meets all needs of a card or task, without paying them."""
    return next(missing(needs, state, seat), None) is None


def missing(needs: Needs, state: YedoState, seat: int, cost: Cost = "any") -> Iterator[AnyNeed]:
    """Yield the needs that a seat does not meet, each with the missing number in place of the needed one.

    One thing meets one need: two needs for a Weapon take two Weapons, and prices add up. Whether a Specialist is
    activated is not a matter of the seat: `requirements` checks it.
    """
    claims = Claims()
    for need in needs:
        short = need.count_missing(state, seat, cost, claims)
        if short > 0:
            yield need.with_number(short)


def give(table: YedoTable, deed: Deed, needs: Needs, cost: Cost = "any") -> None:
    """Make the deed's owner, who meets all needs, give up what they cost: Mon, a Blessing, spent Weapons, discards.

    If there is a choice of what to give up, puts questions on the agenda.
    """
    for need in needs:
        need.give(table, deed, cost)


def claim(state: YedoState, owners: Sequence[int], claims: Claims, thing: tuple[Losable, str], count: int) -> int:
    """Claim things of a type and kind for these seats, and count how many they lack in addition to earlier claims.

    The Annexes of opponents can count as a seat's own (yedo.clan.generous-annexes).
    """
    what, kind = thing
    total = claims.things[what, ""] + count
    short = total - sum(owned(state, each, what) for each in owners)
    if kind != ANY:
        of_kind = claims.things[thing] + count
        short = max(short, of_kind - sum(owned(state, each, what, kind) for each in owners))
        claims.things[thing] = of_kind
    claims.things[what, ""] = total
    return min(short, count)
