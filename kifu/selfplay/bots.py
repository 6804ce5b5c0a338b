"""Bots by their names on a command line."""

from __future__ import annotations

from domain.kernel.bots import BOTS
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import count_noun
from kifu.shared.faults import Fault


def parse_bots(text: str, seats: int) -> tuple[str, ...]:
    """Parse the names of bots, `name` for all seats or `name,name,...` for each; raises Fault."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in BOTS:
            known = ", ".join(BOTS)
            raise Fault(say("There is no bot {name!r}. The bots are: {known}.", name=name, known=known))
    if len(names) not in (1, seats):
        text = mark("{bots} cannot take {seats}. Name one bot for all seats, or one for each.")
        wrong = fill(translate(text), bots=count_noun(len(names), "bot"), seats=count_noun(seats, "seat"))
        raise Fault(wrong)
    return names
