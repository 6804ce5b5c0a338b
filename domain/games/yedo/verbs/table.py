"""The verbs of Yedo: what can be done at the table, each writing its facts."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.yedo import draws
from domain.games.yedo.facts import cards, goods, pieces, turns, weapons
from domain.games.yedo.facts.coop.daimyo import InterferenceMoved
from domain.games.yedo.facts.modules.jesuits import JesuitsDiscarded
from domain.games.yedo.facts.sources import GEISHA
from domain.games.yedo.printed.modifiers import Modifier
from domain.games.yedo.printed.parts import Figure, Placed
from domain.games.yedo.printed.terms import JESUITS_DECKS, AnnexKind, Cost, Deck, IncomeSource, WeaponKind
from domain.games.yedo.state import YedoState, annex_space
from domain.games.yedo.verbs.holding import hold_source
from domain.games.yedo.verbs.modifiers import income, price
from domain.kernel.table import Table

LAST_TWO = 2
"""The Disciples that a player never loses (yedo.disciples.last-two-protected)."""


class YedoTable(Table[YedoState]):
    """One move of Yedo being carried out."""

    __slots__ = ()

    def pay(self, seat: int, amount: int) -> None:
        """Pay Mon to the bank; the seat must have it."""
        if amount:
            self.emit(goods.MonPaid(self.clause, seat, amount))

    def pay_price(self, seat: int, cost: Cost, printed: int) -> None:
        """Pay a printed price minus discounts; discounts for the next use are used up."""
        self.pay(seat, price(self.state, seat, cost, printed))
        self.use_up(seat, lambda found: found.reduces(cost))

    def receive(self, seat: int, source: IncomeSource, printed: int) -> None:
        """Take Mon from the bank for a printed amount, adjusted by modifiers."""
        self.gain_mon(seat, income(self.state, seat, source, printed))
        self.use_up(seat, lambda found: found.raises(source))

    def gain_mon(self, seat: int, amount: int) -> None:
        """Take Mon from the bank, which never runs out (yedo.limit.mon)."""
        if amount:
            self.emit(goods.MonGained(self.clause, seat, amount))

    def hand_over_mon(self, seat: int, to: int, amount: int) -> None:
        """Give Mon to another seat; the seat must have it."""
        if amount:
            self.emit(goods.MonTaken(self.clause, seat, to, amount))

    def gain_prestige(self, seat: int, points: int, source: str) -> None:
        """Gain Prestige Points from a source."""
        if points:
            self.emit(goods.PrestigeGained(self.clause, seat, points, hold_source(self.state, source)))

    def lose_prestige(self, seat: int, points: int, source: str) -> None:
        """Lose Prestige Points, as many as there are (yedo.score.floor)."""
        lost = min(points, self.state.scoring.points[seat])
        if lost:
            self.emit(goods.PrestigeLost(self.clause, seat, lost, hold_source(self.state, source)))

    def take_blessing(self, seat: int) -> None:
        """Take a Blessing from the Temple; the seat must not have one."""
        self.emit(goods.BlessingTaken(self.clause, seat))

    def give_blessing(self, seat: int) -> None:
        """Return the Blessing to the Temple (yedo.event.blessing-returns)."""
        self.emit(goods.BlessingGiven(self.clause, seat))

    def fill_church(self, amount: int) -> None:
        """Put Mon from the bank on the Church, unless it has burnt down (yedo.ruling.burnt-church)."""
        if amount and not self.state.belongings.church_burnt:
            self.emit(goods.ChurchFilled(self.clause, amount))

    def empty_church(self, seat: int) -> None:
        """Take all Mon from the Church; a Clan Power adds some (yedo.clan.seaworthy-church).

        The caller has checked that there is some.
        """
        amount = self.state.belongings.church
        self.emit(goods.ChurchEmptied(self.clause, seat, amount))
        more = income(self.state, seat, "church", amount) - amount
        self.gain_mon(seat, more) if more > 0 else self.pay(seat, -more)
        self.use_up(seat, lambda found: found.raises("church"))

    def build_annex(self, seat: int, annex: AnnexKind) -> None:
        """Take an Annex from the supply; it must be there and not owned."""
        self.emit(goods.AnnexBuilt(self.clause, seat, annex))

    def lose_annex(self, seat: int, annex: AnnexKind) -> None:
        """Return an Annex to the supply; a Disciple on it goes home (yedo.ruling.lost-annex)."""
        if (placed := self.state.on(annex_space(seat, annex))) is not None:
            with self.citing("yedo.ruling.lost-annex"):
                self.send_home(placed)
        self.emit(goods.AnnexLost(self.clause, seat, annex))

    def take_geisha(self, seat: int, value: int, points: bool = True) -> None:
        """Take a Geisha from the supply, and gain her Prestige Points."""
        self.emit(goods.GeishaTaken(self.clause, seat, value))
        if points:
            self.gain_prestige(seat, value, GEISHA)

    def draw(self, seat: int, deck: Deck) -> None:
        """Draw the top card of a deck into the hand, or nothing if the deck is empty."""
        drawn = self.state.pile(deck).pick(self.chance, draws.of_deck(deck))
        if drawn:
            self.emit(cards.CardDrawn(self.clause, seat, deck, drawn[0]))
        else:
            self.emit(cards.NothingDrawn("yedo.ruling.decks-run-out", seat, deck))

    def look(self, seat: int, deck: Deck, count: int) -> None:
        """Take up to `count` cards from the top of a deck to look at them in secret (yedo.foresight.short-deck)."""
        if deck == "weapons":
            self.refill_bag(count)
        top = self.state.pile(deck).pick(self.chance, draws.of_deck(deck), count)
        self.emit(cards.CardsLookedAt(self.clause, seat, deck, top))

    def draw_weapons(self, seat: int, count: int) -> None:
        """Draw up to `count` Weapons for everyone to see; the seat will choose among them."""
        self.emit(weapons.WeaponsDrawn(self.clause, seat, self.from_bag(count)))

    def from_bag(self, count: int) -> tuple[WeaponKind, ...]:
        """Pick the next Weapons from the bag, where they stay until a fact takes them out (yedo.market.bag-refill)."""
        self.refill_bag(count)
        return self.state.pile("weapons").pick(self.chance, draws.WEAPON_BAG, count)  # type: ignore[return-value]

    def refill_bag(self, count: int) -> None:
        """Return the discarded Weapons to the bag if it runs out in the middle of a draw (yedo.market.bag-refill).

        `count` Weapons are drawn at once; those still in the bag come first.
        """
        if self.state.weaponry.weapon_discard and self.state.pile("weapons").size < count:
            self._return_discarded()

    def refill_empty_bag(self) -> None:
        """Return the discarded Weapons to the bag if it is empty, whatever emptied it (yedo.market.bag-refill).

        Weapons arranged next to the bag are not in it.
        """
        if self.state.weaponry.weapon_discard:
            bag = self.state.pile("weapons")
            if not bag.rest and not bag.packet:
                self._return_discarded()

    def _return_discarded(self) -> None:
        with self.citing("yedo.market.bag-refill"):
            self.emit(weapons.BagRefilled(self.clause, len(self.state.weaponry.weapon_discard)))

    def discard_weapon(self, seat: int, weapon: WeaponKind) -> None:
        """Put a Weapon on the discard pile (yedo.discard.weapon-top)."""
        self.emit(weapons.WeaponDiscarded(self.clause, seat, weapon))

    def discard(self, seat: int, deck: Deck, card: str) -> None:
        """Put a card from the hand under its deck (yedo.discard.action-bottom, yedo.discard.bonus-bottom).

        If the Jesuits' decks are gone, their Mission leaves the game (yedo.ruling.spared-missions).
        """
        if self.state.jesuits == "gone" and deck in JESUITS_DECKS:
            self.emit(JesuitsDiscarded(self.clause, seat, (deck,), (card,)))
        else:
            self.emit(cards.CardDiscarded(self.clause, seat, deck, card))

    def send_home(self, placed: Placed) -> None:
        """Return a placed Disciple to its Clan House."""
        self.emit(pieces.DiscipleHome(self.clause, placed.seat, placed.space, placed.figure))

    def lose_disciple(self, placed: Placed) -> None:
        """Send a placed Disciple to the Reserve, or home if it is one of the last two of its seat.

        The Errand Boy goes home, too: he is never in the Reserve.
        """
        if placed.figure == "errand-boy":
            with self.citing("yedo.ruling.errand-boy-spaces"):
                self.send_home(placed)
        elif placed.figure != "ronin" and self.state.disciples(placed.seat) <= LAST_TWO:
            with self.citing("yedo.disciples.last-two-return-home"):
                self.send_home(placed)
        else:
            self.emit(pieces.DiscipleToReserve(self.clause, placed.seat, placed.space, placed.figure))

    def gain_disciple(self, seat: int, figure: Figure = "disciple") -> None:
        """Take a Disciple from the Reserve to the Clan House; it must be there."""
        self.emit(pieces.DiscipleGained(self.clause, seat, figure))

    def turn_patrol(self) -> None:
        """Turn the Watch Patrol to its other colour."""
        colour = "silver" if self.state.watch.patrol_colour == "gold" else "gold"
        self.emit(pieces.PatrolTurned(self.clause, colour))  # type: ignore[arg-type]

    def move_patrol(self, steps: int) -> None:
        """Move the Watch Patrol by `steps` Districts in its direction."""
        self.emit(pieces.PatrolMoved(self.clause, self.state.patrol_after(steps), steps))

    def set_order(self, track: tuple[int, ...]) -> None:
        """Put the markers on the Player Order Track in this order.

        While the Daimyo is first, its Interference token is beside the lots (yedo.coop.daimyo-interference-token).
        """
        before = self.state.interferes
        self.emit(turns.OrderSet(self.clause, track))
        if before != self.state.interferes:
            with self.citing("yedo.coop.daimyo-interference-token"):
                self.emit(InterferenceMoved(self.clause, not before))

    def use_up(self, seat: int, applied: Callable[[Modifier], bool]) -> None:
        """End the next-use modifiers of a seat that just applied."""
        for place in reversed(range(len(self.state.playing.lasting))):
            held = self.state.playing.lasting[place]
            if held.until == "next-use" and seat in held.seats and any(map(applied, held.modifiers)):
                self.emit(turns.LastingOver(self.clause, "next-use", held.source, place))
