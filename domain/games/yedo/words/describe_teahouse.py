"""The words of the Teahouse in plain English: what its Characters do, and when they may be used."""

from __future__ import annotations

from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.entries import Character, CharacterMoment
from domain.games.yedo.words.describe import KEPT, describe_modifiers
from domain.kernel.language import mark, once_a_language, say, translate
from domain.kernel.words import count_noun

MOMENTS: dict[CharacterMoment, str] = {
    "any": mark("In any Phase"),
    "own-assignment": mark("When it is your turn to assign a Disciple"),
    "own-activation": mark("When it is your turn to activate a Disciple"),
    "mission": mark("Before you complete a Mission"),
    "passive": mark("As long as this Character is active"),
}
"""When the ability of a Character may be used, or that it is passive."""


@once_a_language(KEPT)
def character_text(character: Character) -> str:
    """Say when a Character helps, what it does, and what it is worth at the end of the game."""
    does = describe(character.effects) if character.effects else describe_modifiers(character.modifiers)
    return say(
        "{moment}: {effects}. Recruited in the last round: {points}.",
        moment=translate(MOMENTS[character.when]),
        effects=does,
        points=count_noun(character.points, "Prestige Point"),
    )
