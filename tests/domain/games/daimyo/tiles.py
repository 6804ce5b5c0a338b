"""Positions in which seat 0 is about to use a bonus action tile with a certain face on its clan board."""

from __future__ import annotations

from domain.games.daimyo.actions.bonus_tiles import UseTile
from domain.games.daimyo.phases.turn import END_TURN
from domain.games.daimyo.printed.goods import Goods
from domain.games.daimyo.verbs.moves import ChooseGoods
from tests.domain.games.daimyo.game import CONTENT, Position, given

SPACE = "production"
USE = UseTile(SPACE)


def tile_showing(face: str, edition: str, boards: str) -> str:
    """Return a tile that shows a face in an edition on a side of the boards."""
    tiles = [tile for board in CONTENT.mini_boards.values() for tile in board.tiles]
    return next(tile for tile in tiles if CONTENT.face_of(tile, edition, boards).id == face)


def boards_with(tile: str) -> tuple[str, str]:
    """Return a farm board and a tower board, one of which holds the tile."""
    kinds = {board.id: board.building for board in CONTENT.mini_boards.values()}
    own = next(board.id for board in CONTENT.mini_boards.values() if tile in board.tiles)
    return own, next(board for board, kind in kinds.items() if kind != kinds[own])


def laid(face: str, space: str = SPACE, edition: str = "2021", boards: str = "basic", **fields: object) -> Position:
    """Give seat 0 of three a tile with this face on a space."""
    tile = tile_showing(face, edition, boards)
    game = given(edition=edition, boards=boards, **fields)
    return game.mini_boards(0, *boards_with(tile), laid={space: tile})


def advanced(face: str, space: str = SPACE, **fields: object) -> Position:
    """Return the same with a tile of the advanced side."""
    return laid(face, space, boards="advanced", **fields)


def revenue(game: Position) -> Position:
    """End the turn of seat 0, the last of the round, and take its revenue with rice as the resource of choice."""
    return game.menu("tax", main=False).when(0, END_TURN).when(0, ChooseGoods(Goods(rice=1)))
