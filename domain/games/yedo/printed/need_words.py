"""The needs on Yedo's cards: what must be present or is given up, each with its words."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.games.yedo.printed.term_words import measure_noun, name_district, name_specialist, some, some_of
from domain.games.yedo.printed.terms import AnnexKind, Asset, District, Measure, SpecialistKind, WeaponKind
from domain.kernel.fact import kebab_case
from domain.kernel.language import say
from domain.kernel.words import count_noun, title

Verb: TypeAlias = Literal["have", "be", "give", "pay", "discard"]


class Phrase(NamedTuple):
    """A need in two parts, so that needs with the same verb can share it: "have", "a Katana"."""

    verb: Verb
    thing: str


class Need(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="need", tag=kebab_case):
    """Something that must be present, or that is given up."""

    def phrase(self) -> Phrase:
        """Say what it asks for, in the language spoken."""
        raise NotImplementedError


class InDistrict(Need, frozen=True, kw_only=True):
    """This many own Disciples are on spaces of a District."""

    district: District
    count: int = 1

    def phrase(self) -> Phrase:
        disciples = count_noun(self.count, "Disciple")
        return Phrase(
            "have", say("{disciples} in {district}", disciples=disciples, district=name_district(self.district))
        )


class OnAnnex(Need, frozen=True, kw_only=True):
    """An own Disciple is on an Annex of a kind, built by an opponent or by the Disciple's owner."""

    annex: AnnexKind
    of: Literal["own", "opponent"] = "own"

    def phrase(self) -> Phrase:
        if self.of == "own":
            return Phrase("have", say("a Disciple on your {annex}", annex=title(self.annex)))
        return Phrase("have", say("a Disciple on the {annex} of an opponent", annex=title(self.annex)))


class HasWeapon(Need, frozen=True, kw_only=True, tag="weapon"):
    """Own Weapons of a kind, or of any kind. They are kept, unless `spent`. Each Weapon meets one need."""

    kind: WeaponKind | Literal["any"] = "any"
    count: int = 1
    spent: bool = False

    def phrase(self) -> Phrase:
        weapon = some(self.count, "weapon") if self.kind == "any" else some_of(self.kind, self.count)
        return Phrase("discard" if self.spent else "have", weapon)


class HasAnnex(Need, frozen=True, kw_only=True, tag="annex"):
    """Own Annexes of a kind, or of any kinds."""

    kind: AnnexKind | Literal["any"] = "any"
    count: int = 1

    def phrase(self) -> Phrase:
        return Phrase("have", some(self.count, "annex") if self.kind == "any" else some_of(self.kind, self.count))


class HasGeisha(Need, frozen=True, kw_only=True, tag="geisha"):
    """This many Geishas, whatever their values."""

    count: int = 1

    def phrase(self) -> Phrase:
        return Phrase("have", some(self.count, "geisha"))


class GiveBlessing(Need, frozen=True, kw_only=True, tag="blessing"):
    """A Blessing, which goes back to the Temple."""

    def phrase(self) -> Phrase:
        return Phrase("give", say("a Blessing back to the Temple"))


class PayMon(Need, frozen=True, kw_only=True, tag="mon"):
    """Mon, paid to the bank."""

    amount: int

    def phrase(self) -> Phrase:
        return Phrase("pay", say("{amount} Mon", amount=self.amount))


class Discard(Need, frozen=True, kw_only=True, tag="discard"):
    """Own assets, given up to where they belong; the owner chooses which."""

    what: Asset
    count: int = 1

    def phrase(self) -> Phrase:
        return Phrase("discard", some(self.count, self.what))


class IsSpecialist(Need, frozen=True, kw_only=True, tag="specialist"):
    """The activated Disciple is a Specialist of this kind; only Missions ask for it."""

    kind: SpecialistKind

    def phrase(self) -> Phrase:
        return Phrase("have", say("the {specialist} as the activated Disciple", specialist=name_specialist(self.kind)))


class AtLeast(Need, frozen=True, kw_only=True):
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


class AtMost(Need, frozen=True, kw_only=True):
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
        return Phrase("have", say("no {things}", things=noun[1]))


class MostOf(Need, frozen=True, kw_only=True):
    """Nobody has more of it than the owner; if strict, nobody has as much either."""

    measure: Measure
    of: str = ""
    strict: bool = False

    def phrase(self) -> Phrase:
        noun = measure_noun(self.measure, self.of)[1]
        if self.strict:
            return Phrase("have", say("more {things} than anybody else", things=noun))
        return Phrase("have", say("the most {things} (a tie is enough)", things=noun))


AnyNeed: TypeAlias = (
    InDistrict
    | OnAnnex
    | HasWeapon
    | HasAnnex
    | HasGeisha
    | GiveBlessing
    | PayMon
    | Discard
    | IsSpecialist
    | AtLeast
    | AtMost
    | MostOf
)
Needs: TypeAlias = tuple[AnyNeed, ...]


def _counted(number: int, noun: tuple[str, str]) -> str:
    return f"{number} {noun[number != 1]}"
