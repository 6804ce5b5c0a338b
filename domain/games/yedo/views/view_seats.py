"""Each seat's part of the table, and the cards of Yedo, as a viewer sees them."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from domain.games.yedo.facts.base import card_name
from domain.games.yedo.facts.modules.clan_powers import power_name
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.parts import Figure
from domain.games.yedo.printed.terms import (
    SPECIALISTS,
    AnnexKind,
    Category,
    Colour,
    Deck,
    District,
    SpecialistKind,
    WeaponKind,
)
from domain.games.yedo.state import YedoState, annex_space
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.views.phrases import name_or_retell
from domain.games.yedo.views.view_specialists import SpecialistView, view_figures
from domain.games.yedo.words.describe_cards import (
    action_card_text,
    annex_text,
    bonus_card_text,
    event_text,
    favor_text,
    mission_text,
)
from domain.games.yedo.words.describe_coop import kill_text
from domain.games.yedo.words.describe_powers import power_text
from domain.kernel.audience import Viewer
from domain.kernel.language import translate
from domain.kernel.scoring import ScoreLine

TRACK = 50
"""The Score Track has the spaces 0 to 49; passing its end brings a token worth 50 (yedo.object.score-track)."""


class Guest(NamedTuple):
    """A figure from a module, the side that it serves, and its space; None in the Clan House."""

    figure: Figure
    side: int
    space: str | None


class CardView(msgspec.Struct, frozen=True):
    """A visible card with its title and text. A Weapon has no text."""

    card: str
    title: str
    text: str


class MissionView(msgspec.Struct, frozen=True):
    """A visible Mission. A District named twice asks for two Disciples."""

    card: str
    title: str
    colour: Colour
    category: Category
    districts: tuple[District, ...]
    text: str


class HandView(msgspec.Struct, frozen=True):
    """The cards in a hand, each sort sorted by id."""

    actions: tuple[CardView, ...]
    bonus: tuple[CardView, ...]
    missions: tuple[MissionView, ...]


class AnnexView(msgspec.Struct, frozen=True):
    """An Annex: its space, whether a Disciple is there, and what it does."""

    annex: AnnexKind
    space: str
    occupied: bool
    text: str


class YedoSeatView(msgspec.Struct, frozen=True):
    """A player's part of the table: their marker, figures, cards and goods.

    The marker is on `track_space` of the Score Track, and `fifty_tokens` count 50 each. Mon, Weapons and Blackmail
    Cards are public (yedo.bidding.mon-public, yedo.clan-board.weapons-face-up, yedo.blackmail.open). `house` and
    `reserve` count the figures in the Clan House and in the Reserve, `placed` names the spaces of the others.
    `specialists` are the Specialists among all of them, `house_specialists` and `reserve_specialists` those at home and
    in the Reserve.

    Everyone sees how many cards a hand has (yedo.clan-board.hidden-cards) and the colours of its Missions, sorted
    (yedo.ruling.mission-backs); `hand` is null for viewers who may not see it. With open hands every seat sees all
    hands (yedo.coop.open-talk). Completed Missions are listed in the order of their completion
    (yedo.clan-board.completed-missions, yedo.ruling.completed-missions-open). Everyone sees a card on the table in
    front of a player (yedo.clan-board.power-character-face-up): `favor`, the Favor of the Shogun taken in set-up, and
    `power`, the Clan Power. While Clan Powers are drafted (yedo.clan.secret) each player sees only their own: the one
    kept, the one passed on (`power_passed`) and those to choose from (`power_hand`). `waived` says whether the seat
    skips answering others' cards for the rest of this round. `lines` are the Prestige Points gained and lost, in order.
    """

    seat: int
    prestige: int
    track_space: int
    fifty_tokens: int
    mon: int
    weapons: tuple[WeaponKind, ...]
    annexes: tuple[AnnexView, ...]
    geishas: tuple[int, ...]
    blessing: bool
    blackmail: int
    house: int
    reserve: int
    placed: tuple[str, ...]
    specialists: tuple[SpecialistView, ...]
    house_specialists: tuple[SpecialistKind, ...]
    reserve_specialists: tuple[SpecialistKind, ...]
    action_cards: int
    bonus_cards: int
    mission_colours: tuple[Colour, ...]
    hand: HandView | None
    done: tuple[MissionView, ...]
    favor: CardView | None
    power: CardView | None
    power_passed: CardView | None
    power_hand: tuple[CardView, ...] | None
    waived: bool
    lines: tuple[ScoreLine, ...]


def view_seat(state: YedoState, seat: int, viewer: Viewer) -> YedoSeatView:
    """Build what a viewer sees of a seat."""
    points = state.scoring.points[seat]
    favor = state.hands.favors[seat]
    return YedoSeatView(
        seat=seat,
        prestige=points,
        track_space=points % TRACK,
        fifty_tokens=points // TRACK,
        mon=state.belongings.mon[seat],
        weapons=state.weaponry.weapons[seat],
        annexes=tuple(_annex(state, seat, kind) for kind in state.belongings.annexes[seat]),
        geishas=state.belongings.geishas[seat],
        blessing=state.belongings.blessings[seat],
        blackmail=state.hands.blackmail[seat],
        house=len(state.pieces.house[seat]),
        reserve=len(state.pieces.reserve[seat]),
        placed=tuple(placed.space for placed in state.placed_by(seat)),
        specialists=view_figures(state.content, (*state.figures(seat), *state.pieces.reserve[seat])),
        house_specialists=tuple(kind for kind in SPECIALISTS if kind in state.pieces.house[seat]),
        reserve_specialists=tuple(kind for kind in SPECIALISTS if kind in state.pieces.reserve[seat]),
        action_cards=len(state.hands.actions[seat]),
        bonus_cards=len(state.hands.bonus[seat]),
        mission_colours=tuple(sorted(state.mission_colours(seat))),
        hand=_hand(state, seat) if viewer.shares(state.hand_seen_by(seat)) else None,
        done=tuple(view_mission(state, card) for card in state.completion.done[seat]),
        favor=None if favor is None else view_favor(state.content, favor),
        power=_power(state, seat, viewer),
        power_passed=_drafted(state, seat, viewer, state.clans.draft.passed[seat] if state.clans.draft else None),
        power_hand=_power_hand(state, seat, viewer),
        waived=state.playing.waived[seat],
        lines=tuple(
            ScoreLine(line.clause, name_or_retell(line.what, state.content), line.points)
            for line in state.scoring.scored
            if line.seat == seat
        ),
    )


def view_card(state: YedoState, deck: Deck, card: str) -> CardView:
    """Build the view of a card of a deck, or of a Weapon of the bag."""
    return CardView(card, card_name(card), _text(state, deck, card))


def view_favor(content: YedoContent, favor: str) -> CardView:
    """Build the view of a Favor of the Shogun."""
    entry = content.favors[favor]
    return CardView(favor, translate(entry.title), favor_text(entry))


def view_power(content: YedoContent, power: str) -> CardView:
    """Build the view of a Clan Power."""
    return CardView(power, power_name(power), power_text(content.clan_powers[power]))


def _power(state: YedoState, seat: int, viewer: Viewer) -> CardView | None:
    if state.clans.powers:
        return view_power(state.content, state.clans.powers[seat])
    return _drafted(state, seat, viewer, state.clans.draft.kept[seat] if state.clans.draft else None)


def _drafted(state: YedoState, seat: int, viewer: Viewer, power: str | None) -> CardView | None:
    return view_power(state.content, power) if power is not None and viewer.shares((seat,)) else None


def _power_hand(state: YedoState, seat: int, viewer: Viewer) -> tuple[CardView, ...] | None:
    draft = state.clans.draft
    if draft is None or draft.drafting != seat or not viewer.shares((seat,)):
        return None
    return tuple(view_power(state.content, power) for power in draft.hand)


def view_mission(state: YedoState, card: str) -> MissionView:
    """Build the view of a Mission; Kill the Shogun says less against the Daimyo (yedo.coop.kill-no-reward)."""
    entry = state.content.missions[card]
    text = kill_text(entry) if card in state.parameters.winning else mission_text(entry)
    return MissionView(card, card_name(card), entry.colour, entry.category, entry.districts, text)


def _text(state: YedoState, deck: Deck, card: str) -> str:
    content = state.content
    match deck:
        case "action":
            return action_card_text(content.action_cards[card])
        case "bonus":
            return bonus_card_text(content.bonus_cards[card])
        case "events":
            return event_text(content.events[card], course_of(state).tell_event)
        case "weapons":
            return ""
        case _:
            return mission_text(content.missions[card])


def _hand(state: YedoState, seat: int) -> HandView:
    return HandView(
        actions=tuple(view_card(state, "action", card) for card in state.hands.actions[seat]),
        bonus=tuple(view_card(state, "bonus", card) for card in state.hands.bonus[seat]),
        missions=tuple(view_mission(state, card) for card in state.hands.missions[seat]),
    )


def _annex(state: YedoState, seat: int, kind: AnnexKind) -> AnnexView:
    space = annex_space(seat, kind)
    return AnnexView(kind, space, state.on(space) is not None, annex_text(state.content.annexes[kind]))
