"""Verification finds every event that the commands would not have written, whatever its digest says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from domain.application import arbitration, resigning, taking_back
from domain.application.arbitration import Claim, Verdict
from domain.application.commands import Decision, Request
from domain.kernel.errors import KifuError, Malformed
from domain.kernel.rulesets import Rulesets
from domain.personal.values import open_values
from domain.record.disputes import is_statement
from domain.record.event import Step
from domain.record.events import AnyEvent, DisputeRuled
from domain.record.game import Game, fold
from domain.record.words import Reader
from domain.verification.moves import check_moves
from kifu.selfplay.recording import Recording, Setup
from tests.support.moments import moment
from tests.support.rulesets import product_rulesets

RULESETS: Rulesets = product_rulesets()
CLAUSE = "micro-dojo.build.pay"
JUDGE = Request("carla", arbiter=True)
NOW = datetime(2026, 1, 2, tzinfo=UTC)


class Table:
    """A game of Micro Dojo, written event by event."""

    def __init__(self, **options: bool) -> None:
        ruleset = RULESETS["micro-dojo"]
        self._recording = Recording(RULESETS, Setup(ruleset, ruleset.parse_options(options), 2), Random(5))
        self._recording.start()
        self._random = Random(8)

    @property
    def events(self) -> list[AnyEvent]:
        return self._recording.events

    @property
    def game(self) -> Game:
        return self._recording.game

    def by(self, seat: int) -> Request:
        return Request(self._recording.players[seat])

    def moves(self, count: int) -> Table:
        for _ in range(count):
            (seat,) = self.game.to_move
            choice = self.game.ruleset.choices(self.game.position)[0]
            self._recording.play(seat, self._random.choice(list(choice.moves(self.game.position))))
        return self

    def do(self, decide: Callable[[Game], Decision]) -> Table:
        decision = decide(self.game)
        self._recording.events += decision.events
        self._recording.game = decision.game
        return self

    def take_back(self) -> Table:
        seat = self.game.mover or 0
        return self.do(lambda game: taking_back.take_back(game, self.by(seat), seat, self._now()))

    def resign(self, seat: int) -> Table:
        return self.do(lambda game: resigning.resign(game, self.by(seat), seat, self._now()))

    def dispute(self, step: int, seat: int = 0) -> Table:
        claim = Claim(step, "Not so.", CLAUSE)
        return self.do(lambda game: arbitration.raise_dispute(game, self.by(seat), claim, moment(self._now())))

    def withdraw(self, number: int, seat: int = 0) -> Table:
        return self.do(lambda game: arbitration.withdraw(game, self.by(seat), number, self._now()))

    def rule(self, number: int, kind: Any, move: bytes | None = None) -> Table:
        verdict = Verdict(kind, CLAUSE, "So it is.", move)
        events = list(self.events)
        return self.do(
            lambda game: arbitration.rule(game, events, JUDGE, number, verdict, RULESETS, moment(self._now()))
        )

    def correct(self, number: int) -> Table:
        """Correct the move by another legal one."""
        step = self.game.disputes[number - 1].step
        then = fold([e for e in self.events if not isinstance(e, Step) or e.n < step], RULESETS)
        assert then is not None
        (disputed,) = [e for e in self.events if isinstance(e, Step) and e.n == step]
        moves = [msgspec.json.encode(m) for c in then.ruleset.choices(then.position) for m in c.moves(then.position)]
        return self.rule(number, "correct", next(move for move in moves if move != bytes(disputed.move)))  # type: ignore[attr-defined]

    def _now(self) -> datetime:
        return NOW + timedelta(seconds=len(self.events))


def forged(table: Table, at: int, changes: dict[str, Any]) -> list[AnyEvent]:
    """The events with other values in a step."""
    return [
        msgspec.structs.replace(event, **changes) if isinstance(event, Step) and event.n == at else event
        for event in table.events
    ]


def first_fault(events: list[AnyEvent]) -> int | None:
    found = check_moves(events, RULESETS).first
    return found.step if found is not None else None


def moved() -> Table:
    """Moves in steps 2 to 6, a take-back in step 7."""
    return Table().moves(5).take_back()


def ruled() -> Table:
    """Moves to step 6, a dispute in 7, annulled in 8, a move in 9, one in 10 and withdrawn in 11, one more in 12."""
    return Table().moves(5).dispute(4).rule(1, "annul").moves(1).dispute(2).withdraw(2).dispute(3)


def corrected() -> Table:
    """Moves to step 6, a dispute in 7, corrected in 8 and 9, a move in 10."""
    return Table().moves(5).dispute(5).correct(1).moves(1)


@pytest.mark.parametrize("make", [moved, ruled, corrected])
def test_what_the_commands_write_is_found_in_order(make: Callable[[], Table]) -> None:
    assert first_fault(make().events) is None


@pytest.mark.parametrize(
    ("make", "n", "changes"),
    [
        (moved, 4, {"player": "zed"}),
        (moved, 4, {"seat": 99}),
        (moved, 4, {"sealed": True}),
        (moved, 4, {"dispute": 1}),
        (moved, 4, {"n": 2**40}),
        (moved, 4, {"rules": "daimyo@1"}),
        (moved, 4, {"timestamp": datetime(2026, 1, 1)}),
        (moved, 7, {"to": 3}),
        (moved, 7, {"undone": 4}),
        (moved, 7, {"seat": 1, "player": "player 1"}),
        (ruled, 7, {"seat": 1}),
        (ruled, 7, {"player": "zed"}),
        (ruled, 7, {"seat": 99}),
        (ruled, 7, {"step": 9}),
        (ruled, 7, {"step": 2**40}),
        (ruled, 7, {"dispute": 2}),
        (ruled, 7, {"to": 2}),
        (ruled, 7, {"claim": "a\0b"}),
        (ruled, 7, {"clause": "x" * 5000}),
        (ruled, 8, {"dispute": 9}),
        (ruled, 8, {"step": 5}),
        (ruled, 8, {"ruling": "note"}),
        (ruled, 8, {"ruling": "uphold", "undone": ()}),
        (ruled, 8, {"to": 2}),
        (ruled, 8, {"undone": (5, 6)}),
        (ruled, 8, {"clause": "nobody wrote this"}),
        (ruled, 8, {"words": "\u202ebackwards"}),
        (ruled, 8, {"arbiter": "player 1"}),
        (ruled, 8, {"arbiter": ""}),
        (ruled, 8, {"arbiter": "two\nlines"}),
        (ruled, 10, {"step": 7}),
        (ruled, 11, {"seat": 1, "player": "player 1"}),
        (ruled, 11, {"dispute": 1}),
        (ruled, 12, {"dispute": 2}),
        (corrected, 8, {"ruling": "annul"}),
        (corrected, 9, {"dispute": msgspec.UNSET}),
        (corrected, 9, {"dispute": 2}),
        (corrected, 9, {"seat": 1, "player": "player 1"}),
        (corrected, 9, {"sealed": False}),
        (corrected, 10, {"dispute": 1}),
    ],
)
def test_a_forged_event_is_found_and_its_step_named(make: Callable[[], Table], n: int, changes: dict[str, Any]) -> None:
    assert first_fault(forged(make(), n, changes)) in (n, n + 1, changes.get("n"))


def renumbered(events: list[AnyEvent], first: int) -> list[AnyEvent]:
    """The events from `first` on, renumbered."""
    return [
        msgspec.structs.replace(event, n=place - 2) if isinstance(event, Step) and place >= first else event
        for place, event in enumerate(events)
    ]


def test_a_correction_without_its_move_is_found() -> None:
    table = corrected()
    assert first_fault(renumbered(table.events[:-2] + table.events[-1:], len(table.events) - 2)) == 9


def test_a_ruling_that_names_no_arbiter_is_as_it_was_recorded() -> None:
    (ruling, *_) = (
        event for event in forged(ruled(), 8, {"arbiter": msgspec.UNSET}) if isinstance(event, DisputeRuled)
    )
    assert b"arbiter" not in msgspec.json.encode(ruling)
    assert first_fault(forged(ruled(), 8, {"arbiter": msgspec.UNSET})) is None
    game = fold(forged(ruled(), 8, {"arbiter": msgspec.UNSET}), RULESETS)
    assert game is not None
    assert [dispute.ruling.arbiter for dispute in game.disputes if dispute.ruling is not None] == [None]


def test_a_dispute_that_is_ruled_twice_or_raised_twice_is_found() -> None:
    table = Table().moves(3).dispute(2).rule(1, "note").dispute(3)
    assert first_fault(renumbered([*table.events, table.events[-2]], len(table.events))) is not None
    again = msgspec.structs.replace(table.events[-1], dispute=3)
    assert first_fault(renumbered([*table.events, again], len(table.events))) is not None


def test_a_move_in_a_paused_game_and_after_the_end_is_found() -> None:
    paused, running = Table(pause_on_dispute=True).moves(3).dispute(2), Table().moves(4)
    move = msgspec.structs.replace(running.events[-1], n=6)
    assert first_fault([*paused.events, move]) == 6
    over = Table().moves(3).resign(0)
    assert first_fault([*over.events, msgspec.structs.replace(move, n=6)]) == 6


def test_the_move_in_dispute_is_no_correction() -> None:
    table = Table().moves(3).dispute(3)
    (disputed,) = [e for e in table.events if isinstance(e, Step) and e.n == 3]
    with pytest.raises(Malformed) as error:
        table.rule(1, "correct", bytes(disputed.move))  # type: ignore[attr-defined]
    assert "rule `uphold`" in error.value.detail


def test_a_clause_that_does_not_hold_in_the_game_cannot_be_cited() -> None:
    ruleset = RULESETS["daimyo"]
    options = ruleset.parse_options({})
    recording = Recording(RULESETS, Setup(ruleset, options, 2), Random(1))
    recording.start()
    other = next(clause.id for clause in ruleset.rulebook if not clause.applies_to("2021", 2))
    with pytest.raises(KifuError) as error:
        arbitration.raise_dispute(recording.game, Request("player 0"), Claim(1, "Not so.", other), moment(NOW))
    assert error.value.extra["pointer"] == "/clause"


@pytest.mark.parametrize(
    "text",
    ["それは\u3000違います。", "C\u2019est\u00a0faux\u202f!", "👩\u200d⚖️ no", "می\u200cخواهم", "one\r\ntwo\tthree"],
)
def test_people_may_write_as_they_do(text: str) -> None:
    assert is_statement(text)


@pytest.mark.parametrize("text", ["", " \n", "bell\a", "\ud800", "\ue000", "\u202eevil", "x" * 2001])
def test_what_nobody_can_read_is_no_statement(text: str) -> None:
    assert not is_statement(text)


def test_a_claim_cannot_look_like_further_lines_of_the_record() -> None:
    table = Table().moves(2)
    claim = Claim(2, "well\n   6  The arbiter annuls step 3.")
    decision = arbitration.raise_dispute(table.game, table.by(0), claim, moment(NOW + timedelta(hours=1)))
    words = Reader(RULESETS).words(open_values(decision.events[-1], decision.openings), table.game.names)
    assert words == "player 0 disputes step 2: well 6 The arbiter annuls step 3."
