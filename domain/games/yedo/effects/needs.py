"""Needs: whether a seat meets them, what is missing, and giving up what they cost.

What meets a need is always public: of cards in hand only the number counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from domain.games.yedo.effects.losing import Losable, give_up, owned
from domain.games.yedo.printed.need_words import (
    AnyNeed,
    AtLeast,
    AtMost,
    Discard,
    GiveBlessing,
    HasAnnex,
    HasGeisha,
    HasWeapon,
    InDistrict,
    IsSpecialist,
    MostOf,
    Needs,
    OnAnnex,
    PayMon,
)
from domain.games.yedo.printed.terms import Cost
from domain.games.yedo.state import YedoState, annex_on, is_rival
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.measures import measure
from domain.games.yedo.verbs.modifiers import counts_rival_annexes, price, wins_ties
from domain.games.yedo.verbs.table import YedoTable

ANY = "any"


def lacking(needs: Needs, state: YedoState, deed: Deed, cost: Cost = "any") -> AnyNeed | None:
    """Return the first need that the deed's owner does not meet beside those before it, or None."""
    return next(missing(needs, state, deed.owner, cost), None)


def meets(needs: Needs, state: YedoState, seat: int) -> bool:
    """Return whether a seat meets all needs of a card or task, without paying them."""
    return next(missing(needs, state, seat), None) is None


def missing(needs: Needs, state: YedoState, seat: int, cost: Cost = "any") -> Iterator[AnyNeed]:
    """Yield the needs that a seat does not meet, each with the number that is missing in place of the number needed.

    One thing meets one need: two needs of a Weapon take two Weapons, and several prices add up. That a Specialist is
    activated is not for a seat to meet, but for the Mission to see (`requirements`).
    """
    used: Counter[tuple[Losable, str]] = Counter()
    mon = 0
    for need in needs:
        match need:
            case HasWeapon():
                short = _short(state, seat, used, "weapon", need.kind, need.count)
            case HasAnnex():
                rivals = cost == "mission" and counts_rival_annexes(state, seat)
                short = _short(state, seat, used, "annex", need.kind, need.count, rivals)
            case HasGeisha():
                short = _short(state, seat, used, "geisha", ANY, need.count)
            case GiveBlessing():
                short = _short(state, seat, used, "blessing", ANY, 1)
            case Discard():
                short = _short(state, seat, used, need.what, ANY, need.count)
            case PayMon():
                before, mon = mon, mon + price(state, seat, cost, need.amount)
                short = mon - max(state.belongings.mon[seat], before)
            case IsSpecialist():
                short = 1
            case _:
                short = 0 if _holds(need, state, seat) else 1
        if short > 0:
            yield _of_number(need, short)


def give(table: YedoTable, deed: Deed, needs: Needs, cost: Cost = "any") -> None:
    """Give up what needs cost the deed's owner, who meets them all: Mon, a Blessing, spent Weapons, discards.

    Puts questions on the agenda where there is a choice of what to give up.
    """
    owner = deed.owner
    for need in needs:
        match need:
            case PayMon():
                table.pay_price(owner, cost, need.amount)
            case GiveBlessing():
                table.give_blessing(owner)
            case Discard():
                give_up(table, deed, need.what, need.count)
            case HasWeapon(spent=True):
                give_up(table, deed, "weapon", need.count, "choice" if need.kind == ANY else need.kind)


def _short(
    state: YedoState,
    seat: int,
    used: Counter[tuple[Losable, str]],
    what: Losable,
    kind: str,
    count: int,
    rivals: bool = False,
) -> int:
    """Count how many things are missing for a need beside the needs before it, and note it in `used`.

    With `rivals` what opponents own counts as well (yedo.clan.generous-annexes).
    """
    owners = range(state.seats) if rivals else (seat,)
    total = used[what, ""] + count
    short = total - sum(owned(state, each, what) for each in owners)
    if kind != ANY:
        of_kind = used[what, kind] + count
        short = max(short, of_kind - sum(owned(state, each, what, kind) for each in owners))
        used[what, kind] = of_kind
    short = min(short, count)
    used[what, ""] = total
    return short


def _holds(need: InDistrict | OnAnnex | AtLeast | AtMost | MostOf, state: YedoState, seat: int) -> bool:
    match need:
        case InDistrict():
            return len(state.placed_in(need.district, seat)) >= need.count
        case OnAnnex():
            there = (p.space for p in state.placed_by(seat) if annex_on(p.space) == need.annex)
            return any(is_rival(seat, space) == (need.of == "opponent") for space in there)
        case AtLeast():
            return measure(state, seat, need.measure, need.of) >= need.count
        case AtMost():
            return measure(state, seat, need.measure, need.of) <= need.count
        case MostOf():
            own = measure(state, seat, need.measure, need.of)
            others = (measure(state, other, need.measure, need.of) for other in range(state.seats) if other != seat)
            strict = need.strict and not wins_ties(state, seat)
            return all(own > other or (own == other and not strict) for other in others)
        case _:
            assert_never(need)


def _of_number(need: AnyNeed, number: int) -> AnyNeed:
    """Return a need of a thing with another number of it; other needs stay as they are."""
    match need:
        case HasWeapon() | HasAnnex() | HasGeisha() | Discard():
            return need if need.count == number else replace(need, count=number)
        case PayMon():
            return replace(need, amount=number)
        case _:
            return need
