"""Facts of the Bidding Phase."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, mon
from domain.games.yedo.printed.parts import Auction, Won
from domain.games.yedo.printed.terms import AnyLot, Lot
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.language import mark, say, translate
from domain.kernel.multiset import without
from domain.kernel.words import title

LOT_NAMES: dict[AnyLot, str] = {
    "action": mark("Action Cards"),
    "bonus": mark("Bonus Cards"),
    "missions": mark("Mission Cards"),
    "white": mark("the White category"),
    "black": mark("the Black category"),
    "red": mark("the Red category"),
}
"""The names of lots and categories that differ from their ids."""


def lot_name(lot: AnyLot) -> str:
    """Name what is put up for auction: "Geishas", "the Red category"."""
    return translate(LOT_NAMES[lot]) if lot in LOT_NAMES else title(lot)


ONE_OF: dict[Lot, str] = {
    "action": mark("an Action Card"),
    "bonus": mark("a Bonus Card"),
    "weapons": mark("a Weapon"),
    "annexes": mark("an Annex"),
    "geishas": mark("a Geisha"),
    "disciples": mark("a Disciple"),
    "missions": mark("a Mission Card"),
}
"""What the winner of each lot takes."""


def one_of(lot: Lot) -> str:
    """Name what is taken for a bid or a stake: "a Geisha"."""
    return translate(ONE_OF[lot])


def _leave_track(state: YedoState, seat: int) -> None:
    state.bids.bidding = without(state.bids.bidding, seat)


def _end_auction(state: YedoState, lot: AnyLot, seat: int) -> None:
    """Move the winner's Bidding marker from the track to the Bidding space of the lot."""
    state.bids.auction = None
    state.bids.won = (*state.bids.won, Won(lot, seat))
    _leave_track(state, seat)


class MarkersReturned(YedoFact, frozen=True, gc=False):
    """All Bidding markers return to the Bidding Track, in Player Order, and every lot is open again.

    Against the Daimyo, stakes are cleared.
    """

    def evolve(self, state: YedoState) -> None:
        state.bids.bidding = state.order
        state.bids.egress = ()
        state.bids.auction = None
        state.bids.won = ()
        state.change_coop(lambda coop: replace(coop, stakes=(None,) * state.seats))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Bidding markers return to the Bidding Track.")


class DroppedOut(YedoFact, frozen=True, gc=False):
    """A seat drops out before the first auction: its marker goes to Egress."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        _leave_track(state, self.seat)
        state.bids.egress = (*state.bids.egress, self.seat)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} drops out of the auctions.", who=names[self.seat])


class StayedIn(YedoFact, frozen=True, gc=False):
    """A seat will take part in the auctions."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the marker stays on the Bidding Track."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes part in the auctions.", who=names[self.seat])


class LeftBidding(YedoFact, frozen=True, gc=False):
    """The Auctioneer leaves the auctions of this round without Mon: the marker goes to Egress."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        _leave_track(state, self.seat)
        state.bids.egress = (*state.bids.egress, self.seat)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} leaves the auctions.", who=names[self.seat])


class LotAnnounced(YedoFact, frozen=True, gc=False):
    """The Auctioneer puts a lot, or a category of lots, up for auction and thereby bids its opening price."""

    seat: Public[int]
    lot: Public[AnyLot]
    price: Public[int]

    def evolve(self, state: YedoState) -> None:
        others = without(state.bids.bidding, self.seat)
        state.bids.auction = Auction(self.lot, self.seat, self.price, self.seat, others)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} puts {lot} up for auction and bids {mon}.",
            who=names[self.seat],
            lot=lot_name(self.lot),
            mon=mon(self.price),
        )


class BidMade(YedoFact, frozen=True, gc=False):
    """A seat raises the highest bid. The Auctioneer answers once all others have had their turn."""

    seat: Public[int]
    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        assert state.bids.auction is not None
        opener = state.bids.auction.opener
        waiting = without(state.bids.auction.waiting, self.seat)
        if self.seat != opener and opener not in waiting:
            waiting = (*waiting, opener)
        state.bids.auction = replace(state.bids.auction, bid=self.amount, bidder=self.seat, waiting=waiting)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} bids {mon}.", who=names[self.seat], mon=mon(self.amount))


class Passed(YedoFact, frozen=True, gc=False):
    """A seat passes in an auction."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        assert state.bids.auction is not None
        state.bids.auction = replace(state.bids.auction, waiting=without(state.bids.auction.waiting, self.seat))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} passes.", who=names[self.seat])


class AuctionWon(YedoFact, frozen=True, gc=False):
    """The highest bidder wins the auction, which closes the lot or category for this round."""

    seat: Public[int]
    lot: Public[AnyLot]
    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        _end_auction(state, self.lot, self.seat)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} wins {lot} for {mon}.", who=names[self.seat], lot=lot_name(self.lot), mon=mon(self.amount))


class CouldNotPay(YedoFact, frozen=True, gc=False):
    """The highest bidder can no longer pay the bid: the lot or the category is closed, and there is no reward."""

    seat: Public[int]
    lot: Public[AnyLot]
    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        _end_auction(state, self.lot, self.seat)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} cannot pay {mon} for {lot} and gets no reward.",
            who=names[self.seat],
            mon=mon(self.amount),
            lot=lot_name(self.lot),
        )


class TypeChosen(YedoFact, frozen=True, gc=False):
    """The winner of a category chooses one of its types as the reward."""

    seat: Public[int]
    lot: Public[Lot]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the whole category is closed already."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} chooses {lot}.", who=names[self.seat], lot=lot_name(self.lot))
