"""The regression suite: recorded games with every option, carried out again under the current rules.

`make test` carries out those of the last version of each ruleset, and every third of those of earlier versions.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from domain.archive import reading
from domain.archive.lines import parse_header, read_lines
from domain.kernel.ruleset import AnyRuleset
from domain.record.events import GameOpened
from domain.record.words import decode_event
from domain.verification.moves import RulesCheck, check_moves
from tests.support.archives import recorded_rulesets
from tests.support.rulesets import product_rulesets

RULESETS = product_rulesets()
GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.kifu"))


def verified(path: Path) -> RulesCheck:
    with path.open("rb") as file:
        found = reading.parse_archive(read_lines(file.read))
    return check_moves(reading.decode_events(found, RULESETS), reading.rulesets_with_pack(found, RULESETS))


def is_of_the_last_version(path: Path) -> bool:
    with path.open("rb") as file:
        return parse_header(file.readline()).rules in {f"{rules.id}@{rules.version}" for rules in RULESETS}


LAST = [path for path in GAMES if is_of_the_last_version(path)]
EARLIER = [path for path in GAMES if path not in LAST]
REST = {path for place, path in enumerate(EARLIER) if place % 3}


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.long if path in REST else (), id=path.stem) for path in GAMES],
)
def test_the_rules_give_the_recorded_facts_for_the_recorded_moves(path: Path) -> None:
    found = verified(path)
    assert found.first is None
    assert (found.changed, found.illegal) == (0, 0)
    # The set-up, moves, and times that ran out; a clock that stops and starts follows from nothing.
    assert found.unchanged == found.steps - path.read_bytes().count(b'{"topic":"kifu:clock-') > 2


Demand = tuple[dict[str, object], int, int]
"""Options that recorded games must have, the numbers of seats, and the number of such games."""

DEMANDS: dict[str, list[Demand]] = {
    "micro-dojo": [({"movement": movement}, 2, 2) for movement in ("none", "1A", "1B", "2A", "2B")]
    + [({"clock": {"spell": 20, "bank": 100}}, 2, 1)],
    "daimyo": [
        *(({"edition": "2021"}, seats, 5) for seats in (1, 2, 3, 4)),
        *(({"edition": "2019"}, seats, 5) for seats in (2, 3, 4)),
        ({"on_resignation": "pass"}, 4, 1),
        ({"clock": {"spell": 60, "bank": 300, "most": 400}}, 3, 1),
    ],
    "yedo": [
        *(({"rounds": rounds}, seats, 1) for rounds in (6, 8, 11) for seats in (2, 3, 4, 5)),
        ({"clock": {"spell": 90, "bank": 600, "window": 120}}, 3, 1),
        ({"teahouse": True}, 3, 1),
        ({"specialists": True}, 4, 1),
        ({"clan_powers": True}, 5, 1),
        ({"jesuits": True}, 2, 1),
        ({"teahouse": True, "specialists": True, "clan_powers": True, "jesuits": True}, 4, 1),
        *(
            ({"shogun_must_die": True, "mood": mood}, seats, 1)
            for mood in ("gentle", "demanding", "insatiable")
            for seats in (1, 2, 3, 4)
        ),
        ({"shogun_must_die": True, "teahouse": True, "specialists": True, "clan_powers": True}, 3, 1),
        ({"shogun_must_die": True, "master_daimyo": True, "goals": "easy"}, 2, 1),
        ({"on_resignation": "pass", "teahouse": True, "specialists": True}, 5, 1),
    ],
}
"""The games that must be recorded for each ruleset; a game without recorded games has an empty list."""
RECORDED = recorded_rulesets()


def opening(path: Path) -> GameOpened:
    """The first event of a game; the lines after it are not read."""
    with path.open("rb") as file:
        found = reading.parse_archive(islice(read_lines(file.read), 3))
    [row] = found.rows
    opened = decode_event(row.topic, found.header.game, row.version, row.payload)
    assert isinstance(opened, GameOpened)
    return opened


@cache
def openings() -> list[GameOpened]:
    return [opening(path) for path in GAMES]


def test_every_ruleset_says_which_games_must_be_recorded_or_that_none_is_yet() -> None:
    assert DEMANDS.keys() == {ruleset.id for ruleset in RULESETS}
    demanding = {ruleset for ruleset, demands in DEMANDS.items() if demands}
    assert {opened.ruleset for opened in openings()} == demanding == {ruleset.id for ruleset in RECORDED}


@pytest.mark.parametrize(
    ("ruleset", "seats"), [(ruleset.id, seats) for ruleset in RECORDED for seats in ruleset.most_seats]
)
def test_every_number_of_seats_is_recorded(ruleset: str, seats: int) -> None:
    assert (ruleset, seats) in {(opened.ruleset, opened.seats) for opened in openings()}


@pytest.mark.parametrize(
    ("ruleset", "options", "seats", "games"),
    [(ruleset, *demand) for ruleset, demands in DEMANDS.items() for demand in demands],
)
def test_every_way_to_play_is_recorded(ruleset: str, options: dict[str, object], seats: int, games: int) -> None:
    found = [
        opened
        for opened in openings()
        if opened.ruleset == ruleset
        and opened.seats == seats
        and options.items() <= msgspec.json.decode(opened.options).items()
    ]
    assert len(found) >= games


@pytest.mark.parametrize("ruleset", RECORDED, ids=lambda ruleset: ruleset.id)
def test_games_are_recorded_of_every_version_that_is_kept(ruleset: AnyRuleset) -> None:
    recorded = {opened.rules_version for opened in openings() if opened.ruleset == ruleset.id}
    assert recorded == set(map(str, ruleset.versions))


def test_games_with_the_empire_and_with_mercenaries_are_recorded_of_the_last_version() -> None:
    found = [opened.seats for opened in openings() if (opened.ruleset, opened.rules_version) == ("daimyo", "3")]
    assert min(found.count(1), found.count(2)) >= 3


def draws_nothing(path: Path) -> bool:
    """Return whether a recorded game has no chance."""
    return not next(ruleset for ruleset in RULESETS if path.stem.startswith(ruleset.id)).purposes


@pytest.mark.parametrize("derivation", ["kifu-seed-1", "kifu-seed-2"])
def test_games_are_recorded_of_every_derivation(derivation: str) -> None:
    found = [path for path in GAMES if f'"derivation":"{derivation}"'.encode() in path.read_bytes()[:100_000]]
    assert found
    drawn = {path for path in found if not draws_nothing(path)}
    counted = drawn if derivation == "kifu-seed-2" else set()
    assert {path for path in found if b'"draw":1,' in path.read_bytes()} == counted
