"""The state of a game of Daimyo: plain values, all containers immutable.

A *side* is a seat, or the mercenaries or the empire, which are numbered after the seats. A field by side is a tuple
with a place for every side.

The state consists of parts, each copied with the state and changed only by facts.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.printed.entries import BuildingKind, Colour, Side
from domain.games.daimyo.printed.goods import NOTHING, Goods
from domain.games.daimyo.printed.options import DaimyoOptions, Parameters
from domain.kernel.table import Part, State

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
    """A restored relic; the influence of its altar is 0 if no altar was free."""

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


class Turns(Part):
    """The round, and whose turn it is."""

    round: int = 0
    turn: int = 0
    """The number of turns begun in this round."""
    order: tuple[int, ...] = ()
    """The sides in the order of their turns in this round."""
    active: int | None = None
    """The side whose turn it is."""
    helmet: int | None = None
    """The owner of the Mighty Helmet."""


class Dice(Part):
    """The rolled dice."""

    pool: tuple[Die, ...] = ()
    """The dice that nobody has taken."""
    placed: tuple[tuple[Placed, ...], ...] = ()
    """The dice on the boards, by side."""


class ClanBoards(Part):
    """The clan boards, by side."""

    clans: tuple[str | None, ...] = ()
    boards: tuple[tuple[str, ...], ...] = ()
    """The construction mini-boards."""
    under: tuple[tuple[str, ...], ...] = ()
    """The bonus action tiles still under buildings, where they do not count yet (daimyo.setup.player.bonus-tiles.2019,
    daimyo.setup.player.buildings-on-tiles)."""
    laid: tuple[tuple[Laid, ...], ...] = ()
    """The bonus action tiles on the clan board; the last one of a space counts."""
    recruitment: tuple[int, ...] = ()
    """The space of the recruitment pawn; 0 is the first."""
    paid_last: tuple[bool, ...] = ()
    """Whether a unit was paid on the last space of the recruitment track since the last reset."""


class Holdings(Part):
    """The belongings of sides, by side."""

    purses: tuple[Goods, ...] = ()
    capacity: tuple[int, ...] = ()
    """How many tiles and relics fit into the storage."""
    tiles: tuple[tuple[Tile, ...], ...] = ()
    """The loose relic tiles, sorted."""
    relics: tuple[tuple[Relic, ...], ...] = ()


class Scoring(Part):
    """Popularity points, and the goals."""

    points: tuple[int, ...] = ()
    """The points of each side."""
    scored: tuple[Points, ...] = ()
    """The sources of all points, in order."""
    goals: tuple[str, ...] = ()
    goal_tokens: tuple[tuple[int, ...], ...] = ()
    """The sides that met each goal, the first one first."""


class Pieces(Part):
    """The pieces on the islands, by side."""

    governors: tuple[tuple[str, ...], ...] = ()
    """Sites."""
    shadows: tuple[tuple[str, ...], ...] = ()
    """Shadow spaces."""
    scavengers: tuple[str | None, ...] = ()
    """The island of the scavenger."""
    farms: tuple[tuple[str, ...], ...] = ()
    """Sites with techno-farms."""
    towers: tuple[tuple[str, ...], ...] = ()
    """Sites with radio towers."""


class RelicTiles(Part):
    """The relic tiles that no side has."""

    bag: tuple[Tile, ...] = ()
    """Sorted."""
    lands: tuple[tuple[Tile, ...], ...] = ()
    """The no man's lands, in the order of the islands in play."""
    black_market: tuple[Tile, ...] = ()


class Hands(Part):
    """The heroes of the sides. An automated side has its army in `discard`."""

    hand: tuple[tuple[str, ...], ...] = ()
    """By side, sorted."""
    deck: tuple[tuple[str, ...], ...] = ()
    """By side, sorted."""
    discard: tuple[tuple[str, ...], ...] = ()
    """By side, sorted."""
    in_play: tuple[str, ...] = ()
    """The heroes whose abilities are being resolved."""
    played: tuple[str, ...] = ()
    """The heroes played in this turn."""


class Offers(Part):
    """The face-up offers for everyone, and the deck that they come from."""

    hero_deck: tuple[str, ...] = ()
    """The unseen common heroes, sorted."""
    top_hero: str | None = None
    """The visible hero on the deck."""
    market: tuple[str, ...] = ()
    face_down: int = 0
    """The number of unseen deck heroes in the army of an automated side."""
    villagers: tuple[str, ...] = ()
    """The villager tiles."""


