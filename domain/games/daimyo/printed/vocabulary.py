"""The words in which cards and tiles say what they do: one vocabulary for heroes, bonus action tiles, villagers, clan
abilities, goals, solo cards and the empire's abilities.

A card holds a list of effects that are done in order. The *owner* is the side for which they are done; decisions
are made by the owner's seat, or by the human if the owner is the empire or the mercenaries.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

import msgspec

from domain.games.daimyo.printed.goods import RESOURCES, Goods, Kind
from domain.kernel.fact import kebab_case

PieceKind: TypeAlias = Literal["governor", "shadow", "radio-tower", "techno-farm"]
Direction: TypeAlias = Literal["up", "down", "either"]
"""Which way a die is turned."""
TileSource: TypeAlias = Literal["here", "lands", "market", "anywhere", "bag"]
"""Where relic tiles come from: the owner's scavenger's island, any island, the black market, any of these, the bag."""
Measure: TypeAlias = Literal[
    "governors",
    "shadows",
    "radio-towers",
    "techno-farms",
    "buildings",
    "units",
    "relics",
    "relic-colours",
    "tiles",
    "storage",
    "heroes",
    "army",
    "rice",
    "metal",
    "crystal",
    "gold",
    "resources",
    "islands-led",
    "islands-present",
    "best-influence",
    "governors-on-one-island",
    "popularity",
    "dice-total",
]
"""The measures of a side; see `measures.py` for what each counts."""


class Effect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do", tag=kebab_case):
    """Something that a card or tile does. `verb` says it in a few words, for the report that a side cannot do it."""

    verb: ClassVar[str]


class Gain(Effect, frozen=True):
    """Take these goods from the supply."""

    verb = "gain goods"

    goods: Goods


class GainChoice(Effect, frozen=True):
    """Take `count` goods of these kinds, chosen by the owner, alike or different."""

    verb = "gain goods"

    count: int = 1
    of: tuple[Kind, ...] = RESOURCES


class Pay(Effect, frozen=True):
    """Return these goods to the supply."""

    verb = "pay"

    goods: Goods


class PayChoice(Effect, frozen=True):
    """Return `count` goods of these kinds, chosen by the owner."""

    verb = "pay"

    count: int = 1
    of: tuple[Kind, ...] = RESOURCES


class Points(Effect, frozen=True):
    """Gain popularity points."""

    verb = "score"

    points: int


class Storage(Effect, frozen=True):
    """Raise the storage capacity."""

    verb = "raise the storage"

    count: int = 1


class Draw(Effect, frozen=True):
    """Draw heroes from the owner's deck."""

    verb = "draw a hero"

    count: int = 1


class DiscardHero(Effect, frozen=True):
    """Discard heroes from hand."""

    verb = "discard a hero"

    count: int = 1


class GiveTile(Effect, frozen=True):
    """Put loose relic tiles of the owner into the black market or back into the bag."""

    verb = "give up a relic tile"

    to: Literal["market", "bag"] = "market"
    count: int = 1


class Recruit(Effect, frozen=True):
    """Recruit up to `count` units, each for `discount` rice less than the track says or for `exactly` that much."""

    verb = "recruit a unit"

    count: int = 1
    discount: int = 0
    exactly: int | None = None


class Build(Effect, frozen=True):
    """Build one building.

    `discount` resources are saved, each of a kind in `of`; or the whole cost is paid `in_good`, one for one.
    """

    verb = "construct a building"

    discount: int = 0
    of: tuple[Kind, ...] = RESOURCES
    in_good: Kind | None = None


class Hire(Effect, frozen=True):
    """Hire one hero of the market for less gold; the empire takes the last one for free."""

    verb = "hire a hero"

    discount: int = 0


class ResetRecruitment(Effect, frozen=True):
    """Put the recruitment pawn back on the first space."""

    verb = "reset the recruitment track"


class Scavenge(Effect, frozen=True):
    """Move the scavenger to another island and take tiles there: one, or up to `takes`."""

    verb = "send out the scavenger"

    takes: int = 1


class TakeTile(Effect, frozen=True):
    """Take relic tiles without moving the scavenger."""

    verb = "take a relic tile"

    source: TileSource = "here"
    count: int = 1


