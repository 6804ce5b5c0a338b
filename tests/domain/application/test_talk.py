"""Table talk: who may speak and how much, without any effect on the game."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import msgspec
import pytest

from domain.application import talk
from domain.application.commands import Recorded, Request
from domain.application.errors import KeyReused, NotYourSeat, TooManyMessages, TooManyRequests, Unauthenticated
from domain.application.games import Games
from domain.kernel.audience import ARBITER
from domain.kernel.errors import Malformed
from domain.record.game import UnknownSeat
from domain.rows import KeptAnswer
from tests.domain.application.playing import (
    ANNA,
    BELA,
    JUDGE,
    WHO,
    claim,
    keyed,
    mover,
    new_game,
    play_one,
    refused,
    running_at,
    said,
    stands,
    verdict,
)


def texts(games: Games, game_id: UUID) -> list[str]:
    return [message.text for message in games.talk.messages(game_id)]


def test_a_message_is_kept_with_its_seat_its_step_and_its_time(games: Games) -> None:
    before, game_id = datetime.now(UTC), new_game(games)
    play_one(games, game_id, Random(1))
    answer = said(games.talk.say(BELA, game_id, "Rice for gold?"))
    assert (answer["n"], answer["step"], answer["seat"], answer["player"]) == (1, 2, 1, "bela")
    (message,) = games.talk.messages(game_id)
    assert (message.text, message.step) == ("Rice for gold?", 2)
    assert before <= message.time <= datetime.now(UTC)


def test_talk_leaves_the_game_as_it_is(games: Games) -> None:
    game_id = new_game(games)
    before, described = stands(games, game_id), games.queries.describe(game_id)
    games.talk.say(ANNA, game_id, "Your move.")
    assert stands(games, game_id) == before
    assert games.queries.describe(game_id) == described


def test_a_move_is_not_refused_because_somebody_spoke_since_its_player_looked(games: Games) -> None:
    game_id = new_game(games)
    seen, seat = games.queries.describe(game_id).version, mover(games, game_id)
    assert seat is not None
    games.talk.say(WHO[1 - seat], game_id, "Hurry up!")
    move = msgspec.json.encode((games.queries.legal_moves(game_id, ARBITER, seat).choices[0].moves or ())[0].move)
    answer = said(games.recording.play(Request(WHO[seat].by, if_version=seen), game_id, seat, move))
    assert answer["version"] == seen + 1


def test_chance_does_not_hear_what_is_said(process: Callable[[], Games]) -> None:
    quiet, loud = process(), process()
    ends = []
    for games, talking in ((quiet, False), (loud, True)):
        game_id, random = new_game(games, seed="7e" * 32, movement="1A"), Random(5)
        for _ in range(12):
            if talking:
                games.talk.say(ANNA, game_id, "Please, a good one.")
            play_one(games, game_id, random)
        ends.append(stands(games, game_id)[0])
    assert ends[0] == ends[1]


def test_seats_may_speak_before_the_start_while_paused_and_after_the_end_and_nobody_else_ever(games: Games) -> None:
    opened = games.lobby.open_game(ANNA, "micro-dojo", {"pause_on_dispute": True}, 2)
    assert isinstance(opened, Recorded)
    game_id = opened.game_id
    refused(NotYourSeat, lambda: games.talk.say(ANNA, game_id, "Hello?"))
    games.lobby.take_seat(ANNA, game_id, 1)
    assert said(games.talk.say(ANNA, game_id, "Who joins?"))["step"] == 0
    games.lobby.take_seat(BELA, game_id, 0)
    games.recording.dispute(ANNA, game_id, claim(1))
    assert games.queries.describe(game_id).paused
    games.talk.say(BELA, game_id, "What is wrong?")
    games.recording.rule(JUDGE, game_id, 1, verdict("uphold"))
    games.recording.resign(BELA, game_id, 0)
    games.talk.say(ANNA, game_id, "Good game.")
    assert [(message.seat, message.text) for message in games.talk.messages(game_id)] == [
        (1, "Who joins?"),
        (0, "What is wrong?"),
        (1, "Good game."),
    ]
    refused(Unauthenticated, lambda: games.talk.say(Request(), game_id, "Boo!"))
    refused(NotYourSeat, lambda: games.talk.say(JUDGE, game_id, "Order!"))
    refused(NotYourSeat, lambda: games.talk.say(Request("carl"), game_id, "Boo!"))
    refused(NotYourSeat, lambda: games.talk.say(ANNA, game_id, "I am Bela.", 0))
    refused(UnknownSeat, lambda: games.talk.say(ANNA, game_id, "Two?", 2))
    assert len(games.talk.messages(game_id)) == 3


@pytest.mark.parametrize(
    "text", ["", "   ", "\u3000", "x" * 501, "a\nb", "a\tb", "bell\u0007", "\u202eesrever", "half \ud800", "a\u2028b"]
)
def test_a_text_that_is_no_line_of_plain_text_is_no_message(games: Games, text: str) -> None:
    game_id = new_game(games)
    assert refused(Malformed, lambda: games.talk.say(ANNA, game_id, text)).extra == {"pointer": "/text"}
    assert texts(games, game_id) == []


def test_any_script_may_be_written_up_to_the_limit(games: Games) -> None:
    game_id = new_game(games)
    for text in ("鎌倉で会いましょう。", "हाँ, ठीक है", "שלום", "👍🏽", "x" * 500):
        games.talk.say(ANNA, game_id, text)
    assert texts(games, game_id)[:2] == ["鎌倉で会いましょう。", "हाँ, ठीक है"]


def test_a_message_that_is_sent_twice_under_one_key_is_recorded_once(games: Games) -> None:
    game_id = new_game(games)
    first = games.talk.say(keyed("anna", "k", "Once."), game_id, "Once.")
    again = games.talk.say(keyed("anna", "k", "Once."), game_id, "Once.")
    assert isinstance(again, KeptAnswer)
    assert said(again) == said(first)
    refused(KeyReused, lambda: games.talk.say(keyed("anna", "k", "Twice."), game_id, "Twice."))
    assert texts(games, game_id) == ["Once."]


def test_messages_and_moves_at_one_moment_do_not_hinder_each_other(process: Callable[[], Games]) -> None:
    first, second, player = process(), process(), process()
    game_id = new_game(player, movement="1A")

    def talk_on(games: Games, who: Request) -> None:
        for number in range(15):
            games.talk.say(who, game_id, f"{who.by} {number}")

    with ThreadPoolExecutor(3) as threads:
        talking = [threads.submit(talk_on, first, ANNA), threads.submit(talk_on, second, BELA)]
        for _ in range(20):
            # As sent by a client that requires the version that it has seen.
            seat = mover(player, game_id)
            assert seat is not None
            request = Request(WHO[seat].by, if_version=player.queries.describe(game_id).version)
            moves = player.queries.legal_moves(game_id, ARBITER, seat).choices[0].moves or ()
            player.recording.play(request, game_id, seat, msgspec.json.encode(moves[0].move))
        for one in talking:
            one.result()
    found = player.talk.messages(game_id)
    assert [message.n for message in found] == list(range(1, 31))
    for who in ("anna", "bela"):
        assert [m.text for m in found if m.player == who] == [f"{who} {number}" for number in range(15)]
    assert player.queries.describe(game_id).step == 21


def test_a_take_back_takes_no_word_back_and_a_branch_begins_in_silence(games: Games) -> None:
    game_id, seat = running_at(games, 8)
    games.talk.say(WHO[seat], game_id, "Oops.")
    games.recording.take_back(WHO[seat], game_id, seat)
    assert texts(games, game_id) == ["Oops."]
    branch = games.lobby.branch(ANNA, game_id, 2)
    assert isinstance(branch, Recorded)
    assert texts(games, branch.game_id) == []


def test_a_seat_that_says_much_has_to_wait_and_does_not_silence_the_others(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, now = new_game(games), datetime.now(UTC)
    monkeypatch.setattr(games.stored, "clock", lambda: now)
    for number in range(20):
        games.talk.say(ANNA, game_id, str(number))
    error = refused(TooManyRequests, lambda: games.talk.say(ANNA, game_id, "one more"))
    assert isinstance(error, TooManyRequests)
    assert error.seconds == 60
    games.talk.say(BELA, game_id, "Let me speak.")
    monkeypatch.setattr(games.stored, "clock", lambda: now + timedelta(seconds=61))
    games.talk.say(ANNA, game_id, "Sorry.")


def test_a_seat_can_send_only_so_many_messages_in_a_game(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MOST_MESSAGES", 3)
    game_id = new_game(games)
    for number in range(3):
        games.talk.say(ANNA, game_id, str(number))
        games.talk.say(BELA, game_id, str(number))
    for who in WHO:
        refused(TooManyMessages, lambda who=who: games.talk.say(who, game_id, "4"))  # type: ignore[misc]
    assert len(games.talk.messages(game_id)) == 6


def test_messages_come_in_pages(games: Games) -> None:
    game_id = new_game(games)
    for number in range(7):
        games.talk.say(ANNA, game_id, str(number))
    assert [message.n for message in games.talk.messages(game_id, after=2, limit=3)] == [3, 4, 5]
    assert games.talk.messages(game_id, after=7) == []
