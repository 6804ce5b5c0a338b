"""The actions of the Districts in which a Disciple may choose any of them; at the Castle the space decides."""

from __future__ import annotations

from domain.games.yedo.districts.district import DistrictActions
from domain.games.yedo.districts.gates import GATES, GATES_WITH_SPECIALISTS
from domain.games.yedo.districts.harbor import HARBOR
from domain.games.yedo.districts.market_district import MARKET
from domain.games.yedo.districts.red_light import RED_LIGHT
from domain.games.yedo.districts.tavern import TAVERN
from domain.games.yedo.districts.temple import TEMPLE
from domain.games.yedo.printed.terms import District
from domain.games.yedo.state import YedoState
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
"""The actions that a course puts in the place of those, by their names."""


def actions_of(state: YedoState, district: District) -> DistrictActions:
    """Return the actions of a District in a game: a module may change them."""
    other = course_of(state).actions_at.get(district)
    return ACTIONS[district] if other is None else OTHERS[other]