class Solo(Part):
    """The part for the empire."""

    solo_seen: tuple[str, ...] = ()
    """The solo cards of this game so far; the last one is face up while a round runs."""
    fell_short: bool = False
    """Whether the current action of the empire could not be done in full."""


class DaimyoState(State):
    """Everything that is known about a game."""

    content: DaimyoContent
    options: DaimyoOptions
    parameters: Parameters
    turns: Turns
    dice: Dice
    clan_boards: ClanBoards
    holdings: Holdings
    scoring: Scoring
    pieces: Pieces
    relic_tiles: RelicTiles
    hands: Hands
    offers: Offers
    solo: Solo

    def __copy__(self) -> DaimyoState:
        # Positional arguments: naming them, or setting the parts of a copy, takes twice as long.
        return DaimyoState(
            self.content,
            self.options,
            self.parameters,
            self.turns.__copy__(),
            self.dice.__copy__(),
            self.clan_boards.__copy__(),
            self.holdings.__copy__(),
            self.scoring.__copy__(),
            self.pieces.__copy__(),
            self.relic_tiles.__copy__(),
            self.hands.__copy__(),
            self.offers.__copy__(),
            self.solo.__copy__(),
            agenda=self.agenda,
            result=self.result,
            rules=self.rules,
        )

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
        assert self.turns.helmet is not None
        start = sides.index(self.turns.helmet)
        return sides[start:] + sides[:start]

    def buildings(self, kind: BuildingKind) -> tuple[tuple[str, ...], ...]:
        """Return the sites of the buildings of a kind, by side."""
        return self.pieces.farms if kind == "techno-farm" else self.pieces.towers

    def land(self, island: str) -> tuple[Tile, ...]:
        """Return the relic tiles in the no man's land of an island in play."""
        return self.relic_tiles.lands[self.parameters.islands.index(island)]

    def tile_on(self, side: int, space: str) -> str | None:
        """Return the bonus action tile that counts on a space of the clan board (daimyo.bonus-tile.cover)."""
        for laid in reversed(self.clan_boards.laid[side]):
            if laid.space == space:
                return laid.tile
        return None

    def dice_total(self, side: int) -> int:
        """Return the sum of a side's placed dice (daimyo.turn.dice-accumulate)."""
        return sum(placed.die.value for placed in self.dice.placed[side])

    def stored(self, side: int) -> int:
        """Count loose tiles and restored relics (daimyo.storage.limit, daimyo.restore.stack-counts-one)."""
        return len(self.holdings.tiles[side]) + len(self.holdings.relics[side])

    def has_room(self, side: int) -> bool:
        """Return whether one more tile can be stored."""
        return not self.may(side).limited_storage or self.stored(side) < self.holdings.capacity[side]

    def heroes_of(self, side: int) -> tuple[str, ...]:
        """Return all known heroes of a side: in hand, deck and discard pile."""
        return (*self.hands.hand[side], *self.hands.deck[side], *self.hands.discard[side])


def fresh(content: DaimyoContent, options: DaimyoOptions, parameters: Parameters) -> DaimyoState:
    """Return the state before the first fact.

    Nobody has points, the recruitment pawns are on the first space and the storage pawns on the lowest one
    (daimyo.setup.player.pp-start, daimyo.setup.player.recruitment-start, daimyo.setup.player.storage-start).
    """
    sides = len(parameters.sides)
    none: tuple[tuple[str, ...], ...] = ((),) * sides
    numbers = content.numbers
    return DaimyoState(
        content=content,
        options=options,
        parameters=parameters,
        turns=Turns(),
        dice=Dice(placed=((),) * sides),
        clan_boards=ClanBoards(
            clans=(None,) * sides,
            boards=none,
            under=none,
            laid=((),) * sides,
            recruitment=(0,) * sides,
            paid_last=(False,) * sides,
        ),
        holdings=Holdings(
            purses=(NOTHING,) * sides,
            capacity=(numbers.storage_start,) * sides,
            tiles=none,
            relics=((),) * sides,
        ),
        scoring=Scoring(points=(0,) * sides),
        pieces=Pieces(governors=none, shadows=none, scavengers=(None,) * sides, farms=none, towers=none),
        relic_tiles=RelicTiles(
            bag=tuple(
                tile
                for colour in parameters.islands
                for tile in content.relic[colour]
                for _ in range(numbers.tile_copies)
            ),
            lands=((),) * len(parameters.islands),
        ),
        hands=Hands(hand=none, deck=none, discard=none),
        offers=Offers(hero_deck=parameters.heroes),
        solo=Solo(),
    )
