"""Effects and conditions in plain English, for labels, views and histories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, singledispatch

from domain.games.daimyo.entries import Condition
from domain.games.daimyo.goods import RESOURCES, Goods, Kind
from domain.games.daimyo.vocabulary import (
    AdjustDie,
    Build,
    Choose,
    Collect,
    DiscardHero,
    Draw,
    Effect,
    Effects,
    Eliminate,
    ForPrice,
    Gain,
    GainChoice,
    GiveTile,
    Hire,
    Lose,
    Measure,
    MoveGovernor,
    MovePiece,
    Optional,
    Pay,
    PayChoice,
    Per,
    PieceKind,
    PlacePiece,
    PlayHero,
    Points,
    Recruit,
    ResetRecruitment,
    Scavenge,
    Storage,
    TakeHelmet,
    TakeTile,
    TileSource,
    ToAdvantage,
    UseClanAbility,
    VillagerSteps,
    VillagerTile,
)
from domain.kernel.words import count_noun, join_words

ALL = 99
"""The default of `most`: no bound that matters."""
PIECES: dict[PieceKind, tuple[str, str]] = {
    "governor": ("governor", "governors"),
    "shadow": ("shadow", "shadows"),
    "radio-tower": ("radio tower", "radio towers"),
    "techno-farm": ("techno-farm", "techno-farms"),
}
SOURCES: dict[TileSource, str] = {
    "here": "from the scavenger's island",
    "lands": "from any island",
    "market": "from the black market",
    "anywhere": "from any island or the black market",
    "bag": "from the bag",
}
MEASURES: dict[Measure, tuple[str, str]] = {
    "governors": ("own governor on the board", "own governors on the board"),
    "shadows": ("own shadow on the board", "own shadows on the board"),
    "radio-towers": ("own radio tower", "own radio towers"),
    "techno-farms": ("own techno-farm", "own techno-farms"),
    "buildings": ("own building", "own buildings"),
    "units": ("own governor or shadow on the board", "own governors and shadows on the board"),
    "relics": ("own restored relic", "own restored relics"),
    "relic-colours": ("colour of own restored relics", "colours of own restored relics"),
    "tiles": ("own loose relic tile", "own loose relic tiles"),
    "storage": ("place of storage", "places of storage"),
    "heroes": ("hero owned", "heroes owned"),
    "army": ("point of army value", "points of army value"),
    "rice": ("rice held", "rice held"),
    "metal": ("metal held", "metal held"),
    "crystal": ("crystal held", "crystal held"),
    "gold": ("gold held", "gold held"),
    "resources": ("resource held", "resources held"),
    "islands-led": ("island led alone", "islands led alone"),
    "islands-present": ("island with own influence", "islands with own influence"),
    "best-influence": ("own influence on the best island", "own influence on the best island"),
    "governors-on-one-island": ("own governor on one island", "own governors on one island"),
    "popularity": ("popularity point", "popularity points"),
    "dice-total": ("pip on placed dice", "pips on placed dice"),
}
FIXED: dict[type[Effect], str] = {
    ResetRecruitment: "put the recruitment pawn back on its first space",
    VillagerTile: "use a villager tile",
    PlayHero: "play a hero whatever its strength",
    UseClanAbility: "use the clan ability of an opponent",
    TakeHelmet: "take the Mighty Helmet",
}
"""Effects that are always described in the same words."""


@cache
def describe(effects: Effects) -> str:
    """Describe a list of effects as part of a sentence: "gain 2 gold, then draw a hero"; "nothing" for none."""
    return ", then ".join(map(phrase, effects)) or "nothing"


def describe_conditions(when: Sequence[Condition]) -> str:
    """Describe what conditions ask for, as part of a sentence: "at least 1 restored relic and at least 3 shadows"."""
    return join_words(f"at least {_number(each.at_least, MEASURES[each.measure])}" for each in when)


@singledispatch
def phrase(effect: Effect) -> str:
    """Describe one effect, beginning with a verb if its owner acts; raises TypeError for a kind without words."""
    if type(effect) not in FIXED:
        raise TypeError(f"no words for {type(effect).__name__}")
    return FIXED[type(effect)]


def _number(count: int, words: tuple[str, str]) -> str:
    return f"{count} {words[count != 1]}"


def _some(count: int, words: tuple[str, str], most: bool = False) -> str:
    """ "a hero", "2 heroes", or "up to 2 heroes"."""
    return f"a {words[0]}" if count == 1 else f"{'up to ' if most else ''}{count} {words[1]}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _kinds(count: int, kinds: Iterable[Kind]) -> str:
    chosen = tuple(kinds)
    if set(chosen) == set(RESOURCES):
        return count_noun(count, "resource") + " of any kind"
    return f"{count} {join_words(chosen, 'or')}"


@phrase.register
def _(effect: Gain) -> str:
    return f"gain {effect.goods}"


@phrase.register
def _(effect: GainChoice) -> str:
    return f"gain {_kinds(effect.count, effect.of)}"


@phrase.register
def _(effect: Pay) -> str:
    return f"pay {effect.goods}"


@phrase.register
def _(effect: PayChoice) -> str:
    return f"pay {_kinds(effect.count, effect.of)}"


@phrase.register
def _(effect: Points) -> str:
    return f"gain {count_noun(effect.points, 'popularity point')}"


@phrase.register
def _(effect: Storage) -> str:
    return f"raise storage by {effect.count}"


@phrase.register
def _(effect: Draw) -> str:
    return f"draw {_some(effect.count, ('hero', 'heroes'))}"


@phrase.register
def _(effect: DiscardHero) -> str:
    return f"discard {_some(effect.count, ('hero', 'heroes'))}"


@phrase.register
def _(effect: GiveTile) -> str:
    place = "into the black market" if effect.to == "market" else "back into the bag"
    return f"put {_some(effect.count, ('relic tile', 'relic tiles'))} of one's own {place}"


@phrase.register
def _(effect: Recruit) -> str:
    if effect.exactly is not None:
        price = f" for exactly {Goods(rice=effect.exactly)}" if effect.exactly else " for nothing"
    else:
        price = f" for {Goods(rice=effect.discount)} less" if effect.discount else ""
    return f"recruit {_some(effect.count, ('unit', 'units'), most=True)}{price}" + (" each" if effect.count > 1 else "")


@phrase.register
def _(effect: Build) -> str:
    if effect.in_good is not None:
        return f"build a building and pay its whole cost in {effect.in_good}"
    return f"build a building for {_kinds(effect.discount, effect.of)} less" if effect.discount else "build a building"


@phrase.register
def _(effect: Hire) -> str:
    return f"hire a hero for {Goods(gold=effect.discount)} less" if effect.discount else "hire a hero"


@phrase.register
def _(effect: Scavenge) -> str:
    return f"move the scavenger and take {_some(effect.takes, ('relic tile', 'relic tiles'), most=True)} there"


@phrase.register
def _(effect: TakeTile) -> str:
    return f"take {_some(effect.count, ('relic tile', 'relic tiles'))} {SOURCES[effect.source]}"


@phrase.register
def _(effect: MoveGovernor) -> str:
    return "move a governor" + (f" and collect {_times(effect.collect)} there" if effect.collect else "")


@phrase.register
def _(effect: PlacePiece) -> str:
    islands = f" on the {join_words(effect.islands, 'or')} island" if effect.islands else ""
    return f"place {_some(effect.count, PIECES[effect.kind])}{islands}"


@phrase.register
def _(effect: MovePiece) -> str:
    return f"move a {PIECES[effect.kind][0]}"


@phrase.register
def _(effect: Eliminate) -> str:
    return "remove an enemy governor from " + (
        "any island" if effect.where == "any" else "an island with an own governor"
    )


@phrase.register
def _(effect: Collect) -> str:
    return f"collect {_times(effect.times)} with a {PIECES[effect.at][0]}"


@phrase.register
def _(effect: VillagerSteps) -> str:
    return f"do {count_noun(effect.count, 'step')} of Help from Villagers"


@phrase.register
def _(effect: AdjustDie) -> str:
    verb = {"up": "raise", "down": "lower", "either": "change"}[effect.direction]
    return f"{verb} a placed die by 1" + (f", {_times(effect.times)}" if effect.times > 1 else "")


@phrase.register
def _(effect: Lose) -> str:
    who = "each opponent" if effect.who == "each-opponent" else "an opponent"
    return f"make {who} return {_kinds(effect.count, effect.of)}"


@phrase.register
def _(effect: Optional) -> str:
    return f"if wanted, {describe(effect.effects)}"


@phrase.register
def _(effect: ForPrice) -> str:
    return f"{describe(effect.price)} to {describe(effect.effects)}"


@phrase.register
def _(effect: Choose) -> str:
    return "either " + ", or ".join(map(describe, effect.options))


@phrase.register
def _(effect: Per) -> str:
    words = MEASURES[effect.measure]
    each = words[0] if effect.each == 1 else f"{effect.each} {words[1]}"
    most = f", at most {_times(effect.most)}" if effect.most < ALL else ""
    return f"for every {each} {describe(effect.effects)}{most}"


@phrase.register
def _(effect: ToAdvantage) -> str:
    return f"{describe(effect.effects)}, to its advantage"
