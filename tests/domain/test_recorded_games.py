"""The regression suite: recorded games of every option, carried out again under the rules as they are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from domain import archive
from domain.events import GameOpened
from domain.ledger import Verification, verify
from domain.rulesets import registry

RULESETS = registry()
GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.kifu"))


def verified(path: Path) -> Verification:
    with path.open("rb") as lines:
        return verify(archive.read(lines, RULESETS), RULESETS)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_rules_give_the_recorded_facts_for_the_recorded_moves(path: Path) -> None:
    found = verified(path)
    assert found.first is None
    assert (found.changed, found.illegal) == (0, 0)
    assert found.unchanged == found.steps > 20


def test_every_ruleset_and_every_way_to_move_is_recorded() -> None:
    seen: Counter[tuple[str, bytes]] = Counter()
    for path in GAMES:
        with path.open("rb") as lines:
            opened = archive.read(lines, RULESETS)[0]
        assert isinstance(opened, GameOpened)
        seen[opened.ruleset, bytes(opened.options)] += 1
    assert {ruleset for ruleset, _ in seen} == {ruleset.id for ruleset in RULESETS}
    for movement in ("none", "1A", "1B", "2A", "2B"):
        assert sum(count for (_, options), count in seen.items() if f'"{movement}"'.encode() in options) >= 2
