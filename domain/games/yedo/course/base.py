"""The course of a game without modules."""

from __future__ import annotations

from domain.games.yedo.bot.valuation import value
from domain.games.yedo.course.set_up import choose_favors, deal_hand
from domain.games.yedo.laws import LAWS
from domain.games.yedo.modules.characters import ABSENT
from domain.games.yedo.phases.acting import ActionPhase
from domain.games.yedo.phases.assigning import AssignPhase
from domain.games.yedo.phases.bidding import BiddingPhase
from domain.games.yedo.phases.events import EventPhase
from domain.games.yedo.phases.final_scoring import standings
from domain.games.yedo.phases.missions import file_mission, why_lacking
from domain.games.yedo.phases.patrol import PatrolPhase
from domain.games.yedo.phases.preparation import PreparationPhase
from domain.games.yedo.phases.trade import TRADING, TradePhase
from domain.games.yedo.verbs.course import Company, Course, LotPrices
from domain.games.yedo.words.describe_cards import tell_event
from domain.kernel.language import Later, later


def why_not_players(seats: int) -> Later:
    """Explain why this number of players cannot play against each other."""
    return later("Yedo is for two to five players, not {seats}; choose shogun_must_die to play alone.", seats=seats)


COMPANY = Company(range(2, 6), why_not_players, "yedo.object.player-count")
"""Players who play against each other."""
BASE = Course(
    deal=deal_hand,
    disciples_clause="yedo.setup.player-disciples",
    choices=choose_favors,
    phases={
        "preparation": PreparationPhase,
        "bidding": BiddingPhase,
        "event": EventPhase,
        "assign": AssignPhase,
        "patrol": PatrolPhase,
        "trade": TradePhase,
        "actions": ActionPhase,
    },
    annex_price=lambda state: state.content.prices.annex,
    extra_spaces=lambda _: (),
    open_errands=lambda _: (),
    actions_at={},
    lot_rewards={},
    recruitable=lambda _state, _seat: (),
    favor_character=lambda _state, _favor: None,
    tell_event=tell_event,
    open_missions=lambda _: (),
    why_lacking=why_lacking,
    is_rewarded=lambda _: True,
    file_mission=file_mission,
    trading=TRADING,
    is_scored=lambda _: True,
    result=standings,
    laws=LAWS,
    lot_prices=lambda state, lot: LotPrices(state.content.lots[lot].price),
    views={},
    value=value,
    cards_worth=lambda _state, _seat: 0.0,
    figures_worth=lambda _state, _seat: 0.0,
    company=COMPANY,
    absent=ABSENT,
)
"""The course that every game begins with; modules replace what they change."""
