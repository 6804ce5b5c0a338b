"""Tells facts about cards in the sentences of the card; the stored fact holds a list of effects."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.facts.base import mon
from domain.games.yedo.facts.bidding import lot_name
from domain.games.yedo.facts.cards import CardPlayed
from domain.games.yedo.facts.coop.emperor import EmperorEventBegan, PenaltyBegan
from domain.games.yedo.facts.coop.errands import ErrandRewarded
from domain.games.yedo.facts.coop.stakes import EmperorRevealed
from domain.games.yedo.facts.events import EventRevealed
from domain.games.yedo.facts.goods import PrestigeGained, PrestigeLost
from domain.games.yedo.facts.modules.teahouse import CharacterUsed
from domain.games.yedo.facts.turns import Declined, EffectWithout, Lasts, OptionChosen
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.emperor_entries import Penalty
from domain.games.yedo.printed.terms import LOTS
from domain.games.yedo.printed.vocabulary import Effects
from domain.games.yedo.state import YedoState
from domain.games.yedo.views.phrases import retell
from domain.games.yedo.voice import ALL_PLAYERS, ITS_PLAYER
from domain.games.yedo.words.describe import describe, describe_lasting, tell
from domain.games.yedo.words.describe_cards import tell_event
from domain.games.yedo.words.describe_coop import list_penalty, penalty_text
from domain.kernel.fact import Fact
from domain.kernel.language import ENGLISH, current_language, speaking


def in_sentences(fact: Fact[YedoState], content: YedoContent) -> Fact[YedoState]:
    """Return a fact about a card with what the card does in sentences, in the third person where the card says "you".

    A text that this content does not give to the card, as in a game with cards of its own, stays a list.
    """
    told = _tell(fact, content)
    match fact:
        case CharacterUsed() if told is not None:
            return replace(fact, what=told)
        case CardPlayed() | EventRevealed() | EmperorEventBegan() | PenaltyBegan() if told is not None:
            return replace(fact, text=told)
        case CardPlayed(text=text) | EventRevealed(text=text) | EmperorEventBegan(text=text) | PenaltyBegan(text=text):
            return replace(fact, text=retell(text, content))
        case PrestigeGained(what=what) | PrestigeLost(what=what) | CharacterUsed(what=what):
            return replace(fact, what=retell(what, content))
        case OptionChosen(what=what) | Declined(what=what) | EffectWithout(what=what) | ErrandRewarded(what=what):
            return replace(fact, what=retell(what, content))
        case Lasts(until=until, modifiers=modifiers) if current_language() != ENGLISH:
            return replace(fact, what=describe_lasting(until, modifiers))
        case EmperorRevealed(card=card) if current_language() != ENGLISH and card in content.emperor_cards:
            prices = content.emperor_cards[card].prices
            return replace(fact, prices=", ".join(f"{lot_name(lot)} {mon(prices[lot])}" for lot in LOTS))
    return fact


def _tell(fact: Fact[YedoState], content: YedoContent) -> str | None:
    """Say what the card of a fact does; None for other facts, and if the stored text is not that of the card."""
    match fact:
        case CardPlayed(card=card, text=text) if (action := content.action_cards.get(card)) is not None:
            return tell(action.effects, ITS_PLAYER) if text == _stored(action.effects) else None
        case CharacterUsed(character=card, what=text) if (character := content.characters.get(card)) is not None:
            return tell(character.effects, ITS_PLAYER) if text == _stored(character.effects) else None
        case EventRevealed(event=card, text=text) if (event := content.events.get(card)) is not None:
            return tell_event(event, jesuits=False) if text == _stored(event.effects) else None
        case EmperorEventBegan(card=card, text=text) if (emperor := content.emperor_cards.get(card)) is not None:
            return tell(emperor.event, ALL_PLAYERS) if text == _stored(emperor.event) else None
        case PenaltyBegan(card=card, text=text) if (emperor := content.emperor_cards.get(card)) is not None:
            return penalty_text(emperor.penalty) if text == _list_penalty(emperor.penalty) else None
    return None


def _stored(effects: Effects) -> str:
    """Describe effects as facts hold them, in English."""
    with speaking(ENGLISH):
        return describe(effects)


def _list_penalty(penalty: Penalty) -> str:
    with speaking(ENGLISH):
        return list_penalty(penalty)
