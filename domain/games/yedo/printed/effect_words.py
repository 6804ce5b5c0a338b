"""The effects of cards in words: as lists for labels and histories, as sentences for cards."""

from __future__ import annotations

from domain.games.yedo.printed.vocabulary import AnyEffect, Effects
from domain.games.yedo.voice import LIST, YOU, Voice
from domain.kernel.content import KEPT
from domain.kernel.language import ENGLISH, once_a_language, say, speaking
from domain.kernel.words import join_parts


@once_a_language(KEPT)
def describe(effects: Effects) -> str:
    """List the effects in order: "draw the top Action Card; take 3 Mon"."""
    return join_parts(effect.phrase() for effect in effects) or say("nothing")


@once_a_language(KEPT)
def tell(effects: Effects, voice: Voice = YOU) -> str:
    """Say what effects do in sentences, one or more for each player concerned: "you draw the top Action Card. ..."."""
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
    """Return whether the same player carries out two effects, so that one sentence can name both."""
    return all(_is_deed(one, voice) for one in (before, effect))


def _is_deed(effect: AnyEffect, voice: Voice) -> bool:
    """Return whether a phrase begins with what the player does, not with what happens to something else."""
    with speaking(ENGLISH):
        return effect.phrase(voice.later).startswith(f"{voice.they} ")


def inside(effects: Effects, voice: Voice = LIST) -> str:
    """Say what the effects inside another one do."""
    if not effects:
        return say("{do} nothing", do=voice.does("do"))
    first, *rest = effects
    found = first.phrase(voice)
    for effect in rest:
        found = say("{effects} and then {effect}", effects=found, effect=effect.phrase(voice.later))
    return found
