"""The Bidding Phase of Shogun Must Die: secret stakes, then the prices, then an asset for each stake.

There is no auction: what a stake buys depends on the Emperor Card that is turned up after all stakes are fixed. Players
may discuss freely before and while they decide (yedo.coop.bid-hidden).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from domain.games.yedo import versions
from domain.games.yedo.coop_phases.emperor import draw_emperor
from domain.games.yedo.facts.base import mon
from domain.games.yedo.facts.bidding import lot_name
from domain.games.yedo.facts.cards import NothingPlayed
from domain.games.yedo.facts.coop.stakes import (
    AssetTaken,
    EmperorRevealed,
    StakeKept,
    StakeSet,
    StakesOpened,
    prices_text,
)
from domain.games.yedo.modules.specialists import why_not_for
from domain.games.yedo.phases.auction_rewards import give_reward
from domain.games.yedo.phases.bidding import ChooseLot
from domain.games.yedo.phases.playing import PlayCard, has_moment, plays
from domain.games.yedo.phases.windows import is_in_use
from domain.games.yedo.printed.terms import LOTS, Lot
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step
from domain.games.yedo.verbs.holding import holds_ids
from domain.games.yedo.verbs.modifiers import discount, is_forbidden, price
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Private
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.moves import DECLINE
from domain.kernel.words import join_words

NEXT_STAKES = 8
"""How many stakes above the minimum are suggested to bots, besides all Mon."""


class Stake(Move, frozen=True, gc=False):
    """Put Mon aside for the bidding of this round; 0 stays out of it."""

    mon: Private[int]

    def label(self) -> str:
        return say("stake {mon}", mon=mon(self.mon)) if self.mon else say("stay out of the bidding")


class KeepStake(Move, frozen=True, gc=False):
    """Keep the stake, for which there is nothing to take."""

    def label(self) -> str:
        return say("keep the stake")


class StakesPhase(Step, frozen=True, gc=False):
    """The Bidding Phase against the Daimyo: all players decide on their stakes at once."""

    clause = "yedo.coop.bid-hidden"

    def run(self, table: YedoTable) -> None:
        table.ask_together(*(SetStake(seat=seat) for seat in table.state.order))
        table.then(OpenStakes())


class SetStake(Question[Stake], frozen=True, gc=False):
    """Secretly set Mon aside, or stay out; a stake below the minimum means the same (yedo.coop.bid-drop-out).

    No cards are played meanwhile (yedo.ruling.no-cards-at-stakes). Everybody's Mon is public.
    """

    clause = "yedo.coop.bid-hidden"
    prompt = "How much Mon do you put aside for the bidding? All of it goes for one asset; the prices come later."

    def moves(self, state: YedoState) -> Iterator[Stake]:
        yield Stake(0)
        yield from map(Stake, stakes(state, self.seat))

    def suggestions(self, state: YedoState) -> Iterator[Stake]:
        """List a few stakes above the minimum, and all Mon."""
        listed = stakes(state, self.seat)
        yield Stake(0)
        yield from map(Stake, listed[:NEXT_STAKES])
        yield from map(Stake, listed[NEXT_STAKES:][-1:])

    def amount(self, move: Stake) -> int | None:
        return move.mon

    def label(self, state: YedoState, move: Stake, names: Sequence[str]) -> str:
        if move != Stake(0):
            return move.label()
        return say("{label} for {mon}", label=move.label(), mon=mon(state.coop_content.game.drop_out))

    def resolve(self, table: YedoTable, move: Stake) -> None:
        table.emit(StakeSet(table.clause, self.seat, move.mon))

    def why_not(self, state: YedoState, move: Stake) -> IllegalMove | None:
        if is_forbidden(state, self.seat, "bidding"):
            return IllegalMove("yedo.event.duration", say("You are forbidden to bid for now: stake 0."))
        if move.mon > state.belongings.mon[self.seat]:
            why = say(
                "You have {mon}, so you cannot stake {mon2}.",
                mon=mon(state.belongings.mon[self.seat]),
                mon2=mon(move.mon),
            )
            return IllegalMove(self.clause, why)
        why = say("Stake {mon} or more, or 0 to stay out.", mon=mon(state.coop_content.game.least_stake))
        return IllegalMove("yedo.coop.bid-drop-out", why)

    def refuse(self, state: YedoState, move: Move) -> IllegalMove:
        if isinstance(move, PlayCard):
            why = say("No card is played while stakes are put aside; decide on yours first.")
            return IllegalMove("yedo.ruling.no-cards-at-stakes", why)
        return super().refuse(state, move)


class OpenStakes(Step, frozen=True, gc=False):
    """All stakes are fixed: they are revealed, players who stayed out get Mon, and the prices are turned up."""

    clause = "yedo.coop.bid-hidden"

    def run(self, table: YedoTable) -> None:
        state = table.state
        opened = tuple(stake or 0 for stake in state.coop_board.stakes)
        table.emit(StakesOpened(table.clause, opened))
        with table.citing("yedo.coop.bid-drop-out"):
            for seat in state.order:
                if not opened[seat]:
                    table.gain_mon(seat, state.coop_content.game.drop_out)
        with table.citing("yedo.coop.bid-reveal-prices"):
            card = draw_emperor(table, state.coop_board.stack[0])
            prices = state.content.emperor_cards[card].prices
            table.emit(EmperorRevealed(table.clause, card, UNSET if holds_ids(state) else prices_text(prices)))
        everyone = state.rules >= versions.CARDS_ONCE_PRICES_ARE_UP
        table.then(TakeAssets(left=tuple(seat for seat in state.order if opened[seat] or everyone)))


class TakeAssets(Step, frozen=True, gc=False):
    """These seats have yet to take an asset for their stakes, in Player Order.

    A seat that can take none keeps its stake but may still play cards (yedo.ruling.cards-at-prices).
    """

    left: tuple[int, ...]

    clause = "yedo.ruling.asset-order"

    def run(self, table: YedoTable) -> None:
        if not self.left:
            return
        seat, state = self.left[0], table.state
        if state.coop_board.stakes[seat] and any(assets(state, seat)):
            table.then(ChooseAsset(seat=seat))
        elif state.rules >= versions.CARDS_ONCE_PRICES_ARE_UP and _may_play_without_asset(state, seat):
            table.then(PlayWithoutAsset(seat=seat))
        else:
            keep_stake(table, seat)
        table.then(TakeAssets(left=self.left[1:]))


class ChooseAsset(Question[Move], frozen=True, gc=False):
    """Take an asset that the stake covers, and pay the whole stake; taking one is compulsory if possible."""

    clause = "yedo.coop.bid-spend-all"
    prompt = "Which asset do you take for your stake?"
    public = False
    automatic = False
    interruptible = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        found = False
        for lot in assets(state, self.seat):
            found = True
            yield ChooseLot(lot)
        if not found:
            yield KeepStake()
        yield from plays(state, self.seat, "own-bidding")

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        if not isinstance(move, ChooseLot):
            return move.label()
        cost, stake = mon(asset_price(state, move.lot)), mon(stake_of(state, self.seat))
        return say(
            "{label}, at a price of {cost}, for your stake of {stake}", label=move.label(), cost=cost, stake=stake
        )

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
            table.then(TakeAssets(left=(self.seat,)))
        elif isinstance(move, ChooseLot):
            take_asset(table, self.seat, move.lot)
        else:
            keep_stake(table, self.seat)

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if isinstance(move, KeepStake):
            why = say("Your stake covers an asset that is left, so you must take one.")
            return IllegalMove("yedo.ruling.asset-order", why)
        if not isinstance(move, ChooseLot):
            return None
        if any(won.lot == move.lot for won in state.bids.won):
            why = say("Somebody has taken {lot} in this round; take something else.", lot=lot_name(move.lot))
            return IllegalMove(self.clause, why)
        cost, stake = asset_price(state, move.lot), stake_of(state, self.seat)
        if cost > stake:
            why = say(
                "Your stake is {mon}; {lot} cost {mon2}{dearer_by}.",
                mon=mon(stake),
                lot=lot_name(move.lot),
                mon2=mon(cost),
                dearer_by=_dearer_by(state, move.lot),
            )
            return IllegalMove(_price_clause(state, move.lot), why)
        return why_not_for(state, self.seat, move.lot)


class PlayWithoutAsset(Question[Move], frozen=True, gc=False):
    """Play cards of the Bidding Phase once the prices are known, although you take no asset."""

    clause = "yedo.ruling.cards-at-prices"
    prompt = "The prices are known, and you take no asset. Play a card of the Bidding Phase?"
    window = True
    public = False
    automatic = False
    interruptible = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield DECLINE
        yield from plays(state, self.seat, "own-bidding")

    def label(self, state: YedoState, move: Move, names: Sequence[str]) -> str:
        return say("play no card") if move == DECLINE else move.label()

    def resolve(self, table: YedoTable, move: Move) -> None:
        if isinstance(move, PlayCard):
            move.use(table, self.seat)
            table.then(TakeAssets(left=(self.seat,)))
        else:
            table.emit(NothingPlayed(table.clause, self.seat))
            keep_stake(table, self.seat)

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if not isinstance(move, ChooseLot):
            return None
        return IllegalMove(ChooseAsset.clause, say("You have no stake that covers an asset; play a card or none."))


def _may_play_without_asset(state: YedoState, seat: int) -> bool:
    return is_in_use(state, "own-bidding") and has_moment(state, seat, "own-bidding")


def stakes(state: YedoState, seat: int) -> range:
    """Return the possible stakes of a seat besides nothing: from the minimum to all its Mon."""
    if is_forbidden(state, seat, "bidding"):
        return range(0)
    return range(state.coop_content.game.least_stake, state.belongings.mon[seat] + 1)


def stake_of(state: YedoState, seat: int) -> int:
    """Return the revealed stake of a seat, or what remains of it after cards."""
    return min(state.coop_board.stakes[seat] or 0, state.belongings.mon[seat])


def assets(state: YedoState, seat: int) -> Iterator[Lot]:
    """Yield the assets that a seat can take for its stake: still available, and affordable.

    As in an auction, a player may take something that gives nothing now (yedo.bidding.useless-win), but no second
    Specialist of a kind.
    """
    stake, taken = stake_of(state, seat), {won.lot for won in state.bids.won}
    for lot in LOTS:
        if lot not in taken and asset_price(state, lot) <= stake and why_not_for(state, seat, lot) is None:
            yield lot


def asset_price(state: YedoState, lot: Lot) -> int:
    """Return the price of an asset in Mon: the Emperor Card's price plus the Daimyo's surcharge.

    While the Daimyo is first in Player Order, all assets cost more (yedo.coop.bid-interference). Its coins on the
    Annexes raise their price (yedo.coop.bid-carpenter-coins).
    """
    upcoming = state.coop_board.upcoming
    assert upcoming is not None
    return state.content.emperor_cards[upcoming].prices[lot] + surcharge(state, lot)


def surcharge(state: YedoState, lot: Lot) -> int:
    """Return the Daimyo's surcharge on the printed price of an asset, in Mon."""
    interference = state.coop_content.game.interference if state.interferes else 0
    return interference + (state.coop_board.coins if lot == "annexes" else 0)


