"""What the open Errands of Shogun Must Die are worth to all players together, for bots.

Belongings and figures are public, so these estimates use no hidden hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.games.yedo.bot.mission_worth import (
    PLACING,
    Outlook,
    prospect,
    rounds_left,
    worth_of_reward,
)
from domain.games.yedo.coop.errand_needs import errand_of
from domain.games.yedo.coop.errand_rewards import FileErrand, NameRewarded, PickReward
from domain.games.yedo.coop.errands import CarryOut, Consent, Gather, ShareOut
from domain.games.yedo.coop.goals import target
from domain.games.yedo.effects.spaces import free_spaces
from domain.games.yedo.printed.emperor_entries import Errand, Penalty
from domain.games.yedo.printed.needs import Needs
from domain.games.yedo.printed.parts import Card, Refusal
from domain.games.yedo.printed.terms import ANNEXES, WEAPONS, District
from domain.games.yedo.state import YedoState, errand_space
from domain.games.yedo.worth import Lack

AGREED, READY, HELPLESS = 0.99, 0.85, 0.45
"""The chance of an Errand in progress, of one that could be resolved now, and the factor for a missing asset."""
COMING = (READY, 0.75, 0.65, 0.5)
"""The same while figures are being assigned, by the number of figures still to come."""
GIVER_COMES = 0.85
"""The factor if a player with the needed asset has yet to come."""
NEXT_ROUND, LATER = 0.5, (0.0, 0.35, 0.5)
"""The chance that an Errand is resolved in the next round, and of a bonus Errand by the remaining rounds."""
WANTED, UNWANTED = 7.0, 0.5
"""The value of an Errand towards the goal, and beyond it."""
LOSS, SOON = 1.5, 0.4
"""The cost of a penalty to a player beyond Mon and Prestige, and the share that counts a round before it strikes."""


class ErrandOutlook:
    """The value of the open Errands; what they lack is added to the gains in the players' outlooks."""

    def __init__(self, state: YedoState, outlooks: list[Outlook]) -> None:
        self._state = state
        self._outlooks = outlooks
        self._coming = [
            len(state.pieces.house[seat]) if state.turns.phase in PLACING else 0 for seat in range(state.seats)
        ]
        self._free: set[District | None] | None = None
        board = state.coop_board
        self._left = target(state, "errands") - len(board.errands)
        done = WANTED * min(len(board.errands), target(state, "errands")) - UNWANTED * min(self._left, 0)
        self.total = done + sum(map(self._worth_of, board.open_errands))

    def _worth_of(self, card: Card) -> float:
        """Value an open Errand by its chance: its rewards, the goal, and the avoided penalty."""
        state, entry = self._state, self._state.content.emperor_cards[card]
        there = self._there(card)
        gain = WANTED if self._left > 0 else UNWANTED
        if FileErrand(card) in state.agenda:
            return gain + self._pending(card)
        rewards = sorted((worth_of_reward(state, reward) for reward in entry.errand.rewards), reverse=True)
        gain += sum(rewards[: max(len(there), 1)]) if entry.colour != "green" else rewards[0]
        board, loss = state.coop_board, 0.0
        if card != board.bonus and rounds_left(state):
            loss = penalty(state, entry.penalty) * (1.0 if card == board.current else SOON)
        if is_agreed(state, card):
            return AGREED * (gain + loss) - loss
        chance, lacking = self._chance(card, there)
        for seat in there or range(state.seats):
            self._outlooks[seat].want(lacking, chance * (gain + loss))
        return chance * (gain + loss) - loss

    def _pending(self, card: Card) -> float:
        """Value the rewards of an Errand that are still to be taken."""
        state, rewards = self._state, errand_of(self._state, card).rewards
        worth = [worth_of_reward(state, reward) for reward in rewards]
        for item in state.agenda:
            match item:
                case NameRewarded():
                    return worth[0]
                case PickReward(left=left, taken=taken):
                    free = sorted((each for place, each in enumerate(worth, 1) if place not in taken), reverse=True)
                    return sum(free[: len(left) + 1])
        return 0.0

    def _there(self, card: Card) -> list[int]:
        """Return the seats with a figure on the Errand or in one of its Districts, except those who refused."""
        state, errand, refused = self._state, errand_of(self._state, card), self._state.coop_board.refused
        placed = (placed.seat for district in set(errand.districts) for placed in state.placed_in(district))
        on_it = state.on(errand_space(card)) if errand.space else None
        seats = {*placed} if on_it is None else {*placed, on_it.seat}
        return [seat for seat in sorted(seats) if seat != state.daimyo and Refusal(seat, card) not in refused]

    def _chance(self, card: Card, there: list[int]) -> tuple[float, list[Lack]]:
        """Estimate the chance of an Errand, and yield what it lacks."""
        state, errand = self._state, errand_of(self._state, card)
        able = [seat for seat in range(state.seats) if seat in there or self._coming[seat]]
        lacking = [*lacks(state, errand.needs, able)]
        part = 1.0
        for _, lack in lacking:
            part *= lack
        missing = self._missing(card, errand)
        now = 0.0
        if missing is not None and missing <= sum(self._coming):
            now = COMING[min(missing, 3)]
            if lacking:
                now *= HELPLESS
            elif any(lacks(state, errand.needs, there)):
                now *= GIVER_COMES
        later = self._later(card)
        if later > now * part:
            lacking = [*lacks(state, errand.needs, list(range(state.seats)))]
            part = 1.0
            for _, lack in lacking:
                part *= lack
        return part * max(now, later), [*spread(lacking)]

    def _later(self, card: Card) -> float:
        """Return the chance that an Errand lacking nothing is resolved in a later round."""
        board, left = self._state.coop_board, rounds_left(self._state)
        if card == board.bonus:
            return LATER[min(left, 2)]
        return NEXT_ROUND if card == board.upcoming and left else 0.0

    def _missing(self, card: Card, errand: Errand) -> int | None:
        """Count the figures that an Errand still needs; None if there is no room for them."""
        state = self._state
        missing = 0
        for district in dict.fromkeys(errand.districts):
            here = sum(placed.seat != state.daimyo for placed in state.placed_in(district))
            lacking = errand.districts.count(district) - here
            if lacking > 0:
                missing += lacking
                if state.turns.phase == "assign" and district not in self._open_districts():
                    return None
        return missing + (errand.space and state.on(errand_space(card)) is None)

    def _open_districts(self) -> set[District | None]:
        """Return the Districts with a free space for a player."""
        if self._free is None:
            state = self._state
            seats = [seat for seat in range(state.seats) if self._coming[seat]]
            spaces = chain.from_iterable(free_spaces(state, seat) for seat in seats[:1])
            self._free = {state.district_of(space) for space in spaces}
        return self._free


