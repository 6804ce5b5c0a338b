"""A game may have sides without seats: they have names, points and ranks, but no player."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from domain.application import resigning
from domain.application.commands import Request
from domain.kernel.audience import SPECTATOR
from domain.kernel.rulesets import Rulesets
from domain.record import views
from domain.record.game import Game
from domain.record.words import Reader
from tests.domain.kernel.toy import Toy
from tests.domain.kernel.toy_facts import HOUSE, PointWon
from tests.support.games import NOW, PLAYERS, play, start_game

TOY = Toy()


def played(seed: int) -> tuple[Game, list[str]]:
    """A finished game against the house, and its steps in words."""
    game = start_game(TOY, 3, seed, {"house": True})
    random, words = Random(seed), []
    reader = Reader(Rulesets([TOY]))
    while game.status == "playing":
        choice = next(choice for choice in TOY.choices(game.state) if not choice.standing)
        move = random.choice(list(choice.moves(game.state)))
        decision = play(game, choice.seat, move)
        words += [views.view_step(event, decision.game, (), SPECTATOR, reader).words for event in decision.events]
        game = decision.game
    return game, words


@pytest.fixture(scope="module")
def won_by_the_house() -> tuple[Game, list[str]]:
    return next(found for found in map(played, range(200)) if found[0].result.winners == (HOUSE,))


def test_a_side_is_named_after_the_seats_and_wins_without_a_player(won_by_the_house: tuple[Game, list[str]]) -> None:
    game, words = won_by_the_house
    assert game.names == ["anna", "bela", "cora", "the house"]
    assert [score.seat for score in game.result.scores] == [0, 1, 2, HOUSE]
    assert any("the house wins the round." in line for line in words)
    assert "The game ends. the house wins" in words[-1]


def test_the_description_of_a_game_names_its_sides_and_their_scores(won_by_the_house: tuple[Game, list[str]]) -> None:
    info = msgspec.json.decode(msgspec.json.encode(views.view_game(won_by_the_house[0])))
    assert info["sides"] == ["the house"]
    assert len(info["seats"]) == 3
    (house,) = [score for score in info["result"]["scores"] if score["seat"] == HOUSE]
    assert house["rank"] == 1


def test_the_board_shows_a_side_beside_the_players(won_by_the_house: tuple[Game, list[str]]) -> None:
    game, _ = won_by_the_house
    board = TOY.looks.board(views.view_state(game, SPECTATOR).state, game.names)
    assert board.splitlines()[-1].startswith("the house: ")


def test_a_game_without_sides_names_none() -> None:
    game = start_game(TOY, 3)
    assert game.names == ["anna", "bela", "cora"]
    assert views.view_game(game).sides == ()


def test_who_resigns_comes_last_behind_the_sides_too() -> None:
    game = start_game(TOY, 3, 1, {"house": True, "on_resignation": "end"})
    result = resigning.resign(game, Request(PLAYERS[1]), 1, NOW).game.result
    assert [score.seat for score in result.scores] == [0, 1, 2, HOUSE]
    assert {score.seat: score.rank for score in result.scores}[1] == 4


def test_a_side_scores_only_where_it_plays() -> None:
    for house in (False, True):
        game = start_game(TOY, 3, 2, {"house": house})
        assert len(TOY.scores(game.state)) == 3 + house
    assert PointWon("toy.house", HOUSE).words(["a", "b", "c", "the house"], SPECTATOR) == "the house wins the round."


def test_sides_are_told_by_the_event_that_opened_the_game_even_if_its_options_are_out_of_use() -> None:
    opened = start_game(TOY, 3, 1, {"house": True}).opened
    reader = Reader(Rulesets([TOY]))
    assert reader.sides(opened) == ("the house",)
    assert reader.sides(msgspec.structs.replace(opened, options=msgspec.Raw(b'{"board": 3}'))) == ()
