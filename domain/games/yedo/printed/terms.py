"""The terms used on Yedo's cards: Districts, Weapons, colours, decks, moments and the like."""

from __future__ import annotations

from typing import Literal, TypeAlias

District: TypeAlias = Literal["castle", "gates", "tavern", "harbor", "red-light", "market", "temple"]
DISTRICTS: tuple[District, ...] = ("castle", "gates", "tavern", "harbor", "red-light", "market", "temple")
"""The Districts by their numbers, 1 to 7 (yedo.board.districts)."""
WeaponKind: TypeAlias = Literal["doku", "katana", "shuko", "metsubushi", "fukiya", "yumi", "nawa", "shuriken"]
WEAPONS: tuple[WeaponKind, ...] = ("doku", "katana", "shuko", "metsubushi", "fukiya", "yumi", "nawa", "shuriken")
AnnexKind: TypeAlias = Literal["dojo", "karesansui", "kobudo-ryu", "yashiki"]
ANNEXES: tuple[AnnexKind, ...] = ("dojo", "karesansui", "kobudo-ryu", "yashiki")
Colour: TypeAlias = Literal["green", "yellow", "red", "black"]
COLOURS: tuple[Colour, ...] = ("green", "yellow", "red", "black")
Category: TypeAlias = Literal["espionage", "theft", "kidnapping", "assassination", "warfare"]
CATEGORIES: tuple[Category, ...] = ("espionage", "theft", "kidnapping", "assassination", "warfare")
CardDeck: TypeAlias = Literal["action", "bonus", "mission"]
"""The decks from which effects draw; for Missions a colour is chosen first."""
JesuitsDeck: TypeAlias = Literal["jesuits-yellow", "jesuits-red", "jesuits-black"]
JESUITS_DECKS: tuple[JesuitsDeck, ...] = ("jesuits-yellow", "jesuits-red", "jesuits-black")
"""The decks at the Harbor once the Jesuits have come (yedo.jesuits.event)."""
Deck: TypeAlias = Literal["action", "bonus", "events", "green", "yellow", "red", "black", "weapons"] | JesuitsDeck
DECKS: tuple[Deck, ...] = ("action", "bonus", "events", "green", "yellow", "red", "black", "weapons")
"""The decks that Foresight can look at; the Weapons are those in the bag and on the stack next to it."""
Lot: TypeAlias = Literal["action", "bonus", "weapons", "annexes", "geishas", "disciples", "missions"]
LOTS: tuple[Lot, ...] = ("action", "bonus", "weapons", "annexes", "geishas", "disciples", "missions")
"""The types of assets put up for auction (yedo.board.asset-areas)."""
LotGroup: TypeAlias = Literal["white", "black", "red"]
"""The categories of assets put up for auction by two or three players."""
AnyLot: TypeAlias = Lot | LotGroup
"""What an auction is for."""
SpecialistKind: TypeAlias = Literal["samurai", "onna-bugeisha", "messenger", "ninja", "weaponsmith", "monk"]
SPECIALISTS: tuple[SpecialistKind, ...] = ("samurai", "onna-bugeisha", "messenger", "ninja", "weaponsmith", "monk")
Asset: TypeAlias = Literal["action-card", "bonus-card", "mission", "weapon", "geisha", "annex", "blackmail", "blessing"]
Losable: TypeAlias = Asset | Literal["disciple"]
Phase: TypeAlias = Literal["preparation", "bidding", "event", "assign", "patrol", "trade", "actions"]
PHASES: tuple[Phase, ...] = ("preparation", "bidding", "event", "assign", "patrol", "trade", "actions")
When: TypeAlias = Literal[
    "any", "own-bidding", "own-assignment", "own-activation", "mission", "patrol-move", "patrol-save", "answer"
]
"""The moments at which an Action Card may be played; a card has one."""
Until: TypeAlias = Literal["phase", "round", "next-use", "game"]
"""How long a modifier lasts: to the end of the phase, until the next Preparation, for one use, or for ever."""
Whom: TypeAlias = Literal["each-player", "each-opponent", "target", "partner", "owner"]
Measure: TypeAlias = Literal[
    "prestige",
    "mon",
    "weapons",
    "weapon-kinds",
    "annexes",
    "geishas",
    "disciples",
    "blessings",
    "action-cards",
    "bonus-cards",
    "missions-held",
    "missions-done",
    "blackmail",
    "order-place",
    "disciples-in",
    "church-mon",
    "rounds-left",
    "players",
]
"""The measures of a seat; `measures.py` says what each counts and what its `of` names."""
Cost: TypeAlias = Literal["any", "recruit", "annex", "luxury", "geisha", "action-card", "weapon", "mission", "bid"]
"""What a modifier makes cheaper; "weapon" is the price at the Market."""
IncomeSource: TypeAlias = Literal["church", "beg", "sell-card", "mission", "any"]
Prohibition: TypeAlias = Literal["trade", "luxury", "recruit", "church", "annexes", "action-cards", "bower", "bidding"]

ALL = 99
"""The default of `most`: no effective limit."""
