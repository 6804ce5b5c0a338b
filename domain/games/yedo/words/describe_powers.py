"""Clan Powers in plain English."""

from __future__ import annotations

from domain.games.yedo.printed.entries import ClanPower
from domain.games.yedo.printed.vocabulary import AtEnd, DrawMore, OwnSpace, RivalAnnexes, WinsTies
from domain.games.yedo.words.describe import describe, describe_modifiers
from domain.games.yedo.words.describe_needs import measure_noun
from domain.games.yedo.words.describe_phrases import modifier_phrase
from domain.games.yedo.words.describe_voice import LIST, Voice
from domain.games.yedo.words.describe_words import DISTRICT_NAMES, SPECIALIST_NAMES, sentence
from domain.kernel.words import count_noun, join_words


@modifier_phrase.register
def _(modifier: DrawMore, voice: Voice = LIST) -> str:
    return f"whenever you draw cards of a deck or Weapons from the bag, look at {modifier.look} more"


@modifier_phrase.register
def _(modifier: WinsTies, voice: Voice = LIST) -> str:
    return "you win all ties"


@modifier_phrase.register
def _(modifier: RivalAnnexes, voice: Voice = LIST) -> str:
    return "for Missions, the Annexes of your opponents count as yours"


@modifier_phrase.register
def _(modifier: AtEnd, voice: Voice = LIST) -> str:
    one = measure_noun(modifier.measure, "")[0]
    return f"at the end, {count_noun(modifier.points, 'Prestige Point')} for each {one} of yours"


@modifier_phrase.register
def _(modifier: OwnSpace, voice: Voice = LIST) -> str:
    sales = (f"pay {mon} Mon for {count_noun(points, 'Prestige Point')}" for mon, points in modifier.luxury.items())
    where = DISTRICT_NAMES[modifier.district]
    return f"you have a space of your own in {where}, never closed, and there you can {join_words(sales, 'or')}"


def power_text(power: ClanPower) -> str:
    """Say what the owner of a Clan Power begins with, and what holds for them."""
    mon = (f"{amount} in {rounds} rounds" for rounds, amount in power.start_mon.items() if rounds.isdecimal())
    parts = [f"begin with more Mon: {join_words(mon, 'or')}"] if power.start_mon else []
    instead = f" (with Specialists the {SPECIALIST_NAMES[power.specialist]} instead)" if power.specialist else ""
    parts += [f"at the start, {describe(power.start)}{instead}"] if power.start else []
    parts += [describe_modifiers(power.modifiers)] if power.modifiers else []
    return sentence("; ".join(parts))
