"""Games with a clock, step by step: what is recorded, what is refused, and what verification says of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from domain.application import arbitration, resigning
from domain.application import commands as command
from domain.application.arbitration import Claim, Verdict
from domain.application.clocks.moments import TimeIsUp
from domain.application.commands import Request
from domain.application.errors import BadOption, TooLate
from domain.application.lobby.opening import open_branch
from domain.application.stored.snapshots import restore_snapshot, take_snapshot
from domain.kernel.choice import Asking
from domain.kernel.language import speaking
from domain.record.clocks.events import ClockStarted, ClockStopped, TimeRanOut
from domain.record.clocks.fold import PER_SECOND, left
from domain.record.clocks.of_game import first_due
from domain.record.events import AnyEvent, GameSnapshot, MovePlayed
from domain.record.game import Game
from domain.record.views import view_game
from domain.record.words import Reader
from domain.rows import Uptime
from domain.verification.moves import check_moves
from tests.support.rulesets import product_rulesets
from tests.support.timed_games import BEGAN, Timed

RULESETS = product_rulesets()
CLOCK = {"spell": 20, "bank": 100}
JUDGE = Request("carla", arbiter=True)
DOJO = pytest.mark.parametrize("seconds", [0, 19, 119])


def dojo(**clock: int) -> Timed:
    return Timed(RULESETS["micro-dojo"], 2, {**CLOCK, **clock})


def many(**options: Any) -> Timed:
    return Timed(RULESETS["daimyo"], 3, CLOCK, **options)


def fault(timed: Timed, events: list[AnyEvent] | None = None) -> str | None:
    """What verification finds wrong with the events first."""
    first = check_moves(timed.events if events is None else events, timed.rulesets).first
    return None if first is None else first.why


def asked(game: Game) -> int:
    return game.to_move[0]


def seconds_left(timed: Timed, seat: int) -> float:
    assert timed.game.clock is not None
    return left(timed.game.clock, timed.clock(seat)) / PER_SECOND


def changed(timed: Timed, place: int, **changes: object) -> list[AnyEvent]:
    """The events of a game with one changed, whose digests nobody checks here."""
    return [*timed.events[:place], msgspec.structs.replace(timed.events[place], **changes), *timed.events[place + 1 :]]


@DOJO
def test_a_move_in_time_is_played(seconds: int) -> None:
    timed = dojo().wait(seconds)
    timed.move()
    assert fault(timed) is None


def test_a_late_move_is_refused_the_seat_is_resigned_and_both_are_told_when() -> None:
    timed = dojo().wait(121)
    late = asked(timed.game)
    with pytest.raises(TimeIsUp):
        timed.move()
    (event,) = timed.keep_time()
    assert isinstance(event, TimeRanOut)
    assert (event.seat, event.due, event.timestamp) == (late, BEGAN + timedelta(seconds=120), timed.now)
    assert timed.game.status == "resigned"
    assert timed.game.result is not None
    assert timed.game.result.winners == (1 - late,)
    with pytest.raises(TooLate, match="ran out at 2026-01-01T00:02:00Z"):
        command.play_move(timed.game, timed.by(late), late, b"{}", timed.now)
    assert fault(timed) is None
    assert timed.folded() == timed.game


def test_time_that_has_not_run_out_is_not_called() -> None:
    assert dojo().wait(120).keep_time() == []


@pytest.mark.parametrize("way", ["pass", "bot"])
def test_with_more_than_two_the_others_play_on_as_after_a_resignation(way: str) -> None:
    timed = many(on_resignation=way).until(lambda game: game.step == 12)
    late = asked(timed.game)
    called = timed.wait(125).keep_time()
    assert isinstance(called[0], TimeRanOut)
    assert timed.game.resigned_seats == (late,)
    with pytest.raises(TooLate):
        resigning.resign(timed.game, timed.by(late), late, timed.now)
    timed.until(lambda game: game.is_over)
    assert way in {event.automatic for event in timed.events if isinstance(event, MovePlayed)}
    assert fault(timed) is None
    assert timed.folded() == timed.game


def test_the_next_seat_begins_when_the_time_was_called_and_not_when_it_ran_out() -> None:
    timed = many(on_resignation="pass").until(lambda game: game.step == 12)
    timed.wait(10_000).keep_time()
    due = first_due(timed.game)
    assert due is not None
    assert due.at > timed.now


def test_a_service_whose_clock_is_set_back_records_no_earlier_time() -> None:
    timed = dojo()
    timed.wait(15).move()
    last = timed.now
    timed.wait(-600).move()
    assert timed.events[-1].timestamp == last
    assert fault(timed) is None


def test_a_take_back_gives_no_time_back() -> None:
    timed = many().until(lambda game: bool(game.open_moves) and game.mover is not None)
    seat = timed.game.mover
    assert seat is not None
    spent = timed.clock(seat)
    timed.wait(7).take_back(seat)
    before = spent.turn.spent if spent.spell == "turn" else (spent.closed or spent.turn).spent
    after = timed.clock(seat).turn.spent
    assert after >= before
    assert fault(timed) is None
    assert timed.folded() == timed.game


def test_a_dispute_that_pauses_the_game_stops_all_time_until_the_ruling() -> None:
    timed = Timed(RULESETS["micro-dojo"], 2, CLOCK, pause_on_dispute=True)
    timed.wait(15).move()
    seat = asked(timed.game)
    timed.wait(5)
    before = seconds_left(timed, seat) - 5
    claim = Claim(timed.game.step, "That was too much.", seat=seat)
    timed.do(lambda game: arbitration.raise_dispute(game, timed.by(seat), claim, timed.moment()))
    assert first_due(timed.game) is None
    timed.wait(100_000)
    assert timed.keep_time() == []
    verdict = Verdict("note", "micro-dojo.build.pay", "It was not.")
    timed.do(lambda game: arbitration.rule(game, timed.events, JUDGE, 1, verdict, timed.rulesets, timed.moment()))
    assert seconds_left(timed, seat) == before
    assert fault(timed) is None


def test_a_dispute_that_pauses_nothing_stops_no_time() -> None:
    timed = dojo()
    timed.wait(15).move()
    due = first_due(timed.game)
    claim = Claim(timed.game.step, "That was too much.", seat=0)
    timed.wait(3).do(lambda game: arbitration.raise_dispute(game, timed.by(0), claim, timed.moment()))
    assert first_due(timed.game) == due


def test_a_reaction_has_a_window_and_leaves_the_bank_alone() -> None:
    timed = Timed(RULESETS["yedo"], 3, {**CLOCK, "window": 40}, sets="classic")
    timed.until(lambda game: bool(game.asking.windows))
    seat = timed.game.asking.windows[0]
    bank = timed.clock(seat).turn.bank
    assert first_due(timed.game).at == timed.now + timedelta(seconds=40)
    timed.wait(39).move(seat)
    assert timed.clock(seat).turn.bank == bank
    assert fault(timed) is None


def test_simultaneous_stakes_run_for_all_and_the_first_to_run_out_is_called_first() -> None:
    timed = Timed(RULESETS["yedo"], 3, CLOCK, shogun_must_die=True, sets="classic", on_resignation="bot")
    timed.until(lambda game: len(game.to_move) > 1)
    waiting = timed.game.to_move
    slow = waiting[-1]
    timed.wait(10).move(waiting[0])
    assert slow in timed.game.to_move
    called = timed.wait(200).keep_time()
    outs = [event for event in called if isinstance(event, TimeRanOut)]
    assert [event.seat for event in outs] == [due for due in sorted(waiting) if due != waiting[0]]
    assert [event.due for event in outs] == sorted(event.due for event in outs)
    assert fault(timed) is None


def test_an_outage_costs_nobody_time_and_stands_in_one_pair_of_steps() -> None:
    timed = dojo().wait(15)
    seat = asked(timed.game)
    alive, back = timed.now, timed.now + timedelta(hours=5)
    uptimes = [Uptime(BEGAN, alive), Uptime(back, back)]
    timed.now = back
    stopped, started = timed.keep_time(uptimes)
    assert isinstance(stopped, ClockStopped)
    assert isinstance(started, ClockStarted)
    assert stopped.since == alive
    assert seconds_left(timed, seat) == 105
    timed.wait(1).move()
    assert timed.keep_time(uptimes) == []
    assert fault(timed) is None
    assert timed.folded() == timed.game


def test_a_silence_before_the_last_step_or_a_short_one_is_no_outage() -> None:
    timed = dojo()
    timed.wait(100).move()
    seconds = timedelta(seconds=1)
    timed.wait(10)
    assert timed.keep_time([Uptime(BEGAN, BEGAN + seconds), Uptime(BEGAN + 90 * seconds, timed.now)]) == []
    assert timed.keep_time([Uptime(BEGAN, timed.now - 14 * seconds)]) == []


def test_an_outage_that_has_not_ended_counts_as_well() -> None:
    timed = dojo().wait(130)
    stopped, started = timed.keep_time([Uptime(BEGAN, BEGAN + timedelta(seconds=5))])
    assert isinstance(stopped, ClockStopped)
    assert started.timestamp == timed.now


def at_time_out() -> tuple[Timed, int]:
    """A game that ended because a time ran out, and the place of that step among its events."""
    timed = dojo()
    timed.wait(15).move()
    timed.wait(121).keep_time()
    return timed, len(timed.events) - 1


FORGERIES: dict[str, Callable[[Timed, int], list[AnyEvent]]] = {
    "the first time to run out is that of seat": lambda timed, place: changed(
        timed, place, due=timed.events[place].timestamp - timedelta(seconds=2)
    ),
    "runs out later": lambda timed, place: changed(
        timed, place, timestamp=timed.events[place].timestamp - timedelta(seconds=20)
    ),
    "is missing": lambda timed, place: changed(timed, place - 1, timestamp=BEGAN + timedelta(seconds=121)),
    "before that of the previous step": lambda timed, place: changed(
        timed, place, timestamp=BEGAN + timedelta(seconds=1)
    ),
    "the result of the resignation differs": lambda timed, place: changed(timed, place, result=msgspec.UNSET),
    "which seats the step asks": lambda timed, place: changed(timed, place - 1, asking=Asking((0, 1))),
    "if the game has a clock, and only then": lambda timed, place: changed(timed, place - 1, asking=msgspec.UNSET),
    "is not that of": lambda timed, place: changed(timed, place, player="player 9"),
}


@pytest.mark.parametrize("said", FORGERIES)
def test_a_forged_time_out_is_refused(said: str) -> None:
    timed, place = at_time_out()
    assert fault(timed) is None
    assert said in (fault(timed, FORGERIES[said](timed, place)) or "nothing")


def test_a_time_out_against_the_seat_that_is_not_asked_is_refused() -> None:
    timed, place = at_time_out()
    other = 1 - timed.events[place].seat
    assert "the first time to run out" in (fault(timed, changed(timed, place, seat=other)) or "")


def test_a_stop_that_begins_before_the_previous_step_or_never_ends_is_refused() -> None:
    timed = dojo().wait(15)
    alive = timed.now
    timed.wait(5000).keep_time([Uptime(BEGAN, alive), Uptime(timed.now, timed.now)])
    place = len(timed.events) - 2
    early = changed(timed, place, since=BEGAN - timedelta(seconds=1))
    assert "between the previous step and this one" in (fault(timed, early) or "")
    again = msgspec.structs.replace(timed.events[place], n=timed.game.step, originator_version=timed.game.version)
    assert "started first" in (fault(timed, [*timed.events[:-1], again]) or "")


def test_an_outage_after_a_time_ran_out_saves_nobody() -> None:
    timed = dojo().wait(121)
    late, alive = asked(timed.game), timed.now
    timed.wait(5000)
    called = timed.keep_time([Uptime(BEGAN, alive), Uptime(timed.now, timed.now)])
    assert [type(event) for event in called] == [ClockStopped, ClockStarted, TimeRanOut]
    assert timed.game.resigned_seats == (late,)
    assert fault(timed) is None


def test_a_game_without_a_clock_has_no_steps_of_clocks_and_says_nothing_about_who_is_asked() -> None:
    timed = dojo()
    timed.wait(15).move()
    plain = msgspec.structs.replace(timed.events[0], options=msgspec.Raw(b'{"movement":"none"}'))
    assert "only then" in (fault(timed, [plain, *timed.events[1:]]) or "")
    assert b"asking" not in msgspec.json.encode(msgspec.structs.replace(timed.events[-1], asking=msgspec.UNSET))


def test_a_snapshot_goes_on_with_the_same_time() -> None:
    timed = many(on_resignation="pass").until(lambda game: game.step == 20)
    kept = msgspec.json.decode(msgspec.json.encode(take_snapshot(timed.game, timed.events[-1])), type=GameSnapshot)
    opened = timed.events[0]
    restored = restore_snapshot(kept, opened, timed.rulesets)
    assert restored is not None
    assert restored.clocks == timed.game.clocks


def test_a_branch_has_no_clock() -> None:
    timed = dojo()
    timed.wait(15).move()
    opened = open_branch(timed.game, timed.game, True, Request("player 0"), timed.now, timed.random.randbytes)
    assert b"clock" not in bytes(opened.options)


def test_everybody_sees_the_time_of_each_seat_as_of_the_last_step() -> None:
    timed = dojo()
    seat = asked(timed.game)
    timed.wait(25).move()
    seen = view_game(timed.game).clocks
    assert seen.at == timed.now
    assert [time.bank for time in seen.seats] == [95 if time.seat == seat else 100 for time in seen.seats]
    due = first_due(timed.game)
    assert [(time.due, time.seat) for time in seen.seats if time.due is not None] == [(due.at, due.seat)]
    timed.wait(300).keep_time()
    ran_out = [time.ran_out for time in view_game(timed.game).clocks.seats]
    assert [time for time in ran_out if time is not None] == [due.at]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_steps_of_clocks_are_said_in_words(language: str) -> None:
    timed = dojo().wait(15)
    alive = timed.now
    timed.wait(5000).keep_time([Uptime(BEGAN, alive), Uptime(timed.now, timed.now)])
    timed.wait(500).keep_time()
    reader = Reader(timed.rulesets)
    with speaking(language):
        stopped, started, ran_out = (reader.words(event, ["Anna", "Bela"]) for event in timed.events[-3:])
    expected = {
        "en": ("The clocks stand still from 2026-01-01T00:00:15Z on", "run again", "The time of Anna has run out"),
        "fr": ("Les horloges sont arrêtées depuis 2026-01-01T00:00:15Z", "repartent", "est écoulé"),
    }[language]
    assert all(words in said for words, said in zip(expected, (stopped, started, ran_out), strict=True))


@pytest.mark.parametrize(
    ("clock", "pointer"),
    [
        ({"spell": 0}, "/options/clock/spell"),
        ({"bank": 5}, "/options/clock"),
        ({"spell": 60, "bank": 100, "most": 50}, "/options/clock/most"),
        ({"spell": 60, "hours": 5}, "/options/clock"),
        ({"spell": 10**9}, "/options/clock/spell"),
        ("live", "/options/clock"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_its_place(clock: object, pointer: str) -> None:
    with pytest.raises(BadOption) as refused:
        Timed(RULESETS["micro-dojo"], 2, clock)
    assert refused.value.extra["pointer"] == pointer
