"""Checks after everything that happens: the limits of what a seat may own."""

from __future__ import annotations

from domain.games.yedo.table import YedoTable


class SettlingTable(YedoTable):
    """The table of a running game."""

    __slots__ = ()
