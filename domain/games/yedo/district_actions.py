"""The actions of the Districts in which a Disciple may choose any of them; at the Castle the space decides."""

from __future__ import annotations

from domain.games.yedo.district import DistrictActions
from domain.games.yedo.gates import GATES, GATES_WITH_SPECIALISTS
from domain.games.yedo.harbor import HARBOR
from domain.games.yedo.market_district import MARKET
from domain.games.yedo.red_light import RED_LIGHT
from domain.games.yedo.state import YedoState
from domain.games.yedo.tavern import TAVERN
from domain.games.yedo.temple import TEMPLE
from domain.games.yedo.terms import District

ACTIONS: dict[District, DistrictActions] = {
    "gates": GATES,
    "tavern": TAVERN,
    "harbor": HARBOR,
    "red-light": RED_LIGHT,
    "market": MARKET,
    "temple": TEMPLE,
}


def actions_of(state: YedoState, district: District) -> DistrictActions:
    """Return the actions of a District in a game: a module may change them."""
    if district == "gates" and state.options.specialists:
        return GATES_WITH_SPECIALISTS
    return ACTIONS[district]
