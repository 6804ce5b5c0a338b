"""Placing and moving pieces by cards, clan abilities and villagers, and for the empire and the mercenaries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from domain.games.daimyo.actions.advantage import pick_overtaking_moves, pick_overtaking_places
from domain.games.daimyo.actions.bonus_tiles import LayTile
from domain.games.daimyo.actions.construction import harvest_when_built
from domain.games.daimyo.actions.recruitment import eliminate, enemies_of, governors_of, place_shadow
from domain.games.daimyo.facts.base import a_piece, island_name, piece_name, place_name
from domain.games.daimyo.facts.pieces import BuildingMoved, BuildingPlaced, GovernorMoved, ShadowMoved
from domain.games.daimyo.printed.vocabulary import PieceKind
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed, describe_yield
from domain.games.daimyo.verbs.board import (
    free_building_sites,
    free_governor_sites,
    free_shadow_spaces,
    has_left,
    pieces_of,
)
from domain.games.daimyo.verbs.describe import PIECES, how_often, some
from domain.games.daimyo.verbs.moves import MovePieceTo, PlaceMove, PlacePieceOn
from domain.games.daimyo.verbs.subjects import piece_subject
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.choice import Move, Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import Later, later, say, translate
from domain.kernel.words import join_words


class PlaceForFree(RaisedByDeed, Question[PlacePieceOn], frozen=True, gc=False):
    """Place a number of pieces without paying, on these islands or, if none is named, on any.

    Unless an advantage binds the human, every free place may be chosen (daimyo.solo.human-chooses).
    """

    deed: Deed
    kind: PieceKind
    islands: tuple[str, ...]
    left: int

    clause = "daimyo.island.site-available"
    prompt = "Choose where the piece goes."

    def question(self, names: Sequence[str]) -> str:
        return say("Choose where {piece} goes.", piece=_a_piece_of(self.deed, self.kind, names))

    def label(self, state: DaimyoState, move: PlacePieceOn, names: Sequence[str]) -> str:
        return say(
            "{piece} on {place}",
            piece=_a_piece_of(self.deed, self.kind, names),
            place=_place_label(state, move, self.deed),
        )

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        return (*super().subjects(state), piece_subject(state, self.deed.owner, self.kind))

    def moves(self, state: DaimyoState) -> Iterator[PlacePieceOn]:
        return map(PlacePieceOn, self._places(state))

    def _places(self, state: DaimyoState) -> list[str]:
        places = free_places(state, self.kind, self.islands)
        if self.deed.advantage:
            return pick_overtaking_places(state, self.deed.owner, self.kind, places, self.left)
        return places

    def resolve(self, table: DaimyoTable, move: PlacePieceOn) -> None:
        place_piece(table, self.deed, self.kind, move.place)
        if self.left > 1:
            if can_place(table.state, self.deed.owner, self.kind, self.islands):
                table.then(replace(self, left=self.left - 1))
            else:
                table.fall_short(self.deed.owner)

    def why_not(self, state: DaimyoState, move: PlacePieceOn) -> IllegalMove | None:
        if move.place in free_places(state, self.kind, self.islands):
            return IllegalMove(
                "daimyo.solo.to-its-advantage", say("The empire overtakes you where it can: place it there.")
            )
        return IllegalMove(
            "daimyo.island.site-available", say("The place {place!r} is not free for it here.", place=move.place)
        )


class MoveForFree(RaisedByDeed, Question[MovePieceTo], frozen=True, gc=False):
    """Move one of the owner's pieces to a free place of its kind and collect `collect` of that place's resource."""

    deed: Deed
    kind: PieceKind
    collect: int = 0

    clause = "daimyo.island.influence-adjust-on-move"
    prompt = "Choose the piece that moves, and where to."

    def question(self, names: Sequence[str]) -> str:
        return say("Choose which {piece} moves, and where to.", piece=_piece_of(self.deed, self.kind, names))

    def label(self, state: DaimyoState, move: MovePieceTo, names: Sequence[str]) -> str:
        piece = _piece_of(self.deed, self.kind, names)
        return say(
            "{piece} from {place} to {to}",
            piece=piece,
            place=place_name(move.place),
            to=_place_label(state, move, self.deed),
        )

    def moves(self, state: DaimyoState) -> Iterator[MovePieceTo]:
        owner, free = self.deed.owner, free_places(state, self.kind, ())
        ways = [(place, to) for place in movable_pieces(state, owner, self.kind) for to in free]
        if self.deed.advantage:
            ways = pick_overtaking_moves(state, owner, self.kind, ways)
        for place, to in ways:
            yield MovePieceTo(place, to)

    def resolve(self, table: DaimyoTable, move: MovePieceTo) -> None:
        with table.citing(self.deed.clause):
            move_piece(table, self.deed.owner, self.kind, move.place, move.to)
            if self.collect:
                table.collect(self.deed.owner, move.to, self.collect)

    def why_not(self, state: DaimyoState, move: MovePieceTo) -> IllegalMove | None:
        if self.kind == "shadow" and self.deed.owner < state.seats:
            return IllegalMove("daimyo.recruitment.shadow.permanent", say("A shadow stays where it is."))
        if move.place not in pieces_of(state, self.deed.owner, self.kind):
            return IllegalMove(
                self.deed.clause,
                say("There is no {kind} to move on {place!r}.", kind=piece_name(self.kind), place=move.place),
            )
        if move.to in free_places(state, self.kind, ()):
            return IllegalMove(
                "daimyo.solo.to-its-advantage", say("The empire overtakes you where it can: move it there.")
            )
        return IllegalMove("daimyo.island.site-available", say("The place {to!r} is not free for it.", to=move.to))


def _piece_of(deed: Deed, kind: PieceKind, names: Sequence[str]) -> str:
    """Name a piece, with its side if another seat decides for it: "governor of The Empire"."""
    return _say_owner(piece_name(kind), deed, names)


def _a_piece_of(deed: Deed, kind: PieceKind, names: Sequence[str]) -> str:
    return _say_owner(a_piece(kind), deed, names)


def _say_owner(piece: str, deed: Deed, names: Sequence[str]) -> str:
    if deed.owner == deed.seat or not names:
        return piece
    return say("{piece} of {who}", piece=piece, who=names[deed.owner])


def _place_label(state: DaimyoState, move: Move, deed: Deed) -> str:
    """Name a place with what it yields to the side whose piece goes there; automated sides gain no gold."""
    if not isinstance(move, PlaceMove):
        return move.label()
    place = move.place_id()
    pays = deed.owner < state.seats or place not in state.content.shadow_spaces
    return place_name(place) + (describe_yield(state, place) if pays else "")


def free_places(state: DaimyoState, kind: PieceKind, islands: Iterable[str]) -> list[str]:
    """Return the free sites or spaces for a kind of piece."""
    if kind == "governor":
        return free_governor_sites(state, islands)
    if kind == "shadow":
        return free_shadow_spaces(state, islands)
    return free_building_sites(state, islands)


def can_place(state: DaimyoState, side: int, kind: PieceKind, islands: Iterable[str]) -> bool:
    """Return whether a side has such a piece left, and a free place for it exists."""
    return has_left(state, side, kind) and bool(free_places(state, kind, islands))


def place_piece(table: DaimyoTable, deed: Deed, kind: PieceKind, place: str) -> None:
    """Place a piece without paying (daimyo.solo.no-costs), with its consequences.

    A building of a player leaves its mini-board like any other (daimyo.bonus-tile.place).
    """
    owner = deed.owner
    with table.citing(deed.clause):
        if kind == "governor":
            table.place_governor(owner, place)
        elif kind == "shadow":
            place_shadow(table, deed, place, gold=owner < table.state.seats)
        else:
            table.emit(BuildingPlaced(table.clause, owner, kind, place))
            harvest_when_built(table, owner, kind, place)
            if owner < table.state.seats:
                table.then(LayTile(seat=owner, building=kind))


def movable_pieces(state: DaimyoState, side: int, kind: PieceKind) -> tuple[str, ...]:
    """Return the places of the pieces that may move: shadows of players stay (daimyo.recruitment.shadow.permanent)."""
    return () if kind == "shadow" and side < state.seats else pieces_of(state, side, kind)


def move_piece(table: DaimyoTable, side: int, kind: PieceKind, place: str, to: str) -> None:
    """Move a piece together with its influence."""
    if kind == "governor":
        table.emit(GovernorMoved(table.clause, side, place, to))
    elif kind == "shadow":
        table.emit(ShadowMoved(table.clause, side, place, to))
    else:
        table.emit(BuildingMoved(table.clause, side, kind, place, to))


class PlacePiece(CardEffect, frozen=True):
    """Place a piece without paying, on one of these islands; on any if none is named."""

    verb = "place a piece"
    of_the_empire = True

    kind: PieceKind
    islands: tuple[str, ...] = ()
    count: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(PlaceForFree(seat=deed.seat, deed=deed, kind=self.kind, islands=self.islands, left=self.count))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return can_place(state, deed.owner, self.kind, self.islands)

    def phrase(self) -> str:
        pieces = some(self.count, PIECES[self.kind])
        if not self.islands:
            return say("place {pieces}", pieces=pieces)
        islands = join_words(map(island_name, self.islands), "or")
        return say("place {pieces} on the {islands} island", pieces=pieces, islands=islands)

    def fault(self, islands: Collection[str]) -> Later | None:
        unknown = [island for island in self.islands if island not in islands]
        return later("there is no {island} island", island=unknown[0]) if unknown else None


class MovePiece(CardEffect, frozen=True):
    """Move one of the owner's pieces to a free space of its kind."""

    verb = "move a piece"
    of_the_empire = True

    kind: PieceKind

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(MoveForFree(seat=deed.seat, deed=deed, kind=self.kind))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return bool(movable_pieces(state, deed.owner, self.kind) and free_places(state, self.kind, ()))

    def phrase(self) -> str:
        return say("move {piece}", piece=translate(PIECES[self.kind][0]))


