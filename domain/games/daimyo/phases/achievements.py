"""The masterful achievements of the solo game: the feats of a victory, and the grid that tallies victories."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.daimyo.automated.empire import HUMAN
from domain.games.daimyo.facts.solo import ALL_BUILDINGS, ALL_RELICS, ALL_UNITS
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.daimyo.state import DaimyoState
from domain.kernel.scoring import Result

OF_EVERY_CLAN = (ALL_RELICS, ALL_BUILDINGS, ALL_UNITS)


def feats_of(content: DaimyoContent) -> tuple[str, ...]:
    """Return the feats: a victory with each clan, every relic restored, every building built, every unit recruited."""
    return (*content.clans, *OF_EVERY_CLAN)


def feats(state: DaimyoState, result: Result | None) -> tuple[str, ...]:
    """Return the feats of a game with this result: empty unless it is a solo game that the human has won.

    Only units and buildings on the board at the end count, so a removed governor is missing (daimyo.solo.achievements).
    """
    if not state.parameters.solo or result is None or HUMAN not in result.winners:
        return ()
    clan = state.clan_boards.clans[HUMAN]
    done = {
        ALL_RELICS: len(state.holdings.relics[HUMAN]) == state.content.pieces.relic_pawns,
        ALL_BUILDINGS: _all_buildings(state),
        ALL_UNITS: _all_units(state),
    }
    return tuple(feat for feat in feats_of(state.content) if feat == clan or done.get(feat))


def grid(content: DaimyoContent, games: Iterable[DaimyoState]) -> dict[tuple[str, str], int]:
    """Count the games that mark each cell of the grid, by feat and difficulty; only games that were won mark cells."""
    marks = {(feat, difficulty): 0 for feat in feats_of(content) for difficulty in content.difficulties}
    for state in games:
        for feat in feats(state, state.result):
            assert state.parameters.difficulty is not None
            marks[feat, state.parameters.difficulty] += 1
    return marks


def _all_buildings(state: DaimyoState) -> bool:
    pieces = state.content.pieces
    built = (len(state.pieces.farms[HUMAN]), len(state.pieces.towers[HUMAN]))
    return built == (pieces.techno_farms, pieces.radio_towers)


def _all_units(state: DaimyoState) -> bool:
    pieces = state.content.pieces
    placed = (len(state.pieces.governors[HUMAN]), len(state.pieces.shadows[HUMAN]))
    return placed == (pieces.governors, pieces.shadows)
