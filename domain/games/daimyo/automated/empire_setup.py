"""The empire's start: pieces by difficulty, an unseen hero, and the first solo card.

See daimyo.example.solo-setup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.daimyo import draws
from domain.games.daimyo.automated.empire import HUMAN, reveal
from domain.games.daimyo.facts.heroes import HeroDealt
from domain.games.daimyo.facts.pieces import BuildingPlaced
from domain.games.daimyo.facts.tiles import BAG
from domain.games.daimyo.printed.entries import Difficulty
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import Question, Step
from domain.games.daimyo.verbs.board import free_building_sites, free_governor_sites
from domain.games.daimyo.verbs.moves import PlacePieceOn
from domain.games.daimyo.verbs.subjects import piece_subject
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.choice import Subject
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say


class PlaceEmpireGovernor(Question[PlacePieceOn], frozen=True, gc=False):
    """The human places a governor of the empire so that the pattern of the difficulty can still be completed."""

    side: int

    clause = "daimyo.solo.setup.placement-choice"
    prompt = "Place a governor of the empire."

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        return (piece_subject(state, self.side, "governor"),)

    def moves(self, state: DaimyoState) -> Iterator[PlacePieceOn]:
        return map(PlacePieceOn, self._sites(state))

    def _sites(self, state: DaimyoState) -> list[str]:
        island_of = state.content.island_of
        counts = Counter(island_of[site] for site in state.pieces.governors[self.side])
        wanted = difficulty_of(state).governors
        fitting = {island for island in state.parameters.islands if fits(counts, island, wanted)}
        return [site for site in free_governor_sites(state) if island_of[site] in fitting]

    def resolve(self, table: DaimyoTable, move: PlacePieceOn) -> None:
        with table.citing(difficulty_of(table.state).clause):
            table.place_governor(self.side, move.place)

    def why_not(self, state: DaimyoState, move: PlacePieceOn) -> IllegalMove | None:
        pattern = " + ".join(map(str, difficulty_of(state).governors))
        return IllegalMove(
            self.clause,
            say("Place the empire's governors on free sites, {pattern} on different islands.", pattern=pattern),
        )


class PlaceEmpireTower(Question[PlacePieceOn], frozen=True, gc=False):
    """The human places the empire's radio tower on an island without governors of the empire."""

    side: int

    clause = "daimyo.solo.setup.difficult"
    prompt = "Place a radio tower of the empire."

    def subjects(self, state: DaimyoState) -> tuple[Subject, ...]:
        return (piece_subject(state, self.side, "radio-tower"),)

    def moves(self, state: DaimyoState) -> Iterator[PlacePieceOn]:
        taken = {state.content.island_of[site] for site in state.pieces.governors[self.side]}
        islands = [island for island in state.parameters.islands if island not in taken]
        return map(PlacePieceOn, free_building_sites(state, islands))

    def resolve(self, table: DaimyoTable, move: PlacePieceOn) -> None:
        table.emit(BuildingPlaced(table.clause, self.side, "radio-tower", move.place))

    def why_not(self, state: DaimyoState, move: PlacePieceOn) -> IllegalMove | None:
        return IllegalMove(
            self.clause, say("The tower goes to a free site of the island without governors of the empire.")
        )


class FinishEmpire(Step, frozen=True, gc=False):
    """Random tiles by difficulty, a hero face down, the first solo card."""

    side: int

    clause = "daimyo.solo.setup.empire-hero"

    def run(self, table: DaimyoTable) -> None:
        with table.citing("daimyo.solo.setup.difficult"):
            for _ in range(difficulty_of(table.state).tiles):
                held = set(table.state.holdings.tiles[self.side])
                pool = [tile for tile in table.state.relic_tiles.bag if tile not in held]
                (tile,) = table.chance.pick(draws.RELIC_BAG, pool, 1)
                table.take_tile(self.side, tile, BAG)
        table.emit(HeroDealt(table.clause, self.side))
        with table.citing("daimyo.solo.setup.decks"):
            reveal(table, 1)


def place_empire(table: DaimyoTable) -> None:
    """Set the empire up; its influence and popularity start at 0 (daimyo.solo.setup.empire-markers)."""
    side = table.state.automated
    assert side is not None
    chosen = difficulty_of(table.state)
    for _ in range(sum(chosen.governors)):
        table.then(PlaceEmpireGovernor(seat=HUMAN, side=side))
    for _ in range(chosen.radio_towers):
        table.then(PlaceEmpireTower(seat=HUMAN, side=side))
    table.then(FinishEmpire(side=side))


def difficulty_of(state: DaimyoState) -> Difficulty:
    """Return the difficulty of a solo game."""
    name = state.parameters.difficulty
    assert name is not None
    return state.content.difficulties[name]


def fits(counts: Counter[str], island: str, wanted: tuple[int, ...]) -> bool:
    """Return whether one more governor on an island still allows the wanted numbers by island, greatest first."""
    after = sorted((counts + Counter([island])).values(), reverse=True)
    return len(after) <= len(wanted) and all(have <= want for have, want in zip(after, wanted, strict=False))
