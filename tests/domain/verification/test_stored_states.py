"""Stored states of branches and snapshots can be read, whatever parts the states of their game have today."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from domain.kernel.audience import SPECTATOR
from domain.kernel.ruleset import AnyRuleset
from tests.support.rulesets import product_rulesets

RULESETS = product_rulesets()
STATES = sorted((Path(__file__).parents[2] / "games" / "states").glob("*.json"))
"""States of the recorded games, as they were stored before states had parts: "GAME@STEP.json"."""
OLDER_THAN_PARTS = {"daimyo", "micro-dojo", "yedo"}


def ruleset_of(path: Path) -> AnyRuleset:
    """Return the ruleset of a stored state, under its version of the rules."""
    name = next(ruleset.id for ruleset in RULESETS if path.stem.startswith(ruleset.id))
    return RULESETS[name].with_version(str(msgspec.json.decode(path.read_bytes())["rules"]))


def test_states_are_stored_of_every_game_that_is_older_than_parts() -> None:
    assert {ruleset_of(path).id for path in STATES} == OLDER_THAN_PARTS


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.stem)
def test_a_stored_state_is_read_and_stored_again_as_it_was(path: Path) -> None:
    ruleset, raw = ruleset_of(path), path.read_bytes()

    again = ruleset.encode_state(ruleset.decode_state(raw))

    before, after = msgspec.json.decode(raw), msgspec.json.decode(again)
    after["content"] = before["content"]  # the content is that of the ruleset
    assert {name: after.get(name) for name in before} == before


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.stem)
def test_a_stored_state_is_one_that_the_game_can_be_in(path: Path) -> None:
    ruleset = ruleset_of(path)
    state = ruleset.decode_state(path.read_bytes())

    ruleset.check_state(state)
    assert ruleset.view(state, SPECTATOR)
