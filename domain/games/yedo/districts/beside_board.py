"""The places next to the board: Annexes, with their abilities, and the spaces of Errands."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.districts.place import Place
from domain.games.yedo.printed.entries import Annex
from domain.games.yedo.state import YedoState, annex_on
from domain.games.yedo.verbs.asking import Deed, can_any, deed_of, do
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import title

ANNEX = "annex"
"""The only action of an Annex: its ability."""


class OwnAnnexPlace(Place):
    """An Annex of the owner of the Disciple."""

    __slots__ = ()
    clause = "yedo.action.choice-annex"

    def actions(self, state: YedoState, seat: int, space: str) -> Iterator[str]:
        annex = _annex(state, space)
        if can_any(annex.active, state, _deed(seat, annex, space)):
            yield ANNEX

    def act(self, table: YedoTable, seat: int, space: str, action: str) -> None:
        annex = _annex(table.state, space)
        do(table, _deed(seat, annex, space), annex.active)

    def why_not(self, state: YedoState, seat: int, space: str, action: str) -> IllegalMove:
        name = title(_annex(state, space).id)
        if action == ANNEX:
            why = say("You have nothing to discard for the {annex}, or nothing to get for it.", annex=name)
            return IllegalMove("yedo.annex.active-nothing-to-discard", why)
        why = say("A Disciple on the {annex} can use nothing but its ability.", annex=name)
        return IllegalMove("yedo.annex.is-space", why)


class _Idle(Place):
    """A place without actions, for Disciples with another task."""

    __slots__ = ()

    def actions(self, state: YedoState, seat: int, space: str) -> Iterator[str]:
        return iter(())

    def act(self, table: YedoTable, seat: int, space: str, action: str) -> None:
        raise AssertionError(f"no action is possible on {space}")


class RivalAnnexPlace(_Idle):
    """An opponent's Annex, where a Disciple completes the Mission that brought it there."""

    __slots__ = ()

    def why_not(self, state: YedoState, seat: int, space: str, action: str) -> IllegalMove:
        why = say("A Disciple on an opponent's Annex completes its Mission, or shows that it cannot.")
        return IllegalMove("yedo.ruling.hard-mission-on-annex", why)


class ErrandPlace(_Idle):
    """The space on the card of an Errand, where a Disciple resolves it."""

    __slots__ = ()

    def why_not(self, state: YedoState, seat: int, space: str, action: str) -> IllegalMove:
        why = say("A Disciple on an Errand resolves it or goes home; there is no other action.")
        return IllegalMove("yedo.coop.errand-own-space", why)


def _annex(state: YedoState, space: str) -> Annex:
    kind = annex_on(space)
    assert kind is not None
    return state.content.annexes[kind]


def _deed(seat: int, annex: Annex, space: str) -> Deed:
    return deed_of(seat, annex.clause, annex.id, space)


OWN_ANNEX, RIVAL_ANNEX, ERRAND = OwnAnnexPlace(), RivalAnnexPlace(), ErrandPlace()
