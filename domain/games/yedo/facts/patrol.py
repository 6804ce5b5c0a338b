"""Facts about the Watch Patrol Phase: cards that save Disciples, Blackmail, and the last round without a patrol."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.yedo.facts.base import YedoFact
from domain.games.yedo.printed.parts import Saved
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.words import count_noun


class PatrolSkipped(YedoFact, frozen=True, gc=False):
    """The last round has no Watch Patrol Phase."""

    def evolve(self, state: YedoState) -> None:
        """Change nothing."""

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Watch Patrol does not come in the last round.")


class DiscipleSaved(YedoFact, frozen=True, gc=False):
    """Figures of a seat in the patrol's District are safe in this round: `count` of them, or all if None."""

    seat: Public[int]
    count: Public[int | None] = None

    def evolve(self, state: YedoState) -> None:
        state.watch.saved = (*state.watch.saved, Saved(self.seat, self.count))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        saved = say("all Disciples") if self.count is None else count_noun(self.count, "Disciple")
        return say("{who} saves {saved} from arrest.", who=names[self.seat], saved=saved)


class BlackmailUsed(YedoFact, frozen=True, gc=False):
    """A seat uses a Blackmail Card, which returns to the box."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.hands.blackmail = replace_at(state.hands.blackmail, self.seat, state.hands.blackmail[self.seat] - 1)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} uses a Blackmail Card.", who=names[self.seat])
