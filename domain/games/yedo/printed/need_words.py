"""The needs on Yedo's cards: what must be present or is given up."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.games.yedo.printed.terms import AnnexKind, Asset, District, Measure, SpecialistKind, WeaponKind
from domain.kernel.fact import kebab_case


class Need(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="need", tag=kebab_case):
    """Something that must be present, or that is given up."""


class InDistrict(Need, frozen=True, kw_only=True):
    """This many own Disciples are on spaces of a District."""

    district: District
    count: int = 1


class OnAnnex(Need, frozen=True, kw_only=True):
    """An own Disciple is on an Annex of a kind, built by an opponent or by the Disciple's owner."""

    annex: AnnexKind
    of: Literal["own", "opponent"] = "own"


class HasWeapon(Need, frozen=True, kw_only=True, tag="weapon"):
    """Own Weapons of a kind, or of any kind. They are kept, unless `spent`. Each Weapon meets one need."""

    kind: WeaponKind | Literal["any"] = "any"
    count: int = 1
    spent: bool = False


class HasAnnex(Need, frozen=True, kw_only=True, tag="annex"):
    """Own Annexes of a kind, or of any kinds."""

    kind: AnnexKind | Literal["any"] = "any"
    count: int = 1


class HasGeisha(Need, frozen=True, kw_only=True, tag="geisha"):
    """This many Geishas, whatever their values."""

    count: int = 1


class GiveBlessing(Need, frozen=True, kw_only=True, tag="blessing"):
    """A Blessing, which goes back to the Temple."""


class PayMon(Need, frozen=True, kw_only=True, tag="mon"):
    """Mon, paid to the bank."""

    amount: int


class Discard(Need, frozen=True, kw_only=True, tag="discard"):
    """Own assets, given up to where they belong; the owner chooses which."""

    what: Asset
    count: int = 1


class IsSpecialist(Need, frozen=True, kw_only=True, tag="specialist"):
    """The activated Disciple is a Specialist of this kind; only Missions ask for it."""

    kind: SpecialistKind


class AtLeast(Need, frozen=True, kw_only=True):
    """A measure of the owner is at least this high; nothing is given up. `of` names the kind, category or District."""

    measure: Measure
    count: int = 1
    of: str = ""


class AtMost(Need, frozen=True, kw_only=True):
    """A measure of the owner is at most this high."""

    measure: Measure
    count: int = 0
    of: str = ""


class MostOf(Need, frozen=True, kw_only=True):
    """Nobody has more of it than the owner; if strict, nobody has as much either."""

    measure: Measure
    of: str = ""
    strict: bool = False


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
