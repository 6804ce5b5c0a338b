"""Rulesets as they are named on a command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click
import msgspec

from domain.kernel.rulebook import Clause
from domain.kernel.ruleset import BadOptions
from domain.rulesets import AnyRuleset, Rulesets
from kifu.shared.faults import Fault, meant

F = TypeVar("F", bound=Callable[..., Any])


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a ruleset: the values that it takes, as far as they can be listed, and the one it has unasked."""

    name: str
    values: tuple[object, ...]
    default: object


def installed() -> Rulesets:
    """The rulesets with the content packs of `KIFU_CONTENT`; raises BadContent, BadSettings."""
    from service.parts import build_rulesets
    from service.settings import read_settings

    return build_rulesets(read_settings())


def ruleset_named(name: str, rulesets: Rulesets) -> AnyRuleset:
    """The ruleset with this id; raises Fault with those that there are."""
    known = {ruleset.id: ruleset for ruleset in rulesets}
    if name not in known:
        raise Fault(f"there is no ruleset {name!r}; there are: {', '.join(sorted(known))}.")
    return known[name]


def clause_named(ruleset: AnyRuleset, name: str) -> Clause:
    """The clause with this id, with or without the ruleset in front; raises Fault."""
    rulebook = ruleset.rulebook
    for wanted in (name, f"{ruleset.id}.{name}"):
        if wanted in rulebook:
            return rulebook[wanted]
    ids = [clause.id for clause in rulebook]
    shorter = name.removeprefix(f"{ruleset.id}.")
    hint = meant(f"{ruleset.id}.{shorter}", ids) or f" `kifu clauses {ruleset.id}` lists them."
    raise Fault(f"the rulebook of {ruleset.title} has no clause {name!r}.{hint}")


def option_infos(ruleset: AnyRuleset) -> Iterator[OptionInfo]:
    """The options of a ruleset, in order."""
    defaults = {field.encode_name: field for field in msgspec.structs.fields(ruleset.options_type)}
    for option, values in ruleset.option_values().items():
        yield OptionInfo(option, values, msgspec.to_builtins(defaults[option].default))


def parse_options(ruleset: AnyRuleset, pairs: Sequence[str]) -> msgspec.Struct:
    """Options from `name=value` arguments; raises Fault with the reason.

    A value is a text that the option takes, or JSON, or else plain text.
    """
    known = ruleset.option_values()
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise Fault(f"--option {pair!r}: write it as name=value.")
        values[name] = text if text in known.get(name, ()) else _value(text)
    try:
        return ruleset.parse_options(values)
    except BadOptions as error:
        raise Fault(f"{ruleset.title} cannot be played so: {in_words(error)}") from None


def _value(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def seats_for(ruleset: AnyRuleset, options: msgspec.Struct, wanted: int | None) -> int:
    """The number of seats: the least one, unless another is wanted; raises Fault."""
    seats = ruleset.seats(options)[0] if wanted is None else wanted
    try:
        ruleset.check_opening(options, seats)
    except BadOptions as error:
        raise Fault(in_words(error)) from None
    return seats


def in_words(error: BadOptions) -> str:
    """What is wrong with options, and by which clause, if it is one."""
    return error.why if error.clause is None else f"{error.why} ({error.clause})"


def game_options(command: F) -> F:
    """Add `--option` and `--seats` to a command that opens games."""
    option = click.option(
        "--option", "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
    )
    seats = click.option("--seats", type=int, help="How many play; the least number by default.")
    return option(seats(command))
