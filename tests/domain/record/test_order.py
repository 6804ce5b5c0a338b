"""What a file may claim about the order of a game, apart from its rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.archive.lines import BadArchive
from tests.support.archives import FORMATS, edit_line, read_archive, split_lines, write_running_game
from tests.support.rulesets import product_rulesets

OLD = (FORMATS / "micro-dojo-1.kifu").read_bytes()
TAKEN_BACK = write_running_game(30, end=True)


def fault(file: bytes) -> tuple[int, str]:
    with pytest.raises(BadArchive) as caught:
        read_archive(split_lines(file), product_rulesets())
    return caught.value.line, caught.value.why


def said(number: int, **members: Any) -> tuple[int, str]:
    """Return the verdict on an old file, without digests, after changing members in the event of a line."""
    return fault(edit_line(OLD, number, lambda line: line["event"].update(members)))


def test_a_game_is_opened_seated_and_started_once_and_in_this_order() -> None:
    whole = split_lines(OLD)
    start = json.loads(whole[4])
    start["event"]["originator_version"] = 3
    early = b"".join([*whole[:3], json.dumps(start, separators=(",", ":")).encode() + b"\n"])
    assert fault(early) == (4, "the game starts before all seats are taken")
    again = json.loads(whole[1])
    again["event"]["originator_version"] = 5
    opened = b"".join([*whole[:5], json.dumps(again, separators=(",", ":")).encode() + b"\n"])
    assert fault(opened) == (6, "a game can only be opened once")
    assert fault(b"".join([whole[0], whole[2].replace(b'"originator_version":2', b'"originator_version":1')]))[0] == 2


@pytest.mark.parametrize(
    ("line", "members", "why"),
    [
        (3, {"seat": 2}, "no seat 2"),
        (3, {"seat": -1}, "no seat -1"),
        (4, {"seat": 0}, "taken already"),
        (4, {"player": ""}, "name of a player"),
        (4, {"player": "x" * 41}, "name of a player"),
        (4, {"entropy": "rain"}, "entropy"),
        (5, {"n": 2}, "does not follow"),
        (5, {"branch": {"game": "00000000-0000-4000-8000-000000000000", "step": 1}}, "branch"),
        (2, {"branch": {"game": "00000000-0000-4000-8000-000000000000", "step": 1}}, "branch"),
        (6, {"rules": "daimyo@1"}, "rules of another game"),
        (6, {"rules": "micro-dojo@0"}, "no rules micro-dojo@0 are known here"),
        (6, {"rules": "micro-dojo@٢"}, "are known here: the latest have the version 2"),
        (6, {"seat": 1}, "not that of"),
        (6, {"player": "Eve"}, "not that of 'Eve'"),
        (6, {"dispute": 1}, "no ruling on dispute 1"),
        (6, {"more": 1}, "no member 'more'"),
        (6, {"timestamp": "2026-01-01T00:00:00"}, "time zone"),
        (6, {"timestamp": "9999-01-01T00:00:00Z"}, "between the years"),
    ],
)
def test_an_event_that_cannot_follow_is_named(line: int, members: dict[str, Any], why: str) -> None:
    at, told = said(line, **members)
    assert (at, why in told) == (line, True), told


def test_members_that_are_written_twice_or_with_spaces_are_named() -> None:
    for new, why in (
        (b'"seat":1,"seat":0,', "the member 'seat' stands twice"),
        (b'"seat": 0,', "its members are repeated or written with spaces"),
    ):
        whole = split_lines(OLD)
        whole[2] = whole[2].replace(b'"seat":0,', new)
        assert fault(b"".join(whole)) == (3, why)


def test_nobody_moves_when_the_game_is_over_or_takes_back_what_was_not_theirs() -> None:
    whole = split_lines(TAKEN_BACK)
    number = next(place for place, line in enumerate(whole, 1) if b"kifu:move-taken-back" in line)
    for members, why in (({"undone": 1}, "a move other"), ({"to": 9}, "a move other"), ({"seat": 7}, "no seat 7")):
        at, told = fault(edit_line(TAKEN_BACK, number, lambda line, new=members: line["event"].update(new)))
        assert (at, why in told) == (number, True), told
    after = json.loads(whole[-1])
    after["event"].update(originator_version=len(whole) - 1, n=after["event"]["n"] + 1)
    at, told = fault(TAKEN_BACK + json.dumps(after, separators=(",", ":")).encode() + b"\n")
    assert (at, told) == (len(whole) + 1, "the game is resigned: nobody can move")
