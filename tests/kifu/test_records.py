"""A game looks the same in a file as in the service."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from domain.application import arbitration, resigning
from domain.application.arbitration import Claim
from domain.application.commands import Request
from domain.kernel.audience import ARBITER
from kifu.selfplay.recording import BEGAN, Recording, Setup
from kifu.shared.records import FiledRecord
from tests.support.moments import moment
from tests.support.rulesets import product_rulesets


def test_a_dispute_of_a_game_that_was_given_up_leaves_nobody_asked_in_its_file() -> None:
    rulesets = product_rulesets()
    rules = rulesets["micro-dojo"]
    recording = Recording(rulesets, Setup(rules, rules.parse_options({}), 2), Random(1))
    recording.start()
    events, game = list(recording.events), recording.game
    (seat,), at, by = game.to_move, BEGAN + timedelta(days=1), Request(recording.players[0])
    running = arbitration.raise_dispute(game, by, Claim(1, "Not so."), moment(at))
    assert FiledRecord([*events, *running.events], rulesets).steps(ARBITER)[-1].open[0].seat == seat
    given_up = resigning.resign(game, by, 0, at)
    disputed = arbitration.raise_dispute(given_up.game, by, Claim(1, "Not so."), moment(at))
    told = FiledRecord([*events, *given_up.events, *disputed.events], rulesets).steps(ARBITER)
    assert [step.kind for step in told] == ["set-up", "resignation", "dispute"]
    assert told[-1].open == ()
