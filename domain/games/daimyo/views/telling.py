"""Adds phrases to facts: stored ones are translated, others follow from the content."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from domain.games.daimyo.facts.choosing import OptionChosen
from domain.games.daimyo.facts.solo import EmpireAbilityCame
from domain.games.daimyo.facts.sources import name_source
from domain.games.daimyo.facts.turn import BonusTileLaid, BonusTileUsed, EffectWithout, NothingToDo
from domain.games.daimyo.facts.villagers import VillagerTurned, VillagerUsed
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.vocabulary import Effects
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.describe import describe
from domain.kernel.fact import Fact, english_fields


def with_phrases(fact: Fact[DaimyoState], content: DaimyoContent) -> Fact[DaimyoState]:
    """Return a fact with its fields of type `English` in the current language: names, and what a card does.

    Versions 1 and 2 of the rules stored such phrases, which are retold; others follow from the content.
    """
    fields = english_fields(type(fact))
    if not fields:
        return fact
    phrases = {field: name_source(text) for field in fields if isinstance(text := getattr(fact, field), str)}
    effects = _find_effects(fact, content)
    if effects:
        phrases.setdefault("does" if "does" in fields else "what", describe(effects))
    return replace(fact, **phrases)


def _find_effects(fact: Fact[DaimyoState], content: DaimyoContent) -> Effects | msgspec.UnsetType | None:
    """Return what the card of a fact does; None or UNSET if it names no card of the content."""
    match fact:
        case OptionChosen(effects=effects) | EffectWithout(effects=effects) | NothingToDo(effects=effects):
            return effects
        case BonusTileLaid(face=str(id)) | BonusTileUsed(face=id) if (face := content.faces.get(id)) is not None:
            return face.effects
        case VillagerUsed(face=id) | VillagerTurned(shows=id) if (shown := content.villager_faces.get(id)) is not None:
            return shown.effects
        case EmpireAbilityCame(total=total) if (ability := content.empire_abilities.get(total)) is not None:
            return ability.effects
    return None
