"""The end of the game: a last call for Action Cards, Bonus Cards, Blackmail Cards, left-over Mon; then the winner."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from domain.games.yedo.effects.needs import meets
from domain.games.yedo.facts.cards import NothingPlayed
from domain.games.yedo.facts.ending import BonusCardsShown
from domain.games.yedo.facts.sources import BLACKMAIL, MON_LEFT
from domain.games.yedo.phases.playing import has_moment
from domain.games.yedo.phases.windows import is_in_use, next_asked
from domain.games.yedo.printed.entries import BonusCard
from domain.games.yedo.printed.parts import Points
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Question, Step
from domain.games.yedo.verbs.course import course_of, steps_at
from domain.games.yedo.verbs.measures import measure
from domain.games.yedo.verbs.modifiers import modifiers, wins_ties
from domain.games.yedo.verbs.table import YedoTable
from domain.kernel.choice import Move
from domain.kernel.moves import DECLINE
from domain.kernel.scoring import Result, ScoreLine, SeatScore, rank_seats


class FinalScoring(Step, frozen=True, gc=False):
    """After the last round: the last call, then the scores, if there are any."""

    clause = "yedo.end.when"

    def run(self, table: YedoTable) -> None:
        if not course_of(table.state).is_scored(table.state):
            table.end(result(table.state))
            return
        called = table.state.order if is_in_use(table.state, "any") else ()
        table.then(LastCalls(left=called), *steps_at(table.state, "end"), ScoreAndEnd())


class LastCalls(Step, frozen=True, gc=False):
    """The seats still to be asked for the last call, if they hold Action Cards."""

    left: tuple[int, ...]

    clause = "yedo.ruling.last-call"

    def run(self, table: YedoTable) -> None:
        state = table.state
        found = next_asked(self.left, lambda seat: has_moment(state, seat, "any"))
        if found is not None:
            seat, left = found
            table.then(LastCall(seat=seat), LastCalls(left=left))


class LastCall(Question[Move], frozen=True, gc=False):
    """The last chance to play cards of any time, offered alongside this question."""

    clause = "yedo.ruling.last-call"
    prompt = "Play Action Cards of any time now, or go to the final scoring."
    window = True
    automatic = False
    interruptible = True

    def moves(self, state: YedoState) -> Iterator[Move]:
        yield DECLINE

    def resolve(self, table: YedoTable, move: Move) -> None:
        table.emit(NothingPlayed(table.clause, self.seat))


class ScoreAndEnd(Step, frozen=True, gc=False):
    """Score everything that counts at the end, and end the game.

    The scores follow from the state before the scoring, so that Bonus Cards for Prestige Points do not depend on the
    order in which cards are scored (yedo.ruling.bonus-for-points).
    """

    clause = "yedo.end.when"

    def run(self, table: YedoTable) -> None:
        state = table.state
        found = [line for seat in state.order for line in final_points(state, seat)]
        for seat in state.order:
            if state.hands.bonus[seat]:
                table.emit(BonusCardsShown("yedo.end.bonus", seat, state.hands.bonus[seat]))
        for line in found:
            with table.citing(line.clause):
                table.gain_prestige(line.seat, line.points, line.what)
        table.end(result(table.state))


def final_points(state: YedoState, seat: int) -> Iterator[Points]:
    """Yield what a seat scores at the end of the game.

    Each Blackmail Card counts, also one from a trade (yedo.blackmail.end-value). A Clan Power may bring points as well
    (yedo.end.generous).
    """
    for card in state.hands.bonus[seat]:
        clause, points = bonus_points(state, seat, state.content.bonus_cards[card])
        yield Points(seat, clause, f"bonus-card/{card}", points)
    scoring = state.content.final_scoring
    yield Points(seat, "yedo.end.blackmail", BLACKMAIL, state.hands.blackmail[seat] * scoring.blackmail)
    yield Points(seat, "yedo.end.mon", MON_LEFT, state.belongings.mon[seat] // scoring.mon)
    for found in modifiers(state, seat):
        if (scored := found.final_points(partial(measure, state, seat))) is not None:
            yield Points(seat, *scored)
    for points_of in course_of(state).points:
        yield from points_of(state, seat)


def bonus_points(state: YedoState, seat: int, card: BonusCard) -> tuple[str, int]:
    """Return the points that a Bonus Card is worth to a seat, after their clause."""
    if card.measure is not None:
        units = measure(state, seat, card.measure, card.of) // card.each
        return "yedo.bonus.per-asset", card.points * min(units, card.most)
    if not achieves(state, seat, card):
        return "yedo.end.bonus", 0
    others = (other for other in range(state.seats) if other != seat)
    if card.shared is None or not any(achieves(state, other, card) for other in others):
        return "yedo.end.bonus", card.points
    if wins_ties(state, seat) and any(need.knows_ties for need in card.needs):
        return "yedo.clan.wealthy-ties", card.points
    return "yedo.bonus.bracket-value", card.shared


def achieves(state: YedoState, seat: int, card: BonusCard) -> bool:
    """Return whether a seat meets the task of a Bonus Card, even one held by another seat."""
    return meets(card.needs, state, seat)


def result(state: YedoState) -> Result:
    """Return how the game would end if it ended now."""
    return course_of(state).result(state, _points(state))


def standings(state: YedoState, found: list[SeatScore]) -> Result:
    """Return the result: most points win (yedo.object.goal), ties go by Player Order.

    A seat that wins all ties ranks before others with equal points.
    """
    over = state.turns.round == state.parameters.rounds
    return Result(
        ended_by="yedo.end.fixed-rounds" if over else "yedo.end.kill-the-shogun-early",
        decided_by=_decided_by(state, found),
        scores=tuple(found),
    )


def _decided_by(state: YedoState, found: list[SeatScore]) -> str:
    """Return the clause by which the winner won."""
    winner, second = sorted(found, key=lambda score: score.rank)[:2]
    if winner.points > second.points:
        return "yedo.end.winner"
    return "yedo.clan.wealthy-ties" if wins_ties(state, winner.seat) else "yedo.end.tie"


def scores(state: YedoState) -> list[SeatScore]:
    """Count the points of each seat with their sources, ranked as if the game ended now.

    Bonus Cards count only after the game, since they are secret until then (yedo.bonus.secret).
    """
    return list(result(state).scores)


def _points(state: YedoState) -> list[SeatScore]:
    """Return the points of the seats with their sources, ranked by them."""
    rank = rank_seats(
        {seat: (state.scoring.points[seat], wins_ties(state, seat), -place) for place, seat in enumerate(state.order)}
    )
    lines: list[list[ScoreLine]] = [[] for _ in range(state.seats)]
    for line in state.scoring.scored:
        lines[line.seat].append(ScoreLine(line.clause, line.what, line.points))
    return [SeatScore(seat, state.scoring.points[seat], rank[seat], tuple(lines[seat])) for seat in range(state.seats)]
