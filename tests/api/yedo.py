"""Games of Yedo, first played by the rules alone and then move by move over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
from flask.testing import FlaskClient

from domain.games.yedo.phases.acting import Perform
from domain.games.yedo.phases.assigning import Place
from domain.games.yedo.state import YedoState
from domain.kernel.bots import suggest_any
from domain.kernel.chance import Chance
from domain.kernel.choice import AnyChoice, Move
from tests.api.house import Person, play_on
from tests.api.test_archives import restored
from tests.domain.games.yedo.game import RULES

SETS = ("classic", "crossroads", "blades", "first-game")
WANTED = ("geisha", "blessing", "recruit", "church", "carpenter")
"""What the players of these games prefer, so that they reach its limits."""


class Turn(NamedTuple):
    """A seat that is asked for a move: the state, its choice, and the move that it makes."""

    state: YedoState
    choice: AnyChoice
    move: Move


class Opening(NamedTuple):
    """How a game is opened."""

    seats: int
    seed: str
    options: dict[str, Any]


def opening(number: int, seats: int | None = None, **options: Any) -> Opening:
    """Return the opening of a numbered game: numbers cycle through the sets and the seats."""
    chosen = {"rounds": 8, "sets": SETS[number % len(SETS)], **options}
    return Opening(seats or 2 + number % 4, number.to_bytes(32, "big").hex(), chosen)


def turns(opened: Opening, number: int = 0) -> Iterator[Turn]:
    """Play a game by the rules alone, with players that choose at random but prefer some things."""
    random, seed = Random(number), bytes.fromhex(opened.seed)
    chance = Chance(seed)
    state = RULES.open(RULES.parse_options(opened.options), opened.seats, chance).state
    draws = 0
    while state.result is None:
        listed = suggest_any(state, RULES.choices(state))
        choice, moves = listed.choice, listed.answers
        liked = [move for move in moves if _is_liked(move)]
        move = random.choice(liked if liked and random.random() < 0.7 else moves)
        yield Turn(state, choice, move)
        draws += bool(chance.outcomes)
        chance = Chance(seed, draws + 1)
        state = RULES.decide(state, choice.seat, move, chance).state


def _is_liked(move: Move) -> bool:
    if isinstance(move, Perform):
        return move.action.startswith(WANTED)
    return isinstance(move, Place) and move.space.startswith(("red-light", "tavern"))


def table_for(people: list[Person], opened: Opening) -> str:
    """Return the path of a running game with these people on its seats."""
    path = people[0].open(ruleset="yedo", seats=len(people), options=opened.options, seed=opened.seed)
    for seat, person in enumerate(people):
        assert person.post(f"{path}/seats", {"seat": seat}).status_code == 201
    return path


def as_sent(move: Move) -> dict[str, Any]:
    """Return a move as sent over HTTP."""
    document: dict[str, Any] = json.loads(msgspec.json.encode(move))
    return document


def make(people: list[Person], path: str, turn: Turn) -> None:
    """Make the move of a turn over HTTP."""
    seat = turn.choice.seat
    answer = people[seat].post(f"{path}/moves", {"seat": seat, "move": as_sent(turn.move)})
    assert answer.status_code == 201, answer.data


def play_until(people: list[Person], path: str, opened: Opening, wanted: Callable[[Turn], bool]) -> Turn:
    """Play over HTTP up to the first matching turn, and return that turn without playing it."""
    for turn in turns(opened):
        if wanted(turn):
            return turn
        make(people, path, turn)
    raise AssertionError("no turn of this game is wanted")


def archive_import_and_branch(people: list[Person], path: str, made: int, elsewhere: FlaskClient) -> None:
    """Check a finished game of `made` moves: its archive is the same elsewhere, and a branch of it can be played on."""
    here = people[0].client
    file = here.get(f"{path}/archive").data
    assert restored(elsewhere, file) == path
    assert elsewhere.get(f"{path}/archive").data == file
    assert elsewhere.get(f"{path}/verification").get_json()["holds"] is True
    for part in ("", "/state", "/steps?limit=1000", f"/states/{made // 2}", "/chance"):
        assert here.get(path + part).get_json() == elsewhere.get(path + part).get_json(), part

    answer = people[0].post(f"{path}/branches", {"at": made - 10})
    branch, link = answer.headers["Location"], answer.get_json()["link"]
    for seat, person in enumerate(people):
        assert person.post(f"{branch}/seats", {"seat": seat}, Kifu_Link=link).status_code == 201
    assert play_on(people, branch, most=5) > 0
    assert people[0].get(f"{branch}/verification").get_json()["holds"] is True


def play_whole(people: list[Person], path: str, opened: Opening) -> int:
    """Play a whole game over HTTP and return how many moves were made."""
    made = 0
    for turn in turns(opened):
        make(people, path, turn)
        made += 1
    return made
