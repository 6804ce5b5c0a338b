"""Bots by their names on a command line."""

from __future__ import annotations

from domain.kernel.bots import BOTS
from domain.kernel.words import count_noun
from kifu.shared.faults import Fault


def parse_bots(text: str, seats: int) -> tuple[str, ...]:
    """Parse the names of bots, `name` for all seats or `name,name,...` for each; raises Fault."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in BOTS:
            raise Fault(f"There is no bot {name!r}. The bots are: {', '.join(BOTS)}.")
    if len(names) not in (1, seats):
        taken = f"{count_noun(len(names), 'bot')} cannot take {count_noun(seats, 'seat')}"
        raise Fault(f"{taken}. Name one bot for all seats, or one for each.")
    return names
