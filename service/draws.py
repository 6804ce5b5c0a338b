"""What a game draws by chance, read from its code: every purpose, how it is drawn, its bounds, and what it decides.

An outsider can compare the list of outcomes of a game with it. The numbers of each purpose are counted for themselves,
so it makes no difference to any outcome in which order the purposes of a step are drawn.
"""

from __future__ import annotations

import ast
import importlib.util
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.rulesets import AnyRuleset
from service.purposes import Purpose, check_purposes, load_purposes

Scope: TypeAlias = ast.FunctionDef | ast.With
Kind: TypeAlias = Literal["below", "roll", "flip", "shuffle", "draw", "pick", "pile"]

DEALT_ANEW = "redeal"
"""How purposes begin for which branches of running games draw, from chance that is thrown away and never listed."""
SAID: dict[Kind, str] = {
    "below": "one outcome below {of}",
    "roll": "{count} dice with faces 1 to {bound}: one outcome below {bound} for each",
    "flip": "a coin: one outcome below 2",
    "shuffle": "a shuffle of {of}: outcomes below n, n - 1, ..., 2 for n items",
    "draw": "the first {count} of a shuffle of {of}: outcomes below n, n - 1, ..., 2 for n items",
    "pick": "{count} of {of}: outcomes below n, n - 1, ... for n items, one for each that is taken",
    "pile": "the next {count} of the pile {of}: one outcome for each card without a fixed place, below the number of "
    "cards that it may be",
}

ORDER: dict[Kind, str] = {
    "below": "one outcome",
    "roll": "one outcome a die, in the order of the dice, all with the same bound",
    "flip": "one outcome",
    "shuffle": "from the last place to the second, each bound one less than the one before, down to 2",
    "draw": "as in a shuffle of all that it is drawn from, whatever the count: bounds down to 2",
    "pick": "in the order of taking, each bound one less than the one before",
    "pile": "in the order in which the cards leave the pile",
}
"""In which order the outcomes of a purpose are drawn when a step draws for it."""


class UnknownPurpose(ValueError):
    """A draw whose purpose the code does not say in its place; says where."""


class Draw(msgspec.Struct, frozen=True):
    """A place in the code where chance decides something.

    `purpose` has braces where it names a thing of the game, `pattern` is the regular expression of the whole purpose.
    `of` and `count` are written as in the code.
    """

    purpose: Annotated[str, Meta(description="The purpose, with what varies in braces.")]
    pattern: Annotated[str, Meta(description="The regular expression of the whole purpose.")]
    kind: Annotated[Kind, Meta(description="How it is drawn.")]
    order: Annotated[str, Meta(description="The order of its outcomes within a step, numbered from 0.")]
    of: Annotated[str | None, Meta(description="What it is drawn from, as in the code.")]
    count: Annotated[str | None, Meta(description="How many are drawn, as in the code.")]
    bound: Annotated[int | None, Meta(description="The bound of each outcome, if it is always the same.")]
    seen_by: Annotated[str, Meta(description="Who may know the outcomes while the game runs.")]
    clauses: Annotated[tuple[str, ...], Meta(description="The clauses that the code cites there.")]
    facts: Annotated[tuple[str, ...], Meta(description="The facts that the code makes there.")]
    where: Annotated[str, Meta(description="The module and the function.")]

    @property
    def words(self) -> str:
        """How it is drawn, in words."""
        return SAID[self.kind].format(of=self.of, count=self.count, bound=self.bound)


class Draws(msgspec.Struct, frozen=True):
    """Everything that a game draws by chance."""

    ruleset: Annotated[str, Meta(description="The id of the ruleset.")]
    rules: Annotated[str, Meta(description="The version of the rules whose code was read.")]
    purposes: Annotated[list[Purpose], Meta(description="Every purpose in words, with its bounds and facts.")]
    draws: Annotated[list[Draw], Meta(description="Every place in the code that draws, and what for.")]


_listed: dict[AnyRuleset, Draws] = {}


def list_draws(ruleset: AnyRuleset) -> Draws:
    """Return the purposes of a ruleset, and what `find_draws` finds; each is read once in a process.

    Raises BadPurposes if they do not fit each other.
    """
    if ruleset not in _listed:
        draws, purposes = find_draws(ruleset), load_purposes(ruleset)
        check_purposes(purposes, [draw.pattern for draw in draws], _fact_tags(ruleset).values())
        _listed[ruleset] = Draws(ruleset.id, ruleset.version, purposes, draws)
    return _listed[ruleset]


def find_draws(ruleset: AnyRuleset) -> list[Draw]:
    """Find every draw of a game by the order of its modules and lines; draws of `DEALT_ANEW` are left out.

    Raises UnknownPurpose for one that the code does not say where it draws.
    """
    facts = _fact_tags(ruleset)
    found = [
        draw
        for module, tree in _modules(type(ruleset).__module__.rpartition(".")[0])
        for draw in _draws_of(module, tree, ruleset, facts)
    ]
    return [draw for draw in found if not draw.purpose.startswith(DEALT_ANEW)]


