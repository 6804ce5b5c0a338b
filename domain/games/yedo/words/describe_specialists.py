"""The words of the module Specialists: what Missions ask of them and give, and what each of them can do."""

from __future__ import annotations

from domain.games.yedo.printed.entries import Specialist
from domain.games.yedo.printed.need_words import IsSpecialist
from domain.games.yedo.printed.vocabulary import AfterMission, CountsAs, LookMore, Modifier, MonToPrestige, Safe
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.words.describe import describe, describe_modifiers
from domain.games.yedo.words.describe_modifiers import modifier_phrase
from domain.games.yedo.words.describe_needs import Phrase, need_parts
from domain.games.yedo.words.describe_words import ASSETS, name_specialist, sentence
from domain.kernel.language import say, translate
from domain.kernel.words import count_noun


@need_parts.register
def _(need: IsSpecialist) -> Phrase:
    return Phrase("have", say("the {specialist} as the activated Disciple", specialist=name_specialist(need.kind)))


@modifier_phrase.register
def _(modifier: LookMore, voice: Voice = LIST) -> str:
    return say("in its Foresight actions you look at {n} more", n=modifier.look)


@modifier_phrase.register
def _(modifier: AfterMission, voice: Voice = LIST) -> str:
    return say("after a Mission completed with it, {effects}", effects=describe(modifier.effects))


@modifier_phrase.register
def _(modifier: MonToPrestige, voice: Voice = LIST) -> str:
    return say(
        "after a Mission completed with it, you may turn the Mon gained from it into Prestige Points, {rate} Mon each"
        " into {points}",
        rate=modifier.rate,
        points=count_noun(1, "Prestige Point"),
    )


def specialist_text(specialist: Specialist) -> str:
    """Say what a Specialist does for its owner and by itself."""
    parts = [describe_modifiers(specialist.modifiers)] if specialist.modifiers else []
    return sentence("; ".join([*parts, *map(_personal, specialist.personal)]))


def _personal(modifier: Modifier) -> str:
    """Say what holds for a single figure."""
    match modifier:
        case Safe():
            return say("the Watch Patrol never arrests it")
        case CountsAs(need=need):
            return say("it stands in for any {thing} of a Mission completed with it", thing=translate(ASSETS[need][0]))
        case _:
            return modifier_phrase(modifier)
