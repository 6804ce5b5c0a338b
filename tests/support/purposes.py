"""Purposes of chance for tests with draws of their own."""

from __future__ import annotations

from domain.kernel.chance import EVERYONE, Kind, Purpose, SeenBy
from domain.kernel.table import Ended


def declared(name: str, kind: Kind = "below", seen_by: SeenBy | str = EVERYONE) -> Purpose:
    """Declare a purpose with this name."""
    return Purpose(
        name=name, kind=kind, of="numbers", when="in a test", least=1, most=1 << 64, facts=(Ended,), seen_by=seen_by
    )
