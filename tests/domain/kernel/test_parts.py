"""Parts of pictures that the next picture takes over: only what may look different is drawn again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from domain.kernel.audience import SPECTATOR, Viewer, seat_viewer
from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.tree import Rect
from domain.kernel.language import say, speaking
from tests.support.archives import replay_file

DEMO = Path("service/demo")


class TableView(msgspec.Struct, frozen=True):
    """A view of a table with a purse and a deck."""

    purse: int
    deck: int = 0
    open: bool = True


class Painter:
    """Draws tables part by part, and notes what it drew."""

    def __init__(self) -> None:
        self.parts = Parts[TableView]()
        self.drawn: list[str] = []

    def paint(self, view: TableView, name: str = "Anna") -> tuple[Rect, ...]:
        """Draw a table, and forget what was drawn before."""
        self.drawn.clear()
        seen = self.parts.begin(view)
        return self.parts.draw(self._draw_board, seen, name), *self.parts.draw_all(self._draw_deck, seen)

    def _draw_board(self, seen: TableView, name: str) -> Rect:
        self.drawn.append("board")
        purse = self.parts.draw(self._draw_purse, seen) if seen.open else Rect(key="none", x=0, y=0, width=0, height=0)
        return Rect(key="board", title=name, x=0, y=0, width=purse.width, height=9)

    def _draw_purse(self, seen: TableView) -> Rect:
        self.drawn.append("purse")
        return Rect(key="purse", title=say("Points"), x=0, y=0, width=seen.purse, height=9)

    def _draw_deck(self, seen: TableView) -> list[Rect]:
        self.drawn.append("deck")
        return [Rect(key="deck", x=0, y=0, width=seen.deck, height=9)]


def test_equal_views_share_their_parts() -> None:
    painter = Painter()
    first = painter.paint(TableView(3))
    again = painter.paint(TableView(3))
    assert again[0] is first[0]
    assert again[1] is first[1]
    assert painter.drawn == []


def test_a_part_is_drawn_again_if_a_field_that_it_read_changed() -> None:
    painter = Painter()
    painter.paint(TableView(3))
    board, _ = painter.paint(TableView(4))
    assert board.width == 4
    assert painter.drawn == ["board", "purse"]


def test_a_part_is_not_drawn_again_for_fields_that_it_did_not_read() -> None:
    painter = Painter()
    painter.paint(TableView(3))
    painter.paint(TableView(3, deck=7))
    assert painter.drawn == ["deck"]


def test_a_part_is_drawn_again_for_other_arguments() -> None:
    painter = Painter()
    painter.paint(TableView(3))
    board, _ = painter.paint(TableView(3), name="Bela")
    assert board.title == "Bela"
    assert painter.drawn == ["board"]


def test_parts_within_a_part_that_was_taken_over_are_still_known_in_the_picture_after() -> None:
    painter = Painter()
    painter.paint(TableView(3))
    painter.paint(TableView(3))
    painter.paint(TableView(3), name="Bela")
    assert painter.drawn == ["board"]


def test_parts_of_a_picture_before_the_last_one_are_forgotten() -> None:
    painter = Painter()
    painter.paint(TableView(3))
    painter.paint(TableView(4))
    painter.paint(TableView(3))
    assert painter.drawn == ["board", "purse"]


def test_what_a_part_read_within_another_one_counts_for_both() -> None:
    painter = Painter()
    painter.paint(TableView(3))
    closed, _ = painter.paint(TableView(3, open=False))
    assert closed.width == 0
    painter.paint(TableView(4, open=False))
    assert painter.drawn == []


def test_parts_are_drawn_again_in_another_language() -> None:
    painter = Painter()
    painter.paint(TableView(3))
    with speaking("fr"):
        painter.paint(TableView(3))
    assert painter.drawn == ["board", "purse", "deck"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["micro-dojo", "daimyo", "yedo"])
@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0)], ids=["spectator", "seat"])
def test_a_picture_of_parts_is_the_picture_that_is_drawn_alone(game: str, viewer: Viewer) -> None:
    parts = Parts[msgspec.Struct]()
    for _, after in replay_file(DEMO / f"{game}.kifu"):
        if after is not None and after.state is not None:
            looks, view = after.ruleset.looks, after.ruleset.view(after.state, viewer)
            assert looks.draw_next(view, after.names, parts) == looks.draw(view, after.names), f"step {after.step}"
