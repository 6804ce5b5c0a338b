"""The cards in front of a player in Yedo's picture, and the panel of those that the viewer may read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.games.yedo.picture.drawing_hands import (
    OWN_HEIGHT,
    finish_own,
    lay_out_cards,
    list_hand,
    list_rows,
    show_card,
)
from domain.games.yedo.picture.drawing_pieces import Scene
from domain.games.yedo.views.view_seats import HandView, YedoSeatView
from domain.kernel.drawing.kit import GAP, Sheet, Shown
from domain.kernel.drawing.tree import Panel
from domain.kernel.language import say


class Layout(NamedTuple):
    """How cards are laid out: in how many columns, with how many lines of each text, with the kind of each or not."""

    columns: int
    lines: int
    kinds: bool = True


LAYOUTS = (*(Layout(2, lines) for lines in range(6, -1, -1)), Layout(3, 1), Layout(3, 0), Layout(3, 0, kinds=False))
"""The layouts, the one that shows most first; tooltips have the whole texts."""


def draw_cards(scene: Scene, seat: YedoSeatView, hand: HandView) -> Panel:
    """Draw the cards other than Missions, in hand and in front of a player, with as much text as there is room for."""
    sheet = Sheet(f"cards/{seat.seat}")
    sheet.y = GAP
    if seat.waived:
        sheet.write("waived", say_waived())
    cards = [*list_hand(seat.seat, hand), *list_open_cards(scene, seat)]
    _lay_out(sheet, cards)
    if not cards:
        sheet.caption("none", say("no cards"))
    return finish_own(sheet, say("Cards of {name}", name=scene.names[seat.seat]))


def _lay_out(sheet: Sheet, cards: Sequence[Shown]) -> None:
    """Lay cards out in the first layout for which there is room, otherwise in the smallest."""
    room = OWN_HEIGHT - sheet.y
    for columns, lines, kinds in LAYOUTS:
        shown = cards if kinds else [card._replace(heading="") for card in cards]
        if sum(height + GAP for _, height in list_rows(shown, lines, columns)) <= room:
            break
    lay_out_cards(sheet, shown, lines, columns)


def say_waived() -> str:
    """Say that a player answers no card of others in this round."""
    return say("Lets all cards of others pass in this round.")


def list_open_cards(scene: Scene, seat: YedoSeatView) -> Iterator[Shown]:
    """Yield the cards in front of a player that are not in hand."""
    number, teahouse = seat.seat, scene.seen.teahouse
    if seat.power is not None:
        yield show_card(f"power/{number}/{seat.power.card}", seat.power, say("Clan Power"))
    if seat.power_passed is not None:
        yield show_card(f"power/{number}/passed", seat.power_passed, say("Clan Power that you passed on"))
    for power in seat.power_hand or ():
        key = f"power/{number}/choice/{power.card}"
        yield show_card(key, power, say("Clan Power to choose from"), (f"power:{power.card}",))
    if teahouse is not None:
        active, recruited = teahouse.active[number], teahouse.recruited[number]
        if active is not None:
            key = f"character/{active.card}"
            yield show_card(key, active, say("Character of this round"), (f"character:{active.card}",))
        if recruited is not None:
            key = f"character/{recruited.card}"
            yield show_card(key, recruited, say("Character for the next round"), (f"character:{recruited.card}",))
    if seat.favor is not None:
        yield show_card(f"favor/{number}/{seat.favor.card}", seat.favor, say("Favor of the Shogun"))
