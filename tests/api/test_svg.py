"""The cost of drawing: most of a picture's hundreds of nodes are in the next picture too."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from flask import Flask

from api.responses.svg import _known_looks, _read_rules, write_svg
from domain.kernel.drawing.lettering import measure
from domain.kernel.drawing.tree import Drawing, Group, Panel, Rect, Text, compare
from tests.api.house import Person, play_on

OURS = ("api.", "domain.", "eventstore.", "page.", "projections.", "service.")


def draw(things: int, changed: str = "") -> Drawing:
    """Draw a panel with this number of things, each a group of two nodes."""
    groups = [
        Group(
            key=f"thing/{n}",
            title=f"Thing {n}",
            x=n * 10,
            children=(
                Rect(key=f"thing/{n}/ground", x=0, y=0, width=9, height=9),
                Text(key=f"thing/{n}/text", x=4, y=8, text=f"{n}{changed}"),
            ),
        )
        for n in range(things)
    ]
    return Drawing(
        title="A game",
        description="Things lie about.",
        panels=(Panel(key="things", height=40, children=tuple(groups)),),
        symbols={},
    )


def count_calls(act: Callable[[], object]) -> int:
    """Count the calls of our functions while something is done."""
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call" and frame.f_globals.get("__name__", "").startswith(OURS)

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def test_no_function_is_called_for_each_node_to_find_what_changed() -> None:
    def find_changes(things: int) -> Callable[[], object]:
        before, after = draw(things), draw(things, "!")
        return lambda: compare(before, after)

    assert len(compare(draw(200), draw(200, "!")).nodes) == 200
    assert count_calls(find_changes(200)) == count_calls(find_changes(2)) < 20


@pytest.mark.parametrize("marked", [(), ("thing/3",)])
def test_what_was_written_in_one_picture_is_not_written_again_for_the_next(marked: tuple[str, ...]) -> None:
    first = write_svg(draw(100), (), 1)
    write_svg(draw(100), marked, 1)
    again = count_calls(lambda: write_svg(draw(100), marked, 1))
    # A group is written each time, with its title; the two nodes in it are cached.
    assert again < 3 * 100
    assert write_svg(draw(100), (), 1) == first


def test_the_first_picture_reads_the_style_sheet_without_a_call_for_each_rule_and_class() -> None:
    _read_rules.cache_clear()
    _known_looks.cache_clear()
    assert count_calls(_known_looks) < 10
    assert len(_known_looks()) > 100


def test_a_new_node_costs_at_most_five_calls_and_no_letter_of_it_one() -> None:
    write_svg(draw(1), (), 1)
    # A thing is a group of two nodes.
    assert count_calls(lambda: write_svg(draw(200, " is new"), (), 1)) < 3 * 5 * 200
    assert count_calls(lambda: measure("the letters of a new text" * 20, 13)) < 5


def test_a_whole_request_for_a_picture_costs_fewer_than_1500_calls(
    ada: Person, bob: Person, game: str, app: Flask
) -> None:
    play_on([ada, bob], game, most=14)

    def draw_step(step: int) -> Callable[[], None]:
        def draw_picture() -> None:
            path = f"{game}/states/{step}.svg"
            answer = app.test_client().get(path, headers={"Authorization": f"Bearer {ada.token}"})
            assert answer.status_code == 200

        return draw_picture

    # What is printed on cards and in rooms is drawn by the first picture, for all that follow.
    draw_step(8)()
    assert 500 < count_calls(draw_step(9)) < 1500
    # The same picture is cached.
    assert count_calls(draw_step(9)) < 300
