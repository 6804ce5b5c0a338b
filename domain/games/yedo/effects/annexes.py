"""Effects that give Annexes and Geishas, never beyond the limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.games.yedo.effects.rival_annexes import leave
from domain.games.yedo.printed.terms import ANNEXES, AnnexKind
from domain.games.yedo.state import YedoState, annex_space
from domain.games.yedo.verbs.asking import CardEffect, Deed, Question, RaisedByDeed
from domain.games.yedo.verbs.course import course_of
from domain.games.yedo.verbs.modifiers import limit, price
from domain.games.yedo.verbs.moves import GivingUp
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.voice import LIST, Voice
from domain.games.yedo.worth import ANNEX, ANNEX_A_ROUND, GEISHA, GEISHA_POINTS, Prospect
from domain.kernel.audience import Public
from domain.kernel.errors import IllegalMove
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import count_noun, title


class ChooseAnnex(GivingUp, frozen=True, gc=False):
    """Choose a kind of Annex, to build it or to give it up."""

    annex: Public[AnnexKind]

    what = "annex"

    def label(self) -> str:
        return title(self.annex)

    def discard(self, table: YedoTable, seat: int) -> None:
        if (placed := table.state.on(annex_space(seat, self.annex))) is not None:
            leave(table, placed)
        table.lose_annex(seat, self.annex)


class PickAnnex(RaisedByDeed, Question[ChooseAnnex], frozen=True, gc=False):
    """Choose the Annex to build for `price` Mon before any discount."""

    deed: Deed
    price: int
    points: int

    clause = "yedo.reward.auction-annexes"
    prompt = "Choose the Annex that you build."

    def moves(self, state: YedoState) -> Iterator[ChooseAnnex]:
        return map(ChooseAnnex, available_annexes(state, self.deed.owner))

    def resolve(self, table: YedoTable, move: ChooseAnnex) -> None:
        with table.citing(self.deed.clause):
            build(table, self.deed.owner, move.annex, self.price, self.points)

    def why_not(self, state: YedoState, move: ChooseAnnex) -> IllegalMove | None:
        return why_no_annex(state, self.deed.owner, move.annex)


def available_annexes(state: YedoState, seat: int) -> Iterator[AnnexKind]:
    """Yield the kinds of Annexes that are left and that a seat does not own."""
    return (kind for kind in ANNEXES if kind not in state.belongings.annexes[seat] and state.annex_supply(kind))


def why_no_annex(state: YedoState, seat: int, kind: AnnexKind) -> IllegalMove | None:
    """Return why a seat cannot take an Annex of a kind, regardless of its cost; None if it can."""
    if kind in state.belongings.annexes[seat]:
        why = say("You own the {kind} already, and one of each type is the limit.", kind=title(kind))
        return IllegalMove("yedo.limit.annexes", why)
    if not state.annex_supply(kind):
        return IllegalMove("yedo.limit.annexes", say("No {kind} is left in the supply.", kind=title(kind)))
    return None


def build(table: YedoTable, seat: int, kind: AnnexKind, cost: int, points: int) -> None:
    """Pay for an Annex, take it, and gain its points; all of this must be allowed."""
    if cost:
        table.pay_price(seat, "annex", cost)
    table.build_annex(seat, kind)
    table.gain_prestige(seat, points, f"annex/{kind}")


class BuildAnnex(CardEffect, frozen=True, kw_only=True, tag="annex"):
    """Build an Annex of a type not owned, for a price, "full" being the printed one, and gain points."""

    price: int | Literal["full"] = 0
    points: int = 0

    def perform(self, table: YedoTable, deed: Deed) -> None:
        cost = self._printed_price(table.state)
        table.then(PickAnnex(seat=deed.owner, deed=deed, price=cost, points=self.points))

    def can(self, state: YedoState, deed: Deed) -> bool:
        if price(state, deed.owner, "annex", self._printed_price(state)) > state.belongings.mon[deed.owner]:
            return False
        return any(available_annexes(state, deed.owner))

    def phrase(self, voice: Voice = LIST) -> str:
        if self.price == "full":
            price = say("for its price")
        else:
            price = say("for {n} Mon", n=self.price) if self.price else say("for nothing")
        built = voice.says(
            "{build} an Annex of a type that you do not have {price}",
            "{build} an Annex of a type that they do not have {price}",
            build=voice.does("build"),
            price=price,
        )
        if not self.points:
            return built
        points = count_noun(self.points, "Prestige Point")
        return say("{effect} and {gain} {points}", effect=built, gain=voice.also("gain"), points=points)

    def worth(self, prospect: Prospect) -> float:
        return ANNEX + ANNEX_A_ROUND * prospect.left + self.points

    def _printed_price(self, state: YedoState) -> int:
        return annex_price(state) if self.price == "full" else self.price


def annex_price(state: YedoState) -> int:
    """Return the printed price of an Annex plus any surcharge of a module."""
    return course_of(state).annex_price(state)


class Geisha(CardEffect, frozen=True, kw_only=True):
    """Take a Geisha, and gain her Prestige Points."""

    which: Literal["highest", "lowest"] = "lowest"
    points: bool = True

    def perform(self, table: YedoTable, deed: Deed) -> None:
        pick = max if self.which == "highest" else min
        table.take_geisha(deed.owner, pick(table.state.belongings.geisha_supply), self.points)

    def can(self, state: YedoState, deed: Deed) -> bool:
        return can_take_geisha(state, deed.owner)

    def phrase(self, voice: Voice = LIST) -> str:
        text = (
            mark("{take} a Geisha of the lowest value that is left"),
            mark("{take} a Geisha of the highest value that is left"),
        )[self.which == "highest"]
        taken = fill(translate(text), take=voice.does("take"))
        if not self.points:
            return say("{effect} without Prestige Points", effect=taken)
        return say("{effect} and {gain} as many Prestige Points as her value", effect=taken, gain=voice.also("gain"))

    def worth(self, prospect: Prospect) -> float:
        return GEISHA + GEISHA_POINTS


def can_take_geisha(state: YedoState, seat: int) -> bool:
    """Return whether a Geisha is left and a seat has room for her (yedo.limit.geishas)."""
    return bool(state.belongings.geisha_supply) and len(state.belongings.geishas[seat]) < limit(state, seat, "geisha")
