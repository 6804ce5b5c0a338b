"""What no state of Yedo may be, whatever led to it: each law is broken by a state that the rulebook rules out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.yedo.laws import LAWS
from domain.games.yedo.printed.parts import Won
from domain.games.yedo.state import YedoState
from domain.kernel.errors import RulesError
from tests.domain.games.yedo.game import RULES, set_up


def broken() -> dict[str, tuple[str, YedoState]]:
    """Return states that break a law, by what is wrong, each with the name of the law."""
    state = set_up(3).state
    one_left = {"house": (("disciple",), *state.house[1:]), "reserve": (("disciple",) * 3, *state.reserve[1:])}
    twice = (Won("weapons", 0), Won("weapons", 1))
    return {
        "one Disciple left": ("the last two Disciples", replace(state, **one_left)),
        "more Blackmail Cards than Favors": ("the number of Blackmail Cards", replace(state, blackmail=(2, 2, 0))),
        "a lot won twice": ("each lot once a round", replace(state, won=twice, bidding=(2,), egress=())),
        "Mon on a burnt Church": ("nothing on a burnt Church", replace(state, church=2, church_burnt=True)),
        "Prestige Points below 0": ("nothing negative", replace(state, points=(-1, 1, 1))),
        "a Geisha lost": ("conservation of Geishas", replace(state, geisha_supply=state.geisha_supply[1:])),
        "a Geisha in the supply and out of the game": (
            "conservation of Geishas",
            replace(state, geishas_gone=state.geisha_supply[:1]),
        ),
        "a Weapon lost": ("conservation of Weapons", replace(state, weapons=((), (), ()), market=(None,) * 4)),
        "a fifth Disciple": ("conservation of Disciples", replace(state, house=(("disciple",) * 3, *state.house[1:]))),
        "an Annex twice": ("the number of Annexes", replace(state, annexes=(("dojo", "dojo"), (), ()))),
    }


@pytest.mark.parametrize("wrong", broken())
def test_a_state_that_breaks_a_law_is_found(wrong: str) -> None:
    law, state = broken()[wrong]
    assert not LAWS[law](state)
    with pytest.raises(RulesError):
        RULES.check_state(state)


def test_a_state_that_breaks_none_is_none_of_them() -> None:
    RULES.check_state(set_up(3).state)
