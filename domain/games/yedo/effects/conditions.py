"""Needs that only compare: where Disciples are, which one is activated, and measures of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from domain.games.yedo.effects.needs import CardNeed
from domain.games.yedo.printed.needs import Claims, Phrase
from domain.games.yedo.printed.term_words import measure_noun, name_district, name_specialist
from domain.games.yedo.printed.terms import AnnexKind, Cost, District, Measure, SpecialistKind, WeaponKind
from domain.games.yedo.state import YedoState, annex_on, is_rival
from domain.games.yedo.verbs.measures import measure
from domain.games.yedo.verbs.modifiers import wins_ties
from domain.games.yedo.worth import LACK_DEAR, Lack
from domain.kernel.language import say
from domain.kernel.words import count_noun, title


class Condition(CardNeed, frozen=True):
    """A need that holds or not, independently of a card's other needs."""

    def holds(self, state: YedoState, seat: int) -> bool:
        """Return whether it holds for a seat."""
        raise NotImplementedError

    def count_missing(self, state: YedoState, seat: int, cost: Cost, claims: Claims) -> int:
        return int(not self.holds(state, seat))


class _Measuring:
    """The base of needs that compare a measure."""

    __slots__ = ()
    measure: Measure
    of: str

    @property
    def counted(self) -> tuple[Measure, str] | None:
        return self.measure, self.of


class InDistrict(Condition, frozen=True, kw_only=True):
    """The owner has this many Disciples on spaces of a District."""

    district: District
    count: int = 1

    clause = "yedo.icon.requirement-district"

    def phrase(self) -> Phrase:
        disciples = count_noun(self.count, "Disciple")
        return Phrase(
            "have", say("{disciples} in {district}", disciples=disciples, district=name_district(self.district))
        )

    @property
    def districts(self) -> tuple[District, ...]:
        return (self.district,) * self.count

    def holds(self, state: YedoState, seat: int) -> bool:
        return len(state.placed_in(self.district, seat)) >= self.count


class OnAnnex(Condition, frozen=True, kw_only=True):
    """The owner has a Disciple on an Annex of a kind, either an opponent's or their own."""

    annex: AnnexKind
    of: Literal["own", "opponent"] = "own"

    clause = "yedo.icon.requirement-hard-annex"
    on_annex = True

    def phrase(self) -> Phrase:
        if self.of == "own":
            return Phrase("have", say("a Disciple on your {annex}", annex=title(self.annex)))
        return Phrase("have", say("a Disciple on the {annex} of an opponent", annex=title(self.annex)))

    def name_missing(self) -> str:
        return say("a Disciple on the {annex} of an opponent", annex=title(self.annex))

    @property
    def rival_annex(self) -> AnnexKind | None:
        return self.annex if self.of == "opponent" else None

    def holds(self, state: YedoState, seat: int) -> bool:
        there = (placed.space for placed in state.placed_by(seat) if annex_on(placed.space) == self.annex)
        return any(is_rival(seat, space) == (self.of == "opponent") for space in there)


class IsSpecialist(Condition, frozen=True, kw_only=True, tag="specialist"):
    """The activated Disciple is a Specialist of this kind; only Missions ask for it."""

    kind: SpecialistKind

    clause = "yedo.icon.requirement-specialist"
    for_missions_only = True
    module = "specialists"

    def phrase(self) -> Phrase:
        return Phrase("have", say("the {specialist} as the activated Disciple", specialist=name_specialist(self.kind)))

    def name_missing(self) -> str:
        return say("the {kind}, whom you must activate for it", kind=name_specialist(self.kind))

    def is_met_by(self, figure: str | None) -> bool:
        return self.kind == figure

    def holds(self, state: YedoState, seat: int) -> bool:
        # A seat alone cannot meet this: `requirements` checks it, since it knows the activated figure.
        return False

    def list_lacks(self, state: YedoState, seats: Sequence[int], weapons: list[WeaponKind]) -> Iterator[Lack]:
        if not any(self.kind in state.figures(seat) for seat in seats):
            yield self.kind, LACK_DEAR


class AtLeast(_Measuring, Condition, frozen=True, kw_only=True):
    """A measure of the owner is at least this high; nothing is given up. `of` names the kind, category or District."""

    measure: Measure
    count: int = 1
    of: str = ""

    def phrase(self) -> Phrase:
        if self.measure == "order-place":
            return Phrase("be", say("on place {n} of the Player Order Track or further back", n=self.count))
        if self.measure == "players":
            return Phrase("be", say("one of {n} players or more", n=self.count))
        return Phrase(
            "have", say("at least {number}", number=_counted(self.count, measure_noun(self.measure, self.of)))
        )

    def holds(self, state: YedoState, seat: int) -> bool:
        return measure(state, seat, self.measure, self.of) >= self.count


class AtMost(_Measuring, Condition, frozen=True, kw_only=True):
    """A measure of the owner is at most this high."""

    measure: Measure
    count: int = 0
    of: str = ""

    def phrase(self) -> Phrase:
        if self.measure == "order-place":
            if self.count == 1:
                return Phrase("be", say("on place {n} of the Player Order Track", n=self.count))
            return Phrase("be", say("on place {n} of the Player Order Track or further ahead", n=self.count))
        if self.measure == "players":
            if self.count == 1:
                return Phrase("be", say("alone"))
            return Phrase("be", say("one of {n} players at most", n=self.count))
        noun = measure_noun(self.measure, self.of)
        if self.count:
            return Phrase("have", say("at most {number}", number=_counted(self.count, noun)))
        return Phrase("have", say("no {things}", thing=noun[0], things=noun[1]))

    def holds(self, state: YedoState, seat: int) -> bool:
        return measure(state, seat, self.measure, self.of) <= self.count


class MostOf(_Measuring, Condition, frozen=True, kw_only=True):
    """Nobody has more of it than the owner; if strict, nobody has as much either."""

    measure: Measure
    of: str = ""
    strict: bool = False

    knows_ties = True

    def phrase(self) -> Phrase:
        noun = measure_noun(self.measure, self.of)[1]
        if self.strict:
            return Phrase("have", say("more {things} than anybody else", things=noun))
        return Phrase("have", say("the most {things} (a tie is enough)", things=noun))

    def holds(self, state: YedoState, seat: int) -> bool:
        own = measure(state, seat, self.measure, self.of)
        others = (measure(state, other, self.measure, self.of) for other in range(state.seats) if other != seat)
        strict = self.strict and not wins_ties(state, seat)
        return all(own > other or (own == other and not strict) for other in others)


def _counted(number: int, noun: tuple[str, str]) -> str:
    return f"{number} {noun[number != 1]}"
