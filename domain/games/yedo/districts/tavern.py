"""The Tavern District: the Carpenter, who builds an Annex, and Foresight of Weapons."""

from __future__ import annotations

from functools import partial

from domain.games.yedo.districts.district import Action, DistrictActions, foresight_action
from domain.games.yedo.effects.annexes import annex_price, available_annexes, build, why_no_annex
from domain.games.yedo.printed.terms import ANNEXES, AnnexKind
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.modifiers import forbidden, too_dear
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say

UNABLE = "yedo.tavern.build-annex-unable"


def _no_annex(annex: AnnexKind, state: YedoState, seat: int) -> IllegalMove | None:
    if (missing := why_no_annex(state, seat, annex)) is not None:
        if any(available_annexes(state, seat)):
            return missing
        return IllegalMove(UNABLE, say("You own every type of Annex that is left."))
    return forbidden(state, seat, "annexes") or too_dear(state, seat, "annex", annex_price(state), UNABLE)


def _build(annex: AnnexKind, table: YedoTable, deed: Deed) -> None:
    build(table, deed.owner, annex, annex_price(table.state), table.state.content.prices.annex_points)


TAVERN = DistrictActions(
    {
        **{
            f"carpenter/{annex}": Action("yedo.tavern.build-annex", partial(_no_annex, annex), partial(_build, annex))
            for annex in ANNEXES
        },
        "foresight": foresight_action("yedo.tavern.foresight-weapons", "weapons"),
    }
)
