"""Shogun Must Die's additions to the Preparation Phase: the penalty of an Errand, and cards that advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from domain.games.yedo.coop.daimyo_display import lay_out_display
from domain.games.yedo.coop_phases.emperor import draw_emperor
from domain.games.yedo.effects.losing import give_up, owned
from domain.games.yedo.facts.coop.emperor import (
    BonusErrandRevealed,
    ErrandRemoved,
    ErrandSlid,
    LossChosen,
    NothingToGiveUp,
    OthersFirst,
    PenaltyBegan,
)
from domain.games.yedo.phases.preparation import PreparationPhase
from domain.games.yedo.printed.emperor_entries import Penalty
from domain.games.yedo.printed.parts import Card
from domain.games.yedo.printed.term_words import some
from domain.games.yedo.printed.terms import Asset
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed, DoEffects, Question, Step, do
from domain.games.yedo.verbs.holding import holds_ids
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.words.describe_coop import list_penalty
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say
from domain.kernel.multiset import without
from domain.kernel.words import join_words


class ChooseLoss(Move, frozen=True, gc=False):
    """Give up an asset of this kind for the penalty."""

    what: Public[Asset]

    def label(self) -> str:
        return say("give up {some}", some=some(1, self.what))


class WaitForOthers(Move, frozen=True, gc=False):
    """Let the other players first choose what they give up."""

    def label(self) -> str:
        return say("let the others choose first")


class CoopPreparationPhase(PreparationPhase, frozen=True, gc=False):
    """Prepare a round against the Daimyo: the usual steps, then the Errands and the Daimyo's cards.

    There is no Preparation in the first round.
    """

    clause = "yedo.coop.prep-skip-first"

    def run(self, table: YedoTable) -> None:
        super().run(table)
        table.then(StrikePenalty(), MoveErrands(), LayOutDisplay())


class StrikePenalty(Step, frozen=True, gc=False):
    """The penalty of the Errand still on Current Errand strikes all players, in Player Order
    (yedo.ruling.penalty-order)."""

    clause = "yedo.coop.prep-penalty"

    def run(self, table: YedoTable) -> None:
        state = table.state
        card = state.coop_board.current
        if card is None:
            return
        penalty = penalty_of(state, card)
        table.emit(PenaltyBegan(table.clause, card, UNSET if holds_ids(state) else list_penalty(penalty)))
        if penalty.each:
            table.then(*(DoEffects(_deed(seat, self.clause, card), penalty.each) for seat in state.order))
        if penalty.one_each_of:
            table.then(ShareLosses(card=card, left=state.order, free=penalty.one_each_of))


class ShareLosses(Step, frozen=True, gc=False):
    """These seats each give up an asset of a different kind; `free` are the kinds not given up yet.

    A seat that cannot suffers the card's alternative instead, like one of three players in the rulebook
    (yedo.coop.example-what-friends-are-for). The seats in `waited` have let others go first and cannot do so again.
    """

    card: Card
    left: tuple[int, ...]
    free: tuple[Asset, ...]
    waited: tuple[int, ...] = ()

    clause = "yedo.coop.prep-penalty-different"

    def run(self, table: YedoTable) -> None:
        if not self.left:
            return
        seat, *others = self.left
        if any(losses(table.state, seat, self.free)):
            table.then(SufferLoss(seat=seat, card=self.card, free=self.free, others=tuple(others), waited=self.waited))
            return
        table.emit(NothingToGiveUp(table.clause, seat))
        deed = _deed(seat, self.clause, self.card)
        do(table, deed, penalty_of(table.state, self.card).otherwise)
        table.then(ShareLosses(card=self.card, left=tuple(others), free=self.free, waited=self.waited))


class SufferLoss(Question[Move], frozen=True, gc=False):
    """Choose the kind of asset that you give up for a penalty, or let the `others` choose first, once.

    The numbers of cards and other assets are public, so everyone knows the options.
    """

    card: Card
    free: tuple[Asset, ...]
    others: tuple[int, ...]
    waited: tuple[int, ...] = ()

    clause = "yedo.coop.prep-penalty-different"
    prompt = "Which kind of asset do you give up for the penalty? Every player gives up another kind."

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield from map(ChooseLoss, losses(state, self.seat, self.free))
        if self.others and self.seat not in self.waited:
            yield WaitForOthers()

    def resolve(self, table: YedoTable, move: Move) -> None:
        others, free, waited = self.others, self.free, self.waited
        if isinstance(move, ChooseLoss):
            table.emit(LossChosen(table.clause, self.seat, move.what))
            give_up(table, _deed(self.seat, self.clause, self.card), move.what)
            free = without(free, move.what)
        else:
            with table.citing("yedo.ruling.penalty-order"):
                table.emit(OthersFirst(table.clause, self.seat))
            others, waited = (*others, self.seat), (*waited, self.seat)
        table.then(ShareLosses(card=self.card, left=others, free=free, waited=waited))

    def why_not(self, state: YedoState, move: Move) -> IllegalMove | None:
        if isinstance(move, WaitForOthers):
            why = (
                say("You have let the others go first once already.") if self.others else say("All others have chosen.")
            )
            return IllegalMove("yedo.ruling.penalty-order", why)
        if not isinstance(move, ChooseLoss):
            return None
        asked = join_words((some(1, what) for what in losses(state, self.seat, self.free)), "or")
        return IllegalMove(self.clause, say("For this penalty you can give up {asked} now.", asked=asked))


class MoveErrands(Step, frozen=True, gc=False):
    """The Emperor Cards advance: the one on Current Errand leaves the game, and the one on Upcoming Errand replaces it.

    So an Errand is open for two rounds (yedo.coop.prep-two-rounds). A face-down card that is the top one of Winning
    Conditions is turned up (yedo.coop.kill-bonus-errands); only its Errand counts (yedo.ruling.bonus-errand-only).
    """

    clause = "yedo.coop.prep-slide"

    def run(self, table: YedoTable) -> None:
        board = table.state.coop_board
        if board.current is not None:
            with table.citing("yedo.coop.prep-remove"):
                table.emit(ErrandRemoved(table.clause, board.current))
        if board.upcoming is not None:
            table.emit(ErrandSlid(table.clause, board.upcoming))
        if board.shogun is None and board.bonus is None and board.bonus_hidden:
            with table.citing("yedo.coop.prep-flip-winning"):
                table.emit(BonusErrandRevealed(table.clause, draw_emperor(table, "yellow")))


class LayOutDisplay(Step, frozen=True, gc=False):
    """The Daimyo lays out a card for each Disciple of its pool."""

    clause = "yedo.coop.prep-daimyo-layout"

    def run(self, table: YedoTable) -> None:
        lay_out_display(table)


def losses(state: YedoState, seat: int, free: Sequence[Asset]) -> Iterator[Asset]:
    """Yield the kinds of assets that a seat has and that nobody has given up, each once."""
    return (what for what in dict.fromkeys(free) if owned(state, seat, what))


def penalty_of(state: YedoState, card: Card) -> Penalty:
    """Return the penalty of an Emperor Card."""
    return state.content.emperor_cards[card].penalty


def _deed(seat: int, clause: str, card: Card) -> Deed:
    """Return the deed of a penalty for a single seat."""
    return Deed(seat, seat, clause, card, apart=True)
