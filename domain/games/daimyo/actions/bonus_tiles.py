"""Bonus action tiles: where to lay an uncovered one, and how to use one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.games.daimyo.actions.clans import has_total
from domain.games.daimyo.facts.base import piece_name
from domain.games.daimyo.facts.turn import BonusTileLaid, BonusTileUsed
from domain.games.daimyo.printed.entries import BuildingKind, Face
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import Question, can_any, deed_of, describe_if_named, do, hold_if_ids, name_card
from domain.games.daimyo.verbs.describe import describe
from domain.games.daimyo.verbs.subjects import tile_subject
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.games.daimyo.verbs.turn_menu import TurnAction, TurnMenu
from domain.kernel.audience import Public
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.words import explain, title

CLAN_ABILITY = "clan-ability"
REVENUE_SPACES = ("revenue-1", "revenue-2")
"""The spaces of the yellow area (daimyo.bonus-tile.yellow-spaces)."""


class LayBonusTile(Move, frozen=True, gc=False):
    """Take the building off this tile and lay the tile on a space of the clan board."""

    tile: Public[str]
    space: Public[str]

    def label(self) -> str:
        return say("lay {tile} on {space}", tile=title(self.tile), space=title(self.space))


class UseTile(TurnAction, frozen=True, gc=False):
    """Use the bonus action tile on a space of the clan board."""

    space: Public[str]

    rank = 4

    @classmethod
    def offered(cls, state: DaimyoState, menu: TurnMenu) -> Iterator[UseTile]:
        if menu.tile and usable(state, menu.seat, menu.space):
            yield UseTile(menu.space)
        if menu.clan_tile and has_total(state, menu.seat) and usable(state, menu.seat, CLAN_ABILITY):
            yield UseTile(CLAN_ABILITY)

    def label(self) -> str:
        return say("use the tile on {space}", space=title(self.space))

    def deed(self, state: DaimyoState, menu: TurnMenu) -> str:
        tile = state.tile_on(menu.seat, self.space)
        if tile is None:
            return self.label()
        return explain(self.label(), describe(face(state, tile).effects))

    def act(self, table: DaimyoTable, menu: TurnMenu) -> TurnMenu:
        of_clan = self.space == CLAN_ABILITY
        with table.citing("daimyo.bonus-tile.clan-ability" if of_clan else "daimyo.bonus-tile.main-action"):
            use(table, menu.seat, self.space)
        return replace(menu, clan_tile=False) if of_clan else replace(menu, tile=False)

    def why_not(self, state: DaimyoState, menu: TurnMenu) -> IllegalMove:
        of_clan = self.space == CLAN_ABILITY
        if not of_clan and self.space != menu.space:
            why = say("Only the tile on this turn's main action and the one on the clan ability can be used.")
            return IllegalMove("daimyo.bonus-tile.main-action", why)
        if not (menu.clan_tile if of_clan else menu.tile):
            return IllegalMove("daimyo.bonus.once-per-turn", say("You have already used that tile in this turn."))
        tile = state.tile_on(menu.seat, self.space)
        if tile is None:
            why = say("No bonus action tile lies on {space}.", space=title(self.space))
            return IllegalMove("daimyo.bonus-tile.covered-inactive", why)
        if of_clan and not has_total(state, menu.seat):
            needed = state.content.numbers.clan_ability_total
            why = say("Your dice have to total {needed} for that tile.", needed=needed)
            return IllegalMove("daimyo.bonus-tile.clan-ability", why)
        return IllegalMove(face(state, tile).clause, say("That tile would do nothing now."))


class LayTile(Question[LayBonusTile], frozen=True, gc=False):
    """A building leaves its mini-board: choose which one, and where the tile below it goes for good.

    The builder chooses the building (daimyo.ruling.mini-board-order). A laid tile stays (daimyo.bonus-tile.fixed);
    a new one may cover it (daimyo.bonus-tile.cover).
    """

    building: BuildingKind

    clause = "daimyo.bonus-tile.place"
    prompt = "Lay the uncovered bonus action tile on your clan board."

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        return tuple(tile_subject(tile, face(state, tile)) for tile in under(state, self.seat, self.building))

    def moves(self, state: DaimyoState) -> Iterator[LayBonusTile]:
        for tile in under(state, self.seat, self.building):
            for space in spaces_for(state, tile):
                yield LayBonusTile(tile, space)

    def label(self, state: DaimyoState, move: LayBonusTile, names: Sequence[str]) -> str:
        return explain(move.label(), describe(face(state, move.tile).effects))

    def resolve(self, table: DaimyoTable, move: LayBonusTile) -> None:
        state, shown = table.state, face(table.state, move.tile)
        does, held = describe_if_named(state, shown.effects), hold_if_ids(state, shown.id)
        table.emit(BonusTileLaid(table.clause, self.seat, move.tile, move.space, does, held))

    def why_not(self, state: DaimyoState, move: LayBonusTile) -> IllegalMove | None:
        if any(laid.tile == move.tile for laid in state.clan_boards.laid[self.seat]):
            return IllegalMove(
                "daimyo.bonus-tile.fixed", say("That tile lies on your clan board and stays where it is.")
            )
        if move.tile not in under(state, self.seat, self.building):
            where = say("No {building} of yours covers {tile!r}.", building=piece_name(self.building), tile=move.tile)
            return IllegalMove("daimyo.bonus-tile.place", where)
        yellow = face(state, move.tile).colour == "yellow"
        clause = "daimyo.bonus-tile.yellow-spaces" if yellow else "daimyo.bonus-tile.gray-spaces"
        return IllegalMove(
            clause, say("This tile can be laid on {spaces}.", spaces=", ".join(spaces_for(state, move.tile)))
        )


def face(state: DaimyoState, tile: str) -> Face:
    """Return the face that a tile shows in this game (daimyo.setup.player.bonus-tiles.2021, .2019)."""
    return state.content.face_of(tile, state.parameters.edition, state.parameters.boards)


def under(state: DaimyoState, seat: int, building: BuildingKind) -> list[str]:
    """Return the tiles that are still under buildings of a kind."""
    boards = state.content.mini_boards
    on_boards = {
        tile for b in state.clan_boards.boards[seat] if boards[b].building == building for tile in boards[b].tiles
    }
    return [tile for tile in state.clan_boards.under[seat] if tile in on_boards]


def spaces_for(state: DaimyoState, tile: str) -> tuple[str, ...]:
    """Return the spaces of a clan board that accept a tile (daimyo.bonus-tile.gray-spaces)."""
    if face(state, tile).colour == "yellow":
        return REVENUE_SPACES
    return (*(action.id for action in state.content.actions.values() if action.tile_space), CLAN_ABILITY)


def usable(state: DaimyoState, seat: int, space: str) -> bool:
    """Return whether a tile there would do something now (daimyo.ruling.hero-without-effect).

    It may have been laid in this same turn (daimyo.ruling.tile-same-turn). A tile under a building or another tile does
    not count (daimyo.bonus-tile.covered-inactive).
    """
    tile = state.tile_on(seat, space)
    if tile is None:
        return False
    shown = face(state, tile)
    return can_any(shown.effects, state, deed_of(seat, shown.clause))


def use(table: DaimyoTable, seat: int, space: str) -> None:
    """Use the tile on a space."""
    tile = table.state.tile_on(seat, space)
    assert tile is not None
    shown = face(table.state, tile)
    table.emit(BonusTileUsed(table.clause, seat, space, tile, shown.id, describe_if_named(table.state, shown.effects)))
    do(
        table,
        deed_of(seat, shown.clause, name_card(table.state, f"tile/{tile}")),
        shown.effects,
    )
