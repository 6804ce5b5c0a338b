"""What a viewer sees of a game. Micro Dojo hides nothing but chance, so everyone sees the same."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games.micro_dojo.content import MEEPLES, Meeple, MicroDojoContent, Space
from domain.games.micro_dojo.state import MicroDojoState
from domain.games.micro_dojo.words import amount
from domain.kernel.language import say, say_many
from domain.kernel.scoring import Result
from domain.kernel.words import count_noun, title


class SeatView(msgspec.Struct, frozen=True):
    """What lies before a seat."""

    seat: int
    gold: int
    food: int
    points: int
    buildings: tuple[str, ...]
    influence: bool
    marker_on: Meeple | None


class ObjectiveView(msgspec.Struct, frozen=True):
    """A place of the objectives track, from left to right."""

    objective: str
    points: int
    face_up: bool


class MicroDojoView(msgspec.Struct, frozen=True):
    """A view of a game: spaces are numbered 1 to 9, row by row."""

    turn: int
    meeples: dict[Meeple, int]
    guard_house: int | None
    seats: tuple[SeatView, ...]
    display: tuple[str, ...]
    objectives: tuple[ObjectiveView, ...]
    abilities: tuple[Meeple, ...]
    supply: dict[str, int]
    result: Result | None


def view(state: MicroDojoState) -> MicroDojoView:
    """Build the view of a state."""
    numbers = state.content.numbers
    return MicroDojoView(
        turn=state.turn,
        meeples=dict(zip(MEEPLES, state.meeples, strict=True)),
        guard_house=state.barrier,
        seats=tuple([_seat(state, seat) for seat in range(len(state.gold))]),
        display=state.display,
        objectives=tuple(
            [
                ObjectiveView(objective, numbers.objective_values[place], place >= state.evaluated)
                for place, objective in enumerate(state.track)
            ]
        ),
        abilities=state.abilities,
        supply={"gold": numbers.supply - sum(state.gold), "food": numbers.supply - sum(state.food)},
        result=state.result,
    )


def _seat(state: MicroDojoState, seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        gold=state.gold[seat],
        food=state.food[seat],
        points=state.points[seat],
        buildings=state.buildings[seat],
        influence=state.influence == seat,
        marker_on=state.markers[seat],
    )


WIDTH = 17
"""The minimum width of a space of the board, in columns."""


def _describe_grants(space: Space) -> str:
    """Say what a space grants, in a few words."""
    parts = [say("build")] if space.build else []
    parts += [say_many("{n} gold", "{n} gold", space.gold)] if space.gold else []
    parts += [say_many("{n} food", "{n} food", space.food)] if space.food else []
    if space.either:
        parts.append(say("either") if space.either == 1 else say("{n} either", n=space.either))
    if space.actions:
        parts.append(count_noun(space.actions, "action"))
    return ", ".join(parts)


def board(seen: MicroDojoView, content: MicroDojoContent, names: Sequence[str]) -> str:
    """Draw the view as text: the nine spaces and what is on them, the seats, the display, the objectives."""
    standing = {space: title(meeple) for meeple, space in seen.meeples.items()}
    if seen.guard_house is not None:
        standing[seen.guard_house] = title("guard-house").upper()
    marked = {title(seat.marker_on): names[seat.seat] for seat in seen.seats if seat.marker_on}
    granted = {number: f" {number} {_describe_grants(space)}" for number, space in content.spaces.items()}
    width = max(WIDTH, *map(len, granted.values()))
    line = "+" + ("-" * width + "+") * 3
    rows = [line]
    for first in (1, 4, 7):
        spaces = range(first, first + 3)
        who = [standing.get(space, "") for space in spaces]
        rows.append("|" + "|".join(granted[space].ljust(width) for space in spaces) + "|")
        rows.append("|" + "|".join(f"   {name}".ljust(width) for name in who) + "|")
        rows.append(
            "|" + "|".join((f"   ({marked[n]})" if n in marked else "").ljust(width)[:width] for n in who) + "|"
        )
        rows.append(line)
    return "\n".join([*rows, *(_seat_line(seat, names, seen.turn) for seat in seen.seats), *_offer_lines(seen)])


def _seat_line(seat: SeatView, names: Sequence[str], turn: int) -> str:
    holds = [count_noun(seat.points, "point"), amount(seat.gold, seat.food)]
    holds += [say("Influence token")] if seat.influence else []
    arrow = ">" if seat.seat == turn else " "
    said = say("{who}: {holds}", who=names[seat.seat], holds=", ".join([*holds, *map(title, seat.buildings)]))
    return f"{arrow} {said}"


def _offer_lines(seen: MicroDojoView) -> list[str]:
    track = ", ".join(f"{title(o.objective)} {o.points}" if o.face_up else "-" for o in seen.objectives)
    shown = ", ".join(map(title, seen.display)) or say("empty")
    offers = [say("Display: {buildings}", buildings=shown), say("Objectives: {track}", track=track)]
    if seen.abilities:
        offers.append(say("Alternative movements: {meeples}", meeples=", ".join(map(title, seen.abilities))))
    return [f"  {offer}" for offer in offers]
