"""Facts hold ids, not phrases, except where games of older versions of the rules stored English."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from msgspec import UNSET, Struct, UnsetType

from domain.kernel.audience import English, Public
from domain.kernel.fact import Fact, english_fields, find_prose, is_id
from kifu.fuzzing.laws import BrokenLaw, check_step
from tests.domain.kernel.test_toy import TOY, opened
from tests.domain.kernel.toy_facts import ToyState
from tests.support.archives import GAMES
from tests.support.rulesets import product_rulesets

ENGLISH = {
    "micro-dojo": {"scored": ["what"]},
    "daimyo": {
        "bonus-tile-laid": ["does"],
        "bonus-tile-used": ["does"],
        "effect-without": ["card", "what"],
        "empire-ability-came": ["does"],
        "nothing-to-do": ["card", "what"],
        "option-chosen": ["card", "what"],
        "scored": ["what"],
        "villager-turned": ["does"],
        "villager-used": ["does"],
    },
    "yedo": {
        "card-played": ["text"],
        "character-used": ["what"],
        "declined": ["what"],
        "effect-without": ["what"],
        "emperor-event-began": ["text"],
        "emperor-revealed": ["prices"],
        "errand-rewarded": ["what"],
        "event-revealed": ["text"],
        "lasts": ["what"],
        "option-chosen": ["what"],
        "penalty-began": ["text"],
        "prestige-gained": ["what"],
        "prestige-lost": ["what"],
    },
}
"""By game and fact, the fields in which games of older versions hold English. Nothing is added to this list."""
HELD = {"agenda", "result"}
"""The fields that hold structs with English in games of older versions."""
RULESETS = product_rulesets()
PROSE_UNTIL = {ruleset.id: ruleset.prose_until for ruleset in RULESETS}


class Praise(Struct, frozen=True):
    words: str
    old: English = "id"


class Praised(Fact[ToyState], frozen=True):
    seat: Public[int]
    what: Public[str]
    by: Public[tuple[str, ...]] = ()
    old: Public[English | UnsetType] = UNSET
    held: Public[tuple[Praise, ...]] = ()
    named: Public[dict[str, Praise] | None] = None


def test_no_fact_holds_english_but_those_that_did_before_facts_held_ids() -> None:
    for ruleset in RULESETS:
        facts = [fact for fact in ruleset.fact_types if isinstance(fact, type)]
        found = {str(fact.__struct_config__.tag): list(english_fields(fact)) for fact in facts}  # type: ignore[attr-defined]
        assert {tag: fields for tag, fields in found.items() if fields} == ENGLISH.get(ruleset.id, {})


@pytest.mark.parametrize("text", ["harbor-2", "yedo.setup.first-game-sets", "2", "relic/red", "daimyo:1", ""])
def test_an_id_is_no_prose(text: str) -> None:
    assert find_prose(Praised("toy.show", 0, text, (text,))) is None


@pytest.mark.parametrize("text", ["a Geisha", "Geisha", "gift to the town", "take 3 Mon."])
def test_a_text_that_is_no_id_is_found_in_a_field_and_in_a_tuple_but_not_where_english_is_declared(text: str) -> None:
    assert find_prose(Praised("toy.show", 0, text)) == ("what", text)
    assert find_prose(Praised("toy.show", 0, "id", ("id", text))) == ("by", text)
    assert find_prose(Praised("toy.show", 0, "id", (), text), english=True) is None
    assert find_prose(Praised("toy.show", 0, "id", (), text)) == ("old", text)


def test_a_text_is_found_in_what_a_fact_holds_too() -> None:
    text = "a Geisha"
    assert find_prose(Praised("toy.show", 0, "id", held=(Praise("id"), Praise("")))) is None
    assert find_prose(Praised("toy.show", 0, "id", held=(Praise("id"), Praise(text)))) == ("held.words", text)
    assert find_prose(Praised("toy.show", 0, "id", named={"id": Praise(text)})) == ("named.words", text)
    assert find_prose(Praised("toy.show", 0, "id", named={text: Praise("id")})) == ("named", text)
    old = Praised("toy.show", 0, "id", held=(Praise("id", text),))
    assert (find_prose(old), find_prose(old, english=True)) == (("held.old", text), None)


def test_a_step_with_prose_in_a_fact_breaks_a_law_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened()
    outcome = TOY.decide(before, 0, next(iter(TOY.choices(before)[0].moves(before))), chance=None)
    check_step(TOY, before, outcome)
    praised = Praised("toy.show", 0, "well done")
    monkeypatch.setattr("kifu.fuzzing.laws.find_prose", lambda fact, english: find_prose(praised, english))
    with pytest.raises(BrokenLaw, match="what holds 'well done', but facts hold ids"):
        check_step(TOY, before, outcome)


def texts(value: object) -> Iterator[str]:
    """The texts in a stored value, at any depth."""
    if isinstance(value, dict | list):
        for held in value.values() if isinstance(value, dict) else value:
            yield from texts(held)
    elif isinstance(value, str) and value:
        yield value


@pytest.mark.slow
def test_recorded_games_hold_prose_only_where_it_is_declared() -> None:
    for path in sorted(GAMES.glob("*.kifu")):
        first, *lines = path.read_text("utf-8").splitlines()
        ruleset, _, version = json.loads(first)["rules"].partition("@")
        english, apart = (ENGLISH[ruleset], HELD) if int(version) <= PROSE_UNTIL[ruleset] else ({}, set())
        for line in lines:
            for fact in json.loads(line).get("event", {}).get("facts", []):
                for field in fact.keys() - {*english.get(fact["type"], ()), *apart}:
                    wrong = [text for text in texts(fact[field]) if not is_id(text)]
                    assert not wrong, (path.name, fact["type"], field, wrong)
