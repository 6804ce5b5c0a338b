"""The modifiers of Yedo's cards, which apply passively, each with its words."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Literal

import msgspec

from domain.games.yedo.printed.effect_words import describe, inside
from domain.games.yedo.printed.modifiers import FinalPoints, Limited, Modifier
from domain.games.yedo.printed.needs import Thing
from domain.games.yedo.printed.term_words import (
    ASSETS,
    COSTS,
    PHASE_WORDS,
    PROHIBITIONS,
    SOURCES,
    measure_noun,
    name_district,
    some,
)
from domain.games.yedo.printed.terms import (
    AnnexKind,
    Cost,
    District,
    IncomeSource,
    Measure,
    Phase,
    Prohibition,
)
from domain.games.yedo.printed.vocabulary import Effects
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.fact import kebab_case
from domain.kernel.language import Later, later, say, translate
from domain.kernel.words import count_noun, join_words, title


class CardModifier(
    msgspec.Struct,
    Modifier,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="mod",
    tag=kebab_case,
):
    """The base of the modifiers of Yedo's cards, which content names by their tags: `mod = "cost"`."""


class CostLess(CardModifier, frozen=True, kw_only=True, tag="cost"):
    """Reduces a cost by `by`, to no less than 0; reductions add up."""

    of: Cost
    by: int
    except_phase: Phase | None = None

    suits_characters = True
    names_holder = False

    def reduces(self, cost: Cost) -> bool:
        return self.of in (cost, "any")

    def discount(self, cost: Cost, phase: Phase | None) -> int:
        return self.by if self.of in (cost, "any") and self.except_phase != phase else 0

    def phrase(self, voice: Voice = LIST) -> str:
        if self.of == "any":
            costs = voice.says("everything you pay for costs", "everything they pay for costs")
        else:
            costs = translate(COSTS[self.of])
        if not self.except_phase:
            return say("{costs} {by} Mon less", costs=costs, by=self.by)
        phase = translate(PHASE_WORDS[self.except_phase])
        return say("{costs} {by} Mon less, but not in {phase}", costs=costs, by=self.by, phase=phase)


class Limit(CardModifier, frozen=True, kw_only=True):
    """Raises a limit on what a seat may own."""

    of: Limited
    by: int

    suits_owners = True

    def extra_limit(self, asset: Limited) -> int:
        return self.by if self.of == asset else 0

    def phrase(self, voice: Voice = LIST) -> str:
        number = abs(self.by)
        assets = translate(ASSETS[self.of][number != 1])
        if self.by > 0:
            return voice.says(
                "you may have {n} more {assets}", "they may have {n} more {assets}", n=number, assets=assets
            )
        return voice.says(
            "you may have {n} fewer {assets}", "they may have {n} fewer {assets}", n=number, assets=assets
        )


class CountsAs(CardModifier, frozen=True, kw_only=True):
    """Substitutes for one thing that a Mission requires.

    With `sends_home`, the Disciple on that Annex of the holder does, and goes home.
    """

    need: Thing
    sends_home: AnnexKind | None = None

    suits_figures = True

    @property
    def stands_in_for(self) -> Thing:
        return self.need

    def phrase(self, voice: Voice = LIST) -> str:
        thing = some(1, self.need)
        if self.sends_home is None:
            return say("this stands in for {thing} that a Mission asks for", thing=thing)
        return voice.says(
            "your Disciple on the {annex} stands in for {thing} that a Mission asks for, and goes home",
            "their Disciple on the {annex} stands in for {thing} that a Mission asks for, and goes home",
            annex=title(self.sends_home),
            thing=thing,
        )

    def personal_phrase(self) -> str:
        return say("it stands in for any {thing} of a Mission completed with it", thing=translate(ASSETS[self.need][0]))


class Safe(CardModifier, frozen=True, kw_only=True):
    """Protects the holder's Disciples from the Watch Patrol, in one place or anywhere."""

    where: District | Literal["anywhere"] = "anywhere"

    suits_characters = True
    suits_figures = True
    protects_figure = True

    def protects(self, district: District | None) -> bool:
        return self.where in ("anywhere", district)

    def phrase(self, voice: Voice = LIST) -> str:
        if self.where == "anywhere":
            return voice.says(
                "the Watch Patrol does not arrest your Disciples", "the Watch Patrol does not arrest their Disciples"
            )
        return voice.says(
            "the Watch Patrol does not arrest your Disciples in {district}",
            "the Watch Patrol does not arrest their Disciples in {district}",
            district=name_district(self.where),
        )

    def personal_phrase(self) -> str:
        return say("the Watch Patrol never arrests it")


class EachPreparation(CardModifier, frozen=True, kw_only=True):
    """The holder gets these effects in each Preparation."""

    effects: Effects

    @property
    def in_preparation(self) -> Effects:
        return self.effects

    def phrase(self, voice: Voice = LIST) -> str:
        return say("in each Preparation, {effects}", effects=inside(self.effects, voice))


class Closed(CardModifier, frozen=True, kw_only=True):
    """No Disciple can be assigned to these Districts and spaces."""

    districts: tuple[District, ...] = ()
    spaces: tuple[str, ...] = ()

    is_closure = True

    def fault(self, spaces: Container[str]) -> Later | None:
        if not self.districts and not self.spaces:
            return later("'closed' names nothing to close")
        absent = next((space for space in self.spaces if space not in spaces), None)
        return None if absent is None else later("there is no space {space!r}", space=absent)

    @property
    def closed_districts(self) -> tuple[District, ...]:
        return self.districts

    @property
    def closed_spaces(self) -> tuple[str, ...]:
        return self.spaces

    def phrase(self, voice: Voice = LIST) -> str:
        closed = list(map(name_district, self.districts))
        closed += (say("the space {space}", space=title(space)) for space in self.spaces)
        return say("no Disciple can be assigned to {places}", places=join_words(closed, "or"))


