"""The preview of a link to a game: its title, and a picture in the size that chats and networks show uncropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from api.responses.png import draw_png
from api.responses.svg import Placed, write_scene
from domain.application.drawings import draw_game
from domain.kernel.audience import SPECTATOR
from domain.kernel.drawing.lettering import fit, fit_name, measure
from domain.kernel.drawing.pieces import seat_mark
from domain.kernel.drawing.tree import MARKS, AnyNode, Panel, Rect, Text
from domain.kernel.language import say, say_many
from domain.kernel.scoring import Result
from domain.kernel.words import join_words
from domain.record.game import Game

WIDTH, HEIGHT = 1200, 630
"""The size of the picture in pixels; chats crop others."""
EDGE = 30
TABLE = 770
"""The width of the table, beside the names."""
LEFT = TABLE + 2 * EDGE
ROOM = WIDTH - LEFT - EDGE
NAMES = 26, 20
"""The size of names, and of long ones."""
ROW = 62
"""The distance between players' rows."""


def tell_title(game: Game) -> str:
    """Say in one line who plays or played a game, and who won."""
    names, title = game.names, game.ruleset.title
    seated = [name for name, player in zip(names, game.players, strict=False) if player is not None]
    if game.result is None:
        return say("{game}: {players}", game=title, players=", ".join(seated)) if seated else title
    if game.result.won_together is False:
        return say("{game}: {players} lost together", game=title, players=join_words(seated))
    winners = [names[seat] for seat in game.result.winners if seat < len(names)]
    if game.result.goals:
        return say_many(
            "{game}: {winners} won", "{game}: {winners} won", len(seated), game=title, winners=join_words(seated)
        )
    ranked = sorted(game.result.scores, key=lambda score: (score.rank, -score.points))
    scores = ", ".join(f"{names[score.seat]} {score.points}" for score in ranked)
    return say_many(
        "{game}: {winners} won ({scores})",
        "{game}: {winners} won ({scores})",
        len(winners),
        game=title,
        winners=join_words(winners),
        scores=scores,
    )


def draw_preview(game: Game) -> bytes:
    """Draw the picture as PNG, in light colours."""
    return draw_png(write_preview(game))


def write_preview(game: Game) -> str:
    """Write the picture as an SVG document: the table as everybody may see it, and everyone's points."""
    drawing = draw_game(game, SPECTATOR)
    # The board is the first of the widest panels; the result is in words beside it.
    table = max((panel for panel in drawing.panels if panel.key != "result"), key=lambda panel: panel.width)
    scale = min(TABLE / table.width, (HEIGHT - 2 * EDGE) / table.height)
    x = EDGE + (TABLE - table.width * scale) / 2
    y = (HEIGHT - table.height * scale) / 2
    ground = Rect(key="preview/ground", look="paper", x=-2, y=-2, width=WIDTH - LEFT + EDGE, height=HEIGHT + 4)
    words = Panel(key="preview", height=HEIGHT, width=ROOM, children=(ground, *_list_words(game)))
    shown = msgspec.structs.replace(drawing, panels=(table, words), symbols={**MARKS, **drawing.symbols})
    return write_scene(shown, (Placed(table, x, y, scale), Placed(words, LEFT, 0, 1)), (WIDTH, HEIGHT))


def _list_words(game: Game) -> Iterator[AnyNode]:
    yield _write("title", game.ruleset.title, 90, 44, bold=True)
    yield _write("status", _tell_status(game), 132, 24, look="soft")
    for row, (place, name, points) in enumerate(_rank(game)):
        y = 210 + row * ROW
        won = game.result is not None and place in game.result.winners
        yield seat_mark(f"preview/{place}/mark", place, EDGE / 2, y - 24, 30)
        room = ROOM - EDGE - 40 - (70 if points else 0)
        size = NAMES[0] if measure(name, NAMES[0], won) <= room else NAMES[1]
        yield Text(
            key=f"preview/{place}/name",
            look="ink",
            x=EDGE / 2 + 42,
            y=y,
            text=fit_name(name, room, size, won),
            size=size,
            bold=won,
        )
        if points:
            yield Text(
                key=f"preview/{place}/points", look="ink", x=ROOM, y=y, text=points, size=28, anchor="end", bold=won
            )
    yield _write("kifu", "Kifu", HEIGHT - EDGE, 24, look="soft", bold=True)


def _write(name: str, text: str, y: float, size: float, look: str = "ink", bold: bool = False) -> Text:
    shown = fit(text, ROOM - EDGE / 2, size, bold)
    return Text(key=f"preview/{name}", look=look, x=EDGE / 2, y=y, text=shown, size=size, bold=bold)


def _rank(game: Game) -> Sequence[tuple[int, str, str]]:
    """Return seat, name and points for each taken seat, the best first once the game is over."""
    names = game.names
    if game.result is None:
        return [(seat, names[seat], "") for seat, player in enumerate(game.players) if player is not None]
    ranked = sorted(game.result.scores, key=lambda score: (score.rank, -score.points, score.seat))
    return [(score.seat, names[score.seat], _tell_points(game.result, score.points)) for score in ranked]


def _tell_points(result: Result, points: int) -> str:
    return "" if result.goals else str(points)


def _tell_status(game: Game) -> str:
    if game.result is not None:
        return say("The game is over.")
    if game.status == "cancelled":
        return say("This game was cancelled.")
    return say("The game is running.") if game.state is not None else say("The game is waiting for players.")
