"""The board of Yedo: the town in its frame, the Score Track, and the lots across the river."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domain.games.yedo.picture.board_places import EVENT, EVENT_DECK, HEIGHT, NAME, SMALL, WIDTH, find_score_space
from domain.games.yedo.picture.drawing_bank import draw_deck, draw_lots
from domain.games.yedo.picture.drawing_city import draw_districts
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.picture.drawing_sign import draw_round_sign
from domain.games.yedo.views.view_seats import TRACK
from domain.kernel.drawing.lettering import fit, wrap
from domain.kernel.drawing.pieces import Area, write
from domain.kernel.drawing.tree import AnyNode, Group, Panel, Rect, Text, Use
from domain.kernel.language import say
from domain.kernel.words import join_words

FEW, ROW = 2, 3
"""How many tokens fit next to each other on a space of the Score Track, in full size and smaller."""


def draw_board(scene: Scene) -> Panel:
    """Draw the board with everything on it: the town in the order of the Watch Patrol, then its surroundings."""
    parts = scene.parts
    nodes: list[AnyNode] = [
        Use(key="city/land", look="ground", symbol="land", x=0, y=0, size=WIDTH),
        *draw_districts(scene),
        *parts.draw_all(_draw_event, scene),
        parts.draw(draw_round_sign, scene),
        *draw_lots(scene),
        *parts.draw_all(_draw_score_track, scene, _list_tokens(scene)),
    ]
    return Panel(key="city", title=say("The town of Edo"), width=WIDTH, height=HEIGHT, children=tuple(nodes))


def _draw_event(scene: Scene) -> Iterator[Group]:
    """Draw the deck of Events and the Event of this or of the last round."""
    deck = next((deck for deck in scene.seen.decks if deck.deck == "events"), None)
    if deck is not None:
        yield draw_deck(deck, EVENT_DECK, "event", False)
    event = scene.seen.event
    if event is None:
        return
    x, y, width, height = EVENT
    rows = wrap(event.text, width - 20, SMALL, 3)
    look = "ink"
    if scene.seen.phase in ("preparation", "bidding"):
        rows, look = (say("Event of the last round"), *wrap(event.text, width - 20, SMALL, 2)), "soft"
    yield Group(
        key="event",
        x=x,
        y=y,
        title=say("Event: {event}", event=event.title),
        detail=event.text,
        places=("type:endure", f"card:{event.card}"),
        children=(
            Rect(key="event/card", look="card", x=0, y=0, width=width, height=height, radius=6),
            write("event/name", (10, 20), fit(event.title, width - 20, NAME, bold=True), "ink serif", NAME),
            *(write(f"event/line{row}", (10, 37 + row * 17), line, look) for row, line in enumerate(rows)),
        ),
    )


def _list_tokens(scene: Scene) -> dict[int, list[int]]:
    """List the seats with a token on a space of the Score Track, by space."""
    on: dict[int, list[int]] = {}
    for seat in scene.seen.seats:
        on.setdefault(seat.track_space, []).append(seat.seat)
    return on


def _draw_score_track(scene: Scene, on: dict[int, list[int]]) -> list[AnyNode]:
    """Draw the numbers of the Score Track and the tokens on it."""
    found = list(_number_spaces())
    for number, seats in on.items():
        place = find_score_space(number)
        found[number] = _draw_score(scene, number, place, seats, _label_space(number, place, True))
    return found


@cache
def _number_spaces() -> tuple[AnyNode, ...]:
    """Draw the numbers of all spaces of the Score Track."""
    return tuple([_label_space(number, find_score_space(number), False) for number in range(TRACK)])


def _label_space(number: int, place: Area, taken: bool) -> Text:
    upright = place.height > place.width
    x = place.width / 2 if upright or not taken else 14
    return write(
        f"score/{number}/number",
        (round(place.x + x), round(place.y + (24 if upright else 19))),
        number,
        "on-wood",
        SMALL,
        anchor="middle",
    )


def _draw_score(scene: Scene, number: int, place: Area, seats: list[int], label: Text) -> Group:
    key = f"score/{number}"
    names = join_words(scene.names[seat] for seat in seats)
    size = 20 if len(seats) <= FEW else 13
    tokens = [
        Use(key=f"{key}/mark/{seat}", look="seat", symbol=f"token-{seat}", x=x, y=y, size=size)
        for seat, (x, y) in zip(seats, _stand_tokens(place, len(seats), size), strict=True)
    ]
    ground = Rect(
        key=f"{key}/ground",
        look="frame",
        x=place.x + 2,
        y=place.y + 2,
        width=place.width - 4,
        height=place.height - 4,
        radius=4,
    )
    said = say("Space {n} of the Score Track: {names}", n=number, names=names)
    return Group(key=key, title=said, children=(ground, label, *tokens))


def _stand_tokens(place: Area, count: int, size: float) -> Iterator[tuple[float, float]]:
    """Yield the positions of tokens next to the number of a space of the Score Track, or below it."""
    upright = place.height > place.width
    x: float
    y: float
    for token in range(count):
        if count <= FEW:
            x, y = (4, 27 + token * 19) if upright else (23 + token * 18, 4)
        elif upright:
            x, y = 1 + token % 2 * 13.5, 27 + token // 2 * 13.5
        else:
            x, y = 23 + token % 3 * 13, (1 + token // 3 * 13.5) if count > ROW else 7
        yield round(place.x + x, 1), round(place.y + y, 1)


def draw_tokens_of_fifty(scene: Scene) -> Iterator[tuple[int, str]]:
    """Yield the seats that have passed the end of the Score Track, and what that counts, in words."""
    for seat in scene.seen.seats:
        if seat.fifty_tokens:
            name = scene.names[seat.seat]
            yield seat.seat, say("{name} has passed space 49: +{n}", name=name, n=TRACK * seat.fifty_tokens)
