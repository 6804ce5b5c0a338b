"""How Daimyo looks: its board in a terminal, its picture, and the points that a view shows."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo.picture import drawing
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.views import board_text
from domain.games.daimyo.views.view import DaimyoView
from domain.kernel.drawing.looks import Holding, Looks
from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.tree import Drawing
from domain.kernel.language import say
from domain.kernel.rulebook import Rulebook


class DaimyoLooks(Looks[DaimyoView]):
    """Draws views of Daimyo with the words of its content and its rulebook."""

    def __init__(self, content: DaimyoContent, rulebook: Rulebook) -> None:
        self._content = content
        self._rulebook = rulebook

    def board(self, view: DaimyoView, names: Sequence[str]) -> str:
        return board_text.board(view, names)

    def draw(self, view: DaimyoView, names: Sequence[str]) -> Drawing:
        return self.draw_next(view, names, Parts())

    def draw_next(self, view: DaimyoView, names: Sequence[str], parts: Parts[DaimyoView]) -> Drawing:
        return drawing.draw(view, self._content, self._rulebook, names, parts)

    def holdings(self, view: DaimyoView, seat: int) -> tuple[Holding, ...]:
        side = view.sides[seat]
        return (
            Holding(say("rice"), side.goods.rice, "rice"),
            Holding(say("metal"), side.goods.metal, "metal"),
            Holding(say("crystal"), side.goods.crystal, "crystal"),
            Holding(say("gold"), side.goods.gold, "coin"),
            Holding(say("points"), side.points, "star"),
        )

    def shown_points(self, view: DaimyoView) -> tuple[int, ...]:
        return tuple(side.points for side in view.sides)
