"""Disputes and rulings: what they do to a game."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from domain.application.arbitration import Verdict
from domain.application.commands import Request
from domain.application.dispute_audit import list_disputes
from domain.application.errors import (
    AlreadyDisputed,
    CannotAnnul,
    CannotTakeBack,
    DisputeClosed,
    GameNotStarted,
    GameOver,
    Illegal,
    NotArbiter,
    NotYourSeat,
    Paused,
    TooManyDisputes,
    Unauthenticated,
    UnknownDispute,
    UnknownStep,
)
from domain.application.games import Games
from domain.kernel.audience import ARBITER, SPECTATOR
from domain.kernel.errors import Malformed
from domain.record.disputes import LONGEST_CLAIM, MOST_RAISED, RulingKind
from domain.record.event import Step
from domain.record.events import MovePlayed
from domain.record.game import UnknownSeat
from domain.rows import KeptAnswer
from tests.domain.application.playing import (
    ANNA,
    BELA,
    CLAUSE,
    JUDGE,
    WHO,
    after,
    body,
    claim,
    holds,
    keyed,
    legal,
    mover,
    new_game,
    play_one,
    refused,
    running_at,
    said,
    verdict,
)
from tests.domain.games.micro_dojo.universe import universe


def test_a_dispute_is_a_step_that_changes_nothing_on_the_table(games: Games) -> None:
    game_id = after(games, 4)
    before = games.stored.current(game_id)
    answer = said(games.recording.dispute(BELA, game_id, claim(3, clause=CLAUSE)))
    assert (answer["dispute"], answer["step"], answer["paused"]) == (1, 6, False)
    game = games.stored.current(game_id)
    assert (game.state, game.to_move, game.origin) == (before.state, before.to_move, before.origin)
    assert game.open_disputes == (1,)
    step = games.queries.step(game_id, 6, SPECTATOR)
    assert (step.kind, step.seat, step.player, step.dispute) == ("dispute", 1, "bela", 1)
    assert step.words == f"bela disputes step 3 by {CLAUSE}: That was not allowed."
    assert step.open == games.queries.step(game_id, 5, SPECTATOR).open != ()
    play_one(games, game_id, Random(1))
    assert holds(games, game_id)


def test_who_sits_at_the_table_can_dispute_for_a_seat_of_their_own(games: Games) -> None:
    game_id = after(games, 2)
    refused(Unauthenticated, lambda: games.recording.dispute(Request(), game_id, claim(2)))
    refused(NotYourSeat, lambda: games.recording.dispute(JUDGE, game_id, claim(2)))
    refused(NotYourSeat, lambda: games.recording.dispute(Request("cora"), game_id, claim(2)))
    refused(NotYourSeat, lambda: games.recording.dispute(ANNA, game_id, claim(2, seat=1)))
    refused(UnknownSeat, lambda: games.recording.dispute(ANNA, game_id, claim(2, seat=9)))
    games.recording.dispute(ANNA, game_id, claim(2, seat=0))
    assert games.stored.current(game_id).disputes[0].seat == 0


def test_what_cannot_be_disputed_is_refused_with_what_would_be_right(games: Games) -> None:
    opened = games.lobby.open_game(ANNA, "micro-dojo", {}, 2)
    assert opened.game_id is not None
    waiting = opened.game_id
    games.lobby.take_seat(ANNA, waiting)
    refused(GameNotStarted, lambda: games.recording.dispute(ANNA, waiting, claim(1)))
    game_id = after(games, 2)
    assert (
        "has 3 steps, no step 4"
        in refused(UnknownStep, lambda: games.recording.dispute(ANNA, game_id, claim(4))).detail
    )
    refused(UnknownStep, lambda: games.recording.dispute(ANNA, game_id, claim(0)))
    for bad in ({"clause": "no.such.clause"}, {"claim": " "}, {"claim": "x" * (LONGEST_CLAIM + 1)}, {"claim": "a\0b"}):
        error = refused(Malformed, lambda bad=bad: games.recording.dispute(ANNA, game_id, claim(2, **bad)))
        assert error.extra["pointer"] == f"/{next(iter(bad))}"
    games.recording.dispute(ANNA, game_id, claim(2))
    refused(AlreadyDisputed, lambda: games.recording.dispute(ANNA, game_id, claim(2)))
    error = refused(Malformed, lambda: games.recording.dispute(ANNA, game_id, claim(4)))
    assert "not a step of play" in error.detail
    games.recording.dispute(BELA, game_id, claim(2))
    assert [dispute.number for dispute in games.stored.current(game_id).disputes] == [1, 2]


def test_only_the_arbiter_rules_and_only_once_by_a_clause_and_in_words(games: Games) -> None:
    game_id = after(games, 3)
    games.recording.dispute(ANNA, game_id, claim(3))
    refused(NotArbiter, lambda: games.recording.rule(ANNA, game_id, 1, verdict("uphold")))
    refused(UnknownDispute, lambda: games.recording.rule(JUDGE, game_id, 2, verdict("uphold")))
    for bad, place in (
        (Verdict("uphold", "no.such.clause", "words"), "/clause"),
        (Verdict("uphold", CLAUSE, ""), "/words"),
        (Verdict("correct", CLAUSE, "words"), "/move"),
        (Verdict("annul", CLAUSE, "words", b"{}"), "/move"),
    ):
        error = refused(Malformed, lambda bad=bad: games.recording.rule(JUDGE, game_id, 1, bad))
        assert error.extra["pointer"] == place
    games.recording.rule(JUDGE, game_id, 1, verdict("uphold"))
    assert games.stored.current(game_id).open_disputes == ()
    assert (
        "was ruled on in step 6"
        in refused(DisputeClosed, lambda: games.recording.rule(JUDGE, game_id, 1, verdict("note"))).detail
    )


@pytest.mark.parametrize("ruling", ["uphold", "note"])
def test_a_ruling_that_upholds_or_notes_changes_nothing_on_the_table(games: Games, ruling: RulingKind) -> None:
    game_id = after(games, 5)
    before = games.stored.current(game_id)
    games.recording.dispute(BELA, game_id, claim(4))
    games.recording.rule(JUDGE, game_id, 1, verdict(ruling))
    game = games.stored.current(game_id)
    assert (game.state, game.to_move, game.mover) == (before.state, before.to_move, before.mover)
    step = games.queries.step(game_id, 8, SPECTATOR)
    assert (step.kind, step.seat, step.to, step.annulled) == ("ruling", None, None, ())
    assert CLAUSE in step.words
    assert "The rulebook is clear here." in step.words
    assert holds(games, game_id)


def test_annulled_the_game_goes_back_to_before_the_step_and_nothing_is_deleted(games: Games) -> None:
    game_id = after(games, 6)
    then, steps = games.stored.at_step(game_id, 3), games.queries.steps(game_id, ARBITER)
    games.recording.dispute(BELA, game_id, claim(4))
    games.recording.rule(JUDGE, game_id, 1, verdict("annul"))
    game = games.stored.current(game_id)
    assert (game.state, game.to_move, game.origin) == (then.state, then.to_move, 3)
    assert games.queries.steps(game_id, ARBITER)[: len(steps)] == steps
    step = games.queries.step(game_id, 9, SPECTATOR)
    assert (step.to, step.annulled) == (3, (4, 5, 6, 7))
    assert step.open == games.queries.step(game_id, 3, SPECTATOR).open
    refused(CannotTakeBack, lambda: games.recording.take_back(WHO[then.mover or 0], game_id, then.mover or 0))
    play_one(games, game_id, Random(5))
    assert games.stored.current(game_id).step == 10
    assert holds(games, game_id)


def test_corrected_the_arbiters_move_is_played_for_the_seat(games: Games) -> None:
    game_id = after(games, 6)
    (disputed,) = [e for e in games.stored.recorded_events(game_id) if isinstance(e, MovePlayed) and e.n == 5]
    branch = games.stored.at_step(game_id, 4)
    assert branch.state is not None
    (choice,) = [c for c in branch.ruleset.choices(branch.state) if c.seat == disputed.seat][:1]
    moves = [msgspec.json.encode(move) for move in choice.moves(branch.state)]
    other = next(move for move in moves if move != bytes(disputed.move))
    games.recording.dispute(ANNA, game_id, claim(5))
    answer = said(games.recording.rule(JUDGE, game_id, 1, verdict("correct", other)))
    assert answer["step"] == 10
    step = games.queries.step(game_id, 10, ARBITER)
    assert (step.kind, step.seat, step.player, step.dispute) == ("move", disputed.seat, disputed.player, 1)
    assert step.words.startswith("As the arbiter rules: ")
    assert msgspec.json.decode(other).items() <= dict(step.move or {}).items()
    refused(CannotTakeBack, lambda: games.recording.take_back(WHO[disputed.seat], game_id, disputed.seat))
    assert holds(games, game_id)


def test_a_correction_must_be_legal_or_nothing_is_ruled(games: Games) -> None:
    game_id = after(games, 4)
    games.recording.dispute(ANNA, game_id, claim(3))
    version = games.stored.current(game_id).version
    refused(Malformed, lambda: games.recording.rule(JUDGE, game_id, 1, verdict("correct", b'{"type":"fly"}')))
    then = games.stored.at_step(game_id, 2)
    assert then.state is not None
    allowed = [move for choice in then.ruleset.choices(then.state) for move in choice.moves(then.state)]
    illegal = msgspec.json.encode(next(move for move in universe() if move not in allowed))
    error = refused(Illegal, lambda: games.recording.rule(JUDGE, game_id, 1, verdict("correct", illegal)))
    assert str(error.extra["clause"]) in then.ruleset.rulebook
    assert games.stored.current(game_id).version == version
    assert games.stored.current(game_id).open_disputes == (1,)


def test_only_a_move_that_still_counts_can_be_annulled(games: Games) -> None:
    game_id, seat = running_at(games, 6)
    games.recording.take_back(WHO[seat], game_id, seat)
    last = games.stored.current(game_id).step
    for step in (1, last - 1, last):
        games.recording.dispute(ANNA, game_id, claim(step))
    assert (
        "is not a move"
        in refused(CannotAnnul, lambda: games.recording.rule(JUDGE, game_id, 1, verdict("annul"))).detail
    )
    assert (
        "no longer counts"
        in refused(CannotAnnul, lambda: games.recording.rule(JUDGE, game_id, 2, verdict("annul"))).detail
    )
    assert (
        "is not a move"
        in refused(CannotAnnul, lambda: games.recording.rule(JUDGE, game_id, 3, verdict("annul"))).detail
    )
    games.recording.rule(JUDGE, game_id, 2, verdict("note"))
    assert holds(games, game_id)


def test_a_finished_game_can_be_disputed_but_not_go_back(games: Games) -> None:
    game_id = new_game(games)
    random = Random(2)
    while mover(games, game_id) is not None:
        play_one(games, game_id, random)
    last = games.stored.current(game_id).step
    games.recording.dispute(ANNA, game_id, claim(last))
    assert (
        "a branch from there"
        in refused(GameOver, lambda: games.recording.rule(JUDGE, game_id, 1, verdict("annul"))).detail
    )
    games.recording.rule(JUDGE, game_id, 1, verdict("note"))
    info = games.queries.describe(game_id)
    assert (info.status, info.step) == ("finished", last + 2)
    assert holds(games, game_id)


def test_who_raised_a_dispute_can_withdraw_it_while_it_is_open(games: Games) -> None:
    game_id = after(games, 3)
    games.recording.dispute(BELA, game_id, claim(2))
    refused(NotYourSeat, lambda: games.recording.withdraw(ANNA, game_id, 1))
    refused(UnknownDispute, lambda: games.recording.withdraw(BELA, game_id, 0))
    games.recording.withdraw(BELA, game_id, 1)
    assert games.queries.step(game_id, 6, SPECTATOR).words == "bela withdraws dispute 1."
    assert "withdrawn in step 6" in refused(DisputeClosed, lambda: games.recording.withdraw(BELA, game_id, 1)).detail
    refused(DisputeClosed, lambda: games.recording.rule(JUDGE, game_id, 1, verdict("annul")))
    games.recording.dispute(BELA, game_id, claim(2))
    assert games.stored.current(game_id).open_disputes == (2,)
    assert holds(games, game_id)


def test_with_pause_on_dispute_nobody_moves_until_all_is_ruled(games: Games) -> None:
    game_id = after(games, 3, pause_on_dispute=True)
    seat = mover(games, game_id)
    assert seat is not None
    (move, *_) = legal(games, game_id, seat)
    games.recording.dispute(ANNA, game_id, claim(2))
    games.recording.dispute(BELA, game_id, claim(4))
    info = games.queries.describe(game_id)
    assert (info.status, info.paused, info.open_disputes, info.to_move) == ("playing", True, (1, 2), ())
    assert games.queries.legal_moves(game_id, ARBITER).choices == ()
    for deed in (
        lambda: games.recording.play(WHO[seat], game_id, seat, move),
        lambda: games.recording.take_back(ANNA, game_id, 0),
        lambda: games.recording.resign(ANNA, game_id, 0),
    ):
        assert "ruled on dispute 1 and 2" in refused(Paused, deed).detail
    assert "paused" in str(games.queries.explain(WHO[seat], game_id, seat, move).why)
    games.recording.rule(JUDGE, game_id, 2, verdict("uphold"))
    assert games.queries.describe(game_id).paused
    games.recording.withdraw(ANNA, game_id, 1)
    assert games.queries.describe(game_id).to_move == (seat,)
    games.recording.play(WHO[seat], game_id, seat, move)
    assert holds(games, game_id)


def test_an_annulment_in_a_paused_game_lets_it_go_on(games: Games) -> None:
    game_id = after(games, 4, pause_on_dispute=True)
    games.recording.dispute(ANNA, game_id, claim(3))
    answer = said(games.recording.rule(JUDGE, game_id, 1, verdict("annul")))
    assert (answer["paused"], answer["to_move"]) == (False, list(games.stored.at_step(game_id, 2).to_move))


def test_a_dispute_that_is_sent_again_is_not_raised_again(games: Games) -> None:
    game_id = after(games, 2)
    request = keyed("anna", "once", "dispute")
    first = games.recording.dispute(request, game_id, claim(2))
    again = games.recording.dispute(request, game_id, claim(2))
    assert isinstance(again, KeptAnswer)
    assert again.body == body(first)
    assert len(games.stored.current(game_id).disputes) == 1


def test_a_seat_may_raise_so_many_disputes_in_a_game_and_no_more(games: Games) -> None:
    game_id = after(games, 2)
    for number in range(1, MOST_RAISED + 1):
        games.recording.dispute(ANNA, game_id, claim(2))
        games.recording.withdraw(ANNA, game_id, number)
    error = refused(TooManyDisputes, lambda: games.recording.dispute(ANNA, game_id, claim(2)))
    assert str(MOST_RAISED) in error.detail
    games.recording.dispute(BELA, game_id, claim(2))
    assert len(games.stored.current(game_id).disputes) == MOST_RAISED + 1


def test_the_disputes_of_a_game_are_told_without_its_events(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = after(games, 3)
    games.recording.dispute(ANNA, game_id, claim(2))
    games.recording.dispute(BELA, game_id, claim(3))
    games.recording.withdraw(BELA, game_id, 2)
    times = {event.n: event.timestamp for event in games.stored.recorded_events(game_id) if isinstance(event, Step)}
    read: list[object] = []
    select = games.stored.read_events
    monkeypatch.setattr(
        games.stored, "read_events", lambda *args, **kwargs: read.extend(got := select(*args, **kwargs)) or got
    )
    one, two = list_disputes(games.stored, game_id)
    assert read == []
    assert (one.raised_at, one.closed_at) == (times[one.n], None)
    assert (two.raised_at, two.closed_at) == (times[two.n], times[two.withdrawn or 0])
    assert [view.number for view in list_disputes(games.stored, game_id, after=1, limit=1)] == [2]
