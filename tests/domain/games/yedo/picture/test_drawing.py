"""The picture of a game of Yedo: legible, complete, and made from a view alone."""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.games.yedo.picture import drawing
from domain.games.yedo.state import YedoState
from domain.kernel.audience import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.drawing.tree import Drawing, compare, flatten
from tests.domain.games.yedo.game import RULES
from tests.support.archives import GAMES, replay_file
from tests.support.drawings import find_faults, is_drawn, name_members

NAMES = ("Anna", "Bartholomew the Magnificent of the North", "城の大名様", "Dora", "Emil")
RECORDED = sorted(GAMES.glob("yedo-*.kifu"))
EVERY = 41
"""Which states of recorded games are drawn."""
TABLES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (3, {"jesuits": True, "rounds": 8, "sets": "crossroads"}),
    (5, {"rounds": 8, "specialists": True, "teahouse": True, "clan_powers": True, "jesuits": True}),
    (1, {"shogun_must_die": True}),
    (4, {"shogun_must_die": True, "teahouse": True, "specialists": True, "clan_powers": True}),
]
WITHOUT_PLACE = {"accept", "choose-loss", "choose-option", "decline", "pass-for-round", "pass-trade", "wait-for-others"}
"""Moves without a place on the table: they take what is offered, continue, pass, or pick an option of a card."""


def name_sides(state: YedoState) -> list[str]:
    return [*NAMES[: state.seats], *RULES.side_names(state.options, state.seats)]


def draw(state: YedoState, viewer: Viewer = SPECTATOR) -> Drawing:
    return RULES.looks.draw(RULES.view(state, viewer), name_sides(state))


@cache
def play_at_random(table: int, seed: int = 5) -> tuple[YedoState, ...]:
    """Return every state of a random game at one of the TABLES."""
    (seats, options), random, chance = TABLES[table], Random(seed), Chance(seed.to_bytes(32, "big"))
    state = RULES.open(RULES.parse_options(options), seats, chance).state
    found = [state]
    while state.result is None:
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        state = RULES.decide(state, choice.seat, random.choice(moves), chance.begin_step(len(found) + 1)).state
        found.append(state)
    return tuple(found)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recorded_games_are_legible(path: Path) -> None:
    games = [game for _, game in replay_file(path) if game is not None and game.state is not None]
    for game in (*games[::EVERY], games[-1]):
        assert game.state is not None
        for viewer in (seat_viewer(0), ARBITER):
            picture = game.ruleset.looks.draw(game.ruleset.view(game.state, viewer), game.names)
            assert find_faults(picture) == [], f"step {game.step}"


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_random_games_are_legible_for_their_seats_also_with_long_names(table: int) -> None:
    states = play_at_random(table)
    for number, state in enumerate((*states[:-1:17], states[-1])):
        assert find_faults(draw(state, seat_viewer(number % state.seats))) == []


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_every_move_has_a_place_in_the_picture_of_its_seat(table: int) -> None:
    kinds = set()
    for state in play_at_random(table)[:-1:3]:
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        picture = flatten(draw(state, seat_viewer(choice.seat)))
        for move in moves:
            [kind] = (name.removeprefix("type:") for name in name_members(move) if name.startswith("type:"))
            kinds.add(kind)
            assert kind in WITHOUT_PLACE or is_drawn(picture, move), move
    assert len(kinds) > 8


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_no_picture_names_a_card_that_its_viewer_must_not_see(table: int) -> None:
    hidden = 0
    for state in play_at_random(table)[:-1:11]:
        for viewer in (SPECTATOR, seat_viewer(0)):
            seen = msgspec.json.encode(RULES.view(state, viewer)).decode()
            picture = msgspec.json.encode(draw(state, viewer)).decode()
            for card in list_cards(state):
                if f'"{card}"' not in seen:
                    hidden += 1
                    assert f":{card}" not in picture
                    assert f"/{card}" not in picture
    assert hidden > 500


def list_cards(state: YedoState) -> set[str]:
    """Return the cards in hands and in decks."""
    hands = (card for hand in (*state.hands.actions, *state.hands.bonus, *state.hands.missions) for card in hand)
    weapons = set(state.content.weapons)
    return {*hands, *(card for pile in state.stacks.piles for card in pile.cards)} - weapons


def test_what_a_seat_cannot_tell_apart_looks_the_same() -> None:
    for state in play_at_random(2)[:-1:29]:
        other = RULES.redeal(state, SPECTATOR, Chance(bytes(32)))
        assert flatten(draw(state)) == flatten(draw(other))


def test_a_picture_is_made_of_the_view_and_what_everybody_knows() -> None:
    assert [*inspect.signature(drawing.draw).parameters] == ["seen", "content", "rulebook", "names", "parts"]


def test_a_step_changes_few_things_of_the_picture() -> None:
    states = play_at_random(0)
    before, sizes = draw(states[0]), []
    for state in states[1:-1]:
        after = draw(state)
        sizes.append(len(compare(before, after).nodes) / len(flatten(after)))
        before = after
    assert sum(sizes) / len(sizes) < 0.1
