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
from domain.games.yedo.words.describe_modifiers import modifier_phrase
from domain.games.yedo.words.describe_needs import describe_condition, describe_needs, describe_who, measure_noun
from domain.games.yedo.words.describe_phrases import phrase
from domain.games.yedo.words.describe_voice import LIST, YOU, Voice
from domain.games.yedo.words.describe_words import DURATIONS, WHOM
from domain.kernel.language import ENGLISH, current_language, say, speaking, translate


def describe(effects: Effects) -> str:
    """List what effects do, in the order in which they are done: "draw the top Action Card; take 3 Mon"."""
    return _describe(effects, current_language())


@cache
def _describe(effects: Effects, language: str) -> str:
    return "; ".join(map(phrase, effects)) or say("nothing")


def tell(effects: Effects, voice: Voice = YOU) -> str:
    """Say what effects do in sentences, one or more for each player concerned: "you draw the top Action Card. ..."."""
    return _tell(effects, voice, current_language())


@cache
def _tell(effects: Effects, voice: Voice, language: str) -> str:
    told: list[str] = []
    before: Effect | None = None
    for effect in effects:
        if before is not None and _goes_on(before, effect, voice):
            told[-1] = say("{effects}; then {effect}", effects=told[-1], effect=phrase(effect, voice.later))
        else:
            told.append(phrase(effect, voice))
        before = effect
    words = (f"{words[:1].upper()}{words[1:]}" if nth else words for nth, words in enumerate(told))
    return ". ".join(words) or say("nothing")


def _goes_on(before: Effect, effect: Effect, voice: Voice) -> bool:
    """Whether two effects are done by the same player, so that one sentence can name both."""
    return all(_is_deed(one, voice) for one in (before, effect))


def _is_deed(effect: Effect, voice: Voice) -> bool:
    """Whether a phrase begins with what the player does, and not with what becomes of something else."""
    if isinstance(effect, Modify):
        return False
    with speaking(ENGLISH):
        return phrase(effect, voice.later).startswith(f"{voice.they} ")


def inside(effects: Effects, voice: Voice = LIST) -> str:
    """Say what effects do that are part of another one."""
    if not effects:
        return say("{do} nothing", do=voice.does("do"))
    first, *rest = effects
    found = phrase(first, voice)
    for effect in rest:
        found = say("{effects} and then {effect}", effects=found, effect=phrase(effect, voice.later))
    return found


def describe_modifiers(modifiers: Modifiers, voice: Voice = LIST) -> str:
    """Say what holds as long as modifiers last."""
    return "; ".join(modifier_phrase(modifier, voice) for modifier in modifiers) or say("nothing")


def describe_lasting(until: Until, modifiers: Modifiers, voice: Voice = LIST) -> str:
    """Say what holds, for how long and for whom; of modifiers for the next use only the first one used counts."""
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


@phrase.register
def _(effect: Modify, voice: Voice = LIST) -> str:
    return describe_lasting(effect.until, effect.modifiers, voice)


@phrase.register
def _(effect: Choose, voice: Voice = LIST) -> str:
    *others, options = (inside(option, voice.bare) for option in effect.options)
    for option in reversed(others):
        options = say("{first}, or {rest}", first=option, rest=options)
    return say("{choose} one: {options}", choose=voice.does("choose"), options=options)


@phrase.register
def _(effect: May, voice: Voice = LIST) -> str:
    if not voice.whole:
        return say("if you want, {effects}", effects=inside(effect.effects))
    return say("{may} {effects}", may=voice.can("may"), effects=inside(effect.effects, voice.bare))


@phrase.register
def _(effect: ForPrice, voice: Voice = LIST) -> str:
    price = describe_needs(effect.price)
    if not effect.effects:
        choice = say("either {price}, or {effects}", price=price, effects=inside(effect.otherwise, voice.bare))
        return say("{must} {choice}", must=voice.can("must"), choice=choice) if voice.whole else choice
    effects = inside(effect.effects, voice.later)
    may = say("{may} {price}: {effects}", may=voice.can("may"), price=price, effects=effects)
    if not effect.otherwise:
        return may
    return voice.says(
        "{offer}; if you do not, {effects}",
        "{offer}; if they do not, {effects}",
        offer=may,
        effects=inside(effect.otherwise, voice.later),
    )


@phrase.register
def _(effect: If, voice: Voice = LIST) -> str:
    condition, effects = describe_condition(effect.needs, voice.they), inside(effect.effects, voice.later)
    if not effect.otherwise:
        return voice.under(say("{condition}, {effects}", condition=condition, effects=effects))
    otherwise = inside(effect.otherwise, voice.later)
    text = say(
        "{condition}, {effects}, otherwise {otherwise}", condition=condition, effects=effects, otherwise=otherwise
    )
    return voice.under(text)


@phrase.register
def _(effect: Per, voice: Voice = LIST) -> str:
    each = _each(effect, voice)
    if effect.most < ALL:
        each = say("{each} (at most {n} times)", each=each, n=effect.most)
    if voice.whole and len(effect.effects) == 1:
        return say("{effects} for {each}", effects=inside(effect.effects, voice), each=each)
    return voice.under(say("for {each}, {effects}", each=each, effects=inside(effect.effects, voice.later)))


def _each(effect: Per, voice: Voice) -> str:
    """Say for how much of a measure effects are done once."""
    one, more = measure_noun(effect.measure, effect.of)
    if effect.measure in ("order-place", "church-mon", "rounds-left", "players"):
        if effect.each == 1:
            return say("every {thing}", thing=one)
        return say("every {n} {things}", n=effect.each, things=more)
    if effect.each == 1:
        return voice.says("each of your {things}", "each of their {things}", things=more)
    return voice.says("every {n} of your {things}", "every {n} of their {things}", n=effect.each, things=more)


@phrase.register
def _(effect: For, voice: Voice = LIST) -> str:
    whom = translate(WHOM[effect.whom])
    if effect.needs:
        whom = say("{whom} who {needs}", whom=whom, needs=describe_who(effect.needs))
    if not voice.whole:
        text = say("{who}: {text}", who=whom, text=inside(effect.effects))
    elif effect.whom == "owner" and voice.owner == "you":
        return inside(effect.effects, YOU)
    else:
        text = inside(effect.effects, voice.others(whom))
    if effect.whom in ("each-player", "each-opponent"):
        return say("in Player Order, {text}", text=text)
    return text


@modifier_phrase.register
def _(modifier: EachPreparation, voice: Voice = LIST) -> str:
    return say("in each Preparation, {effects}", effects=inside(modifier.effects, voice))
