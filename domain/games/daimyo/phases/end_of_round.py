"""The end of a round: island influence, revenue, start player, hiring heroes (daimyo.end.order)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.daimyo.actions.bonus_tiles import REVENUE_SPACES, face
from domain.games.daimyo.actions.hiring import HireForFree, Hiring
from domain.games.daimyo.automated.empire import RoundAbility, reveal
from domain.games.daimyo.effects.gains import PickGoods
from domain.games.daimyo.facts.tiles import TilesReturned
from domain.games.daimyo.facts.turn import BonusTileUsed, HelmetPassed
from domain.games.daimyo.phases import final_scoring
from domain.games.daimyo.printed.goods import RESOURCES, one
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import Question, Step, deed_of, describe_if_named, do, name_card
from domain.games.daimyo.verbs.influence import rankings
from domain.games.daimyo.verbs.table import DaimyoTable
from domain.kernel.audience import Public
from domain.kernel.choice import Move
from domain.kernel.errors import IllegalMove
from domain.kernel.language import say

ROUND_OF_RETURN = 4
"""After this round the empire's loose tiles go back into the bag (daimyo.solo.end.round4-tiles)."""


class PassHelmet(Move, frozen=True, gc=False):
    """Keep the Mighty Helmet, or hand it to another side."""

    to: Public[int]

    def label(self) -> str:
        return say("the Mighty Helmet to seat {to}", to=self.to + 1)


class ScoreInfluence(Step, frozen=True, gc=False):
    """Island by island the two strongest sides score the standards (daimyo.overview.scoring-moments).

    The central island does not score (daimyo.board.central-island).
    """

    clause = "daimyo.influence.first-place"

    def run(self, table: DaimyoTable) -> None:
        for island, ranks in rankings(table.state).items():
            for side, points, clause in island_points(table.state, island, ranks):
                with table.citing(clause):
                    table.score(side, points, f"influence/{island}")


class Revenue(Step, frozen=True, gc=False):
    """A player takes the revenue: fixed goods, a resource of choice, and the goods of yellow tiles."""

    seat: int

    clause = "daimyo.revenue.automatic"

    def run(self, table: DaimyoTable) -> None:
        prices = table.state.content.prices
        table.gain(self.seat, prices.revenue)
        deed = deed_of(self.seat, self.clause)
        table.then(PickGoods(seat=self.seat, deed=deed, count=prices.revenue_choice, of=RESOURCES))
        for space in REVENUE_SPACES:
            if table.state.tile_on(self.seat, space) is not None:
                table.then(RevenueTile(seat=self.seat, space=space))


class RevenueTile(Step, frozen=True, gc=False):
    """A yellow tile gives its goods without a die."""

    seat: int
    space: str

    clause = "daimyo.revenue.bonus-tiles"

    def run(self, table: DaimyoTable) -> None:
        tile = table.state.tile_on(self.seat, self.space)
        assert tile is not None
        shown = face(table.state, tile)
        state = table.state
        table.emit(
            BonusTileUsed(table.clause, self.seat, self.space, tile, shown.id, describe_if_named(state, shown.effects))
        )
        do(
            table,
            deed_of(self.seat, shown.clause, name_card(state, f"tile/{tile}")),
            shown.effects,
        )


class StartPlayer(Step, frozen=True, gc=False):
    """The owner of the helmet may pass it on, which the empire never does (daimyo.solo.end.helmet)."""

    clause = "daimyo.end.order"

    def run(self, table: DaimyoTable) -> None:
        owner = table.state.turns.helmet
        assert owner is not None
        if owner < table.state.seats:
            table.then(ChooseStartPlayer(seat=owner))


class ChooseStartPlayer(Question[PassHelmet], frozen=True, gc=False):
    """Keep the helmet or hand it to anybody who takes turns."""

    clause = "daimyo.end.order"
    prompt = "Who gets the Mighty Helmet?"

    def moves(self, state: DaimyoState) -> Iterator[PassHelmet]:
        return (PassHelmet(side) for side in range(state.sides) if state.may(side).takes_turns)

    def label(self, state: DaimyoState, move: PassHelmet, names: Sequence[str]) -> str:
        if names:
            return say("the Mighty Helmet to {whom}", whom=names[move.to])
        return move.label()

    def resolve(self, table: DaimyoTable, move: PassHelmet) -> None:
        table.emit(HelmetPassed(passing_clause(table.state), self.seat, move.to))

    def why_not(self, state: DaimyoState, move: PassHelmet) -> IllegalMove | None:
        return IllegalMove(passing_clause(state), say("Side {to} does not take turns in this game.", to=move.to))


