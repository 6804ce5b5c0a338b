"""Facts about Mon, Prestige Points, Blessings, Annexes, Geishas and Blackmail Cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from domain.games.yedo.facts.base import YedoFact, mon, points
from domain.games.yedo.printed.parts import Points
from domain.games.yedo.printed.terms import AnnexKind
from domain.games.yedo.state import YedoState
from domain.kernel.audience import English, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import say
from domain.kernel.multiset import without
from domain.kernel.words import title


class MonPaid(YedoFact, frozen=True, gc=False):
    """A seat pays Mon to the bank, or loses it."""

    seat: Public[int]
    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.belongings.mon = replace_at(
            state.belongings.mon, self.seat, state.belongings.mon[self.seat] - self.amount
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} pays {mon}.", who=names[self.seat], mon=mon(self.amount))


class MonGained(YedoFact, frozen=True, gc=False):
    """A seat takes Mon from the bank."""

    seat: Public[int]
    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.belongings.mon = replace_at(
            state.belongings.mon, self.seat, state.belongings.mon[self.seat] + self.amount
        )
        state.earn(self.seat, self.amount)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} receives {mon}.", who=names[self.seat], mon=mon(self.amount))


class MonTaken(YedoFact, frozen=True, gc=False):
    """Mon goes from one seat to another."""

    seat: Public[int]
    to: Public[int]
    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        left = replace_at(state.belongings.mon, self.seat, state.belongings.mon[self.seat] - self.amount)
        state.belongings.mon = replace_at(left, self.to, left[self.to] + self.amount)
        state.earn(self.to, self.amount)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} receives {mon} from {whom}.", who=names[self.to], mon=mon(self.amount), whom=names[self.seat])


class ChurchFilled(YedoFact, frozen=True, gc=False):
    """Mon is added to the Church, by the bank or by a seat that loses it."""

    amount: Public[int]
    by: Public[int | None] = None

    def evolve(self, state: YedoState) -> None:
        state.belongings.church += self.amount
        if self.by is not None:
            state.belongings.mon = replace_at(
                state.belongings.mon, self.by, state.belongings.mon[self.by] - self.amount
            )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        if self.by is None:
            return say("The bank lays {mon} on the Church.", mon=mon(self.amount))
        return say("{who} lays {mon} on the Church.", who=names[self.by], mon=mon(self.amount))


class ChurchEmptied(YedoFact, frozen=True, gc=False):
    """A seat takes all Mon of the Church."""

    seat: Public[int]
    amount: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.belongings.church = 0
        state.belongings.mon = replace_at(
            state.belongings.mon, self.seat, state.belongings.mon[self.seat] + self.amount
        )
        state.earn(self.seat, self.amount)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes {mon} from the Church.", who=names[self.seat], mon=mon(self.amount))


class ChurchBurnt(YedoFact, frozen=True, gc=False):
    """The Church burns down for the rest of the game; its Mon goes to the bank."""

    def evolve(self, state: YedoState) -> None:
        state.belongings.church = 0
        state.belongings.church_burnt = True

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Church burns down.")


class PrestigeGained(YedoFact, frozen=True, gc=False):
    """A seat gains Prestige Points; `what` is the id of their source.

    Before version 3 of the rules it was a name in English.
    """

    seat: Public[int]
    points: Public[int]
    what: Public[English]

    def evolve(self, state: YedoState) -> None:
        state.scoring.points = replace_at(
            state.scoring.points, self.seat, state.scoring.points[self.seat] + self.points
        )
        state.scoring.scored = (*state.scoring.scored, Points(self.seat, self.clause, self.what, self.points))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} gains {points}: {what}.", who=names[self.seat], points=points(self.points), what=self.what)


class PrestigeLost(YedoFact, frozen=True, gc=False):
    """A seat loses Prestige Points; `what` is as in `PrestigeGained`."""

    seat: Public[int]
    points: Public[int]
    what: Public[English]

    def evolve(self, state: YedoState) -> None:
        state.scoring.points = replace_at(
            state.scoring.points, self.seat, state.scoring.points[self.seat] - self.points
        )
        state.scoring.scored = (*state.scoring.scored, Points(self.seat, self.clause, self.what, -self.points))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} loses {points}: {what}.", who=names[self.seat], points=points(self.points), what=self.what)


class BlessingTaken(YedoFact, frozen=True, gc=False):
    """A seat takes a Blessing from the Temple."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.belongings.blessings = replace_at(state.belongings.blessings, self.seat, True)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} receives a Blessing.", who=names[self.seat])


class BlessingGiven(YedoFact, frozen=True, gc=False):
    """A seat returns its Blessing to the Temple."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.belongings.blessings = replace_at(state.belongings.blessings, self.seat, False)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} returns the Blessing to the Temple.", who=names[self.seat])


class AnnexBuilt(YedoFact, frozen=True, gc=False):
    """A seat builds an Annex."""

    seat: Public[int]
    annex: Public[AnnexKind]

    def evolve(self, state: YedoState) -> None:
        kept = tuple(sorted((*state.belongings.annexes[self.seat], self.annex)))
        state.belongings.annexes = replace_at(state.belongings.annexes, self.seat, kept)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} builds the {annex}.", who=names[self.seat], annex=title(self.annex))


class AnnexLost(YedoFact, frozen=True, gc=False):
    """An Annex of a seat returns to the supply."""

    seat: Public[int]
    annex: Public[AnnexKind]

    def evolve(self, state: YedoState) -> None:
        state.belongings.annexes = replace_at(
            state.belongings.annexes, self.seat, without(state.belongings.annexes[self.seat], self.annex)
        )

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} loses the {annex}.", who=names[self.seat], annex=title(self.annex))


class GeishaTaken(YedoFact, frozen=True, gc=False):
    """A seat takes a Geisha of this value from the supply."""

    seat: Public[int]
    value: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.belongings.geisha_supply = without(state.belongings.geisha_supply, self.value)
        kept = tuple(sorted((*state.belongings.geishas[self.seat], self.value)))
        state.belongings.geishas = replace_at(state.belongings.geishas, self.seat, kept)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} takes a Geisha of value {value}.", who=names[self.seat], value=self.value)


class GeishaLost(YedoFact, frozen=True, gc=False):
    """A seat loses a Geisha, who returns to the supply or leaves the game."""

    seat: Public[int]
    value: Public[int]
    to: Public[Literal["supply", "box"]] = "supply"

    def evolve(self, state: YedoState) -> None:
        state.belongings.geishas = replace_at(
            state.belongings.geishas, self.seat, without(state.belongings.geishas[self.seat], self.value)
        )
        if self.to == "supply":
            state.belongings.geisha_supply = tuple(sorted((*state.belongings.geisha_supply, self.value)))
        else:
            state.belongings.geishas_gone = tuple(sorted((*state.belongings.geishas_gone, self.value)))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        who = names[self.seat]
        if self.to == "box":
            return say("{who} loses a Geisha of value {value}, who leaves the game.", who=who, value=self.value)
        return say("{who} loses a Geisha of value {value}.", who=who, value=self.value)


class BlackmailTaken(YedoFact, frozen=True, gc=False):
    """A seat turns its Favor Card over: it becomes a Blackmail Card."""

    seat: Public[int]

    def evolve(self, state: YedoState) -> None:
        state.hands.blackmail = replace_at(state.hands.blackmail, self.seat, state.hands.blackmail[self.seat] + 1)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("{who} holds a Blackmail Card.", who=names[self.seat])
