"""The Teahouse as everybody sees it."""

from __future__ import annotations

import msgspec

from domain.games.yedo.facts.base import card_name
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.state import YedoState
from domain.games.yedo.views.view_seats import CardView, Guest
from domain.games.yedo.words.describe_teahouse import character_text
from domain.kernel.audience import Viewer


class RoninView(msgspec.Struct, frozen=True):
    """The seat that the Ronin serves in this round, and his space, or null in its Clan House."""

    seat: int
    space: str | None


class TeahouseView(msgspec.Struct, frozen=True):
    """The Characters.

    `display` can be recruited. `deck` lists the others still to come, sorted, since all Characters are known, and
    `discard` the discarded ones, the last one on top. By seat, `active` is the Character of this round and `recruited`
    the one for the next; everyone sees both (yedo.clan-board.power-character-face-up, yedo.ruling.recruited-open).
    """

    display: tuple[CardView, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    active: tuple[CardView | None, ...]
    recruited: tuple[CardView | None, ...]
    ronin: RoninView | None

    @property
    def guests(self) -> tuple[Guest, ...]:
        """The Ronin, if he is there."""
        return () if self.ronin is None else (Guest("ronin", self.ronin.seat, self.ronin.space),)


def view_teahouse(state: YedoState, viewer: Viewer) -> TeahouseView:
    """Build the view of the Teahouse, which is the same for everybody."""
    held = state.characters
    return TeahouseView(
        display=tuple(view_character(state.content, character) for character in held.display),
        deck=held.deck,
        discard=held.discard,
        active=tuple(_maybe(state, character) for character in held.active),
        recruited=tuple(_maybe(state, character) for character in held.recruited),
        ronin=_ronin(state),
    )


def view_character(content: YedoContent, character: str) -> CardView:
    """Build the view of a Character."""
    return CardView(character, card_name(character), character_text(content.characters[character]))


def _maybe(state: YedoState, character: str | None) -> CardView | None:
    return None if character is None else view_character(state.content, character)


def _ronin(state: YedoState) -> RoninView | None:
    for placed in state.pieces.placed:
        if placed.figure == "ronin":
            return RoninView(placed.seat, placed.space)
    return next((RoninView(seat, None) for seat, figures in enumerate(state.pieces.house) if "ronin" in figures), None)
