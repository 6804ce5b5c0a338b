"""The archive: one whole game in one file, `.kifu`.

NDJSON in UTF-8. The first line is the header, for people and for programs that only look: format, game, ruleset and
players. Every further line is one domain event in order, `{"topic": ..., "event": ...}`, byte for byte as stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID

import msgspec
from eventsourcing.persistence import MapperDeserialisationError

from domain.errors import ContentMissing, UnknownRuleset
from domain.events import EVENTS, MAPPER, AnyEvent, GameOpened
from domain.game import CannotRewind, fold
from domain.reading import decode
from domain.rulesets import Rulesets

FORMAT = 1
LONGEST_LINE = 1 << 20
MOST_LINES = 100_000
TOPICS = frozenset(event.TOPIC for event in EVENTS)


class BadArchive(ValueError):
    """A file that is no archive of a game: `line` (from 1) is the first one at fault, `why` says what is wrong."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: `kifu` is the format's version, the rest repeats what the events say."""

    kifu: int
    game: UUID
    ruleset: str
    rules: str
    content: str
    players: tuple[str | None, ...]
    status: str
    steps: int


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    topic: str
    event: msgspec.Raw


_encode = msgspec.json.Encoder().encode


def write(events: Iterable[AnyEvent], rulesets: Rulesets, *, unfinished: bool = False) -> Iterator[bytes]:
    """The lines of an archive, each with its line break. The seed is in it: for games that are over.

    Raises ValueError for a game that is still running, since its file would tell its secrets, unless the game may be
    `unfinished`: for those that nobody plays.
    """
    told = list(events)
    game = fold(told, rulesets)
    if game is None or (game.result is None and not unfinished):
        raise ValueError("only a game that is over can be archived: the file of a running one would tell its secrets")
    opened = game.opened
    rules = f"{opened.ruleset}@{opened.rules_version}"
    header = Header(FORMAT, game.id, opened.ruleset, rules, opened.content, game.players, game.status, game.step)
    yield _encode(header) + b"\n"
    for event in told:
        stored = MAPPER.to_stored_event(event)
        yield _encode(_Line(event.TOPIC, msgspec.Raw(stored.state))) + b"\n"


def read(lines: Iterable[bytes], rulesets: Rulesets) -> list[AnyEvent]:
    """The events of an archive; raises BadArchive with the first line at fault.

    That its facts follow from the rules is not checked here: see `domain.ledger.verify`.
    """
    numbered = enumerate(_bounded(lines), 1)
    first = next(numbered, None)
    if first is None:
        raise BadArchive(1, "the file is empty")
    header = _header(first[1])
    events = [_event(number, line, header.game, number - 1) for number, line in numbered]
    _check_whole(events, header, rulesets)
    return events


def _bounded(lines: Iterable[bytes]) -> Iterator[bytes]:
    for number, line in enumerate(lines, 1):
        if number > MOST_LINES:
            raise BadArchive(number, f"more than {MOST_LINES} lines")
        if len(line) > LONGEST_LINE:
            raise BadArchive(number, f"longer than {LONGEST_LINE} bytes")
        yield line


def _header(line: bytes) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadArchive(1, f"no header of an archive: {error}") from None
    except RecursionError:
        raise BadArchive(1, "nested too deeply") from None
    if header.kifu != FORMAT:
        raise BadArchive(1, f"format {header.kifu}; this Kifu reads format {FORMAT}")
    return header


def _event(number: int, line: bytes, game_id: UUID, version: int) -> AnyEvent:
    try:
        found = msgspec.json.decode(line, type=_Line)
        if found.topic not in TOPICS:
            raise BadArchive(number, f"no event of a game has the topic {found.topic!r}")
        return decode(found.topic, game_id, version, bytes(found.event))
    except (msgspec.DecodeError, UnicodeDecodeError, MapperDeserialisationError) as error:
        raise BadArchive(number, str(error)) from None
    except RecursionError:
        raise BadArchive(number, "nested too deeply") from None


def _check_whole(events: list[AnyEvent], header: Header, rulesets: Rulesets) -> None:
    last = len(events) + 1
    if not events or not isinstance(events[0], GameOpened):
        raise BadArchive(2, "a game begins with its opening")
    try:
        game = fold(events, rulesets)
    except (UnknownRuleset, ContentMissing) as error:
        raise BadArchive(2, error.detail) from None
    except (CannotRewind, LookupError, ValueError) as error:
        raise BadArchive(last, f"the events do not add up to a game: {error}") from None
    if game is None or (game.status, game.step) != (header.status, header.steps):
        raise BadArchive(last, f"the file ends too early: the header tells of {header.steps} steps, {header.status}")
