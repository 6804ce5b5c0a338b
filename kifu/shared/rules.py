"""Rulesets as named on a command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.language import say, translate
from domain.kernel.options import BadOptions, GameOptions
from domain.kernel.rulebook import Clause
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from kifu.shared.faults import Fault, suggest
from service.rulesets import build_rulesets
from service.settings import read_settings


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a ruleset: its values, as far as they can be listed, and its default."""

    name: str
    values: tuple[object, ...]
    default: object

    @property
    def spellings(self) -> tuple[str, ...]:
        """The values as typed, the default first; empty if they cannot be listed."""
        return tuple(map(spell, self.values))


def spell(value: object) -> str:
    """Write a value of an option as it is typed."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def load_rulesets() -> Rulesets:
    """Load the rulesets with the content packs of `KIFU_CONTENT`; raises BadContent, BadSettings."""
    return build_rulesets(read_settings())


def find_ruleset(name: str, rulesets: Rulesets) -> AnyRuleset:
    """Return the ruleset with this id; raises Fault that lists the ids."""
    known = {ruleset.id: ruleset for ruleset in rulesets}
    if name not in known:
        hint = suggest(name, known) or say("The rulesets are: {known}.", known=", ".join(sorted(known)))
        raise Fault(say("There is no ruleset {name!r}. {hint}", name=name, hint=hint))
    return known[name]


def find_clause(ruleset: AnyRuleset, name: str) -> Clause:
    """Return the clause with this id, with or without its ruleset prefix; raises Fault."""
    rulebook = ruleset.rulebook
    for wanted in (name, f"{ruleset.id}.{name}"):
        if wanted in rulebook:
            return rulebook[wanted]
    ids = [clause.id for clause in rulebook]
    shorter = name.removeprefix(f"{ruleset.id}.")
    hint = suggest(f"{ruleset.id}.{shorter}", ids) or say("`kifu clauses {game}` lists them.", game=ruleset.id)
    game = translate(ruleset.title)
    raise Fault(say("The rulebook of {game} has no clause {name!r}. {hint}", game=game, name=name, hint=hint))


def list_options(ruleset: AnyRuleset) -> Iterator[OptionInfo]:
    """List the options of the rules, in order."""
    defaults = _defaults(ruleset)
    for option, values in ruleset.option_values().items():
        yield OptionInfo(option, values, defaults[option])


def parse_options(ruleset: AnyRuleset, pairs: Sequence[str]) -> GameOptions:
    """Parse options from `name=value` arguments; raises Fault with the reason.

    Values are written as `spell` writes them, in any case; lists as names separated by commas.
    """
    listed, defaults = ruleset.option_values(), _defaults(ruleset)
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise Fault(say("The option {pair!r} has no value. Write it as name=value.", pair=pair))
        default = defaults.get(name)
        known = listed.get(name) or ((True, False) if isinstance(default, bool) else ())
        values[name] = _parse_list(text) if isinstance(default, list) else _parse_value(name, text, known)
    try:
        return ruleset.parse_options(values)
    except BadOptions as error:
        raise Fault(explain_options(error)) from None


def _parse_value(name: str, text: str, known: Sequence[object]) -> object:
    """Parse a value of an option; raises Fault with the right spellings if the values are known."""
    if not known:
        return _parse_json(text)
    by_spelling = {spell(value).lower(): value for value in known}
    if text.lower() not in by_spelling:
        spelt = ", ".join(map(spell, known))
        raise Fault(say("{name}: {text!r} is not one of {known}.", name=name, text=text, known=spelt))
    return by_spelling[text.lower()]


def _parse_list(text: str) -> object:
    return _parse_json(text) if text.startswith("[") else [name.strip() for name in text.split(",") if name.strip()]


def _parse_json(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _defaults(ruleset: AnyRuleset) -> dict[str, object]:
    """Return the default of each option as plain JSON; options that stay unset by default are left out."""
    defaults: dict[str, object] = msgspec.json.decode(msgspec.json.encode(ruleset.parse_options({})))
    return defaults


def seats_for(ruleset: AnyRuleset, options: GameOptions, wanted: int | None) -> int:
    """Return the wanted number of seats, or the least by default; raises Fault."""
    seats = ruleset.seats(options)[0] if wanted is None else wanted
    try:
        ruleset.check_opening(options, seats)
    except BadOptions as error:
        raise Fault(explain_options(error)) from None
    return seats


def explain_options(error: BadOptions) -> str:
    """Explain what is wrong with options, and name the clause that says so, if there is one."""
    return str(error.why) if error.clause is None else f"{error.why} ({error.clause})"
