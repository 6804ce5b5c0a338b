"""Long lists of moves, which are asked as two questions: first for the group, then for a move in it."""

from __future__ import annotations

from collections import Counter

from domain.games.yedo.effects.foresight import look_ahead
from domain.games.yedo.phases.assigning import AssignPhase, Place
from domain.games.yedo.verbs.asking import deed_of
from domain.kernel.chance import Chance
from domain.kernel.choice import MOST_LISTED, group_moves
from tests.domain.games.yedo.coop_games import new
from tests.domain.games.yedo.game import RULES, Position, given

NAMES = ("Anna", "Bela", "Cora", "Dora", "Emil")


def groups(game: Position) -> list[str | None]:
    """Return the groups of the first question, one for each move."""
    choice = next(choice for choice in RULES.choices(game.state) if not choice.standing)
    grouped = group_moves(choice, game.state, NAMES)
    assert [move for move, _ in grouped] == [*choice.moves(game.state)]
    return [group for _, group in grouped]


def test_the_first_missions_are_asked_for_by_the_number_of_green_ones() -> None:
    found = Counter(groups(new(1)))
    assert found == {
        "draw 0 Green Missions": 15,
        "draw 1 Green Mission": 10,
        "draw 2 Green Missions": 6,
        "draw 3 Green Missions": 3,
        None: 1,
    }


def test_who_is_assigned_is_asked_before_where() -> None:
    options = {"rounds": 8, "sets": "classic", "specialists": True}
    game = given(5, phase="assign", options=options).with_specialists(0, "ninja").asking(AssignPhase()).running()
    assert len(game.offered(0, Place)) > MOST_LISTED
    assert {"assign a Disciple", "assign the Ninja"} <= {*groups(game)}


def test_four_cards_are_laid_back_by_the_one_on_top() -> None:
    game = given(3)
    table = RULES.table(game.state, Chance(bytes(32), 2))
    look_ahead(table, deed_of(0, "yedo.gates.foresight-action"), ("action",), look=4)
    table.advance()
    found = Counter(groups(Position(table.outcome().state)))
    assert [*found.values()] == [6, 6, 6, 6]
    assert all(group is not None and group.startswith("lay ") and group.endswith(" on top") for group in found)


def test_a_short_list_has_no_groups() -> None:
    game = given(2, phase="assign").asking(AssignPhase()).running()
    assert 1 < len(groups(game)) <= MOST_LISTED
    assert {*groups(game)} == {None}
