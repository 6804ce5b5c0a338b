"""Pictures of games: what a viewer sees after a step, or after each of many steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

import msgspec

from domain.application.stored.stored_games import StoredGames
from domain.kernel.audience import Viewer
from domain.kernel.drawing.parts import Parts
from domain.kernel.drawing.tree import (
    Art,
    Drawing,
    Flat,
    Material,
    Panel,
    Rect,
    Symbols,
    Text,
    compare,
    flatten,
)
from domain.kernel.language import say
from domain.record.game import CannotRewind, Game, replay

BATCH = 50
"""How many steps are read at a time."""


class DrawnStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The picture after a step.

    The first of several is complete; each later one has its differences from the one before. `marked` has the keys of
    what the step changed. `points` are those that the viewer sees, by seat and then by side, absent before the set-up.
    """

    step: int
    nodes: Flat
    marked: tuple[str, ...]
    points: tuple[int, ...] = ()
    gone: tuple[str, ...] = ()
    title: str = ""
    description: str = ""
    panels: tuple[str, ...] = ()
    symbols: Symbols = {}
    art: Mapping[str, Art] = {}
    materials: Mapping[str, Material] = {}


class Picture(msgspec.Struct, frozen=True):
    """A drawing with the keys of what its step changed."""

    drawing: Drawing
    marked: tuple[str, ...]


def draw_game(game: Game, viewer: Viewer) -> Drawing:
    """Draw what a viewer sees of a game: before the set-up, an empty table."""
    return _look(game, viewer, Parts())[0]


def _look(game: Game, viewer: Viewer, parts: Parts[msgspec.Struct]) -> tuple[Drawing, tuple[int, ...]]:
    if game.state is None:
        return _draw_empty_table(game), ()
    view = game.ruleset.view(game.state, viewer)
    return game.ruleset.looks.draw_next(view, game.names, parts), game.ruleset.looks.shown_points(view)


def _draw_empty_table(game: Game) -> Drawing:
    text = say("The game has not started.")
    nodes = (
        Rect(key="table/paper", look="paper", x=1, y=1, width=358, height=78, radius=10),
        Text(key="table/text", look="ink", x=180, y=46, text=text, size=16, anchor="middle"),
    )
    table = Panel(key="table", title=text, height=80, children=nodes)
    return Drawing(title=game.ruleset.title, description=text, panels=(table,), symbols={})


def picture_step(stored: StoredGames, game_id: UUID, step: int, viewer: Viewer) -> Picture:
    """Return the picture after a step, with what the step changed; raises UnknownGame, UnknownStep."""
    parts = Parts[msgspec.Struct]()
    game, before = _open_at(stored, game_id, step, viewer, parts)
    drawing, _ = _look(game, viewer, parts)
    return Picture(drawing, compare(before, drawing).marked if before is not None else ())


def draw_steps(stored: StoredGames, game_id: UUID, first: int, last: int, viewer: Viewer) -> Iterator[DrawnStep]:
    """Yield the pictures after the steps `first` to `last`, both of which exist; raises UnknownGame, UnknownStep."""
    parts = Parts[msgspec.Struct]()
    game, earlier = _open_at(stored, game_id, first, viewer, parts)
    drawing, points = _look(game, viewer, parts)
    panels = tuple(panel.key for panel in drawing.panels)
    yield DrawnStep(
        first,
        flatten(drawing),
        compare(earlier, drawing).marked if earlier is not None else (),
        points,
        title=drawing.title,
        description=drawing.description,
        panels=panels,
        symbols=drawing.symbols,
        art=drawing.art,
        materials=drawing.materials,
    )
    for after in _games_after(stored, game, last):
        before = drawing
        drawing, points = _look(after, viewer, parts)
        change = compare(before, drawing)
        keys = tuple(panel.key for panel in drawing.panels)
        yield DrawnStep(
            after.step,
            change.nodes,
            change.marked,
            points,
            gone=change.gone,
            description=drawing.description,
            panels=keys if keys != panels else (),
        )
        panels = keys


def _open_at(
    stored: StoredGames, game_id: UUID, step: int, viewer: Viewer, parts: Parts[msgspec.Struct]
) -> tuple[Game, Drawing | None]:
    """Return the game after a step, and the drawing before it, None before the first step."""
    if step == 1:
        return stored.at_step(game_id, step), None
    earlier = stored.back_at(stored.check_step(game_id, step), step - 1)
    return next(_games_after(stored, earlier, step)), _look(earlier, viewer, parts)[0]


def _games_after(stored: StoredGames, game: Game, last: int) -> Iterator[Game]:
    """Yield the game after each of the steps after that of `game`, up to the step `last`."""
    while game.step < last:
        try:
            for _, after in replay(stored.events_after(game, min(game.step + BATCH, last)), stored.rulesets, game):
                assert after is not None
                game = after
                yield game
        except CannotRewind:
            game = stored.at_step(game.id, game.step + 1)
            yield game
