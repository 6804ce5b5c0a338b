"""The table of attacks in docs/tampering.md has a test for each row, which compares its findings with the row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.attacks.document import Row, find_number, read_rows

ROW = Row("a fact is changed", {"V": "step, log", "C": "–", "S": "position", "R": "yes"})


def test_each_attack_of_the_document_is_a_test() -> None:
    numbers = set(read_rows())
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    tested = set(re.findall(r'id="(\d\d[a-c]?)[-"]|def test_(\d\d[a-c]?)_', tests))
    assert {number[:2] for number in numbers} == {
        f"{n:02}" for n in range(1, len({number[:2] for number in numbers}) + 1)
    }
    assert numbers <= {number for found in tested for number in found}


@pytest.mark.parametrize(
    ("seen", "wrong"),
    [
        ({"V": ["Fault (chain): step 6", "the log was changed"], "C": [], "R": ["not-in-history"]}, ""),
        ({}, ""),
        ({"V": ["Fault (chain): step 6"]}, "V"),
        ({"V": []}, "V"),
        ({"C": ["anything"]}, "C"),
        ({"S": ["Error: position of no number"], "R": []}, "SR"),
    ],
)
def test_a_row_is_at_fault_where_somebody_saw_something_else(seen: dict[str, list[str]], wrong: str) -> None:
    assert [fault[0] for fault in ROW.faults(seen)] == list(wrong)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("test_a_change_of_events_is_found[03b]", "03b"),
        ("test_17_a_game", "17"),
        ("test_11_a_read_model[11-scores]", "11"),
        ("test_a_change[a-hidden-value]", None),
        ("test_100_things", None),
    ],
)
def test_the_number_of_an_attack_is_in_the_name_of_its_test(name: str, number: str | None) -> None:
    assert find_number(name) == number
