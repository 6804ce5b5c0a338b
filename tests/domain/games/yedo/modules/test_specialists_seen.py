"""Specialists as players see them: views, the board, words, and branches; only the bag is secret."""

from __future__ import annotations

from random import Random

import pytest

from domain.games.yedo.words.describe import describe_modifiers
from domain.games.yedo.words.describe_cards import mission_text
from domain.games.yedo.words.describe_specialists import specialist_text
from domain.kernel.audience import SPECTATOR, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from tests.domain.games.yedo.game import CONTENT, RULES, Position, given
from tests.support.noninterference import Pair, Secretly, walk
from tests.support.states import field_of, with_fields

OPTIONS = {"rounds": 8, "sets": "classic", "specialists": True}
NAMES = ("Anna", "Bela", "Cora")


def midgame() -> Position:
    """Return a game with tokens everywhere, a Ninja on Gates 1, a Monk at home and a Samurai in the Reserve."""
    game = given(3, options=OPTIONS, phase="assign").with_state(
        tokens=("messenger", "samurai", "samurai"), token="onna-bugeisha", token_gates=("ninja", None)
    )
    game = game.with_specialists(0, "ninja", "monk", "samurai").standing(("gates-1", 0, "ninja"))
    house = tuple(figure for figure in game.state.pieces.house[0] if figure != "samurai")
    return game.having(0, house=house, reserve=("samurai",))


def test_everyone_sees_the_tokens_and_what_they_do() -> None:
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1)):
        seen = RULES.view(midgame().state, viewer).specialists
        assert seen is not None
        assert seen.bag == {"samurai": 2, "messenger": 1}
        assert [token and token.kind for token in (seen.reserve, *seen.gates)] == ["onna-bugeisha", "ninja", None]
        assert seen.gates[0].text == "The Watch Patrol never arrests it."


def test_everyone_sees_where_the_figures_are() -> None:
    seen = RULES.view(midgame().state, SPECTATOR)
    seat = seen.seats[0]
    assert (seat.house, seat.reserve, seat.placed) == (3, 1, ("gates-1",))
    assert (seat.house_specialists, seat.reserve_specialists) == (("monk",), ("samurai",))
    assert [found.title for found in seat.specialists] == ["Samurai", "Ninja", "Monk"]
    (space,) = (space for district in seen.districts for space in district.spaces if space.space == "gates-1")
    assert (space.seat, space.figure) == (0, "ninja")
    assert seen.seats[1].specialists == ()


def test_the_board_names_the_specialists() -> None:
    lines = RULES.looks.board(RULES.view(midgame().state, SPECTATOR), NAMES).splitlines()
    assert "Specialists Reserve: Onna-bugeisha; Gates: Ninja, empty; 3 in the bag" in lines
    assert any("1 [Anna: Ninja]" in line for line in lines)
    assert "  With      Samurai in the Reserve, Ninja, Monk at home" in lines
    assert max(map(len, lines)) <= 80
    plain = RULES.looks.board(RULES.view(given(3).state, SPECTATOR), NAMES)
    assert "Specialists" not in plain
    assert "  With" not in plain


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("samurai", "After a Mission completed with it, gain 1 Prestige Point."),
        (
            "onna-bugeisha",
            "After a Mission completed with it, you may turn the Mon gained from it into Prestige Points, 5 Mon"
            " each into 1 Prestige Point.",
        ),
        ("messenger", "After a Mission completed with it, draw the top Mission of a deck of your choice."),
        ("ninja", "The Watch Patrol never arrests it."),
        ("weaponsmith", "You may have 1 more Weapon."),
        (
            "monk",
            "It stands in for any Blessing of a Mission completed with it; in its Foresight actions you look at 1"
            " more.",
        ),
    ],
)
def test_the_text_of_each_specialist_says_what_it_does(kind: str, text: str) -> None:
    assert specialist_text(CONTENT.specialists[kind]) == text


def test_missions_say_which_specialist_they_ask_for_or_bring() -> None:
    text = mission_text(CONTENT.missions["the-silent-blade"])
    assert "the Ninja as the activated Disciple" in text
    assert (
        "the activated Disciple goes to your Reserve and the Samurai to your Clan House, if you do not have it" in text
    )


def test_modifiers_of_specialists_have_words() -> None:
    for specialist in CONTENT.specialists.values():
        assert describe_modifiers((*specialist.modifiers, *specialist.personal)) != "nothing"


def test_a_branch_keeps_the_figures_and_the_tokens() -> None:
    state = midgame().state
    dealt = RULES.redeal(state, seat_viewer(1), Chance(bytes(32), 0))
    for name in ("house", "reserve", "placed", "specialists", "tokens", "token", "token_gates"):
        assert field_of(dealt, name) == field_of(state, name)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_two_games_that_differ_in_their_seed_only_look_the_same(seats: int) -> None:
    random, compared = Random(seats), 0
    chance = Chance(random.randbytes(32))
    state, step = RULES.open(RULES.parse_options(OPTIONS), seats, chance).state, 1
    while state.result is None:
        step += 1
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        state = RULES.decide(state, choice.seat, random.choice(moves), chance.begin_step(step)).state
        if step % 30 == 0 and state.result is None:
            state = with_fields(
                state, tokens=tuple(sorted({*state.specialist_supply.tokens}))
            )  # equal tokens have different outcomes
            for viewer in (SPECTATOR, seat_viewer(0)):
                pair = Pair(viewer, Secretly(state, random.randbytes(32)), Secretly(state, random.randbytes(32)))
                compared += walk(RULES, pair, lambda state: [], random, steps=6)
    assert compared > 20
