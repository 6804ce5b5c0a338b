"""Checks of the Characters in a content pack: completeness, and abilities that can be carried out."""

from __future__ import annotations

from domain.games.yedo.checks.card_checks import check_effects, check_modifiers
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.vocabulary import parts
from domain.kernel.content_checks import in_field, require
from domain.kernel.language import later

FILE = "characters.toml"
BOX = 15
"""The Characters of the box (yedo.components.modules)."""


def check_characters(content: YedoContent) -> None:
    """Raise BadContent with file, entry and reason unless the Teahouse can be played, if the pack has one."""
    if content.teahouse is None:
        return
    require(len(content.characters) == BOX, FILE, "characters", later("there are {box} of them", box=BOX))
    for favor in content.favors.values():
        named = in_field(f"favor {favor.id!r}", "character")
        require(favor.character in content.characters, "favors.toml", named, later("it names no Character"))
    paired = {favor.character for favor in content.favors.values()}
    require(
        len(paired) == len(content.favors),
        "favors.toml",
        in_field("favor", "character"),
        later("a Character comes twice"),
    )
    for character in content.characters.values():
        place = f"character {character.id!r}"
        passive = character.when == "passive"
        why = later("a passive ability has modifiers, any other one effects")
        require(bool(character.modifiers) == passive != bool(character.effects), FILE, place, why)
        check_effects(content, FILE, place, character.effects, character.when)
        check_modifiers(content, FILE, place, character.modifiers)
        for modifier in character.modifiers:
            require(modifier.suits_characters, FILE, place, later("this modifier is not for a Character"))
    _check_only_here(content)


def _check_only_here(content: YedoContent) -> None:
    """Refuse Teahouse words on cards that are used without the module."""
    for file, cards in (("action_cards.toml", content.action_cards), ("events.toml", content.events)):
        for card in cards.values():
            ours = any(effect.module == "teahouse" for effect in parts(card.effects))
            require(not ours, file, f"card {card.id!r}", later("it speaks of the Teahouse, which is not in every game"))
