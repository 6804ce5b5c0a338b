"""Games draw exactly what they say that they draw."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from domain.archive import reading
from domain.games.daimyo.printed.content import DaimyoContent
from domain.games.yedo.printed.content import YedoContent
from domain.games.yedo.printed.entries import ACTION_SETS, EVENT_SETS, MISSION_SETS
from domain.kernel.audience import ARBITER
from domain.kernel.chance import Chance
from domain.kernel.ruleset import AnyRuleset
from domain.record.events import GameStarted, MovePlayed
from domain.verification.chance import OutcomeView, view_chance
from service.draws import Draw, PurposeView, list_draws
from tests.kifu.command import kifu
from tests.support.archives import GAMES, split_lines
from tests.support.purposes import declared
from tests.support.rulesets import product_rulesets
from tests.support.services import ROOT

RULESETS = product_rulesets()
DRAWS = {ruleset.id: list_draws(ruleset).draws for ruleset in RULESETS}
RECORDED = [
    *sorted(GAMES.glob("micro-dojo-*.kifu"))[:3],
    *sorted(GAMES.glob("daimyo-v2-*.kifu"))[:3],
    *sorted(GAMES.glob("yedo-v1-modules-*.kifu"))[:1],
    *sorted(GAMES.glob("yedo-v1-2-first-*.kifu"))[:1],
    *sorted(GAMES.glob("yedo-v1-coop-*.kifu"))[:2],
    *sorted(GAMES.glob("*-counted-draws-*.kifu")),
]


PURPOSES = {ruleset.id: list_draws(ruleset).purposes for ruleset in RULESETS}


@cache
def outcomes_of(path: Path) -> tuple[str, tuple[OutcomeView, ...], dict[int, set[str]]]:
    """The ruleset of a recorded game, its outcomes, and the kinds of facts of each step."""
    archive = reading.parse_archive(split_lines(path.read_bytes()))
    rulesets = reading.rulesets_with_pack(archive, RULESETS)
    events = reading.decode_events(archive, rulesets)
    seen = view_chance(events, rulesets, ARBITER)
    assert seen.changed == ()
    facts = {
        event.n: {fact["type"] for fact in json.loads(bytes(event.facts))}
        for event in events
        if isinstance(event, GameStarted | MovePlayed)
    }
    return archive.header.ruleset, seen.outcomes, facts


def purposes_of(ruleset: str, purpose: str) -> list[PurposeView]:
    return [one for one in PURPOSES[ruleset] if re.fullmatch(one.pattern, purpose)]


def fitting(draws: list[Draw], outcome: OutcomeView) -> list[Draw]:
    return [draw for draw in draws if re.fullmatch(draw.pattern, outcome.purpose)]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_every_outcome_of_a_recorded_game_is_for_a_purpose_that_its_rules_declare(path: Path) -> None:
    ruleset, outcomes, _ = outcomes_of(path)
    assert outcomes
    for one in outcomes:
        fits = fitting(DRAWS[ruleset], one)
        assert fits, one
        assert any(draw.bound in (None, one.bound) for draw in fits), one


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_every_outcome_has_a_bound_and_a_fact_that_its_purpose_names(path: Path) -> None:
    ruleset, outcomes, facts = outcomes_of(path)
    for one in outcomes:
        (purpose,) = purposes_of(ruleset, one.purpose)
        assert one.bound is not None
        assert purpose.least <= one.bound <= purpose.most, one
        assert facts[one.step].intersection(purpose.facts), (one, facts[one.step])


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_no_outcome_is_missing_in_a_step_with_a_fact_that_always_has_one(path: Path) -> None:
    ruleset, outcomes, facts = outcomes_of(path)
    drawn = {(one.step, purpose.name) for one in outcomes for purpose in purposes_of(ruleset, one.purpose)}
    for step, kinds in facts.items():
        for kind in kinds:
            names = [purpose.name for purpose in PURPOSES[ruleset] if kind in purpose.always]
            assert not names or any((step, name) in drawn for name in names), (step, kind)


@pytest.mark.parametrize("ruleset", list(RULESETS), ids=lambda ruleset: ruleset.id)
def test_a_purpose_names_clauses_and_facts_of_its_game_and_bounds_in_order(ruleset: AnyRuleset) -> None:
    facts = {fact for fact in ruleset.fact_types if isinstance(fact, type)}
    for where, purpose in ruleset.purposes.items():
        assert 1 <= purpose.least <= purpose.most, where
        assert purpose.facts, where
        assert facts.issuperset((*purpose.facts, *purpose.always)), where
        assert all(clause in ruleset.rulebook for clause in purpose.clauses), where
        module, _, name = where.rpartition(".")
        assert getattr(importlib.import_module(module), name) is purpose


@pytest.mark.parametrize("ruleset", list(RULESETS), ids=lambda ruleset: ruleset.id)
def test_no_name_fits_two_purposes_of_a_game(ruleset: AnyRuleset) -> None:
    for purpose in ruleset.purposes.values():
        assert [one for one in ruleset.purposes.values() if one.fits(purpose.about("x").name)] == [purpose]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_within_a_step_the_outcomes_of_a_purpose_have_the_order_that_the_list_says(path: Path) -> None:
    ruleset, outcomes, _ = outcomes_of(path)
    steps: dict[tuple[int, str], list[OutcomeView]] = {}
    for one in outcomes:
        steps.setdefault((one.step, one.purpose), []).append(one)
    for (step, purpose), drawn in steps.items():
        counters, bounds = [one.counter for one in drawn], [one.bound for one in drawn]
        assert counters == sorted(set(counters)), (step, purpose)
        (order,) = (draw.order for draw in fitting(DRAWS[ruleset], drawn[0]))
        assert is_ordered(order, bounds), (step, purpose, order, bounds)


def is_ordered(order: str, bounds: list[int]) -> bool:
    if "down to 2" in order:
        return bounds[-1] == 2 and all(now == before - 1 or before == 2 for before, now in pairwise(bounds))
    if "the same bound" in order:
        return len(set(bounds)) == 1
    return True


def test_the_order_of_each_way_of_drawing_is_that_of_its_code() -> None:
    chance = Chance(bytes(32))
    chance.roll(declared("dice", "roll"), 3)
    chance.shuffle(declared("shuffle", "shuffle"), range(4))
    chance.draw(declared("draw", "draw"), range(4), 1)
    chance.pick(declared("pick", "pick"), range(4), 3)
    bounds = {name: [one.below for one in chance.outcomes if one.purpose == name] for name in ("dice", "shuffle")}
    assert bounds == {"dice": [6, 6, 6], "shuffle": [4, 3, 2]}
    assert [one.below for one in chance.outcomes if one.purpose == "draw"] == [4, 3, 2]
    assert [one.below for one in chance.outcomes if one.purpose == "pick"] == [4, 3, 2]


def test_the_list_says_how_much_can_come_out_who_sees_it_and_what_it_decides() -> None:
    (dice,) = (draw for draw in DRAWS["daimyo"] if draw.purpose == "action-dice")
    assert (dice.kind, dice.bound, dice.seen_by) == ("roll", 6, "everyone")
    assert (dice.clauses, dice.facts) == (("daimyo.round.roll",), ("dice-rolled",))
    assert dice.where == "domain.games.daimyo.draws.ACTION_DICE"
    (colour,) = (draw for draw in DRAWS["yedo"] if draw.purpose == "patrol-colour")
    assert (colour.kind, colour.bound, colour.clauses) == ("flip", 2, ("yedo.setup.patrol-color",))
    (hero,) = (draw for draw in DRAWS["daimyo"] if draw.purpose.startswith("hero-of-seat"))
    assert (hero.purpose, hero.pattern, hero.seen_by) == (
        "hero-of-seat-{side}",
        r"hero\-of\-seat\-[a-z0-9-]+",
        "the owner of the deck",
    )
    assert all(draw.seen_by == "nobody" for draw in DRAWS["yedo"] if draw.kind == "pile")


def test_kifu_chance_lists_the_draws_of_a_ruleset(tmp_path: Path) -> None:
    shown = kifu("chance", "micro-dojo", data=tmp_path)
    assert (shown.exit_code, "ability-{meeple}" in shown.out) == (0, True)
    assert {"meeples-placed (always)", "abilities-available "} <= set(re.findall(r"[a-z-]+ (?:\(always\))?", shown.out))
    listed = json.loads(kifu("chance", "micro-dojo", "--json", data=tmp_path).out)
    assert listed["ruleset"] == "micro-dojo"
    assert {draw["purpose"] for draw in listed["draws"]} == {draw.purpose for draw in DRAWS["micro-dojo"]}


def verify(folder: Path, told: object, listed: object, *game: str) -> subprocess.CompletedProcess[str]:
    """Let the second verifier judge outcomes by what a ruleset draws, and by the file of the game."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the second verifier runs in Node, and there is no `node` on the PATH")
    file = folder / "draws.json"
    file.write_text(json.dumps(listed))
    command = [node, str(ROOT / "examples" / "verify_chance.js"), "-", str(file), *game]
    return subprocess.run(command, input=json.dumps(told), capture_output=True, text=True, timeout=60, check=False)


