"""Facts about Weapons: the Market, the bag, the discard pile, and what seats own."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name, card_names, mon
from domain.games.yedo.printed.parts import Looking
from domain.games.yedo.printed.terms import WeaponKind
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import plus, without
from domain.kernel.words import count_noun


def _put(state: YedoState, seat: int, weapons: tuple[WeaponKind, ...]) -> None:
    state.weaponry.weapons = replace_at(state.weaponry.weapons, seat, weapons)


def _gain(state: YedoState, seat: int, weapon: WeaponKind) -> None:
    _put(state, seat, tuple(sorted((*state.weaponry.weapons[seat], weapon))))


class WeaponsDrawn(YedoFact, frozen=True, gc=False):
    """A seat openly draws Weapons from the bag and will choose among them."""

    seat: Public[int]
    weapons: Public[tuple[WeaponKind, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.put_pile("weapons", state.pile("weapons").without_top(*self.weapons))
        state.stacks.looking = Looking(self.seat, "weapons", self.weapons, open=True)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} draws {weapons} from the bag.", who=names[self.seat], weapons=card_names(self.weapons))


class WeaponKept(YedoFact, frozen=True, gc=False):
    """A seat keeps one of the Weapons drawn."""

    seat: Public[int]
    weapon: Public[WeaponKind]

    def evolve(self, state: YedoState) -> None:
        assert state.stacks.looking is not None
        state.stacks.looking = replace(state.stacks.looking, cards=without(state.stacks.looking.cards, self.weapon))
        _gain(state, self.seat, self.weapon)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes a {weapon}.", who=names[self.seat], weapon=card_name(self.weapon))


class WeaponsThrownBack(YedoFact, frozen=True, gc=False):
    """The drawn Weapons that nobody took are discarded."""

    weapons: Public[tuple[WeaponKind, ...]]

    def evolve(self, state: YedoState) -> None:
        state.stacks.looking = None
        state.weaponry.weapon_discard = (*state.weaponry.weapon_discard, *self.weapons)

    def words(self, names: Sequence[str], viewer: Viewer) -> str | None:
        return say("To the discard pile go {weapons}.", weapons=card_names(self.weapons)) if self.weapons else None


class WeaponTaken(YedoFact, frozen=True, gc=False):
    """A seat takes the Weapon on a space of the Market, 0 being the leftmost; its payment is a separate fact."""

    seat: Public[int]
    weapon: Public[WeaponKind]
    place: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.weaponry.market = replace_at(state.weaponry.market, self.place, None)
        _gain(state, self.seat, self.weapon)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes the {weapon} of the Market.", who=names[self.seat], weapon=card_name(self.weapon))


class WeaponPickedUp(YedoFact, frozen=True, gc=False):
    """A seat takes a Weapon from the discard pile."""

    seat: Public[int]
    weapon: Public[WeaponKind]

    def evolve(self, state: YedoState) -> None:
        state.weaponry.weapon_discard = without(state.weaponry.weapon_discard, self.weapon)
        _gain(state, self.seat, self.weapon)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes a {weapon} from the discard pile.", who=names[self.seat], weapon=card_name(self.weapon))


class WeaponDiscarded(YedoFact, frozen=True, gc=False):
    """A seat discards a Weapon."""

    seat: Public[int]
    weapon: Public[WeaponKind]

    def evolve(self, state: YedoState) -> None:
        _put(state, self.seat, without(state.weaponry.weapons[self.seat], self.weapon))
        state.weaponry.weapon_discard = (*state.weaponry.weapon_discard, self.weapon)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} discards a {weapon}.", who=names[self.seat], weapon=card_name(self.weapon))


class WeaponHandedOver(YedoFact, frozen=True, gc=False):
    """A Weapon goes from one seat to another."""

    seat: Public[int]
    to: Public[int]
    weapon: Public[WeaponKind]

    def evolve(self, state: YedoState) -> None:
        _put(state, self.seat, without(state.weaponry.weapons[self.seat], self.weapon))
        _gain(state, self.to, self.weapon)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} receives a {weapon} from {whom}.",
            who=names[self.to],
            weapon=card_name(self.weapon),
            whom=names[self.seat],
        )


class WeaponSold(YedoFact, frozen=True, gc=False):
    """A seat buys one of the Weapons drawn by another seat."""

    seat: Public[int]
    weapon: Public[WeaponKind]
    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        assert state.stacks.looking is not None
        state.stacks.looking = replace(state.stacks.looking, cards=without(state.stacks.looking.cards, self.weapon))
        _gain(state, self.seat, self.weapon)
        state.belongings.mon = replace_at(
            state.belongings.mon, self.seat, state.belongings.mon[self.seat] - self.amount
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} buys the {weapon} for {mon}.",
            who=names[self.seat],
            weapon=card_name(self.weapon),
            mon=mon(self.amount),
        )


class MarketAdjusted(YedoFact, frozen=True, gc=False):
    """All but the two leftmost Weapons of the Market are discarded, and those move to the far right."""

    discarded: Public[tuple[WeaponKind, ...]]
    kept: Public[tuple[WeaponKind, ...]]

    def evolve(self, state: YedoState) -> None:
        free = len(state.weaponry.market) - len(self.kept)
        state.weaponry.market = (*(None,) * free, *self.kept)
        state.weaponry.weapon_discard = (*state.weaponry.weapon_discard, *self.discarded)

    def words(self, names: Sequence[str], viewer: Viewer) -> str | None:
        return say("The Market discards {discarded}.", discarded=card_names(self.discarded)) if self.discarded else None


class MarketFilled(YedoFact, frozen=True, gc=False):
    """The free spaces of the Market are filled from the bag, from right to left in the order drawn."""

    weapons: Public[tuple[WeaponKind, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.put_pile("weapons", state.pile("weapons").without_top(*self.weapons))
        drawn, market = iter(self.weapons), list(state.weaponry.market)
        for place in range(len(market) - 1, -1, -1):
            if market[place] is None:
                market[place] = next(drawn, None)
        state.weaponry.market = tuple(market)

    def words(self, names: Sequence[str], viewer: Viewer) -> str | None:
        return say("To the Market come {weapons}.", weapons=card_names(self.weapons)) if self.weapons else None


class BagRefilled(YedoFact, frozen=True, gc=False):
    """The bag runs out, so all discarded Weapons return to it; those left in it are drawn first."""

    count: Public[int]

    def evolve(self, state: YedoState) -> None:
        pile = state.pile("weapons")
        packet = plus(pile.packet, *pile.rest)
        state.put_pile("weapons", replace(pile, packet=packet, rest=tuple(sorted(state.weaponry.weapon_discard))))
        state.weaponry.weapon_discard = ()

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{weapons} go back into the bag.", weapons=count_noun(self.count, "discarded Weapon"))
