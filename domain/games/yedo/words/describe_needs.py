"""Needs in plain English, as what "you" must do or have: "have a Katana and pay 3 Mon"."""

from __future__ import annotations

from functools import singledispatch

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
from domain.games.yedo.words.describe_words import ASSETS, DISTRICT_NAMES, MEASURES, some
from domain.kernel.words import count_noun, join_words, title

THIRD_PERSON = {"have": "has", "be": "is", "give": "gives", "pay": "pays", "discard": "discards"}


def describe_condition(needs: Needs, they: str = "you") -> str:
    """Say when these needs are met, from "if you" or "if they" on."""
    return f"if {they} {describe_needs(needs)}".replace(" be ", " are ")


def describe_needs(needs: Needs) -> str:
    """Say what needs ask for, as something to do or have: "have a Katana and pay 3 Mon"; "nothing" for none."""
    groups: dict[str, list[str]] = {}
    for need in needs:
        verb, _, thing = need_phrase(need).partition(" ")
        groups.setdefault(verb, []).append(thing)
    link = ", and " if any(len(things) > 1 for things in groups.values()) else " and "
    return link.join(f"{verb} {join_words(things)}" for verb, things in groups.items()) or "nothing"


def describe_who(needs: Needs) -> str:
    """Say the same of somebody else: "has at least 3 Weapons and is first"."""
    return " ".join(THIRD_PERSON.get(word, word) for word in describe_needs(needs).split())


@singledispatch
def need_phrase(need: Need) -> str:
    """Describe one need, beginning with a verb; raises TypeError for a kind without words."""
    if isinstance(need, GiveBlessing):
        return "give a Blessing back to the Temple"
    raise TypeError(f"no words for {type(need).__name__}")


def measure_noun(measure: Measure, of: str = "") -> tuple[str, str]:
    """Name what a measure counts, one and more: "completed Theft Mission", "Disciples in the Harbor"."""
    one, more = MEASURES[measure]
    if of in ("", "any"):
        return one, more
    if measure == "disciples-in":
        where = DISTRICT_NAMES[of]  # type: ignore[index]
        return f"Disciple in {where}", f"Disciples in {where}"
    if measure in ("weapons", "annexes"):
        return title(of), f"{title(of)}s"
    kind = title(of)
    if measure == "missions-held":
        return f"{kind} Mission in hand", f"{kind} Missions in hand"
    return f"completed {kind} Mission", f"completed {kind} Missions"


def _counted(number: int, noun: tuple[str, str]) -> str:
    return f"{number} {noun[number != 1]}"


@need_phrase.register
def _(need: InDistrict) -> str:
    return f"have {count_noun(need.count, 'Disciple')} in {DISTRICT_NAMES[need.district]}"


@need_phrase.register
def _(need: OnAnnex) -> str:
    whose = f"your {title(need.annex)}" if need.of == "own" else f"the {title(need.annex)} of an opponent"
    return f"have a Disciple on {whose}"


@need_phrase.register
def _(need: HasWeapon) -> str:
    kind = "Weapon" if need.kind == "any" else title(need.kind)
    return f"{'discard' if need.spent else 'have'} {some(need.count, (kind, f'{kind}s'))}"


@need_phrase.register
def _(need: HasAnnex) -> str:
    words = ("Annex", "Annexes") if need.kind == "any" else (title(need.kind), f"{title(need.kind)}s")
    return f"have {some(need.count, words)}"


@need_phrase.register
def _(need: HasGeisha) -> str:
    return f"have {some(need.count, ASSETS['geisha'])}"


@need_phrase.register
def _(need: PayMon) -> str:
    return f"pay {need.amount} Mon"


@need_phrase.register
def _(need: Discard) -> str:
    return f"discard {some(need.count, ASSETS[need.what])}"


@need_phrase.register
def _(need: AtLeast) -> str:
    if need.measure == "order-place":
        return f"be on place {need.count} of the Player Order Track or further back"
    if need.measure == "players":
        return f"be one of {need.count} players or more"
    return f"have at least {_counted(need.count, measure_noun(need.measure, need.of))}"


@need_phrase.register
def _(need: AtMost) -> str:
    if need.measure == "order-place":
        further = "" if need.count == 1 else " or further ahead"
        return f"be on place {need.count} of the Player Order Track{further}"
    if need.measure == "players":
        return f"be one of {need.count} players at most"
    noun = measure_noun(need.measure, need.of)
    return f"have at most {_counted(need.count, noun)}" if need.count else f"have no {noun[1]}"


@need_phrase.register
def _(need: MostOf) -> str:
    noun = measure_noun(need.measure, need.of)[1]
    return f"have more {noun} than anybody else" if need.strict else f"have the most {noun} (a tie is enough)"
