"""Facts about Errands: who contributes what, who agrees, and who is rewarded."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact, card_name, players_among
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.effect_words import describe
from domain.games.yedo.printed.needs import AnyNeed
from domain.games.yedo.printed.parts import Refusal
from domain.games.yedo.state import YedoState
from domain.games.yedo.words.describe_needs import describe_needs
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.language import say


class ErrandBegun(YedoFact, frozen=True, gc=False):
    """A seat wants to resolve an Errand; its needs are shared out next."""

    seat: Public[int]
    errand: Public[str]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: others may still refuse."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} wants to resolve the Errand {errand}.", who=names[self.seat], errand=card_name(self.errand))


class ErrandShared(YedoFact, frozen=True, gc=False):
    """A seat is to meet one need of an Errand, or to pay a part of its Mon."""

    seat: Public[int]
    errand: Public[str]
    need: Public[AnyNeed]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: what is still to be shared out is on the agenda."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        what = describe_needs((self.need,))
        return say(
            "The share of {who} in {errand}: {what}.", who=names[self.seat], errand=card_name(self.errand), what=what
        )


class ErrandAgreed(YedoFact, frozen=True, gc=False):
    """A seat agrees to its contribution to an Errand."""

    seat: Public[int]
    errand: Public[str]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: only a refusal matters."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} agrees to contribute to {errand}.", who=names[self.seat], errand=card_name(self.errand))


class ErrandRefused(YedoFact, frozen=True, gc=False):
    """A seat refuses to contribute, so the Errand stays incomplete."""

    seat: Public[int]
    errand: Public[str]

    def evolve(self, state: YedoState) -> None:
        board = state.coop_board
        state.coop = replace(board, refused=(*board.refused, Refusal(self.seat, self.errand)))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "{who} refuses to contribute to {errand}; nothing is paid.",
            who=names[self.seat],
            errand=card_name(self.errand),
        )


class ErrandMet(YedoFact, frozen=True, gc=False):
    """The players together meet the needs of an Errand, and `seat` resolves it."""

    seat: Public[int]
    errand: Public[str]

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the payment is a separate fact."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        players = players_among(names)
        if len(players) > 1:
            return say("Together the players meet what {errand} asks for.", errand=card_name(self.errand))
        return say("{who} meets what {errand} asks for.", who=players[0], errand=card_name(self.errand))


class ErrandCompleted(YedoFact, frozen=True, gc=False):
    """The card of an Errand leaves the cooperative board and joins the players' completed ones."""

    errand: Public[str]

    def evolve(self, state: YedoState) -> None:
        board = state.coop_board

        def left(card: str | None) -> str | None:
            return None if card == self.errand else card

        state.coop = replace(
            board,
            upcoming=left(board.upcoming),
            current=left(board.current),
            bonus=left(board.bonus),
            errands=(*board.errands, self.errand),
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Errand {errand} is completed.", errand=card_name(self.errand))


class ErrandRewarded(YedoFact, frozen=True, gc=False):
    """A contributor takes one of the rewards of an Errand, counted from 1.

    Before version 3 of the rules `what` said what it is.
    """

    seat: Public[int]
    errand: Public[str]
    option: Public[int]
    what: Public[English | UnsetType] = UNSET

    def evolve(self, state: YedoState) -> None:
        """Change nothing: the reward's effect is a separate fact."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say(
            "The reward of {who} for {errand}: {what}.",
            who=names[self.seat],
            errand=card_name(self.errand),
            what=self.what or "",
        )

    def say_effects(self, content: YedoContent) -> str | None:
        card = content.emperor_cards.get(self.errand)
        if card is None or not 0 < self.option <= len(card.errand.rewards):
            return None
        return describe(card.errand.rewards[self.option - 1])


class RewardsRanOut(YedoFact, frozen=True, gc=False):
    """A contributor to an Errand finds no reward left."""

    seat: Public[int]
    errand: Public[str]

    def evolve(self, state: YedoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("No reward of {errand} is left for {who}.", errand=card_name(self.errand), who=names[self.seat])
