"""The needs of an Errand: which Disciples and assets of all players meet them, and who can give which part.

Needs are shared out item by item, with Mon last and in amounts. Equal items are given in Player Order, so no two ways
of sharing are equivalent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TypeAlias

import msgspec

from domain.games.yedo.effects import requirements
from domain.games.yedo.effects.belongings import PayMon
from domain.games.yedo.effects.requirements import missing_district
from domain.games.yedo.printed.emperor_entries import Errand
from domain.games.yedo.printed.needs import AnyNeed, Needs
from domain.games.yedo.printed.parts import Card, Placed, Refusal
from domain.games.yedo.printed.terms import District
from domain.games.yedo.state import YedoState, errand_space
from domain.games.yedo.verbs.modifiers import discount


class Share(msgspec.Struct, frozen=True, gc=False):
    """One item that an Errand needs, or a part of its Mon, and the seat that gives it."""

    seat: int
    need: AnyNeed


Shares: TypeAlias = tuple[Share, ...]
Seats: TypeAlias = tuple[int, ...]
"""Seats in Player Order."""


def errand_of(state: YedoState, card: Card) -> Errand:
    """Return the Errand of an Emperor Card, all that counts on a bonus card (yedo.ruling.bonus-errand-only)."""
    return state.content.emperor_cards[card].errand


def may_resolve(state: YedoState, placed: Placed, card: Card) -> bool:
    """Return whether a figure is positioned to be activated for an Errand, regardless of the Errand's needs.

    That is the space of the Errand, or any of its Districts if it has none; the Errand Boy resolves an Errand only from
    its space (yedo.coop.errand-own-space, yedo.coop.errand-boy-conflict).
    """
    errand = errand_of(state, card)
    if errand.space:
        return placed.space == errand_space(card)
    return placed.figure != "errand-boy" and state.district_of(placed.space) in errand.districts


def is_met(state: YedoState, seat: int, card: Card) -> bool:
    """Return whether the players together meet the needs of an Errand if a seat resolves it now."""
    return lacking_district(state, card) is None and lacking_need(state, contributors(state, seat, card), card) is None


def lacking_district(state: YedoState, card: Card, without: int | None = None) -> District | None:
    """Return a District in which the players have too few figures for an Errand, or None.

    The figures of all seats count, the Errand Boy too, but not those of the seat `without`
    (yedo.coop.errand-districts).
    """
    left_out = (state.daimyo, without)
    standing = [state.district_of(placed.space) for placed in state.pieces.placed if placed.seat not in left_out]
    return missing_district(standing, errand_of(state, card).districts)


def contributors(state: YedoState, seat: int, card: Card) -> tuple[int, ...]:
    """Return the seats that may give assets for an Errand that a seat resolves, in Player Order.

    These are that seat and all seats with a Disciple in a District of the Errand, even in the same one, unless they
    have refused (yedo.coop.errand-activator-contributes, yedo.coop.errand-many-in-district).
    """
    board = state.coop_board
    return tuple(each for each in on_the_spot(state, seat, card) if Refusal(each, card) not in board.refused)


def on_the_spot(state: YedoState, seat: int, card: Card) -> tuple[int, ...]:
    """Return the seats that could give assets for an Errand, willing or not, in Player Order."""
    districts = errand_of(state, card).districts
    there = {placed.seat for district in districts for placed in state.placed_in(district)}
    return tuple(each for each in state.order if each == seat or each in there)


def lacking_need(state: YedoState, among: Seats, card: Card) -> AnyNeed | None:
    """Return the first need of an Errand that these seats cannot meet together, or None."""
    needs = errand_of(state, card).needs
    things = list(_things(needs))
    for place, thing in enumerate(things, start=1):
        if not _can_share(state, among, _alike(things[:place], thing), ()):
            return thing
    owed = _mon_of(needs)
    return PayMon(amount=owed) if owed > sum(_most_mon(state, seat) for seat in among) else None


def next_thing(needs: Needs, shares: Shares) -> AnyNeed | None:
    """Return the next item to share out, or the Mon not yet covered; None if everything is shared out."""
    things = list(_things(needs))
    paid = [share.need.mon for share in shares if share.need.mon]
    given = len(shares) - len(paid)
    if given < len(things):
        return things[given]
    left = _mon_of(needs) - sum(paid)
    return PayMon(amount=left) if left else None


def givers(state: YedoState, among: Seats, needs: Needs, shares: Shares, thing: AnyNeed) -> Iterator[int]:
    """Yield the seats that can give the next item so that all later ones can still be given."""
    given = tuple(share for share in shares if share.need.pool == thing.pool)
    left = _alike(_things(needs), thing)[len(given) + 1 :]
    for seat in _able(state, among, thing, given):
        if _can_share(state, among, left, (*given, Share(seat, thing))):
            yield seat


def amounts(state: YedoState, among: Seats, owed: int, shares: Shares) -> Iterator[tuple[int, int]]:
    """Yield who can pay how much of the Mon owed so that later seats in Player Order can pay the rest."""
    asked = [share.seat for share in shares if share.need.mon]
    after = among[among.index(asked[-1]) + 1 :] if asked else among
    for place, seat in enumerate(after, start=1):
        rest = sum(_most_mon(state, other) for other in after[place:])
        for amount in range(max(owed - rest, 1), min(owed, _most_mon(state, seat)) + 1):
            yield seat, amount


def _can_share(state: YedoState, among: Seats, left: Needs, shares: Shares) -> bool:
    """Return whether these seats can give the rest, which is all alike, in addition to their shares."""
    if not left:
        return True
    thing, *more = left
    able = _able(state, among, thing, shares)
    return any(_can_share(state, among, tuple(more), (*shares, Share(seat, thing))) for seat in able)


def _able(state: YedoState, among: Seats, thing: AnyNeed, shares: Shares) -> Iterator[int]:
    """Yield the seats that have one more of what they already give; equal items go in Player Order."""
    first = among.index(shares[-1].seat) if shares and shares[-1].need == thing else 0
    for seat in among[first:]:
        own = tuple(share.need for share in shares if share.seat == seat)
        if requirements.missing_need(state, seat, (*own, thing), errand=True) is None:
            yield seat


def _things(needs: Needs) -> Iterator[AnyNeed]:
    """Return the items of needs one by one, without the Mon."""
    return chain.from_iterable(need.items() for need in needs)


def _mon_of(needs: Needs) -> int:
    return sum(need.mon for need in needs)


def _most_mon(state: YedoState, seat: int) -> int:
    """Return how much of a printed price a seat can cover, including its discount."""
    return max(state.belongings.mon[seat] + discount(state, seat, "mission"), 0)


def _alike(things: Iterable[AnyNeed], thing: AnyNeed) -> Needs:
    """Return the items that a seat would give from the same assets."""
    return tuple(each for each in things if each.pool == thing.pool)
