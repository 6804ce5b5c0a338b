"""The Bidding Phase: dropping out, then auctions until no marker is left on the Bidding Track.

Everybody's Mon is public (yedo.bidding.mon-public), and so are all bids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.yedo.facts.base import mon
from domain.games.yedo.facts.bidding import (
    AuctionWon,
    BidMade,
    CouldNotPay,
    DroppedOut,
    LeftBidding,
    LotAnnounced,
    Passed,
    StayedIn,
    TypeChosen,
    lot_name,
    one_of,
)
from domain.games.yedo.modules.specialists import why_not_for
from domain.games.yedo.phases.auction_rewards import give_reward
from domain.games.yedo.phases.playing import PlayCard, plays
from domain.games.yedo.printed.parts import Auction
from domain.games.yedo.printed.terms import LOTS, AnyLot, Lot
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step
from domain.games.yedo.verbs.modifiers import discount, is_forbidden, price
from domain.games.yedo.verbs.subjects import need_mon
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import capitalise, join_words

NEXT_BIDS = 6
"""How many bids above the highest are suggested to bots."""


class DropOut(Move, frozen=True, gc=False):
    """Take no part in the auctions of this round, for Mon."""

    def label(self) -> str:
        return say("drop out")


class StayIn(Move, frozen=True, gc=False):
    """Take part in the auctions of this round."""

    def label(self) -> str:
        return say("stay in")


class Announce(Move, frozen=True, gc=False):
    """Put a type of assets, or a category, up for auction at its opening price."""

    lot: Public[AnyLot]

    def label(self) -> str:
        return say("auction {lot}", lot=lot_name(self.lot))


class LeaveBidding(Move, frozen=True, gc=False):
    """Leave the auctions of this round as Auctioneer, for nothing."""

    def label(self) -> str:
        return say("leave the auctions")


class Bid(Move, frozen=True, gc=False):
    """Bid more than the highest bid."""

    mon: Public[int]

    def label(self) -> str:
        return say("bid {mon}", mon=mon(self.mon))


class Pass(Move, frozen=True, gc=False):
    """Make no bid in this auction."""

    def label(self) -> str:
        return say("pass")


class ChooseLot(Move, frozen=True, gc=False):
    """Choose a type of the category that you won."""

    lot: Public[Lot]

    def label(self) -> str:
        return say("take {one_of}", one_of=one_of(self.lot))


def open_lots(state: YedoState) -> Iterator[AnyLot]:
    """Yield what can be put up for auction and has not been won: types, or categories with two or three players."""
    closed = {won.lot for won in state.bids.won}
    return (lot for lot in opening_prices(state) if lot not in closed)


def opening_prices(state: YedoState) -> dict[AnyLot, int]:
    """Map everything that can be put up for auction to its opening price, in the order of the board.

    These are the seven types (yedo.bidding.seven-types) or the three categories (yedo.bidding.categories).
    """
    lots = state.content.lots
    if not state.parameters.groups:
        return {lot: lots[lot].price for lot in LOTS}
    return {lots[lot].group: lots[lot].price for lot in LOTS}


def types_of(state: YedoState, group: AnyLot) -> tuple[Lot, ...]:
    """Return the types of a category."""
    return tuple(lot for lot in LOTS if state.content.lots[lot].group == group)


def highest_bid(state: YedoState, seat: int) -> int:
    """Return the highest possible bid of a seat: 0 if it may not bid, otherwise what it can pay."""
    if is_forbidden(state, seat, "bidding"):
        return 0
    return state.belongings.mon[seat] + discount(state, seat, "bid")


def running_auction(state: YedoState) -> Auction:
    """Return the current auction; there must be one."""
    assert state.bids.auction is not None
    return state.bids.auction


def _view_lot(state: YedoState, seat: int, lot: AnyLot, bid: int, text: str = "") -> Subject:
    """Return a lot as a subject, with the types in a category, the least bid for it and the seat's Mon."""
    if lot not in LOTS:
        types = capitalise(join_words(map(one_of, types_of(state, lot)), "or"))
        text = f"{types}. {text}".rstrip()
    return Subject("lot", lot, lot_name(lot), text, needs=(need_mon(state, seat, price(state, seat, "bid", bid)),))


class BiddingPhase(Step, frozen=True, gc=False):
    """The Bidding Phase: each player in Player Order stays in or drops out, followed by auctions."""

    clause = "yedo.bidding.order"

    def run(self, table: YedoTable) -> None:
        table.then(*(StayOrDrop(seat=seat) for seat in table.state.order), Auctions())


