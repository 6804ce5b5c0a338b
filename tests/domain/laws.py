"""What holds of every step of every game: checked by the builders, the fuzzer and the tests of each ruleset."""

from __future__ import annotations

import msgspec

from domain.kernel.audience import ARBITER
from domain.kernel.errors import IllegalMove
from domain.kernel.fact import shown
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Asked, Outcome, State


def check_step(ruleset: Ruleset[State], before: State, outcome: Outcome[State]) -> None:
    """A step is its facts: they lead from the state before to the state after, survive storage, and cite clauses."""
    assert ruleset.fold(before, outcome.facts) == outcome.state
    stored = ruleset.decode_facts(ruleset.encode_facts(outcome.facts))
    assert stored == outcome.facts
    assert ruleset.fold(before, stored) == outcome.state
    for fact in outcome.facts:
        assert fact.clause in ruleset.rulebook, f"{type(fact).__name__} cites {fact.clause!r}"
        assert shown(fact, ARBITER, fact.owners())["type"]
    assert [type(fact) for fact in outcome.facts].count(Asked) == 1
    assert isinstance(outcome.facts[-1], Asked)
    check_stored_state(ruleset, outcome.state)


def check_stored_state(ruleset: Ruleset[State], state: State) -> None:
    """A state survives storage whole."""
    stored = ruleset.encode_state(state)
    again = ruleset.decode_state(stored)
    assert msgspec.structs.asdict(again) == msgspec.structs.asdict(state)
    assert ruleset.encode_state(again) == stored


def check_refusal(ruleset: Ruleset[State], refusal: IllegalMove) -> None:
    """A refusal names a clause of the rulebook and says why in a sentence."""
    assert refusal.clause in ruleset.rulebook, f"refused by the unknown clause {refusal.clause!r}"
    assert refusal.why[0].isupper(), refusal.why
    assert refusal.why[-1] == ".", refusal.why
