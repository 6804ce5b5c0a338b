"""Chance is numbered by the steps that drew: somebody who knows the seed cannot retry until a number suits them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from random import Random
from typing import cast

import msgspec
import pytest

from domain.application import arbitration, taking_back
from domain.application import commands as command
from domain.application.arbitration import Claim, Verdict
from domain.application.commands import AnyAnswer, Decision, Request
from domain.application.lobby import opening
from domain.application.stored.snapshots import restore_snapshot, take_snapshot
from domain.archive import reading
from domain.kernel.audience import ARBITER
from domain.kernel.bots import suggest_any
from domain.kernel.rulesets import Rulesets
from domain.record.events import AnyEvent, GameOpened, GameStarted, MovePlayed
from domain.record.game import Game, fold
from domain.verification.chance import OutcomeView, view_chance
from domain.verification.moves import check_moves
from tests.domain.games.daimyo.game import RULES as DAIMYO
from tests.domain.verification.test_chance import begun, played
from tests.support.archives import GAMES, split_lines
from tests.support.games import NOW, PLAYERS
from tests.support.moments import moment
from tests.support.rulesets import product_rulesets

encode = msgspec.json.encode
RULESETS = Rulesets([DAIMYO])
Burn = Callable[[list[AnyEvent], Game], Game]


def by(seat: int) -> Request:
    return Request(PLAYERS[seat])


def added(events: list[AnyEvent], decision: Decision[AnyAnswer]) -> Game:
    """The game after a decision, whose events are added to `events`."""
    events += decision.events
    return decision.game


def outcomes(events: list[AnyEvent], purpose: str = "") -> list[OutcomeView]:
    seen = view_chance(events, RULESETS, ARBITER)
    assert seen.changed == ()
    return [one for one in seen.outcomes if purpose in ("", one.purpose)]


def first_roll(burn: Burn) -> tuple[object, ...]:
    """The first dice of a game with the same moves, after different numbers of other steps."""
    events, game = begun(DAIMYO, ("a", "b", "c"))
    random = Random(3)
    while not (rolled := outcomes(events, "action-dice")):
        game = burn(events, game)
        listed = suggest_any(game.position, game.ruleset.choices(game.position))
        choice, legal = listed.choice, listed.answers
        game = added(events, command.play_move(game, by(choice.seat), choice.seat, encode(random.choice(legal)), NOW))
    assert check_moves(events, RULESETS).holds
    return tuple(one.result for one in rolled)


def quarrel(times: int) -> Burn:
    """Raise a dispute and withdraw it, this many times."""

    def burn(events: list[AnyEvent], game: Game) -> Game:
        for _ in range(times):
            claim = Claim(1, "I would rather roll later.", seat=0)
            game = added(events, arbitration.raise_dispute(game, by(0), claim, moment(NOW)))
            game = added(events, arbitration.withdraw(game, by(0), len(game.disputes), NOW))
        return game

    return burn


@pytest.mark.parametrize("burnt", [1, 2, 3])
def test_disputes_that_are_withdrawn_move_no_dice_on(burnt: int) -> None:
    assert first_roll(quarrel(burnt)) == first_roll(quarrel(0))


def test_moves_that_are_taken_back_move_no_dice_on() -> None:
    taken_back = 0

    def hesitate(events: list[AnyEvent], game: Game) -> Game:
        nonlocal taken_back
        listed = suggest_any(game.position, game.ruleset.choices(game.position))
        choice, legal = listed.choice, listed.answers
        tried = command.play_move(game, by(choice.seat), choice.seat, encode(legal[0]), NOW)
        if not tried.game.open_moves:
            return game
        taken_back += 1
        game = added(events, tried)
        return added(events, taking_back.take_back(game, by(choice.seat), choice.seat, NOW))

    assert first_roll(hesitate) == first_roll(quarrel(0))
    assert taken_back > 0


def test_the_steps_that_drew_are_counted_and_outcomes_are_drawn_under_their_number() -> None:
    events, game = begun(DAIMYO, ("a", "b", "c"))
    game = played(events, game, 60)
    steps = [event for event in events if isinstance(event, GameStarted | MovePlayed)]
    assert [event.draw for event in steps if event.draw] == list(range(1, game.draws + 1))
    assert 2 < game.draws < len(steps) - 2
    for one in outcomes(events):
        assert one.draw is not None
        assert one.bound is not None
        mac = hmac.digest(game.seed, f"{one.draw}/{one.purpose}/{one.counter}".encode(), hashlib.sha256)
        assert one.result == int.from_bytes(mac[:8], "big") % one.bound
    assert {(one.step, one.draw) for one in outcomes(events)} == {
        (event.n, event.draw) for event in steps if event.draw
    }
    assert game.seed == hmac.digest(game.secret, b"kifu-seed-2\0" + b"".join(map(part, "abc")), hashlib.sha256)


def part(text: str) -> bytes:
    return len(text).to_bytes(4, "big") + text.encode()


def test_a_draw_that_a_ruling_undoes_still_counts() -> None:
    events, game = begun(DAIMYO, ("a", "b", "c"))
    while not (rolled := outcomes(events, "action-dice")):
        game = played(events, game, 1, seed=len(events))
    (step,) = {one.step for one in rolled}
    disputed = cast(MovePlayed, events[-1])
    game = added(events, arbitration.raise_dispute(game, by(0), Claim(step, "Not so.", seat=0), moment(NOW)))
    clause = next(iter(DAIMYO.rulebook)).id
    judge = Request("carla", arbiter=True)
    verdict = Verdict("annul", clause, "Play it again.")
    game = added(events, arbitration.rule(game, events, judge, 1, verdict, RULESETS, moment(NOW)))
    assert game.draws == rolled[0].draw
    again = command.play_move(game, by(disputed.seat), disputed.seat, bytes(disputed.move), NOW)
    added(events, again)
    assert check_moves(events, RULESETS).holds
    second = [one for one in outcomes(events, "action-dice") if one.step != step]
    assert {one.draw for one in second} == {cast(int, rolled[0].draw) + 1}
    assert [one.result for one in second] != [one.result for one in rolled]


def test_a_snapshot_knows_how_many_steps_drew_and_a_branch_counts_anew() -> None:
    events, game = begun(DAIMYO, ("a", "b", "c"))
    game = played(events, game, 40)
    assert game.draws > 1
    again = restore_snapshot(take_snapshot(game, events[-1]), game.opened, RULESETS)
    assert again is not None
    assert again.draws == game.draws
    opened = opening.open_branch(game, game, True, Request(None, operator=True), NOW, lambda size: bytes(size))
    branch = fold([opened], RULESETS)
    assert branch is not None
    assert (opened.derivation, branch.draws) == ("kifu-seed-2", 0)


@pytest.mark.parametrize("draw", [None, 1, 4])
def test_a_number_that_was_left_out_given_twice_or_skipped_is_found(draw: int | None) -> None:
    events, game = begun(DAIMYO, ("a", "b", "c"))
    played(events, game, 60)
    place = next(place for place, event in enumerate(events) if isinstance(event, MovePlayed) and event.draw == 2)
    forged = [*events]
    forged[place] = msgspec.structs.replace(cast(MovePlayed, events[place]), draw=draw or msgspec.UNSET)
    found = check_moves(forged, RULESETS)
    assert not found.holds
    assert found.first is not None
    assert found.first.step == cast(MovePlayed, events[place]).n
    assert "draw" in found.first.why or "whether chance had a part" in found.first.why


def test_a_step_without_outcomes_must_not_count_as_one_with_them() -> None:
    events, game = begun(DAIMYO, ("a", "b", "c"))
    played(events, game, 60)
    place = next(place for place, event in enumerate(events) if isinstance(event, MovePlayed) and not event.draw)
    before = fold(events[:place], RULESETS)
    assert before is not None
    forged = [*events[:place], msgspec.structs.replace(cast(MovePlayed, events[place]), draw=before.draws + 1)]
    found = check_moves(forged, RULESETS)
    assert found.first is not None
    assert "whether chance had a part" in found.first.why


OLD = next(
    path for path in sorted(GAMES.glob("daimyo-v2-*.kifu")) if b'"derivation":"kifu-seed-1"' in path.read_bytes()
)


def test_a_game_that_was_opened_before_keeps_its_numbers_to_the_end() -> None:
    archive = reading.parse_archive(split_lines(OLD.read_bytes()))
    events = reading.decode_events(archive, product_rulesets())
    opened = cast(GameOpened, events[0])
    middle = len(events) // 2
    game = fold(events[:middle], product_rulesets())
    assert game is not None
    assert (opened.derivation, game.counts_draws) == ("kifu-seed-1", False)
    for event in events[middle:]:
        move = cast(MovePlayed, event)
        played_on = command.play_move(game, Request(move.player), move.seat, bytes(move.move), move.timestamp)
        assert played_on.events == [move]
        game = played_on.game
    assert game.is_over
    assert game.draws == 0
    forged = [*events]
    forged[middle] = msgspec.structs.replace(cast(MovePlayed, events[middle]), draw=1)
    found = check_moves(forged, product_rulesets())
    assert found.first is not None
    assert found.first.why == "the chance of this game is numbered by step"
