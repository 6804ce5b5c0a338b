"""Every clause of Micro Dojo that forbids a move does so over HTTP, in a game played up to that point."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import groupby, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
import pytest

from domain.games.micro_dojo import content
from domain.games.micro_dojo.content import Building
from domain.games.micro_dojo.state import MicroDojoState
from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, Move
from eventstore.recorder import FeedRecorder
from tests.api.house import Person, started
from tests.api.test_refusals import problem
from tests.domain.games.micro_dojo.game import RULES
from tests.domain.games.micro_dojo.universe import universe
from tests.support import feeds

OPTIONS = [
    {"movement": movement, "objectives": objectives}
    for objectives, movement in product(("basic", "advanced"), ("none", "1A", "1B", "2A", "2B"))
]
MOST_GAMES = 600
MOST_OF_A_TYPE = 7
"""How many moves of each type are tried in a position: trying more takes longer to reach rare positions."""
KINDS: list[list[Move]] = [list(moves) for _, moves in groupby(universe(), type)]


@cache
def every_call() -> dict[str, list[tuple[ast.FunctionDef, ast.Call]]]:
    """The calls in the rules by the name of the called function, each with the function that contains it."""
    found = defaultdict(list)
    for file in sorted(Path(content.__file__).parent.rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Call):
                        found[ast.unparse(node.func).rpartition(".")[2]].append((function, node))
    return found


def calls(name: str) -> list[tuple[ast.FunctionDef, ast.Call]]:
    """The calls of a function or class in the rules, each with the function that contains it."""
    return every_call().get(name, [])


def argument(call: ast.Call, position: int, name: str) -> ast.expr:
    """What a call passes for a parameter."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return named[0] if named else call.args[position]


def assigned(function: ast.FunctionDef, name: str) -> list[ast.expr]:
    """What a function assigns to a variable."""
    return [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets)
    ]


def values(function: ast.FunctionDef, expression: ast.expr) -> set[str]:
    """The clauses that an expression in a function may stand for."""
    if isinstance(expression, ast.Constant):
        return {expression.value}
    found: set[str] = set()
    if isinstance(expression, ast.Name):
        for value in assigned(function, expression.id):
            found |= values(function, value)
        parameters = [parameter.arg for parameter in function.args.args]
        if expression.id in parameters:
            for caller, call in calls(function.name):
                found |= values(caller, argument(call, parameters.index(expression.id), expression.id))
    elif isinstance(expression, ast.Attribute) and expression.attr == "clause":
        found = clauses_of_entries(function, expression.value)
    assert found, f"{function.name}: this test cannot read which clauses `{ast.unparse(expression)}` stands for"
    return found


def clauses_of_entries(function: ast.FunctionDef, variable: ast.expr) -> set[str]:
    """The clauses of the content that a variable may hold. A building that no action symbol uses has a clause that
    refuses nothing."""
    name = ast.unparse(variable)
    tables = [ast.unparse(v.value) for v in assigned(function, name) if isinstance(v, ast.Subscript)]
    entries = [entry for table in tables for entry in getattr(RULES.content, table.rpartition(".")[2]).values()]
    return {
        entry.clause
        for entry in entries
        if not isinstance(entry, Building) or entry.effect.say_price(entry.title) is not None
    }


FORBIDDING = sorted(
    {clause for function, call in calls("IllegalMove") for clause in values(function, argument(call, 0, "clause"))}
)
"""Every clause that the rules can cite when they refuse a move, read from their code."""


class Attempt(NamedTuple):
    """An illegal move after the legal ones of a game; moves with the seats that make them."""

    options: dict[str, str]
    seed: str
    before: tuple[tuple[int, Move], ...]
    seat: int
    move: Move


def refusals(choice: AnyChoice, state: MicroDojoState, legal: list[Move], random: Random) -> Iterator[tuple[str, Move]]:
    """Moves of every type that this choice refuses, with the clause that forbids each."""
    offered = frozenset(legal)
    for moves in KINDS:
        for move in moves if len(moves) <= MOST_OF_A_TYPE else random.sample(moves, MOST_OF_A_TYPE):
            if move not in offered:
                yield choice.refuse(state, move).clause, move


def random_game(number: int) -> Iterator[tuple[str, Attempt]]:
    """The refusals in one game of random legal moves, with the clauses."""
    random, seed, options = Random(number), number.to_bytes(32, "big"), OPTIONS[number % len(OPTIONS)]
    chance, draws = Chance(seed), 0
    state = RULES.open(RULES.parse_options(options), 2, chance).state
    before: tuple[tuple[int, Move], ...] = ()
    while state.result is None:
        (choice,) = RULES.choices(state)
        legal = list(choice.moves(state))
        for clause, move in refusals(choice, state, legal, random):
            yield clause, Attempt(options, seed.hex(), before, choice.seat, move)
        move = random.choice(legal)
        before = (*before, (choice.seat, move))
        draws += bool(chance.outcomes)
        chance = Chance(seed, draws + 1)
        state = RULES.decide(state, choice.seat, move, chance).state


@cache
def attempts() -> dict[str, Attempt]:
    """The earliest illegal move that each clause forbids, from as many games as are needed to find one for every
    clause."""
    found: dict[str, Attempt] = {}
    for number in range(MOST_GAMES):
        for clause, attempt in random_game(number):
            if clause not in found or len(attempt.before) < len(found[clause].before):
                found[clause] = attempt
        if found.keys() >= set(FORBIDDING):
            break
    return found


def as_sent(move: Move) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(msgspec.json.encode(move))
    return document


def recorded(person: Person, game: str) -> list[object]:
    """Everything known about a game: its description, its state, its steps."""
    return [person.get(game + part).get_json() for part in ("", "/state", "/steps?limit=1000")]


def test_the_search_meets_no_clause_that_the_code_does_not_show() -> None:
    assert attempts().keys() - set(FORBIDDING) == set()


@pytest.mark.parametrize("clause", FORBIDDING)
def test_a_move_is_refused_by_the_clause_that_forbids_it(
    ada: Person, bob: Person, recorder: FeedRecorder, clause: str
) -> None:
    assert clause in attempts(), f"no move of {MOST_GAMES} games is refused by this clause: can it be at all?"
    attempt, seats = attempts()[clause], [ada, bob]
    game = started(ada, bob, options=attempt.options, seed=attempt.seed)
    for seat, move in attempt.before:
        assert seats[seat].post(f"{game}/moves", {"seat": seat, "move": as_sent(move)}).status_code == 201
    known = recorded(ada, game)

    mover, sent = seats[attempt.seat], as_sent(attempt.move)
    document = problem(mover.post(f"{game}/moves", {"seat": attempt.seat, "move": sent}), 422, "illegal-move")

    assert document["clause"] == clause
    assert document["text"] == RULES.rulebook[clause].text
    assert document["why"].strip()
    assert recorded(ada, game) == known
    (kept,) = feeds.refusals(recorder, UUID(game.rpartition("/")[2]))
    assert (kept.seat, kept.player, kept.clause, kept.why) == (attempt.seat, mover.name, clause, document["why"])
    assert json.loads(kept.move) == sent
