"""What Shogun Must Die changes in the course of a game: players win or lose together against the Daimyo."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.yedo.bot.coop_valuation import value_together
from domain.games.yedo.coop.errands import free_errands, resolvable
from domain.games.yedo.coop.goals import is_shogun_dead, resigned_together, result_together
from domain.games.yedo.coop.trade_units import TRADING
from domain.games.yedo.coop_phases.coop_missions import file_mission, is_rewarded, open_missions, why_lacking
from domain.games.yedo.coop_phases.coop_preparation import CoopPreparationPhase
from domain.games.yedo.coop_phases.coop_setup import StartMissions, lay_out_coop_board, prepare
from domain.games.yedo.coop_phases.daimyo_patrol import DaimyoPatrolPhase
from domain.games.yedo.coop_phases.emperor import EmperorEventPhase
from domain.games.yedo.coop_phases.stakes import StakesPhase
from domain.games.yedo.laws import TOGETHER_LAWS
from domain.games.yedo.modules import teahouse
from domain.games.yedo.printed.coop_options import PLAYERS
from domain.games.yedo.printed.term_words import DAIMYO
from domain.games.yedo.printed.terms import Phase
from domain.games.yedo.redealing.redealing_stakes import deal_stakes
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Step
from domain.games.yedo.verbs.course import Company, Course
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.views.view_coop import view_coop, view_lot_prices
from domain.kernel.language import Later, later

COOP_STEPS: dict[Phase, type[Step]] = {
    "preparation": CoopPreparationPhase,
    "bidding": StakesPhase,
    "event": EmperorEventPhase,
    "patrol": DaimyoPatrolPhase,
}
"""The steps that replace the usual ones of a phase."""


def why_not_players(seats: int) -> Later:
    """Explain why this number of players cannot play together."""
    return later("Shogun Must Die is for one to four players, not {seats}.", seats=seats)


COMPANY = Company(PLAYERS, why_not_players, "yedo.coop.player-count", (DAIMYO,), when_resigned="bot")
"""Players who cooperate; since the goals may need every player, a seat must not pass for ever."""


def with_shogun_must_die(course: Course) -> Course:
    """Return the course of a game against the Daimyo."""

    def choices(state: YedoState) -> tuple[Step, ...]:
        return StartMissions(left=state.order), *course.choices(state)

    def annex_price(state: YedoState) -> int:
        return course.annex_price(state) + state.coop_board.coins

    return replace(
        course,
        prepare=(*course.prepare, prepare),
        lay_out=(*course.lay_out, lay_out_coop_board),
        deal=choose_later,
        choices=choices,
        phases={**course.phases, **COOP_STEPS},
        steps=tuple(teahouse.steps_together if add is teahouse.steps else add for add in course.steps),
        annex_price=annex_price,  # with the coins of the Daimyo: yedo.coop.daimyo-tavern
        extra_spaces=free_errands,
        open_errands=lambda state: state.coop_board.open_errands,
        activations=(*course.activations, resolvable),
        open_missions=open_missions,
        why_lacking=why_lacking,
        is_rewarded=is_rewarded,
        file_mission=file_mission,
        trading=TRADING,
        is_scored=is_shogun_dead,  # while the Shogun lives, the players have lost: yedo.coop.end-scoring
        result=result_together,
        resigned=resigned_together,
        laws={**course.laws, **TOGETHER_LAWS},
        lot_prices=view_lot_prices,
        views={**course.views, "coop": view_coop},
        redeal=(deal_stakes, *course.redeal),
        value=value_together,
        company=COMPANY,
    )


def choose_later(table: YedoTable, seat: int) -> None:
    """Deal nothing: players choose the colours of their first Missions later (yedo.coop.start-missions)."""
