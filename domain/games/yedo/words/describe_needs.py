"""Needs in plain English, as what "you" must do or have: "have a Katana and pay 3 Mon"."""

from __future__ import annotations

from functools import singledispatch
from typing import Literal, NamedTuple, TypeAlias

from domain.games.yedo.printed.need_words import (
    AtLeast,
    AtMost,
    Discard,
    GiveBlessing,
    HasAnnex,
    HasGeisha,
    HasWeapon,
    InDistrict,
    MostOf,
    Need,
    Needs,
    OnAnnex,
    PayMon,
)
from domain.games.yedo.printed.terms import Measure
from domain.games.yedo.words.describe_words import MEASURES, MISSIONS, name_district, name_missions, some, some_of
from domain.kernel.language import mark, say, translate
from domain.kernel.words import count_noun, join_words, title

Verb: TypeAlias = Literal["have", "be", "give", "pay", "discard"]


class Forms(NamedTuple):
    """A verb of needs with what follows it: to be done, of somebody else, and after "if" of the reader or of others."""

    bare: str
    third: str
    if_you: str
    if_they: str


VERBS: dict[Verb, Forms] = {
    "have": Forms(
        mark("have {things}"), mark("has {things}"), mark("if you have {things}"), mark("if they have {things}")
    ),
    "be": Forms(mark("be {things}"), mark("is {things}"), mark("if you are {things}"), mark("if they are {things}")),
    "give": Forms(
        mark("give {things}"), mark("gives {things}"), mark("if you give {things}"), mark("if they give {things}")
    ),
    "pay": Forms(
        mark("pay {things}"), mark("pays {things}"), mark("if you pay {things}"), mark("if they pay {things}")
    ),
    "discard": Forms(
        mark("discard {things}"),
        mark("discards {things}"),
        mark("if you discard {things}"),
        mark("if they discard {things}"),
    ),
}


class Phrase(NamedTuple):
    """A need in two parts, so that needs with the same verb can share it: "have", "a Katana"."""

    verb: Verb
    thing: str


def describe_condition(needs: Needs, they: str = "you") -> str:
    """Say when these needs are met, from "if you" or "if they" on."""
    if not needs:
        return say("in any case")
    first, *rest = _group(needs).items()
    forms = VERBS[first[0]]
    begins = translate(forms.if_you if they == "you" else forms.if_they).format(things=join_words(first[1]))
    return _link(needs, [begins, *(_say(VERBS[verb].bare, things) for verb, things in rest)])


def describe_needs(needs: Needs) -> str:
    """Say what needs ask for, as something to do or have: "have a Katana and pay 3 Mon"; "nothing" for none."""
    return _link(needs, [_say(VERBS[verb].bare, things) for verb, things in _group(needs).items()]) or say("nothing")


def describe_who(needs: Needs) -> str:
    """Say the same of somebody else: "has at least 3 Weapons and is first"."""
    return _link(needs, [_say(VERBS[verb].third, things) for verb, things in _group(needs).items()]) or say("nothing")


def _group(needs: Needs) -> dict[Verb, list[str]]:
    groups: dict[Verb, list[str]] = {}
    for need in needs:
        verb, thing = need_parts(need)
        groups.setdefault(verb, []).append(thing)
    return groups


def _say(text: str, things: list[str]) -> str:
    return translate(text).format(things=join_words(things))


def _link(needs: Needs, phrases: list[str]) -> str:
    """Join phrases, with a comma where one of them is a list."""
    if not phrases:
        return ""
    found, *rest = phrases
    several = len(phrases) < len(needs)
    for phrase in rest:
        if several:
            found = say("{phrase}, and {next}", phrase=found, next=phrase)
        else:
            found = say("{phrase} and {next}", phrase=found, next=phrase)
    return found


@singledispatch
def need_parts(need: Need) -> Phrase:
    """Describe one need as its verb and what follows it; raises TypeError for a kind without words."""
    if isinstance(need, GiveBlessing):
        return Phrase("give", say("a Blessing back to the Temple"))
    raise TypeError(f"no words for {type(need).__name__}")


