"""Moves of families too large to list: a person fills in one argument after the other."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.choice import Several, Template
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.words import count_noun, join_words
from kifu.shared.faults import Fault

SEATS = ("partner", "seat", "target")
"""The arguments that are seats."""
LEAST = "-"
"""The input for the least value, or for no values."""


REST = "."
"""The input for the least value of this and all following arguments."""


def arguments(template: Template) -> tuple[str, ...]:
    """List the arguments to ask for, in order: those with more than one possible value."""
    return tuple(name for name in (*template.bounds, *template.sets) if not _is_fixed(template, name))


def least_values(template: Template) -> dict[str, int | list[str | int]]:
    """Return the least value of every argument, which is the only value of those that are not asked for."""
    numbers = {name: least for name, (least, _) in template.bounds.items()}
    return {**numbers, **{name: list(several.of[: several.least]) for name, several in template.sets.items()}}


def _is_fixed(template: Template, argument: str) -> bool:
    if argument in template.bounds:
        least, most = template.bounds[argument]
        return least == most
    several = template.sets[argument]
    return min(several.most, len(several.of)) == 0


def label(template: Template) -> str:
    """Describe a family in a few words, for a list of moves."""
    note = f" ({template.note})" if template.note else ""
    asked = join_words(map(_spaced, arguments(template)))
    return say("{move} ...: fill in {arguments}", move=template.type.replace("-", " "), arguments=asked) + note


def question(template: Template, argument: str, names: Sequence[str] = ()) -> str:
    """Ask for the value of an argument; `names` are the players by seat."""
    if argument in template.bounds:
        least, most = template.bounds[argument]
        who = ", ".join(f"{seat} {name}" for seat, name in enumerate(names) if least <= seat <= most)
        if not who or argument not in SEATS:
            return say("{what}: a number from {least} to {most}.", what=_spaced(argument), least=least, most=most)
        text = mark("{what}: a number from {least} to {most} ({who}).")
        return fill(translate(text), what=_spaced(argument), least=least, most=most, who=who)
    several = template.sets[argument]
    what, number, choice = _spaced(argument), _how_many(several), ", ".join(map(str, several.of))
    if several.most > 1:
        return say("{what}: {number} of {choice}, with commas between them.", what=what, number=number, choice=choice)
    return say("{what}: {number} of {choice}.", what=what, number=number, choice=choice)


def parse(template: Template, argument: str, typed: str) -> int | list[str | int]:
    """Parse a typed value of an argument; raises Fault that says what is allowed."""
    if argument in template.bounds:
        least, most = template.bounds[argument]
        if typed == LEAST:
            return least
        if not (typed.isascii() and typed.isdecimal() and len(typed) < 6 and least <= int(typed) <= most):
            raise Fault(say("{typed!r} is not a number from {least} to {most}.", typed=typed, least=least, most=most))
        return int(typed)
    several = template.sets[argument]
    by_name = {str(value): value for value in several.of}
    names = [] if typed == LEAST else [name for part in typed.split(",") if (name := part.strip())]
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise Fault(say("There is no {name!r} to choose.", name=unknown[0]))
    chosen = [by_name[name] for name in names]
    if not several.allows(chosen):
        number = _how_many(several)
        raise Fault(say("Choose {number}, none more often than it is listed.", number=number))
    return chosen


def _how_many(several: Several) -> str:
    least, most = several.least, min(several.most, len(several.of))
    values = count_noun(most, "value")
    return values if least == most else say("{least} to {values}", least=least, values=values)


def _spaced(argument: str) -> str:
    return argument.replace("_", " ")
