"""What cards do in plain English: as lists for labels and histories, as sentences for cards."""

from __future__ import annotations

from functools import cache

from domain.games.yedo.printed.effect_words import Effect
from domain.games.yedo.printed.terms import ALL, Until
from domain.games.yedo.printed.vocabulary import (
    Choose,
    Closed,
    CostLess,
    EachPreparation,
    Effects,
    For,
    ForPrice,
    If,
    Income,
    May,
    Modifiers,
    Modify,
    Per,
)
from domain.games.yedo.words.describe_needs import describe_condition, describe_needs, describe_who, measure_noun
from domain.games.yedo.words.describe_phrases import modifier_phrase, phrase
from domain.games.yedo.words.describe_voice import LIST, YOU, Voice
from domain.games.yedo.words.describe_words import DURATIONS, WHOM


@cache
def describe(effects: Effects) -> str:
    """List what effects do, in the order in which they are done: "draw the top Action Card; take 3 Mon"."""
    return "; ".join(map(phrase, effects)) or "nothing"


@cache
def tell(effects: Effects, voice: Voice = YOU) -> str:
    """Say what effects do in sentences, one or more for each player concerned: "you draw the top Action Card. ..."."""
    told: list[str] = []
    before: Effect | None = None
    for effect in effects:
        if before is not None and _goes_on(before, effect, voice):
            told[-1] += f"; then {phrase(effect, voice.later)}"
        else:
            told.append(phrase(effect, voice))
        before = effect
    return ". ".join(f"{words[:1].upper()}{words[1:]}" if nth else words for nth, words in enumerate(told)) or "nothing"


def _goes_on(before: Effect, effect: Effect, voice: Voice) -> bool:
    """Whether two effects are done by the same player, so that one sentence can name both."""
    return all(_is_deed(one, voice) for one in (before, effect))


def _is_deed(effect: Effect, voice: Voice) -> bool:
    """Whether a phrase begins with what the player does, and not with what becomes of something else."""
    return phrase(effect, voice.later).startswith(f"{voice.they} ") and not isinstance(effect, Modify)


def inside(effects: Effects, voice: Voice = LIST) -> str:
    """Say what effects do that are part of another one."""
    if not effects:
        return voice.does("do") + " nothing" if voice.subject else "do nothing"
    first, *rest = effects
    return " and then ".join([phrase(first, voice), *(phrase(effect, voice.later) for effect in rest)])


def describe_modifiers(modifiers: Modifiers, voice: Voice = LIST) -> str:
    """Say what holds as long as modifiers last."""
    return "; ".join(modifier_phrase(modifier, voice) for modifier in modifiers) or "nothing"


def describe_lasting(until: Until, modifiers: Modifiers, voice: Voice = LIST) -> str:
    """Say what holds, for how long and for whom; of modifiers for the next use only the first one used counts."""
    span = DURATIONS[until]
    if until == "next-use" and len(modifiers) > 1:
        span = f"once, for the first of these that {voice.they} use"
    elif until == "round" and any(isinstance(modifier, Closed) for modifier in modifiers):
        span = "until the next Event is revealed"
    return f"{span}{_for_whom(modifiers, voice)}: {describe_modifiers(modifiers, voice.later)}"


def _for_whom(modifiers: Modifiers, voice: Voice) -> str:
    if not voice.whole or all(isinstance(modifier, Closed) for modifier in modifiers):
        return ""
    if voice.their != "your":
        return f", for {voice.subject.replace('they', 'them')}"
    return ", for you" if any(isinstance(modifier, CostLess | Income) for modifier in modifiers) else ""


@phrase.register
def _(effect: Modify, voice: Voice = LIST) -> str:
    return describe_lasting(effect.until, effect.modifiers, voice)


@phrase.register
def _(effect: Choose, voice: Voice = LIST) -> str:
    options = (inside(option, voice.bare) for option in effect.options)
    return f"{voice.does('choose')} one: {', or '.join(options)}"


@phrase.register
def _(effect: May, voice: Voice = LIST) -> str:
    if not voice.whole:
        return f"if you want, {inside(effect.effects)}"
    return f"{voice.can('may')} {inside(effect.effects, voice.bare)}"


@phrase.register
def _(effect: ForPrice, voice: Voice = LIST) -> str:
    price = describe_needs(effect.price)
    if not effect.effects:
        either = f"{voice.can('must')} either" if voice.whole else "either"
        return f"{either} {price}, or {inside(effect.otherwise, voice.bare)}"
    may = f"{voice.can('may')} {price}: {inside(effect.effects, voice.later)}"
    if not effect.otherwise:
        return may
    return f"{may}; if {voice.they} do not, {inside(effect.otherwise, voice.later)}"


@phrase.register
def _(effect: If, voice: Voice = LIST) -> str:
    otherwise = f", otherwise {inside(effect.otherwise, voice.later)}" if effect.otherwise else ""
    condition = describe_condition(effect.needs, voice.they)
    return f"{voice.heading}{condition}, {inside(effect.effects, voice.later)}{otherwise}"


@phrase.register
def _(effect: Per, voice: Voice = LIST) -> str:
    one, more = measure_noun(effect.measure, effect.of)
    if effect.measure in ("order-place", "church-mon", "rounds-left", "players"):
        each = f"every {one}" if effect.each == 1 else f"every {effect.each} {more}"
    else:
        each = f"each of {voice.their} {more}" if effect.each == 1 else f"every {effect.each} of {voice.their} {more}"
    most = f" (at most {effect.most} times)" if effect.most < ALL else ""
    if voice.whole and len(effect.effects) == 1:
        return f"{inside(effect.effects, voice)} for {each}{most}"
    return f"{voice.heading}for {each}{most}, {inside(effect.effects, voice.later)}"


@phrase.register
def _(effect: For, voice: Voice = LIST) -> str:
    order = "in Player Order, " if effect.whom in ("each-player", "each-opponent") else ""
    who = f" who {describe_who(effect.needs)}" if effect.needs else ""
    if not voice.whole:
        return f"{order}{WHOM[effect.whom]}{who}: {inside(effect.effects)}"
    if effect.whom == "owner" and voice.owner == "you":
        return inside(effect.effects, YOU)
    return f"{order}{inside(effect.effects, voice.others(f'{WHOM[effect.whom]}{who}'))}"


@modifier_phrase.register
def _(modifier: EachPreparation, voice: Voice = LIST) -> str:
    return f"in each Preparation, {inside(modifier.effects, voice)}"
