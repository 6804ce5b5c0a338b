"""Every clause of every rulebook has a test and a place in the code that cites it; nothing cites an unknown clause."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.kernel.rulebook import Clause
from domain.kernel.ruleset import AnyRuleset
from tests.support.rulesets import product_rulesets

ROOT = Path(__file__).resolve().parents[2]
RULESETS = list(product_rulesets())
PATH = r"(?:\.[a-z0-9]++(?:-[a-z0-9]++)*+)++(?![{.]*\{)"
"""The rest of a clause's id; an id that continues with a value in braces does not count."""
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)


def package_of(ruleset: AnyRuleset) -> Path:
    return ROOT / Path(*type(ruleset).__module__.split(".")[:-1])


def mentions(text: str, ruleset_id: str) -> set[str]:
    """The clauses of a ruleset that a text names, and everything in it that begins like a clause of the ruleset."""
    named = re.findall(rf"(?<![\w./-]){re.escape(ruleset_id)}{PATH}", text)
    own = re.findall(rf"\{{(?:(?:\w+\.)*ruleset|self)\.id\}}({PATH})", text)
    return {*named, *(ruleset_id + rest for rest in own)}


class Scanned(NamedTuple):
    """The text of a file; of Python only strings and comments, so that no variable name passes for a clause.

    `marks` are the clauses in the marks of its test functions, each with its function.
    """

    prose: str
    marks: tuple[tuple[str, str], ...] = ()


@cache
def scan(file: Path) -> Scanned:
    """Read a file. The syntax tree is not kept: a thousand of them would slow down everything after it."""
    text = file.read_text("utf-8")
    if file.suffix != ".py":
        return Scanned(text)
    module = ast.parse(text)
    nodes = [*ast.walk(module)]
    formatted = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    parts = {id(part) for node in formatted for part in node.values}
    plain = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in parts]
    strings = [value for value in plain if isinstance(value, str)]
    prose = "\n".join([*strings, *map(ast.unparse, formatted), *re.findall("#.*", text)])
    tests = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    return Scanned(prose, tuple((clause, test.name) for test in tests for clause in _marks(test)))


def cited_in(files: Iterable[Path], ruleset_id: str) -> dict[str, str]:
    """Each clause that files name, with the first file that does."""
    found: dict[str, str] = {}
    for file in files:
        for clause in mentions(scan(file).prose, ruleset_id):
            found.setdefault(clause, str(file.relative_to(ROOT)))
    return found


def code_files(ruleset: AnyRuleset) -> Iterator[Path]:
    """The code and content by which a game is played; the rulebook itself is not among them."""
    package = package_of(ruleset)
    yield from sorted(package.rglob("*.py"))
    yield from sorted(package.glob("content/*.toml"))
    domain = ROOT / "domain"
    yield from (file for file in sorted(domain.rglob("*.py")) if domain / "games" not in file.parents)


def test_files() -> list[Path]:
    """All modules of tests."""
    return sorted((ROOT / "tests").rglob("*.py"))


test_files.__test__ = False


@cache
def marked_clauses() -> dict[str, str]:
    """The clauses in `clause` marks of test functions, with a test of each."""
    found: dict[str, str] = {}
    for file in test_files():
        for clause, test in scan(file).marks:
            found.setdefault(clause, f"{file.relative_to(ROOT)}::{test}")
    return found


def _marks(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{function.name}: name the clause as it is written"
                    yield argument.value


def untested(ruleset: AnyRuleset) -> list[Clause]:
    return [clause for clause in ruleset.rulebook if clause.id not in marked_clauses()]


def uncited(ruleset: AnyRuleset) -> list[Clause]:
    cited = cited_in(code_files(ruleset), ruleset.id)
    return [clause for clause in ruleset.rulebook if clause.id not in cited]


@each_ruleset
def test_every_clause_has_a_test_that_names_it(ruleset: AnyRuleset) -> None:
    assert [clause.id for clause in untested(ruleset)] == []


@each_ruleset
def test_no_test_names_an_unknown_clause(ruleset: AnyRuleset) -> None:
    named = cited_in(test_files(), ruleset.id) | {
        clause: test for clause, test in marked_clauses().items() if clause.startswith(f"{ruleset.id}.")
    }
    assert {clause: file for clause, file in named.items() if clause not in ruleset.rulebook} == {}


@each_ruleset
def test_no_code_or_content_cites_an_unknown_clause(ruleset: AnyRuleset) -> None:
    cited = cited_in(code_files(ruleset), ruleset.id)
    assert {clause: file for clause, file in cited.items() if clause not in ruleset.rulebook} == {}


@each_ruleset
def test_every_clause_is_cited_by_code_or_content(ruleset: AnyRuleset) -> None:
    assert [clause.id for clause in uncited(ruleset)] == []


def test_marks_name_clauses_of_registered_rulesets_only() -> None:
    known = {clause.id for ruleset in RULESETS for clause in ruleset.rulebook}
    assert {clause: test for clause, test in marked_clauses().items() if clause not in known} == {}


@each_ruleset
def test_the_scan_finds_a_clause_wherever_it_is_named(ruleset: AnyRuleset) -> None:
    name = ruleset.id
    own = f'"""See {name}.e."""\nclause = f"{{self.ruleset.id}}.end.gone"\nwhy = f"{{self.id}}.f"'
    text = f'x = "{name}.a.b-c"  # ({name}.d)\n{own}'
    assert mentions(text, name) == {f"{name}.{rest}" for rest in ("a.b-c", "d", "e", "f", "end.gone")}
    assert mentions(f"/v1/{name}.toml not-{name}.x {name}.a.{{b}}", name) == set()


@each_ruleset
def test_what_code_says_is_in_its_strings_and_comments(ruleset: AnyRuleset, tmp_path: Path) -> None:
    name, file = ruleset.id, tmp_path / "module.py"
    file.write_text(
        f'{name.replace("-", "_")}.a = 1  # See {name}.b.\nclause = "{name}.c.d"\nwhy = f"{name}.e {{clause}}"\n'
    )
    assert mentions(scan(file).prose, name) == {f"{name}.{rest}" for rest in ("b", "c.d", "e")}
