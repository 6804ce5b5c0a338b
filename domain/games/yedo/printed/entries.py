"""The schemas of the content files of Yedo: one for each kind of printed thing."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

import msgspec

from domain.games.yedo.printed.modifiers import Modifiers
from domain.games.yedo.printed.needs import Needs
from domain.games.yedo.printed.terms import (
    ALL,
    AnnexKind,
    Category,
    Colour,
    District,
    Lot,
    LotGroup,
    Measure,
    SpecialistKind,
    WeaponKind,
    When,
)
from domain.games.yedo.printed.vocabulary import Effects
from domain.kernel.content import Entry

MissionSet: TypeAlias = Literal[
    "basic", "neutral", "prestige", "weapons", "money", "kill-the-shogun", "jesuits", "specialists", "soft", "hard"
]
ChosenMissionSet: TypeAlias = Literal["neutral", "prestige", "weapons", "money", "specialists", "soft", "hard"]
ActionSet: TypeAlias = Literal["neutrals", "resources", "rule-changers", "disciple", "watch-patrol", "hard"]
EventSet: TypeAlias = Literal[
    "resources", "cruel-fate", "neutral", "closed-districts", "watch-patrol", "closed-locations"
]
MISSION_SETS: tuple[ChosenMissionSet, ...] = ("neutral", "prestige", "weapons", "money", "specialists", "soft", "hard")
"""The sets of Missions to choose from; Basic and one Kill the Shogun card are always included."""
ACTION_SETS: tuple[ActionSet, ...] = ("neutrals", "resources", "rule-changers", "disciple", "watch-patrol", "hard")
EVENT_SETS: tuple[EventSet, ...] = (
    "resources",
    "cruel-fate",
    "neutral",
    "closed-districts",
    "watch-patrol",
    "closed-locations",
)
CharacterMoment: TypeAlias = Literal["any", "own-assignment", "own-activation", "mission", "passive"]
"""When the ability of a Character may be used; a passive one holds as long as the Character is active."""
SpaceAction: TypeAlias = Literal["district", "shogun", "bakufu", "bower", "own"]


class Start(Entry, frozen=True):
    """The belongings of a seat at the start; `house` of its Disciples are in use (yedo.disciples.start)."""

    mon: int
    prestige: int
    green: int
    red: int
    action_cards: int
    house: int
    reserve: int


class Limits(Entry, frozen=True):
    """The most that a seat may own of each type; for Annexes, of each kind."""

    action_cards: int
    bonus_cards: int
    weapons: int
    blessing: int
    geishas: int
    disciples: int
    missions: int


class Prices(Entry, frozen=True):
    """What actions cost and pay, in Mon unless the name says otherwise.

    `beg` maps the points lost to the Mon received, `luxury` the Mon paid to the points received.
    """

    recruit: int
    beg: dict[str, int]
    annex: int
    annex_points: int
    luxury: dict[str, int]
    geisha: int
    geisha_points: int
    action_card: int
    sell_card: int
    audience_points: int
    foresight: int


class Bidding(Entry, frozen=True):
    """The Bidding Phase: the Mon for dropping out, and how many cards or Weapons the winner chooses from."""

    drop_out: int
    look: int


class Church(Entry, frozen=True):
    """The Mon on the Church: at the start, and what each Preparation adds to an empty and a non-empty Church."""

    start: int
    empty: int
    more: int


class FinalScoring(Entry, frozen=True):
    """Points at the end: for each Blackmail Card, and the Mon that make one point."""

    blackmail: int
    mon: int


class MarketSpace(Entry, frozen=True):
    """A space of the Market, from left to right, with its price."""

    id: str
    price: int


class LotEntry(Entry, frozen=True):
    """A type of asset that is put up for auction, and its category for two or three players."""

    id: Lot
    title: str
    group: LotGroup
    price: int


class Space(Entry, frozen=True):
    """An assignment space, open to at least this many players; `bower` numbers those of the Bower."""

    id: str
    district: District
    seats: int = 2
    action: SpaceAction = "district"
    bower: int | None = None


class Seats(Entry, frozen=True):
    """The values that depend on the number of seats: Annexes of a kind, Geishas by value, and the form of bidding."""

    seats: int
    annexes: int
    geishas: tuple[int, ...]
    groups: bool


class Preset(Entry, frozen=True):
    """A named combination of card sets that go well together."""

    id: str
    action_sets: tuple[ActionSet, ...]
    event_sets: tuple[EventSet, ...]
    mission_sets: tuple[ChosenMissionSet, ...]


class Component(Entry, frozen=True):
    """The number of a component in the box, and its clause."""

    id: str
    clause: str
    count: int


class Weapon(Entry, frozen=True):
    """A kind of Weapon, and how many there are."""

    id: WeaponKind
    count: int


class Annex(Entry, frozen=True):
    """A kind of Annex: the action of a Disciple on it, its passive ability, and its number."""

    id: AnnexKind
    clause: str
    copies: int
    active: Effects
    modifiers: Modifiers = ()


class Specialist(Entry, frozen=True):
    """A kind of Specialist: its modifiers for its owner, and for this figure alone."""

    id: SpecialistKind
    clause: str
    modifiers: Modifiers = ()
    personal: Modifiers = ()


class SpecialistToken(Entry, frozen=True):
    """How many of the tokens show a kind of Specialist."""

    id: SpecialistKind
    count: int


class Favor(Entry, frozen=True):
    """A Favor of the Shogun Card; the starting player's puts the Watch Patrol into a District.

    `character` is the Character of the Teahouse that comes with it.
    """

    id: str
    title: str
    clause: str
    effects: Effects
    patrol: District
    character: str = ""


class HasIcon(Protocol):
    """A card that may have the icon that excludes it from Shogun Must Die."""

    @property
    def coop(self) -> bool:
        """Whether the card is used in Shogun Must Die."""
        ...


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus part of a Mission: its additional requirements, and its reward."""

    districts: tuple[District, ...] = ()
    needs: Needs = ()
    reward: Effects = ()


