"""Drawings as trees: their nodes by key, and what differs between two of them."""

from __future__ import annotations

import pytest

from domain.kernel.drawing.lettering import ELLIPSIS, fit, fit_name, measure, wrap
from domain.kernel.drawing.tree import Drawing, Group, Panel, Rect, Text, compare, flatten
from domain.kernel.errors import RulesError


def draw(points: int, *, card: bool = True, height: float = 100) -> Drawing:
    purse = Group(
        key="purse",
        title="Points of Anna",
        children=(Text(key="purse/points", x=0, y=10, text=str(points)),),
    )
    dealt = (Rect(key="card", title="A card", x=0, y=20, width=20, height=30),) if card else ()
    panel = Panel(key="anna", title="Anna", height=height, children=(purse, *dealt))
    return Drawing(title="A game", description="Anna plays.", panels=(panel,), symbols={})


def test_flat_nodes_name_their_children_by_key() -> None:
    flat = flatten(draw(1))
    assert flat["anna"].children == ("purse", "card")
    assert flat["purse"].children == ("purse/points",)
    assert list(flat) == ["anna", "purse", "purse/points", "card"]


def test_two_nodes_never_have_the_same_key() -> None:
    twice = Rect(key="card", x=0, y=0, width=1, height=1)
    panel = Panel(key="anna", height=10, children=(twice, twice))
    with pytest.raises(RulesError, match="'card'"):
        flatten(Drawing(title="", description="", panels=(panel,), symbols={}))


def test_equal_drawings_do_not_differ() -> None:
    change = compare(draw(1), draw(1))
    assert (change.nodes, change.gone, change.marked) == ({}, (), ())


def test_a_changed_text_marks_the_nearest_thing_that_has_a_title() -> None:
    change = compare(draw(1), draw(2))
    assert (list(change.nodes), change.gone, change.marked) == (["purse/points"], (), ("purse",))


def test_what_is_gone_changes_its_panel_without_marking_it() -> None:
    change = compare(draw(1), draw(1, card=False))
    assert (list(change.nodes), change.gone, change.marked) == (["anna"], ("card",), ())


def test_what_is_new_is_marked() -> None:
    assert compare(draw(1, card=False), draw(1)).marked == ("card",)


def test_what_only_belongs_to_other_moves_than_before_changes_without_being_marked() -> None:
    def draw_space(*places: str) -> Drawing:
        space = Rect(key="space", title="A space", places=places, x=0, y=0, width=9, height=9)
        return Drawing(title="", description="", panels=(Panel(key="board", height=9, children=(space,)),), symbols={})

    change = compare(draw_space(), draw_space("space:1"))
    assert (list(change.nodes), change.marked) == (["space"], ())


def test_a_difference_turns_one_drawing_into_the_other() -> None:
    before, after = draw(1), draw(7, card=False, height=80)
    change = compare(before, after)
    kept = {key: node for key, node in flatten(before).items() if key not in change.gone}
    assert {**kept, **change.nodes} == flatten(after)


def test_what_moves_into_another_group_and_stays_as_it_is_does_not_change() -> None:
    def draw_meeple(place: int) -> Drawing:
        meeple = Group(key="meeple", title="Ninja", children=(Rect(key="meeple/area", x=0, y=0, width=9, height=9),))
        fields = [Group(key=f"field/{n}", children=(meeple,) if n == place else ()) for n in range(3)]
        panel = Panel(key="board", height=9, children=tuple(fields))
        return Drawing(title="", description="", panels=(panel,), symbols={})

    change = compare(draw_meeple(0), draw_meeple(1))
    assert (list(change.nodes), change.gone) == (["field/0", "field/1"], ())


def test_a_text_that_fits_stays_as_it_is_and_another_ends_in_an_ellipsis() -> None:
    assert fit("Ninja", 100, 12) == "Ninja"
    short = fit("The Daimyo of the northern provinces", 100, 12)
    assert short.endswith(ELLIPSIS)
    assert measure(short, 12) <= 100


def test_namesakes_are_told_apart_when_their_names_are_cut() -> None:
    one, two = (fit_name(f"Greedy bot (seat {seat})", 110, 13) for seat in (2, 3))
    assert (one, two) == ("Greed… (seat 2)", "Greed… (seat 3)")
    assert measure(one, 13) <= 110
    assert fit_name("Ada (seat 2)", 110, 13) == "Ada (seat 2)"
    assert fit_name("Greedy bot (seat 2)", 40, 13) == fit("Greedy bot (seat 2)", 40, 13)


def test_a_text_is_broken_between_words_into_lines_that_fit() -> None:
    lines = wrap("one two three four five six seven", 70, 12, lines=3)
    assert len(lines) == 3
    assert all(measure(line, 12) <= 70 for line in lines)


def test_accents_are_no_wider_than_their_letters_and_full_width_characters_are() -> None:
    assert measure("é", 10) == measure("e", 10)
    assert measure("城", 10) > measure("M", 10)
