"""The modifiers of Yedo's cards, which apply passively, each with its words."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.games.yedo.printed.card_word import CardWord
from domain.games.yedo.printed.effect_words import describe, inside
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
    Asset,
    Cost,
    District,
    IncomeSource,
    Measure,
    Phase,
    Prohibition,
)
from domain.games.yedo.printed.vocabulary import AnyEffect
from domain.games.yedo.voice import LIST, Voice
from domain.kernel.fact import kebab_case
from domain.kernel.language import say, translate
from domain.kernel.words import count_noun, join_words, title


class Modifier(
    msgspec.Struct,
    CardWord,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="mod",
    tag=kebab_case,
):
    """A passive effect."""

    def phrase(self, voice: Voice = LIST) -> str:
        """Describe it in the current language."""
        raise NotImplementedError

    def personal_phrase(self) -> str:
        """Describe it for a single figure."""
        return self.phrase()


class CostLess(Modifier, frozen=True, kw_only=True, tag="cost"):
    """Reduces a cost by `by`, to no less than 0; reductions add up."""

    of: Cost
    by: int
    except_phase: Phase | None = None

    def phrase(self, voice: Voice = LIST) -> str:
        if self.of == "any":
            costs = voice.says("everything you pay for costs", "everything they pay for costs")
        else:
            costs = translate(COSTS[self.of])
        if not self.except_phase:
            return say("{costs} {by} Mon less", costs=costs, by=self.by)
        phase = translate(PHASE_WORDS[self.except_phase])
        return say("{costs} {by} Mon less, but not in {phase}", costs=costs, by=self.by, phase=phase)


class Limit(Modifier, frozen=True, kw_only=True):
    """Raises a limit on what a seat may own."""

    of: Asset | Literal["disciple"]
    by: int

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


class CountsAs(Modifier, frozen=True, kw_only=True):
    """Substitutes for one thing that a Mission requires.

    With `sends_home`, the Disciple on that own Annex does, and goes home.
    """

    need: Literal["geisha", "blessing", "weapon", "annex"]
    sends_home: AnnexKind | None = None

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


class Safe(Modifier, frozen=True, kw_only=True):
    """Protects the holder's Disciples from the Watch Patrol, in one place or anywhere."""

    where: District | Literal["anywhere"] = "anywhere"

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


class EachPreparation(Modifier, frozen=True, kw_only=True):
    """The holder gets these effects in each Preparation."""

    effects: tuple[AnyEffect, ...]

    def phrase(self, voice: Voice = LIST) -> str:
        return say("in each Preparation, {effects}", effects=inside(self.effects, voice))


class Closed(Modifier, frozen=True, kw_only=True):
    """No Disciple can be assigned to these Districts and spaces."""

    districts: tuple[District, ...] = ()
    spaces: tuple[str, ...] = ()

    def phrase(self, voice: Voice = LIST) -> str:
        closed = list(map(name_district, self.districts))
        closed += (say("the space {space}", space=title(space)) for space in self.spaces)
        return say("no Disciple can be assigned to {places}", places=join_words(closed, "or"))


class Forbids(Modifier, frozen=True, kw_only=True):
    """Forbids something."""

    what: Prohibition

    def phrase(self, voice: Voice = LIST) -> str:
        what = translate(PROHIBITIONS[self.what])
        return voice.says("you cannot {what}", "they cannot {what}", what=what)


class Income(Modifier, frozen=True, kw_only=True):
    """Raises the Mon gained from a source; a negative number lowers it."""

    of: IncomeSource
    by: int

    def phrase(self, voice: Voice = LIST) -> str:
        source, number = translate(SOURCES[self.of]), abs(self.by)
        if self.by >= 0:
            return say("{source} {n} Mon more", source=source, n=number)
        return say("{source} {n} Mon less", source=source, n=number)


class DrawMore(Modifier, frozen=True, kw_only=True):
    """Whenever the holder draws from a deck or the bag, `look` more cards or Weapons are looked at."""

    look: int

    def phrase(self, voice: Voice = LIST) -> str:
        return say("whenever you draw cards of a deck or Weapons from the bag, look at {n} more", n=self.look)


class WinsTies(Modifier, frozen=True, kw_only=True):
    """The holder wins every tie."""

    def phrase(self, voice: Voice = LIST) -> str:
        return say("you win all ties")


class RivalAnnexes(Modifier, frozen=True, kw_only=True):
    """Opponents' Annexes count as the holder's if a Mission requires Annexes."""

    def phrase(self, voice: Voice = LIST) -> str:
        return say("for Missions, the Annexes of your opponents count as yours")


class AtEnd(Modifier, frozen=True, kw_only=True):
    """Points at the end of the game for each unit of a measure of the holder."""

    measure: Measure
    points: int
    clause: str

    def phrase(self, voice: Voice = LIST) -> str:
        points = count_noun(self.points, "Prestige Point")
        return say("at the end, {points} for each {thing} of yours", points=points, thing=measure_noun(self.measure)[0])


class OwnSpace(Modifier, frozen=True, kw_only=True):
    """The holder has a space in a District that no other Disciple enters and nothing closes.

    `luxury` maps the Mon paid there to the points received.
    """

    space: str
    district: District
    luxury: dict[str, int]

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


class Fee(Modifier, frozen=True, kw_only=True):
    """Others pay the holder Mon for each action of a District that they perform."""

    on: District
    amount: int

    def phrase(self, voice: Voice = LIST) -> str:
        return say(
            "every other player gives you {amount} Mon, if they have it, for each action in {district}",
            amount=self.amount,
            district=name_district(self.on),
        )


class NoFee(Modifier, frozen=True, kw_only=True):
    """The holder pays nobody a fee."""

    def phrase(self, voice: Voice = LIST) -> str:
        return say("you pay no fees to the Characters of others")


class LookMore(Modifier, frozen=True, kw_only=True):
    """A Foresight action of this Disciple looks at more cards."""

    look: int

    def phrase(self, voice: Voice = LIST) -> str:
        return say("in its Foresight actions you look at {n} more", n=self.look)


class AfterMission(Modifier, frozen=True, kw_only=True):
    """The holder gets these effects after each Mission that this Disciple completes."""

    effects: tuple[AnyEffect, ...]

    def phrase(self, voice: Voice = LIST) -> str:
        return say("after a Mission completed with it, {effects}", effects=describe(self.effects))


class MonToPrestige(Modifier, frozen=True, kw_only=True):
    """After a Mission of this Disciple, Mon gained from it can be converted into points, `rate` Mon each."""

    rate: int

    def phrase(self, voice: Voice = LIST) -> str:
        return say(
            "after a Mission completed with it, you may turn the Mon gained from it into Prestige Points,"
            " {rate} Mon each into {points}",
            rate=self.rate,
            points=count_noun(1, "Prestige Point"),
        )


AnyModifier: TypeAlias = (
    CostLess
    | Limit
    | CountsAs
    | Safe
    | EachPreparation
    | Closed
    | Forbids
    | Income
    | Fee
    | NoFee
    | DrawMore
    | WinsTies
    | RivalAnnexes
    | AtEnd
    | OwnSpace
    | LookMore
    | AfterMission
    | MonToPrestige
)
Modifiers: TypeAlias = tuple[AnyModifier, ...]
