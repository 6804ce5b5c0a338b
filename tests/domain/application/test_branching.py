"""Branches start from another game's position, and reveal nothing about a running game."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from domain.application import commands as command
from domain.application import taking_back
from domain.application.commands import Request
from domain.application.errors import CannotTakeBack, GameNotStarted, GameOver
from domain.application.lobby import opening
from domain.application.stored.snapshots import restore_snapshot, take_snapshot
from domain.archive import writing
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.chance import Chance
from domain.kernel.errors import Malformed
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.record import views
from domain.record.events import AnyEvent, Branch, GameOpened, GameStarted
from domain.record.game import Game, fold
from domain.record.words import Reader
from domain.verification.chance import view_chance
from domain.verification.moves import check_moves
from tests.domain.games.daimyo.test_secrets import with_another_hand
from tests.domain.kernel.test_secrets import disguised
from tests.domain.verification.test_chance import DAIMYO, MICRO_DOJO, TOY, begun, played, resigned
from tests.support.archives import read_archive
from tests.support.games import NOW, PLAYERS


def branched(
    source: Game, then: Game, by: Request, unlisted: bool = True, seed: int = 1
) -> tuple[list[AnyEvent], Game]:
    """The branch that someone opens, with `PLAYERS` on its seats."""
    rulesets = Rulesets([source.ruleset])
    opened = opening.open_branch(source, then, unlisted, by, NOW, Random(seed).randbytes)
    events: list[AnyEvent] = [opened]
    game = fold(events, rulesets)
    assert game is not None
    for seat in range(opened.seats):
        decision = command.take_seat(game, Request(PLAYERS[seat]), seat, NOW, "mine" if seat == 0 else None)
        events += decision.events
        game = decision.game
    return events, game


def game_of(ruleset: AnyRuleset, seats: int, moves: int, **options: object) -> tuple[list[AnyEvent], Game]:
    events, game = begun(ruleset, (None,) * seats, **options)
    return events, played(events, game, moves)


@pytest.mark.parametrize(("ruleset", "seats", "moves"), [(MICRO_DOJO, 2, 7), (TOY, 3, 5), (DAIMYO, 3, 50)])
def test_a_branch_starts_as_the_game_stood_and_goes_on_by_the_rules(
    ruleset: AnyRuleset, seats: int, moves: int
) -> None:
    rulesets = Rulesets([ruleset])
    source, game = game_of(ruleset, seats, moves)
    over = resigned(source, game)
    events, branch = branched(over, game, Request("dora"))
    assert ruleset.encode_state(branch.state) == ruleset.encode_state(game.state)
    assert (branch.step, branch.status, branch.to_move) == (1, "playing", game.to_move)
    info = views.view_game(branch)
    assert (info.branch, info.unlisted, info.teaching) == (Branch(game.id, game.step), True, False)
    assert info.commitment != views.view_game(game).commitment
    played(events, branch, 1000)
    end = fold(events, rulesets)
    assert end is not None
    assert end.status == "finished"
    assert check_moves(events, rulesets).holds
    assert read_archive(writing.write_events(events, rulesets), rulesets) == events
    seen = view_chance(events, rulesets, SPECTATOR)
    assert (seen.entropies[0], seen.changed) == ("mine", ())
    assert all(one.step > 1 for one in seen.outcomes)


def test_step_1_of_a_branch_says_where_it_comes_from_and_asks_what_was_asked() -> None:
    _, game = game_of(MICRO_DOJO, 2, 5)
    events, branch = branched(game, game, Request("anna"))
    started = events[-1]
    assert isinstance(started, GameStarted)
    reader = Reader(Rulesets([MICRO_DOJO]))
    assert reader.words(started, branch.names) == f"The game continues from step 6 of game {game.id}."
    step = views.view_step(started, branch, (), SPECTATOR, reader)
    assert (step.kind, step.facts) == ("set-up", ())
    assert [(asked.seat, asked.prompt) for asked in step.open] == [
        (asked.seat, asked.prompt) for asked in MICRO_DOJO.choices(game.state)
    ]


def test_the_moves_before_a_branch_cannot_be_taken_back() -> None:
    events, game = begun(MICRO_DOJO, (None, None), movement="1A")
    while not game.open_moves or game.to_move != (game.mover,):
        game = played(events, game, 1)
    seat = game.to_move[0]
    assert taking_back.take_back(game, Request(PLAYERS[seat]), seat, NOW).game.state == game.open_moves[-1].state
    _, branch = branched(game, game, Request(PLAYERS[seat]))
    with pytest.raises(CannotTakeBack):
        taking_back.take_back(branch, Request(PLAYERS[seat]), seat, NOW)


def test_a_branch_can_be_snapshotted_and_branched_off_itself() -> None:
    _, game = game_of(DAIMYO, 2, 30)
    events, branch = branched(game, game, Request("cora"))
    branch = played(events, branch, 5)
    again = restore_snapshot(take_snapshot(branch, events[-1]), branch.opened, Rulesets([DAIMYO]))
    assert again is not None
    assert (again.state, again.seed) == (branch.state, branch.seed)
    _, twig = branched(resigned(events, branch), branch, Request("cora"))
    assert twig.opened.branch == Branch(branch.id, branch.step)
    assert twig.state == branch.state


def test_where_nothing_can_be_played_nothing_branches_off() -> None:
    _, game = game_of(TOY, 3, 1000)
    assert game.status == "finished"
    with pytest.raises(GameOver):
        branched(game, game, Request("anna"))
    waiting = fold([game.opened], Rulesets([TOY]))
    assert waiting is not None
    with pytest.raises(GameNotStarted):
        branched(waiting, waiting, Request("anna"))


def test_a_branch_of_a_game_that_runs_or_is_unlisted_cannot_be_listed() -> None:
    events, game = game_of(TOY, 3, 3)
    with pytest.raises(Malformed, match="still runs") as refused:
        branched(game, game, Request("anna"), unlisted=False)
    assert refused.value.extra == {"pointer": "/unlisted"}
    over = resigned(events, game)
    assert not branched(over, game, Request("anna"), unlisted=False)[1].opened.unlisted
    secret = msgspec.structs.replace(over, opened=msgspec.structs.replace(over.opened, unlisted=True))
    with pytest.raises(Malformed, match="unlisted game"):
        branched(secret, game, Request("anna"), unlisted=False)


def test_a_player_keeps_what_they_know_and_the_arbiter_gets_no_more_than_a_spectator() -> None:
    _, game = game_of(TOY, 3, 4)
    kept = dict.fromkeys(("anna", "bela", "arbiter", "dora"), 0)
    for seed in range(20):
        for who in kept:
            by = Request("carla", arbiter=True) if who == "arbiter" else Request(who)
            _, branch = branched(game, game, by, seed=seed)
            assert TOY.view(branch.state, SPECTATOR) == TOY.view(game.state, SPECTATOR)
            kept[who] += sum(branch.state.hands[s] == game.state.hands[s] for s in range(3) if game.state.hands[s])
            if who in PLAYERS[:3]:
                own = PLAYERS.index(who)
                assert branch.state.hands[own] == game.state.hands[own]
    assert max(kept["arbiter"], kept["dora"]) < 15
    assert 20 <= min(kept["anna"], kept["bela"]) <= max(kept["anna"], kept["bela"]) < 35


@pytest.mark.parametrize("by", ["anna", "dora"])
def test_branches_of_two_toy_games_that_differ_in_secrets_only_are_the_same_but_for_their_ids(by: str) -> None:
    random, viewer = Random(7), seat_viewer(0) if by == "anna" else SPECTATOR
    compared = 0
    for moves in range(9):
        _, game = game_of(TOY, 3, moves)
        twin = msgspec.structs.replace(game, state=disguised(game.state, viewer, random))
        compared += twin.state != game.state
        check_same_branches(game, twin, viewer, by)
    assert compared > 5


@pytest.mark.parametrize("by", ["bela", "dora"])
def test_branches_of_two_games_of_daimyo_that_differ_in_a_hand_only_are_the_same(by: str) -> None:
    random, compared = Random(7), 0
    for moves in (8, 10, 12, 15, 20, 30):
        _, game = game_of(DAIMYO, 3, moves)
        other = with_another_hand(game.state, 0, random)
        if other is not None:
            compared += 1
            twin = msgspec.structs.replace(game, state=other)
            check_same_branches(game, twin, seat_viewer(1) if by == "bela" else SPECTATOR, by)
    assert compared > 2


def check_same_branches(game: Game, twin: Game, viewer: Viewer, by: str) -> None:
    """With the same entropy, the whole record of both branches is the same: nothing hidden has influenced it."""
    source = msgspec.structs.replace(game.opened, seed="00" * 32)
    other = msgspec.structs.replace(twin.opened, seed="11" * 32)
    one, _ = branched(msgspec.structs.replace(game, opened=source), game, Request(by))
    two, _ = branched(msgspec.structs.replace(twin, opened=other), twin, Request(by))
    assert one == two
    opened = one[0]
    assert isinstance(opened, GameOpened)
    state = game.ruleset.decode_state(bytes(opened.position))
    assert game.ruleset.view(state, viewer) == game.ruleset.view(game.state, viewer)


def test_the_position_of_a_branch_is_told_to_nobody_as_it_is_stored() -> None:
    _, game = game_of(DAIMYO, 3, 15)
    _, branch = branched(game, game, Request("anna"))
    told = msgspec.json.encode(views.view_game(branch))
    assert b"position" not in told
    assert bytes(branch.opened.position) not in told
    hand = branch.state.hands.hand[1]
    assert hand
    for viewer in (SPECTATOR, seat_viewer(0)):
        assert views.view_state(branch, viewer).state.sides[1].hand is None
    assert views.view_state(branch, ARBITER).state.sides[1].hand is not None


def test_a_ruleset_that_hides_nothing_deals_nothing() -> None:
    _, game = game_of(MICRO_DOJO, 2, 5)
    chance = Chance(bytes(32))
    assert MICRO_DOJO.redeal(game.state, SPECTATOR, chance) is game.state
    assert chance.outcomes == []