def is_agreed(state: YedoState, card: Card) -> bool:
    """Return whether an Errand is being resolved and nobody has refused to contribute."""
    items = (item for item in state.agenda if isinstance(item, ShareOut | Gather | Consent | CarryOut))
    if not any(item.errand == card for item in items):
        return False
    return all(refusal.errand != card for refusal in state.coop_board.refused)


def lacks(state: YedoState, needs: Needs, seats: list[int]) -> Iterator[Lack]:
    """Yield each thing that these seats together lack for needs, with the share of the value left without it."""
    weapons = [weapon for seat in seats for weapon in state.weaponry.weapons[seat]]
    for need in needs:
        yield from need.list_lacks(state, seats, weapons)


def spread(lacking: list[Lack]) -> Iterator[Lack]:
    """Split missing things by kind, as in the gains of an outlook: any Weapon may be of each kind."""
    for thing, lack in lacking:
        kinds: tuple[str, ...] = WEAPONS if thing == "weapon" else ANNEXES if thing == "annex" else (thing,)
        yield from ((kind, lack) for kind in kinds)


def penalty(state: YedoState, given: Penalty) -> float:
    """Value what a penalty costs all players together."""
    if given.one_each_of:
        return LOSS * state.seats
    costs = (-effect.worth(prospect(state)) for effect in given.each)
    return state.seats * sum(cost if cost > 0 else LOSS for cost in costs)
