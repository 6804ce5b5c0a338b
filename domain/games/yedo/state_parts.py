"""The parts of Yedo's state, each with fields that change together.

A field by seat or by side is a tuple with a place for each. Unordered things are sorted.
"""

from __future__ import annotations

from typing import TypeVar

from domain.games.yedo.printed.parts import (
    Auction,
    Card,
    Draft,
    Figure,
    InPlay,
    Lasting,
    Looking,
    Offer,
    PatrolColour,
    Placed,
    Points,
    Saved,
    Won,
)
from domain.games.yedo.printed.terms import AnnexKind, District, Phase, SpecialistKind, WeaponKind
from domain.kernel.pile import Pile
from domain.kernel.table import Part

P = TypeVar("P")


def present(part: P | None) -> P:
    """Return a module's part; the caller knows that the module is in the game."""
    assert part is not None
    return part


class Turns(Part):
    """The stage of the game, and who acts."""

    round: int = 0
    phase: Phase | None = None
    track: tuple[int, ...] = ()
    """The sides on the Player Order Track."""
    last_round: bool = False
    """Whether Kill the Shogun was completed."""
    acting: int | None = None
    """The seat that activates a figure."""
    activated: str | None = None
    """The space of the figure that is activated, until it leaves it."""
    act_again: bool = False
    """Whether the acting seat activates another figure."""


class Bidding(Part):
    """The auctions of the round."""

    bidding: tuple[int, ...] = ()
    """The seats on the Bidding Track, in order."""
    egress: tuple[int, ...] = ()
    """The seats in Egress."""
    auction: Auction | None = None
    won: tuple[Won, ...] = ()
    """What was won in this round."""


class Scoring(Part):
    """Prestige Points."""

    points: tuple[int, ...] = ()
    """The points of each seat."""
    scored: tuple[Points, ...] = ()
    """The sources of all points, in order."""


class Belongings(Part):
    """Money, Annexes, Geishas and Blessings, with their supplies."""

    mon: tuple[int, ...] = ()
    """By seat."""
    church: int = 0
    """The Mon on the Church."""
    church_burnt: bool = False
    """Whether the Church is gone for good."""
    annexes: tuple[tuple[AnnexKind, ...], ...] = ()
    """By seat."""
    geishas: tuple[tuple[int, ...], ...] = ()
    """The values of the Geishas, by seat."""
    geisha_supply: tuple[int, ...] = ()
    """The values of the remaining Geishas."""
    geishas_gone: tuple[int, ...] = ()
    """The values of the Geishas that Missions removed from the game."""
    blessings: tuple[bool, ...] = ()
    """Whether a seat has a Blessing."""


class Weaponry(Part):
    """The Weapons outside the bag, which is one of the decks."""

    weapons: tuple[tuple[WeaponKind, ...], ...] = ()
    """By seat."""
    market: tuple[WeaponKind | None, ...] = ()
    """The Weapons on sale, from left to right."""
    weapon_discard: tuple[WeaponKind, ...] = ()
    """The discarded Weapons, the last one on top."""


class Hands(Part):
    """The cards of each seat."""

    actions: tuple[tuple[Card, ...], ...] = ()
    """The Action Cards in hand, sorted."""
    bonus: tuple[tuple[Card, ...], ...] = ()
    """The Bonus Cards in hand, sorted."""
    missions: tuple[tuple[Card, ...], ...] = ()
    """The Missions in hand, sorted."""
    blackmail: tuple[int, ...] = ()
    """The Blackmail Cards, which are public and exempt from limits (yedo.blackmail.open, yedo.blackmail.no-limit)."""
    favors: tuple[str | None, ...] = ()
    """The Favor Cards that were taken."""


class Completion(Part):
    """The completion of Missions."""

    done: tuple[tuple[Card, ...], ...] = ()
    """The completed Missions by seat, in order."""
    shown: tuple[int, Card] | None = None
    """The seat and the Mission being completed."""
    partner: int | None = None
    """The partner's seat in the shown Mission."""
    target: int | None = None
    """The seat at which the shown Mission is aimed."""
    earned: int = 0
    """With Specialists: the Mon gained from the current Mission, or the last one."""


class Pieces(Part):
    """The figures."""

    house: tuple[tuple[Figure, ...], ...] = ()
    """Figures in the Clan House, by side; the Daimyo's are its pool."""
    reserve: tuple[tuple[Figure, ...], ...] = ()
    """Figures in the Reserve, by side."""
    placed: tuple[Placed, ...] = ()
    """Figures on spaces, in order of placement."""


class Watch(Part):
    """The Watch Patrol."""

    patrol: District | None = None
    """The patrol's District; None before it is placed and in the last round."""
    patrol_colour: PatrolColour = "gold"
    saved: tuple[Saved, ...] = ()
    """The figures safe from the patrol in this round."""


class Stacks(Part):
    """The decks, and the cards that a seat is looking at."""

    piles: tuple[Pile, ...] = ()
    """The decks, in the order of `YedoState.decks`; the Weapons' is the bag, topped by those arranged in the Tavern."""
    looking: Looking | None = None


class Events(Part):
    """The Event Cards."""

    event: Card | None = None
    """The Event of this round."""
    past_events: tuple[Card, ...] = ()
    ignored: tuple[int, ...] = ()
    """The seats that gave a Blessing to ignore the Event."""


class Playing(Part):
    """Played Action Cards, and lasting effects."""

    in_play: tuple[InPlay, ...] = ()
    """The Action Cards being resolved, in the order in which they were played."""
    waived: tuple[bool, ...] = ()
    """The seats that skip all windows until the next Preparation."""
    lasting: tuple[Lasting, ...] = ()


class Trade(Part):
    """The Trade Phase."""

    floor: int | None = None
    """The seat that may offer a trade."""
    offer: Offer | None = None
    passed_floor: tuple[int, ...] = ()
    """The seats that have had the floor in this phase."""
    refused: int = 0
    """The number of offers refused in a row."""


class SpecialistSupply(Part):
    """The figures and tokens of the module Specialists."""

    specialists: tuple[tuple[Figure, ...], ...] = ()
    """The figures not yet in play, by seat."""
    tokens: tuple[SpecialistKind, ...] = ()
    """The tokens in the bag."""
    token: SpecialistKind | None = None
    """The token on the Reserve."""
    token_gates: tuple[SpecialistKind | None, ...] = (None, None)
    """The tokens at the Gates, from left to right."""


class ClanPowers(Part):
    """The Clan Powers; none without their module."""

    powers: tuple[str, ...] = ()
    """The revealed Clan Powers, by seat."""
    draft: Draft | None = None
    """The draft of Clan Powers, while it runs."""
