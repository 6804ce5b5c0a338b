"""How Yedo looks: its board in a terminal, its picture, and the points that a view shows."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.yedo.picture import drawing
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.views import board_text
from domain.games.yedo.views.view import YedoView
from domain.kernel.drawing.looks import Holding, Looks
from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.tree import Drawing
from domain.kernel.language import say
from domain.kernel.rulebook import Rulebook


class YedoLooks(Looks[YedoView]):
    """Draws views of Yedo with the words of its content and its rulebook."""

    def __init__(self, content: YedoContent, rulebook: Rulebook) -> None:
        self._content = content
        self._rulebook = rulebook

    def board(self, view: YedoView, names: Sequence[str]) -> str:
        return board_text.board(view, names)

    def draw(self, view: YedoView, names: Sequence[str]) -> Drawing:
        return self.draw_next(view, names, Parts())

    def draw_next(self, view: YedoView, names: Sequence[str], parts: Parts[YedoView]) -> Drawing:
        return drawing.draw(view, self._content, self._rulebook, names, parts)

    def holdings(self, view: YedoView, seat: int) -> tuple[Holding, ...]:
        held = view.seats[seat]
        return (
            Holding(say("Mon"), held.mon, "coin"),
            Holding(say("Weapons"), len(held.weapons), "hammer"),
            Holding(say("Geishas"), len(held.geishas), "geisha"),
            Holding(say("Blessing"), int(held.blessing), "blessing-art"),
            Holding(say("Blackmail Cards"), held.blackmail, "blackmail"),
            Holding(say("Prestige Points"), held.prestige, "star"),
        )

    def shown_points(self, view: YedoView) -> tuple[int, ...]:
        return tuple(seat.prestige for seat in view.seats)
