"""The schemas of the content files of Shogun Must Die: Emperor Cards, Daimyo Cards, and the numbers of the module."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.games.yedo.printed.entries import MissionSet
from domain.games.yedo.printed.needs import Needs
from domain.games.yedo.printed.terms import Asset, District, Lot
from domain.games.yedo.printed.vocabulary import Effects
from domain.kernel.content import Entry

EmperorColour: TypeAlias = Literal["green", "yellow", "red"]
RISE: dict[EmperorColour, int] = {"green": 2, "yellow": 3, "red": 3}
"""How much a price may exceed the board's (yedo.coop.bid-price-range)."""
EMPEROR_COLOURS: tuple[EmperorColour, ...] = ("green", "yellow", "red")
"""The colours of the Emperor Cards, from the easiest."""
Mood: TypeAlias = Literal["gentle", "demanding", "insatiable"]
MOODS: tuple[Mood, ...] = ("gentle", "demanding", "insatiable")
"""The moods of the Emperor, from the easiest (yedo.coop.moods)."""
GoalColumn: TypeAlias = Literal["lowest", "highest", "errands"]
GOAL_COLUMNS: tuple[GoalColumn, ...] = ("lowest", "highest", "errands")
"""The columns of the cooperative board: the lowest and highest Prestige, and the Errands completed."""
GoalLevel: TypeAlias = Literal["easy", "normal", "hard"]
GOAL_LEVELS: tuple[GoalLevel, ...] = ("easy", "normal", "hard")
DaimyoPatrol: TypeAlias = Literal["colour", "one-more", "two-more"]
"""The effect of a Daimyo Card on the Watch Patrol: it turns over, or moves one or two Districts further."""


class Errand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A joint task for the Emperor, and its rewards; each contributor takes a different one.

    The Disciple on its `space`, if it has one, resolves the Errand (yedo.coop.errand-own-space).
    """

    districts: tuple[District, ...]
    rewards: tuple[Effects, ...]
    needs: Needs = ()
    space: bool = False


class Penalty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The penalty for an uncompleted Errand: effects for each player, or one asset of a list from each.

    Every player gives up a different type of `one_each_of`; the effects `otherwise` are for those who cannot
    (yedo.coop.prep-penalty-different).
    """

    each: Effects = ()
    one_each_of: tuple[Asset, ...] = ()
    otherwise: Effects = ()


class EmperorEntry(Entry, frozen=True, kw_only=True):
    """An Emperor Card: the prices of the lots in Mon, an Event, an Errand and its penalty."""

    id: str
    colour: EmperorColour
    prices: dict[Lot, int]
    event: Effects
    errand: Errand
    penalty: Penalty


class DaimyoCardEntry(Entry, frozen=True, kw_only=True):
    """A Daimyo Card: the District of the Disciple on it, and its icons.

    "repeat" copies the card to its left, or on the first card the one to its right
    (yedo.coop.daimyo-current-card). With `blessing_saves` a Blessing keeps a Disciple from being arrested.
    """

    id: str
    district: District | Literal["repeat"]
    patrol: DaimyoPatrol | None = None
    blessing_saves: bool = False


class CoopGame(Entry, frozen=True):
    """The numbers of the module, in Mon unless the name says otherwise.

    `interference` is the rise of each price while the Daimyo is first, `trade_unit` the Mon that equal one asset in
    a trade, `winning_cards` the face-down cards below the Kill the Shogun card.
    """

    rounds: int
    least_stake: int
    drop_out: int
    interference: int
    trade_unit: int
    winning_cards: int


class DaimyoStart(Entry, frozen=True):
    """The Disciples of the Daimyo at the start, and the Districts in which it acts, the first one first.

    `open_card` numbers the card of its display that is turned up when it is laid out (yedo.coop.daimyo-layout).
    """

    pool: int
    reserve: int
    master_pool: int
    master_reserve: int
    open_card: int
    priorities: tuple[District, ...]


class EmperorDeck(Entry, frozen=True):
    """The colours of the Emperor's stack by his mood and the number of players, from the top."""

    clause: str
    mood: Mood
    seats: int
    cards: tuple[EmperorColour, ...]


class Goal(Entry, frozen=True):
    """The number to be reached in a column of the cooperative board."""

    id: str
    column: GoalColumn
    level: GoalLevel
    target: int


class MissionSetIcon(Entry, frozen=True):
    """A set of Missions with the icon that keeps it out of this module (yedo.components.no-coop-icon)."""

    id: MissionSet
