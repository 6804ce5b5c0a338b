"""Clan Powers in plain English."""

from __future__ import annotations

from domain.games.yedo.printed.entries import ClanPower
from domain.games.yedo.printed.vocabulary import AtEnd, DrawMore, OwnSpace, RivalAnnexes, WinsTies
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.words.describe import describe, describe_modifiers
from domain.games.yedo.words.describe_modifiers import modifier_phrase
from domain.games.yedo.words.describe_needs import measure_noun
from domain.games.yedo.words.describe_words import name_district, name_specialist, sentence
from domain.kernel.language import say
from domain.kernel.words import count_noun, join_words


@modifier_phrase.register
def _(modifier: DrawMore, voice: Voice = LIST) -> str:
    return say("whenever you draw cards of a deck or Weapons from the bag, look at {n} more", n=modifier.look)


@modifier_phrase.register
def _(modifier: WinsTies, voice: Voice = LIST) -> str:
    return say("you win all ties")


@modifier_phrase.register
def _(modifier: RivalAnnexes, voice: Voice = LIST) -> str:
    return say("for Missions, the Annexes of your opponents count as yours")


@modifier_phrase.register
def _(modifier: AtEnd, voice: Voice = LIST) -> str:
    points = count_noun(modifier.points, "Prestige Point")
    return say("at the end, {points} for each {thing} of yours", points=points, thing=measure_noun(modifier.measure)[0])


@modifier_phrase.register
def _(modifier: OwnSpace, voice: Voice = LIST) -> str:
    sales = (
        say("pay {mon} Mon for {points}", mon=mon, points=count_noun(points, "Prestige Point"))
        for mon, points in modifier.luxury.items()
    )
    return say(
        "you have a space of your own in {district}, never closed, and there you can {sales}",
        district=name_district(modifier.district),
        sales=join_words(sales, "or"),
    )


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
    return sentence("; ".join(parts))
