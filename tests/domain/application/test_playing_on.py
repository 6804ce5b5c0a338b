"""With more than two seats the others play on after a resignation: in every game, to its end, and it verifies."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.application import arbitration, resigning, taking_back
from domain.application import commands as command
from domain.application.arbitration import Claim, Verdict
from domain.application.commands import Request
from domain.application.errors import BadOption, CannotAnnul, CannotTakeBack, GameOver, HasResigned
from domain.application.lobby.opening import Opening, open_game
from domain.application.stored.snapshots import restore_snapshot, take_snapshot
from domain.games.daimyo.phases.turn import PlaceDie
from domain.kernel.audience import SPECTATOR
from domain.record import views
from domain.record.events import AnyEvent, GameSnapshot, MovePlayed, SeatResigned
from domain.record.game import fold
from domain.record.resigned_seats import passing_move
from domain.record.words import Reader
from domain.verification.moves import check_moves
from tests.support.games import NOW
from tests.support.moments import moment
from tests.support.resignations import Leaving
from tests.support.rulesets import product_rulesets

RULESETS = product_rulesets()
DAIMYO, YEDO = RULESETS["daimyo"], RULESETS["yedo"]
GAMES: dict[str, tuple[Any, int, dict[str, object]]] = {
    "daimyo 2021": (DAIMYO, 3, {}),
    "daimyo 2019": (DAIMYO, 4, {"edition": "2019"}),
    "yedo": (YEDO, 3, {"sets": "classic"}),
    "yedo modules": (
        YEDO,
        5,
        {"rounds": 8, "specialists": True, "teahouse": True, "clan_powers": True, "jesuits": True},
    ),
    "yedo together": (YEDO, 3, {"shogun_must_die": True, "sets": "classic"}),
}
WAYS = pytest.mark.parametrize("way", ["pass", "bot"])
MOMENT = moment(NOW)
JUDGE = Request("carla", arbiter=True)


def table(game: str, way: str | None = None, seed: int = 1) -> Leaving:
    ruleset, seats, options = GAMES[game]
    return Leaving(ruleset, seats, seed, **options, **({} if way is None else {"on_resignation": way}))


def at_turn(way: str) -> Leaving:
    """A game of Daimyo in which a seat begins its turn."""
    played = table("daimyo 2021", way)
    while not isinstance(DAIMYO.choices(played.game.position)[0], PlaceDie):
        played.move()
    return played


def faults(leaving: Leaving, events: list[AnyEvent] | None = None) -> list[str]:
    """The fault that verification finds in the events, if any."""
    first = check_moves(leaving.events if events is None else events, leaving.rulesets).first
    return [] if first is None else [first.why]


@WAYS
@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_seats_resign_ends_and_verifies(game: str, way: str) -> None:
    played = table(game, way, seed=3)
    over = played.moves(7).play_out(resigns=0.02)
    if not over.resigned_seats:
        played = table(game, way, seed=4)
        played.resign(1)
        over = played.play_out()
    assert over.status == "finished"
    assert over.result is not None
    assert {event.seat for event in played.by_rule} <= set(over.resigned_seats)
    assert {event.automatic for event in played.by_rule} <= {way, "pass"}
    assert played.by_rule
    assert faults(played) == []
    assert played.folded() == over
    if not over.result.goals:
        ranks = {score.seat: score.rank for score in over.result.scores}
        left = [ranks.pop(seat) for seat in reversed(over.resigned_seats)]
        assert [*sorted(ranks.values()), *left] == sorted([*ranks.values(), *left])
        assert len(set(left)) == len(left)
        assert max(ranks.values()) < min(left)


def test_a_new_game_for_more_than_two_says_what_a_resignation_does() -> None:
    assert table("daimyo 2021").game.on_resignation == "pass"
    assert table("yedo together").game.on_resignation == "bot"
    two = Leaving(DAIMYO, 2, 1)
    assert b"on_resignation" not in bytes(two.game.opened.options)
    two.resign(0)
    assert two.game.status == "resigned"


@pytest.mark.parametrize(("ruleset", "way"), [("micro-dojo", "pass"), ("daimyo", "bot"), ("yedo", "pass")])
def test_with_two_nobody_can_play_on(ruleset: str, way: str) -> None:
    wanted = Opening(ruleset, {"on_resignation": way}, 2, None, False)
    with pytest.raises(BadOption) as refused:
        open_game(wanted, RULESETS, Request("anna"), NOW, bytes)
    assert refused.value.extra["pointer"] == "/options/on_resignation"
    assert refused.value.extra["clause"] == f"{ruleset}.end.resignation"


def test_a_game_that_was_opened_before_one_could_choose_ends() -> None:
    played = table("daimyo 2021", "pass")
    options = msgspec.json.decode(played.game.opened.options)
    del options["on_resignation"]
    opened = msgspec.structs.replace(played.game.opened, options=msgspec.Raw(msgspec.json.encode(options)))
    old = msgspec.structs.replace(played.game, opened=opened)
    over = resigning.resign(old, played.by(1), 1, NOW).game
    assert (over.status, over.resigned_seats) == ("resigned", (1,))
    assert over.result is not None
    assert {score.seat: score.rank for score in over.result.scores}[1] == 3


def test_when_one_is_left_the_game_ends_and_who_resigned_first_is_last() -> None:
    played = table("daimyo 2019", "pass").moves(9)
    for seat in (2, 0):
        played.resign(seat)
        assert played.game.status == "playing"
        assert seat not in played.game.to_move
    played.resign(3)
    assert played.game.status == "resigned"
    assert played.game.result is not None
    assert {score.seat: score.rank for score in played.game.result.scores} == {0: 3, 1: 1, 2: 4, 3: 2}
    assert played.game.result.ended_by == "daimyo.end.resignation"
    assert faults(played) == []


def test_together_the_last_player_can_play_on_alone_and_lose_for_all_by_resigning() -> None:
    played = table("yedo together", "pass").moves(4)
    played.resign(0)
    played.resign(2)
    assert (played.game.status, played.game.to_move) == ("playing", (1,))
    played.resign(1)
    assert played.game.result is not None
    assert played.game.result.won_together is False
    assert faults(played) == []


@WAYS
def test_no_game_waits_for_a_resigned_seat(way: str) -> None:
    played = table("yedo modules", way)
    (asked, *_) = played.game.to_move
    decision = played.resign(asked)
    assert decision.by_rule == len(played.by_rule) > 0
    resigned = decision.events[0]
    assert isinstance(resigned, SeatResigned)
    assert resigned.result is msgspec.UNSET
    assert asked not in played.game.to_move
    for _ in range(60):
        decision = played.move()
        assert played.game.to_move
        assert asked not in played.game.to_move
        own, *by_rule = (event for event in decision.events if isinstance(event, MovePlayed))
        assert own.seat != asked
        assert {event.seat for event in by_rule} <= {asked}
        assert (decision.answer.version, decision.answer.step) == (played.game.version, own.n)  # type: ignore[union-attr]


def test_long_rows_of_moves_by_rule_come_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resigning, "MOST_FOLLOWING", 1)
    played = at_turn("pass")
    played.resign(next(iter(played.game.to_move)))
    parts = 1
    while played.game.seats_to_play:
        events, played.game = resigning.play_by_rule(played.game, Request(), NOW)
        played.events += events
        parts += 1
    assert len(played.by_rule) == parts > 1
    assert faults(played) == []


def test_a_bot_that_plays_too_long_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resigning, "PATIENCE", 2)
    played = at_turn("bot")
    played.resign(next(iter(played.game.to_move)))
    assert [event.automatic for event in played.by_rule[:3]] == ["bot", "bot", "pass"]
    assert faults(played) == []


def test_who_has_resigned_does_nothing_more() -> None:
    played = table("daimyo 2021", "pass").moves(5)
    played.resign(1)
    move = b'{"type":"end-turn"}'
    for refuse in (
        lambda game: command.play_move(game, played.by(1), 1, move, NOW),
        lambda game: taking_back.take_back(game, played.by(1), 1, NOW),
        lambda game: resigning.resign(game, played.by(1), 1, NOW),
        lambda game: arbitration.raise_dispute(game, played.by(1), Claim(2, "No."), MOMENT),
    ):
        with pytest.raises(HasResigned) as refused:
            refuse(played.game)
        assert refused.value.extra["clause"] == "daimyo.end.resignation"
    played.resign(0)
    with pytest.raises(GameOver):
        resigning.resign(played.game, played.by(1), 1, NOW)


def test_nobody_takes_back_a_move_across_one_by_rule() -> None:
    played = table("daimyo 2021", "pass")
    played.resign(next(iter(played.game.to_move)))
    while not (played.game.open_moves and played.by_rule[-1:] != played.events[-1:]):
        played.move()
    mover = played.game.mover
    assert mover is not None
    before = len(played.by_rule)
    while len(played.by_rule) == before:
        played.move()
    assert played.game.mover in played.game.resigned_seats or not played.game.open_moves
    with pytest.raises(CannotTakeBack):
        taking_back.take_back(played.game, played.by(mover), mover, NOW)


def test_a_paused_game_waits_with_moves_by_rule_until_the_last_ruling() -> None:
    ruleset, seats, options = GAMES["daimyo 2021"]
    played = Leaving(ruleset, seats, 1, **options, on_resignation="pass", pause_on_dispute=True).moves(6)
    own = played.move().events[0]
    assert isinstance(own, MovePlayed)
    played.resign(own.seat)
    before = len(played.by_rule)
    for other in {0, 1, 2} - {own.seat}:
        played.do(
            lambda game, seat=other: arbitration.raise_dispute(game, played.by(seat), Claim(own.n, "No."), MOMENT)
        )
    for number, ruling in ((1, "annul"), (2, "note")):
        assert (len(played.by_rule), played.game.to_move) == (before, ())
        verdict = Verdict(ruling, "daimyo.turn.end", "So it is.")  # type: ignore[arg-type]
        played.do(
            lambda game, n=number, v=verdict: arbitration.rule(game, played.events, JUDGE, n, v, RULESETS, MOMENT)
        )
    assert len(played.by_rule) > before
    assert own.seat not in played.game.to_move
    assert faults(played) == []


def test_an_annulled_move_takes_its_moves_by_rule_with_it_and_the_resignation_stands() -> None:
    played = table("daimyo 2021", "pass").moves(6)
    seat = next(iter(played.game.to_move))
    own = played.move().events[0]
    assert isinstance(own, MovePlayed)
    other = next(place for place in range(3) if place not in (seat, *played.game.to_move))
    played.resign(other)
    played.moves(3)
    played.do(lambda game: arbitration.raise_dispute(game, played.by(seat), Claim(own.n, "No."), MOMENT))
    verdict = Verdict("annul", "daimyo.turn.end", "Annulled.")
    ruled = played.do(lambda game: arbitration.rule(game, played.events, JUDGE, 1, verdict, played.rulesets, MOMENT))
    resigned = next(event for event in played.events if isinstance(event, SeatResigned))
    assert own.n in ruled.events[0].undone  # type: ignore[union-attr]
    assert resigned.n not in ruled.events[0].undone  # type: ignore[union-attr]
    assert played.game.resigned_seats == (other,)
    assert faults(played) == []
    assert played.folded() == played.game
    played.play_out()
    assert faults(played) == []


def test_a_move_by_rule_can_be_corrected_but_not_annulled() -> None:
    played = table("daimyo 2021", "pass")
    played.resign(next(iter(played.game.to_move)))
    disputed = played.by_rule[0]
    other = next(seat for seat in range(3) if seat != disputed.seat)
    played.do(lambda game: arbitration.raise_dispute(game, played.by(other), Claim(disputed.n, "No."), MOMENT))
    annul = Verdict("annul", "daimyo.turn.end", "Annulled.")
    with pytest.raises(CannotAnnul, match="a move by rule"):
        arbitration.rule(played.game, played.events, JUDGE, 1, annul, played.rulesets, MOMENT)
    choice = DAIMYO.choices(_before(played, disputed))[0]
    move = next(
        encoded
        for encoded in map(msgspec.json.encode, choice.moves(_before(played, disputed)))
        if encoded != bytes(disputed.move)
    )
    correct = Verdict("correct", "daimyo.turn.end", "Corrected.", move)
    played.do(lambda game: arbitration.rule(game, played.events, JUDGE, 1, correct, played.rulesets, MOMENT))
    assert faults(played) == []


def _before(played: Leaving, event: MovePlayed) -> Any:
    game = fold(played.events[: event.originator_version - 1], played.rulesets)
    assert game is not None
    return game.position


def forged(played: Leaving, n: int, **changes: object) -> list[str]:
    """The fault that verification finds after other values were put into a step."""
    return faults(
        played,
        [
            msgspec.structs.replace(event, **changes) if getattr(event, "n", None) == n else event
            for event in played.events
        ],
    )


def test_verification_finds_every_move_by_rule_that_is_not_due_or_not_the_right_one() -> None:
    played = table("daimyo 2021", "pass").moves(2)
    seat = next(iter(played.game.to_move))
    played.resign(seat)
    own = next(event for event in played.events if isinstance(event, MovePlayed))
    first = played.by_rule[0]
    assert forged(played, own.n, automatic="pass") == [f"no move of seat {own.seat} by rule is due"]
    assert forged(played, first.n, automatic=msgspec.UNSET) == [
        f"seat {seat} has resigned, and its move by rule is missing"
    ]
    assert forged(played, first.n, automatic="bot") == ["no bot plays in this game"]
    without = [event for event in played.events if event not in played.by_rule]
    assert faults(played, without) == []
    place = played.events.index(first)
    state = _before(played, first)
    expected = passing_move(DAIMYO, state, seat)
    other = next(move for move in DAIMYO.choices(state)[0].moves(state) if move != expected)
    sent = msgspec.Raw(msgspec.json.encode(other))
    changed = [*played.events[:place], msgspec.structs.replace(first, move=sent)]
    assert faults(played, changed) == ["the move with which the seat passes differs from what was recorded"]


def test_verification_finds_a_result_that_is_missing_or_should_be() -> None:
    played = table("daimyo 2021", "pass").moves(2)
    played.resign(0)
    going_on = next(event for event in played.events if isinstance(event, SeatResigned))
    played.resign(1)
    last = played.events[-1]
    assert isinstance(last, SeatResigned)
    assert forged(played, going_on.n, result=last.result) != []
    assert forged(played, last.n, result=msgspec.UNSET) == ["the result of the resignation differs"]


def test_a_snapshot_knows_who_has_resigned() -> None:
    played = table("yedo", "pass").moves(12)
    played.resign(0)
    game = played.game
    taken = take_snapshot(game, played.events[-1])
    stored = msgspec.json.decode(msgspec.json.encode(taken), type=GameSnapshot)
    restored = restore_snapshot(stored, game.opened, played.rulesets)
    assert restored is not None
    assert (restored.resigned_seats, restored.to_move, restored.version) == ((0,), game.to_move, game.version)


def test_steps_say_what_was_played_by_rule() -> None:
    played = table("daimyo 2021", "pass")
    seat = next(iter(played.game.to_move))
    played.resign(seat)
    reader = Reader(played.rulesets)
    resigned, move = (event for event in played.events[-len(played.by_rule) - 1 :][:2])
    name = played.game.names[seat]
    assert reader.words(resigned, played.game.names) == f"{name} resigns, and the others play on."
    assert reader.words(move, played.game.names).startswith(f"{name} has resigned and passes: ")
    step = views.view_step(move, played.game, None, SPECTATOR, reader)
    assert step.automatic == "pass"
    assert msgspec.json.decode(msgspec.json.encode(step))["automatic"] == "pass"
    assert views.view_game(played.game).resigned == (seat,)
    assert msgspec.json.decode(bytes(views.view_game(played.game).options))["on_resignation"] == "pass"
