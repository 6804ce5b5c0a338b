"""Adds phrases in the current language to facts: what cards do, and what points were for.

Facts name cards and hold effects; cards speak in sentences, in the third person where they say "you".
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.effects.combining import describe_declined
from domain.games.yedo.facts.cards import CardPlayed
from domain.games.yedo.facts.coop.emperor import EmperorEventBegan, PenaltyBegan
from domain.games.yedo.facts.coop.errands import ErrandRewarded
from domain.games.yedo.facts.coop.stakes import EmperorRevealed, prices_text
from domain.games.yedo.facts.events import EventRevealed
from domain.games.yedo.facts.modules.teahouse import CharacterUsed
from domain.games.yedo.facts.turns import Declined, EffectWithout, Lasts, OptionChosen
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.effect_words import describe, tell
from domain.games.yedo.printed.emperor_entries import EmperorEntry
from domain.games.yedo.state import YedoState
from domain.games.yedo.views.phrases import is_of_card, name_or_retell
from domain.games.yedo.voice import ALL_PLAYERS, ITS_PLAYER
from domain.games.yedo.words.describe import describe_lasting
from domain.games.yedo.words.describe_cards import tell_event
from domain.games.yedo.words.describe_coop import penalty_text
from domain.kernel.fact import Fact, english_fields


def with_phrases(fact: Fact[YedoState], content: YedoContent) -> Fact[YedoState]:
    """Return a fact with its field of type `English` in the current language: a name, or what a card does.

    A phrase stored under version 1 or 2 of the rules is retold if it is not the card's.
    """
    fields = english_fields(type(fact))
    if not fields:
        return fact
    (field,) = fields
    stored = getattr(fact, field)
    if isinstance(stored, str) and not is_of_card(fact, stored, content):
        return replace(fact, **{field: name_or_retell(stored, content)})
    return replace(fact, **{field: _say(fact, content) or ""})


def _say(fact: Fact[YedoState], content: YedoContent) -> str | None:
    """Describe the card or the effects of a fact; None if it names no card of the content."""
    match fact:
        case OptionChosen(effects=tuple(effects)) | EffectWithout(effects=tuple(effects)):
            return describe(effects)
        case Declined(effects=(offer,)):
            return describe_declined(offer)
        case Lasts(until=until, modifiers=modifiers):
            return describe_lasting(until, modifiers)
        case CardPlayed(card=card) if (action := content.action_cards.get(card)) is not None:
            return tell(action.effects, ITS_PLAYER)
        case CharacterUsed(character=card) if (character := content.characters.get(card)) is not None:
            return tell(character.effects, ITS_PLAYER)
        case EventRevealed(event=card) if (event := content.events.get(card)) is not None:
            return tell_event(event, jesuits=fact.ends_jesuits is True)
        case (
            EmperorEventBegan(card=card)
            | PenaltyBegan(card=card)
            | EmperorRevealed(card=card)
            | ErrandRewarded(errand=card)
        ):
            emperor = content.emperor_cards.get(card)
            return None if emperor is None else _say_emperor(fact, emperor)
    return None


def _say_emperor(fact: Fact[YedoState], card: EmperorEntry) -> str | None:
    """Describe the part of an Emperor Card that a fact is about."""
    match fact:
        case EmperorEventBegan():
            return tell(card.event, ALL_PLAYERS)
        case PenaltyBegan():
            return penalty_text(card.penalty)
        case EmperorRevealed():
            return prices_text(card.prices)
        case ErrandRewarded(option=option) if 0 < option <= len(card.errand.rewards):
            return describe(card.errand.rewards[option - 1])
    return None
