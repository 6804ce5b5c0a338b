"""Facts about Emperor Cards that were turned up: their Events, their penalties, and where they go."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.effect_words import describe, tell
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.printed.term_words import some
from domain.games.yedo.printed.terms import Asset
from domain.games.yedo.state import YedoState
from domain.games.yedo.voice import ALL_PLAYERS
from domain.games.yedo.words.describe_coop import list_penalty, penalty_text
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.language import say


class EmperorEventBegan(YedoFact, frozen=True, gc=False):
    """The Event of an Emperor Card is carried out; before version 3 of the rules `text` said what it does."""

    card: Public[Card]
    text: Public[English | UnsetType] = UNSET

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the Event's effects are separate facts."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Event of {card}: {words}.", card=card_name(self.card), words=self.text or "")

    def say_effects(self, content: YedoContent) -> str | None:
        card = content.emperor_cards.get(self.card)
        return None if card is None else tell(card.event, ALL_PLAYERS)

    def list_effects(self, content: YedoContent) -> str | None:
        card = content.emperor_cards.get(self.card)
        return None if card is None else describe(card.event)


class PenaltyBegan(YedoFact, frozen=True, gc=False):
    """The penalty of an uncompleted Errand strikes.

    Before version 3 of the rules `text` said what it does.
    """

    card: Public[Card]
    text: Public[English | UnsetType] = UNSET

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the penalty's effects are separate facts."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Errand of {card} was not completed. {words}", card=card_name(self.card), words=self.text or "")

    def say_effects(self, content: YedoContent) -> str | None:
        card = content.emperor_cards.get(self.card)
        return None if card is None else penalty_text(card.penalty)

    def list_effects(self, content: YedoContent) -> str | None:
        card = content.emperor_cards.get(self.card)
        return None if card is None else list_penalty(card.penalty)


class LossChosen(YedoFact, frozen=True, gc=False):
    """A seat chooses the kind of asset that it gives up for a penalty."""

    seat: Public[int]
    what: Public[Asset]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: giving it up is a separate fact."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} gives up {some} for the penalty.", who=names[self.seat], some=some(1, self.what))


class OthersFirst(YedoFact, frozen=True, gc=False):
    """A seat lets the other players first choose what they give up."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the order of choosing is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} lets the others choose first.", who=names[self.seat])


class NothingToGiveUp(YedoFact, frozen=True, gc=False):
    """A seat has none of the remaining kinds to give up and suffers another penalty."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} has nothing to give up of what the others have left.", who=names[self.seat])


class ErrandRemoved(YedoFact, frozen=True, gc=False):
    """The Emperor Card on Current Errand leaves the game after its penalty."""

    card: Public[Card]

    def evolve(self, state: YedoState) -> None:
        board = state.coop_board
        state.coop = replace(board, current=None, gone=(*board.gone, self.card))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{card} leaves the game.", card=card_name(self.card))


class ErrandSlid(YedoFact, frozen=True, gc=False):
    """The open Emperor Card on Upcoming Errand moves to Current Errand."""

    card: Public[Card]

    def evolve(self, state: YedoState) -> None:
        state.coop = replace(state.coop_board, upcoming=None, current=self.card)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{card} is the Current Errand now.", card=card_name(self.card))


class BonusErrandRevealed(YedoFact, frozen=True, gc=False):
    """The top card of Winning Conditions is turned up: its Errand becomes available in addition to the others."""

    card: Public[Card]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        board = state.coop_board
        state.coop = replace(board, bonus=self.card, bonus_hidden=board.bonus_hidden - 1)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("On Winning Conditions {card} is turned up.", card=card_name(self.card))
