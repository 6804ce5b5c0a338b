"""Needs for what a seat owns: Weapons, Annexes, Geishas, a Blessing and Mon, kept or given up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, Self

from msgspec.structs import replace

from domain.games.yedo.effects.losing import give_up, owned
from domain.games.yedo.effects.needs import CardNeed, claim
from domain.games.yedo.printed.needs import ANY, AnyNeed, Claims, Phrase, Thing
from domain.games.yedo.printed.term_words import some, some_of
from domain.games.yedo.printed.terms import AnnexKind, Asset, Cost, WeaponKind
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.asking import Deed
from domain.games.yedo.verbs.modifiers import counts_rival_annexes, price
from domain.games.yedo.verbs.subjects import need_mon
from domain.games.yedo.verbs.table import YedoTable
from domain.games.yedo.worth import LACK, LACK_BLESSING, LACK_DEAR, LACK_MON, LACK_ON_SALE, Lack
from domain.kernel.choice import Need as Requirement
from domain.kernel.language import say
from domain.kernel.words import count_noun, title


class _Several:
    """The base of needs for several things."""

    __slots__ = ()
    count: int

    @property
    def number(self) -> int:
        return self.count

    def with_number(self, number: int) -> Self:
        return replace(self, count=number)  # type: ignore[type-var]

    def items(self) -> Iterator[Self]:
        yield from (self.with_number(1),) * self.count


class HasWeapon(_Several, CardNeed, frozen=True, kw_only=True, tag="weapon"):
    """Own Weapons of a kind, or of any kind. They are kept, unless `spent`. Each Weapon meets one need."""

    kind: WeaponKind | Literal["any"] = "any"
    count: int = 1
    spent: bool = False

    clause = "yedo.icon.requirement-weapon"
    for_errands = True

    def phrase(self) -> Phrase:
        weapon = some(self.count, "weapon") if self.kind == "any" else some_of(self.kind, self.count)
        return Phrase("discard" if self.spent else "have", weapon)

    def name_missing(self) -> str:
        return count_noun(self.count, "Weapon") if self.kind == ANY else f"{self.count} {title(self.kind)}"

    def count_missing(self, state: YedoState, seat: int, cost: Cost, claims: Claims) -> int:
        return claim(state, (seat,), claims, ("weapon", self.kind), self.count)

    def list_lacks(self, state: YedoState, seats: Sequence[int], weapons: list[WeaponKind]) -> Iterator[Lack]:
        if self.kind == ANY:
            yield from (("weapon", LACK_ON_SALE),) * (self.count - len(weapons))
            return
        for _ in range(self.count):
            if self.kind in weapons:
                weapons.remove(self.kind)
            else:
                yield self.kind, LACK_ON_SALE if self.kind in state.weaponry.market else LACK

    def give(self, table: YedoTable, deed: Deed, cost: Cost) -> None:
        if self.spent:
            give_up(table, deed, "weapon", self.count, "choice" if self.kind == ANY else self.kind)

    @property
    def replaceable(self) -> Thing | None:
        return None if self.spent else "weapon"

    @property
    def is_shown(self) -> bool:
        return not self.spent


class HasAnnex(_Several, CardNeed, frozen=True, kw_only=True, tag="annex"):
    """Own Annexes of a kind, or of any kinds."""

    kind: AnnexKind | Literal["any"] = "any"
    count: int = 1

    clause = "yedo.icon.requirement-annex"
    for_errands = True
    replaceable = "annex"
    is_shown = True

    def phrase(self) -> Phrase:
        return Phrase("have", some(self.count, "annex") if self.kind == "any" else some_of(self.kind, self.count))

    def name_missing(self) -> str:
        if self.kind == ANY:
            return say("{count} more of the Annexes", count=self.count)
        return say("the {kind}", kind=title(self.kind))

    def count_missing(self, state: YedoState, seat: int, cost: Cost, claims: Claims) -> int:
        shared = cost == "mission" and counts_rival_annexes(state, seat)
        return claim(state, range(state.seats) if shared else (seat,), claims, ("annex", self.kind), self.count)

    def list_lacks(self, state: YedoState, seats: Sequence[int], weapons: list[WeaponKind]) -> Iterator[Lack]:
        owned = sum(self.kind in (ANY, annex) for seat in seats for annex in state.belongings.annexes[seat])
        yield from (("annex" if self.kind == ANY else self.kind, LACK_DEAR),) * (self.count - owned)


class HasGeisha(_Several, CardNeed, frozen=True, kw_only=True, tag="geisha"):
    """This many Geishas, whatever their values."""

    count: int = 1

    clause = "yedo.icon.requirement-geisha"
    for_errands = True
    replaceable = "geisha"
    is_shown = True

    def phrase(self) -> Phrase:
        return Phrase("have", some(self.count, "geisha"))

    def name_missing(self) -> str:
        return count_noun(self.count, "Geisha")

    def count_missing(self, state: YedoState, seat: int, cost: Cost, claims: Claims) -> int:
        return claim(state, (seat,), claims, ("geisha", ANY), self.count)

    def list_lacks(self, state: YedoState, seats: Sequence[int], weapons: list[WeaponKind]) -> Iterator[Lack]:
        owned = sum(len(state.belongings.geishas[seat]) for seat in seats)
        yield from (("geisha", LACK_DEAR),) * (self.count - owned)


class GiveBlessing(CardNeed, frozen=True, kw_only=True, tag="blessing"):
    """A Blessing, which goes back to the Temple."""

    clause = "yedo.icon.requirement-blessing"
    for_errands = True
    replaceable = "blessing"

    def phrase(self) -> Phrase:
        return Phrase("give", say("a Blessing back to the Temple"))

    def name_missing(self) -> str:
        return say("a Blessing to give back")

    def count_missing(self, state: YedoState, seat: int, cost: Cost, claims: Claims) -> int:
        return claim(state, (seat,), claims, ("blessing", ANY), 1)

    def list_lacks(self, state: YedoState, seats: Sequence[int], weapons: list[WeaponKind]) -> Iterator[Lack]:
        if not any(state.belongings.blessings[seat] for seat in seats):
            yield "blessing", LACK_BLESSING

    def give(self, table: YedoTable, deed: Deed, cost: Cost) -> None:
        table.give_blessing(deed.owner)


class PayMon(CardNeed, frozen=True, kw_only=True, tag="mon"):
    """Mon, paid to the bank."""

    amount: int

    clause = "yedo.icon.requirement-mon"
    for_errands = True

    def phrase(self) -> Phrase:
        return Phrase("pay", say("{amount} Mon", amount=self.amount))

    def name_missing(self) -> str:
        return say("{amount} Mon", amount=self.amount)

    def count_missing(self, state: YedoState, seat: int, cost: Cost, claims: Claims) -> int:
        before = claims.mon
        claims.mon += price(state, seat, cost, self.amount)
        return claims.mon - max(state.belongings.mon[seat], before)

    def list_lacks(self, state: YedoState, seats: Sequence[int], weapons: list[WeaponKind]) -> Iterator[Lack]:
        if sum(state.belongings.mon[seat] for seat in seats) < self.amount:
            yield "mon", LACK_MON

    def with_number(self, number: int) -> PayMon:
        return PayMon(amount=number)

    def give(self, table: YedoTable, deed: Deed, cost: Cost) -> None:
        table.pay_price(deed.owner, cost, self.amount)

    def as_price(self, state: YedoState, seat: int) -> Requirement:
        return need_mon(state, seat, price(state, seat, "any", self.amount))

    def items(self) -> Iterator[AnyNeed]:
        return iter(())

    @property
    def mon(self) -> int:
        return self.amount


class Discard(_Several, CardNeed, frozen=True, kw_only=True, tag="discard"):
    """Own assets, returned to their supplies; the owner chooses which."""

    what: Asset
    count: int = 1

    def phrase(self) -> Phrase:
        return Phrase("discard", some(self.count, self.what))

    def name_missing(self) -> str:
        return say("something to discard")

    def count_missing(self, state: YedoState, seat: int, cost: Cost, claims: Claims) -> int:
        return claim(state, (seat,), claims, (self.what, ANY), self.count)

    def give(self, table: YedoTable, deed: Deed, cost: Cost) -> None:
        give_up(table, deed, self.what, self.count)

    def as_price(self, state: YedoState, seat: int) -> Requirement:
        held = owned(state, seat, self.what)
        return Requirement(self.phrase().thing, self.count, held, self.what.removesuffix("-card"))

    @property
    def pool(self) -> str:
        return self.what
