"""The laws of Shogun Must Die: cards and figures of the Emperor and the Daimyo are conserved, stakes can be paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps

from domain.games.yedo.printed.coop_content import CoopContent
from domain.games.yedo.printed.entries import SpaceAction
from domain.games.yedo.printed.parts import Coop
from domain.games.yedo.state import YedoState

OF_THE_DAIMYO: tuple[SpaceAction, ...] = ("district", "bower")
"""The purposes of the spaces open to the Daimyo: in the Castle only the Bower (yedo.coop.daimyo-no-castle-other)."""
Law = Callable[[YedoState, Coop, CoopContent], bool]


def _emperor_cards_are_conserved(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether each open Emperor Card is in one place, and each colour has as many as were laid out.

    They come from the stack of the mood (yedo.coop.deck-gentle-1 and its neighbours) and the face-down cards of Winning
    Conditions (yedo.coop.winning-conditions).
    """
    cards = state.content.emperor_cards
    seen = Counter(cards[card].colour for card in board.seen)
    hidden = Counter({"yellow": board.bonus_hidden})
    laid_out = Counter(module.decks[state.options.mood, state.seats])
    laid_out["yellow"] += module.game.winning_cards
    return len(set(board.seen)) == len(board.seen) and seen + hidden + Counter(board.stack) == laid_out


def _daimyo_cards_are_conserved(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether each open card of the Daimyo is in one place, leaving others for the face-down ones.

    Cards of earlier rounds are discarded, and reshuffled when the deck is empty (yedo.coop.prep-daimyo-reshuffle).
    """
    shown = [slot.card for slot in board.display if slot.card is not None]
    found = [*shown, *board.discard]
    enough = len(board.display) + len(board.discard) <= len(state.content.daimyo_cards)
    return enough and len(set(found)) == len(found) and not {*board.first} & {*board.discard}


def _figures_of_the_daimyo_are_conserved(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether the Daimyo has its Disciples, none of which is ever arrested (yedo.coop.patrol-d).

    Two are in its pool and two in the Reserve (yedo.coop.daimyo-disciples), or three and one (yedo.coop.master-daimyo).
    """
    side, start, master = state.seats, module.daimyo, state.options.master_daimyo
    at_first = start.master_pool + start.master_reserve if master else start.pool + start.reserve
    on_cards = sum(slot.figure for slot in board.display)
    on_spaces = sum(1 for _ in state.placed_by(side))
    found = len(state.pieces.house[side]) + len(state.pieces.reserve[side]) + on_cards + on_spaces
    return found == at_first


def _the_daimyo_stands_where_it_may(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether the Daimyo is only in Districts or the Bower (yedo.coop.daimyo-no-castle-other)."""
    spaces = state.content.spaces
    placed = [found.space for found in state.placed_by(state.seats)]
    return all(space in spaces and spaces[space].action in OF_THE_DAIMYO for space in placed)


def _there_is_one_errand_boy(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether a solo player has the Errand Boy, never in a Reserve (yedo.ruling.errand-boy-caught)."""
    everywhere = [*state.pieces.house, *state.pieces.reserve, tuple(placed.figure for placed in state.pieces.placed)]
    count = sum(figures.count("errand-boy") for figures in everywhere)
    return count == state.parameters.solo and not any("errand-boy" in figures for figures in state.pieces.reserve)


def _kill_the_shogun_is_in_one_place(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether it is on Winning Conditions or with the player who completes it (yedo.coop.kill-available)."""
    found = [
        board.shogun,
        *(state.completion.shown or ())[1:],
        *(card for done in state.completion.done for card in done),
    ]
    return sum(card in state.parameters.winning for card in found) == 1


def _bonus_errands_come_after_the_shogun(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether no bonus Errand is open while the Shogun lives (yedo.coop.kill-bonus-errands)."""
    return board.shogun is None or board.bonus is None


def _every_side_is_on_the_track(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether each player and the Daimyo have one place in the Player Order (yedo.coop.daimyo-last)."""
    return sorted(state.turns.track) == [*range(state.seats + 1)]


def _stakes_can_be_paid(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether each hidden stake is nothing, or at least the minimum and affordable.

    Less than the minimum means dropping out (yedo.coop.bid-drop-out), and nobody stakes more than they have
    (yedo.coop.bid-hidden).
    """
    if None not in board.stakes:
        return True
    least = module.game.least_stake
    return all(
        stake in (None, 0) or least <= stake <= purse
        for stake, purse in zip(board.stakes, state.belongings.mon, strict=True)
    )


def _the_end_is_what_the_table_shows(state: YedoState, board: Coop, module: CoopContent) -> bool:
    """Return whether a finished game was won exactly if all goals are met on the table: the Shogun is dead, the
    poorest and the richest player have the points of their columns, and enough Errands were completed
    (yedo.coop.end-all-targets); a solo player has no Highest Prestige. A game that a resignation ended is lost."""
    if state.result is None or state.result.ended_by == "yedo.end.resignation":
        return True
    targets, level = module.goals, state.options.level
    met = (
        board.shogun is None
        and min(state.scoring.points) >= targets["lowest", level("lowest")]
        and len(board.errands) >= targets["errands", level("errands")]
        and (state.seats == 1 or max(state.scoring.points) >= targets["highest", level("highest")])
    )
    return state.result.won_together == met


def _of_coop(law: Law) -> Callable[[YedoState], bool]:
    """Return a law that holds even before the cooperative board is laid out."""

    @wraps(law)
    def holds(state: YedoState) -> bool:
        return not state.turns.track or law(state, state.coop_board, state.coop_content)

    return holds


COOP_LAWS: dict[str, Callable[[YedoState], bool]] = {
    "conservation of Emperor Cards": _of_coop(_emperor_cards_are_conserved),
    "conservation of the Daimyo's cards": _of_coop(_daimyo_cards_are_conserved),
    "conservation of the Daimyo's Disciples": _of_coop(_figures_of_the_daimyo_are_conserved),
    "the Daimyo in Districts and in the Bower": _of_coop(_the_daimyo_stands_where_it_may),
    "one Errand Boy": _of_coop(_there_is_one_errand_boy),
    "one Kill the Shogun card": _of_coop(_kill_the_shogun_is_in_one_place),
    "bonus Errands after the death of the Shogun": _of_coop(_bonus_errands_come_after_the_shogun),
    "one marker for each side": _of_coop(_every_side_is_on_the_track),
    "stakes within the purse": _of_coop(_stakes_can_be_paid),
    "a victory if all goals are met": _of_coop(_the_end_is_what_the_table_shows),
}
"""The laws of the module by name."""
