"""Passive modifiers of a seat: those of its Annexes, Clan Power and Character, and lasting ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from domain.games.yedo.facts.base import mon
from domain.games.yedo.printed.modifier_words import (
    Closed,
    CostLess,
    DrawMore,
    Forbids,
    Income,
    Limit,
    Modifier,
    OwnSpace,
    RivalAnnexes,
    WinsTies,
)
from domain.games.yedo.printed.parts import Figure, Lasting
from domain.games.yedo.printed.terms import Asset, Cost, IncomeSource, Prohibition
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.in_play import InPlay
from domain.kernel.errors import IllegalMove
from domain.kernel.language import Later, later, say

M = TypeVar("M", bound=Modifier)


def modifiers(state: YedoState, seat: int, kind: type[M]) -> list[M]:
    """List the modifiers of a kind that apply to a seat: from its Annexes, from modules, and lasting ones."""
    content = state.content
    found: list[M] = []
    assert isinstance(content, InPlay)
    for annex in state.belongings.annexes[seat]:
        found += [modifier for modifier in content.annexes[annex].modifiers if isinstance(modifier, kind)]
    for source in content.sources:
        found += [modifier for modifier in source(state, seat) if isinstance(modifier, kind)]
    if state.playing.lasting:
        found += [modifier for _, modifier in lasting(state, seat, kind)]
    return found


def of_figure(state: YedoState, figure: Figure | None, kind: type[M]) -> Iterator[M]:
    """Yield the modifiers of a kind that apply to a single figure: when it is activated, or on its space."""
    if figure is not None and figure in state.content.specialists:
        for modifier in state.content.specialists[figure].personal:
            if isinstance(modifier, kind):
                yield modifier


def lasting(state: YedoState, seat: int, kind: type[M]) -> Iterator[tuple[Lasting, M]]:
    """Yield the lasting modifiers of a kind for a seat, each with its source."""
    for held in state.playing.lasting:
        if seat in held.seats:
            for modifier in held.modifiers:
                if isinstance(modifier, kind):
                    yield held, modifier


def price(state: YedoState, seat: int, cost: Cost, amount: int) -> int:
    """Return what a seat pays for a printed price of `amount`, never below 0.

    A Kobudo-Ryu makes Weapons at the Market cheaper (yedo.annex.kobudo-passive).
    """
    return max(amount - discount(state, seat, cost), 0)


def discount(state: YedoState, seat: int, cost: Cost) -> int:
    """Return a seat's discount on a cost (yedo.ruling.tenacious-costs)."""
    return sum(
        modifier.by
        for modifier in modifiers(state, seat, CostLess)
        if modifier.of in (cost, "any") and modifier.except_phase != state.turns.phase
    )


def income(state: YedoState, seat: int, source: IncomeSource, amount: int) -> int:
    """Return the Mon that a seat gets from a source that gives `amount`, never below 0."""
    more = sum(modifier.by for modifier in modifiers(state, seat, Income) if modifier.of in (source, "any"))
    return max(amount + more, 0)


def limit(state: YedoState, seat: int, asset: Asset) -> int:
    """Return how many assets of a type a seat may own; of each kind of Annex it may own one."""
    limits = state.content.limits
    printed = {
        "action-card": limits.action_cards,
        "bonus-card": limits.bonus_cards,
        "weapon": limits.weapons,
        "geisha": limits.geishas,
        "blessing": limits.blessing,
        "mission": limits.missions,
    }
    return printed[asset] + sum(found.by for found in modifiers(state, seat, Limit) if found.of == asset)


def disciple_limit(state: YedoState, seat: int) -> int:
    """Return how many figures a seat may have outside the Reserve."""
    more = sum(found.by for found in modifiers(state, seat, Limit) if found.of == "disciple")
    return state.content.limits.disciples + more


def is_forbidden(state: YedoState, seat: int, what: Prohibition) -> bool:
    """Return whether an Event or a card forbids something to a seat."""
    if not state.playing.lasting:
        return False
    return any(found.what == what for _, found in lasting(state, seat, Forbids))


def closed_spaces(state: YedoState, seat: int) -> set[str]:
    """Return the spaces of the board that Events and cards close to a seat."""
    closed: set[str] = set()
    for _, found in lasting(state, seat, Closed):
        closed.update(found.spaces, *(state.content.spaces_of[district] for district in found.districts))
    return closed


def looked_at(state: YedoState, seat: int, count: int) -> int:
    """Return how many cards or Weapons a seat that draws `count` looks at (yedo.clan.wise-draw)."""
    return count + sum(modifier.look for modifier in modifiers(state, seat, DrawMore))


def wins_ties(state: YedoState, seat: int) -> bool:
    """Return whether a seat wins ties (yedo.clan.wealthy-ties, yedo.ruling.wealthy-ties)."""
    return bool(state.clans.powers and modifiers(state, seat, WinsTies))


def own_spaces(state: YedoState, seat: int) -> list[OwnSpace]:
    """List the private spaces of a seat (yedo.clan.seaworthy-location)."""
    return modifiers(state, seat, OwnSpace) if state.clans.powers else []


def counts_rival_annexes(state: YedoState, seat: int) -> bool:
    """Return whether the Annexes of opponents count as a seat's own for Missions (yedo.clan.generous-annexes)."""
    return bool(state.clans.powers and modifiers(state, seat, RivalAnnexes))


def too_dear(state: YedoState, seat: int, cost: Cost, printed: int, clause: str) -> IllegalMove | None:
    """Return the refusal if a seat cannot afford a printed price after discounts."""
    due, purse = price(state, seat, cost, printed), state.belongings.mon[seat]
    if due <= purse:
        return None
    why = later("This costs {mon}, and you have {mon2}.", mon=Later(mon, due), mon2=Later(mon, purse))
    return IllegalMove(clause, why)


def forbidden(state: YedoState, seat: int, what: Prohibition) -> IllegalMove | None:
    """Return the refusal if the Event of the round or a card forbids something to a seat."""
    if not is_forbidden(state, seat, what):
        return None
    return IllegalMove("yedo.event.duration", say("The Event forbids this for now."))
