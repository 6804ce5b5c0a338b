"""The places of the town: Districts, where a Disciple may choose any action, and spaces with a single purpose."""

from __future__ import annotations

from domain.games.yedo.districts.beside_board import ERRAND, OWN_ANNEX, RIVAL_ANNEX
from domain.games.yedo.districts.castle import Audience, Bakufu, Bower
from domain.games.yedo.districts.district import DistrictActions
from domain.games.yedo.districts.gates import GATES, GATES_WITH_SPECIALISTS
from domain.games.yedo.districts.harbor import HARBOR
from domain.games.yedo.districts.market_district import MARKET
from domain.games.yedo.districts.own_space import OWN_SPACE
from domain.games.yedo.districts.place import Place
from domain.games.yedo.districts.red_light import RED_LIGHT
from domain.games.yedo.districts.tavern import TAVERN
from domain.games.yedo.districts.temple import TEMPLE
from domain.games.yedo.printed.entries import SpaceAction
from domain.games.yedo.printed.terms import District
from domain.games.yedo.state import YedoState, annex_on, annex_owner, errand_on
from domain.games.yedo.verbs.course import course_of

ACTIONS: dict[District, DistrictActions] = {
    "gates": GATES,
    "tavern": TAVERN,
    "harbor": HARBOR,
    "red-light": RED_LIGHT,
    "market": MARKET,
    "temple": TEMPLE,
}
OTHERS: dict[str, DistrictActions] = {"gates-with-specialists": GATES_WITH_SPECIALISTS}
"""The replacements for these actions that a course names."""
SINGLE: dict[SpaceAction, Place] = {"own": OWN_SPACE, "shogun": Audience(), "bakufu": Bakufu(), "bower": Bower()}
"""The spaces of the board that are separate places."""


def actions_of(state: YedoState, district: District) -> DistrictActions:
    """Return the actions of a District in a game, where a module may change them."""
    other = course_of(state).actions_at.get(district)
    return ACTIONS[district] if other is None else OTHERS[other]


def place_of(state: YedoState, seat: int, space: str) -> Place:
    """Return the kind of place that a space is for a seat's Disciples."""
    entry = state.content.spaces.get(space)
    if entry is not None:
        return actions_of(state, entry.district) if entry.action == "district" else SINGLE[entry.action]
    if annex_on(space) is not None:
        return OWN_ANNEX if annex_owner(space) == seat else RIVAL_ANNEX
    assert errand_on(space) is not None
    return ERRAND
