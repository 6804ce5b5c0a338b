"""A pile of cards that is unordered except where a seat arranged, looked at or placed cards.

Cards are ids; copies have the same id. A pile runs out from the top: `over` in order, a random card of `packet` until
it is empty, a random card of `rest` until it is empty, `under` in order.

Rules pick cards with `Pile.pick`, which changes nothing; a fact carries them, and its `evolve` replaces the pile.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.kernel.audience import Viewer
from domain.kernel.chance import EVERYONE, NOBODY, Chance, Purpose, SeenBy
from domain.kernel.multiset import plus, without


class Known(msgspec.Struct, frozen=True, gc=False):
    """A card whose place in the pile is fixed; `by` names the seats that know it is there, EVERYONE or NOBODY."""

    card: str
    by: SeenBy = NOBODY

    def to(self, viewer: Viewer) -> bool:
        """Return whether `viewer` may see the card."""
        return self.by is None or viewer.shares(self.by)

    def shown(self, viewer: Viewer) -> str | None:
        """Return the card if `viewer` may see it, otherwise None."""
        return self.card if self.to(viewer) else None


class Pile(msgspec.Struct, frozen=True, gc=False):
    """A face-down pile; `packet` and `rest` are sorted, `over` and `under` are from top to bottom.

    The number of cards in each of the four parts is public.
    """

    over: tuple[Known, ...] = ()
    packet: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    under: tuple[Known, ...] = ()

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.over) + len(self.packet) + len(self.rest) + len(self.under)

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards, sorted."""
        placed = (known.card for known in (*self.over, *self.under))
        return tuple(sorted((*placed, *self.packet, *self.rest)))

    @property
    def top_pool(self) -> tuple[str, ...]:
        """The cards that may be on top, all equally likely; empty if the pile is."""
        if self.over:
            return (self.over[0].card,)
        if self.packet or self.rest:
            return self.packet or self.rest
        return (self.under[0].card,) if self.under else ()

    def pick(self, chance: Chance, purpose: Purpose, count: int = 1) -> tuple[str, ...]:
        """Pick the next `count` cards in order, or all if there are fewer; they stay in the pile until a fact says so.

        A card with a fixed place costs no outcome. The purpose is of the kind "pile", and nobody sees the outcome while
        the game runs, even if the card is shown: its index among the hidden cards would reveal which of the others are
        elsewhere.
        """
        picked: list[str] = []
        pile = self
        while len(picked) < count and (pool := pile.top_pool):
            in_place = pile.over or not (pile.packet or pile.rest)
            card = pool[0] if in_place else pool[chance.below(purpose, len(pool))]
            picked.append(card)
            pile = pile.without_top(card)
        return tuple(picked)

    def without_top(self, *cards: str) -> Pile:
        """Return the pile without its next cards, `cards`; raises ValueError if they cannot be the next ones."""
        pile = self
        for card in cards:
            pile = pile._without(card)
        return pile

    def look(self, cards: tuple[str, ...], by: SeenBy) -> Pile:
        """Return the pile after `by` looked at its next cards, `cards` in this order; they stay in place.

        Raises ValueError if they cannot be the next ones.
        """
        pile, looked = self, []
        for card in cards:
            looked.append(Known(card, _both(pile._top_by, by)))
            pile = pile._without(card)
        return msgspec.structs.replace(pile, over=(*looked, *pile.over))

    def arrange(self, cards: tuple[str, ...], by: SeenBy) -> Pile:
        """Return the pile with `cards` put on top, the first one topmost; `by` knows them, nobody else does.

        Take off cards that are already on top first: `pile.without_top(*seen).arrange(ordered, by)`.
        """
        return msgspec.structs.replace(self, over=(*(Known(card, by) for card in cards), *self.over))

    def lay_under(self, cards: tuple[str, ...], by: SeenBy) -> Pile:
        """Return the pile with `cards` laid below everything else, the last one lowest; `by` knows them."""
        return msgspec.structs.replace(self, under=(*self.under, *(Known(card, by) for card in cards)))

    def shuffle_into_top(self, card: str, top: tuple[str, ...]) -> Pile:
        """Return the pile with `card` shuffled into the next cards, which are `top`: they become the packet.

        Raises ValueError if `top` cannot be the next cards, or if a card above `rest` would be left over, since only
        `rest` may be below a packet.
        """
        below = self.without_top(*top)
        if below.over or below.packet:
            raise ValueError("a packet can be made only of all cards that were arranged on top, and more")
        return msgspec.structs.replace(below, packet=plus(top, card))

    def known_to(self, viewer: Viewer) -> tuple[str, ...]:
        """Return the cards whose place `viewer` knows, from the top."""
        return tuple(known.card for known in (*self.over, *self.under) if known.to(viewer))

    def unknown_to(self, viewer: Viewer) -> tuple[str, ...]:
        """Return the cards whose place `viewer` does not know, sorted."""
        placed = (known.card for known in (*self.over, *self.under) if not known.to(viewer))
        return tuple(sorted((*placed, *self.packet, *self.rest)))

    def redeal(self, viewer: Viewer, cards: tuple[str, ...]) -> Pile:
        """Return the pile with `cards`, in this order, in the places that `viewer` does not know.

        Cards that `viewer` knows stay; the knowledge of others is dropped. Raises ValueError unless `cards` are as many
        as `unknown_to(viewer)`.
        """
        if len(cards) != len(self.unknown_to(viewer)):
            raise ValueError(f"{len(cards)} cards for {len(self.unknown_to(viewer))} places")
        left = iter(cards)
        over = tuple(_dealt(known, viewer, left) for known in self.over)
        packet = tuple(sorted(next(left) for _ in self.packet))
        rest = tuple(sorted(next(left) for _ in self.rest))
        return Pile(over, packet, rest, tuple(_dealt(known, viewer, left) for known in self.under))

    @property
    def _top_by(self) -> SeenBy:
        if self.over:
            return self.over[0].by
        return self.under[0].by if self.under and not (self.packet or self.rest) else NOBODY

    def _without(self, card: str) -> Pile:
        if card not in self.top_pool:
            raise ValueError(f"{card} cannot be the top card")
        if self.over:
            return msgspec.structs.replace(self, over=self.over[1:])
        if self.packet:
            return msgspec.structs.replace(self, packet=without(self.packet, card))
        if self.rest:
            return msgspec.structs.replace(self, rest=without(self.rest, card))
        return msgspec.structs.replace(self, under=self.under[1:])


def _both(known: SeenBy, more: SeenBy) -> SeenBy:
    """Return who knows a card after `more` have seen it too."""
    return EVERYONE if known is None or more is None else tuple(sorted({*known, *more}))


def _dealt(known: Known, viewer: Viewer, cards: Iterator[str]) -> Known:
    """Return the card for this place in a game that `viewer` cannot tell from this one."""
    if not known.to(viewer):
        return Known(next(cards))
    if known.by is None or viewer.sees_all:
        return known
    return Known(known.card, tuple(seat for seat in known.by if seat in viewer.seats))
