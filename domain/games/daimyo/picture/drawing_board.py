"""The main board: the popularity track as its frame, and the islands in the sea."""

from __future__ import annotations

from domain.games.daimyo.picture.drawing_centre import draw_centre, measure_centre
from domain.games.daimyo.picture.drawing_islands import draw_island, find_pawns
from domain.games.daimyo.picture.drawing_parts import Scene
from domain.games.daimyo.picture.drawing_track import draw_track, list_tokens
from domain.games.daimyo.picture.sea_places import FRAME, RAIL, WIDTH, find_island, measure_height
from domain.kernel.drawing.art import trace_area
from domain.kernel.drawing.tree import AnyNode, Panel, Path, Rect
from domain.kernel.language import say


def draw_board(scene: Scene) -> Panel:
    """Draw the main board: the sea in its frame, the central island, then the others clockwise around it."""
    islands = scene.seen.islands
    height = measure_height(measure_centre(scene))
    inner = trace_area(FRAME, RAIL, WIDTH - 2 * FRAME, height - 2 * RAIL, 6)
    nodes: list[AnyNode] = [
        Rect(key="board/frame", look="board-wood", x=0, y=0, width=WIDTH, height=height, radius=10),
        Rect(key="board/grain", look="grain", x=0, y=0, width=WIDTH, height=height, radius=10),
        Path(key="board/sea", look="sea", path=inner),
        Path(key="board/waves", look="waves faint", path=inner),
        Path(key="board/edge", look="edge", path=inner),
        draw_centre(scene),
        *scene.parts.draw_all(draw_track, scene, list_tokens(scene), height),
    ]
    for place, island in enumerate(islands):
        x, y = find_island(place, len(islands), height)
        nodes.append(scene.parts.draw(draw_island, island, find_pawns(scene, island), scene, x, y))
    return Panel(key="board", title=say("Main board"), width=WIDTH, height=height, children=tuple(nodes))
