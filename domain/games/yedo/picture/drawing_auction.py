"""The current auction in Yedo's picture."""

from __future__ import annotations

from domain.games.yedo.facts.bidding import lot_name
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.kernel.drawing.kit import INNER, Sheet, chip
from domain.kernel.drawing.lettering import fit
from domain.kernel.drawing.pieces import MARGIN, Caption, seat_mark
from domain.kernel.drawing.tree import Group, Rect, Text
from domain.kernel.language import say
from domain.kernel.words import join_words

HIGHER, BETWEEN = 7, 10
"""How many higher bids are drawn, and the distance between them, in which their light has room."""


def draw_auction(scene: Scene, sheet: Sheet) -> None:
    """Draw the current auction: the highest bid, the next higher ones, and who has yet to answer."""
    auction = scene.seen.auction
    if auction is None:
        return
    bidder = scene.names[auction.bidder]
    said = say("{name} bids {n} Mon for {lot}", name=bidder, n=auction.bid, lot=lot_name(auction.lot))
    sheet.add(
        34,
        Group(
            key="auction",
            x=MARGIN,
            y=sheet.y,
            title=said,
            detail=scene.rulebook.read("yedo.bidding.raise-or-pass"),
            clause="yedo.bidding.raise-or-pass",
            places=("type:bid",),
            children=(
                Rect(key="auction/frame", look="badge", x=0, y=0, width=INNER, height=34, radius=8),
                seat_mark("auction/mark", auction.bidder, 7, 7, 20),
                Text(key="auction/text", look="ink", x=34, y=22, text=fit(said, INNER - 42, 14), size=14),
            ),
        ),
    )
    _draw_higher_bids(auction.bid, sheet)
    if auction.waiting:
        names = join_words(scene.names[seat] for seat in auction.waiting)
        sheet.write("waiting", say("Still to answer: {names}", names=names), 2, places=("type:pass",))


def _draw_higher_bids(bid: int, sheet: Sheet) -> None:
    """Draw the next higher bids in a row, like a ladder."""
    sheet.add(
        24,
        *(
            chip(
                f"bid/{number}",
                (MARGIN + place * INNER / HIGHER, sheet.y),
                "mon",
                str(number),
                Caption(say("a bid of {n} Mon", n=number), places=(f"mon:{number} type:bid",)),
                width=INNER / HIGHER - BETWEEN,
            )
            for place, number in enumerate(range(bid + 1, bid + 1 + HIGHER))
        ),
    )
