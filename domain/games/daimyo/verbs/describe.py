"""Effects and conditions in plain words, for labels, views and histories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, singledispatch
from typing import TypeAlias

from domain.games.daimyo.facts.base import island_name
from domain.games.daimyo.printed.entries import Condition
from domain.games.daimyo.printed.goods import RESOURCES, Goods, Kind
from domain.games.daimyo.printed.vocabulary import (
    AdjustDie,
    Build,
    Choose,
    Collect,
    Direction,
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
from domain.kernel.language import current_language, mark, say, say_many, translate
from domain.kernel.words import count_noun, join_words

ALL = 99
"""The default of `most`: no bound that matters."""
TWICE = 2
Counted: TypeAlias = tuple[str, str]
"""One thing with its article, and several with their number."""

PIECES: dict[PieceKind, Counted] = {
    "governor": (mark("a governor"), mark("{n} governors")),
    "shadow": (mark("a shadow"), mark("{n} shadows")),
    "radio-tower": (mark("a radio tower"), mark("{n} radio towers")),
    "techno-farm": (mark("a techno-farm"), mark("{n} techno-farms")),
}
HEROES: Counted = (mark("a hero"), mark("{n} heroes"))
TILES: Counted = (mark("a relic tile"), mark("{n} relic tiles"))
UP_TO_TILES: Counted = (mark("a relic tile"), mark("up to {n} relic tiles"))
UP_TO_UNITS: Counted = (mark("a unit"), mark("up to {n} units"))
SOURCES: dict[TileSource, str] = {
    "here": mark("from the scavenger's island"),
    "lands": mark("from any island"),
    "market": mark("from the black market"),
    "anywhere": mark("from any island or the black market"),
    "bag": mark("from the bag"),
}
MEASURES: dict[Measure, tuple[str, str]] = {
    "governors": (mark("own governor on the board"), mark("own governors on the board")),
    "shadows": (mark("own shadow on the board"), mark("own shadows on the board")),
    "radio-towers": (mark("own radio tower"), mark("own radio towers")),
    "techno-farms": (mark("own techno-farm"), mark("own techno-farms")),
    "buildings": (mark("own building"), mark("own buildings")),
    "units": (mark("own governor or shadow on the board"), mark("own governors and shadows on the board")),
    "relics": (mark("own restored relic"), mark("own restored relics")),
    "relic-colours": (mark("colour of own restored relics"), mark("colours of own restored relics")),
    "tiles": (mark("own loose relic tile"), mark("own loose relic tiles")),
    "storage": (mark("place of storage"), mark("places of storage")),
    "heroes": (mark("hero owned"), mark("heroes owned")),
    "army": (mark("point of army value"), mark("points of army value")),
    "rice": (mark("rice held"), mark("rice held")),
    "metal": (mark("metal held"), mark("metal held")),
    "crystal": (mark("crystal held"), mark("crystal held")),
    "gold": (mark("gold held"), mark("gold held")),
    "resources": (mark("resource held"), mark("resources held")),
    "islands-led": (mark("island led alone"), mark("islands led alone")),
    "islands-present": (mark("island with own influence"), mark("islands with own influence")),
    "best-influence": (mark("own influence on the best island"), mark("own influence on the best island")),
    "governors-on-one-island": (mark("own governor on one island"), mark("own governors on one island")),
    "popularity": (mark("popularity point"), mark("popularity points")),
    "dice-total": (mark("pip on placed dice"), mark("pips on placed dice")),
}
TURNS: dict[Direction, str] = {
    "up": mark("raise a placed die by 1"),
    "down": mark("lower a placed die by 1"),
    "either": mark("change a placed die by 1"),
}
FIXED: dict[type[Effect], str] = {
    ResetRecruitment: mark("put the recruitment pawn back on its first space"),
    VillagerTile: mark("use a villager tile"),
    PlayHero: mark("play a hero whatever its strength"),
    UseClanAbility: mark("use the clan ability of an opponent"),
    TakeHelmet: mark("take the Mighty Helmet"),
}
"""Effects that are always described in the same words."""


def describe(effects: Effects) -> str:
    """Describe a list of effects as part of a sentence: "gain 2 gold, then draw a hero"; "nothing" for none."""
    return _describe(effects, current_language())


@cache
def _describe(effects: Effects, language: str) -> str:
    if not effects:
        return say("nothing")
    first, *rest = effects
    if not rest:
        return phrase(first)
    return say("{first}, then {rest}", first=phrase(first), rest=_describe(tuple(rest), language))


def describe_conditions(when: Sequence[Condition]) -> str:
    """Describe what conditions ask for, as part of a sentence: "at least 1 restored relic and at least 3 shadows"."""
    return join_words(say("at least {number}", number=_number(each.at_least, MEASURES[each.measure])) for each in when)


@singledispatch
def phrase(effect: Effect) -> str:
    """Describe one effect, beginning with a verb if its owner acts; raises TypeError for a kind without words."""
    if type(effect) not in FIXED:
        raise TypeError(f"no words for {type(effect).__name__}")
    return translate(FIXED[type(effect)])


def _number(count: int, words: tuple[str, str]) -> str:
    return f"{count} {translate(words[count != 1])}"


def _some(count: int, words: Counted) -> str:
    """ "a hero", "2 heroes", or "up to 2 heroes"."""
    return translate(words[0]) if count == 1 else translate(words[1]).format(n=count)


def _times(count: int) -> str:
    if count == 1:
        return say("once")
    return say("twice") if count == TWICE else say("{n} times", n=count)


def _kinds(count: int, kinds: Iterable[Kind]) -> str:
    chosen = tuple(kinds)
    if set(chosen) == set(RESOURCES):
        return say_many("{n} resource of any kind", "{n} resources of any kind", count)
    return f"{count} {join_words(map(translate, chosen), 'or')}"


@phrase.register
def _(effect: Gain) -> str:
    return say("gain {goods}", goods=effect.goods)


@phrase.register
def _(effect: GainChoice) -> str:
    return say("gain {goods}", goods=_kinds(effect.count, effect.of))


@phrase.register
def _(effect: Pay) -> str:
    return say("pay {goods}", goods=effect.goods)


@phrase.register
def _(effect: PayChoice) -> str:
    return say("pay {goods}", goods=_kinds(effect.count, effect.of))


@phrase.register
def _(effect: Points) -> str:
    return say("gain {points}", points=count_noun(effect.points, "popularity point"))


@phrase.register
def _(effect: Storage) -> str:
    return say("raise storage by {n}", n=effect.count)


@phrase.register
def _(effect: Draw) -> str:
    return say("draw {heroes}", heroes=_some(effect.count, HEROES))


@phrase.register
def _(effect: DiscardHero) -> str:
    return say("discard {heroes}", heroes=_some(effect.count, HEROES))


@phrase.register
def _(effect: GiveTile) -> str:
    tiles = _some(effect.count, TILES)
    if effect.to == "market":
        return say("put {tiles} of one's own into the black market", tiles=tiles)
    return say("put {tiles} of one's own back into the bag", tiles=tiles)


@phrase.register
def _(effect: Recruit) -> str:
    units = _some(effect.count, UP_TO_UNITS)
    if effect.exactly:
        found = say("recruit {units} for exactly {goods}", units=units, goods=Goods(rice=effect.exactly))
    elif effect.exactly is not None:
        found = say("recruit {units} for nothing", units=units)
    elif effect.discount:
        found = say("recruit {units} for {goods} less", units=units, goods=Goods(rice=effect.discount))
    else:
        found = say("recruit {units}", units=units)
    return say("{effect} each", effect=found) if effect.count > 1 else found


@phrase.register
def _(effect: Build) -> str:
    if effect.in_good is not None:
        return say("build a building and pay its whole cost in {good}", good=translate(effect.in_good))
    if effect.discount:
        return say("build a building for {goods} less", goods=_kinds(effect.discount, effect.of))
    return say("build a building")


@phrase.register
def _(effect: Hire) -> str:
    if effect.discount:
        return say("hire a hero for {goods} less", goods=Goods(gold=effect.discount))
    return say("hire a hero")


@phrase.register
def _(effect: Scavenge) -> str:
    return say("move the scavenger and take {tiles} there", tiles=_some(effect.takes, UP_TO_TILES))


@phrase.register
def _(effect: TakeTile) -> str:
    return say("take {tiles} {place}", tiles=_some(effect.count, TILES), place=translate(SOURCES[effect.source]))


@phrase.register
def _(effect: MoveGovernor) -> str:
    if effect.collect:
        return say("move a governor and collect {times} there", times=_times(effect.collect))
    return say("move a governor")


@phrase.register
def _(effect: PlacePiece) -> str:
    pieces = _some(effect.count, PIECES[effect.kind])
    if not effect.islands:
        return say("place {pieces}", pieces=pieces)
    islands = join_words(map(island_name, effect.islands), "or")
    return say("place {pieces} on the {islands} island", pieces=pieces, islands=islands)


@phrase.register
def _(effect: MovePiece) -> str:
    return say("move {piece}", piece=translate(PIECES[effect.kind][0]))


@phrase.register
def _(effect: Eliminate) -> str:
    if effect.where == "any":
        return say("remove an enemy governor from any island")
    return say("remove an enemy governor from an island with an own governor")


@phrase.register
def _(effect: Collect) -> str:
    return say("collect {times} with {piece}", times=_times(effect.times), piece=translate(PIECES[effect.at][0]))


@phrase.register
def _(effect: VillagerSteps) -> str:
    text = (mark("do {n} step of Help from Villagers"), mark("do {n} steps of Help from Villagers"))
    return translate(text[effect.count != 1]).format(n=effect.count)


@phrase.register
def _(effect: AdjustDie) -> str:
    found = translate(TURNS[effect.direction])
    return say("{effect}, {times}", effect=found, times=_times(effect.times)) if effect.times > 1 else found


@phrase.register
def _(effect: Lose) -> str:
    goods = _kinds(effect.count, effect.of)
    if effect.who == "each-opponent":
        return say("make each opponent return {goods}", goods=goods)
    return say("make an opponent return {goods}", goods=goods)


@phrase.register
def _(effect: Optional) -> str:
    return say("if wanted, {effects}", effects=describe(effect.effects))


@phrase.register
def _(effect: ForPrice) -> str:
    return say("{price} to {effects}", price=describe(effect.price), effects=describe(effect.effects))


@phrase.register
def _(effect: Choose) -> str:
    *others, options = map(describe, effect.options)
    for option in reversed(others):
        options = say("{first}, or {rest}", first=option, rest=options)
    return say("either {options}", options=options)


@phrase.register
def _(effect: Per) -> str:
    words = MEASURES[effect.measure]
    each = translate(words[0]) if effect.each == 1 else f"{effect.each} {translate(words[1])}"
    found = say("for every {each} {effects}", each=each, effects=describe(effect.effects))
    return say("{effect}, at most {times}", effect=found, times=_times(effect.most)) if effect.most < ALL else found


@phrase.register
def _(effect: ToAdvantage) -> str:
    return say("{effects}, to its advantage", effects=describe(effect.effects))
