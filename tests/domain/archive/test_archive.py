"""The .kifu file: what is written can be read again, and every fault is named with its line."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import msgspec
import pytest

from domain.application import resigning, taking_back
from domain.application.commands import Request
from domain.archive import writing
from domain.archive.lines import LONGEST_LINE, MOST_LINES, BadArchive
from domain.record.events import AnyEvent, MovePlayed
from domain.record.game import fold
from domain.verification.moves import check_moves
from kifu.selfplay.recording import Setup, record_game
from tests.support.archives import read_archive
from tests.support.rulesets import product_rulesets

RULESETS = product_rulesets()
MICRO_DOJO = RULESETS["micro-dojo"]
EVENTS = record_game(RULESETS, Setup(MICRO_DOJO, MICRO_DOJO.parse_options({}), 2), "archive")
LINES = list(writing.write_events(EVENTS, RULESETS))
NOW = datetime(2026, 1, 2, tzinfo=UTC)


def with_take_back_and_resignation() -> list[AnyEvent]:
    """A game in which somebody takes a move back, and then resigns."""
    events = EVENTS[:6]
    game = fold(events, RULESETS)
    assert game is not None
    assert game.mover is not None
    mover = game.mover
    request = Request(by=game.players[mover])
    for decide in (taking_back.take_back, resigning.resign):
        decision = decide(game, request, mover, NOW)
        events += decision.events
        game = decision.game
    return events


def changed(line: int, **members: object) -> list[bytes]:
    """The archive with different members in the event of one line (from 1)."""
    lines = list(LINES)
    found = json.loads(lines[line - 1])
    found.get("event", found).update(members)
    lines[line - 1] = msgspec.json.encode(found) + b"\n"
    return lines


def fault(lines: list[bytes]) -> BadArchive:
    with pytest.raises(BadArchive) as caught:
        read_archive(lines, RULESETS)
    return caught.value


@pytest.mark.parametrize("events", [EVENTS, with_take_back_and_resignation()], ids=["played to the end", "resigned"])
def test_what_is_written_is_read_again(events: list[AnyEvent]) -> None:
    lines = list(writing.write_events(events, RULESETS))
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    read = read_archive(lines, RULESETS)
    assert list(writing.write_events(read, RULESETS)) == lines
    assert fold(read, RULESETS) == fold(events, RULESETS)
    assert check_moves(read, RULESETS).holds


def test_the_file_of_a_running_game_would_tell_its_secrets() -> None:
    with pytest.raises(ValueError, match="over"):
        list(writing.write_events(EVENTS[:-1], RULESETS))


def test_an_empty_file_is_no_archive() -> None:
    assert fault([]).line == 1


@pytest.mark.parametrize("line", [b"", b"\0" * 100, b"[]", b'{"kifu":1}', b"\xff\xfe", b"[" * 100_000])
def test_a_first_line_that_is_no_header_is_named(line: bytes) -> None:
    assert fault([line, *LINES[1:]]).line == 1


def test_another_format_is_refused_with_the_one_that_is_read() -> None:
    found = fault(changed(1, kifu=6))
    assert (found.line, found.why) == (1, "format 6; this Kifu reads formats 1, 2, 3, 4 and 5")


def test_a_header_that_says_otherwise_than_the_events_is_refused() -> None:
    for members in ({"players": ["x", "y"]}, {"ruleset": "go"}, {"redacted": True}):
        assert fault(changed(1, **members)).line == 1
    assert fault(changed(1, content="0" * 64)).line == 2


def test_a_file_of_format_1_has_no_digests_and_is_read_as_before() -> None:
    old = [msgspec.structs.replace(event, hidden=msgspec.UNSET, digest=msgspec.UNSET) for event in EVENTS]
    header, _content, *lines = writing.write_events(old, RULESETS)
    found = json.loads(header)
    del found["redacted"]
    first = msgspec.json.encode({**found, "kifu": 1}) + b"\n"
    assert read_archive([first, *lines], RULESETS) == old
    assert b"digest" not in b"".join(lines)


def test_a_file_cut_short_is_refused_wherever_it_is_cut() -> None:
    for length in range(1, len(LINES)):
        assert fault(LINES[:length]).line in (length, length + 1)


def test_a_line_left_out_repeated_or_swapped_is_named() -> None:
    assert fault([*LINES[:9], *LINES[10:]]).line == 10
    assert fault([*LINES[:10], LINES[9], *LINES[10:]]).line == 11
    assert fault([*LINES[:8], LINES[9], LINES[8], *LINES[10:]]).line == 9


@pytest.mark.parametrize(
    "line", [b"{}", b'{"topic":"kifu:game-snapshot","event":{}}', b'{"topic":"os:system","event":{}}', b"[" * 100_000]
)
def test_a_line_that_is_no_event_of_a_game_is_named(line: bytes) -> None:
    assert fault([*LINES[:9], line, *LINES[10:]]).line == 10


def test_an_event_of_another_game_is_named() -> None:
    assert fault(changed(10, originator_id="00000000-0000-4000-8000-000000000000")).line == 10


def test_an_opening_with_more_seats_than_any_game_has_is_named() -> None:
    assert fault(changed(3, seats=10**12)).line == 3


def test_a_content_pack_that_is_not_here_is_named() -> None:
    assert "content" in fault(changed(3, content="0" * 64)).why


def test_a_seat_that_the_game_has_not_makes_no_game() -> None:
    assert fault(changed(7, facts=[{"type": "turn-began", "clause": "x"}])).line == 7


def test_a_take_back_of_a_move_that_nobody_can_take_back_makes_no_game() -> None:
    lines = list(writing.write_events(with_take_back_and_resignation(), RULESETS))
    assert b"kifu:move-taken-back" in lines[-2]
    first = json.loads(lines[5])["event"]
    back = json.loads(lines[-2])
    back["event"].update(originator_version=first["originator_version"] + 1)
    assert fault([*lines[:6], msgspec.json.encode(back)]).line == 7


@pytest.mark.slow
def test_lines_and_files_without_end_are_refused_before_they_fill_the_memory() -> None:
    assert fault([*LINES[:2], b"x" * (LONGEST_LINE + 1)]).line == 3
    endless = [*LINES[:2], *[LINES[2]] * (MOST_LINES + 1)]
    assert fault(endless).line <= MOST_LINES + 1


def test_verification_names_the_first_step_that_the_rules_do_not_give() -> None:
    place, event = next(
        (n, e) for n, e in enumerate(EVENTS) if isinstance(e, MovePlayed) and b'"gold":2' in bytes(e.facts)
    )
    forged = msgspec.structs.replace(event, facts=msgspec.Raw(bytes(event.facts).replace(b'"gold":2', b'"gold":3', 1)))
    found = check_moves([*EVENTS[:place], forged, *EVENTS[place + 1 :]], RULESETS)
    assert not found.holds
    assert found.first is not None
    assert found.first.step == event.n
    assert b'"gold":2' in bytes(found.first.expected or b"")
    assert b'"gold":3' in bytes(found.first.recorded or b"")


def test_verification_tells_a_move_that_the_rules_refuse() -> None:
    place, event = next((n, e) for n, e in enumerate(EVENTS) if isinstance(e, MovePlayed))
    forged = msgspec.structs.replace(event, move=msgspec.Raw(b'{"type":"end-turn"}'))
    found = check_moves([*EVENTS[:place], forged, *EVENTS[place + 1 :]], RULESETS)
    assert (found.illegal, found.changed) == (1, 0)
    assert found.first is not None
    assert "refused" in found.first.why


def test_verification_tells_another_seed() -> None:
    opened = msgspec.structs.replace(EVENTS[0], seed="ab" * 32)
    found = check_moves([opened, *EVENTS[1:]], RULESETS)
    assert found.first is not None
    assert found.first.step == 1
