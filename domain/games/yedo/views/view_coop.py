"""What Shogun Must Die adds to a view: the cooperative board, the Daimyo's cards, the stakes and the goals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from domain.games.yedo.coop.goals import goals
from domain.games.yedo.coop_phases.stakes import asset_price, surcharge
from domain.games.yedo.facts.base import card_name
from domain.games.yedo.printed.emperor_entries import RISE, EmperorColour
from domain.games.yedo.printed.parts import Card, Figure, Refusal
from domain.games.yedo.printed.terms import LOTS, District, Lot
from domain.games.yedo.state import YedoState, errand_space
from domain.games.yedo.verbs.course import LotPrices
from domain.games.yedo.views.phrases import name_or_retell
from domain.games.yedo.views.view_seats import CardView, Guest, MissionView, view_mission
from domain.games.yedo.words.describe_coop import daimyo_card_text, emperor_event_text, errand_text, penalty_text
from domain.kernel.audience import Viewer
from domain.kernel.scoring import Goal


class ErrandSpaceView(msgspec.Struct, frozen=True):
    """The assignment space of an Errand, and the seat whose figure is there."""

    space: str
    seat: int | None
    figure: Figure | None


class ErrandView(msgspec.Struct, frozen=True):
    """An open Errand: its needs and rewards. A District named twice asks for two Disciples.

    Without a space of its own, a Disciple in one of its Districts resolves it.
    """

    card: str
    title: str
    colour: EmperorColour
    districts: tuple[District, ...]
    space: ErrandSpaceView | None
    text: str


class EmperorView(msgspec.Struct, frozen=True):
    """A face-up Emperor Card on Upcoming Errand or Current Errand.

    `prices` are the printed ones, in Mon. `penalty` strikes if the Errand is not completed in time.
    """

    prices: dict[Lot, int]
    event: str
    penalty: str
    errand: ErrandView


class DaimyoSlotView(msgspec.Struct, frozen=True):
    """A place in the Daimyo's display: its card, null while face down, and whether a Disciple is on it."""

    card: CardView | None
    figure: bool


class DaimyoView(msgspec.Struct, frozen=True):
    """The Daimyo: the number of its side, its Disciples, and its cards.

    `pool` and `reserve` count Disciples, `placed` names the spaces of the others. `display` has its cards from left to
    right, `deck` counts the other face-down cards, and `discard` has those of earlier rounds in order. While it is
    first in Player Order it `interferes` with the bidding, and `coins` make Annexes dearer.
    """

    side: int
    pool: int
    reserve: int
    placed: tuple[str, ...]
    display: tuple[DaimyoSlotView, ...]
    deck: int
    discard: tuple[str, ...]
    interferes: bool
    coins: int


class StakeView(msgspec.Struct, frozen=True):
    """Whether a seat has decided on its stake for this round; the Mon are null for viewers who may not see them."""

    seat: int
    decided: bool
    mon: Annotated[int | None, Meta(description="The stake in Mon; 0 for a seat that stays out of the bidding.")]


class ErrandBoyView(msgspec.Struct, frozen=True):
    """The Errand Boy's space, or null in the Clan House."""

    space: str | None


class CoopView(msgspec.Struct, frozen=True):
    """The cooperative board, which everyone sees, and the module's other additions.

    `stack` lists the colours of the face-down Emperor Cards on Upcoming Errand, the next one first; nobody knows which
    cards they are (yedo.coop.emperor-separate). Winning Conditions holds `shogun`, the Kill the Shogun card, until it
    is completed, on top of `bonus_hidden` face-down cards, from which `bonus` is turned up later. `errands` are the
    Emperor Cards with completed Errands and `gone` those that left the game, in order. `refused` says who has refused
    to contribute to an Errand, until the next figure is activated. `goals` gives the progress towards each goal.
    `stakes` are hidden from other seats until all players have decided (yedo.coop.bid-hidden). `errand_boy` is null
    except in a solo game.
    """

    stack: tuple[EmperorColour, ...]
    upcoming: EmperorView | None
    current: EmperorView | None
    shogun: MissionView | None
    bonus_hidden: int
    bonus: ErrandView | None
    errands: tuple[str, ...]
    gone: tuple[str, ...]
    refused: tuple[Refusal, ...]
    goals: tuple[Goal, ...]
    stakes: tuple[StakeView, ...]
    daimyo: DaimyoView
    errand_boy: ErrandBoyView | None

    @property
    def guests(self) -> tuple[Guest, ...]:
        """A solo player's Errand Boy, and the placed Disciples of the Daimyo."""
        boy = () if self.errand_boy is None else (Guest("errand-boy", 0, self.errand_boy.space),)
        return *boy, *(Guest("disciple", self.daimyo.side, space) for space in self.daimyo.placed)


