"""The words of the Teahouse in plain English: what its Characters do, and when they may be used."""

from __future__ import annotations

from domain.games.yedo.printed.effect_words import BringRonin, Recruit
from domain.games.yedo.printed.entries import Character, CharacterMoment
from domain.games.yedo.printed.vocabulary import Fee, NoFee
from domain.games.yedo.words.describe import describe, describe_modifiers
from domain.games.yedo.words.describe_phrases import modifier_phrase, phrase
from domain.games.yedo.words.describe_voice import LIST, Voice
from domain.games.yedo.words.describe_words import DISTRICT_NAMES, sentence
from domain.kernel.words import count_noun

MOMENTS: dict[CharacterMoment, str] = {
    "any": "In any Phase",
    "own-assignment": "When it is your turn to assign a Disciple",
    "own-activation": "When it is your turn to activate a Disciple",
    "mission": "Before you complete a Mission",
    "passive": "As long as this Character is active",
}
"""When the ability of a Character may be used, or that it holds by itself."""


def character_text(character: Character) -> str:
    """Say when a Character helps, what it does, and what it is worth at the end of the game."""
    does = describe(character.effects) if character.effects else describe_modifiers(character.modifiers)
    worth = f"Recruited in the last round: {count_noun(character.points, 'Prestige Point')}."
    return f"{sentence(f'{MOMENTS[character.when]}: {does}')} {worth}"


@phrase.register
def _(effect: Recruit, voice: Voice = LIST) -> str:
    what = "a Character of the Teahouse for the next round"
    return f"{voice.does('recruit')} {what}, if {voice.they} have recruited none in this one"


@phrase.register
def _(effect: BringRonin, voice: Voice = LIST) -> str:
    how = "as a further Disciple until the end of this round"
    return f"the Ronin comes to {voice.whose} Clan House and serves {'you' if voice.they == 'you' else 'them'} {how}"


@modifier_phrase.register
def _(modifier: Fee, voice: Voice = LIST) -> str:
    where = DISTRICT_NAMES[modifier.on]
    return f"every other player gives you {modifier.amount} Mon, if they have it, for each action in {where}"


@modifier_phrase.register
def _(modifier: NoFee, voice: Voice = LIST) -> str:
    return "you pay no fees to the Characters of others"
