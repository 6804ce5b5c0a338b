"""The Gates District: Recruit, Beg, and Foresight of Action Cards."""

from __future__ import annotations

from functools import partial

from domain.games.yedo.districts.district import Action, DistrictActions, foresight_action
from domain.games.yedo.facts.base import points
from domain.games.yedo.facts.sources import BEGGING
from domain.games.yedo.modules.specialists import no_specialist, recruit
from domain.games.yedo.printed.terms import SPECIALISTS
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.modifiers import disciple_limit, forbidden, too_dear
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say

RECRUIT = "yedo.gates.recruit"
RECRUIT_SPECIALIST = "yedo.gates.recruit-specialist"


def _no_recruit(state: YedoState, seat: int) -> IllegalMove | None:
    if not state.pieces.reserve[seat] or state.disciples(seat) >= disciple_limit(state, seat):
        why = say("You have {disciples} Disciples, and none more is to be recruited.", disciples=state.disciples(seat))
        return IllegalMove("yedo.gates.recruit-limit", why)
    return forbidden(state, seat, "recruit") or too_dear(state, seat, "recruit", state.content.prices.recruit, RECRUIT)


def _recruit(table: YedoTable, deed: Deed) -> None:
    table.pay_price(deed.owner, "recruit", table.state.content.prices.recruit)
    table.gain_disciple(deed.owner)


def _no_beg(lost: int, clause: str, state: YedoState, seat: int) -> IllegalMove | None:
    if state.scoring.points[seat] >= lost:
        return None
    if not state.scoring.points[seat]:
        return IllegalMove("yedo.gates.beg-zero", say("You have no Prestige Points: nobody begs without any."))
    return IllegalMove(
        clause, say("This costs {points}, and you have {seat}.", points=points(lost), seat=state.scoring.points[seat])
    )


def _beg(lost: int, table: YedoTable, deed: Deed) -> None:
    table.lose_prestige(deed.owner, lost, BEGGING)
    table.receive(deed.owner, "beg", table.state.content.prices.beg[str(lost)])


def _beg_action(lost: int, clause: str) -> Action:
    return Action(clause, partial(_no_beg, lost, clause), partial(_beg, lost))


OTHERS = {
    "beg-3": _beg_action(1, "yedo.gates.beg-3"),
    "beg-5": _beg_action(2, "yedo.gates.beg-5"),
    "foresight": foresight_action("yedo.gates.foresight-action", "action"),
}
GATES = DistrictActions({"recruit": Action(RECRUIT, _no_recruit, _recruit), **OTHERS})
GATES_WITH_SPECIALISTS = DistrictActions(
    {
        **{
            f"recruit/{kind}": Action(RECRUIT_SPECIALIST, partial(no_specialist, kind), partial(recruit, kind))
            for kind in SPECIALISTS
        },
        **OTHERS,
    }
)
