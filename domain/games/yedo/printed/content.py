"""All content of Yedo, read from TOML."""

from __future__ import annotations

import msgspec

from domain.games.yedo.printed import coop_content, entries
from domain.games.yedo.printed.coop_content import CoopContent
from domain.games.yedo.printed.entries import ActionSet, ChosenMissionSet, EventSet, MissionSet
from domain.games.yedo.printed.modifier_words import OwnSpace
from domain.games.yedo.printed.terms import Colour, Deck, District
from domain.kernel import content as packs
from domain.kernel.content import Content

MISSION_FILES: dict[MissionSet, str] = {
    "basic": "missions_basic.toml",
    "neutral": "missions_neutral.toml",
    "prestige": "missions_prestige.toml",
    "weapons": "missions_weapons.toml",
    "money": "missions_money.toml",
    "kill-the-shogun": "missions_shogun.toml",
    "jesuits": "missions_jesuits.toml",
    "specialists": "missions_specialists.toml",
    "soft": "missions_soft.toml",
    "hard": "missions_hard.toml",
}
"""The file of each set of Missions."""
MODULE_SETS: tuple[MissionSet, ...] = ("jesuits", "specialists")
"""The sets of Missions of modules, which a pack may lack."""
NEVER_OPEN = 99
"""A number of players so high that no shared space requires it: for spaces of a single player."""


class _Board(msgspec.Struct, forbid_unknown_fields=True):
    start: entries.Start
    limits: entries.Limits
    prices: entries.Prices
    bidding: entries.Bidding
    church: entries.Church
    final_scoring: entries.FinalScoring
    market: list[entries.MarketSpace]
    lot: list[entries.LotEntry]
    space: list[entries.Space]
    seats: list[entries.Seats]


class _Presets(msgspec.Struct, forbid_unknown_fields=True):
    preset: list[entries.Preset]


class _Components(msgspec.Struct, forbid_unknown_fields=True):
    component: list[entries.Component]


class _Assets(msgspec.Struct, forbid_unknown_fields=True):
    weapon: list[entries.Weapon]
    annex: list[entries.Annex]


class _Specialists(msgspec.Struct, forbid_unknown_fields=True):
    specialist: list[entries.Specialist]
    token: list[entries.SpecialistToken]


class _Favors(msgspec.Struct, forbid_unknown_fields=True):
    favor: list[entries.Favor]


class _Missions(msgspec.Struct, forbid_unknown_fields=True):
    mission: list[entries.Mission]


class _ActionCards(msgspec.Struct, forbid_unknown_fields=True):
    action_card: list[entries.ActionCard]


class _Events(msgspec.Struct, forbid_unknown_fields=True):
    event: list[entries.EventCard]


class _BonusCards(msgspec.Struct, forbid_unknown_fields=True):
    bonus_card: list[entries.BonusCard]


class _ClanPowers(msgspec.Struct, forbid_unknown_fields=True):
    clan_power: list[entries.ClanPower]


class _Characters(msgspec.Struct, forbid_unknown_fields=True):
    teahouse: entries.Teahouse
    character: list[entries.Character]


