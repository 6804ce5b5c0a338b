"""The base of the places of the town: what a Disciple there can do, besides Missions."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.errors import IllegalMove


class Place:
    """A kind of place: the actions of its spaces, their effects, and why others are impossible."""

    __slots__ = ()
    clause = "yedo.action.choice-board"
    """The clause by which a figure is activated here."""

    def actions(self, state: YedoState, seat: int, space: str) -> Iterator[str]:
        """Yield the names of the actions that a seat may choose on a space now; depends only on public information."""
        raise NotImplementedError

    def act(self, table: YedoTable, seat: int, space: str, action: str) -> None:
        """Carry out an action with the figure on a space; it must be possible."""
        raise NotImplementedError

    def why_not(self, state: YedoState, seat: int, space: str, action: str) -> IllegalMove:
        """Explain why a seat may not choose an action on a space; the action may belong to another place."""
        raise NotImplementedError
