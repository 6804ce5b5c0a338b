"""Branches and entropy on a real event store."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random

import pytest

from domain.application.commands import Recorded, Request
from domain.application.errors import GameOver, KeyReused, UnknownGame, UnknownStep
from domain.application.games import Games
from domain.application.stored.stored_games import SNAPSHOT_EVERY
from domain.kernel.audience import SPECTATOR
from domain.kernel.errors import Malformed
from domain.record.seed import derive_seed
from domain.rows import KeptAnswer
from domain.verification.moves import check_moves
from tests.domain.application.playing import ANNA, BELA, WHO, body, keyed, new_game, play_one, play_to_the_end, said
from tests.domain.application.test_secrets import disguises, everything_told, seed_of

Process = Callable[[], Games]
ForAMoment = Callable[[], AbstractContextManager[Games]]
CORA = Request("cora")


def test_a_branch_is_a_game_of_its_own_that_every_process_replays(process: Process, for_a_moment: ForAMoment) -> None:
    games = process()
    source, random = new_game(games), Random(3)
    play_to_the_end(games, source, random)
    answer = games.lobby.branch(CORA, source, 5, unlisted=False)
    info = said(answer)
    assert (info["branch"], info["status"]) == ({"game": str(source), "step": 5}, "waiting")
    assert (info["opened_by"], info["unlisted"], info["seed"]) == ("cora", False, None)
    branch = answer.game_id
    for seat, who in enumerate(WHO):
        games.lobby.take_seat(who, branch, seat)
    assert games.queries.state(branch, SPECTATOR).state == games.queries.state_at(source, 5, SPECTATOR).state
    while games.queries.describe(branch).to_move:
        with for_a_moment() as fresh:
            play_one(fresh, branch, random)
    assert games.queries.describe(branch).status == "finished"
    assert check_moves(process().stored.recorded_events(branch), games.stored.rulesets).holds
    other = process()
    last = other.queries.describe(branch).step
    for n in (1, 2, last):
        assert other.queries.state_at(branch, n, SPECTATOR) == games.queries.state_at(branch, n, SPECTATOR)
    assert games.queries.step(branch, 1, SPECTATOR).words == f"The game continues from step 5 of game {source}."
    assert games.queries.describe(source).status == "finished"


def test_a_branch_of_the_same_moves_comes_to_the_same_end_where_chance_has_no_part(games: Games) -> None:
    source = new_game(games)
    play_to_the_end(games, source, Random(4))
    branch = games.lobby.branch(CORA, source, 1).game_id
    for seat, who in enumerate(WHO):
        games.lobby.take_seat(who, branch, seat)
    for event in games.stored.recorded_events(source)[4:]:
        games.recording.play(WHO[event.seat], branch, event.seat, bytes(event.move))
    assert games.queries.describe(branch).result == games.queries.describe(source).result


def test_what_cannot_be_branched_off_is_refused_and_opens_nothing(games: Games) -> None:
    source = new_game(games)
    play_one(games, source, Random(1))
    for step in (0, -1, 3, 10**9):
        with pytest.raises(UnknownStep):
            games.lobby.branch(ANNA, source, step)
    with pytest.raises(Malformed, match="still runs"):
        games.lobby.branch(ANNA, source, 1, unlisted=False)
    waiting = games.lobby.open_game(ANNA, "micro-dojo", {}, 2).game_id
    with pytest.raises(UnknownStep):
        games.lobby.branch(ANNA, waiting, 1)
    with pytest.raises(UnknownGame):
        games.lobby.branch(ANNA, type(source)(int=7), 1)
    play_to_the_end(games, source, Random(1))
    last = games.queries.describe(source).step
    with pytest.raises(GameOver):
        games.lobby.branch(ANNA, source, last)
    assert isinstance(games.lobby.branch(ANNA, source, last - 1), Recorded)


def test_from_the_last_step_of_a_resigned_game_one_can_play_on(games: Games) -> None:
    source = new_game(games)
    seat = games.queries.describe(source).to_move
    games.recording.resign(BELA, source, 1)
    branch = games.lobby.branch(CORA, source, 2).game_id
    for who in WHO:
        games.lobby.take_seat(who, branch)
    assert games.queries.describe(branch).to_move == seat


def test_a_branch_is_opened_once_under_one_key(games: Games) -> None:
    source = new_game(games)
    request = keyed("cora", "k", {"at": 1})
    one, again = games.lobby.branch(request, source, 1), games.lobby.branch(request, source, 1)
    assert isinstance(again, KeptAnswer)
    # The secret of the link is shown only once.
    first = json.loads(body(one))
    assert first.pop("link") is not None
    assert json.loads(again.body) == first
    with pytest.raises(KeyReused):
        games.lobby.branch(keyed("cora", "k", {"at": 2}), source, 1)


def test_entropy_is_public_at_once_and_the_seed_derived_stays_secret_till_the_end(process: Process) -> None:
    games, random = process(), Random(2)
    game_id = games.lobby.open_game(ANNA, "micro-dojo", {"movement": "1B"}, 2).game_id
    games.lobby.take_seat(ANNA, game_id, 0, "blue sky")
    assert process().queries.describe(game_id).entropies == ("blue sky", None)
    games.lobby.take_seat(BELA, game_id, 1, "green\u00a0sea")
    server_seed = seed_of(games, game_id)
    seed = derive_seed(server_seed, ("blue sky", "green\u00a0sea"), "kifu-seed-2")
    answers = [body(play_one(process(), game_id, random)) for _ in range(4)]
    told = [*answers, *everything_told(games, game_id)]
    forms = [*disguises(seed), *disguises(server_seed)]
    assert [form for form in forms for text in told if form in text] == []
    assert games.stored.current(game_id).seed == process().stored.current(game_id).seed == seed
    games.recording.resign(ANNA, game_id, 0)
    over = process().queries.chance(game_id, SPECTATOR)
    assert (over.server_seed, over.seed) == (server_seed.hex(), seed.hex())
    assert check_moves(games.stored.recorded_events(game_id), games.stored.rulesets).holds


def test_entropy_and_branch_outlive_a_snapshot(process: Process) -> None:
    games, random = process(), Random(9)
    source = new_game(games, movement="2A")
    play_one(games, source, random)
    branch = games.lobby.branch(CORA, source, 1).game_id
    games.lobby.take_seat(ANNA, branch, 0, "a")
    games.lobby.take_seat(BELA, branch, 1)
    while games.queries.describe(branch).to_move and games.queries.describe(branch).version < SNAPSHOT_EVERY + 3:
        play_one(games, branch, random)
        if games.stored.current(branch).open_moves and games.queries.describe(branch).status == "playing":
            games.recording.take_back(
                WHO[games.stored.current(branch).mover], branch, games.stored.current(branch).mover
            )
    assert games.queries.describe(branch).version >= SNAPSHOT_EVERY
    assert games.stored.snapshots is not None
    assert list(games.stored.snapshots.get(branch))
    other = process()
    assert other.queries.describe(branch) == games.queries.describe(branch)
    assert other.stored.current(branch).seed == games.stored.current(branch).seed
    assert other.queries.describe(branch).entropies == ("a", None)