class StayOrDrop(Question[Move], frozen=True, gc=False):
    """Before the first auction: take part in the auctions, or drop out for Mon."""

    clause = "yedo.bidding.drop-out"
    prompt = "Take part in the auctions, or drop out?"
    public = False
    automatic = False
    interruptible = True

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        return tuple(_view_lot(state, self.seat, lot, opening_prices(state)[lot]) for lot in open_lots(state))

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield StayIn()
        yield DropOut()
        yield from plays(state, self.seat, "own-bidding")

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        return (
            say("drop out for {mon}", mon=mon(state.content.bidding.drop_out))
            if isinstance(move, DropOut)
            else move.label()
        )

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
            table.then(self)
        elif isinstance(move, StayIn):
            table.emit(StayedIn(table.clause, self.seat))
        else:
            table.emit(DroppedOut(table.clause, self.seat))
            table.gain_mon(self.seat, table.state.content.bidding.drop_out)


class Auctions(Step, frozen=True, gc=False):
    """The first player on the Bidding Track opens an auction, as long as there is a marker on it.

    See yedo.bidding.example-blue-green.
    """

    clause = "yedo.bidding.next-auction"

    def run(self, table: YedoTable) -> None:
        if table.state.bids.bidding:
            table.then(OpenAuction(seat=table.state.bids.bidding[0]), Auctions())


class OpenAuction(Question[Move], frozen=True, gc=False):
    """The Auctioneer names what is put up for auction, or leaves.

    An Auctioneer who did not win is still first on the track and opens again (yedo.bidding.auctioneer-stays); a winner
    has left the track (yedo.bidding.one-win-per-round).
    """

    clause = "yedo.bidding.order"
    prompt = "What do you put up for auction?"
    public = False
    automatic = False
    interruptible = True

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        return tuple(_view_lot(state, self.seat, lot, opening_prices(state)[lot]) for lot in open_lots(state))

    def moves(self, state: YedoState) -> Iterator[Move]:
        most, prices = highest_bid(state, self.seat), opening_prices(state)
        for lot in open_lots(state):
            if prices[lot] <= most and why_not_for(state, self.seat, lot) is None:
                yield Announce(lot)
        yield LeaveBidding()
        yield from plays(state, self.seat, "own-bidding")

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if not isinstance(move, Announce):
            return move.label()
        return say("{label} at {mon}", label=move.label(), mon=mon(opening_prices(state)[move.lot]))

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
            table.then(self)
        elif isinstance(move, Announce):
            groups = table.state.parameters.groups
            with table.citing("yedo.bidding.category-starting-bid" if groups else "yedo.bidding.starting-bid"):
                table.emit(LotAnnounced(table.clause, self.seat, move.lot, opening_prices(table.state)[move.lot]))
            table.then(NextBidder())
        else:
            # The Auctioneer may leave before any auction, not only before the first one.
            clause = "yedo.ruling.leaving-an-auction" if table.state.bids.won else "yedo.bidding.auctioneer-leaves"
            table.emit(LeftBidding(clause, self.seat))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, Announce):
            return None
        groups, name, prices = state.parameters.groups, lot_name(move.lot), opening_prices(state)
        if move.lot not in prices:
            if groups:
                why = say(
                    "With two or three players a category is put up for auction; {name} alone cannot be.", name=name
                )
                return IllegalMove("yedo.bidding.category-only", why)
            why = say("With four or five players a single type is put up for auction, not {name}.", name=name)
            return IllegalMove("yedo.bidding.seven-types", why)
        if move.lot not in open_lots(state):
            clause = "yedo.bidding.category-closed" if groups else "yedo.bidding.type-closed"
            return IllegalMove(
                clause, say("In this round somebody has won {name} already; name something else.", name=name)
            )
        return why_not_for(state, self.seat, move.lot) or _why_no_bid(state, self.seat, prices[move.lot])


class NextBidder(Step, frozen=True, gc=False):
    """An auction goes around once; the Auctioneer answers last, if somebody raised the bid."""

    clause = "yedo.bidding.one-pass"

    def run(self, table: YedoTable) -> None:
        auction = running_auction(table.state)
        if not auction.waiting:
            close_auction(table)
            return
        seat = auction.waiting[0]
        barred = why_not_for(table.state, seat, auction.lot)
        if barred is None:
            table.then(RaiseOrPass(seat=seat), NextBidder())
        else:
            with table.citing(barred.clause):
                table.emit(Passed(table.clause, seat))
            table.then(NextBidder())