class Forbids(CardModifier, frozen=True, kw_only=True):
    """Forbids something."""

    what: Prohibition

    def forbids(self, what: Prohibition) -> bool:
        return self.what == what

    def phrase(self, voice: Voice = LIST) -> str:
        what = translate(PROHIBITIONS[self.what])
        return voice.says("you cannot {what}", "they cannot {what}", what=what)


class Income(CardModifier, frozen=True, kw_only=True):
    """Raises the Mon gained from a source; a negative number lowers it."""

    of: IncomeSource
    by: int

    suits_characters = True
    names_holder = False

    def raises(self, source: IncomeSource) -> bool:
        return self.of in (source, "any")

    def extra_income(self, source: IncomeSource) -> int:
        return self.by if self.of in (source, "any") else 0

    def phrase(self, voice: Voice = LIST) -> str:
        source, number = translate(SOURCES[self.of]), abs(self.by)
        if self.by >= 0:
            return say("{source} {n} Mon more", source=source, n=number)
        return say("{source} {n} Mon less", source=source, n=number)


class DrawMore(CardModifier, frozen=True, kw_only=True):
    """Whenever the holder draws from a deck or the bag, `look` more cards or Weapons are looked at."""

    look: int

    @property
    def extra_drawn(self) -> int:
        return self.look

    def phrase(self, voice: Voice = LIST) -> str:
        return say("whenever you draw cards of a deck or Weapons from the bag, look at {n} more", n=self.look)


class WinsTies(CardModifier, frozen=True, kw_only=True):
    """The holder wins every tie."""

    wins_ties = True

    def phrase(self, voice: Voice = LIST) -> str:
        return say("you win all ties")


class RivalAnnexes(CardModifier, frozen=True, kw_only=True):
    """Opponents' Annexes count as the holder's if a Mission requires Annexes."""

    counts_rival_annexes = True

    def phrase(self, voice: Voice = LIST) -> str:
        return say("for Missions, the Annexes of your opponents count as yours")


class AtEnd(CardModifier, frozen=True, kw_only=True):
    """Points at the end of the game for each unit of a measure of the holder."""

    measure: Measure
    points: int
    clause: str

    def final_points(self, count: Callable[[Measure], int]) -> FinalPoints:
        return FinalPoints(self.clause, f"measure/{self.measure}", self.points * count(self.measure))

    def phrase(self, voice: Voice = LIST) -> str:
        points = count_noun(self.points, "Prestige Point")
        return say("at the end, {points} for each {thing} of yours", points=points, thing=measure_noun(self.measure)[0])


class OwnSpace(CardModifier, frozen=True, kw_only=True):
    """The holder has a space in a District that no other Disciple enters and nothing closes.

    `luxury` maps the Mon paid there to the points received.
    """

    space: str
    district: District
    luxury: dict[str, int]

    @property
    def own_space(self) -> str:
        return self.space

    def phrase(self, voice: Voice = LIST) -> str:
        sales = (
            say("pay {mon} Mon for {points}", mon=mon, points=count_noun(points, "Prestige Point"))
            for mon, points in self.luxury.items()
        )
        return say(
            "you have a space of your own in {district}, never closed, and there you can {sales}",
            district=name_district(self.district),
            sales=join_words(sales, "or"),
        )


class Fee(CardModifier, frozen=True, kw_only=True):
    """Others pay the holder Mon for each action of a District that they perform."""

    on: District
    amount: int

    suits_characters = True

    def fee(self, district: District) -> int:
        return self.amount if self.on == district else 0

    def phrase(self, voice: Voice = LIST) -> str:
        return say(
            "every other player gives you {amount} Mon, if they have it, for each action in {district}",
            amount=self.amount,
            district=name_district(self.on),
        )


class NoFee(CardModifier, frozen=True, kw_only=True):
    """The holder pays nobody a fee."""

    suits_characters = True
    pays_no_fees = True

    def phrase(self, voice: Voice = LIST) -> str:
        return say("you pay no fees to the Characters of others")


class LookMore(CardModifier, frozen=True, kw_only=True):
    """A Foresight action of this Disciple looks at more cards."""

    look: int

    suits_figures = True

    @property
    def extra_foreseen(self) -> int:
        return self.look

    def phrase(self, voice: Voice = LIST) -> str:
        return say("in its Foresight actions you look at {n} more", n=self.look)


class AfterMission(CardModifier, frozen=True, kw_only=True):
    """The holder gets these effects after each Mission that this Disciple completes."""

    effects: Effects

    suits_figures = True

    @property
    def after_mission(self) -> Effects:
        return self.effects

    def phrase(self, voice: Voice = LIST) -> str:
        return say("after a Mission completed with it, {effects}", effects=describe(self.effects))


class MonToPrestige(CardModifier, frozen=True, kw_only=True):
    """After a Mission of this Disciple, Mon gained from it can be converted into points, `rate` Mon each."""

    rate: int

    suits_figures = True

    @property
    def mon_a_point(self) -> int:
        return self.rate

    def phrase(self, voice: Voice = LIST) -> str:
        return say(
            "after a Mission completed with it, you may turn the Mon gained from it into Prestige Points,"
            " {rate} Mon each into {points}",
            rate=self.rate,
            points=count_noun(1, "Prestige Point"),
        )
