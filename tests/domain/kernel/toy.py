"""A toy game with everything that larger games need from the kernel: secret hands, simultaneous choices, reactions, an
auction.

Each of three seats holds secret cards. In a round all choose a card in secret at the same time; the cards are shown and
the highest wins a point unless another seat counters with a higher one from hand; then the top card of the secret deck
is auctioned. At any time a seat may give a coin away. The house, if it plays, is a side without a seat and wins
the rounds that nobody else wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, TypeAlias, get_args

import msgspec

from domain.kernel.audience import Private, Public, Viewer
from domain.kernel.chance import NOBODY, Chance, Purpose, Redealt
from domain.kernel.choice import Choice, Move, Task, Template
from domain.kernel.content import Content
from domain.kernel.drawing.looks import Looks
from domain.kernel.errors import IllegalMove, RulesError
from domain.kernel.options import BadOptions
from domain.kernel.rulebook import Clause, Rulebook
from domain.kernel.ruleset import Ruleset
from domain.kernel.scoring import Result, ScoreLine, SeatScore, rank_seats
from domain.kernel.table import Asked, Ended, Outcome, Table, make_stored_type
from tests.domain.kernel.toy_facts import (
    CARDS,
    FACTS,
    HAND,
    HOUSE,
    SEATS,
    CardsShown,
    Chosen,
    CoinsMoved,
    Countered,
    Dealt,
    PointWon,
    Stacked,
    ToyOptions,
    ToyState,
)


class Pick(Move, frozen=True):
    card: Private[int]

    def label(self) -> str:
        return f"choose {self.card}"


class Counter(Move, frozen=True):
    card: Public[int]

    def label(self) -> str:
        return f"counter with {self.card}"


class Pass(Move, frozen=True):
    def label(self) -> str:
        return "pass"


class Bid(Move, frozen=True):
    coins: Public[int]

    def label(self) -> str:
        return f"bid {self.coins}"


class Give(Move, frozen=True):
    to: Public[int]

    def label(self) -> str:
        return f"give a coin to seat {self.to}"


class ToyTable(Table[ToyState]):
    def deal(self, seat: int, count: int) -> None:
        self.emit(Dealt(self.clause, seat, self.state.deck[:count]))


class Select(Choice[ToyState, ToyTable, Pick], frozen=True):
    prompt = "Choose a card in secret."
    clause = "toy.select"

    def moves(self, state: ToyState) -> Iterator[Pick]:
        return map(Pick, state.hands[self.seat])

    def resolve(self, table: ToyTable, move: Pick) -> None:
        table.emit(Chosen(self.clause, self.seat, move.card))

    def refuse(self, state: ToyState, move: Move) -> IllegalMove:
        return IllegalMove(self.clause, "Choose a card of your hand.")


class React(Choice[ToyState, ToyTable, Pass | Counter], frozen=True):
    prompt = "Counter or pass."
    clause = "toy.counter"

    def moves(self, state: ToyState) -> Iterator[Pass | Counter]:
        yield Pass()
        yield from (Counter(card) for card in state.hands[self.seat] if card > state.best)

    def resolve(self, table: ToyTable, move: Pass | Counter) -> None:
        if isinstance(move, Counter):
            table.emit(Countered(self.clause, self.seat, move.card))

    def refuse(self, state: ToyState, move: Move) -> IllegalMove:
        return IllegalMove(self.clause, f"Counter with a card above {state.best}, or pass.")


class Auction(Choice[ToyState, ToyTable, Pass | Bid], frozen=True):
    high: int
    bidder: int | None
    others: tuple[int, ...]

    prompt = "Bid for the top card."
    clause = "toy.auction"
    automatic = True

    def moves(self, state: ToyState) -> Iterator[Pass | Bid]:
        yield Pass()

    def template(self, state: ToyState) -> Template | None:
        if state.coins[self.seat] <= self.high:
            return None
        return Template("bid", {"coins": (self.high + 1, state.coins[self.seat])})

    def allows(self, state: ToyState, move: Move) -> bool:
        return isinstance(move, Pass) or (isinstance(move, Bid) and self.high < move.coins <= state.coins[self.seat])

    def resolve(self, table: ToyTable, move: Pass | Bid) -> None:
        high, bidder, others = self.high, self.bidder, self.others
        if isinstance(move, Bid):
            high, bidder, others = move.coins, self.seat, (*others, self.seat)
        if others and others != (bidder,):
            table.then(Auction(others[0], high, bidder, others[1:]))
        elif bidder is not None:
            # A seat that gave coins away after its bid pays with what is left.
            table.emit(CoinsMoved(self.clause, bidder, None, min(high, table.state.coins[bidder])))
            table.deal(bidder, 1)

    def refuse(self, state: ToyState, move: Move) -> IllegalMove:
        return IllegalMove(self.clause, f"Bid more than {self.high} and no more than you have, or pass.")


class Generosity(Choice[ToyState, ToyTable, Give], frozen=True):
    prompt = "Give a coin away."
    clause = "toy.give"
    standing = True

    def moves(self, state: ToyState) -> Iterator[Give]:
        return (Give(to) for to in SEATS if to != self.seat and state.coins[self.seat])

    def resolve(self, table: ToyTable, move: Give) -> None:
        table.emit(CoinsMoved(self.clause, self.seat, move.to, 1))

    def refuse(self, state: ToyState, move: Move) -> IllegalMove:
        return IllegalMove(self.clause, "Give a coin that you have to another seat.")


class Round(Task[ToyState, ToyTable], frozen=True):
    clause = "toy.select"

    def run(self, table: ToyTable) -> None:
        if table.state.rounds == table.state.options.rounds:
            with table.citing("toy.end"):
                table.end(Result("toy.end", "toy.end", tuple(scores(table.state))))
            return
        table.ask_together(*(Select(seat) for seat in SEATS))
        table.then(Show(), Award(), Round())


class Show(Task[ToyState, ToyTable], frozen=True):
    clause = "toy.show"

    def run(self, table: ToyTable) -> None:
        table.emit(CardsShown(self.clause, table.state.chosen))
        table.ask_together(*(React(seat) for seat in SEATS if seat != table.state.leader))


class Award(Task[ToyState, ToyTable], frozen=True):
    clause = "toy.counter"

    def run(self, table: ToyTable) -> None:
        leader = table.state.leader
        if leader is not None:
            table.emit(PointWon(self.clause, leader))
        elif table.state.options.house:
            table.emit(PointWon("toy.house", HOUSE))
        first, *others = (seat for seat in SEATS if seat != leader)
        table.then(Auction(first, 0, None, tuple(others)))


ToyItem: TypeAlias = Select | React | Auction | Generosity | Round | Show | Award


class ToyView(msgspec.Struct, frozen=True):
    hands: tuple[tuple[int, ...] | int, ...]
    deck: int
    chosen: tuple[int | bool, ...]
    best: int
    coins: tuple[int, ...]
    won: tuple[int, ...]
    result: Result | None


DECK = Purpose(
    name="deck",
    kind="shuffle",
    of="the 15 cards",
    when="in the set-up",
    least=2,
    most=15,
    facts=(Stacked,),
    always=(Stacked,),
    clauses=("toy.select",),
    seen_by=NOBODY,
)
MOVES = (Pick, Counter, Pass, Bid, Give)
CLAUSES = ("select", "show", "counter", "auction", "give", "end", "end.resignation", "seats", "house")


def scores(state: ToyState) -> list[SeatScore]:
    coins = (*state.coins, 0)
    rank = rank_seats({side: (won, coins[side]) for side, won in enumerate(state.won)})
    return [
        SeatScore(side, won, rank[side], (ScoreLine("toy.counter", "rounds", won),))
        for side, won in enumerate(state.won)
    ]


class ToyLooks(Looks[ToyView]):
    def board(self, view: ToyView, names: Sequence[str]) -> str:
        return "\n".join(f"{names[side]}: {won}" for side, won in enumerate(view.won))


class Toy(Ruleset[ToyState, ToyOptions, ToyView]):
    id = "toy"
    title = "Toy"
    options_type = ToyOptions
    move_types = MOVES
    fact_types = (*FACTS, Ended, Asked[ToyItem])
    purposes: ClassVar[Mapping[str, Purpose]] = {"toy.DECK": DECK}
    state_type = make_stored_type(ToyState, get_args(ToyItem))
    most_seats = range(3, 4)
    silent_moves = (Bid, Pass, Give)

    def __init__(self) -> None:
        super().__init__(
            Rulebook([Clause(f"toy.{name}", name, f"The rule of {name}.", "toy") for name in CLAUSES]),
            Content({}),
            ToyLooks(),
        )

    def refuse_seats(self, options: ToyOptions, seats: int) -> BadOptions:
        return BadOptions("/seats", f"Three play, not {seats}.", "toy.seats")

    def check_options(self, options: ToyOptions, seats: int) -> None:
        if options.house and options.rounds < 2:
            raise BadOptions("/options/rounds", f"The house wants two rounds with {seats} players.", "toy.house")

    def side_names(self, options: ToyOptions, seats: int) -> tuple[str, ...]:
        return ("the house",) if options.house else ()

    def initial_state(self, options: ToyOptions, seats: int) -> ToyState:
        return ToyState(self.content, options, won=(0,) * (seats + options.house))

    def open(self, options: ToyOptions, seats: int, chance: Chance) -> Outcome[ToyState]:
        table = self.table(self.start(options, seats), chance)
        with table.citing("toy.select"):
            table.emit(Stacked(table.clause, chance.shuffle(DECK, CARDS)))
            for seat in SEATS:
                table.deal(seat, HAND)
            table.then(Round(), *(Generosity(seat) for seat in SEATS))
            table.advance()
            return table.outcome()

    def table(self, state: ToyState, chance: Chance) -> ToyTable:
        return ToyTable(state, chance)

    def redeal(self, state: ToyState, viewer: Viewer, chance: Chance) -> ToyState:
        others = [seat for seat in SEATS if not viewer.shares((seat,))]
        if viewer.sees_all:
            return state
        hidden = [*state.deck, *(card for seat in others for card in state.hands[seat])]
        hidden += [state.chosen[seat] for seat in others if state.chosen[seat] is not None]
        cards = list(chance.shuffle(Redealt("cards"), sorted(hidden)))
        hands, chosen = list(state.hands), list(state.chosen)
        for seat in others:
            hands[seat] = tuple(cards.pop() for _ in hands[seat])
            chosen[seat] = None if chosen[seat] is None else cards.pop()
        return msgspec.structs.replace(state, hands=tuple(hands), chosen=tuple(chosen), deck=tuple(cards))

    def view(self, state: ToyState, viewer: Viewer) -> ToyView:
        over = state.result is not None
        return ToyView(
            hands=tuple(hand if over or viewer.shares((seat,)) else len(hand) for seat, hand in enumerate(state.hands)),
            deck=len(state.deck),
            chosen=tuple(
                card if card is not None and viewer.shares((seat,)) else card is not None
                for seat, card in enumerate(state.chosen)
            ),
            best=state.best,
            coins=state.coins,
            won=state.won,
            result=state.result,
        )

    def scores(self, state: ToyState) -> list[SeatScore]:
        return scores(state)

    def check_state(self, state: ToyState) -> None:
        super().check_state(state)
        if any(coins < 0 for coins in state.coins):
            raise RulesError(f"a purse is negative: {state.coins}")
