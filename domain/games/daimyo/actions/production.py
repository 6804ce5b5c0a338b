"""Production: governors and techno-farms yield the resources of their sites."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.games.daimyo.facts.base import piece_name
from domain.games.daimyo.printed.goods import NOTHING, Goods, one
from domain.games.daimyo.printed.vocabulary import PieceKind
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed
from domain.games.daimyo.verbs.board import pieces_of
from domain.games.daimyo.verbs.describe import PIECES, how_often
from domain.games.daimyo.verbs.moves import ChooseSite
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say, translate


def harvest(state: DaimyoState, side: int) -> Goods:
    """Return what the governors and techno-farms of a side yield, 1 each.

    Both on one site yield 2 (daimyo.production.same-site-double), opponents there do not reduce this
    (daimyo.production.opponents-do-not-block), and towers yield nothing (daimyo.production.radio-towers-none). See
    daimyo.example.production.
    """
    sites = state.content.sites
    found = NOTHING
    # daimyo.production.techno-farms
    for site in (*state.pieces.governors[side], *state.pieces.farms[side]):
        found += one(sites[site].resource)
    return found


def begin(table: DaimyoTable, seat: int) -> None:
    """Begin the Production main action."""
    with table.citing("daimyo.production.governors"):
        table.gain(seat, harvest(table.state, seat))


class CollectAt(RaisedByDeed, Question[ChooseSite], frozen=True, gc=False):
    """Choose a piece of a kind; it collects the resource of its site a number of times."""

    deed: Deed
    at: PieceKind
    times: int

    clause = "daimyo.island.production-sites"
    prompt = "Choose the piece that collects."

    def moves(self, state: DaimyoState) -> Iterator[ChooseSite]:
        return map(ChooseSite, pieces_of(state, self.deed.owner, self.at))

    def resolve(self, table: DaimyoTable, move: ChooseSite) -> None:
        with table.citing(self.deed.clause):
            table.collect(self.deed.owner, move.site, self.times)

    def why_not(self, state: DaimyoState, move: ChooseSite) -> IllegalMove | None:
        return IllegalMove(
            self.deed.clause, say("You have no {at} on {site!r}.", at=piece_name(self.at), site=move.site)
        )


class Collect(CardEffect, frozen=True):
    """Collect the resource of one piece's site a number of times."""

    verb = "collect at a site"

    at: Literal["governor", "radio-tower", "techno-farm"]
    times: int = 1

    def perform(self, table: DaimyoTable, deed: Deed) -> None:
        table.then(CollectAt(seat=deed.seat, deed=deed, at=self.at, times=self.times))

    def can(self, state: DaimyoState, deed: Deed) -> bool:
        return state.may(deed.owner).holds_goods and bool(pieces_of(state, deed.owner, self.at))

    def phrase(self) -> str:
        return say("collect {times} with {piece}", times=how_often(self.times), piece=translate(PIECES[self.at][0]))
