"""The time of seats as a fold over steps, whatever the game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as some

from domain.kernel.choice import Asking
from domain.kernel.options import Clock
from domain.record.clocks.fold import PER_SECOND, Clocks, Due, Stretch, bank_left, left, start_clocks

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
CLOCK = Clock(spell=60, bank=300)
NOBODY, FIRST, SECOND, BOTH = Asking(()), Asking((0,)), Asking((1,)), Asking((0, 1))
REACTS = Asking((0,), (0,))


def at(seconds: float) -> datetime:
    return BEGAN + timedelta(seconds=seconds)


def begun(clock: Clock = CLOCK, asking: Asking = FIRST) -> Clocks:
    return start_clocks(clock, BEGAN, 2).after(clock, BEGAN, asking)


def bank(clocks: Clocks, seat: int, clock: Clock = CLOCK) -> float:
    """The seconds in the bank of a seat."""
    return bank_left(clock, clocks.seats[seat].turn) / PER_SECOND


def test_a_turn_uses_its_spell_before_the_bank() -> None:
    short = begun().after(CLOCK, at(60), SECOND)
    long = begun().after(CLOCK, at(75), SECOND)
    assert (bank(short, 0), bank(long, 0)) == (300, 285)


def test_a_turn_of_several_moves_has_one_spell() -> None:
    clocks = begun().after(CLOCK, at(40), FIRST).after(CLOCK, at(80), FIRST)
    assert bank(clocks, 0) == 280
    assert clocks.first_due(CLOCK) == Due(at(360), 0)


def test_the_next_turn_has_a_spell_of_its_own() -> None:
    clocks = begun().after(CLOCK, at(75), SECOND).after(CLOCK, at(100), FIRST)
    assert clocks.first_due(CLOCK) == Due(at(100 + 60 + 285), 0)


def test_what_a_spell_leaves_grows_the_bank_up_to_its_bound_if_it_has_one() -> None:
    grows = Clock(spell=60, bank=300, most=320)
    clocks = begun(grows).after(grows, at(50), SECOND)
    assert bank(clocks, 0, grows) == 310
    clocks = clocks.after(grows, at(51), FIRST).after(grows, at(52), SECOND)
    assert bank(clocks, 0, grows) == 320
    assert bank(begun().after(CLOCK, at(50), SECOND), 0) == 300


def test_a_window_has_a_time_of_its_own_and_never_touches_the_bank() -> None:
    clock = Clock(spell=60, bank=300, window=20)
    clocks = begun(clock, REACTS)
    assert clocks.first_due(clock) == Due(at(20), 0)
    assert bank(clocks.after(clock, at(20), SECOND), 0, clock) == 300


def test_without_a_time_for_windows_reacting_is_a_turn() -> None:
    assert begun(asking=REACTS).first_due(CLOCK) == Due(at(360), 0)


def test_the_time_of_all_who_are_asked_at_once_runs_until_each_has_answered() -> None:
    clocks = begun(asking=BOTH).after(CLOCK, at(100), SECOND).after(CLOCK, at(200), NOBODY)
    assert (bank(clocks, 0), bank(clocks, 1)) == (260, 160)


def test_of_two_times_that_run_out_at_once_the_lower_seat_comes_first() -> None:
    assert begun(asking=BOTH).first_due(CLOCK) == Due(at(360), 0)


def test_a_pause_takes_no_time_and_gives_none() -> None:
    clocks = begun().after(CLOCK, at(50), FIRST, paused=True)
    assert clocks.first_due(CLOCK) is None
    clocks = clocks.after(CLOCK, at(5000), FIRST)
    assert clocks.first_due(CLOCK) == Due(at(5000 + 310), 0)


def test_a_take_back_goes_on_with_the_turn_that_the_move_ended() -> None:
    clocks = begun().after(CLOCK, at(50), SECOND).after(CLOCK, at(70), FIRST, back=True)
    assert left(CLOCK, clocks.seats[0]) == 310 * PER_SECOND
    clocks = clocks.after(CLOCK, at(90), SECOND).after(CLOCK, at(95), FIRST, back=True)
    assert left(CLOCK, clocks.seats[0]) == 290 * PER_SECOND


def test_moving_and_taking_back_gives_nobody_time() -> None:
    grows = Clock(spell=60, bank=100, most=400)
    clocks, now = begun(grows), 0
    for _ in range(20):
        clocks = clocks.after(grows, at(now := now + 5), SECOND).after(grows, at(now := now + 1), FIRST, back=True)
    assert left(grows, clocks.seats[0]) == (160 - 20 * 5) * PER_SECOND
    assert bank(clocks, 1, grows) == 100


def test_a_stopped_clock_gives_back_what_ran_since_it_stopped() -> None:
    clocks = begun().stop(at(5000), since=at(50)).start().after(CLOCK, at(5000), FIRST)
    assert clocks.first_due(CLOCK) == Due(at(5310), 0)


def test_a_time_before_the_previous_step_takes_nothing() -> None:
    assert begun().after(CLOCK, at(-30), FIRST).seats[0].turn == Stretch(300 * PER_SECOND)


@given(
    some.lists(
        some.tuples(some.floats(0, 100), some.sampled_from((NOBODY, FIRST, SECOND, BOTH, REACTS)), some.booleans()),
        max_size=30,
    ),
    some.integers(1, 60),
    some.integers(0, 100),
)
def test_nobody_has_more_than_the_clock_gives_and_nothing_grows_without_being_unused(
    steps: list[tuple[float, Asking, bool]], spell: int, first: int
) -> None:
    clock = Clock(spell=spell, bank=first, most=max(first, 50), window=10)
    clocks, now = begun(clock), BEGAN
    for seconds, asking, paused in steps:
        before, now = clocks, now + timedelta(seconds=seconds)
        clocks = clocks.after(clock, now, asking, paused=paused)
        for seat in (0, 1):
            assert bank(clocks, seat, clock) <= max(first, 50)
            grown = bank_left(clock, clocks.seats[seat].turn) - bank_left(clock, before.seats[seat].turn)
            unused = max(spell * PER_SECOND - before.seats[seat].turn.spent, 0)
            assert grown <= unused


@given(some.lists(some.floats(0.001, 50), min_size=2, max_size=20), some.integers(1, 60))
def test_steps_in_between_change_nothing_for_a_seat_that_is_asked_all_the_while(waits: list[float], spell: int) -> None:
    clock = Clock(spell=spell, bank=1000)
    moments = [BEGAN]
    for wait in waits:
        moments.append(moments[-1] + timedelta(seconds=wait))
    clocks = begun(clock)
    for moment in moments[1:]:
        clocks = clocks.after(clock, moment, FIRST)
    assert clocks == begun(clock).after(clock, moments[-1], FIRST)
    assert clocks.first_due(clock) == begun(clock).first_due(clock)
