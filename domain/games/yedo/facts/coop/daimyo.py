"""Facts about the Daimyo: where its Disciples go, and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name, mon, space_name
from domain.games.yedo.printed.parts import Card, DisplaySlot, Placed
from domain.games.yedo.printed.term_words import name_district
from domain.games.yedo.printed.terms import District, WeaponKind
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import without


def _put_slot(state: YedoState, place: int, slot: DisplaySlot) -> None:
    board = state.coop_board
    state.coop = replace(board, display=replace_at(board.display, place, slot))


class DaimyoCardTurned(YedoFact, frozen=True, gc=False):
    """A card of the Daimyo's display, at a position counted from 0 at the left, is turned up."""

    place: Public[int]
    card: Public[Card]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        _put_slot(state, self.place, replace(state.coop_board.display[self.place], card=self.card))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Daimyo turns up {card}.", card=card_name(self.card))


class DaimyoPlaced(YedoFact, frozen=True, gc=False):
    """The Daimyo places the Disciple from a position of its display on a space."""

    place: Public[int]
    space: Public[str]

    def evolve(self, state: YedoState) -> None:
        _put_slot(state, self.place, replace(state.coop_board.display[self.place], figure=False))
        state.pieces.placed = (*state.pieces.placed, Placed(self.space, state.seats))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Daimyo assigns a Disciple to {space}.", space=space_name(self.space, names))


class DaimyoStayedHome(YedoFact, frozen=True, gc=False):
    """The Daimyo finds no space for the Disciple from a position of its display; it returns to the pool."""

    place: Public[int]

    def evolve(self, state: YedoState) -> None:
        _put_slot(state, self.place, replace(state.coop_board.display[self.place], figure=False))
        daimyo = state.seats
        state.pieces.house = replace_at(state.pieces.house, daimyo, (*state.pieces.house[daimyo], "disciple"))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Daimyo finds no space for a Disciple, who stays in its pool.")


class DaimyoActed(YedoFact, frozen=True, gc=False):
    """The Daimyo activates its Disciple on a space of a District."""

    space: Public[str]
    district: Public[District]

    def evolve(self, state: YedoState) -> None:
        state.turns.acting = state.seats
        state.turns.activated = self.space

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Daimyo acts in {district}.", district=name_district(self.district))


class ChurchPlundered(YedoFact, frozen=True, gc=False):
    """The Daimyo removes all Mon from the Church; nobody gets it."""

    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.belongings.church = 0

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Daimyo removes {mon} from the Church.", mon=mon(self.amount))


class WeaponRemoved(YedoFact, frozen=True, gc=False):
    """The Daimyo discards a Weapon of the Market, at a position counted from 0 at the left."""

    place: Public[int]
    weapon: Public[WeaponKind]

    def evolve(self, state: YedoState) -> None:
        state.weaponry.market = replace_at(state.weaponry.market, self.place, None)
        state.weaponry.weapon_discard = (*state.weaponry.weapon_discard, self.weapon)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "The Daimyo discards the {weapon} from space {place} of the Market.",
            weapon=card_name(self.weapon),
            place=self.place + 1,
        )


class GeishaRemoved(YedoFact, frozen=True, gc=False):
    """The Daimyo removes a Geisha of this value from the game."""

    value: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.belongings.geisha_supply = without(state.belongings.geisha_supply, self.value)
        board = state.coop_board
        state.coop = replace(board, geishas_gone=tuple(sorted((*board.geishas_gone, self.value))))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Daimyo takes a Geisha of value {value} out of the game.", value=self.value)


class AnnexesDearer(YedoFact, frozen=True, gc=False):
    """The Daimyo adds Mon to the Annexes, whose price rises by that amount for good."""

    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        board = state.coop_board
        state.coop = replace(board, coins=board.coins + self.amount)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Daimyo lays {mon} on the Annexes.", mon=mon(self.amount))


class InterferenceMoved(YedoFact, frozen=True, gc=False):
    """The Daimyo becomes first in Player Order or stops being first; while it is first, lots cost more."""

    on: Public[bool]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: who is first is on the Player Order Track."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.on:
            return say("The Daimyo interferes with the Bidding: all prices are higher while it is first.")
        return say("The Daimyo interferes with the Bidding no longer.")
