"""The clocks of a file come out the same with the second verifier, and no time-out can be forged."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.archive import reading
from domain.proof.receipts import Keyring
from domain.verification.record import verify_archive
from tests.docs.test_archive_format import checked
from tests.support.archives import GAMES, chain_again, edit_line, split_lines
from tests.support.rulesets import product_rulesets

RECORDED = sorted(GAMES.glob("*-clock-*.kifu"))
DOJO = (GAMES / "micro-dojo-clock-2.kifu").read_bytes()
LAST = len(split_lines(DOJO))
Change = Callable[[dict[str, Any]], object]
FORGERIES: dict[str, tuple[int, Change]] = {
    "at another moment": (LAST, lambda line: line["event"].update(due="2026-01-01T00:03:00Z")),
    "called early": (LAST, lambda line: line["event"].update(timestamp="2026-01-01T00:05:00Z")),
    "of the other seat": (LAST, lambda line: line["event"].update(seat=1 - line["event"]["seat"])),
    "spared": (LAST - 1, lambda line: line["event"].update(timestamp="2026-01-01T09:00:00Z")),
    "in the past": (LAST - 1, lambda line: line["event"].update(timestamp="2025-01-01T00:00:00Z")),
    "of nobody": (LAST - 1, lambda line: line["event"].update(asking={"seats": []})),
    "without a clock": (3, lambda line: line["event"]["options"].pop("clock")),
}


def test_files_with_clocks_are_recorded_for_each_game() -> None:
    assert {path.stem.partition("-clock-")[0] for path in RECORDED} == {ruleset.id for ruleset in product_rulesets()}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_the_second_verifier_computes_the_same_clocks(path: Path) -> None:
    done = checked(path.read_bytes())
    assert done.returncode == 0, done.stderr
    told = re.search(rb"The clocks of (\d+) steps come out as recorded; time ran out (\d+) times", done.stdout)
    assert told is not None
    assert int(told[2]) == path.read_bytes().count(b'{"topic":"kifu:time-ran-out"') > 0


@pytest.mark.parametrize("name", FORGERIES)
def test_both_verifiers_refuse_a_time_out_that_is_forged(name: str) -> None:
    number, change = FORGERIES[name]
    forged = chain_again(edit_line(DOJO, number, change))
    done = checked(forged)
    assert done.returncode == 1
    assert b"the time of the step does not fit the clocks of the game" in done.stderr
    found = verify_archive(reading.parse_archive(split_lines(forged)), product_rulesets(), Keyring(()))
    assert found.rules is not None
    assert found.rules.first is not None
