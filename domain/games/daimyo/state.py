"""The state of a game of Daimyo: plain values, all containers immutable.

A *side* is a seat, or the mercenaries or the empire, which are numbered after the seats. A field that holds
something by side is a tuple with a place for every side.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import BuildingKind, Colour, Side
from domain.games.daimyo.printed.goods import NOTHING, Goods
from domain.games.daimyo.printed.options import DaimyoOptions, Parameters
from domain.kernel.table import State

Tile: TypeAlias = str
"""A relic tile: its colour and number, "red-2"."""


class Die(msgspec.Struct, frozen=True, gc=False, order=True):
    """A rolled die."""

    colour: Colour
    value: int


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A die on a space: a main action, a location of the mercenaries, or "CARD/2", the second space of a solo card."""

    space: str
    die: Die


class Relic(msgspec.Struct, frozen=True, gc=False):
    """A restored relic: the influence of its altar is 0 where no altar was free."""

    colour: str
    altar: int


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A bonus action tile on a space of the clan board."""

    space: str
    tile: str


class Points(msgspec.Struct, frozen=True, gc=False):
    """Points scored by a side, with the clause that gave them and what they were for."""

    side: int
    clause: str
    what: str
    points: int


class DaimyoState(State):
    """Everything that is known about a game.

    `order` are the sides in the order of their turns in this round, `turn` counts the turns begun in it and `active` is
    the side whose turn it is.
    `pool` are the dice nobody has taken, `placed` those on the boards, by side.
    `deck`, `hand` and `discard` are heroes by side, sorted; `in_play` are those whose ability is being resolved,
    `played` those played in this turn. The automated sides have their army in `discard`, and `face_down` more heroes of
    the common deck that nobody has seen. `hero_deck` are the unseen common heroes, `top_hero` the visible one.
    `governors`, `farms` and `towers` hold sites, `shadows` spaces, `scavengers` an island.
    `recruitment` is the space of the pawn (0 is the first), `paid_last` whether a unit was paid at the last one since.
    `tiles` are loose, `under` are the bonus tiles still under buildings, where they do not count yet
    (daimyo.setup.player.bonus-tiles.2019, daimyo.setup.player.buildings-on-tiles), `laid` those on the clan board: the
    last one of a space counts. `goal_tokens` are the sides that met each goal, the first one first.
    `solo_seen` are the solo cards of this game so far, of which the last is face up while a round runs.
    `fell_short`: the current action of the empire could not be done in full.
    """

    content: DaimyoContent
    options: DaimyoOptions
    parameters: Parameters
    round: int = 0
    turn: int = 0
    order: tuple[int, ...] = ()
    active: int | None = None
    helmet: int | None = None
    pool: tuple[Die, ...] = ()
    placed: tuple[tuple[Placed, ...], ...] = ()
    clans: tuple[str | None, ...] = ()
    boards: tuple[tuple[str, ...], ...] = ()
    purses: tuple[Goods, ...] = ()
    points: tuple[int, ...] = ()
    scored: tuple[Points, ...] = ()
    capacity: tuple[int, ...] = ()
    tiles: tuple[tuple[Tile, ...], ...] = ()
    relics: tuple[tuple[Relic, ...], ...] = ()
    governors: tuple[tuple[str, ...], ...] = ()
    shadows: tuple[tuple[str, ...], ...] = ()
    scavengers: tuple[str | None, ...] = ()
    farms: tuple[tuple[str, ...], ...] = ()
    towers: tuple[tuple[str, ...], ...] = ()
    recruitment: tuple[int, ...] = ()
    paid_last: tuple[bool, ...] = ()
    hand: tuple[tuple[str, ...], ...] = ()
    deck: tuple[tuple[str, ...], ...] = ()
    discard: tuple[tuple[str, ...], ...] = ()
    in_play: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    face_down: int = 0
    hero_deck: tuple[str, ...] = ()
    top_hero: str | None = None
    market: tuple[str, ...] = ()
    bag: tuple[Tile, ...] = ()
    lands: tuple[tuple[Tile, ...], ...] = ()
    black_market: tuple[Tile, ...] = ()
    villagers: tuple[str, ...] = ()
    under: tuple[tuple[str, ...], ...] = ()
    laid: tuple[tuple[Laid, ...], ...] = ()
    goals: tuple[str, ...] = ()
    goal_tokens: tuple[tuple[int, ...], ...] = ()
    solo_seen: tuple[str, ...] = ()
    fell_short: bool = False

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.parameters.seats

    @property
    def sides(self) -> int:
        """The number of sides, including the mercenaries or the empire."""
        return len(self.parameters.sides)

    def may(self, side: int) -> Side:
        """Return what a side may do."""
        return self.content.sides[self.parameters.sides[side]]

    @property
    def automated(self) -> int | None:
        """The side of the mercenaries or the empire, None if neither plays."""
        return self.seats if self.sides > self.seats else None

    @property
    def mercenaries(self) -> int | None:
        """The side of the mercenaries if they play, otherwise None."""
        return self.automated if self.parameters.sides[-1] == "mercenaries" else None

    @property
    def turn_order(self) -> tuple[int, ...]:
        """The sides that take turns, clockwise from the owner of the Mighty Helmet."""
        sides = tuple(side for side in range(self.sides) if self.may(side).takes_turns)
        assert self.helmet is not None
        start = sides.index(self.helmet)
        return sides[start:] + sides[:start]

    def buildings(self, kind: BuildingKind) -> tuple[tuple[str, ...], ...]:
        """Return the sites of the buildings of a kind, by side."""
        return self.farms if kind == "techno-farm" else self.towers

    def land(self, island: str) -> tuple[Tile, ...]:
        """Return the relic tiles in the no man's land of an island in play."""
        return self.lands[self.parameters.islands.index(island)]

    def tile_on(self, side: int, space: str) -> str | None:
        """Return the bonus action tile that counts on a space of the clan board (daimyo.bonus-tile.cover)."""
        for laid in reversed(self.laid[side]):
            if laid.space == space:
                return laid.tile
        return None

    def dice_total(self, side: int) -> int:
        """Return the sum of a side's placed dice (daimyo.turn.dice-accumulate)."""
        return sum(placed.die.value for placed in self.placed[side])

    def stored(self, side: int) -> int:
        """Count loose tiles and restored relics (daimyo.storage.limit, daimyo.restore.stack-counts-one)."""
        return len(self.tiles[side]) + len(self.relics[side])

    def has_room(self, side: int) -> bool:
        """Return whether one more tile can be stored."""
        return not self.may(side).limited_storage or self.stored(side) < self.capacity[side]

    def heroes_of(self, side: int) -> tuple[str, ...]:
        """Return all known heroes of a side: in hand, deck and discard pile."""
        return (*self.hand[side], *self.deck[side], *self.discard[side])