def passing_clause(state: DaimyoState) -> str:
    """Return the clause by which the helmet is passed."""
    return "daimyo.solo.end.helmet" if state.parameters.solo else "daimyo.start-player.pass-helmet"


class HireHeroes(Step, frozen=True, gc=False):
    """Everybody hires, clockwise from the new start player, then everybody draws a hero."""

    clause = "daimyo.hire.order"

    def run(self, table: DaimyoTable) -> None:
        state = table.state
        for side in state.turn_order:
            if side < state.seats:
                table.then(Hiring(seat=side))
            else:
                table.then(HireForFree(side=side, cites="daimyo.solo.end.hire"))
        if state.mercenaries is not None:
            table.then(HireForFree(side=state.mercenaries, cites="daimyo.mercenaries.hero"))
        table.then(DrawAfterHiring())


class DrawAfterHiring(Step, frozen=True, gc=False):
    """Every player draws a hero from their own deck."""

    clause = "daimyo.hire.draw-after"

    def run(self, table: DaimyoTable) -> None:
        for seat in range(table.state.seats):
            table.draw(seat, 1)


class MercenaryPay(Step, frozen=True, gc=False):
    """Mercenaries whose dice total enough get gold."""

    side: int

    clause = "daimyo.mercenaries.gold-at-13"

    def run(self, table: DaimyoTable) -> None:
        prices = table.state.content.prices
        if table.state.dice_total(self.side) >= prices.mercenary_total:
            table.gain(self.side, one("gold", prices.mercenary_gold))


class SoloCards(Step, frozen=True, gc=False):
    """The first card of the next round replaces this round's cards; after round 4 the empire's loose tiles return.

    Restored relics stay (daimyo.ruling.empire-tiles-returned).
    """

    side: int

    clause = "daimyo.solo.end.cards"

    def run(self, table: DaimyoTable) -> None:
        state = table.state
        reveal(table, state.turns.round + 1)
        if state.turns.round == ROUND_OF_RETURN and state.holdings.tiles[self.side]:
            table.emit(TilesReturned("daimyo.solo.end.round4-tiles", self.side))


class EndGame(Step, frozen=True, gc=False):
    """The last round is over: final scoring (daimyo.end.game)."""

    clause = "daimyo.end.game"

    def run(self, table: DaimyoTable) -> None:
        final_scoring.finish(table)


def end_steps(state: DaimyoState) -> list[Step]:
    """List the steps that close the round; the last one skips start player and hiring (daimyo.end.round5-skips)."""
    last = state.turns.round == state.content.numbers.rounds
    automated, mercenaries = state.automated, state.mercenaries
    steps: list[Step] = [RoundAbility()] if state.parameters.solo else []
    if mercenaries is not None:
        steps.append(MercenaryPay(side=mercenaries))
    steps.append(ScoreInfluence())
    # The empire takes no revenue: daimyo.solo.end.revenue.
    steps += [Revenue(seat=seat) for seat in state.turns.order if seat < state.seats]
    if last:
        if mercenaries is not None:
            # daimyo.mercenaries.army-of-five
            steps.append(HireForFree(side=mercenaries, cites="daimyo.ruling.mercenary-army"))
        return [*steps, EndGame()]
    steps += [StartPlayer(), HireHeroes()]
    if state.parameters.solo and automated is not None:
        steps.append(SoloCards(side=automated))
    return steps


def island_points(state: DaimyoState, island: str, ranks: list[tuple[int, ...]]) -> list[tuple[int, int, str]]:
    """Return the points of each side on an island with this ranking, with their clause.

    Equal firsts share both standards and leave no second place (daimyo.ruling.first-place-tie); equal seconds share
    the silver one; any remainder is lost. The empire scores like a player (daimyo.solo.end.influence).
    """
    if not ranks:
        return []
    entry = state.content.islands[island]
    if len(ranks[0]) > 1:
        share = (entry.gold_standard + entry.silver_standard) // len(ranks[0])
        return [(side, share, "daimyo.influence.tie-first") for side in ranks[0]]
    found = [(ranks[0][0], entry.gold_standard, "daimyo.influence.first-place")]
    if len(ranks) > 1:
        clause = "daimyo.influence.second-place" if len(ranks[1]) == 1 else "daimyo.influence.tie-second"
        found += [(side, entry.silver_standard // len(ranks[1]), clause) for side in ranks[1]]
    return found