class Partner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Mission's requirements for one other player, their payment in Mon, and their share of the reward."""

    needs: Needs
    mon: int = 0
    reward: Effects = ()


class Mission(Entry, frozen=True):
    """A Mission Card (yedo.components.mission-anatomy); `number` is printed on it, its title follows from its id.

    Its category does nothing by itself, but Bonus Cards count it (yedo.components.category-use). The `target` suffers
    the `punishment`: the opponent whose Annex holds the Disciple, or one of the player's choice. As on all cards with
    this field, `coop` is False if an icon keeps the card out of Shogun Must Die (yedo.coop.remove-icon).
    """

    id: str
    number: str
    set: MissionSet
    colour: Colour
    category: Category
    districts: tuple[District, ...]
    needs: Needs = ()
    reward: Effects = ()
    bonus: Part | None = None
    partner: Partner | None = None
    target: Literal["", "rival-annex", "choice"] = ""
    punishment: Effects = ()
    ends_game: bool = False
    coop: bool = True


class ActionCard(Entry, frozen=True, kw_only=True):
    """A design of an Action Card, with one card for each of its `numbers`; copies are alike."""

    id: str
    numbers: tuple[str, ...]
    set: ActionSet
    when: When
    needs: Needs = ()
    effects: Effects
    coop: bool = True


class EventCard(Entry, frozen=True):
    """An Event Card; with the module Jesuits Bidding one may end it (`ends_jesuits`)."""

    id: str
    number: str
    set: EventSet | Literal["jesuits"]
    effects: Effects
    ends_jesuits: bool = False


class BonusCard(Entry, frozen=True, kw_only=True):
    """A Bonus Card: points at the end, if the needs are met, or for each unit of a measure.

    `shared` is the value in brackets: the points if another player has equally much (yedo.bonus.bracket-value).
    """

    id: str
    number: str
    needs: Needs = ()
    points: int
    shared: int | None = None
    measure: Measure | None = None
    each: int = 1
    most: int = ALL
    of: str = ""
    coop: bool = True


class Teahouse(Entry, frozen=True):
    """The number of displayed Characters: this many more than players, but at least a minimum."""

    fewest: int
    beyond_players: int


class Character(Entry, frozen=True, kw_only=True):
    """A Character Card of the Teahouse: points at the end of the game, and an ability.

    A passive ability has modifiers, any other one effects.
    """

    id: str
    points: int
    when: CharacterMoment
    effects: Effects = ()
    modifiers: Modifiers = ()
    coop: bool = True


class ClanPower(Entry, frozen=True, kw_only=True):
    """A Clan Power Card: what its owner begins with, and the modifiers for the whole game.

    `start_mon` maps a number of rounds to the owner's additional Mon. With the module Specialists, the owner begins
    with `specialist`, if named, in place of `start`.
    """

    id: str
    clause: str
    start_mon: dict[str, int] = msgspec.field(default_factory=dict)
    start: Effects = ()
    specialist: SpecialistKind | None = None
    modifiers: Modifiers = ()
    coop: bool = True
