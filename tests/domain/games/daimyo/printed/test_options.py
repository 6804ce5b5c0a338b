"""The options of a new game of Daimyo: combinations that no rulebook knows are refused by a clause."""

from __future__ import annotations

from random import Random

import pytest

from domain.games.daimyo.actions.bonus_tiles import face
from domain.games.daimyo.printed.options import LEAST_HEROES, DaimyoOptions, uses_an_opponents_clan
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.options import BadOptions
from kifu.fuzzing.combinations import combinations
from tests.domain.games.daimyo.game import CONTENT, RULES, opened, set_up

AGGRESSIVE = [hero for hero in CONTENT.common_heroes if CONTENT.heroes[hero].aggressive]
PEACEFUL = [hero for hero in CONTENT.common_heroes if hero not in AGGRESSIVE]


def refused(options: dict[str, object], seats: int) -> BadOptions:
    with pytest.raises(BadOptions) as found:
        RULES.check_opening(RULES.parse_options(options), seats)
    if found.value.clause is not None:
        assert found.value.clause in RULES.rulebook
        why = str(found.value.why)
        assert why[0].isupper()
        assert why.endswith(".")
    return found.value


@pytest.mark.parametrize(
    ("options", "seats", "pointer", "clause"),
    [
        ({"edition": "2019"}, 1, "/seats", "daimyo.solo.overview"),
        ({"edition": "2019"}, 5, "/seats", "daimyo.component.clans"),
        ({}, 5, "/seats", "daimyo.component.clans"),
        ({}, 0, "/seats", "daimyo.component.clans"),
        ({"edition": "2019", "boards": "advanced"}, 3, "/options/boards", "daimyo.setup.player.mini-boards.basic"),
        ({"difficulty": "easy"}, 2, "/options/difficulty", "daimyo.solo.setup.normal"),
        ({"difficulty": "normal"}, 4, "/options/difficulty", "daimyo.solo.setup.normal"),
        ({"edition": "2019", "difficulty": "difficult"}, 2, "/options/difficulty", "daimyo.solo.setup.normal"),
        ({"heroes": [*PEACEFUL[:3], "nobody"]}, 3, "/options/heroes/3", "daimyo.component.hero-cards"),
        ({"heroes": ["tech-core-diver"]}, 3, "/options/heroes/0", "daimyo.component.hero-cards"),
        ({"heroes": [*PEACEFUL, PEACEFUL[0]]}, 3, f"/options/heroes/{len(PEACEFUL)}", "daimyo.component.hero-cards"),
        ({"heroes": PEACEFUL[: LEAST_HEROES - 1]}, 3, "/options/heroes", "daimyo.setup.hero-market"),
        ({"heroes": PEACEFUL[:11] + AGGRESSIVE[:1]}, 1, "/options/heroes", "daimyo.setup.hero-market"),
        (
            {"heroes": PEACEFUL[:11] + AGGRESSIVE, "aggressive_heroes": False},
            2,
            "/options/heroes",
            "daimyo.setup.hero-market",
        ),
    ],
)
def test_options_that_no_edition_has_are_refused(
    options: dict[str, object], seats: int, pointer: str, clause: str
) -> None:
    found = refused(options, seats)
    assert (found.pointer, found.clause) == (pointer, clause)


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"edition": "2020"}, "/options/edition"),
        ({"boards": "golden"}, "/options/boards"),
        ({"difficulty": "easy", "aggressive_heroes": "no"}, "/options/aggressive_heroes"),
        ({"heroes": ["night-ferry", 7]}, "/options/heroes/1"),
        ({"colour": "blue"}, "/options/colour"),
    ],
)
def test_an_invalid_option_is_refused_at_its_pointer(options: dict[str, object], pointer: str) -> None:
    found = refused(options, 2)
    assert (found.pointer, found.clause) == (pointer, None)


@pytest.mark.clause("daimyo.component.hero-cards", "daimyo.setup.hero-market")
def test_the_players_may_agree_on_some_heroes() -> None:
    chosen = PEACEFUL[:15]
    for seats in (1, 2, 3, 4):
        state = opened(seats, heroes=chosen).state
        kept = [hero for hero in chosen if seats > 1 or not uses_an_opponents_clan(CONTENT, hero)]
        assert sorted(state.parameters.heroes) == sorted(kept)
        assert {*state.offers.market, state.offers.top_hero, *state.offers.hero_deck} == set(kept)


@pytest.mark.slow
@pytest.mark.clause("daimyo.ruling.supplies")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_game_with_the_fewest_heroes_is_played_to_its_end(seats: int) -> None:
    heroes = [hero for hero in PEACEFUL if not uses_an_opponents_clan(CONTENT, hero)][:LEAST_HEROES]
    for seed in range(3):
        random, chance = Random(seed), Chance(seed.to_bytes(32, "big"))
        state = RULES.open(RULES.parse_options({"heroes": heroes}), seats, chance).state
        for step in range(2, 2000):
            if state.result is not None:
                break
            listed = suggest_any(state, RULES.choices(state))
            choice, moves = listed.choice, listed.answers
            state = RULES.decide(state, choice.seat, random.choice(moves), chance.begin_step(step)).state
            RULES.check_state(state)
        assert state.result is not None


@pytest.mark.clause("daimyo.solo.setup.normal")
def test_a_solo_game_is_normal_unless_it_says_otherwise() -> None:
    assert opened(1).state.parameters.difficulty == "normal"
    assert opened(1, difficulty="easy").state.parameters.difficulty == "easy"
    assert opened(2).state.parameters.difficulty is None


def test_the_defaults_are_the_edition_of_2021_for_beginners() -> None:
    assert RULES.parse_options({}) == DaimyoOptions()
    state = opened(4).state
    assert (state.parameters.edition, state.parameters.boards) == ("2021", "basic")
    assert len(state.parameters.heroes) == 40


def test_every_combination_of_options_can_be_set_up() -> None:
    found = [(options.edition, options.boards, options.difficulty, seats) for options, seats in combinations(RULES)]
    assert {(edition, seats) for edition, _, _, seats in found} == {
        ("2021", 1),
        ("2021", 2),
        ("2021", 3),
        ("2021", 4),
        ("2019", 2),
        ("2019", 3),
        ("2019", 4),
    }
    assert all(boards == "basic" for edition, boards, _, _ in found if edition == "2019")
    assert all(difficulty is None for _, _, difficulty, seats in found if seats > 1)
    for edition, boards, difficulty, seats in dict.fromkeys(found):
        extra = {"difficulty": difficulty} if difficulty else {}
        state = set_up(seats, edition=edition, boards=boards, **extra).state
        assert {face(state, tile).id for tile in state.clan_boards.under[0]}
        assert state.turns.round == 1
