"""The state of a game of Yedo: plain values, all containers immutable.

The state consists of the parts in `state_parts`, each copied with the state and changed only by facts. In a cooperative
game the sides are the seats, then the Daimyo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.coop_content import CoopContent
from domain.games.yedo.printed.options import Parameters, YedoOptions
from domain.games.yedo.printed.parts import UNCOUNTED, Card, Coop, Figure, JesuitsState, Placed, Teahouse
from domain.games.yedo.printed.terms import DECKS, JESUITS_DECKS, AnnexKind, Colour, Deck, District
from domain.games.yedo.state_parts import (
    Belongings,
    Bidding,
    ClanPowers,
    Completion,
    Events,
    Hands,
    Pieces,
    Playing,
    Scoring,
    SpecialistSupply,
    Stacks,
    Trade,
    Turns,
    Watch,
    Weaponry,
    present,
)
from domain.kernel.fact import replace_at
from domain.kernel.pile import Pile
from domain.kernel.table import State

ALL_DECKS: tuple[Deck, ...] = (*DECKS, *JESUITS_DECKS)
DECK_PLACE: dict[str, int] = {deck: place for place, deck in enumerate(ALL_DECKS)}


class YedoState(State):
    """Everything that is known about a game."""

    content: YedoContent
    options: YedoOptions
    parameters: Parameters
    turns: Turns
    bids: Bidding
    scoring: Scoring
    belongings: Belongings
    weaponry: Weaponry
    hands: Hands
    completion: Completion
    pieces: Pieces
    watch: Watch
    stacks: Stacks
    events: Events
    playing: Playing
    trade: Trade
    specialist_supply: SpecialistSupply
    clans: ClanPowers
    teahouse: Teahouse | None = None
    """The Characters; None without the module."""
    jesuits: JesuitsState | None = None
    """Whether the Jesuits' Missions are set aside, at the Harbor, or gone; None without the module."""
    coop: Coop | None = None
    """What Shogun Must Die adds; None without the module."""

    def __copy__(self) -> YedoState:
        # Positional arguments: naming them, or setting the parts of a copy, takes twice as long.
        return YedoState(
            self.content,
            self.options,
            self.parameters,
            self.turns.__copy__(),
            self.bids.__copy__(),
            self.scoring.__copy__(),
            self.belongings.__copy__(),
            self.weaponry.__copy__(),
            self.hands.__copy__(),
            self.completion.__copy__(),
            self.pieces.__copy__(),
            self.watch.__copy__(),
            self.stacks.__copy__(),
            self.events.__copy__(),
            self.playing.__copy__(),
            self.trade.__copy__(),
            self.specialist_supply.__copy__(),
            self.clans.__copy__(),
            self.teahouse,
            self.jesuits,
            self.coop,
            agenda=self.agenda,
            result=self.result,
            rules=self.rules,
        )

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in Player Order, without other sides."""
        track, seats = self.turns.track, self.parameters.seats
        return track if len(track) == seats else tuple(side for side in track if side < seats)

    @property
    def daimyo(self) -> int | None:
        """The side of the Daimyo, or None in a game without it."""
        return self.parameters.daimyo

    @property
    def interferes(self) -> bool:
        """Whether the Daimyo is first in Player Order, so that its Interference token is next to the lots."""
        return self.daimyo is not None and self.turns.track[:1] == (self.daimyo,)

    @property
    def coop_content(self) -> CoopContent:
        """The content of Shogun Must Die; the game must be cooperative."""
        return self.content.together

    @property
    def coop_board(self) -> Coop:
        """The additions of Shogun Must Die; the game must be cooperative."""
        return present(self.coop)

    @property
    def characters(self) -> Teahouse:
        """The Characters; the Teahouse must be part of the game."""
        return present(self.teahouse)

    def change_coop(self, change: Callable[[Coop], Coop]) -> None:
        """Change what Shogun Must Die adds, if it is part of the game; only facts do this."""
        if self.daimyo is not None:
            self.coop = change(self.coop_board)

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks of this game, in the order of `piles`."""
        return ALL_DECKS[: len(self.stacks.piles)]

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.parameters.seats

    @property
    def is_last_round(self) -> bool:
        """Whether this is the last round: the number is reached, or Kill the Shogun was completed."""
        return self.turns.last_round or self.turns.round == self.parameters.rounds

    @property
    def temple_blessings(self) -> int:
        """The Blessings in the Temple: one for each player, minus those that players hold (yedo.setup.blessings)."""
        return self.seats - sum(self.belongings.blessings)

    def annex_supply(self, kind: AnnexKind) -> int:
        """Count the Annexes of a kind that nobody owns."""
        return self.parameters.annexes - sum(kind in owned for owned in self.belongings.annexes)

    def pile(self, deck: Deck) -> Pile:
        """Return a deck."""
        return self.stacks.piles[DECK_PLACE[deck]]

    def put_pile(self, deck: Deck, pile: Pile) -> None:
        """Replace a deck; only facts do this."""
        place = DECK_PLACE[deck]
        self.stacks.piles = (*self.stacks.piles[:place], pile, *self.stacks.piles[place + 1 :])

    def disciples(self, seat: int) -> int:
        """Count the Disciples of a seat in its Clan House and on spaces, without those in the Reserve.

        The Ronin does not count (yedo.teahouse.ronin), and neither does the Errand Boy.
        """
        count = len(self.pieces.house[seat])
        for figure in UNCOUNTED:
            count -= figure in self.pieces.house[seat]
        for placed in self.pieces.placed:
            count += placed.seat == seat and placed.figure not in UNCOUNTED
        return count

    def figures(self, seat: int) -> Iterator[Figure]:
        """Yield the figures of a seat in its Clan House and on spaces, without those in the Reserve."""
        yield from self.pieces.house[seat]
        yield from (placed.figure for placed in self.pieces.placed if placed.seat == seat)

    def earn(self, seat: int, amount: int) -> None:
        """Count Mon that a seat gains while completing a Mission; only facts do this."""
        if self.completion.shown is not None and self.completion.shown[0] == seat and self.options.counts_earnings:
            self.completion.earned += amount

    def hand_seen_by(self, seat: int) -> tuple[int, ...]:
        """Return the seats that see a seat's hand: its own, or with open hands all of them (yedo.coop.open-talk)."""
        return tuple(range(self.seats)) if self.options.open_hands else (seat,)

    def hand(self, seat: int, deck: Deck) -> tuple[Card, ...]:
        """Return the cards of a deck in a seat's hand: Action Cards, Bonus Cards, or all its Missions."""
        return (
            self.hands.actions if deck == "action" else self.hands.bonus if deck == "bonus" else self.hands.missions
        )[seat]

    def put_hand(self, seat: int, deck: Deck, cards: tuple[Card, ...]) -> None:
        """Replace the cards of a deck in a seat's hand; only facts do this."""
        if deck == "action":
            self.hands.actions = replace_at(self.hands.actions, seat, cards)
        elif deck == "bonus":
            self.hands.bonus = replace_at(self.hands.bonus, seat, cards)
        else:
            self.hands.missions = replace_at(self.hands.missions, seat, cards)

    def placed_by(self, seat: int) -> Iterator[Placed]:
        """Yield the placed figures of a seat."""
        return (placed for placed in self.pieces.placed if placed.seat == seat)

    def on(self, space: str) -> Placed | None:
        """Return the figure on a space, or None."""
        return next((placed for placed in self.pieces.placed if placed.space == space), None)

    def district_of(self, space: str) -> District | None:
        """Return the District of a space; an Annex is in none (yedo.mission.annex-disciple-not-district).

        Neither is an Errand, so the Watch Patrol does not come there (yedo.coop.errand-space-safe).
        """
        found = self.content.spaces.get(space)
        return found.district if found is not None else None

    def placed_in(self, district: District, seat: int | None = None) -> tuple[Placed, ...]:
        """Return the figures in a District, of one seat or of all."""
        spaces = self.content.spaces_of[district]
        return tuple(p for p in self.pieces.placed if p.space in spaces and (seat is None or p.seat == seat))

    def patrol_after(self, steps: int) -> District:
        """Return where the Watch Patrol will be after `steps` Districts in its direction (yedo.ruling.patrol-circuit).

        The caller has checked that it is on the board.
        """
        assert self.watch.patrol is not None
        circuit = self.content.districts
        way = steps if self.watch.patrol_colour == "gold" else -steps
        return circuit[(circuit.index(self.watch.patrol) + way) % len(circuit)]

    def mission_colours(self, seat: int) -> tuple[Colour, ...]:
        """Return the colours of the Missions in hand, sorted; their backs are public (yedo.ruling.mission-backs)."""
        return tuple(sorted(self.content.colour_of(mission) for mission in self.hands.missions[seat]))


