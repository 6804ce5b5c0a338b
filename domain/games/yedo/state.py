"""The state of a game of Yedo: plain values, all containers immutable.

A field that holds something by seat is a tuple with a place for every seat. What has no order is sorted. In a
co-operative game the sides are the seats and then the Daimyo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.coop_content import CoopContent
from domain.games.yedo.printed.options import Parameters, YedoOptions
from domain.games.yedo.printed.parts import (
    UNCOUNTED,
    Auction,
    Card,
    Coop,
    Draft,
    Figure,
    InPlay,
    JesuitsState,
    Lasting,
    Looking,
    Offer,
    PatrolColour,
    Placed,
    Points,
    Saved,
    Teahouse,
    Won,
)
from domain.games.yedo.printed.terms import (
    DECKS,
    JESUITS_DECKS,
    AnnexKind,
    Colour,
    Deck,
    District,
    Phase,
    SpecialistKind,
    WeaponKind,
)
from domain.kernel.fact import replace_at
from domain.kernel.pile import Pile
from domain.kernel.table import State

ALL_DECKS: tuple[Deck, ...] = (*DECKS, *JESUITS_DECKS)
DECK_PLACE: dict[str, int] = {deck: place for place, deck in enumerate(ALL_DECKS)}


class YedoState(State):
    """Everything that is known about a game.

    `track` are the sides on the Player Order Track. `bidding` are the seats on the Bidding Track in order, `egress`
    those in Egress, `won` what was won in this round. `piles` are the decks in the order of `decks`; that of the
    Weapons is the bag, with the Weapons arranged in the Tavern on top. `actions`, `bonus`, `missions` are the cards in
    hand by seat, sorted; `done` are completed Missions by seat in order, and `shown` is a Mission between its first and
    last step with its seat; `partner` and `target` are the seats chosen for it. `blackmail` are Blackmail Cards, which
    lie open and count for no limit (yedo.blackmail.open, yedo.blackmail.no-limit). `house` and `reserve` are the
    figures in the Clan House and in the Reserve by side, and the Daimyo's house is its pool; `placed` are those on
    spaces in the order of their placing. `market` are the Weapons on sale from left to right, `weapon_discard` the
    discarded ones, the last on top. `geishas_gone` are those that Missions took out of the game. `church_burnt` says
    that the Church is gone for good. `patrol` is None before the patrol has a place and in the last round. `ignored`
    are the seats that gave a Blessing to ignore the Event, `saved` the figures that the patrol does not arrest in this
    round. `in_play` are Action Cards being resolved, in the order in which they were played. `waived` says which seats
    let all windows pass until the next Preparation. `floor` is the seat that may offer a trade, `passed_floor` are the
    seats that had the floor in this phase, and `refused` counts the offers refused in a row. `favors` are the Favor
    Cards taken. `acting` is the seat that activates a figure, `activated` the space of that figure until it leaves it,
    and `act_again` says whether the seat activates another one. `last_round` says that Kill the Shogun was completed.
    `teahouse` are the Characters, None without the module. `powers` are the Clan Powers that lie open, by seat, and
    `draft` is the draft in which players choose them; without the module there are none. `jesuits` says whether the
    Missions of that module lie aside, at the Harbor, or are gone; None without the module.

    With the module Specialists, `specialists` are by seat the figures that have not come into play, `tokens` those in
    the bag, `token` the one on the Reserve and `token_gates` those at the Gates from left to right. `earned` are the
    Mon gained from the Mission that is being completed, or was last.

    With the module Shogun Must Die `coop` is what it adds, and otherwise None.
    """

    content: YedoContent
    options: YedoOptions
    parameters: Parameters
    round: int = 0
    phase: Phase | None = None
    track: tuple[int, ...] = ()
    bidding: tuple[int, ...] = ()
    egress: tuple[int, ...] = ()
    auction: Auction | None = None
    won: tuple[Won, ...] = ()
    points: tuple[int, ...] = ()
    scored: tuple[Points, ...] = ()
    mon: tuple[int, ...] = ()
    church: int = 0
    church_burnt: bool = False
    actions: tuple[tuple[Card, ...], ...] = ()
    bonus: tuple[tuple[Card, ...], ...] = ()
    missions: tuple[tuple[Card, ...], ...] = ()
    done: tuple[tuple[Card, ...], ...] = ()
    shown: tuple[int, Card] | None = None
    partner: int | None = None
    target: int | None = None
    blackmail: tuple[int, ...] = ()
    weapons: tuple[tuple[WeaponKind, ...], ...] = ()
    market: tuple[WeaponKind | None, ...] = ()
    weapon_discard: tuple[WeaponKind, ...] = ()
    annexes: tuple[tuple[AnnexKind, ...], ...] = ()
    geishas: tuple[tuple[int, ...], ...] = ()
    geisha_supply: tuple[int, ...] = ()
    geishas_gone: tuple[int, ...] = ()
    blessings: tuple[bool, ...] = ()
    house: tuple[tuple[Figure, ...], ...] = ()
    reserve: tuple[tuple[Figure, ...], ...] = ()
    placed: tuple[Placed, ...] = ()
    patrol: District | None = None
    patrol_colour: PatrolColour = "gold"
    piles: tuple[Pile, ...] = ()
    looking: Looking | None = None
    event: Card | None = None
    past_events: tuple[Card, ...] = ()
    ignored: tuple[int, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    waived: tuple[bool, ...] = ()
    saved: tuple[Saved, ...] = ()
    in_play: tuple[InPlay, ...] = ()
    floor: int | None = None
    offer: Offer | None = None
    passed_floor: tuple[int, ...] = ()
    refused: int = 0
    favors: tuple[str | None, ...] = ()
    acting: int | None = None
    activated: str | None = None
    act_again: bool = False
    last_round: bool = False
    teahouse: Teahouse | None = None
    specialists: tuple[tuple[Figure, ...], ...] = ()
    tokens: tuple[SpecialistKind, ...] = ()
    token: SpecialistKind | None = None
    token_gates: tuple[SpecialistKind | None, ...] = (None, None)
    earned: int = 0
    powers: tuple[str, ...] = ()
    draft: Draft | None = None
    jesuits: JesuitsState | None = None
    coop: Coop | None = None

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in Player Order, without sides that nobody sits at."""
        track, seats = self.track, self.parameters.seats
        return track if len(track) == seats else tuple(side for side in track if side < seats)

    @property
    def daimyo(self) -> int | None:
        """The side of the Daimyo, or None in a game without it."""
        return None if self.coop is None else self.parameters.seats

    @property
    def interferes(self) -> bool:
        """Whether the Daimyo is first in Player Order, so that its Interference token lies beside the lots."""
        return self.daimyo is not None and self.track[:1] == (self.daimyo,)

    @property
    def coop_content(self) -> CoopContent:
        """What the content says of Shogun Must Die; the caller knows that the game is co-operative."""
        return self.content.together

    @property
    def coop_board(self) -> Coop:
        """What Shogun Must Die adds; the caller knows that the game is co-operative."""
        assert self.coop is not None
        return self.coop

    @property
    def characters(self) -> Teahouse:
        """The Characters; the caller knows that the Teahouse is part of the game."""
        assert self.teahouse is not None
        return self.teahouse

    def change_coop(self, change: Callable[[Coop], Coop]) -> None:
        """Change what Shogun Must Die adds, if it is part of the game; only facts do this."""
        if self.coop is not None:
            self.coop = change(self.coop)

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks of this game, in the order of `piles`."""
        return ALL_DECKS[: len(self.piles)]

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.parameters.seats

    @property
    def is_last_round(self) -> bool:
        """Whether no round follows: the number is reached, or Kill the Shogun was completed."""
        return self.last_round or self.round == self.parameters.rounds

    @property
    def temple_blessings(self) -> int:
        """The Blessings in the Temple: one for each player, without those that players have (yedo.setup.blessings)."""
        return self.seats - sum(self.blessings)

    def annex_supply(self, kind: AnnexKind) -> int:
        """Count the Annexes of a kind that nobody owns."""
        return self.parameters.annexes - sum(kind in owned for owned in self.annexes)

    def pile(self, deck: Deck) -> Pile:
        """Return a deck."""
        return self.piles[DECK_PLACE[deck]]

    def put_pile(self, deck: Deck, pile: Pile) -> None:
        """Replace a deck; only facts do this."""
        place = DECK_PLACE[deck]
        self.piles = (*self.piles[:place], pile, *self.piles[place + 1 :])

    def disciples(self, seat: int) -> int:
        """Count the Disciples of a seat in its Clan House and on spaces, without those in the Reserve.

        The Ronin does not count (yedo.teahouse.ronin), and neither does the Errand Boy.
        """
        count = len(self.house[seat])
        for figure in UNCOUNTED:
            count -= figure in self.house[seat]
        for placed in self.placed:
            count += placed.seat == seat and placed.figure not in UNCOUNTED
        return count

    def figures(self, seat: int) -> Iterator[Figure]:
        """Yield the figures of a seat in its Clan House and on spaces, without those in the Reserve."""
        yield from self.house[seat]
        yield from (placed.figure for placed in self.placed if placed.seat == seat)

    def earn(self, seat: int, amount: int) -> None:
        """Count Mon gained as part of the Mission that the seat completes, if it does; only facts do this."""
        if self.shown is not None and self.shown[0] == seat and self.options.specialists:
            self.earned += amount

    def hand_seen_by(self, seat: int) -> tuple[int, ...]:
        """Return the seats that see a seat's hand: its own, or with open hands all of them (yedo.coop.open-talk)."""
        return tuple(range(self.seats)) if self.options.open_hands else (seat,)

    def hand(self, seat: int, deck: Deck) -> tuple[Card, ...]:
        """Return the cards of a deck in a seat's hand: Action Cards, Bonus Cards, or all its Missions."""
        return (self.actions if deck == "action" else self.bonus if deck == "bonus" else self.missions)[seat]

    def put_hand(self, seat: int, deck: Deck, cards: tuple[Card, ...]) -> None:
        """Replace the cards of a deck in a seat's hand; only facts do this."""
        if deck == "action":
            self.actions = replace_at(self.actions, seat, cards)
        elif deck == "bonus":
            self.bonus = replace_at(self.bonus, seat, cards)
        else:
            self.missions = replace_at(self.missions, seat, cards)

    def placed_by(self, seat: int) -> Iterator[Placed]:
        """Yield the placed figures of a seat."""
        return (placed for placed in self.placed if placed.seat == seat)

    def on(self, space: str) -> Placed | None:
        """Return what stands on a space, or None."""
        return next((placed for placed in self.placed if placed.space == space), None)

    def district_of(self, space: str) -> District | None:
        """Return the District of a space; an Annex is in none (yedo.mission.annex-disciple-not-district).

        Neither is an Errand, so the Watch Patrol does not come there (yedo.coop.errand-space-safe).
        """
        found = self.content.spaces.get(space)
        return found.district if found is not None else None

    def placed_in(self, district: District, seat: int | None = None) -> tuple[Placed, ...]:
        """Return the figures in a District, of one seat or of all."""
        spaces = self.content.spaces_of[district]
        return tuple(p for p in self.placed if p.space in spaces and (seat is None or p.seat == seat))

    def patrol_after(self, steps: int) -> District:
        """Return where the Watch Patrol will be `steps` Districts on in its direction (yedo.ruling.patrol-circuit).

        The caller has checked that it is on the board.
        """
        assert self.patrol is not None
        circuit = self.content.districts
        way = steps if self.patrol_colour == "gold" else -steps
        return circuit[(circuit.index(self.patrol) + way) % len(circuit)]

    def mission_colours(self, seat: int) -> tuple[Colour, ...]:
        """Return the colours of the Missions in hand, sorted; their backs are public (yedo.ruling.mission-backs)."""
        return tuple(sorted(self.content.colour_of(mission) for mission in self.missions[seat]))


