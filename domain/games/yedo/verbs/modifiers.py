"""Passive modifiers of a seat: those of its Annexes, Clan Power and Character, and lasting ones."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.facts.base import mon
from domain.games.yedo.printed.modifier_words import OwnSpace
from domain.games.yedo.printed.modifiers import Limited, Modifier, Modifiers
from domain.games.yedo.printed.parts import Figure, Lasting
from domain.games.yedo.printed.terms import Asset, Cost, IncomeSource, Prohibition
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.in_play import InPlay
from domain.kernel.errors import IllegalMove
from domain.kernel.language import Later, later, say


def modifiers(state: YedoState, seat: int) -> list[Modifier]:
    """List the modifiers that apply to a seat: from its Annexes, from modules, and lasting ones."""
    content = state.content
    found: list[Modifier] = []
    assert isinstance(content, InPlay)
    for annex in state.belongings.annexes[seat]:
        found += content.annexes[annex].modifiers
    for source in content.sources:
        found += source(state, seat)
    if state.playing.lasting:
        found += [modifier for _, modifier in lasting(state, seat)]
    return found


def of_figure(state: YedoState, figure: Figure | None) -> Modifiers:
    """Return the modifiers that apply to a single figure: when it is activated, or on its space."""
    if figure is None or figure not in state.content.specialists:
        return ()
    return state.content.specialists[figure].personal


def lasting(state: YedoState, seat: int) -> Iterator[tuple[Lasting, Modifier]]:
    """Yield the lasting modifiers of a seat, each with its source."""
    for held in state.playing.lasting:
        if seat in held.seats:
            for modifier in held.modifiers:
                yield held, modifier


def price(state: YedoState, seat: int, cost: Cost, amount: int) -> int:
    """Return what a seat pays for a printed price of `amount`, never below 0.

    A Kobudo-Ryu makes Weapons at the Market cheaper (yedo.annex.kobudo-passive).
    """
    return max(amount - discount(state, seat, cost), 0)


def discount(state: YedoState, seat: int, cost: Cost) -> int:
    """Return a seat's discount on a cost (yedo.ruling.tenacious-costs)."""
    phase = state.turns.phase
    return sum([found.discount(cost, phase) for found in modifiers(state, seat)])


def income(state: YedoState, seat: int, source: IncomeSource, amount: int) -> int:
    """Return the Mon that a seat gets from a source that gives `amount`, never below 0."""
    more = sum([found.extra_income(source) for found in modifiers(state, seat)])
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
    return printed[asset] + _extra(state, seat, asset)


def disciple_limit(state: YedoState, seat: int) -> int:
    """Return how many figures a seat may have outside the Reserve."""
    return state.content.limits.disciples + _extra(state, seat, "disciple")


def _extra(state: YedoState, seat: int, asset: Limited) -> int:
    return sum([found.extra_limit(asset) for found in modifiers(state, seat)])


def is_forbidden(state: YedoState, seat: int, what: Prohibition) -> bool:
    """Return whether an Event or a card forbids something to a seat."""
    if not state.playing.lasting:
        return False
    return any(found.forbids(what) for _, found in lasting(state, seat))


def closed_spaces(state: YedoState, seat: int) -> set[str]:
    """Return the spaces of the board that Events and cards close to a seat."""
    closed: set[str] = set()
    for _, found in lasting(state, seat):
        if found.is_closure:
            closed.update(found.closed_spaces)
            closed.update(*(state.content.spaces_of[district] for district in found.closed_districts))
    return closed


def looked_at(state: YedoState, seat: int, count: int) -> int:
    """Return how many cards or Weapons a seat that draws `count` looks at (yedo.clan.wise-draw)."""
    return count + sum([found.extra_drawn for found in modifiers(state, seat)])


def wins_ties(state: YedoState, seat: int) -> bool:
    """Return whether a seat wins ties (yedo.clan.wealthy-ties, yedo.ruling.wealthy-ties)."""
    return bool(state.clans.powers) and any(found.wins_ties for found in modifiers(state, seat))


def own_spaces(state: YedoState, seat: int) -> list[OwnSpace]:
    """List the private spaces of a seat (yedo.clan.seaworthy-location)."""
    if not state.clans.powers:
        return []
    spaces = state.content.own_spaces
    return [spaces[found.own_space] for found in modifiers(state, seat) if found.own_space]


def counts_rival_annexes(state: YedoState, seat: int) -> bool:
    """Return whether the Annexes of opponents count as a seat's own for Missions (yedo.clan.generous-annexes)."""
    return bool(state.clans.powers) and any(found.counts_rival_annexes for found in modifiers(state, seat))


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
