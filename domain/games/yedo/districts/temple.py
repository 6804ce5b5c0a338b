"""The Temple District: a Blessing, and Foresight of Missions or Events."""

from __future__ import annotations

from domain.games.yedo.districts.district import Action, DistrictActions, foresight_action
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say


def _no_blessing(state: YedoState, seat: int) -> IllegalMove | None:
    if state.belongings.blessings[seat]:
        return IllegalMove("yedo.temple.blessing-limit", say("You have a Blessing already."))
    return None


def _blessing(table: YedoTable, deed: Deed) -> None:
    table.take_blessing(deed.owner)


TEMPLE = DistrictActions(
    {
        "blessing": Action("yedo.temple.blessing", _no_blessing, _blessing),
        "foresight": foresight_action("yedo.temple.foresight-missions", "mission", "events"),
    }
)
