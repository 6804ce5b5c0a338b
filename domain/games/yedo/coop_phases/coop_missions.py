"""Missions in Shogun Must Die: Kill the Shogun is open to all, and other players' belongings do not count."""

from __future__ import annotations

from domain.games.yedo.effects import requirements
from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.coop.shogun import ShogunDied
from domain.games.yedo.facts.missions import MissionCompleted
from domain.games.yedo.phases import missions
from domain.games.yedo.printed.entries import Mission
from domain.games.yedo.printed.needs import AnyNeed
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say


def open_missions(state: YedoState) -> tuple[Card, ...]:
    """Return the open Kill the Shogun card, if it is still there.

    It is in no hand, so it counts towards no limit (yedo.coop.kill-available).
    """
    shogun = state.coop_board.shogun
    return () if shogun is None else (shogun,)


def is_rewarded(mission: Mission) -> bool:
    """Return whether a Mission has a reward to take: Kill the Shogun has none (yedo.coop.kill-no-reward)."""
    return not mission.ends_game


def file_mission(table: YedoTable, seat: int, mission: Card) -> None:
    """Add a Mission to those that a seat has completed; after Kill the Shogun the game continues."""
    if is_rewarded(table.state.content.missions[mission]):
        missions.file_mission(table, seat, mission)
        return
    with table.citing("yedo.coop.kill-no-reward"):
        table.emit(MissionCompleted(table.clause, seat, mission))
    with table.citing("yedo.coop.kill-no-early-end"):
        table.emit(ShogunDied(table.clause, seat))


def why_lacking(state: YedoState, seat: int, mission: Card, need: AnyNeed) -> IllegalMove:
    """Say what a seat lacks for a Mission, and that other players' belongings do not help."""
    others = (other for other in range(state.seats) if other != seat)
    if all(requirements.missing_need(state, other, (need,)) is not None for other in others):
        return missions.why_lacking(state, seat, mission, need)
    name, lacking = card_name(mission), need.name_missing()
    why = say("For {name} you lack {need}, and what others have does not count.", name=name, need=lacking)
    return IllegalMove("yedo.coop.mission-own-only", why)
