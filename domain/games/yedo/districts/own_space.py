"""The space that a Clan Power gives a player: Mon for Prestige Points, and no other action of its District.

Otherwise it is a space of its District: for the Watch Patrol, Missions, and everything that counts Disciples
(yedo.clan.seaworthy-mission, yedo.ruling.own-harbor-space).
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.districts.place import Place
from domain.games.yedo.facts import sources
from domain.games.yedo.facts.base import space_name
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.modifiers import forbidden, too_dear
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say

LUXURY = "luxury-"
"""The prefix of these actions, followed by their printed price."""
CLAUSE = "yedo.clan.seaworthy-location"


class OwnSpacePlace(Place):
    """A single player's space, where Mon buy Prestige Points."""

    __slots__ = ()

    def actions(self, state: YedoState, seat: int, space: str) -> Iterator[str]:
        prices = state.content.own_spaces[space].luxury
        return (LUXURY + printed for printed in prices if _bar(state, seat, int(printed)) is None)

    def act(self, table: YedoTable, seat: int, space: str, action: str) -> None:
        printed = action.removeprefix(LUXURY)
        with table.citing(CLAUSE):
            table.pay_price(seat, "luxury", int(printed))
            table.gain_prestige(seat, table.state.content.own_spaces[space].luxury[printed], sources.LUXURY)

    def why_not(self, state: YedoState, seat: int, space: str, action: str) -> IllegalMove:
        printed = action.removeprefix(LUXURY)
        if action.startswith(LUXURY) and printed in state.content.own_spaces[space].luxury:
            barred = _bar(state, seat, int(printed))
            assert barred is not None
            return barred
        why = say(
            "On {space} Mon can be turned into Prestige Points, and there is no other action.",
            space=space_name(space, ()),
        )
        return IllegalMove("yedo.clan.seaworthy-no-other-actions", why)


def _bar(state: YedoState, seat: int, printed: int) -> IllegalMove | None:
    return forbidden(state, seat, "luxury") or too_dear(state, seat, "luxury", printed, CLAUSE)


OWN_SPACE = OwnSpacePlace()
