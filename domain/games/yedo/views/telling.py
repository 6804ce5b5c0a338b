"""Tells facts about cards in the sentences of the card; the stored fact holds a list of effects."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.facts.cards import CardPlayed
from domain.games.yedo.facts.coop.emperor import EmperorEventBegan, PenaltyBegan
from domain.games.yedo.facts.events import EventRevealed
from domain.games.yedo.facts.modules.teahouse import CharacterUsed
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.state import YedoState
from domain.games.yedo.words.describe import describe, tell
from domain.games.yedo.words.describe_cards import tell_event
from domain.games.yedo.words.describe_coop import list_penalty, penalty_text
from domain.games.yedo.words.describe_voice import ALL_PLAYERS, ITS_PLAYER
from domain.kernel.fact import Fact


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
    return fact


def _tell(fact: Fact[YedoState], content: YedoContent) -> str | None:
    """Say what the card of a fact does; None for other facts, and if the stored text is not that of the card."""
    match fact:
        case CardPlayed(card=card, text=text) if (action := content.action_cards.get(card)) is not None:
            return tell(action.effects, ITS_PLAYER) if text == describe(action.effects) else None
        case CharacterUsed(character=card, what=text) if (character := content.characters.get(card)) is not None:
            return tell(character.effects, ITS_PLAYER) if text == describe(character.effects) else None
        case EventRevealed(event=card, text=text) if (event := content.events.get(card)) is not None:
            return tell_event(event, jesuits=False) if text == describe(event.effects) else None
        case EmperorEventBegan(card=card, text=text) if (emperor := content.emperor_cards.get(card)) is not None:
            return tell(emperor.event, ALL_PLAYERS) if text == describe(emperor.event) else None
        case PenaltyBegan(card=card, text=text) if (emperor := content.emperor_cards.get(card)) is not None:
            return penalty_text(emperor.penalty) if text == list_penalty(emperor.penalty) else None
    return None