def fresh(content: YedoContent, options: YedoOptions, parameters: Parameters) -> YedoState:
    """Return the state before the first fact: all Weapons in the bag, all figures in the Reserve, no deck laid out.

    What modules add to it, `Course.prepare` says.
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
        points=(0,) * seats,
        mon=(0,) * seats,
        actions=none,
        bonus=none,
        missions=none,
        done=none,
        blackmail=(0,) * seats,
        weapons=((),) * seats,
        market=(None,) * len(content.market),
        annexes=((),) * seats,
        geishas=((),) * seats,
        geisha_supply=parameters.geishas,
        blessings=(False,) * seats,
        house=((),) * seats,
        reserve=((disciple,) * (start.house + start.reserve),) * seats,
        piles=tuple(Pile(rest=decks.get(deck, ())) for deck in DECKS),
        waived=(False,) * seats,
        favors=(None,) * seats,
    )


def annex_space(seat: int, kind: AnnexKind) -> str:
    """Return the id of the space that an Annex of a seat makes."""
    return f"annex/{seat}/{kind}"


def annex_on(space: str) -> AnnexKind | None:
    """Return the kind of the Annex that a space is, or None for a space of the board."""
    parts = space.split("/")
    return parts[2] if len(parts) == 3 else None  # type: ignore[return-value]


def annex_owner(space: str) -> int:
    """Return the seat whose Annex a space is; the caller has checked that it is one."""
    return int(space.split("/")[1])


def errand_space(errand: Card) -> str:
    """Return the id of the space on the card of an Errand."""
    return f"errand/{errand}"


def errand_on(space: str) -> Card | None:
    """Return the Emperor Card on whose Errand a space is, or None for another space."""
    where, _, card = space.partition("/")
    return card if where == "errand" else None


def is_rival(seat: int, space: str) -> bool:
    """Return whether a space is an Annex of an opponent of a seat."""
    return annex_on(space) is not None and annex_owner(space) != seat