class MoveGovernor(Effect, frozen=True):
    """Move a governor of the owner to a free governor space and collect the resource made there `collect` times."""

    verb = "move a governor"

    collect: int = 0


class PlacePiece(Effect, frozen=True):
    """Place a piece without paying, on one of these islands; on any if none is named."""

    verb = "place a piece"

    kind: PieceKind
    islands: tuple[str, ...] = ()
    count: int = 1


class MovePiece(Effect, frozen=True):
    """Move one of the owner's pieces to a free space of its kind."""

    verb = "move a piece"

    kind: PieceKind


class Eliminate(Effect, frozen=True):
    """Remove an enemy governor: from any island, or from one where the owner has a governor."""

    verb = "remove a governor"

    where: Literal["any", "own-governor"] = "any"


class Collect(Effect, frozen=True):
    """Collect the resource of one piece's site a number of times."""

    verb = "collect at a site"

    at: Literal["governor", "radio-tower", "techno-farm"]
    times: int = 1


class VillagerTile(Effect, frozen=True):
    """Use a villager tile and turn it over."""

    verb = "use a villager tile"


class VillagerSteps(Effect, frozen=True):
    """Do a number of the steps of Help from Villagers, each once."""

    verb = "ask the villagers"

    count: int


class AdjustDie(Effect, frozen=True):
    """Change one of the owner's placed dice by 1, a number of times: up, down, or either way."""

    verb = "turn a die"

    direction: Direction = "either"
    times: int = 1


class PlayHero(Effect, frozen=True):
    """Play a hero from hand without matching its strength."""

    verb = "play a hero"


class UseClanAbility(Effect, frozen=True):
    """Do what the clan ability of an opponent does, for the owner."""

    verb = "use the ability of a clan"


class TakeHelmet(Effect, frozen=True):
    """Take the Mighty Helmet."""

    verb = "take the Mighty Helmet"


class Lose(Effect, frozen=True):
    """Make opponents return `count` goods of these kinds, which they choose; those who hold fewer return what they can.

    `who` is each opponent, or one that the owner chooses.
    """

    verb = "make anybody return goods"

    count: int = 1
    of: tuple[Kind, ...] = RESOURCES
    who: Literal["each-opponent", "one-opponent"] = "each-opponent"


class Optional(Effect, frozen=True):
    """Let the owner do this or decline."""

    verb = "do anything that the card offers"

    effects: tuple[AnyEffect, ...]


class ForPrice(Effect, frozen=True):
    """Do this if the owner can and does pay the whole price."""

    verb = "pay the price of the card"

    price: tuple[AnyEffect, ...]
    effects: tuple[AnyEffect, ...]


class Choose(Effect, frozen=True):
    """Do one of these lists of effects, among those that would do something."""

    verb = "do any of the things that the card offers"

    options: tuple[tuple[AnyEffect, ...], ...]


class Per(Effect, frozen=True):
    """Do this once for each `each` of what is counted."""

    verb = "count anything for the card"

    measure: Measure
    effects: tuple[AnyEffect, ...]
    each: int = 1
    most: int = 99


class ToAdvantage(Effect, frozen=True):
    """The empire completes a relic where it can, and overtakes the human on an island where it can."""

    verb = "do what the card asks for to its advantage"

    effects: tuple[AnyEffect, ...]


AnyEffect: TypeAlias = (
    Gain
    | GainChoice
    | Pay
    | PayChoice
    | Points
    | Storage
    | Draw
    | DiscardHero
    | GiveTile
    | Recruit
    | Build
    | Hire
    | ResetRecruitment
    | Scavenge
    | TakeTile
    | MoveGovernor
    | PlacePiece
    | MovePiece
    | Eliminate
    | Collect
    | VillagerTile
    | VillagerSteps
    | AdjustDie
    | PlayHero
    | UseClanAbility
    | TakeHelmet
    | Lose
    | Optional
    | ForPrice
    | Choose
    | Per
    | ToAdvantage
)
Effects: TypeAlias = tuple[AnyEffect, ...]
EFFECTS: tuple[type[Effect], ...] = tuple(Effect.__subclasses__())
VERBS: dict[str, str] = {str(effect.__struct_config__.tag): effect.verb for effect in EFFECTS}
"""What each kind of effect does, by its tag."""
