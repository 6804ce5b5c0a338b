"""Questions name their subjects, and explanations a move's costs and gains, to those who may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import msgspec
import pytest

from domain.application import commands
from domain.application.commands import Request
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.bots import RandomBot, suggest_any
from domain.kernel.chance import Chance
from domain.kernel.choice import Subject
from domain.record.foresight import Explanation, certain
from domain.record.game import Game
from domain.record.views import ChoiceView, legal_choices
from kifu.selfplay.recording import Recording, Setup
from tests.support.rulesets import product_rulesets

RULESETS = product_rulesets()
MOVES = 60
SEEDS = (1, 5, 6)
TABLES = {
    "micro-dojo": ("micro-dojo", 2, {}),
    "daimyo": ("daimyo", 2, {}),
    "daimyo alone": ("daimyo", 1, {}),
    "yedo": ("yedo", 3, {}),
    "yedo with everything": ("yedo", 3, {"specialists": True, "teahouse": True, "clan_powers": True}),
    "shogun must die": ("yedo", 2, {"shogun_must_die": True}),
}


def play(table: str, seed: int = 5) -> Iterator[tuple[Recording, int, bytes]]:
    """Play a random game; yield it before each move, with the moving seat and the move."""
    name, seats, wanted = TABLES[table]
    rules = RULESETS[name]
    known = {key: value for key, value in wanted.items() if key in rules.option_values()}
    options, random = rules.settle_options(rules.parse_options(known), seats), Random(seed)
    played = Recording(RULESETS, Setup(rules, options, seats), random)
    played.start()
    for _ in range(MOVES):
        state = played.game.state
        if state is None or not played.game.to_move:
            return
        listed = suggest_any(state, rules.choices(state))
        move = RandomBot().choose(rules, listed, random)
        yield played, listed.choice.seat, msgspec.json.encode(move)
        played.play(listed.choice.seat, move)


def asked(game: Game, seat: int) -> tuple[ChoiceView, ...]:
    """The questions to a seat, as it sees them."""
    return legal_choices(game, seat_viewer(seat), seat)


def hold(game: Game, seat: int) -> Mapping[str, int]:
    """Return how many of each thing a seat has, by its name."""
    assert game.state is not None
    view = game.ruleset.view(game.state, seat_viewer(seat))
    return {held.what: held.amount for held in game.ruleset.looks.holdings(view, seat)}


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        ("micro-dojo", {"card"}),
        ("daimyo", {"card", "piece", "tile"}),
        ("daimyo alone", {"card", "piece"}),
        ("yedo", {"card", "event", "lot"}),
        ("yedo with everything", {"card", "lot"}),
        ("shogun must die", {"card"}),
    ],
)
def test_questions_name_the_things_that_they_are_about(table: str, kinds: set[str]) -> None:
    found: list[Subject] = []
    for seed in SEEDS:
        for played, seat, _ in play(table, seed):
            found += (subject for choice in asked(played.game, seat) for subject in choice.subjects)
    assert kinds <= {subject.kind for subject in found}
    assert all(subject.title for subject in found)
    # A subject has words, a clause or requirements; a Weapon only a name.
    assert all(subject.text or subject.clause or subject.needs or subject.kind == "weapon" for subject in found)


@pytest.mark.parametrize(
    ("table", "kind", "what"),
    [
        ("daimyo", "piece", {"rice", "metal", "crystal", "in the supply"}),
        ("daimyo", "card", {"gold"}),
        ("yedo with everything", "card", {"Mon"}),
    ],
)
def test_what_asks_for_a_price_says_how_much_of_it_the_asked_seat_has(table: str, kind: str, what: set[str]) -> None:
    found: set[str] = set()
    for seed in SEEDS:
        for played, seat, _ in play(table, seed):
            held = hold(played.game, seat)
            for choice in asked(played.game, seat):
                needs = [need for subject in choice.subjects if subject.kind == kind for need in subject.needs]
                assert all(need.held == held[need.what] for need in needs if need.what in held)
                found.update(need.what for need in needs)
    assert what <= found


@pytest.mark.parametrize("table", TABLES)
def test_who_may_not_know_the_moves_is_not_told_what_the_question_is_about(table: str) -> None:
    for played, _, _ in play(table):
        for choice in legal_choices(played.game, SPECTATOR):
            assert choice.moves is not None or choice.subjects == ()


@pytest.mark.parametrize("table", TABLES)
def test_a_move_changes_what_its_explanation_foresees(table: str) -> None:
    told, mover = 0, 0
    before: Mapping[str, int] = {}
    explained: Explanation | None = None
    for played, seat, move in play(table):
        if explained is not None and explained.final is msgspec.UNSET:
            assert explained.changes is not msgspec.UNSET
            after = hold(played.game, mover)
            changed = {what: (before[what], after[what]) for what in before if before[what] != after[what]}
            assert {change.what: (change.before, change.after) for change in explained.changes} == changed
            told += len(changed)
        mover, before = seat, hold(played.game, seat)
        explained = commands.explain(played.game, Request(by=played.players[seat]), seat, move)
        assert explained.legal
    assert told


@pytest.mark.parametrize("table", ["daimyo", "daimyo alone", "yedo with everything", "shogun must die"])
def test_what_is_told_of_a_final_move_is_certain(table: str) -> None:
    told = 0
    for played, seat, move in play(table):
        explained = commands.explain(played.game, Request(by=played.players[seat]), seat, move)
        if explained.final is msgspec.UNSET:
            continue
        rules, before, position = played.game.ruleset, hold(played.game, seat), played.game.position
        # What is truly hidden, and any chance, lead to the same beginning.
        facts = rules.decide(position, seat, rules.decode_move(move), Chance(bytes(32))).facts
        begun = rules.fold(position, certain(rules, facts))
        view = rules.view(begun, seat_viewer(seat))
        after = {held.what: held.amount for held in rules.looks.holdings(view, seat)}
        changed = {what: (before[what], after[what]) for what in before if before[what] != after[what]}
        assert explained.changes is not msgspec.UNSET
        assert {change.what: (change.before, change.after) for change in explained.changes} == changed
        told += len(changed)
    assert told
