"""The Castle: audiences with the Shogun and the Bakufu, and the Bower, which changes the Player Order."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.districts.place import Place
from domain.games.yedo.effects.cards import draw_from
from domain.games.yedo.facts.castle import MarkersShifted, PlaceTaken
from domain.games.yedo.facts.sources import FIRST_AGAIN, SHOGUN
from domain.games.yedo.printed.parts import Placed
from domain.games.yedo.printed.terms import Colour
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step, deed_of
from domain.games.yedo.verbs.modifiers import is_forbidden
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import title

BAKUFU = "bakufu/"
"""The prefix of the Bakufu action; the colour of a Mission deck follows."""


class Audience(Place):
    """A space for an audience with the Shogun: Prestige Points."""

    __slots__ = ()

    def actions(self, state: YedoState, seat: int, space: str) -> Iterator[str]:
        yield "shogun"

    def act(self, table: YedoTable, seat: int, space: str, action: str) -> None:
        with table.citing("yedo.castle.shogun"):
            points = table.state.content.prices.audience_points
            table.gain_prestige(seat, points, SHOGUN)

    def why_not(self, state: YedoState, seat: int, space: str, action: str) -> IllegalMove:
        why = say("{name} offers an audience with the Shogun and nothing else.", name=title(space))
        return IllegalMove("yedo.castle.shogun", why)


class Bakufu(Place):
    """A space of the Bakufu: the top Mission of a deck."""

    __slots__ = ()

    def actions(self, state: YedoState, seat: int, space: str) -> Iterator[str]:
        return (BAKUFU + colour for colour in _decks(state))

    def act(self, table: YedoTable, seat: int, space: str, action: str) -> None:
        with table.citing("yedo.castle.bakufu"):
            draw_from(table, deed_of(seat, table.clause), _colour(action), 1)

    def why_not(self, state: YedoState, seat: int, space: str, action: str) -> IllegalMove:
        why = say(
            "{name} lets you draw the top Mission of a deck in which cards are left, and nothing else.",
            name=title(space),
        )
        return IllegalMove("yedo.castle.bakufu", why)


class Bower(Place):
    """A space of the Bower, which changes the Player Order."""

    __slots__ = ()

    def actions(self, state: YedoState, seat: int, space: str) -> Iterator[str]:
        if not is_forbidden(state, seat, "bower"):
            yield "bower"

    def act(self, table: YedoTable, seat: int, space: str, action: str) -> None:
        table.then(OpenBower())

    def why_not(self, state: YedoState, seat: int, space: str, action: str) -> IllegalMove:
        if action == "bower":
            return IllegalMove("yedo.event.duration", say("What an Event or a card says forbids the Bower now."))
        why = say("{name} sets off the Bower and offers nothing else.", name=title(space))
        return IllegalMove("yedo.bower.trigger", why)


def _decks(state: YedoState) -> Iterator[Colour]:
    return (colour for colour in state.parameters.colours if state.pile(colour).size)


def _colour(action: str) -> Colour:
    return action.removeprefix(BAKUFU)  # type: ignore[return-value]


class TakePlace(Move, frozen=True, gc=False):
    """Put your marker on a free place of the Player Order Track, counted from 1."""

    place: Public[int]

    def label(self) -> str:
        return say("take place {place} in Player Order", place=self.place)


class OpenBower(Step, frozen=True, gc=False):
    """The whole Bower is activated: the markers leave the track, and its Disciples' owners choose their places.

    See yedo.bower.example-green.
    """

    clause = "yedo.bower.shift-markers"

    def run(self, table: YedoTable) -> None:
        table.emit(MarkersShifted(table.clause, table.state.turns.track))
        owners = dict.fromkeys(placed.seat for placed in at_bower(table.state))
        table.then(NextAtBower(left=tuple(owners)))


class NextAtBower(Step, frozen=True, gc=False):
    """Ask the seats in `left` for their places; `taken` are the places so far and their seats. Then close the Bower."""

    left: tuple[int, ...]
    taken: tuple[tuple[int, int], ...] = ()

    clause = "yedo.bower.fill"

    def run(self, table: YedoTable) -> None:
        if self.left:
            seat, *left = self.left
            if seat == table.state.daimyo:
                place = take_place_of_daimyo(table, self.taken)
                table.then(NextAtBower(left=tuple(left), taken=(*self.taken, (place, seat))))
                return
            table.then(ChoosePlace(seat=seat, left=tuple(left), taken=self.taken))
            return
        table.set_order(filled(table.state.turns.track, self.taken))
        with table.citing("yedo.bower.return"):
            for placed in at_bower(table.state):
                table.send_home(placed)


def take_place_of_daimyo(table: YedoTable, taken: tuple[tuple[int, int], ...]) -> int:
    """Put the Daimyo's marker on the first free place (yedo.ruling.daimyo-place), and return it, counted from 1.

    If it was first and is so again, every player loses a Prestige Point.
    """
    daimyo = table.state.seats
    used = {place for place, _ in taken}
    place = next(place for place in range(1, len(table.state.turns.track) + 1) if place not in used)
    with table.citing("yedo.coop.daimyo-castle-action"):
        table.emit(PlaceTaken(table.clause, daimyo, place))
        if place == 1 and table.state.interferes:
            for seat in table.state.order:
                table.lose_prestige(seat, 1, FIRST_AGAIN)
    return place


class ChoosePlace(Question[TakePlace], frozen=True, gc=False):
    """Choose a free place of the Player Order Track, and nothing else (yedo.bower.triggered-no-mission)."""

    left: tuple[int, ...]
    taken: tuple[tuple[int, int], ...]

    clause = "yedo.bower.choose"
    prompt = "Choose your place in Player Order."

    def moves(self, state: YedoState) -> Iterator[TakePlace]:
        taken = [place for place, _ in self.taken]
        return (TakePlace(place) for place in range(1, len(state.turns.track) + 1) if place not in taken)

    def resolve(self, table: YedoTable, move: TakePlace) -> None:
        table.emit(PlaceTaken(table.clause, self.seat, move.place))
        table.then(NextAtBower(left=self.left, taken=(*self.taken, (move.place, self.seat))))

    def why_not(self, state: YedoState, move: TakePlace) -> IllegalMove | None:
        why = say(
            "Place {place} is taken or does not exist: choose a free one of 1 to {n}.",
            place=move.place,
            n=len(state.turns.track),
        )
        return IllegalMove(self.clause, why)


def at_bower(state: YedoState) -> list[Placed]:
    """Return the figures at the Bower, from its lowest-numbered space upward.

    Those at the Shogun and the Bakufu are not among them (yedo.bower.other-castle-spaces).
    """
    spaces = state.content.spaces
    found = {
        number: p for p in state.pieces.placed if p.space in spaces and (number := spaces[p.space].bower) is not None
    }
    return [found[number] for number in sorted(found)]


def filled(order: tuple[int, ...], taken: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return the new order: sides that chose a place have it, and the others fill the gaps in their old order."""
    chosen = dict(taken)
    others = iter([seat for seat in order if seat not in chosen.values()])
    return tuple(chosen[place] if place in chosen else next(others) for place in range(1, len(order) + 1))
