"""Needs in plain English, as what "you" must do or have: "have a Katana and pay 3 Mon"."""

from __future__ import annotations

from typing import NamedTuple

from domain.games.yedo.printed.needs import Needs, Verb
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import join_words


class Forms(NamedTuple):
    """A verb of needs in four forms: as an instruction, for somebody else, and after "if" for the reader or others."""

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


def describe_condition(needs: Needs, they: str = "you") -> str:
    """Say when these needs are met, from "if you" or "if they" on."""
    if not needs:
        return say("in any case")
    first, *rest = _group(needs).items()
    forms = VERBS[first[0]]
    begins = fill(translate(forms.if_you if they == "you" else forms.if_they), things=join_words(first[1]))
    return _link(needs, [begins, *(_say(VERBS[verb].bare, things) for verb, things in rest)])


def describe_needs(needs: Needs) -> str:
    """Say what needs ask for, as something to do or have: "have a Katana and pay 3 Mon"; "nothing" for none."""
    return _link(needs, [_say(VERBS[verb].bare, things) for verb, things in _group(needs).items()]) or say("nothing")


def describe_who(needs: Needs) -> str:
    """Say the same about somebody else: "has at least 3 Weapons and is first"."""
    return _link(needs, [_say(VERBS[verb].third, things) for verb, things in _group(needs).items()]) or say("nothing")


def _group(needs: Needs) -> dict[Verb, list[str]]:
    groups: dict[Verb, list[str]] = {}
    for need in needs:
        verb, thing = need.phrase()
        groups.setdefault(verb, []).append(thing)
    return groups


def _say(text: str, things: list[str]) -> str:
    return fill(translate(text), things=join_words(things))


def _link(needs: Needs, phrases: list[str]) -> str:
    """Join phrases, with a comma if one of them is a list."""
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
