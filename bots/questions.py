"""The service's questions to a seat, in the form that a bot reads."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

SAMPLES = 8
"""How many moves are made from a template to choose from."""


class Several(msgspec.Struct, frozen=True):
    """The values for an argument that holds several."""

    of: tuple[str | int, ...]
    least: int
    most: int


class Template(msgspec.Struct, frozen=True):
    """A family of moves too large to list."""

    type: str
    bounds: dict[str, tuple[int, int]] = {}
    sets: dict[str, Several] = {}

    def make(self, random: Random) -> msgspec.Raw:
        """Make a move of the family, which need not be legal."""
        move: dict[str, object] = {"type": self.type}
        for name, (least, greatest) in self.bounds.items():
            move[name] = random.randint(least, greatest)
        for name, several in self.sets.items():
            most = min(several.most, len(several.of))
            move[name] = random.sample(several.of, random.randint(min(several.least, most), most))
        return msgspec.Raw(msgspec.json.encode(move))


class Legal(msgspec.Struct, frozen=True):
    """A move that is listed."""

    move: msgspec.Raw


class Question(msgspec.Struct, frozen=True):
    """A question to a seat. One that is `standing` need not be answered."""

    seat: int
    moves: tuple[Legal, ...] | None = None
    template: Template | None = None
    standing: bool = False


class Questions(msgspec.Struct, frozen=True):
    """The open questions at a version of a game."""

    version: int
    choices: tuple[Question, ...]


class Option(msgspec.Struct, frozen=True):
    """A move that a bot may choose. One made from a template may turn out to be illegal."""

    move: msgspec.Raw
    listed: bool


def list_options(asked: Questions, seat: int, random: Random) -> Sequence[Option]:
    """List the options of a seat: answers to its first question, and moves of standing offers."""
    own = [question for question in asked.choices if question.seat == seat]
    first = next((question for question in own if not question.standing), None)
    if first is None:
        return ()
    beside = [question for question in own if question.standing]
    options = [Option(legal.move, True) for question in (first, *beside) for legal in question.moves or ()]
    if first.template is not None:
        options += [Option(first.template.make(random), False) for _ in range(SAMPLES)]
    return options
