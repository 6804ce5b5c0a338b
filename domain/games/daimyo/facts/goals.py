"""Facts of the goal cards."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.daimyo.facts.base import DaimyoFact
from domain.games.daimyo.state import DaimyoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.words import join_words, title


class GoalsLaidOut(DaimyoFact, frozen=True, gc=False):
    """The goal cards of this game."""

    goals: Public[tuple[str, ...]]
    reveals = True

    def evolve(self, state: DaimyoState) -> None:
        state.scoring.goals = self.goals
        state.scoring.goal_tokens = ((),) * len(self.goals)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("Goals: {goals}.", goals=join_words(map(title, self.goals)))


class GoalMet(DaimyoFact, frozen=True, gc=False):
    """A side meets a goal and puts a token on it."""

    side: Public[int]
    goal: Public[str]

    def evolve(self, state: DaimyoState) -> None:
        place = state.scoring.goals.index(self.goal)
        state.scoring.goal_tokens = replace_at(
            state.scoring.goal_tokens, place, (*state.scoring.goal_tokens[place], self.side)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} meets the goal {goal}.", who=names[self.side], goal=title(self.goal))