def test_the_second_verifier_checks_purposes_and_bounds_against_the_list(tmp_path: Path) -> None:
    path = next(path for path in RECORDED if path.stem.startswith("micro-dojo"))
    told = json.loads(kifu("chance", "--json", str(path), data=tmp_path).out)
    listed = json.loads(kifu("chance", "micro-dojo", "--json", data=tmp_path).out)
    draws, purposes = listed["draws"], listed["purposes"]
    sound = verify(tmp_path, told, listed)
    assert (sound.returncode, sound.stderr) == (0, "")
    without = {**listed, "draws": [draw for draw in draws if draw["purpose"] != "meeples"]}
    assert "step 1: the game draws for no such purpose: meeples" in verify(tmp_path, told, without).stderr
    other = [{**draw, "kind": "below", "bound": 3} if draw["purpose"] == "meeples" else draw for draw in draws]
    wrong = "step 1: meeples: the bound 4 is not that of its purpose"
    assert wrong in verify(tmp_path, told, {**listed, "draws": other}).stderr
    for least, most in ((5, 9), (2, 3)):
        changed = [{**one, "least": least, "most": most} if one["name"] == "meeples" else one for one in purposes]
        assert wrong in verify(tmp_path, told, {**listed, "purposes": changed}).stderr


@pytest.mark.long
@pytest.mark.parametrize("name", ["micro-dojo-counted-draws-1", "daimyo-counted-draws-1"])
def test_with_the_file_of_the_game_the_second_verifier_finds_outcomes_that_are_missing(
    name: str, tmp_path: Path
) -> None:
    path = GAMES / f"{name}.kifu"
    told = json.loads(kifu("chance", "--json", str(path), data=tmp_path).out)
    listed = json.loads(kifu("chance", name.removesuffix("-counted-draws-1"), "--json", data=tmp_path).out)
    outcomes = told["outcomes"]
    sound = verify(tmp_path, told, listed, str(path))
    assert (sound.returncode, sound.stderr) == (0, "")
    assert "No step of the game lacks the outcomes" in sound.stdout

    def judge(kept: list[dict[str, object]]) -> str:
        return verify(tmp_path, {**told, "outcomes": kept}, listed, str(path)).stderr

    gone = [one for one in outcomes if one["purpose"] != "start-player"]
    assert re.search("step 1: .*: an outcome for start-player is missing", judge(gone))
    last = outcomes[-1]
    gone = [one for one in outcomes if one["step"] != last["step"]]
    assert f"step {last['step']}: draw {last['draw']} is recorded, but has no outcomes in the list" in judge(gone)
    silent = {**listed, "purposes": [{**one, "facts": ["asked-in-vain"]} for one in listed["purposes"]]}
    assert "no fact of the step shows " in verify(tmp_path, told, silent, str(path)).stderr
    other = next(one for one in sorted(GAMES.glob("*.kifu")) if not one.stem.endswith("counted-draws-1"))
    assert "those of another game" in verify(tmp_path, told, listed, str(other)).stderr