def take_asset(table: YedoTable, seat: int, lot: Lot) -> None:
    """Pay the whole stake of a seat, minus refunds by modifiers, and take an asset as after an auction.

    The rulebook shows it for a Geisha (yedo.coop.example-geisha-price).
    """
    state, stake = table.state, stake_of(table.state, seat)
    table.emit(AssetTaken(table.clause, seat, lot, asset_price(state, lot)))
    with table.citing("yedo.ruling.tenacious-stake" if discount(state, seat, "bid") else table.clause):
        table.pay(seat, min(price(state, seat, "bid", stake), state.belongings.mon[seat]))
        table.use_up(seat, lambda found: found.reduces("bid"))
    give_reward(table, seat, lot)


def keep_stake(table: YedoTable, seat: int) -> None:
    """Let a seat that can take nothing keep its stake, if it has one; it gets no Mon for staying out."""
    if not table.state.coop_board.stakes[seat]:
        return
    with table.citing("yedo.coop.bid-no-asset"):
        table.emit(StakeKept(table.clause, seat, stake_of(table.state, seat)))


def _price_clause(state: YedoState, lot: Lot) -> str:
    """Return the clause that determines the price of an asset."""
    if state.interferes:
        return "yedo.coop.bid-interference"
    return "yedo.coop.bid-carpenter-coins" if lot == "annexes" and state.coop_board.coins else ChooseAsset.clause


def _dearer_by(state: YedoState, lot: Lot) -> str:
    """Say the Daimyo's surcharge on an asset, in words to follow the price."""
    coins = state.coop_board.coins if lot == "annexes" else 0
    why = (
        [say("{mon} of it because the Daimyo is first", mon=mon(state.coop_content.game.interference))]
        if state.interferes
        else []
    )
    why += [say("{mon} of it for the coins on the Annexes", mon=mon(coins))] if coins else []
    return f", {join_words(why)}" if why else ""
