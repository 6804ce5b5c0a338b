"""docs/fair-chance.md, the product and the second verifier agree; the verifier finds what was changed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.archive import writing
from domain.kernel.audience import ARBITER
from domain.kernel.chance import Chance
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.proof.chain import commitment
from domain.record.seed import derive_seed
from domain.verification.chance import view_chance
from tests.domain.record.test_seating import ADA, BOB, game_after, leave, sit
from tests.domain.verification.test_chance import DAIMYO, MICRO_DOJO, TOY, begun, played, resigned
from tests.kifu.command import kifu
from tests.support.archives import GAMES
from tests.support.purposes import declared
from tests.support.rulesets import product_rulesets
from tests.support.services import ROOT

VERIFIER = ROOT / "examples" / "verify_chance.js"
NODE = shutil.which("node")


@pytest.fixture(scope="module")
def vectors() -> tuple[dict[str, Any], dict[str, Any]]:
    """The two blocks of JSON in the document: the seeds, and an answer of /chance."""
    text = (ROOT / "docs" / "fair-chance.md").read_text()
    seeds, answer = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL))
    return seeds, answer


def check(what: object) -> subprocess.CompletedProcess[str]:
    """Let the verifier judge JSON, or the text of a file."""
    if NODE is None:
        if os.environ.get("CI"):
            pytest.fail("the second verifier runs in Node, and CI has to have one: install `node`")
        pytest.skip("the second verifier runs in Node, and there is no `node` on the PATH")
    text = what if isinstance(what, str) else json.dumps(what)
    return subprocess.run([NODE, VERIFIER, "-"], input=text, capture_output=True, text=True, timeout=60, check=False)


def ended(ruleset: AnyRuleset, entropies: tuple[str | None, ...], moves: int) -> tuple[dict[str, Any], str]:
    """The published chance of a finished game, and its .kifu file."""
    rulesets = Rulesets([ruleset])
    events, game = begun(ruleset, entropies)
    game = played(events, game, moves)
    if not game.is_over:
        resigned(events, game)
    told = json.loads(msgspec.json.encode(view_chance(events, rulesets, ARBITER)))
    return told, b"".join(writing.write_events(events, rulesets)).decode()


def test_the_vectors_of_the_document_are_those_of_the_product(vectors: tuple[dict[str, Any], dict[str, Any]]) -> None:
    seeds, answer = vectors
    server_seed = bytes.fromhex(seeds["server_seed"])
    assert commitment(server_seed) == seeds["commitment"] == answer["commitment"]
    for vector in seeds["seeds"]:
        assert derive_seed(server_seed, vector["entropies"], vector["derivation"]).hex() == vector["seed"]
    assert derive_seed(server_seed, answer["entropies"], answer["derivation"]).hex() == answer["seed"]
    chance, drawn = Chance(bytes.fromhex(answer["seed"])), []
    for one in answer["outcomes"]:
        if not drawn or drawn[-1]["draw"] != one["draw"]:
            chance = Chance(bytes.fromhex(answer["seed"]), one["draw"])
        chance.below(declared(one["purpose"]), one["bound"])
        (*_, last) = chance.outcomes
        named = {"purpose": last.purpose, "counter": last.counter, "bound": last.below, "result": last.result}
        drawn.append({"step": one["step"], **named, "draw": one["draw"]})
    assert drawn == answer["outcomes"]
    assert {one["counter"] for one in drawn if one["purpose"] == "big-2834"} == {1}


def test_the_words_of_the_document_about_its_vectors_hold(vectors: tuple[dict[str, Any], dict[str, Any]]) -> None:
    seed = bytes.fromhex(vectors[1]["seed"])
    chance = Chance(seed, 2)
    assert chance.roll(declared("dice", "roll"), 5) == (4, 5, 1, 5, 1)
    assert chance.pick(declared("bag", "pick"), "ABCDE", 3) == tuple("ADE")
    assert Chance(seed, 1).shuffle(declared("meeples", "shuffle"), "ABCD") == tuple("DCBA")


def test_the_second_verifier_confirms_the_vectors(vectors: tuple[dict[str, Any], dict[str, Any]]) -> None:
    done = check(vectors[1])
    assert (done.returncode, done.stderr) == (0, "")
    assert f"The seed of the game is {vectors[1]['seed']}." in done.stdout
    assert "All 13 outcomes follow from it." in done.stdout
    assert "Receipts, digests and moves were not checked" in done.stdout


@pytest.mark.parametrize(
    ("ruleset", "entropies", "moves"),
    [
        (MICRO_DOJO, (None, None), 400),
        (MICRO_DOJO, ("Äpfel & Birnen 🍐", "\u2028\u00a0x"), 400),
        (TOY, (None, "b", None), 400),
        (DAIMYO, ("a", "b", "a"), 150),
    ],
)
def test_the_second_verifier_confirms_games(ruleset: AnyRuleset, entropies: tuple[str | None, ...], moves: int) -> None:
    told, file = ended(ruleset, entropies, moves)
    done = check(told)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"All {len(told['outcomes'])} outcomes" in done.stdout
    of_file = check(file)
    assert (of_file.returncode, of_file.stderr) == (0, "")
    assert f"The seed of the game is {told['seed']}." in of_file.stdout


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"commitment": "00" * 32}, "not the seed that was committed to"),
        ({"server_seed": "11" * 32}, "not the seed that was committed to"),
        ({"server_seed": "zz"}, "not 64 hexadecimal digits"),
        ({"server_seed": None, "seed": None}, "still secret"),
        ({"entropies": ["Würfel 🎲", "dicE"]}, "does not follow from that of the server"),
        ({"entropies": [None, None]}, "does not follow from that of the server"),
        ({"derivation": "kifu-seed-3"}, "the derivation kifu-seed-3 is unknown"),
        ({"derivation": None}, "takes nothing from them"),
        ({"changed": [3]}, "outcomes are missing: steps 3"),
    ],
)
def test_the_second_verifier_finds_a_seed_that_is_not_the_one_promised(
    vectors: tuple[dict[str, Any], dict[str, Any]], changes: dict[str, Any], fault: str
) -> None:
    done = check({**vectors[1], **changes})
    assert (done.returncode, done.stdout) == (1, "")
    assert fault in done.stderr


@pytest.mark.parametrize(
    ("member", "value", "fault"),
    [
        ("result", 0, "step 1: start-player, counter 0: 0 below 2 should be 1"),
        ("counter", 1, "the counter should be 0"),
        ("bound", 0, "the bound 0 is not a positive integer"),
        ("step", 2, "step 1: draw 1 follows draw 1"),
        ("draw", 2, "step 1: draw 2 follows draw 0"),
        ("draw", None, "step 1: draw null follows draw 0"),
        ("purpose", "other", "step 1: other"),
    ],
)
def test_the_second_verifier_finds_an_outcome_that_was_changed(
    vectors: tuple[dict[str, Any], dict[str, Any]], member: str, value: object, fault: str
) -> None:
    forged = json.loads(json.dumps(vectors[1]))
    forged["outcomes"][0] |= {"bound": 1_000_003, "result": 5} if member == "purpose" else {}
    forged["outcomes"][0][member] = value
    done = check(forged)
    assert (done.returncode, done.stdout) == (1, "")
    assert fault in done.stderr


def test_the_second_verifier_finds_an_outcome_that_was_left_out_or_told_twice() -> None:
    told, _ = ended(MICRO_DOJO, ("a", None), 0)
    for outcomes in (told["outcomes"][1:], [told["outcomes"][0], *told["outcomes"]]):
        done = check({**told, "outcomes": outcomes})
        assert done.returncode == 1
        assert "the counter should be" in done.stderr


def test_the_second_verifier_leaves_out_what_was_added_by_somebody_who_left() -> None:
    events, game = game_after(sit(BOB, 0, "gone"), leave(BOB, 0), sit(ADA, 0), sit(BOB, 1, "stays"))
    found = check(b"".join(writing.write_events(events, product_rulesets(), unfinished=True)).decode())
    assert found.returncode == 0, found.stderr
    assert f"The seed of the game is {game.seed.hex()}." in found.stdout


def test_the_second_verifier_says_in_one_line_what_it_cannot_read() -> None:
    for text in ("", "{", "[]", "null", '{"kifu":1}', '{"server_seed":"' + "00" * 32 + '"}'):
        done = check(text)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_kifu_chance_lists_the_outcomes_of_a_file(tmp_path: Path) -> None:
    told, file = ended(MICRO_DOJO, ("a text", None), 400)
    path = tmp_path / "game.kifu"
    path.write_text(file)
    ran = kifu("chance", "--json", str(path), data=tmp_path)
    assert (ran.exit_code, json.loads(ran.out)) == (0, told)
    assert check(ran.out).returncode == 0
    shown = kifu("chance", str(path), data=tmp_path)
    assert shown.exit_code == 0
    assert "Seat 1 added:  a text" in shown.out
    assert told["seed"] in shown.out
    assert f"Outcomes ({len(told['outcomes'])})" in shown.out
    assert kifu("chance", str(tmp_path / "none.kifu"), data=tmp_path).exit_code == 2


OLD = next(
    path for path in sorted(GAMES.glob("daimyo-v2-*.kifu")) if b'"derivation":"kifu-seed-1"' in path.read_bytes()
)


def test_the_second_verifier_confirms_a_game_whose_chance_is_numbered_by_step(tmp_path: Path) -> None:
    ran = kifu("chance", "--json", str(OLD), data=tmp_path)
    told = json.loads(ran.out)
    assert told["derivation"] == "kifu-seed-1"
    assert not any("draw" in one for one in told["outcomes"])
    for what in (told, OLD.read_text("utf-8")):
        done = check(what)
        assert (done.returncode, done.stderr) == (0, "")
    told["outcomes"][0]["draw"] = 1
    assert "the chance of this game is numbered by step" in check(told).stderr


def test_the_second_verifier_finds_a_step_that_drew_and_was_left_out() -> None:
    told, file = ended(DAIMYO, ("a", "b", "a"), 150)
    without = {**told, "outcomes": [one for one in told["outcomes"] if one["draw"] != 3]}
    assert re.search(r"step \d+: draw 4 follows draw 2", check(without).stderr)
    assert re.search(r"step \d+: draw 4 follows draw 2", check(re.sub(r'"draw":3,', "", file)).stderr)
