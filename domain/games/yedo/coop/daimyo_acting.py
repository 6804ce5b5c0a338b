"""The Daimyo acts in the first District on its list that contains one of its Disciples (see `coop.toml`)."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.yedo.districts.castle import OpenBower
from domain.games.yedo.facts import sources
from domain.games.yedo.facts.coop.coop_setup import DaimyoReadied
from domain.games.yedo.facts.coop.daimyo import (
    AnnexesDearer,
    ChurchPlundered,
    DaimyoActed,
    GeishaRemoved,
    WeaponRemoved,
)
from domain.games.yedo.facts.turns import EffectWithout
from domain.games.yedo.printed.parts import Placed
from domain.games.yedo.printed.terms import District
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.holding import hold_source
from domain.games.yedo.verbs.table import YedoTable

COIN = 1
"""The Mon that the Daimyo adds to the Annexes at a time (yedo.coop.daimyo-tavern)."""
ENVY = 1
"""The Prestige Points that players lose without a Disciple in the Temple (yedo.coop.daimyo-temple)."""


def act(table: YedoTable) -> None:
    """Let the Daimyo act with one of its placed Disciples, who then returns to its pool.

    Impossible actions are skipped, but the Disciple is used all the same (yedo.ruling.daimyo-action-void).
    """
    district, placed = first_to_act(table.state)
    with table.citing("yedo.coop.daimyo-action-priority"):
        table.emit(DaimyoActed(table.clause, placed.space, district))
    with table.citing(CLAUSES[district]):
        ACTIONS[district](table)
    if district != "castle":
        with table.citing("yedo.coop.daimyo-action-priority"):
            table.send_home(placed)


def first_to_act(state: YedoState) -> tuple[District, Placed]:
    """Return the District in which the Daimyo acts next, and its first Disciple there; there must be one."""
    for district in state.coop_content.daimyo.priorities:
        if there := state.placed_in(district, state.daimyo):
            return district, there[0]
    raise AssertionError("no Disciple of the Daimyo stands on the board")


def _plunder_church(table: YedoTable) -> None:
    if table.state.belongings.church:
        table.emit(ChurchPlundered(table.clause, table.state.belongings.church))
    else:
        _do_nothing(table, sources.EMPTY_CHURCH)


def _discard_weapon(table: YedoTable) -> None:
    on_sale = [(place, weapon) for place, weapon in enumerate(table.state.weaponry.market) if weapon is not None]
    if on_sale:
        table.emit(WeaponRemoved(table.clause, *on_sale[-1]))
    else:
        _do_nothing(table, sources.EMPTY_MARKET)


def _remove_geisha(table: YedoTable) -> None:
    if table.state.belongings.geisha_supply:
        table.emit(GeishaRemoved(table.clause, max(table.state.belongings.geisha_supply)))
    else:
        _do_nothing(table, sources.NO_GEISHA)


def _ready_disciple(table: YedoTable) -> None:
    if table.state.pieces.reserve[table.state.seats]:
        table.emit(DaimyoReadied(table.clause))
    else:
        _do_nothing(table, sources.NO_DISCIPLE)


def _open_bower(table: YedoTable) -> None:
    table.then(OpenBower())


def _raise_annexes(table: YedoTable) -> None:
    table.emit(AnnexesDearer(table.clause, COIN))


def _envy_temple(table: YedoTable) -> None:
    for seat in table.state.order:
        if not table.state.placed_in("temple", seat):
            table.lose_prestige(seat, ENVY, sources.ENVY)


def _do_nothing(table: YedoTable, why: str) -> None:
    with table.citing("yedo.ruling.daimyo-action-void"):
        table.emit(EffectWithout(table.clause, table.state.seats, "daimyo", hold_source(table.state, why)))


ACTIONS: dict[District, Callable[[YedoTable], None]] = {
    "harbor": _plunder_church,
    "market": _discard_weapon,
    "red-light": _remove_geisha,
    "gates": _ready_disciple,
    "castle": _open_bower,
    "tavern": _raise_annexes,
    "temple": _envy_temple,
}
"""What the Daimyo does in each District."""
CLAUSES: dict[District, str] = {
    "harbor": "yedo.coop.daimyo-harbor",
    "market": "yedo.coop.daimyo-market",
    "red-light": "yedo.coop.daimyo-red-light",
    "gates": "yedo.coop.daimyo-gates",
    "castle": "yedo.coop.daimyo-castle-action",
    "tavern": "yedo.coop.daimyo-tavern",
    "temple": "yedo.coop.daimyo-temple",
}
"""The clause of the Daimyo's action in each District."""
