"""The picture of a game of Daimyo: legible, complete, and made from a view alone."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.games.daimyo.picture.drawing_boards import BOARD_HEIGHT
from domain.games.daimyo.state import DaimyoState
from domain.games.daimyo.views.view import DaimyoView
from domain.kernel.audience import SPECTATOR, Viewer, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.drawing.tree import Drawing, compare, flatten
from domain.kernel.language import LANGUAGES, speaking
from tests.domain.games.daimyo.game import CONTENT, RULES, given, opened
from tests.support.archives import GAMES, replay_file
from tests.support.drawings import find_faults, is_drawn

NAMES = ("Anna", "Bartholomew the Magnificent of the North", "城の大名様", "Dora")
RECORDED = sorted(GAMES.glob("daimyo-*.kifu"))
EVERY = 23
"""Which states of recorded games are drawn."""
TABLES: list[tuple[int, dict[str, object]]] = [
    (1, {}),
    (1, {"boards": "advanced", "difficulty": "difficult"}),
    (2, {"boards": "advanced"}),
    (2, {"edition": "2019"}),
    (3, {}),
    (4, {"edition": "2019"}),
]
WITHOUT_PLACE = {"decline", "go-without-die", "end-turn", "stop-recruiting", "stop-building", "choose-option"}
"""Moves without a place on the table: they continue, end something, or pick an option of a card."""


def name_sides(state: DaimyoState) -> list[str]:
    return [*NAMES[: state.seats], *RULES.side_names(state.options, state.seats)]


def draw(state: DaimyoState, viewer: Viewer = SPECTATOR) -> Drawing:
    return RULES.looks.draw(RULES.view(state, viewer), name_sides(state))


def play_at_random(seats: int, options: dict[str, object]) -> list[DaimyoState]:
    """Return every state of a random game, the same for all tests."""
    return _play_at_random(seats, msgspec.json.encode(options))


@cache
def _play_at_random(seats: int, options: bytes) -> list[DaimyoState]:
    random, chance = Random(5), Chance(bytes([5] * 32))
    states = [RULES.open(RULES.parse_options(msgspec.json.decode(options)), seats, chance).state]
    while states[-1].result is None:
        listed = suggest_any(states[-1], RULES.choices(states[-1]))
        choice, moves = listed.choice, listed.answers
        outcome = RULES.decide(states[-1], choice.seat, random.choice(moves), chance.begin_step(len(states) + 1))
        states.append(outcome.state)
    return states


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recorded_games_are_legible(path: Path) -> None:
    games = [game for _, game in replay_file(path) if game is not None and game.state is not None]
    for game in (*games[::EVERY], games[-1]):
        assert game.state is not None
        viewer = SPECTATOR if game.step % 2 else seat_viewer(0)
        drawing = game.ruleset.looks.draw(game.ruleset.view(game.state, viewer), game.names)
        assert find_faults(drawing) == [], f"step {game.step}"


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_random_games_are_legible_for_their_seats_also_with_long_names_and_in_french(
    seats: int, options: dict[str, object]
) -> None:
    for number, state in enumerate(play_at_random(seats, options)):
        if number % EVERY == 0 or state.result is not None:
            with speaking(LANGUAGES[number % len(LANGUAGES)]):
                assert find_faults(draw(state, seat_viewer(number % seats))) == []


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_members_of_every_move_are_drawn(seats: int, options: dict[str, object]) -> None:
    kinds = set()
    for number, state in enumerate(play_at_random(seats, options)):
        if number % 5 or state.result is not None:
            continue
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        flat = flatten(draw(state, seat_viewer(choice.seat)))
        for move in moves:
            kinds.add(move.__struct_config__.tag)
            assert move.__struct_config__.tag in WITHOUT_PLACE or is_drawn(flat, move), move
    assert len(kinds) > 12


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_no_picture_names_a_hero_that_its_viewer_must_not_see(seats: int, options: dict[str, object]) -> None:
    for number, state in enumerate(play_at_random(seats, options)):
        if number % 11 or state.result is not None:
            continue
        for viewer in (SPECTATOR, seat_viewer(0)):
            picture = msgspec.json.encode(draw(state, viewer)).decode()
            for hero in hidden_from(state, viewer):
                assert f"hero/{hero}" not in picture
                assert f"hero:{hero}" not in picture


def hidden_from(state: DaimyoState, viewer: Viewer) -> set[str]:
    """Return the heroes in the common deck and, once all clans are chosen, those that other seats hold or draw."""
    found = set(state.offers.hero_deck)
    for seat in range(state.seats):
        if None not in state.clan_boards.clans[: state.seats] and not viewer.shares((seat,)):
            found |= {*state.hands.hand[seat], *state.hands.deck[seat]}
    return found - {state.offers.top_hero}


def test_equal_views_give_equal_pictures() -> None:
    state = opened(3).state
    seen = RULES.view(state, SPECTATOR)
    again = msgspec.json.decode(msgspec.json.encode(seen), type=DaimyoView)
    assert RULES.looks.draw(again, name_sides(state)) == RULES.looks.draw(seen, name_sides(state))


def test_the_hand_is_drawn_for_its_owner_and_face_down_for_others() -> None:
    state = next(state for state in play_at_random(2, {}) if state.turns.round and state.hands.hand[1])
    own, others = flatten(draw(state, seat_viewer(1))), flatten(draw(state, seat_viewer(0)))
    hero = state.hands.hand[1][0]
    assert own[f"hero/{hero}"].detail
    assert f"hero/{hero}" not in others
    backs = [key for key in others if key.startswith("hand/1/") and key != "hand/1/label"]
    assert len(backs) == len(state.hands.hand[1])


@pytest.mark.parametrize("held", [1, 4, 5, 10, 11, 14, 16])
def test_a_hand_of_up_to_sixteen_heroes_is_as_high_as_the_clan_board(held: int) -> None:
    game = given(2)
    heroes = game.state.offers.hero_deck[:held]
    drawing = draw(game.having(0, hand=heroes, capacity=9).state, seat_viewer(0))
    assert {f"hero/{hero}" for hero in heroes} <= flatten(drawing).keys()
    assert next(panel for panel in drawing.panels if panel.key == "seat/0").height == BOARD_HEIGHT
    assert find_faults(drawing) == []


def test_a_step_changes_little() -> None:
    states = play_at_random(4, {"edition": "2019"})
    drawings = [draw(state) for state in states[40:120]]
    sizes = [len(compare(one, other).nodes) for one, other in pairwise(drawings)]
    assert sum(sizes) / len(sizes) < len(flatten(drawings[0])) / 10


def test_a_picture_says_in_words_whose_turn_it_is_and_how_many_points_everybody_has() -> None:
    state = next(state for state in play_at_random(2, {}) if state.turns.round == 2 and state.turns.active is not None)
    assert state.turns.active is not None
    drawing = draw(state)
    assert "Round 2 of 5" in drawing.description
    assert f"It is the turn of {NAMES[state.turns.active]}" in drawing.description
    assert f"{NAMES[0]} has {state.scoring.points[0]} point" in drawing.description


def test_pieces_stand_where_the_state_has_them() -> None:
    state = next(state for state in play_at_random(3, {}) if state.turns.round == 2)
    flat = flatten(draw(state))
    for side, sites in enumerate(state.pieces.governors):
        for site in sites:
            assert NAMES[side] in flat[f"governor/{site}"].title
    drawn = {key for key in flat if key.startswith("governor/") and key.count("/") == 1}
    assert len(drawn) == sum(map(len, state.pieces.governors))
    assert {key.split("/")[1] for key in flat if key.startswith("site/") and key.count("/") == 1} == {
        site for island in state.parameters.islands for site in CONTENT.sites_of[island]
    }
