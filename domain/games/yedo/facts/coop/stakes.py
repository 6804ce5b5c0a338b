"""Facts of the Bidding Phase of Shogun Must Die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name, mon
from domain.games.yedo.facts.bidding import lot_name
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.parts import Card, Won
from domain.games.yedo.printed.terms import LOTS, Lot
from domain.games.yedo.state import YedoState
from domain.kernel.audience import English, Private, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import without
from domain.kernel.words import join_words


def to_egress(state: YedoState, *seats: int) -> None:
    """Move seats' Bidding markers from the track to Egress; only facts do this."""
    for seat in seats:
        state.bids.bidding = without(state.bids.bidding, seat)
        state.bids.egress = (*state.bids.egress, seat)


class StakeSet(YedoFact, frozen=True, gc=False):
    """A seat sets Mon aside as its stake, or 0 to stay out of the bidding."""

    seat: Public[int]
    mon: Private[int]

    def evolve(self, state: YedoState) -> None:
        board = state.coop_board
        state.coop = replace(board, stakes=replace_at(board.stakes, self.seat, self.mon))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if not viewer.shares((self.seat,)):
            return say("{who} has decided on a stake.", who=names[self.seat])
        if not self.mon:
            return say("{who} stays out of the bidding.", who=names[self.seat])
        return say("{who} stakes {mon}.", who=names[self.seat], mon=mon(self.mon))


class StakesOpened(YedoFact, frozen=True, gc=False):
    """All stakes are revealed, by seat; seats that staked nothing are out of the bidding."""

    stakes: Public[tuple[int, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.coop = replace(state.coop_board, stakes=self.stakes)
        to_egress(state, *(seat for seat in state.order if not self.stakes[seat]))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        stakes = join_words(
            f"{names[seat]} {mon(stake) if stake else say('nothing')}" for seat, stake in enumerate(self.stakes)
        )
        return say("The stakes are opened: {stakes}.", stakes=stakes)


class EmperorRevealed(YedoFact, frozen=True, gc=False):
    """The top Emperor Card is turned up on Upcoming Errand.

    Before version 3 of the rules `prices` gave the printed prices in words.
    """

    card: Public[Card]
    prices: Public[English | UnsetType] = UNSET

    reveals = True

    def evolve(self, state: YedoState) -> None:
        board = state.coop_board
        state.coop = replace(board, stack=board.stack[1:], upcoming=self.card)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "The Emperor Card of this round is {card}, with these prices: {prices}.",
            card=card_name(self.card),
            prices=self.prices or "",
        )

    def say_effects(self, content: YedoContent) -> str | None:
        card = content.emperor_cards.get(self.card)
        return None if card is None else prices_text(card.prices)

    def list_effects(self, content: YedoContent) -> str | None:
        return self.say_effects(content)


def prices_text(prices: Mapping[Lot, int]) -> str:
    """Say the prices of an Emperor Card, in the order of the board."""
    return ", ".join(f"{lot_name(lot)} {mon(prices[lot])}" for lot in LOTS)


class AssetTaken(YedoFact, frozen=True, gc=False):
    """A seat takes an asset of this price for its stake; nobody else can take it in this round."""

    seat: Public[int]
    lot: Public[Lot]
    price: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.bids.bidding = without(state.bids.bidding, self.seat)
        state.bids.won = (*state.bids.won, Won(self.lot, self.seat))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} takes {lot}, at a price of {mon}.",
            who=names[self.seat],
            lot=lot_name(self.lot),
            mon=mon(self.price),
        )


class StakeKept(YedoFact, frozen=True, gc=False):
    """A seat can take nothing for its stake, so it keeps it."""

    seat: Public[int]
    mon: Public[int]

    def evolve(self, state: YedoState) -> None:
        to_egress(state, self.seat)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} keeps the stake of {mon}, for which there is nothing to take.",
            who=names[self.seat],
            mon=mon(self.mon),
        )
