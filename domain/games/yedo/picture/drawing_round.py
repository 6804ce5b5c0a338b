"""The round in the picture of Yedo: its phase, the order, the Event, what holds, and the Score Track."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from domain.games.yedo.facts.base import card_names
from domain.games.yedo.facts.turns import PHASE_NAMES
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.printed.terms import PHASES, Phase
from domain.games.yedo.views.view import YedoView
from domain.games.yedo.views.view_seats import TRACK
from domain.games.yedo.words.describe_words import DISTRICT_NAMES
from domain.kernel.drawing.kit import GAP, INNER, Sheet, Shown, text_card
from domain.kernel.drawing.pieces import MARGIN, seat_mark
from domain.kernel.drawing.tree import SMALLEST, AnyNode, Group, Panel, Rect, Text, Use
from domain.kernel.language import say, say_many, translate
from domain.kernel.words import join_words

PHASE_SYMBOLS: dict[Phase, str] = {
    "preparation": "hourglass",
    "bidding": "mon",
    "event": "event",
    "assign": "disciple",
    "patrol": "patrol",
    "trade": "trade",
    "actions": "action",
}
SLOT, LAST = 40, 6
"""How wide a place of a track is, and the number of the last one in a row."""
COLUMNS = 10
"""The columns of the Score Track."""
CELL = 30
MARK, FEW = 10, 2


def draw_round(scene: Scene) -> Panel:
    """Draw the phase, the order, the Event of the round and what holds for how long."""
    seen, sheet = scene.seen, Sheet("round")
    _draw_phases(scene, sheet)
    _draw_order(scene, sheet)
    if seen.phase == "bidding":
        _draw_bidders(scene, sheet)
    elif seen.egress:
        sheet.caption("egress", say("In Egress: {names}", names=join_words(scene.names[seat] for seat in seen.egress)))
    _draw_event(scene, sheet)
    _draw_lasting(scene, sheet)
    return sheet.finish(name_round(seen))


def name_round(seen: YedoView) -> str:
    """Name the round and its phase."""
    if seen.phase is None:
        return say("Set-up")
    phase = translate(PHASE_NAMES[seen.phase])
    if seen.is_last_round:
        return say("Last round, {n}: {phase}", n=seen.round, phase=phase)
    return say("Round {n} of {rounds}: {phase}", n=seen.round, rounds=seen.rounds, phase=phase)


def _draw_phases(scene: Scene, sheet: Sheet) -> None:
    step = INNER / len(PHASES)
    nodes: list[AnyNode] = []
    for place, phase in enumerate(PHASES):
        key, now = f"phase/{phase}", phase == scene.seen.phase
        nodes.append(
            Group(
                key=key,
                x=MARGIN + place * step,
                y=sheet.y,
                title=_name_phase(phase, now),
                detail=scene.read_clause("yedo.round.phase-order"),
                clause="yedo.round.phase-order",
                children=(
                    Rect(
                        key=f"{key}/frame",
                        look="badge" if now else "band",
                        x=0,
                        y=0,
                        width=step - 4,
                        height=30,
                        radius=6,
                    ),
                    Use(key=f"{key}/symbol", look="icon", symbol=PHASE_SYMBOLS[phase], x=(step - 24) / 2, y=5, size=20),
                ),
            )
        )
    sheet.add(30, *nodes)


def _name_phase(phase: Phase, now: bool) -> str:
    name = translate(PHASE_NAMES[phase])
    return say("{phase} Phase, now", phase=name) if now else say("{phase} Phase", phase=name)


def _draw_order(scene: Scene, sheet: Sheet) -> None:
    sheet.caption("order", say("Player Order"))
    nodes = []
    for place, seat in enumerate(scene.seen.order, 1):
        nodes.append(
            _draw_slot(
                f"order/{place}",
                place - 1,
                sheet.y,
                str(place),
                seat,
                say("{name} has place {n} in Player Order", name=scene.names[seat], n=place),
                (f"place:{place} type:take-place", f"seat:{seat}", f"partner:{seat}"),
            )
        )
    sheet.add(SLOT, *nodes)


def _draw_bidders(scene: Scene, sheet: Sheet) -> None:
    """Draw the Bidding Track, and behind it those who left it for Egress."""
    seen = scene.seen
    sheet.caption("bidding", say("Bidding Track, and Egress on the right"))
    nodes = []
    for place, seat in enumerate(seen.bidding):
        said = say("{name} is on the Bidding Track", name=scene.names[seat])
        own = ("type:stay-in",)
        nodes.append(_draw_slot(f"bidding/{seat}", place, sheet.y, str(place + 1), seat, said, own))
    nodes.append(_draw_egress(scene, LAST - len(seen.egress), sheet.y))
    for place, seat in enumerate(seen.egress):
        said = say("{name} has left the Bidding Track", name=scene.names[seat])
        nodes.append(_draw_slot(f"egress/{seat}", LAST - place, sheet.y, "", seat, said, ()))
    sheet.add(SLOT, *nodes)


def _draw_egress(scene: Scene, column: int, y: float) -> Group:
    """Draw the next place of Egress, to which a player goes who bids no more."""
    return Group(
        key="egress",
        x=MARGIN + column * (SLOT + GAP),
        y=y,
        title=say("Egress: bids no more in this round"),
        detail=scene.read_clause("yedo.bidding.drop-out"),
        clause="yedo.bidding.drop-out",
        places=("type:drop-out", "type:leave-bidding"),
        children=(
            Rect(key="egress/slot", look="slot", x=0, y=0, width=SLOT, height=SLOT, radius=6),
            Use(key="egress/symbol", look="icon", symbol="closed", x=13, y=13, size=14),
        ),
    )


def _draw_slot(key: str, column: int, y: float, text: str, seat: int, said: str, places: tuple[str, ...]) -> Group:
    return Group(
        key=key,
        x=MARGIN + column * (SLOT + GAP),
        y=y,
        title=said,
        places=places,
        children=(
            Rect(key=f"{key}/slot", look="board", x=0, y=0, width=SLOT, height=SLOT, radius=6),
            *([Text(key=f"{key}/number", look="soft", x=4, y=12, text=text, size=SMALLEST)] if text else []),
            seat_mark(f"{key}/mark", seat, 13, 12, 22),
        ),
    )


def _draw_event(scene: Scene, sheet: Sheet) -> None:
    event = scene.seen.event
    if event is not None:
        old = scene.seen.phase in ("preparation", "bidding")
        card = text_card(
            Shown(
                "event",
                event.title,
                event.text,
                heading=say("Event of the last round") if old else say("Event"),
                said=say("Event: {event}", event=event.title),
                places=("type:endure", f"card:{event.card}"),
            ),
            (MARGIN, sheet.y),
            INNER,
            lines=4,
        )
        sheet.add_card(card)
    if scene.seen.ignored:
        names = join_words(scene.names[seat] for seat in scene.seen.ignored)
        sheet.write("ignored", say("Ignored by {names}.", names=names), 2)
    if scene.seen.past_events:
        past = scene.seen.past_events
        text = say_many("{n} Event before: {events}", "{n} Events before: {events}", len(past), events=card_names(past))
        sheet.write("past", text, 2)


def _draw_lasting(scene: Scene, sheet: Sheet) -> None:
    seen = scene.seen
    for number, held in enumerate(seen.lasting):
        everyone = len(held.seats) == len(seen.seats)
        whom = say("all") if everyone else join_words(scene.names[seat] for seat in held.seats)
        text = say("{source}, for {whom}: {text}.", source=held.title, whom=whom, text=held.text)
        sheet.write(f"lasting/{held.source}/{number}", text, 3)
    if seen.patrol is None:
        way = say("gold") if seen.patrol_colour == "gold" else say("silver")
        sheet.write("patrol", say("The Watch Patrol ({colour}) is not on the board.", colour=way), 1)
    for saved in seen.saved:
        count = say("all") if saved.count is None else str(saved.count)
        where = "" if seen.patrol is None else translate(DISTRICT_NAMES[seen.patrol])
        text = say(
            "Safe from the Watch Patrol in {where}: {count} of {name}.",
            where=where,
            count=count,
            name=scene.names[saved.seat],
        )
        sheet.write(f"saved/{saved.seat}", text, 2)


def draw_score_track(scene: Scene) -> Panel:
    """Draw the Score Track with the markers of the seats, and the tokens of who has passed its end."""
    sheet = Sheet("score")
    on: dict[int, list[int]] = {}
    for seat in scene.seen.seats:
        on.setdefault(seat.track_space, []).append(seat.seat)
    rows = TRACK // COLUMNS
    for space in range(TRACK):
        y, seats = sheet.y + space // COLUMNS * CELL, on.get(space)
        sheet.nodes.append(_draw_cell(scene, space, y, seats) if seats else _draw_empty_cell(space, y))
    sheet.y += rows * CELL + GAP
    for seat in scene.seen.seats:
        if seat.fifty_tokens:
            name = scene.names[seat.seat]
            sheet.write(
                f"tokens/{seat.seat}", say("{name} has passed space 49: +{n}", name=name, n=TRACK * seat.fifty_tokens)
            )
    return sheet.finish(say("Score Track"))


@cache
def _draw_empty_cell(space: int, y: float) -> Group:
    key, width = f"score/{space}", INNER / COLUMNS
    number = Text(
        key=f"{key}/number", look="soft", x=width / 2 - 1, y=18, text=str(space), size=SMALLEST, anchor="middle"
    )
    return Group(key=key, x=_cell_left(space), y=y, children=(_draw_cell_ground(key, space), number))


def _draw_cell_ground(key: str, space: int) -> Rect:
    look = "band" if space % 5 == 0 else "board"
    return Rect(key=f"{key}/cell", look=look, x=0, y=0, width=INNER / COLUMNS - 2, height=CELL - 2, radius=3)


def _cell_left(space: int) -> float:
    return MARGIN + (space % COLUMNS) * INNER / COLUMNS


def _draw_cell(scene: Scene, space: int, y: float, seats: Sequence[int]) -> Group:
    key = f"score/{space}"
    names = join_words(scene.names[seat] for seat in seats)
    shown: list[AnyNode] = [_draw_cell_ground(key, space)]
    alone, few = len(seats) == 1, len(seats) <= FEW
    size = 20 if alone else MARK + 4 if few else MARK
    for place, seat in enumerate(seats):
        row, column = divmod(place, 3)
        x, y_mark = (6 if alone else 1) + column * (size + 0.6), (4 if alone else 7 if few else 3) + row * (MARK + 2)
        shown.append(seat_mark(f"{key}/mark/{seat}", seat, x, y_mark, size))
    said = say("Space {n} of the Score Track: {names}", n=space, names=names)
    return Group(key=key, x=_cell_left(space), y=y, title=said, children=tuple(shown))
