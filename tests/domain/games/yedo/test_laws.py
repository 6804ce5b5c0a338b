"""The laws of Yedo's states: each is broken by a state that the rulebook rules out."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from domain.games.yedo.laws import CLAN_POWERS_LAWS, JESUITS_LAWS, LAWS, SPECIALISTS_LAWS, TEAHOUSE_LAWS, TOGETHER_LAWS
from domain.games.yedo.phases.limits import SpareGoods
from domain.games.yedo.printed.parts import Won
from domain.games.yedo.state import YedoState
from domain.games.yedo.verbs.course import course_of
from domain.kernel.errors import RulesError
from tests.domain.games.yedo.coop_games import ready
from tests.domain.games.yedo.game import RULES, Position, set_up
from tests.support.states import with_fields


def broken() -> dict[str, tuple[str, YedoState]]:
    """Return states that break a law, by what is wrong with them, each with the name of the law."""
    state = set_up(3).state
    one_left = {
        "house": (("disciple",), *state.pieces.house[1:]),
        "reserve": (("disciple",) * 3, *state.pieces.reserve[1:]),
    }
    twice = (Won("weapons", 0), Won("weapons", 1))
    return {
        "one Disciple left": ("the last two Disciples", with_fields(state, **one_left)),
        "more Blackmail Cards than Favors": ("the number of Blackmail Cards", with_fields(state, blackmail=(2, 2, 0))),
        "a lot won twice": ("each lot once a round", with_fields(state, won=twice, bidding=(2,), egress=())),
        "Mon on a burnt Church": ("nothing on a burnt Church", with_fields(state, church=2, church_burnt=True)),
        "Prestige Points below 0": ("nothing negative", with_fields(state, points=(-1, 1, 1))),
        "a Geisha lost": (
            "conservation of Geishas",
            with_fields(state, geisha_supply=state.belongings.geisha_supply[1:]),
        ),
        "a Geisha in the supply and out of the game": (
            "conservation of Geishas",
            with_fields(state, geishas_gone=state.belongings.geisha_supply[:1]),
        ),
        "a Weapon lost": ("conservation of Weapons", with_fields(state, weapons=((), (), ()), market=(None,) * 4)),
        "a fifth Disciple": (
            "conservation of Disciples",
            with_fields(state, house=(("disciple",) * 3, *state.pieces.house[1:])),
        ),
        "four Action Cards, of which none is settled": ("the limits of what a player may own", _four_action_cards(2)),
        "four Action Cards of a seat that comes before the one that is asked": (
            "the limits of what a player may own",
            with_fields(_four_action_cards(state.order[0]), agenda=(SpareGoods(seat=state.order[1]),)),
        ),
        "a Clan Power that was not dealt": (
            "conservation of Clan Powers",
            with_fields(ready(2, clan_powers=True).state, powers=("generous", "wise")),
        ),
        "two tokens in round 1": ("the number of Specialist tokens", _tokens_drawn(2)),
        "no token in round 1": ("the number of Specialist tokens", with_fields(_tokens_drawn(0), round=2)),
        "an Annex twice": ("the number of Annexes", with_fields(state, annexes=(("dojo", "dojo"), (), ()))),
    }


def _four_action_cards(seat: int) -> YedoState:
    state = set_up(3).state
    state.stacks.looking = None
    return Position(state).having(seat, actions=state.pile("action").cards[:4]).state


def _tokens_drawn(count: int) -> YedoState:
    """Return a game with Specialists in round 1 in which `count` tokens have left the bag."""
    state = set_up(3, specialists=True).state
    kinds = [kind for kind, entry in state.content.specialist_tokens.items() for _ in range(entry.count)]
    return with_fields(state, tokens=tuple(sorted(kinds)[count:]), token=sorted(kinds)[0] if count else None)


@pytest.mark.parametrize("wrong", broken())
def test_a_state_that_breaks_a_law_is_found(wrong: str) -> None:
    law, state = broken()[wrong]
    assert not course_of(state).laws[law](state)
    with pytest.raises(RulesError):
        RULES.check_state(state)


OF_MODULES = (JESUITS_LAWS, SPECIALISTS_LAWS, TEAHOUSE_LAWS, CLAN_POWERS_LAWS, TOGETHER_LAWS)
EVERY_LAW = {law.__name__: law for laws in (LAWS, *OF_MODULES) for law in laws.values()}


@pytest.mark.parametrize("law", EVERY_LAW)
def test_each_law_names_the_clause_that_it_follows_from(law: str) -> None:
    clauses = {clause.id for clause in RULES.rulebook}
    named = re.findall(r"yedo\.[a-z0-9.-]+[a-z0-9]", EVERY_LAW[law].__doc__ or "")
    assert named
    assert {*named} <= clauses


def test_a_seat_may_be_above_a_limit_while_it_is_asked_or_another_is_before_it() -> None:
    order = set_up(3).state.order
    law = LAWS["the limits of what a player may own"]
    for asked, above in ((0, 0), (0, 2), (1, 1)):
        assert law(replace(_four_action_cards(order[above]), agenda=(SpareGoods(seat=order[asked]),)))


def test_a_state_that_breaks_none_is_none_of_them() -> None:
    RULES.check_state(set_up(3).state)
