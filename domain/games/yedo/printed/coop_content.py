"""The content of Shogun Must Die besides its cards: stacks, goals, the Daimyo's start and the numbers."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.games.yedo.printed.emperor_entries import (
    CoopGame,
    DaimyoCardEntry,
    DaimyoStart,
    EmperorColour,
    EmperorDeck,
    EmperorEntry,
    Goal,
    GoalColumn,
    GoalLevel,
    MissionSetIcon,
    Mood,
)
from domain.games.yedo.printed.entries import MissionSet
from domain.kernel import content as packs

COOP, EMPEROR, DAIMYO = "coop.toml", "emperor_cards.toml", "daimyo_cards.toml"
FILES = (COOP, EMPEROR, DAIMYO)
"""The files of the module, of which a pack has all or none."""
OPEN_PLACE = 1
"""The position in the Daimyo's display, from 0, of the card that is turned up at once."""


class _Coop(msgspec.Struct, forbid_unknown_fields=True):
    game: CoopGame
    daimyo: DaimyoStart
    deck: list[EmperorDeck]
    goal: list[Goal]
    barred_mission_set: list[MissionSetIcon]


class _EmperorCards(msgspec.Struct, forbid_unknown_fields=True):
    emperor_card: list[EmperorEntry]


class _DaimyoCards(msgspec.Struct, forbid_unknown_fields=True):
    daimyo_card: list[DaimyoCardEntry]


class CoopContent:
    """The numbers and tables of the module.

    `decks` maps a mood and a number of players to the colours of the stack, from the top, and `deck_clauses` to its
    clause; `goals` maps a column and a level to the number to be reached. `barred_sets` are the sets of Missions that
    are not used.
    """

    def __init__(self, files: dict[str, bytes]) -> None:
        """Read the file of the module; raises BadContent."""
        found = packs.parse_file(files, COOP, _Coop)
        self.game, self.daimyo = found.game, found.daimyo
        self.deck_entries, self.goal_entries = tuple(found.deck), packs.index_by_id(COOP, found.goal)
        self.decks: dict[tuple[Mood, int], tuple[EmperorColour, ...]] = {}
        self.deck_clauses: dict[tuple[Mood, int], str] = {}
        for deck in found.deck:
            self.decks[deck.mood, deck.seats] = deck.cards
            self.deck_clauses[deck.mood, deck.seats] = deck.clause
        self.goals: dict[tuple[GoalColumn, GoalLevel], int] = {
            (goal.column, goal.level): goal.target for goal in found.goal
        }
        packs.index_by_id(COOP, found.barred_mission_set)
        self.barred_sets: tuple[MissionSet, ...] = tuple(barred.id for barred in found.barred_mission_set)


def read_emperor_cards(files: dict[str, bytes]) -> dict[str, EmperorEntry]:
    """Read the Emperor Cards by id; raises BadContent."""
    return packs.index_by_id(EMPEROR, packs.parse_file(files, EMPEROR, _EmperorCards).emperor_card)


def read_daimyo_cards(files: dict[str, bytes]) -> dict[str, DaimyoCardEntry]:
    """Read the Daimyo Cards by id; raises BadContent."""
    return packs.index_by_id(DAIMYO, packs.parse_file(files, DAIMYO, _DaimyoCards).daimyo_card)


def by_colour(cards: Iterable[EmperorEntry]) -> dict[EmperorColour, tuple[str, ...]]:
    """Return the ids of the Emperor Cards of each colour, sorted."""
    found: dict[EmperorColour, tuple[str, ...]] = {"green": (), "yellow": (), "red": ()}
    for card in cards:
        found[card.colour] = tuple(sorted((*found[card.colour], card.id)))
    return found
