"""The wooden sign of the round in the picture of Yedo: round and phase, Player Order, the Bidding Track and Egress."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.yedo.facts.turns import PHASE_NAMES
from domain.games.yedo.picture.board_places import PHASES, ROUND, SMALL
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.printed.terms import Phase
from domain.games.yedo.views.view import YedoView
from domain.kernel.content import KEPT
from domain.kernel.drawing.lettering import fit, wrap
from domain.kernel.drawing.pieces import write
from domain.kernel.drawing.tree import MARKS, AnyNode, Group, Rect, Use
from domain.kernel.language import once_a_language, say, translate

LEFT = 70
"""Where the tracks begin on the sign."""
TOKEN = 18
ORDER, BIDDING, EGRESS = 80, 108, 144
"""The rows of the tracks."""


def name_round(seen: YedoView) -> str:
    """Name the round and its phase."""
    if seen.phase is None:
        return say("Set-up")
    phase = translate(PHASE_NAMES[seen.phase])
    if seen.is_last_round:
        return say("Last round, {n}: {phase}", n=seen.round, phase=phase)
    return say("Round {n} of {rounds}: {phase}", n=seen.round, rounds=seen.rounds, phase=phase)


def draw_round_sign(scene: Scene) -> Group:
    """Draw the sign beyond the river."""
    x, y, width, height = ROUND
    name = name_round(scene.seen)
    rows = wrap(name, width - 16, SMALL, 2, bold=True)
    nodes: list[AnyNode] = [
        Rect(key="round/shade", look="shade", x=1, y=3, width=width, height=height, radius=6),
        Rect(key="round/wood", look="board-wood edge", x=0, y=0, width=width, height=height, radius=6),
        Rect(key="round/grain", look="grain", x=0, y=0, width=width, height=height, radius=6),
        *(
            write(
                f"round/name{row}", (width / 2, 18 + row * 17), line, "on-wood serif", SMALL, anchor="middle", bold=True
            )
            for row, line in enumerate(rows)
        ),
        *_draw_phases(scene.seen.phase, scene.rulebook.read("yedo.round.phase-order")),
        *_draw_tracks(scene, width),
    ]
    return Group(key="round", x=x, y=y, title=name, children=tuple(nodes))


@once_a_language(KEPT)
def _draw_phases(present: Phase | None, rule: str) -> tuple[Group, ...]:
    """Draw the symbols of the phases; the tooltip of each has the `rule` of their order."""
    return tuple([_draw_phase(place, phase, phase == present, rule) for place, (phase, _) in enumerate(PHASES)])


def _draw_phase(place: int, phase: Phase, now: bool, rule: str) -> Group:
    key, (_, symbol) = f"phase/{phase}", PHASES[place]
    frame = "badge" if now else "frame"
    return Group(
        key=key,
        x=9 + place * 25,
        y=43,
        title=_name_phase(phase, now),
        detail=rule,
        clause="yedo.round.phase-order",
        children=(
            Rect(key=f"{key}/frame", look=frame, x=0, y=0, width=25, height=25, radius=5),
            Use(key=f"{key}/symbol", look="ink" if now else "on-wood-soft", symbol=symbol, x=3, y=3, size=19),
        ),
    )


def _name_phase(phase: Phase, now: bool) -> str:
    name = translate(PHASE_NAMES[phase])
    return say("{phase} Phase, now", phase=name) if now else say("{phase} Phase", phase=name)


def _draw_tracks(scene: Scene, width: float) -> Iterator[AnyNode]:
    """Draw the tracks with the tokens of the seats; the Daimyo, too, has a place in Player Order."""
    seen, names = scene.seen, scene.names
    step = min(30.0, (width - LEFT - 8) / max(len(names), 1))
    for name, text, y in (
        ("order", say("Order"), ORDER),
        ("bidding", say("Bidding"), BIDDING),
        ("egress", say("Egress"), EGRESS),
    ):
        yield write(f"round/{name}", (8, y + 17), fit(text, LEFT - 10, SMALL), "on-wood", SMALL)
    for place in range(len(names)):
        for row, y in (("order", ORDER), ("bidding", BIDDING)):
            yield Rect(
                key=f"{row}/well/{place}", look="well", x=LEFT + place * step, y=y, width=step - 2, height=24, radius=4
            )
    for place, seat in enumerate(seen.order, 1):
        said = say("{name} has place {n} in Player Order", name=names[seat], n=place)
        places = (f"place:{place} type:take-place", f"seat:{seat}", f"partner:{seat}")
        yield _stand(f"order/{place}", LEFT + (place - 1) * step, ORDER, step, seat, said, places)
    for place, seat in enumerate(seen.bidding):
        said = say("{name} is on the Bidding Track", name=names[seat])
        yield _stand(f"bidding/{seat}", LEFT + place * step, BIDDING, step, seat, said, ("type:stay-in",))
    yield _draw_egress(scene, width)
    for place, seat in enumerate(seen.egress):
        said = say("{name} has left the Bidding Track", name=names[seat])
        yield _stand(f"egress/{seat}", LEFT + place * (TOKEN + 2), EGRESS, TOKEN + 4, seat, said, ())


def _stand(key: str, x: float, y: float, step: float, seat: int, said: str, places: tuple[str, ...]) -> Group:
    mark = min(seat, len(MARKS) - 1)
    return Group(
        key=key,
        x=round(x, 1),
        y=y,
        title=said,
        places=places,
        children=(
            Rect(key=f"{key}/slot", look="frame", x=0, y=0, width=round(step - 2, 1), height=24, radius=4),
            Use(
                key=f"{key}/mark",
                look="seat",
                symbol=f"token-{mark}",
                x=round((step - 2 - TOKEN) / 2, 1),
                y=3,
                size=TOKEN,
            ),
        ),
    )


def _draw_egress(scene: Scene, width: float) -> Group:
    """Draw Egress, for players who have left the bidding."""
    return Group(
        key="egress",
        x=LEFT,
        y=EGRESS,
        title=say("Egress: bids no more in this round"),
        detail=scene.rulebook.read("yedo.bidding.drop-out"),
        clause="yedo.bidding.drop-out",
        places=("type:drop-out", "type:leave-bidding"),
        children=(Rect(key="egress/slot", look="well", x=0, y=0, width=width - LEFT - 8, height=24, radius=4),),
    )