def _modules(package: str) -> Iterator[tuple[str, ast.Module]]:
    """Parse every module of a package and of those in it."""
    spec = importlib.util.find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec is not None else []
    for info in sorted(pkgutil.iter_modules(folders, f"{package}."), key=lambda info: info.name):
        if info.ispkg:
            yield from _modules(info.name)
        elif (source := importlib.util.find_spec(info.name)) is not None and source.origin is not None:
            yield info.name, ast.parse(Path(source.origin).read_text("utf-8"))


def _fact_tags(ruleset: AnyRuleset) -> dict[str, str]:
    """Return what facts are called in records, by what their classes are called in the code."""
    found = {}
    for fact in ruleset.fact_types:
        if isinstance(fact, type) and issubclass(fact, msgspec.Struct):
            found[fact.__name__] = str(fact.__struct_config__.tag)
    return found


def _draws_of(module: str, tree: ast.Module, ruleset: AnyRuleset, facts: dict[str, str]) -> Iterator[Draw]:
    for path, function in _functions(tree, ()):
        for call, around in _calls(function, function):
            kind = _kind_of(call)
            if kind is not None:
                yield _describe(call, kind, f"{module}.{'.'.join(path)}", around, ruleset, facts)


def _functions(node: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ast.FunctionDef]]:
    """Find the functions of a module, and of its classes, with their names; a function holds those inside it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield (*path, child.name), child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, (*path, child.name))


def _calls(node: ast.AST, around: Scope) -> Iterator[tuple[ast.Call, Scope]]:
    """Find the calls in a node, each with the innermost `with`, or else the function, in which it stands."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child, around
        yield from _calls(child, child if isinstance(child, ast.With) else around)


def _kind_of(call: ast.Call) -> Kind | None:
    """Return what a call draws; None if it draws nothing."""
    if not isinstance(call.func, ast.Attribute):
        return None
    method = call.func.attr
    if method == "pick" and call.args and _is_chance(call.args[0]):
        return "pile"
    known: tuple[Kind, ...] = ("below", "roll", "flip", "shuffle", "draw", "pick")
    return next((kind for kind in known if kind == method), None) if _is_chance(call.func.value) else None


def _is_chance(node: ast.expr) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "chance") or (
        isinstance(node, ast.Name) and node.id == "chance"
    )


NAMES: dict[Kind, tuple[str, ...]] = {
    "below": ("purpose", "of", "seen_by"),
    "roll": ("purpose", "count", "bound", "seen_by"),
    "flip": ("purpose", "seen_by"),
    "shuffle": ("purpose", "of", "seen_by"),
    "draw": ("purpose", "of", "count", "seen_by"),
    "pick": ("purpose", "of", "count", "seen_by"),
    "pile": ("chance", "purpose", "count"),
}
"""What the arguments of each method mean, in order."""
KEYWORDS = {"sides": "bound", "items": "of", "pool": "of"}


def _describe(
    call: ast.Call, kind: Kind, where: str, around: Scope, ruleset: AnyRuleset, facts: dict[str, str]
) -> Draw:
    given = dict(zip(NAMES[kind], call.args, strict=False))
    given |= {KEYWORDS.get(word.arg or "", word.arg or ""): word.value for word in call.keywords}
    texts = {name: ast.unparse(node) for name, node in given.items()}
    purpose, pattern = _read_purpose(given["purpose"], where)
    if kind == "pile":
        assert isinstance(call.func, ast.Attribute)
        texts["of"] = ast.unparse(call.func.value)
    many = kind in ("draw", "pick", "pile", "roll")
    return Draw(
        purpose,
        pattern,
        kind,
        ORDER[kind],
        texts.get("of"),
        texts.get("count", "1") if many else None,
        _bound(kind, texts),
        "nobody" if kind == "pile" else _audience(texts.get("seen_by", "EVERYONE")),
        tuple(dict.fromkeys(text for text in _strings(around) if text in ruleset.rulebook)),
        tuple(dict.fromkeys(facts[name] for name in _called(around) if name in facts)),
        where,
    )


def _bound(kind: Kind, texts: dict[str, str]) -> int | None:
    if kind == "flip":
        return 2
    text = texts.get("bound", "6") if kind == "roll" else texts.get("of", "") if kind == "below" else ""
    return int(text) if text.isdecimal() else None


def _audience(text: str) -> str:
    return {"EVERYONE": "everyone", "NOBODY": "nobody"}.get(text.rpartition(".")[2], text)


def _read_purpose(node: ast.expr, where: str) -> tuple[str, str]:
    """Return a purpose with what varies in braces, and its regular expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value, re.escape(node.value)
    if not isinstance(node, ast.JoinedStr):
        raise UnknownPurpose(f"{where} draws for a purpose that its code does not say: {ast.unparse(node)}")
    purpose, pattern = "", ""
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            purpose, pattern = f"{purpose}{{{ast.unparse(part.value)}}}", pattern + "[a-z0-9-]+"
        elif isinstance(part, ast.Constant):
            purpose, pattern = purpose + str(part.value), pattern + re.escape(str(part.value))
    return purpose, pattern


def _strings(around: Scope) -> Iterator[str]:
    for node in ast.walk(around):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
    if isinstance(around, ast.FunctionDef):
        # A docstring names the clause in brackets where the caller cites it.
        yield from re.findall(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", ast.get_docstring(around) or "")


def _called(around: Scope) -> Iterator[str]:
    for node in ast.walk(around):
        if isinstance(node, ast.Call):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
