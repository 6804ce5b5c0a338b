"""The set-up of a game (yedo.setup)."""

from __future__ import annotations

from domain.games.yedo.table import YedoTable


def set_up(table: YedoTable) -> None:
    """Lay out the board and give every player what they start with."""
    raise NotImplementedError


MOVES = ()