class MoveGovernor(CardEffect, frozen=True):
    """Move a governor of the owner to a free governor space and collect that site's resource `collect` times."""

    verb = "move a governor"

    collect: int = 0

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(MoveForFree(seat=deed.seat, deed=deed, kind="governor", collect=self.collect))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return bool(state.pieces.governors[deed.owner] and free_governor_sites(state))

    def phrase(self) -> str:
        if self.collect:
            return say("move a governor and collect {times} there", times=how_often(self.collect))
        return say("move a governor")


class Eliminate(CardEffect, frozen=True):
    """Remove an enemy governor: from any island, or from one where the owner has a governor."""

    verb = "remove a governor"
    of_the_empire = True
    harms = True

    where: Literal["any", "own-governor"] = "any"

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        eliminate(table, deed, self._islands_in_reach(table.state, deed))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return bool(governors_of(state, enemies_of(state, deed), self._islands_in_reach(state, deed)))

    def phrase(self) -> str:
        if self.where == "any":
            return say("remove an enemy governor from any island")
        return say("remove an enemy governor from an island with an own governor")

    def _islands_in_reach(self, state: DaimyoState, deed: Deed) -> tuple[str, ...]:
        if self.where == "any":
            return state.parameters.islands
        return tuple(dict.fromkeys(state.content.island_of[site] for site in state.pieces.governors[deed.owner]))