def test_bounds_follow_from_the_content() -> None:
    daimyo, yedo = RULESETS["daimyo"].content, RULESETS["yedo"].content
    assert isinstance(daimyo, DaimyoContent)
    assert isinstance(yedo, YedoContent)
    heroes = len(daimyo.common_heroes)
    assert bounds("daimyo", "relic-bag") == (1, daimyo.numbers.tile_copies * sum(map(len, daimyo.relic.values())))
    assert bounds("daimyo", "hero-deck") == (1, heroes)
    assert bounds("daimyo", "hero-of-seat-{side}") == (1, heroes + max(map(len, daimyo.clan_heroes.values())))
    missions = [yedo.colour_of(card) for card in yedo.chosen_missions(MISSION_SETS)]
    shogun = len(yedo.missions_of["kill-the-shogun"])
    assert bounds("yedo", "kill-the-shogun") == (shogun, shogun)
    assert bounds("yedo", "green-deck") == (1, missions.count("green") + len(yedo.missions_of["basic"]))
    assert [bounds("yedo", f"{colour}-deck") for colour in ("yellow", "red")] == [(1, missions.count("red"))] * 2
    # At most one Kill the Shogun card is in the Black deck.
    assert bounds("yedo", "black-deck") == (1, missions.count("black") + 1)
    assert bounds("yedo", "action-deck") == (1, len(yedo.action_deck(ACTION_SETS)))
    # The sets that close Districts and those that close spaces are not played together.
    assert bounds("yedo", "event-deck") == (1, len(yedo.event_deck(EVENT_SETS[:-1])))
    assert bounds("yedo", "weapon-bag") == (1, sum(weapon.count for weapon in yedo.weapons.values()))
    assert bounds("yedo", "specialist-token") == (1, sum(token.count for token in yedo.specialist_tokens.values()))
    assert bounds("yedo", "daimyo-card") == (1, len(yedo.daimyo_cards))
    assert bounds("yedo", "closed-space") == (1, len(yedo.spaces))


def bounds(ruleset: str, name: str) -> tuple[int, int]:
    (found,) = (purpose for purpose in PURPOSES[ruleset] if purpose.name == name)
    return found.least, found.most
