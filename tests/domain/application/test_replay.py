"""Every position of a game can be restored from the store, whatever was snapshotted, taken back or cached."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from uuid import UUID

import pytest

from domain.application.commands import Recorded
from domain.application.errors import CannotTakeBack
from domain.application.games import Games
from domain.application.stored.stored_games import SNAPSHOT_EVERY
from domain.kernel.audience import SPECTATOR
from domain.kernel.table import State
from domain.record.events import GameOpened, GameStarted, MovePlayed, MoveTakenBack
from tests.domain.application.playing import WHO, mover, new_game, play_one, running_at

Process = Callable[[], Games]


def events(games: Games, game_id: UUID) -> list:
    return list(games.stored.events.get(game_id))


def positions(games: Games, game_id: UUID) -> dict[int, State]:
    """The state after each step, folded from the stored facts alone."""
    ruleset = games.stored.rulesets["micro-dojo"]
    found: dict[int, State] = {}
    for event in events(games, game_id):
        if isinstance(event, GameOpened):
            state = ruleset.start(ruleset.parse_options({"movement": "1A"}), 2)
        elif isinstance(event, GameStarted | MovePlayed):
            state = found[event.n] = ruleset.fold(state, ruleset.decode_facts(event.facts))
        elif isinstance(event, MoveTakenBack):
            state = found[event.n] = found[event.to]
    return found


def long_game(games: Games, steps: int) -> UUID:
    """A running game with take-backs, among them one right after each snapshot."""
    for seed in range(50):
        game_id, random = new_game(games, movement="1A", seed=f"{seed:064x}"), Random(seed)
        while mover(games, game_id) is not None:
            seat = mover(games, game_id)
            play_one(games, game_id, random)
            info = games.queries.describe(game_id)
            if info.step >= steps:
                return game_id
            if (info.version % SNAPSHOT_EVERY == 0 or random.random() < 0.1) and info.status == "playing":
                games.recording.take_back(WHO[seat], game_id, seat)
    pytest.fail("none of the games was long enough")


def test_the_state_after_each_step_is_the_fold_of_the_facts_up_to_it(process: Process) -> None:
    games = process()
    game_id = long_game(games, 110)
    expected = positions(games, game_id)
    ruleset = games.stored.rulesets["micro-dojo"]
    snapshots = [taken.originator_version for taken in games.stored.snapshots.get(game_id)]
    assert SNAPSHOT_EVERY in snapshots
    cold = process()
    assert set(expected) == set(range(1, cold.queries.describe(game_id).step + 1))
    for n, state in expected.items():
        for reader in (games, cold):
            view = reader.queries.state_at(game_id, n, SPECTATOR)
            assert (view.step, view.version) == (n, n + 3)
            assert view.state == ruleset.view(state, SPECTATOR), n
        assert ruleset.encode_state(cold.stored.at_step(game_id, n).state) == ruleset.encode_state(state)


def test_a_state_does_not_depend_on_the_snapshot_that_it_was_read_from(process: Process) -> None:
    games = process()
    game_id = long_game(games, 60)
    with_snapshots = process().queries.state(game_id, SPECTATOR)
    without = process()
    without.stored.snapshots = None
    assert without.queries.state(game_id, SPECTATOR) == with_snapshots == games.queries.state(game_id, SPECTATOR)


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_move_before_a_snapshot_is_taken_back_after_it_by_a_process_that_sees_the_game_first(
    process: Process, after: int
) -> None:
    games = process()
    game_id, seat = running_at(games, SNAPSHOT_EVERY)
    steps = games.queries.describe(game_id).step
    before = positions(games, game_id)[steps - 1]
    for _ in range(after):
        games.recording.take_back(WHO[seat], game_id, seat)
        play_one(games, game_id, Random(6))
    assert isinstance(process().recording.take_back(WHO[seat], game_id, seat), Recorded)
    encode = games.stored.rulesets["micro-dojo"].encode_state
    assert (
        encode(process().stored.current(game_id).state) == encode(games.stored.current(game_id).state) == encode(before)
    )
    assert process().queries.state(game_id, SPECTATOR) == games.queries.state(game_id, SPECTATOR)


def test_what_can_be_taken_back_does_not_depend_on_who_is_asked(process: Process) -> None:
    games = process()
    game_id, seat = running_at(games, SNAPSHOT_EVERY, open_moves=2)
    for _ in games.stored.current(game_id).open_moves:
        process().recording.take_back(WHO[seat], game_id, seat)
    with pytest.raises(CannotTakeBack, match="no move left"):
        process().recording.take_back(WHO[seat], game_id, seat)
    assert games.stored.current(game_id).open_moves == ()


def test_two_processes_see_the_same_game_in_turn(process: Process) -> None:
    one, other = process(), process()
    game_id = new_game(one, seed="7" * 64)
    random = Random(4)
    for n in range(2, 42):
        reader, writer = (one, other) if n % 2 else (other, one)
        play_one(writer, game_id, random)
        assert reader.queries.describe(game_id) == writer.queries.describe(game_id)
        assert reader.queries.state(game_id, SPECTATOR) == writer.queries.state(game_id, SPECTATOR)
        assert reader.queries.steps(game_id, SPECTATOR) == writer.queries.steps(game_id, SPECTATOR)


def test_a_process_that_has_not_looked_for_long_catches_up_over_a_take_back(process: Process) -> None:
    one, other = process(), process()
    game_id = new_game(one, seed="7" * 64)
    random = Random(4)
    play_one(one, game_id, random)
    assert other.queries.describe(game_id).step == 2
    seat = next(seat for seat in (0, 1) if one.stored.current(game_id).mover == seat)
    one.recording.take_back(WHO[seat], game_id, seat)
    for _ in range(5):
        play_one(one, game_id, random)
    assert other.queries.state(game_id, SPECTATOR) == one.queries.state(game_id, SPECTATOR)
    assert other.stored.current(game_id).origin == one.stored.current(game_id).origin
