"""The state and the facts of the toy game."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.audience import Hidden, Private, Public, Viewer
from domain.kernel.content import Content
from domain.kernel.fact import Fact, replace_at
from domain.kernel.options import GameOptions
from domain.kernel.table import State

SEATS = (0, 1, 2)
HOUSE = 3
CARDS = tuple(range(1, 16))
HAND = 3


class ToyOptions(GameOptions, frozen=True, forbid_unknown_fields=True):
    rounds: int = 2
    house: bool = False
    """Whether the house plays, which takes more than one round and more than one player."""


class ToyState(State):
    content: Content
    options: ToyOptions
    hands: tuple[tuple[int, ...], ...] = ((), (), ())
    deck: tuple[int, ...] = ()
    chosen: tuple[int | None, ...] = (None, None, None)
    best: int = 0
    leader: int | None = None
    coins: tuple[int, ...] = (4, 4, 4)
    won: tuple[int, ...] = (0, 0, 0)
    rounds: int = 0


class ToyFact(Fact[ToyState], frozen=True):
    pass


class Stacked(ToyFact, frozen=True):
    deck: Hidden[tuple[int, ...]]

    def evolve(self, state: ToyState) -> None:
        state.deck = self.deck


class Dealt(ToyFact, frozen=True):
    seat: Public[int]
    cards: Private[tuple[int, ...]]
    reveals = True

    def evolve(self, state: ToyState) -> None:
        state.deck = state.deck[len(self.cards) :]
        state.hands = replace_at(state.hands, self.seat, (*state.hands[self.seat], *self.cards))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        seen = f" ({', '.join(map(str, self.cards))})" if viewer.shares((self.seat,)) else ""
        return f"{names[self.seat]} draws {len(self.cards)}{seen}."


class Chosen(ToyFact, frozen=True):
    seat: Public[int]
    card: Private[int]

    def evolve(self, state: ToyState) -> None:
        state.hands = replace_at(state.hands, self.seat, without(state.hands[self.seat], self.card))
        state.chosen = replace_at(state.chosen, self.seat, self.card)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.seat]} chooses a card."


class CardsShown(ToyFact, frozen=True):
    cards: Public[tuple[int, ...]]
    reveals = True

    def evolve(self, state: ToyState) -> None:
        state.best = max(self.cards)
        state.leader = self.cards.index(state.best)
        state.chosen = (None, None, None)
        state.rounds += 1

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"The cards are {', '.join(map(str, self.cards))}."


class Countered(ToyFact, frozen=True):
    seat: Public[int]
    card: Public[int]
    reveals = True

    def evolve(self, state: ToyState) -> None:
        state.hands = replace_at(state.hands, self.seat, without(state.hands[self.seat], self.card))
        state.best, state.leader = self.card, None

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.seat]} counters with {self.card}."


class PointWon(ToyFact, frozen=True):
    seat: Public[int]

    def evolve(self, state: ToyState) -> None:
        state.won = replace_at(state.won, self.seat, state.won[self.seat] + 1)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return f"{names[self.seat]} wins the round."


class CoinsMoved(ToyFact, frozen=True):
    seat: Public[int]
    to: Public[int | None]
    coins: Public[int]

    def evolve(self, state: ToyState) -> None:
        state.coins = replace_at(state.coins, self.seat, state.coins[self.seat] - self.coins)
        if self.to is not None:
            state.coins = replace_at(state.coins, self.to, state.coins[self.to] + self.coins)


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(kept for kept in cards if kept != card)


FACTS = (Stacked, Dealt, Chosen, CardsShown, Countered, PointWon, CoinsMoved)
