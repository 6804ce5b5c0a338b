"""Disputes and rulings, seen by every process and after every restart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random

import pytest

from domain.application.errors import AlreadyDisputed, CannotAnnul
from domain.application.games import Games
from domain.application.stored.stored_games import SNAPSHOT_EVERY
from domain.kernel.errors import Malformed
from domain.record.events import DisputeRuled
from tests.domain.application.playing import (
    ANNA,
    BELA,
    JUDGE,
    WHO,
    after,
    claim,
    holds,
    mover,
    new_game,
    play_one,
    running_at,
    stands,
    verdict,
)

Process = Callable[[], Games]
ForAMoment = Callable[[], AbstractContextManager[Games]]


def test_disputes_over_disputes_lead_every_process_to_the_same_game(process: Process, for_a_moment: ForAMoment) -> None:
    here, there = process(), process()
    game_id, random = new_game(here, movement="1A", seed="9c" * 32), Random(11)
    there.stored.current(game_id)
    for _ in range(60):
        if mover(here, game_id) is None:
            break
        for _ in range(random.randint(1, 4)):
            if mover(here, game_id) is not None:
                play_one(here, game_id, random)
        game = here.stored.current(game_id)
        if game.is_over:
            break
        step = random.randint(1, game.step)
        try:
            here.recording.dispute(WHO[random.randint(0, 1)], game_id, claim(step))
            here.recording.rule(
                JUDGE, game_id, len(here.stored.current(game_id).disputes), verdict(random.choice(["annul", "note"]))
            )
        except CannotAnnul:
            here.recording.rule(JUDGE, game_id, len(here.stored.current(game_id).disputes), verdict("note"))
        except (Malformed, AlreadyDisputed):
            pass
        with for_a_moment() as fresh:
            assert stands(there, game_id) == stands(fresh, game_id) == stands(here, game_id)
    assert here.stored.current(game_id).version > SNAPSHOT_EVERY
    assert any(isinstance(event, DisputeRuled) and event.undone for event in here.stored.recorded_events(game_id))
    assert holds(here, game_id)


def test_every_position_before_and_after_an_annulment_is_found_again(process: Process) -> None:
    games = process()
    game_id = after(games, 8)
    games.recording.dispute(ANNA, game_id, claim(5))
    states = {n: stands(games, game_id, n) for n in range(1, 11)}
    games.recording.rule(JUDGE, game_id, 1, verdict("annul"))
    play_one(games, game_id, Random(1))
    fresh = process()
    assert {n: stands(fresh, game_id, n) for n in range(1, 11)} == states
    assert stands(fresh, game_id, 11)[0] == states[4][0]
    assert stands(fresh, game_id) == stands(games, game_id)


def test_a_snapshot_remembers_the_disputes(process: Process) -> None:
    games = process()
    game_id, random = new_game(games, movement="1A", seed="9c" * 32), Random(4)
    play_one(games, game_id, random)
    games.recording.dispute(ANNA, game_id, claim(2))
    while games.stored.current(game_id).version <= SNAPSHOT_EVERY:
        seat = mover(games, game_id)
        assert seat is not None
        play_one(games, game_id, random)
        if games.stored.current(game_id).open_moves:
            games.recording.take_back(WHO[seat], game_id, seat)
    assert process().stored.current(game_id).disputes == games.stored.current(game_id).disputes != ()


@pytest.mark.parametrize("disputes", [0, 1])
def test_a_game_that_was_given_up_stays_so_in_every_process(process: Process, disputes: int) -> None:
    games = process()
    game_id, _ = running_at(games, SNAPSHOT_EVERY - 1 - disputes)
    games.recording.resign(ANNA, game_id, 0)
    for _ in range(disputes):
        games.recording.dispute(ANNA, game_id, claim(2))
    assert games.stored.current(game_id).version == SNAPSHOT_EVERY
    assert process().queries.describe(game_id).status == "resigned"
    games.recording.dispute(BELA, game_id, claim(2))
    assert process().queries.describe(game_id).result == games.queries.describe(game_id).result is not None
