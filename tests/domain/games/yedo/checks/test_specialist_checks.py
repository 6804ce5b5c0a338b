"""A content pack with impossible Specialists is refused; one without Specialists is complete."""

from __future__ import annotations

import pytest

from domain.games.yedo.checks.pack import read
from domain.games.yedo.ruleset import Yedo
from domain.kernel.options import BadOptions
from tests.domain.games.yedo.packs import changed, files, refusal

FILE, MISSIONS, MONEY, EVENTS = "specialists.toml", "missions_specialists.toml", "missions_money.toml", "events.toml"
NINJA = '{ need = "specialist", kind = "ninja" }'

FAULTS = {
    "a kind that is missing": (FILE, '[[token]]\nid = "monk"\nsource = "house"\ncount = 1\n', "", "monk"),
    "a kind that is not there": (FILE, 'id = "monk"\nsource = "rulebook"', 'id = "cook"\nsource = "rulebook"', "cook"),
    "ten tokens": (
        FILE,
        'id = "ninja"\nsource = "house"\ncount = 1',
        'id = "ninja"\nsource = "house"\ncount = 2',
        "10",
    ),
    "an owner's discount": (FILE, '{ mod = "limit", of = "weapon", by = 1 }', '{ mod = "no-fee" }', "a higher limit"),
    "a figure's limit": (FILE, '{ mod = "safe" }', '{ mod = "limit", of = "weapon", by = 1 }', "a single figure"),
    "a rate of nothing": (FILE, "rate = 5", "rate = 0", "rate = 0"),
    "a clause that is not there": (FILE, "yedo.specialists.ninja", "specialists.ninja", "field clause"),
    "a Mission of another set that asks for one": (MONEY, "needs = [{", f"needs = [{NINJA}, {{", "not in every game"),
    "an Event that asks for one": (
        EVENTS,
        '{ do = "lose-mon", amount = 2 }',
        f'{{ do = "if", needs = [{NINJA}], effects = [{{ do = "mon", amount = 1 }}] }}',
        "only Missions ask for a Specialist",
    ),
    "an Event that brings one": (
        EVENTS,
        '{ do = "lose-mon", amount = 2 }',
        '{ do = "become-specialist", kind = "ninja" }',
        "makes no sense",
    ),
    "a Mission too few": (MISSIONS, 'number = "M110"', 'number = "M111"', "M097 to M110"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_specialists_that_cannot_be_are_refused(fault: str) -> None:
    name, old, new, why = FAULTS[fault]
    said = refusal(changed(name, old, new))
    assert said.startswith(name)
    assert why in said


@pytest.mark.parametrize("gone", [(FILE, MISSIONS), (FILE,), (MISSIONS,)])
def test_without_specialists_in_its_content_a_game_cannot_have_the_module(gone: tuple[str, ...]) -> None:
    rules = Yedo(read({name: text for name, text in files().items() if name not in gone}))
    rules.check_opening(rules.parse_options({}), 3)
    with pytest.raises(BadOptions, match="no Specialists"):
        rules.check_opening(rules.parse_options({"specialists": True}), 3)
