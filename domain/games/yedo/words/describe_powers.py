"""Clan Powers in plain English."""

from __future__ import annotations

from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.entries import ClanPower
from domain.games.yedo.printed.term_words import name_specialist, sentence
from domain.games.yedo.words.describe import describe_modifiers
from domain.kernel.language import say
from domain.kernel.words import join_parts, join_words


def power_text(power: ClanPower) -> str:
    """Say what the owner of a Clan Power begins with, and what holds for them."""
    parts = []
    if power.start_mon:
        mon = (
            say("{n} in {rounds} rounds", n=amount, rounds=rounds)
            for rounds, amount in power.start_mon.items()
            if rounds.isdecimal()
        )
        parts.append(say("begin with more Mon: {mon}", mon=join_words(mon, "or")))
    if power.start:
        start = describe(power.start)
        if power.specialist:
            name = name_specialist(power.specialist)
            start = say("{effects} (with Specialists the {specialist} instead)", effects=start, specialist=name)
        parts.append(say("at the start, {effects}", effects=start))
    if power.modifiers:
        parts.append(describe_modifiers(power.modifiers))
    return sentence(join_parts(parts))