class RaiseOrPass(Question[Move], frozen=True, gc=False):
    """Bid more than the highest bid, or pass."""

    clause = "yedo.bidding.raise-or-pass"
    prompt = "Bid higher, or pass?"
    public = False
    automatic = False
    interruptible = True

    def subjects(self, state: YedoState) -> tuple[Subject, ...]:
        auction = running_auction(state)
        text = say("Highest bid: {mon}.", mon=mon(auction.bid))
        return (_view_lot(state, self.seat, auction.lot, auction.bid + 1, text),)

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield Pass()
        least = running_auction(state).bid + 1
        yield from map(Bid, range(least, highest_bid(state, self.seat) + 1))
        yield from plays(state, self.seat, "own-bidding")

    def suggestions(self, state: YedoState) -> Iterator[Move]:
        """List the next few bids and the highest one: those in between hardly matter."""
        bid, most = running_auction(state).bid, highest_bid(state, self.seat)
        for move in self.moves(state):
            if not isinstance(move, Bid) or move.mon <= bid + NEXT_BIDS or move.mon == most:
                yield move

    def amount(self, move: Move) -> int | None:
        return move.mon if isinstance(move, Bid) else None

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
            table.then(self)
            return
        last = self.seat == running_auction(table.state).opener
        with table.citing("yedo.bidding.auctioneer-last-chance" if last else self.clause):
            if isinstance(move, Bid):
                table.emit(BidMade(table.clause, self.seat, move.mon))
            else:
                table.emit(Passed(table.clause, self.seat))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, Bid):
            return None
        bid = running_auction(state).bid
        if move.mon <= bid:
            return IllegalMove(
                self.clause,
                say("The highest bid is {mon}: bid {mon2} or more, or pass.", mon=mon(bid), mon2=mon(bid + 1)),
            )
        return _why_no_bid(state, self.seat, move.mon)


def _why_no_bid(state: YedoState, seat: int, bid: int) -> IllegalMove:
    """Explain why a seat cannot make a high enough bid."""
    if is_forbidden(state, seat, "bidding"):
        return IllegalMove("yedo.event.duration", say("You are forbidden to bid for now."))
    why = say("You cannot bid {mon}: you can pay {mon2} at most.", mon=mon(bid), mon2=mon(highest_bid(state, seat)))
    return IllegalMove("yedo.bidding.no-overbid", why)


def close_auction(table: YedoTable) -> None:
    """Make the highest bidder pay, move the marker and take the reward; one who cannot pay loses all Mon."""
    auction = running_auction(table.state)
    seat, lot, bid = auction.bidder, auction.lot, auction.bid
    if price(table.state, seat, "bid", bid) > table.state.belongings.mon[seat]:
        with table.citing("yedo.bidding.cannot-pay"):
            table.pay(seat, table.state.belongings.mon[seat])
            table.emit(CouldNotPay(table.clause, seat, lot, bid))
        return
    unopposed = seat == auction.opener and bid == opening_prices(table.state)[lot]
    with table.citing("yedo.bidding.all-pass" if unopposed else "yedo.bidding.winner-steps"):
        table.pay_price(seat, "bid", bid)
        table.emit(AuctionWon(table.clause, seat, lot, bid))
    if table.state.parameters.groups:
        table.then(ChooseType(seat=seat, group=lot))
    else:
        give_reward(table, seat, lot)  # type: ignore[arg-type]


class ChooseType(Question[ChooseLot], frozen=True, gc=False):
    """The winner of a category chooses one of its types."""

    group: AnyLot

    clause = "yedo.bidding.category-winner-chooses"
    prompt = "Which reward do you take?"

    def moves(self, state: YedoState) -> Iterator[ChooseLot]:
        types = types_of(state, self.group)
        return (ChooseLot(lot) for lot in types if why_not_for(state, self.seat, lot) is None)

    def resolve(self, table: YedoTable, move: ChooseLot) -> None:
        table.emit(TypeChosen(table.clause, self.seat, move.lot))
        give_reward(table, self.seat, move.lot)

    def why_not(self, state: YedoState, move: ChooseLot) -> IllegalMove | None:
        if move.lot in types_of(state, self.group) and (barred := why_not_for(state, self.seat, move.lot)):
            return barred
        types = ", ".join(map(lot_name, types_of(state, self.group)))
        return IllegalMove(
            "yedo.bidding.categories",
            say("You won {lot}, which holds {types}.", lot=lot_name(self.group), types=types),
        )
