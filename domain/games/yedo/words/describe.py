"""What cards do in plain English: as lists for labels and histories, as sentences for cards."""

from __future__ import annotations

from functools import cache

from domain.games.yedo.printed.terms import Until
from domain.games.yedo.printed.vocabulary import (
    AnyEffect,
    Closed,
    CostLess,
    EachPreparation,
    Effects,
    Income,
    Modifiers,
)
from domain.games.yedo.voice import LIST, YOU, Voice
from domain.games.yedo.words.describe_modifiers import modifier_phrase
from domain.games.yedo.words.describe_words import DURATIONS
from domain.kernel.language import ENGLISH, current_language, say, speaking, translate


def describe(effects: Effects) -> str:
    """List what effects do, in the order in which they are done: "draw the top Action Card; take 3 Mon"."""
    return _describe(effects, current_language())


@cache
def _describe(effects: Effects, language: str) -> str:
    return "; ".join(effect.phrase() for effect in effects) or say("nothing")


def tell(effects: Effects, voice: Voice = YOU) -> str:
    """Say what effects do in sentences, one or more for each player concerned: "you draw the top Action Card. ..."."""
    return _tell(effects, voice, current_language())


@cache
def _tell(effects: Effects, voice: Voice, language: str) -> str:
    told: list[str] = []
    before: AnyEffect | None = None
    for effect in effects:
        if before is not None and _goes_on(before, effect, voice):
            told[-1] = say("{effects}; then {effect}", effects=told[-1], effect=effect.phrase(voice.later))
        else:
            told.append(effect.phrase(voice))
        before = effect
    words = (f"{words[:1].upper()}{words[1:]}" if nth else words for nth, words in enumerate(told))
    return ". ".join(words) or say("nothing")


def _goes_on(before: AnyEffect, effect: AnyEffect, voice: Voice) -> bool:
    """Return whether two effects are done by the same player, so that one sentence can name both."""
    return all(_is_deed(one, voice) for one in (before, effect))


def _is_deed(effect: AnyEffect, voice: Voice) -> bool:
    """Return whether a phrase begins with what the player does, and not with what becomes of something else."""
    with speaking(ENGLISH):
        return effect.phrase(voice.later).startswith(f"{voice.they} ")


def inside(effects: Effects, voice: Voice = LIST) -> str:
    """Say what effects do that are part of another one."""
    if not effects:
        return say("{do} nothing", do=voice.does("do"))
    first, *rest = effects
    found = first.phrase(voice)
    for effect in rest:
        found = say("{effects} and then {effect}", effects=found, effect=effect.phrase(voice.later))
    return found


def describe_modifiers(modifiers: Modifiers, voice: Voice = LIST) -> str:
    """Describe modifiers in words."""
    return "; ".join(modifier_phrase(modifier, voice) for modifier in modifiers) or say("nothing")


def describe_lasting(until: Until, modifiers: Modifiers, voice: Voice = LIST) -> str:
    """Describe lasting modifiers, with duration and seats; of modifiers for the next use, only the first used
    counts."""
    if until == "next-use" and len(modifiers) > 1:
        span = voice.says("once, for the first of these that you use", "once, for the first of these that they use")
    elif until == "round" and any(isinstance(modifier, Closed) for modifier in modifiers):
        span = say("until the next Event is revealed")
    else:
        span = translate(DURATIONS[until])
    held = describe_modifiers(modifiers, voice.later)
    if not voice.whole or all(isinstance(modifier, Closed) for modifier in modifiers):
        return say("{span}: {held}", span=span, held=held)
    if voice.they != "you":
        whom = say("them") if voice.subject == "they" else translate(voice.subject)
        return say("{span}, for {whom}: {held}", span=span, whom=whom, held=held)
    if any(isinstance(modifier, CostLess | Income) for modifier in modifiers):
        return say("{span}, for you: {held}", span=span, held=held)
    return say("{span}: {held}", span=span, held=held)


@modifier_phrase.register
def _(modifier: EachPreparation, voice: Voice = LIST) -> str:
    return say("in each Preparation, {effects}", effects=inside(modifier.effects, voice))
