"""Single modifiers in plain English."""

from __future__ import annotations

from functools import singledispatch

from domain.games.yedo.printed.vocabulary import Closed, CostLess, CountsAs, Forbids, Income, Limit, Modifier, Safe
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.words.describe_words import (
    ASSETS,
    COSTS,
    PHASE_WORDS,
    PROHIBITIONS,
    SOURCES,
    name_district,
    some,
)
from domain.kernel.language import say, translate
from domain.kernel.words import join_words, title


@singledispatch
def modifier_phrase(modifier: Modifier, voice: Voice = LIST) -> str:
    """Describe one modifier; raises TypeError for a kind without words."""
    raise TypeError(f"no words for {type(modifier).__name__}")


@modifier_phrase.register
def _(modifier: CostLess, voice: Voice = LIST) -> str:
    if modifier.of == "any":
        costs = voice.says("everything you pay for costs", "everything they pay for costs")
    else:
        costs = translate(COSTS[modifier.of])
    if not modifier.except_phase:
        return say("{costs} {by} Mon less", costs=costs, by=modifier.by)
    phase = translate(PHASE_WORDS[modifier.except_phase])
    return say("{costs} {by} Mon less, but not in {phase}", costs=costs, by=modifier.by, phase=phase)


@modifier_phrase.register
def _(modifier: Limit, voice: Voice = LIST) -> str:
    number = abs(modifier.by)
    assets = translate(ASSETS[modifier.of][number != 1])
    if modifier.by > 0:
        return voice.says("you may have {n} more {assets}", "they may have {n} more {assets}", n=number, assets=assets)
    return voice.says("you may have {n} fewer {assets}", "they may have {n} fewer {assets}", n=number, assets=assets)


@modifier_phrase.register
def _(modifier: CountsAs, voice: Voice = LIST) -> str:
    thing = some(1, modifier.need)
    if modifier.sends_home is None:
        return say("this stands in for {thing} that a Mission asks for", thing=thing)
    return voice.says(
        "your Disciple on the {annex} stands in for {thing} that a Mission asks for, and goes home",
        "their Disciple on the {annex} stands in for {thing} that a Mission asks for, and goes home",
        annex=title(modifier.sends_home),
        thing=thing,
    )


@modifier_phrase.register
def _(modifier: Safe, voice: Voice = LIST) -> str:
    if modifier.where == "anywhere":
        return voice.says(
            "the Watch Patrol does not arrest your Disciples", "the Watch Patrol does not arrest their Disciples"
        )
    return voice.says(
        "the Watch Patrol does not arrest your Disciples in {district}",
        "the Watch Patrol does not arrest their Disciples in {district}",
        district=name_district(modifier.where),
    )


@modifier_phrase.register
def _(modifier: Closed, voice: Voice = LIST) -> str:
    closed = list(map(name_district, modifier.districts))
    closed += (say("the space {space}", space=title(space)) for space in modifier.spaces)
    return say("no Disciple can be assigned to {places}", places=join_words(closed, "or"))


@modifier_phrase.register
def _(modifier: Forbids, voice: Voice = LIST) -> str:
    what = translate(PROHIBITIONS[modifier.what])
    return voice.says("you cannot {what}", "they cannot {what}", what=what)


@modifier_phrase.register
def _(modifier: Income, voice: Voice = LIST) -> str:
    source, number = translate(SOURCES[modifier.of]), abs(modifier.by)
    if modifier.by >= 0:
        return say("{source} {n} Mon more", source=source, n=number)
    return say("{source} {n} Mon less", source=source, n=number)
