"""Facts of the set-up of Shogun Must Die."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name
from domain.games.yedo.printed.coop_content import OPEN_PLACE
from domain.games.yedo.printed.emperor_entries import EmperorColour
from domain.games.yedo.printed.parts import Card, DisplaySlot
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.words import count_noun, join_words, title


class EmperorDeckStacked(YedoFact, frozen=True, gc=False):
    """The Emperor deck is face down on Upcoming Errand: its colours in order, the first on top."""

    colours: Public[tuple[EmperorColour, ...]]

    def evolve(self, state: YedoState) -> None:
        state.coop = replace(state.coop_board, stack=self.colours)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        order = join_words(map(title, self.colours))
        return say("The Emperor deck is stacked, from the top: {order}.", order=order)


class WinningConditionsLaidOut(YedoFact, frozen=True, gc=False):
    """A Kill the Shogun card is face up on Winning Conditions, on top of face-down Yellow Emperor Cards."""

    shogun: Public[Card]
    hidden: Public[int]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.coop = replace(state.coop_board, shogun=self.shogun, bonus_hidden=self.hidden)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        below = count_noun(self.hidden, "Yellow Emperor Card")
        return say(
            "On Winning Conditions lie {shogun} and, face down below it, {below}.",
            shogun=card_name(self.shogun),
            below=below,
        )


class ErrandBoyJoined(YedoFact, frozen=True, gc=False):
    """The Errand Boy joins the Clan House of a solo player."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.pieces.house = replace_at(state.pieces.house, self.seat, (*state.pieces.house[self.seat], "errand-boy"))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Errand Boy serves {who}.", who=names[self.seat])


class DisplayCleared(YedoFact, frozen=True, gc=False):
    """The Daimyo's cards from the last round go to its discard pile."""

    def evolve(self, state: YedoState) -> None:
        board = state.coop_board
        used = (slot.card for slot in board.display if slot.card is not None)
        state.coop = replace(board, display=(), first=(), discard=(*board.discard, *used))

    def words(self, names: Sequence[str], viewer: Viewer) -> str | None:
        return None


class DaimyoReshuffled(YedoFact, frozen=True, gc=False):
    """The Daimyo's discard pile is shuffled and put under the rest of its deck."""

    def evolve(self, state: YedoState) -> None:
        board = state.coop_board
        left = tuple(card for card in state.content.daimyo_cards if card not in board.discard)
        state.coop = replace(board, first=left, discard=())

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Daimyo's deck runs out, and its discarded cards are shuffled.")


class DisplayLaidOut(YedoFact, frozen=True, gc=False):
    """The Daimyo lays out this many cards, each with a Disciple; only the second card is face up."""

    count: Public[int]
    second: Public[Card]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        daimyo = state.seats
        display = (DisplaySlot(self.second if place == OPEN_PLACE else None) for place in range(self.count))
        state.coop = replace(state.coop_board, display=tuple(display))
        state.pieces.house = replace_at(state.pieces.house, daimyo, state.pieces.house[daimyo][self.count :])

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "The Daimyo lays out {cards}; the second is {second}.",
            cards=count_noun(self.count, "card"),
            second=card_name(self.second),
        )


class DaimyoReadied(YedoFact, frozen=True, gc=False):
    """A Disciple of the Daimyo moves from its Reserve to its pool."""

    def evolve(self, state: YedoState) -> None:
        daimyo = state.seats
        figure, *left = state.pieces.reserve[daimyo]
        state.pieces.reserve = replace_at(state.pieces.reserve, daimyo, tuple(left))
        state.pieces.house = replace_at(state.pieces.house, daimyo, (*state.pieces.house[daimyo], figure))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("A Disciple of the Daimyo comes from the Reserve to its pool.")
