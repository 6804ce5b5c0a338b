"""The measures of a seat: what cards count and compare."""

from __future__ import annotations

from typing import get_args

from domain.games.yedo.printed.entries import MissionSet
from domain.games.yedo.printed.terms import ANNEXES, CATEGORIES, COLOURS, DISTRICTS, WEAPONS, Measure
from domain.games.yedo.state import YedoState

KINDS: dict[Measure, tuple[str, ...]] = {
    "weapons": WEAPONS,
    "annexes": ANNEXES,
    "missions-held": COLOURS,
    "missions-done": (*CATEGORIES, *COLOURS, *get_args(MissionSet)),
    "disciples-in": ("any", *DISTRICTS),
}
"""The allowed values of `of` for each measure; it stays empty for measures not listed."""


def measure(state: YedoState, seat: int, what: Measure, of: str = "") -> int:
    """Measure something of a seat; `of` names a kind, a category or colour of Missions, or a District ("" for all)."""
    match what:
        case "prestige":
            return state.scoring.points[seat]
        case "mon":
            return state.belongings.mon[seat]
        case "blackmail":
            return state.hands.blackmail[seat]
        case "blessings":
            return int(state.belongings.blessings[seat])
        case "disciples":
            return state.disciples(seat)
        case "order-place":
            return state.turns.track.index(seat) + 1
        case "church-mon":
            return state.belongings.church
        case "rounds-left":
            return state.parameters.rounds - state.turns.round
        case "players":
            return state.seats
        case "disciples-in":
            return _disciples_in(state, seat, of)
        case "missions-done":
            return sum(_is_kind(state, mission, of) for mission in state.completion.done[seat])
        case _:
            return _owned(state, seat, what, of)


def _owned(state: YedoState, seat: int, what: Measure, of: str) -> int:
    match what:
        case "weapons":
            return sum(not of or weapon == of for weapon in state.weaponry.weapons[seat])
        case "weapon-kinds":
            return len(set(state.weaponry.weapons[seat]))
        case "annexes":
            return sum(not of or annex == of for annex in state.belongings.annexes[seat])
        case "geishas":
            return len(state.belongings.geishas[seat])
        case "action-cards":
            return len(state.hands.actions[seat])
        case "bonus-cards":
            return len(state.hands.bonus[seat])
        case "missions-held":
            return sum(not of or colour == of for colour in state.mission_colours(seat))
        case _:
            raise NotImplementedError(what)


def _disciples_in(state: YedoState, seat: int, of: str) -> int:
    """Count the placed figures of a seat in a District, or on all spaces of the board."""
    return sum(
        (district := state.district_of(placed.space)) is not None and of in ("", "any", district)
        for placed in state.placed_by(seat)
    )


def _is_kind(state: YedoState, mission: str, of: str) -> bool:
    """Return whether a Mission is of a category, a colour or a set."""
    entry = state.content.missions[mission]
    return of in ("", entry.category, entry.colour, entry.set)