def fresh(content: DaimyoContent, options: DaimyoOptions, parameters: Parameters) -> DaimyoState:
    """Return the state before the first fact.

    Nobody has points, the recruitment pawns stand on the first space and the storage pawns on the lowest one
    (daimyo.setup.player.pp-start, daimyo.setup.player.recruitment-start, daimyo.setup.player.storage-start).
    """
    sides = len(parameters.sides)
    none: tuple[tuple[str, ...], ...] = ((),) * sides
    numbers = content.numbers
    return DaimyoState(
        content=content,
        options=options,
        parameters=parameters,
        placed=((),) * sides,
        clans=(None,) * sides,
        boards=none,
        purses=(NOTHING,) * sides,
        points=(0,) * sides,
        capacity=(numbers.storage_start,) * sides,
        tiles=none,
        relics=((),) * sides,
        governors=none,
        shadows=none,
        scavengers=(None,) * sides,
        farms=none,
        towers=none,
        recruitment=(0,) * sides,
        paid_last=(False,) * sides,
        hand=none,
        deck=none,
        discard=none,
        under=none,
        laid=((),) * sides,
        hero_deck=parameters.heroes,
        bag=tuple(
            tile for colour in parameters.islands for tile in content.relic[colour] for _ in range(numbers.tile_copies)
        ),
        lands=((),) * len(parameters.islands),
    )