class YedoContent(Content):
    """The printed things of Yedo by id. Cards of the same design have the same id.

    `districts` lists the Districts clockwise around the Castle, as the Watch Patrol goes. `spaces_of` maps a District
    to its spaces, `missions_of` a set to its cards. `own_spaces` are the spaces of a single player, by their ids.
    `coop` holds the numbers of Shogun Must Die, or None in a pack without it; `emperor_of` maps a colour to its Emperor
    Cards.
    """

    def __init__(self, files: dict[str, bytes]) -> None:
        """Read the files of a pack; raises BadContent with file, entry, field and reason.

        domain.games.yedo.checks.pack checks that the files fit together.
        """
        super().__init__(files)
        components = packs.parse_file(files, "components.toml", _Components)
        self.components = packs.index_by_id("components.toml", components.component)
        self._read_board(files)
        self._read_assets(files)
        self._read_specialists(files)
        self._read_cards(files)
        self._read_clan_powers(files)
        self._read_characters(files)
        self._read_coop(files)

    def _read_board(self, files: dict[str, bytes]) -> None:
        board = packs.parse_file(files, "board.toml", _Board)
        self.start, self.limits, self.prices = board.start, board.limits, board.prices
        self.bidding, self.church, self.final_scoring = board.bidding, board.church, board.final_scoring
        self.market = tuple(board.market)
        self.lots = packs.index_by_id("board.toml", board.lot)
        self.spaces = packs.index_by_id("board.toml", board.space)
        self.seats = {entry.seats: entry for entry in board.seats}
        self.spaces_of: dict[District, tuple[str, ...]] = {}
        for space in board.space:
            self.spaces_of[space.district] = (*self.spaces_of.get(space.district, ()), space.id)
        self.districts: tuple[District, ...] = tuple(self.spaces_of)
        presets = packs.parse_file(files, "presets.toml", _Presets)
        self.presets = packs.index_by_id("presets.toml", presets.preset)

    def _read_assets(self, files: dict[str, bytes]) -> None:
        assets = packs.parse_file(files, "assets.toml", _Assets)
        self.weapons = packs.index_by_id("assets.toml", assets.weapon)
        self.annexes = packs.index_by_id("assets.toml", assets.annex)
        self.favors = packs.index_by_id("favors.toml", packs.parse_file(files, "favors.toml", _Favors).favor)

    def _read_specialists(self, files: dict[str, bytes]) -> None:
        """Read the Specialists and their tokens; a pack may lack them."""
        name = "specialists.toml"
        found = packs.parse_file(files, name, _Specialists) if name in files else _Specialists([], [])
        self.specialists = packs.index_by_id(name, found.specialist)
        self.specialist_tokens = packs.index_by_id(name, found.token)

    def _read_cards(self, files: dict[str, bytes]) -> None:
        self.missions: dict[str, entries.Mission] = {}
        for kind, name in MISSION_FILES.items():
            if name in files or kind not in MODULE_SETS:
                found = packs.parse_file(files, name, _Missions).mission
                self.missions = packs.index_by_id(name, (*self.missions.values(), *found))
        missions = self.missions.values()
        self.missions_of = {kind: tuple(sorted(m.id for m in missions if m.set == kind)) for kind in MISSION_FILES}
        actions = packs.parse_file(files, "action_cards.toml", _ActionCards).action_card
        self.action_cards = packs.index_by_id("action_cards.toml", actions)
        events = packs.parse_file(files, "events.toml", _Events).event
        if "events_jesuits.toml" in files:
            events = [*events, *packs.parse_file(files, "events_jesuits.toml", _Events).event]
        self.events = packs.index_by_id("events.toml", events)
        bonus = packs.parse_file(files, "bonus_cards.toml", _BonusCards).bonus_card
        self.bonus_cards = packs.index_by_id("bonus_cards.toml", bonus)

    def _read_clan_powers(self, files: dict[str, bytes]) -> None:
        """Read the Clan Powers, and the spaces that they create; a pack may lack them."""
        name = "clan_powers.toml"
        powers = packs.parse_file(files, name, _ClanPowers).clan_power if name in files else []
        self.clan_powers = packs.index_by_id(name, powers)
        self.own_spaces: dict[str, OwnSpace] = {}
        for power in powers:
            for own in power.modifiers:
                if isinstance(own, OwnSpace):
                    self.own_spaces[own.space] = own
                    self.spaces[own.space] = entries.Space(
                        source=power.source, id=own.space, district=own.district, seats=NEVER_OPEN, action="own"
                    )
                    self.spaces_of[own.district] = (*self.spaces_of[own.district], own.space)

    def _read_characters(self, files: dict[str, bytes]) -> None:
        """Read the Characters of the Teahouse; a pack may lack them."""
        name = "characters.toml"
        found = packs.parse_file(files, name, _Characters) if name in files else None
        self.teahouse = found.teahouse if found is not None else None
        self.characters = packs.index_by_id(name, found.character if found is not None else [])

    def _read_coop(self, files: dict[str, bytes]) -> None:
        """Read the cards and numbers of Shogun Must Die; a pack may lack them."""
        there = any(name in files for name in coop_content.FILES)
        self.coop = CoopContent(files) if there else None
        self.emperor_cards = coop_content.read_emperor_cards(files) if there else {}
        self.daimyo_cards = coop_content.read_daimyo_cards(files) if there else {}
        self.emperor_of = coop_content.by_colour(self.emperor_cards.values())

    def action_deck(self, sets: tuple[ActionSet, ...]) -> tuple[str, ...]:
        """Return the Action Cards of these sets, sorted; a design occurs as often as there are cards of it."""
        designs = (design for design in self.action_cards.values() if design.set in sets)
        return tuple(sorted(design.id for design in designs for _ in design.numbers))

    def event_deck(self, sets: tuple[EventSet, ...]) -> tuple[str, ...]:
        """Return the Event Cards of these sets, sorted; a module adds its own (yedo.event.jesuits-set-single)."""
        return tuple(sorted(event.id for event in self.events.values() if event.set in sets))

    @property
    def together(self) -> CoopContent:
        """The numbers of Shogun Must Die; the pack must have them."""
        assert self.coop is not None
        return self.coop

    @property
    def jesuits_events(self) -> tuple[str, ...]:
        """The Event of the module Jesuits Bidding, or nothing in a pack without it."""
        return tuple(event.id for event in self.events.values() if event.set == "jesuits")

    def is_event(self, card: str) -> bool:
        """Return whether a card is an Event or an Emperor Card, which belong to nobody and affect everybody."""
        return card in self.events or card in self.emperor_cards

    def chosen_missions(self, sets: tuple[ChosenMissionSet, ...]) -> tuple[str, ...]:
        """Return the Missions of these sets, without Basic and Kill the Shogun, sorted."""
        return tuple(sorted(mission for kind in sets for mission in self.missions_of[kind]))

    def deck_of(self, card: str) -> Deck:
        """Return the deck of an Action Card or a Bonus Card by its back, and the deck of a Mission's colour."""
        if card in self.action_cards:
            return "action"
        return "bonus" if card in self.bonus_cards else self.colour_of(card)

    def stack_of(self, mission: str) -> Deck:
        """Return the deck to which a Mission is discarded; the Jesuits' Missions have their own
        (yedo.jesuits.setup)."""
        entry = self.missions[mission]
        return entry.colour if entry.set != "jesuits" else f"jesuits-{entry.colour}"  # type: ignore[return-value]

    def colour_of(self, mission: str) -> Colour:
        """Return the colour of a Mission, which is on its back."""
        return self.missions[mission].colour
