"""The archive: one whole game in one file, `.kifu`.

NDJSON in UTF-8. The first line is the header, for people and for programs that only look: format, game, ruleset and
players. Every further line is one domain event in order, `{"topic": ..., "event": ..., "receipt": ...}`: the event byte
for byte as stored, the receipt (its key and signature) where one was given.

The file of a running game is *redacted* for one reader: in place of the values that not everyone may see it has
`{"sealed": ...}`, or `{"opened": VALUE, "salt": ...}` where the reader may; its chain of digests can be checked all the
same. Format 1 had neither digests nor receipts nor redacted files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

import msgspec
from eventsourcing.persistence import MapperDeserialisationError

from domain import chain
from domain.chain import Row
from domain.errors import ContentMissing, UnknownRuleset
from domain.events import EVENTS, MAPPER, AnyEvent, GameOpened, SeatTaken
from domain.game import CannotRewind, Game, fold, hidden_of, seen_in
from domain.kernel.audience import Viewer
from domain.reading import decode
from domain.receipts import Hex16, Hex128, unpacked
from domain.rulesets import Rulesets

FORMAT, FORMATS = 2, (1, 2)
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
    redacted: bool = False


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a line says of a receipt; the rest of it is in the event."""

    key: Hex16
    signature: Hex128


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    topic: str
    event: msgspec.Raw
    receipt: Signed | None = None


class Filed(msgspec.Struct, frozen=True):
    """An event as it is in a file."""

    version: int
    topic: str
    payload: bytes
    receipt: bytes | None = None


class Archive(msgspec.Struct, frozen=True):
    """A file, its events still as their bytes."""

    header: Header
    rows: list[Filed]


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
    rows = [Filed(e.originator_version, e.TOPIC, MAPPER.to_stored_event(e).state) for e in told]
    yield from whole(rows, game)


def whole(rows: Iterable[Row], game: Game) -> Iterator[bytes]:
    """The lines of the archive of a game that is over, from its events as they are stored."""
    yield _encode(_header_of(game)) + b"\n"
    for row in rows:
        yield _line(row, row.payload)


def redacted(rows: Sequence[Row], events: Sequence[AnyEvent], game: Game, viewer: Viewer) -> Iterator[bytes]:
    """The lines of the archive of a running game for one viewer; raises Unchainable for an event that was changed."""
    yield _encode(_header_of(game, redacted=True)) + b"\n"
    for row, event in zip(rows, events, strict=True):
        body, recorded = chain.split(row.payload)
        pointers = hidden_of(event, game.ruleset)
        seen = seen_in(event, game.ruleset, viewer)
        shown = chain.redacted(body, game.secret, row.version, pointers, seen)
        # An event of before digests does not say what is hidden in it, so the file does.
        tail = b'"hidden":' + _encode(pointers) if recorded is None else b'"digest":"%s"' % recorded.encode()
        yield _line(row, b"%s,%s}" % (shown[:-1], tail))


def _header_of(game: Game, redacted: bool = False) -> Header:
    opened = game.opened
    rules = f"{opened.ruleset}@{opened.rules_version}"
    return Header(
        FORMAT, game.id, opened.ruleset, rules, opened.content, game.players, game.status, game.step, redacted
    )


def _line(row: Row, event: bytes) -> bytes:
    signed = unpacked(row.receipt) if row.receipt is not None else None
    return _encode(_Line(row.topic, msgspec.Raw(event), Signed(*signed) if signed else None)) + b"\n"


def read(lines: Iterable[bytes], rulesets: Rulesets) -> list[AnyEvent]:
    """The events of an archive; raises BadArchive with the first line at fault.

    That its facts follow from the rules is not checked here: see `domain.verification`.
    """
    return events_of(parse(lines), rulesets)


def parse(lines: Iterable[bytes]) -> Archive:
    """The header and the events of a file as their bytes; raises BadArchive for what is no line of an archive."""
    numbered = enumerate(_bounded(lines), 1)
    first = next(numbered, None)
    if first is None:
        raise BadArchive(1, "the file is empty")
    header = _header(first[1])
    return Archive(header, [_row(number, line) for number, line in numbered])


def events_of(archive: Archive, rulesets: Rulesets) -> list[AnyEvent]:
    """The events of an archive that is not redacted; raises BadArchive with the first line at fault."""
    header = archive.header
    if header.redacted:
        raise BadArchive(1, "the file is redacted: its events cannot be read whole")
    events = [_event(row, header.game) for row in archive.rows]
    _check_whole(events, header, rulesets)
    return events


class _Public(msgspec.Struct):
    """What the header repeats of the events of a redacted file."""

    ruleset: str = ""
    rules_version: str = ""
    content: str = ""
    seats: int = 0
    seat: int = 0
    player: str | None = None
    n: int = 0


def check_redacted(archive: Archive) -> None:
    """Raise BadArchive where the header of a redacted file says otherwise than its events."""
    header, last = archive.header, len(archive.rows) + 1
    try:
        told = [msgspec.json.decode(row.payload, type=_Public) for row in archive.rows]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadArchive(last, f"the events cannot be read: {error}") from None
    if not told:
        raise BadArchive(2, "a game begins with its opening")
    opening, steps = told[0], max(event.n for event in told)
    if steps != header.steps:
        raise BadArchive(last, f"the file ends with step {steps}: the header tells of {header.steps} steps")
    taken = {e.seat: e.player for e, row in zip(told, archive.rows, strict=True) if row.topic == SeatTaken.TOPIC}
    players = tuple(taken.get(seat) for seat in range(len(header.players)))
    said = (opening.ruleset, f"{opening.ruleset}@{opening.rules_version}", opening.content, opening.seats, players)
    if said != (header.ruleset, header.rules, header.content, len(header.players), header.players):
        raise BadArchive(1, "the header says otherwise than the events")


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
    if header.kifu not in FORMATS:
        raise BadArchive(1, f"format {header.kifu}; this Kifu reads formats {' and '.join(map(str, FORMATS))}")
    return header


def _row(number: int, line: bytes) -> Filed:
    try:
        found = msgspec.json.decode(line, type=_Line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadArchive(number, str(error)) from None
    except RecursionError:
        raise BadArchive(number, "nested too deeply") from None
    if found.topic not in TOPICS:
        raise BadArchive(number, f"no event of a game has the topic {found.topic!r}")
    receipt = bytes.fromhex(found.receipt.key + found.receipt.signature) if found.receipt is not None else None
    return Filed(number - 1, found.topic, bytes(found.event), receipt)


def _event(row: Filed, game_id: UUID) -> AnyEvent:
    try:
        return decode(row.topic, game_id, row.version, row.payload)
    except MapperDeserialisationError as error:
        raise BadArchive(row.version + 1, str(error)) from None
    except RecursionError:
        raise BadArchive(row.version + 1, "nested too deeply") from None


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
    if _header_of(game) != msgspec.structs.replace(header, kifu=FORMAT):
        raise BadArchive(1, "the header says otherwise than the events")
