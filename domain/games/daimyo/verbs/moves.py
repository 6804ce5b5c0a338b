"""Moves that several choices ask for."""

from __future__ import annotations

from domain.games.daimyo.facts.base import origin_name, place_name
from domain.games.daimyo.printed.goods import Goods
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.language import say
from domain.kernel.words import title


class PlaceMove(Move, frozen=True, gc=False):
    """A move that names a site or a shadow space."""

    def place_id(self) -> str:
        """Return the id of the site or space that the move is about."""
        raise NotImplementedError


class TakeTileFrom(Move, frozen=True, gc=False):
    """Take a relic tile from the black market or from the no man's land of an island."""

    tile: Public[str]
    origin: Public[str]

    def label(self) -> str:
        return say("take {tile} from {origin}", tile=title(self.tile), origin=origin_name(self.origin))


class GiveUpTile(Move, frozen=True, gc=False):
    """Give up one of your loose relic tiles."""

    tile: Public[str]

    def label(self) -> str:
        return say("give up {tile}", tile=title(self.tile))


class ChooseGoods(Move, frozen=True, gc=False):
    """Pick goods."""

    goods: Public[Goods]

    def label(self) -> str:
        return str(self.goods)


class ChooseSite(PlaceMove, frozen=True, gc=False):
    """Pick a production site."""

    site: Public[str]

    def place_id(self) -> str:
        return self.site

    def label(self) -> str:
        return place_name(self.site)


class MovePieceTo(PlaceMove, frozen=True, gc=False):
    """Move a piece from a site or space to another one."""

    place: Public[str]
    to: Public[str]

    def place_id(self) -> str:
        return self.to

    def label(self) -> str:
        return say("move from {place} to {to}", place=place_name(self.place), to=place_name(self.to))


class PlacePieceOn(PlaceMove, frozen=True, gc=False):
    """Place a piece on a site or space."""

    place: Public[str]

    def place_id(self) -> str:
        return self.place

    def label(self) -> str:
        return say("place on {place}", place=place_name(self.place))
