"""Final scoring: relics, buildings, armies, the Mighty Helmet, leftover resources; then the winner."""

from __future__ import annotations

from domain.games.daimyo import draws
from domain.games.daimyo.automated.empire import HUMAN
from domain.games.daimyo.facts.heroes import ArmyRevealed
from domain.games.daimyo.facts.solo import FeatsAchieved
from domain.games.daimyo.phases import achievements
from domain.games.daimyo.printed.entries import BuildingKind
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs import army
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.scoring import Result, ScoreLine, SeatScore, rank_seats

FARM_CLAUSES = {"2021": "daimyo.scoring.techno-farms.2021", "2019": "daimyo.scoring.techno-farms.2019"}


def finish(table: DaimyoTable) -> None:
    """Score everything that counts at the end, and end the game."""
    _reveal_army(table)
    armies = army.points(table.state)
    for side in scoring_sides(table.state):
        for clause, points, what in final_points(table.state, side, armies[side]):
            with table.citing(clause):
                table.score(side, points, what)
    result = Result("daimyo.end.game", _decided_by(table.state), tuple(scores(table.state)))
    _mark_feats(table, result)
    with table.citing("daimyo.end.game"):
        table.end(result)


def final_points(state: DaimyoState, side: int, army_points: int) -> list[tuple[str, int, str]]:
    """Return the points of a side in final scoring: clause, points and source.

    The empire scores no resources (daimyo.solo.scoring.no-resources). See daimyo.example.solo-scoring.
    """
    scoring, relics = state.content.scoring, len(state.holdings.relics[side])
    edition = state.parameters.edition
    helmet = scoring.helmet if state.turns.helmet == side else 0
    resources = state.holdings.purses[side].resources // scoring.resources_for_a_point
    return [
        ("daimyo.scoring.relics", _from_table(scoring.relics, relics), "relics"),
        (FARM_CLAUSES[edition], building_points(state, side, "techno-farm"), "techno-farms"),
        ("daimyo.scoring.radio-towers", building_points(state, side, "radio-tower"), "radio-towers"),
        (army_clause(state), army_points, "army"),
        ("daimyo.scoring.helmet", helmet, "helmet"),
        ("daimyo.scoring.resources", resources, "resources"),
    ]


def building_points(state: DaimyoState, side: int, kind: BuildingKind) -> int:
    """Return the points for buildings of a kind; the empire scores several series of up to four.

    See daimyo.solo.scoring.building-series.
    """
    table = state.content.buildings[kind].points[state.parameters.edition]
    count, series = len(state.buildings(kind)[side]), len(table) - 1
    if not state.may(side).building_series:
        return _from_table(table, count)
    return count // series * table[series] + table[count % series]


def _from_table(table: tuple[int, ...], count: int) -> int:
    return table[min(count, len(table) - 1)]


def army_clause(state: DaimyoState) -> str:
    """Return the clause of the table by which armies score."""
    parameters = state.parameters
    if parameters.edition == "2021":
        return "daimyo.scoring.army-points.solo" if parameters.solo else "daimyo.scoring.army-points.2021"
    return "daimyo.scoring.army-points.2p.2019" if parameters.seats == 2 else "daimyo.scoring.army-points.3-4p.2019"


def scoring_sides(state: DaimyoState) -> list[int]:
    """Return the sides that keep popularity points: players and empire."""
    return [side for side in range(state.sides) if state.may(side).scores_points]


def scores(state: DaimyoState) -> list[SeatScore]:
    """Count the points of each side with their sources, ranked as if the game ended now."""
    sides = scoring_sides(state)
    rank = rank_seats({side: tie_break(state, side) for side in sides})
    return [
        SeatScore(
            side,
            state.scoring.points[side],
            rank[side],
            tuple(ScoreLine(line.clause, line.what, line.points) for line in state.scoring.scored if line.side == side),
        )
        for side in sides
    ]


def tie_break(state: DaimyoState, side: int) -> tuple[int, int]:
    """Return points, then leftover resources without gold (daimyo.scoring.tie-resources, daimyo.ruling.solo-tie)."""
    return state.scoring.points[side], state.holdings.purses[side].resources


def _decided_by(state: DaimyoState) -> str:
    found = sorted((tie_break(state, side) for side in scoring_sides(state)), reverse=True)
    if found[0][0] > found[1][0]:
        return "daimyo.scoring.winner"
    return "daimyo.scoring.tie-resources" if found[0] > found[1] else "daimyo.scoring.tie-shared"


def _mark_feats(table: DaimyoTable, result: Result) -> None:
    """Record the feats of a victory over the empire."""
    feats, difficulty = achievements.feats(table.state, result), table.state.parameters.difficulty
    if feats and difficulty is not None:
        table.emit(FeatsAchieved("daimyo.solo.achievements", HUMAN, difficulty, feats))


def _reveal_army(table: DaimyoTable) -> None:
    """Turn up the empire's face-down heroes, which until now counted as unseen."""
    state = table.state
    side = state.automated
    if state.offers.face_down and side is not None:
        drawn = table.chance.pick(draws.FACE_DOWN_HERO, state.offers.hero_deck, state.offers.face_down)
        table.emit(ArmyRevealed("daimyo.solo.scoring.usual", side, drawn))