def fresh(content: YedoContent, options: YedoOptions, parameters: Parameters) -> YedoState:
    """Return the state before the first fact: all Weapons in the bag, all figures in the Reserve, no deck laid out.

    `Course.prepare` adds what modules need.
    """
    seats, start = parameters.seats, content.start
    none: tuple[tuple[Card, ...], ...] = ((),) * seats
    disciple: Figure = "disciple"
    weapons = tuple(sorted(kind for kind, entry in content.weapons.items() for _ in range(entry.count)))
    decks = {
        "action": parameters.action_deck,
        "bonus": parameters.bonus_deck,
        "events": parameters.event_deck,
        "weapons": weapons,
    }
    return YedoState(
        content=content,
        options=options,
        parameters=parameters,
        turns=Turns(),
        bids=Bidding(),
        scoring=Scoring(points=(0,) * seats),
        belongings=Belongings(
            mon=(0,) * seats,
            annexes=((),) * seats,
            geishas=((),) * seats,
            geisha_supply=parameters.geishas,
            blessings=(False,) * seats,
        ),
        weaponry=Weaponry(weapons=((),) * seats, market=(None,) * len(content.market)),
        hands=Hands(actions=none, bonus=none, missions=none, blackmail=(0,) * seats, favors=(None,) * seats),
        completion=Completion(done=none),
        pieces=Pieces(house=((),) * seats, reserve=((disciple,) * (start.house + start.reserve),) * seats),
        watch=Watch(),
        stacks=Stacks(piles=tuple(Pile(rest=decks.get(deck, ())) for deck in DECKS)),
        events=Events(),
        playing=Playing(waived=(False,) * seats),
        trade=Trade(),
        specialist_supply=SpecialistSupply(),
        clans=ClanPowers(),
    )


def annex_space(seat: int, kind: AnnexKind) -> str:
    """Return the id of the space on a seat's Annex."""
    return f"annex/{seat}/{kind}"


def annex_on(space: str) -> AnnexKind | None:
    """Return the kind of the Annex at a space, or None for a space of the board."""
    parts = space.split("/")
    return parts[2] if len(parts) == 3 else None  # type: ignore[return-value]


def annex_owner(space: str) -> int:
    """Return the owner of the Annex at a space; the space must be an Annex."""
    return int(space.split("/")[1])


def errand_space(errand: Card) -> str:
    """Return the id of the space on the card of an Errand."""
    return f"errand/{errand}"


def errand_on(space: str) -> Card | None:
    """Return the Emperor Card whose Errand has a space, or None for another space."""
    where, _, card = space.partition("/")
    return card if where == "errand" else None


def is_rival(seat: int, space: str) -> bool:
    """Return whether a space is an Annex of an opponent of a seat."""
    return annex_on(space) is not None and annex_owner(space) != seat
