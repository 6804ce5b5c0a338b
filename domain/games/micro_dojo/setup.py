"""Set-up: meeples, objectives, buildings, abilities, start player."""

from __future__ import annotations

from domain.games.micro_dojo import draws, facts
from domain.games.micro_dojo.content import MEEPLES, Meeple
from domain.games.micro_dojo.state import CORNERS, OTHER
from domain.games.micro_dojo.table import MicroDojoTable
from domain.games.micro_dojo.turn import begin_turn


def set_up(table: MicroDojoTable) -> None:
    """Lay out a game and start the first turn."""
    _place_meeples(table)
    _lay_out_objectives(table)
    _lay_out_buildings(table)
    _choose_abilities(table)
    with table.citing("micro-dojo.setup.start-player"):
        start = table.chance.below(draws.START_PLAYER, 2)
        table.emit(facts.InfluenceGiven(table.clause, OTHER[start]))
    begin_turn(table, start)


def _place_meeples(table: MicroDojoTable) -> None:
    spaces = table.chance.shuffle(draws.MEEPLES, CORNERS)
    table.emit(facts.MeeplesPlaced("micro-dojo.setup.meeples", spaces))


def _lay_out_objectives(table: MicroDojoTable) -> None:
    content = table.state.content
    advanced = table.state.options.objectives == "advanced"
    pool = [objective.id for objective in content.objectives.values() if advanced or not objective.advanced]
    clause = "micro-dojo.setup.objectives-advanced" if advanced else "micro-dojo.setup.objectives"
    drawn = table.chance.draw(draws.OBJECTIVES, pool, len(content.numbers.objective_values))
    table.emit(facts.ObjectivesLaidOut(clause, drawn))


def _lay_out_buildings(table: MicroDojoTable) -> None:
    content = table.state.content
    drawn = table.chance.draw(draws.BUILDINGS, list(content.buildings), content.numbers.buildings_on_display)
    table.emit(facts.BuildingsLaidOut("micro-dojo.setup.buildings", drawn))


def _choose_abilities(table: MicroDojoTable) -> None:
    movement = table.state.options.movement
    if movement == "none":
        return
    available: tuple[Meeple, ...] = MEEPLES
    clause = "micro-dojo.advanced.mode-1a" if movement == "1A" else "micro-dojo.advanced.mode-2a"
    if movement in ("1B", "2B"):
        clause = "micro-dojo.advanced.mode-b"
        available = tuple(meeple for meeple in MEEPLES if table.chance.flip(draws.ABILITY.about(meeple)))
    table.emit(facts.AbilitiesAvailable(clause, available))
