"""Goal cards, which one or two sides meet as soon as the condition holds."""

from __future__ import annotations

from domain.games.daimyo import draws
from domain.games.daimyo.facts.goals import GoalMet
from domain.games.daimyo.printed.entries import Goal
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.verbs.asking import DoEffects, deed_of, name_card
from domain.games.daimyo.verbs.measures import changed_measures, measure
from domain.games.daimyo.verbs.table import DaimyoTable

GOALS = {"green": draws.GREEN_GOALS, "orange": draws.ORANGE_GOALS}


def lay_out(table: DaimyoTable) -> tuple[str, ...]:
    """Draw the goals of a game; 2019 (daimyo.setup.goals) and solo games (daimyo.goal.none-in-solo) have none."""
    state = table.state
    if state.parameters.edition == "2019" or state.parameters.solo:
        return ()
    drawn: list[str] = []
    for kind, count in state.content.numbers.goals.items():
        pool = [goal.id for goal in state.content.goals.values() if goal.kind == kind]
        drawn += table.chance.pick(GOALS[kind], pool, count)
    return tuple(drawn)


def places(state: DaimyoState, goal: Goal) -> int:
    """Return how many sides may meet a goal: only the first may meet an orange one (daimyo.goal.orange).

    A green one has a second place with three players or more (daimyo.goal.green-second, daimyo.goal.green-2p-single).
    """
    return 2 if goal.kind == "green" and state.seats > 2 else 1


def holds(state: DaimyoState, seat: int, goal: Goal) -> bool:
    """Return whether a player meets the condition now."""
    return all(measure(state, seat, test.measure) >= test.at_least for test in goal.when)


def check(table: DaimyoTable, before: DaimyoState | None) -> None:
    """Reward everyone who has just met a goal (daimyo.goal.immediate), in turn order from the active side.

    `before` is an earlier state that was already checked, or None: goals whose measures have not changed since are
    skipped.
    """
    state, content = table.state, table.state.content
    bonuses: list[DoEffects] = []
    every = before is None or state.scoring.goals is not before.scoring.goals
    changed = changed_measures(state, before) if before is not None else frozenset()
    if not changed and not every:
        return
    for place, name in enumerate(state.scoring.goals):
        if not every and changed.isdisjoint(content.goal_measures[name]):
            continue
        goal = content.goals[name]
        if len(state.scoring.goal_tokens[place]) < places(state, goal):
            for seat in _in_turn_order(state):
                tokens = table.state.scoring.goal_tokens[place]
                if seat not in tokens and len(tokens) < places(state, goal) and holds(table.state, seat, goal):
                    bonuses += _reward(table, seat, goal, first=not tokens)
    table.first(*bonuses)


def _in_turn_order(state: DaimyoState) -> list[int]:
    """Return the players in turn order from the active one (daimyo.ruling.goal-order)."""
    start = state.turns.active if state.turns.active is not None else state.turns.order[0]
    return [(start + step) % state.seats for step in range(state.seats)]


def _reward(table: DaimyoTable, seat: int, goal: Goal, first: bool) -> list[DoEffects]:
    """Give the points of a goal; return any bonus for the caller to carry out."""
    if goal.kind == "orange":
        clause = "daimyo.goal.orange"
    else:
        clause = "daimyo.goal.green-first" if first else "daimyo.goal.green-second"
    with table.citing(clause):
        table.emit(GoalMet(clause, seat, goal.id))
        table.score(seat, goal.gold if first else goal.silver, f"goal/{goal.id}")
    card = name_card(table.state, f"goal/{goal.id}")
    return [DoEffects(deed_of(seat, "daimyo.goal.immediate", card), goal.bonus)] if goal.bonus else []