def view_coop(state: YedoState, viewer: Viewer) -> CoopView:
    """Build the view of the cooperative board."""
    board = state.coop_board
    return CoopView(
        stack=board.stack,
        upcoming=_emperor(state, board.upcoming),
        current=_emperor(state, board.current),
        shogun=None if board.shogun is None else view_mission(state, board.shogun),
        bonus_hidden=board.bonus_hidden,
        bonus=None if board.bonus is None else _errand(state, board.bonus),
        errands=board.errands,
        gone=board.gone,
        refused=board.refused,
        goals=tuple(replace(goal, what=name_or_retell(goal.what, state.content)) for goal in goals(state)),
        stakes=tuple(_stakes(state, viewer)),
        daimyo=_daimyo(state),
        errand_boy=_errand_boy(state) if state.parameters.solo else None,
    )


def view_lot_prices(state: YedoState, lot: Lot) -> LotPrices:
    """Build the prices of a lot against the Daimyo, from the Emperor Card while it is face up.

    Before that, they can be any number in a range (yedo.coop.bid-price-range), unless no card is left.
    """
    board = state.coop_board
    if board.upcoming is not None:
        return LotPrices(asset_price(state, lot))
    if not board.stack:
        return LotPrices(None)
    base = state.content.lots[lot].price
    return LotPrices(None, base, base + RISE[board.stack[0]], surcharge(state, lot))


def _emperor(state: YedoState, card: Card | None) -> EmperorView | None:
    if card is None:
        return None
    entry = state.content.emperor_cards[card]
    prices = {lot: entry.prices[lot] for lot in LOTS}
    return EmperorView(prices, emperor_event_text(entry), penalty_text(entry.penalty), _errand(state, card))


def _errand(state: YedoState, card: Card) -> ErrandView:
    entry = state.content.emperor_cards[card]
    errand = entry.errand
    space = _space(state, errand_space(card)) if errand.space else None
    return ErrandView(card, card_name(card), entry.colour, errand.districts, space, errand_text(errand))


def _space(state: YedoState, space: str) -> ErrandSpaceView:
    placed = state.on(space)
    if placed is None:
        return ErrandSpaceView(space, None, None)
    return ErrandSpaceView(space, placed.seat, placed.figure)


def _stakes(state: YedoState, viewer: Viewer) -> Iterator[StakeView]:
    """Yield the stakes by seat; once every seat has one, they are public."""
    stakes = state.coop_board.stakes
    for seat, stake in enumerate(stakes):
        seen = None not in stakes or viewer.shares((seat,))
        yield StakeView(seat, stake is not None, stake if seen else None)


def _daimyo(state: YedoState) -> DaimyoView:
    board, side = state.coop_board, state.seats
    cards = state.content.daimyo_cards
    return DaimyoView(
        side=side,
        pool=len(state.pieces.house[side]),
        reserve=len(state.pieces.reserve[side]),
        placed=tuple(placed.space for placed in state.placed_by(side)),
        display=tuple(DaimyoSlotView(_daimyo_card(state, slot.card), slot.figure) for slot in board.display),
        deck=len(cards) - len(board.discard) - len(board.display),
        discard=board.discard,
        interferes=state.interferes,
        coins=board.coins,
    )


def _daimyo_card(state: YedoState, card: Card | None) -> CardView | None:
    if card is None:
        return None
    return CardView(card, card_name(card), daimyo_card_text(state.content.daimyo_cards[card]))


def _errand_boy(state: YedoState) -> ErrandBoyView:
    where = (placed.space for placed in state.pieces.placed if placed.figure == "errand-boy")
    return ErrandBoyView(next(where, None))
