"""Games played in another language over HTTP: no answer has two English words in a row, nor an English mark."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.kernel.language import LANGUAGES
from tests.api.house import Person, some_move
from tests.support.foreign import MISSET, STYLE, english, pairs

OTHERS = LANGUAGES[1:]
GAMES = {
    "micro-dojo": ("micro-dojo", 2, {}),
    "daimyo-2019": ("daimyo", 2, {"edition": "2019"}),
    "daimyo-2021": ("daimyo", 2, {"edition": "2021", "boards": "advanced"}),
    "daimyo-solo": ("daimyo", 1, {"difficulty": "normal"}),
    "yedo": ("yedo", 2, {}),
    "yedo-modules": (
        "yedo",
        2,
        {"teahouse": True, "specialists": True, "clan_powers": True, "jesuits": True, "rounds": 11},
    ),
    "shogun-must-die": ("yedo", 2, {"shogun_must_die": True}),
}
FEW = ("micro-dojo", "daimyo-2021", "yedo")
"""The rulesets of which `make test` plays part of a game."""
STORED = {"facts", "expected", "recorded", "claim", "draws", "refused"}
"""Members that hold recorded values, which are English, or text written by players."""
NUMBERS = count()
"""The names of players of games that share an app."""


def texts_of(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """The texts of an answer with their places, without what is stored."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in STORED:
                yield from texts_of(inner, f"{place}/{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from texts_of(inner, place)
    elif isinstance(value, str):
        yield place, value


class Reader:
    """Reads answers in another language and keeps the English in them."""

    def __init__(self, people: list[Person], path: str, language: str) -> None:
        self.people, self.path, self.language = people, path, language
        self.spoken = {"Accept_Language": language}
        self.found: dict[str, str] = {}
        self.read = 0

    def get(self, person: Person, path: str) -> Any:
        """Ask for something of the game, and return it."""
        answer = person.get(self.path + path, **self.spoken)
        assert answer.status_code == 200, answer.data
        if answer.content_type == "application/json":
            self.look(path, answer.get_json())
            return answer.get_json()
        for line in re.findall(r">([^<]+)<", STYLE.sub("", answer.text)):
            self.look(path, line)
        return answer.text

    def look(self, path: str, answer: object) -> None:
        for place, text in texts_of(answer):
            self.read += 1
            if wrong := pairs(text) & english(self.language):
                self.found[text] = f"{path} {place}: {sorted(wrong)}"
            elif self.language in MISSET and MISSET[self.language].search(text):
                self.found[text] = f"{path} {place}: a mark without a space before it"

    def move(self, seat: int, move: object) -> int:
        """Play a move, read the refusal when it is sent again, and return the number of its step."""
        person = self.people[seat]
        played = person.post(f"{self.path}/moves", {"seat": seat, "move": move}, **self.spoken)
        assert played.status_code == 201, played.data
        again = person.post(f"{self.path}/moves", {"seat": seat, "move": move}, **self.spoken)
        self.look("moves", again.get_json())
        step: int = played.get_json()["step"]
        return step

    def round(self, step: int) -> None:
        """Read every answer about a step and about the current game."""
        for person in self.people:
            self.get(person, "/state")
            self.get(person, f"/steps/{step}")
        for path in ("", f"/states/{step}.svg", f"/audit/{step}", "/chance"):
            self.get(self.people[0], path)


def play(client: FlaskClient, language: str, ruleset: str, seats: int, options: dict[str, Any], moves: int) -> Reader:
    """Play a game of bots in another language."""
    people = []
    for _ in range(seats):
        name = f"Bo{next(NUMBERS)}"
        token = client.post("/v1/players", json={"name": name, "bot": True}).get_json()["token"]
        people.append(Person(client, name, token))
    wanted = {"ruleset": ruleset, "seats": seats, "options": options, "seed": "5e" * 32}
    opened = people[0].post("/v1/games", wanted, Accept_Language=language)
    assert opened.status_code == 201, opened.data
    reader = Reader(people, opened.headers["Location"], language)
    for seat, person in enumerate(people):
        assert person.post(f"{reader.path}/seats", {"seat": seat}).status_code == 201
    chance, step = random.Random(5), 1
    for number in range(moves):
        for seat, person in enumerate(people):
            reader.get(person, f"/legal-moves?seat={seat}")
        found = some_move(people, reader.path, chance)
        if found is None:
            break
        seat, move = found
        if number % 10 == 0:
            outlooks = people[seat].post(f"{reader.path}/outlooks", {"seat": seat, "moves": [move]}, **reader.spoken)
            assert outlooks.status_code == 200, outlooks.data
            reader.look("outlooks", outlooks.get_json())
        step = reader.move(seat, move)
        if number % 10 == 0:
            reader.round(step)
        reader.get(people[0], f"/steps/{step}")
    reader.round(step)
    reader.get(people[0], "/verification")
    return reader


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.long) for name in GAMES]
)
@pytest.mark.parametrize("language", OTHERS)
def test_no_answer_of_a_game_has_english(client: FlaskClient, language: str, name: str) -> None:
    reader = play(client, language, *GAMES[name], moves=25)
    assert reader.found == {}
    assert reader.read > 500


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_no_answer_of_a_whole_game_has_english(client: FlaskClient, language: str, name: str) -> None:
    assert play(client, language, *GAMES[name], moves=2000).found == {}


def test_english_would_be_found() -> None:
    reader = Reader([], "", "fr")
    reader.look(
        "", {"words": "Anna déplace un personnage.", "facts": [{"words": "Move a meeple."}], "id": "old-ferryman"}
    )
    assert reader.found == {}
    reader.look(
        "", {"choices": [{"prompt": "Move a meeple."}, {"label": "Dojo: piocher"}, {"label": "Dojo\u00a0: piocher"}]}
    )
    assert list(reader.found) == ["Move a meeple.", "Dojo: piocher"]
