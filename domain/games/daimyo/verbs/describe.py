"""Effects and conditions in plain words, for labels, views and histories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from domain.games.daimyo.printed.entries import Condition
from domain.games.daimyo.printed.goods import RESOURCES, Kind
from domain.games.daimyo.printed.vocabulary import Direction, Effects, Measure, PieceKind, TileSource
from domain.kernel.content import KEPT
from domain.kernel.language import fill, mark, once_a_language, say, say_many, translate
from domain.kernel.words import join_words

ALL = 99
"""The default of `most`: no effective limit."""
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


@once_a_language(KEPT)
def describe(effects: Effects) -> str:
    """Describe a list of effects as part of a sentence: "gain 2 gold, then draw a hero"; "nothing" for none."""
    if not effects:
        return say("nothing")
    first, *rest = effects
    if not rest:
        return first.phrase()
    return say("{first}, then {rest}", first=first.phrase(), rest=describe(tuple(rest)))


def describe_conditions(when: Sequence[Condition]) -> str:
    """Describe conditions as part of a sentence: "at least 1 restored relic and at least 3 shadows"."""
    return join_words(say("at least {number}", number=_number(each.at_least, MEASURES[each.measure])) for each in when)


def _number(count: int, words: tuple[str, str]) -> str:
    return f"{count} {translate(words[count != 1])}"


def some(count: int, words: Counted) -> str:
    """Count things: "a hero", "2 heroes", or "up to 2 heroes"."""
    return translate(words[0]) if count == 1 else fill(translate(words[1]), n=count)


def how_often(count: int) -> str:
    """Write a number of times: "once", "3 times"."""
    if count == 1:
        return say("once")
    return say("twice") if count == TWICE else say("{n} times", n=count)


def some_goods(count: int, kinds: Iterable[Kind]) -> str:
    """Count goods of some kinds: "2 rice or metal"."""
    chosen = tuple(kinds)
    if set(chosen) == set(RESOURCES):
        return say_many("{n} resource of any kind", "{n} resources of any kind", count)
    return f"{count} {join_words(map(translate, chosen), 'or')}"
