"""The words of the module Specialists: what Missions ask of them and give, and what each of them can do."""

from __future__ import annotations

from domain.games.yedo.printed.effect_words import BecomeSpecialist
from domain.games.yedo.printed.entries import Specialist
from domain.games.yedo.printed.need_words import IsSpecialist
from domain.games.yedo.printed.vocabulary import AfterMission, CountsAs, LookMore, Modifier, MonToPrestige, Safe
from domain.games.yedo.words.describe import describe, describe_modifiers
from domain.games.yedo.words.describe_needs import need_phrase
from domain.games.yedo.words.describe_phrases import modifier_phrase, phrase
from domain.games.yedo.words.describe_voice import LIST, Voice
from domain.games.yedo.words.describe_words import SPECIALIST_NAMES, sentence
from domain.kernel.words import count_noun


@need_phrase.register
def _(need: IsSpecialist) -> str:
    return f"have the {SPECIALIST_NAMES[need.kind]} as the activated Disciple"


@phrase.register
def _(effect: BecomeSpecialist, voice: Voice = LIST) -> str:
    name = SPECIALIST_NAMES[effect.kind]
    return f"the activated Disciple goes to your Reserve and the {name} to your Clan House, if you do not have it"


@modifier_phrase.register
def _(modifier: LookMore, voice: Voice = LIST) -> str:
    return f"in its Foresight actions you look at {modifier.look} more"


@modifier_phrase.register
def _(modifier: AfterMission, voice: Voice = LIST) -> str:
    return f"after a Mission completed with it, {describe(modifier.effects)}"


@modifier_phrase.register
def _(modifier: MonToPrestige, voice: Voice = LIST) -> str:
    rate = f"{modifier.rate} Mon each into {count_noun(1, 'Prestige Point')}"
    return f"after a Mission completed with it, you may turn the Mon gained from it into Prestige Points, {rate}"


def specialist_text(specialist: Specialist) -> str:
    """Say what a Specialist does for its owner and by itself."""
    parts = [describe_modifiers(specialist.modifiers)] if specialist.modifiers else []
    return sentence("; ".join([*parts, *map(_personal, specialist.personal)]))


def _personal(modifier: Modifier) -> str:
    """Say what holds for a single figure."""
    match modifier:
        case Safe():
            return "the Watch Patrol never arrests it"
        case CountsAs(need=need):
            return f"it stands in for any {need.capitalize()} of a Mission completed with it"
        case _:
            return modifier_phrase(modifier)
