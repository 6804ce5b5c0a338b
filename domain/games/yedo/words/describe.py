"""Modifiers in plain English, and how long they last."""

from __future__ import annotations

from domain.games.yedo.printed.modifiers import Modifiers
from domain.games.yedo.printed.term_words import DURATIONS
from domain.games.yedo.printed.terms import Until
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.language import say, translate
from domain.kernel.words import join_parts

KEPT = 512
"""How many texts of cards of one sort are kept: a pack has fewer, in two languages."""


def describe_modifiers(modifiers: Modifiers, voice: Voice = LIST) -> str:
    """Describe modifiers in words."""
    return join_parts(modifier.phrase(voice) for modifier in modifiers) or say("nothing")


def describe_lasting(until: Until, modifiers: Modifiers, voice: Voice = LIST) -> str:
    """Describe lasting modifiers, with duration and seats; of modifiers for the next use, only the first used
    counts."""
    if until == "next-use" and len(modifiers) > 1:
        span = voice.says("once, for the first of these that you use", "once, for the first of these that they use")
    elif until == "round" and any(modifier.is_closure for modifier in modifiers):
        span = say("until the next Event is revealed")
    else:
        span = translate(DURATIONS[until])
    held = describe_modifiers(modifiers, voice.later)
    if not voice.whole or all(modifier.is_closure for modifier in modifiers):
        return say("{span}: {held}", span=span, held=held)
    if voice.they != "you":
        whom = say("them") if voice.subject == "they" else translate(voice.subject)
        return say("{span}, for {whom}: {held}", span=span, whom=whom, held=held)
    if all(modifier.names_holder for modifier in modifiers):
        return say("{span}: {held}", span=span, held=held)
    return say("{span}, for you: {held}", span=span, held=held)
