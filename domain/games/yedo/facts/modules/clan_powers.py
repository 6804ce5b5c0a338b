"""Facts of the module Clan Powers: the draft in set-up, and what is revealed after it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.yedo.facts.base import YedoFact
from domain.games.yedo.printed.parts import Draft
from domain.games.yedo.state import YedoState
from domain.kernel.audience import Private, Public, Viewer
from domain.kernel.fact import replace_at
from domain.kernel.language import mark, say, translate
from domain.kernel.multiset import plus, without
from domain.kernel.words import count_noun, join_words

POWERS = {
    "wealthy": mark("The Wealthy"),
    "generous": mark("The Generous"),
    "tenacious": mark("The Tenacious"),
    "duplicitous": mark("The Duplicitous"),
    "wise": mark("The Wise"),
    "seaworthy": mark("The Seaworthy"),
}


def power_name(power: str) -> str:
    """Write the id of a Clan Power as its title: "wise" -> "The Wise"."""
    return translate(POWERS[power]) if power in POWERS else f"The {power.capitalize()}"


class DraftBegan(YedoFact, frozen=True, gc=False):
    """The Clan Power Cards are shuffled into a face-down deck."""

    def evolve(self, state: YedoState) -> None:
        nothing: tuple[str | None, ...] = (None,) * state.seats
        state.clans.draft = Draft(state.parameters.powers, nothing, nothing)

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        return say("The Clan Power Cards are shuffled.")


class PowersDrawn(YedoFact, frozen=True, gc=False):
    """A seat draws up to a hand of two Clan Power Cards."""

    seat: Public[int]
    powers: Private[tuple[str, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        draft = drafting(state)
        deck = draft.deck
        for power in self.powers:
            deck = without(deck, power)
        state.clans.draft = replace(draft, deck=deck, drafting=self.seat, hand=plus(draft.hand, *self.powers))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        named = f" ({join_words(map(power_name, self.powers))})" if viewer.shares((self.seat,)) else ""
        return say(
            "{who} draws {cards}{named}.",
            who=names[self.seat],
            cards=count_noun(len(self.powers), "Clan Power Card"),
            named=named,
        )


class PowerKept(YedoFact, frozen=True, gc=False):
    """A seat keeps one of its two Clan Power Cards, face down."""

    seat: Public[int]
    power: Private[str]

    def evolve(self, state: YedoState) -> None:
        draft = drafting(state)
        kept = replace_at(draft.kept, self.seat, self.power)
        state.clans.draft = replace(draft, kept=kept, drafting=None, hand=without(draft.hand, self.power))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        named = power_name(self.power) if viewer.shares((self.seat,)) else say("a Clan Power")
        return say("{who} keeps {named}.", who=names[self.seat], named=named)


class PowerPassed(YedoFact, frozen=True, gc=False):
    """A seat passes the other Clan Power Card to its right-hand neighbour `to`; the last seat sets it aside."""

    seat: Public[int]
    to: Public[int | None]
    power: Private[str]

    reveals = True

    def owners(self) -> tuple[int, ...]:
        return (self.seat,) if self.to is None else (self.seat, self.to)

    def evolve(self, state: YedoState) -> None:
        draft = drafting(state)
        state.clans.draft = replace(draft, drafting=self.to, passed=replace_at(draft.passed, self.seat, self.power))

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        named = power_name(self.power) if viewer.shares(self.owners()) else say("the other one")
        if self.to is None:
            return say("{who} lays {named} aside.", who=names[self.seat], named=named)
        return say("{who} hands {named} on to {whom}.", who=names[self.seat], named=named, whom=names[self.to])


class PowersRevealed(YedoFact, frozen=True, gc=False):
    """All Clan Powers are revealed for the rest of the game; unused ones go to the box."""

    powers: Public[tuple[str, ...]]

    reveals = True

    def evolve(self, state: YedoState) -> None:
        state.clans.powers = self.powers
        state.clans.draft = None

    def words(self, names: Sequence[str], viewer: Viewer) -> str:
        each = (
            say("{name} is {power_name}", name=name, power_name=power_name(power))
            for name, power in zip(names, self.powers, strict=False)
        )
        return f"{join_words(each)}."


def drafting(state: YedoState) -> Draft:
    """Return the current draft."""
    assert state.clans.draft is not None
    return state.clans.draft