def measure_noun(measure: Measure, of: str = "") -> tuple[str, str]:
    """Name what a measure counts, one and more: "completed Theft Mission", "Disciples in the Harbor"."""
    one, more = MEASURES[measure]
    if of in ("", "any"):
        return translate(one), translate(more)
    if measure == "disciples-in":
        where = name_district(of)
        return say("Disciple in {district}", district=where), say("Disciples in {district}", district=where)
    if measure in ("weapons", "annexes"):
        return title(of), say("{thing}s", thing=title(of))
    return _mission_noun(measure, of)


def _mission_noun(measure: Measure, of: str) -> tuple[str, str]:
    """Name the Missions of a colour, a category or a set, in hand or completed: one and more."""
    if of in MISSIONS:
        one, more = name_missions(of)
        if measure == "missions-held":
            return say("{mission} in hand", mission=one), say("{missions} in hand", missions=more)
        return say("completed {mission}", mission=one), say("completed {missions}", missions=more)
    kind = title(of)
    if measure == "missions-held":
        return say("{kind} Mission in hand", kind=kind), say("{kind} Missions in hand", kind=kind)
    return say("completed {kind} Mission", kind=kind), say("completed {kind} Missions", kind=kind)


def _counted(number: int, noun: tuple[str, str]) -> str:
    return f"{number} {noun[number != 1]}"


@need_parts.register
def _(need: InDistrict) -> Phrase:
    disciples = count_noun(need.count, "Disciple")
    return Phrase("have", say("{disciples} in {district}", disciples=disciples, district=name_district(need.district)))


@need_parts.register
def _(need: OnAnnex) -> Phrase:
    if need.of == "own":
        return Phrase("have", say("a Disciple on your {annex}", annex=title(need.annex)))
    return Phrase("have", say("a Disciple on the {annex} of an opponent", annex=title(need.annex)))


@need_parts.register
def _(need: HasWeapon) -> Phrase:
    weapon = some(need.count, "weapon") if need.kind == "any" else some_of(need.kind, need.count)
    return Phrase("discard" if need.spent else "have", weapon)


@need_parts.register
def _(need: HasAnnex) -> Phrase:
    return Phrase("have", some(need.count, "annex") if need.kind == "any" else some_of(need.kind, need.count))


@need_parts.register
def _(need: HasGeisha) -> Phrase:
    return Phrase("have", some(need.count, "geisha"))


@need_parts.register
def _(need: PayMon) -> Phrase:
    return Phrase("pay", say("{amount} Mon", amount=need.amount))


@need_parts.register
def _(need: Discard) -> Phrase:
    return Phrase("discard", some(need.count, need.what))


@need_parts.register
def _(need: AtLeast) -> Phrase:
    if need.measure == "order-place":
        return Phrase("be", say("on place {n} of the Player Order Track or further back", n=need.count))
    if need.measure == "players":
        return Phrase("be", say("one of {n} players or more", n=need.count))
    return Phrase("have", say("at least {number}", number=_counted(need.count, measure_noun(need.measure, need.of))))


@need_parts.register
def _(need: AtMost) -> Phrase:
    if need.measure == "order-place":
        if need.count == 1:
            return Phrase("be", say("on place {n} of the Player Order Track", n=need.count))
        return Phrase("be", say("on place {n} of the Player Order Track or further ahead", n=need.count))
    if need.measure == "players":
        if need.count == 1:
            return Phrase("be", say("alone"))
        return Phrase("be", say("one of {n} players at most", n=need.count))
    noun = measure_noun(need.measure, need.of)
    if need.count:
        return Phrase("have", say("at most {number}", number=_counted(need.count, noun)))
    return Phrase("have", say("no {things}", things=noun[1]))


@need_parts.register
def _(need: MostOf) -> Phrase:
    noun = measure_noun(need.measure, need.of)[1]
    if need.strict:
        return Phrase("have", say("more {things} than anybody else", things=noun))
    return Phrase("have", say("the most {things} (a tie is enough)", things=noun))
