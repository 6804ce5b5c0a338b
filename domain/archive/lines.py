"""The lines of an archive: what each may hold, and how a file is split into them. See docs/archive.md."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec

from domain.archive.members import Twice, check_members
from domain.kernel.content import pack_digest
from domain.kernel.language import mark, say, translate
from domain.personal.values import Opening, Openings, find_seals
from domain.proof.checkpoints import Inclusion
from domain.proof.envelope import Unreadable, decode_json
from domain.proof.receipts import Hex16, Hex64, Hex128
from domain.record.events import TOPICS, MessageSent

FORMAT, FORMATS = 3, (1, 2, 3, 4, 5)
WITNESSED = 4
"""The format of a file whose last line is evidence; otherwise it is like 3."""
SEALED = 5
"""The format of a file with sealed texts. It may end with evidence."""
EVIDENCE_START = b'{"evidence":'
LONGEST_LINE = 1 << 20
MOST_LINES = 100_000
MOST_FILES = 64

FileName: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_.-]{1,100}\\.toml\\Z")]

CHUNK = 1 << 16
WRONG_STARTS = {
    b"\x1f\x8b": mark("the file is compressed with gzip: unpack it first"),
    b"PK\x03\x04": mark("the file is a zip: unpack it first"),
    b"\x28\xb5\x2f\xfd": mark("the file is compressed with zstd: unpack it first"),
    b"\xef\xbb\xbf": mark("the file starts with a byte order mark, which does not belong there"),
    b"\xff\xfe": mark("the file is UTF-16: it must be UTF-8"),
    b"\xfe\xff": mark("the file is UTF-16: it must be UTF-8"),
}
"""First bytes of files that people send by mistake, and what to tell them."""


class BadArchive(ValueError):
    """A file that is not an archive of a game: `line` (from 1) is the first one at fault, `why` says what is wrong."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(say("line {line}: {why}", line=line, why=why))
        self.line = line
        self.why = why


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: `kifu` is the format's version, the rest repeats facts from the events.

    `messages` is missing if nobody said anything.
    """

    kifu: int
    game: UUID
    ruleset: str
    rules: str
    content: str
    players: tuple[str | None, ...]
    status: str
    steps: Annotated[int, msgspec.Meta(ge=0, le=MOST_LINES)]
    redacted: bool = False
    messages: Annotated[int, msgspec.Meta(ge=1)] | msgspec.UnsetType = msgspec.UNSET


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The second line: the files of the content pack by name, unchanged, and their digest."""

    content: Hex64
    files: Annotated[dict[FileName, str], msgspec.Meta(max_length=MOST_FILES)]


class FiledReceipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The receipt of an event; its other members are in the event."""

    key: Hex16
    signature: Hex128


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any other line: one event of the game, or one message of its talk.

    `opened` opens the sealed texts of the event, by their JSON pointers; those that were erased are missing.
    """

    topic: str
    event: msgspec.Raw
    receipt: FiledReceipt | None = None
    opened: dict[str, Opening] = {}


class EvidenceLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a file of format 4: the proof that an event is under a checkpoint that witnesses cosigned."""

    evidence: Inclusion


class FiledEvent(msgspec.Struct, frozen=True):
    """An event in a file."""

    version: int
    topic: str
    payload: bytes
    receipt: bytes | None = None
    opened: dict[str, Opening] = {}


class Archive(msgspec.Struct, frozen=True):
    """A file; its events are still bytes. `pack` is None for formats before 3; `talk` holds the messages.

    `evidence` comes with format 4 and is unchecked.
    """

    header: Header
    rows: list[FiledEvent]
    pack: Pack | None = None
    talk: list[FiledEvent] = []
    evidence: Inclusion | None = None

    @property
    def openings(self) -> Openings:
        """The openings of the sealed texts, by the digits of the seals in whose place they are."""
        seals = ((row.opened, find_seals(row.topic, row.payload)) for row in (*self.rows, *self.talk) if row.opened)
        return {found[pointer]: opening for opened, found in seals for pointer, opening in opened.items()}

    def line_of(self, version: int) -> int:
        """Return the number of the line with the event of this version."""
        return version + (1 if self.pack is None else 2)

    def line_of_message(self, n: int) -> int:
        """Return the number of the line with this message of the talk."""
        return self.line_of(len(self.rows) + n)


def read_lines(read: Callable[[int], bytes], most: int | None = None) -> Iterator[bytes]:
    """Read the lines of a file, with their line feeds, one by one; `read(n)` returns at most n bytes.

    Raises BadArchive as soon as a line is too long, or the file has more than `most` bytes.
    """
    number, size, begun = 1, 0, b""
    while chunk := read(CHUNK):
        size += len(chunk)
        if most is not None and size > most:
            raise BadArchive(number, say("the file has more than {most} bytes", most=most))
        lines = (begun + chunk).split(b"\n")
        begun = lines.pop()
        for line in lines:
            yield line + b"\n"
        number += len(lines)
        if len(begun) > LONGEST_LINE:
            raise _too_long_error(number)
    if begun:
        yield begun


def digest_while_reading(read: Callable[[int], bytes], *digests: hashlib._Hash) -> Callable[[int], bytes]:
    """Wrap `read` for `read_lines` so that all bytes read are added to the digests."""

    def reading(size: int) -> bytes:
        chunk = read(size)
        for digest in digests:
            digest.update(chunk)
        return chunk

    return reading


def number_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Number lines from 1.

    Raises BadArchive for a line that is too long, is not text or repeats a member, and for too many lines.
    """
    for number, line in enumerate(lines, 1):
        if number > MOST_LINES:
            raise BadArchive(number, say("more than {most} lines", most=MOST_LINES))
        if len(line) > LONGEST_LINE:
            raise _too_long_error(number)
        _check_text(number, line)
        _check_members(number, line)
        yield number, line


def _too_long_error(number: int) -> BadArchive:
    return BadArchive(number, say("longer than {most} bytes", most=LONGEST_LINE))


def _check_text(number: int, line: bytes) -> None:
    if number == 1:
        for start, why in WRONG_STARTS.items():
            if line.startswith(start):
                raise BadArchive(1, translate(why))
    if line.endswith(b"\r\n"):
        raise BadArchive(number, say("the line ends with a carriage return: the file was changed in transit"))
    control = re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", line)
    if control is not None:
        raise BadArchive(number, say("a control character, byte {place} of the line", place=control.start() + 1))
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadArchive(number, say("not UTF-8, byte {place} of the line", place=error.start + 1)) from None


def _check_members(number: int, line: bytes) -> None:
    if line.removesuffix(b"\n") != line.strip():
        raise BadArchive(number, say("spaces around the object of the line"))
    try:
        check_members(line)
    except RecursionError:
        raise BadArchive(number, say("nested too deeply")) from None
    except Twice as error:
        raise BadArchive(number, str(error)) from None


def parse_header(line: bytes) -> Header:
    """Parse the first line; raises BadArchive."""
    try:
        header = decode_json(line, Header)
    except Unreadable as error:
        raise BadArchive(1, say("not the header of an archive: {error}", error=error)) from None
    written = decode_json(line, dict[str, msgspec.Raw])["game"]
    if bytes(written) != f'"{header.game}"'.encode():
        raise BadArchive(1, say("the id of the game is written as {game}", game=header.game))
    if header.kifu not in FORMATS:
        *others, last = map(str, FORMATS)
        raise BadArchive(
            1,
            say(
                "format {kifu}; this Kifu reads formats {others} and {last}",
                kifu=header.kifu,
                others=", ".join(others),
                last=last,
            ),
        )
    return header


def parse_pack(line: bytes, header: Header) -> Pack:
    """Parse the second line of a file of format 3; raises BadArchive."""
    try:
        pack = decode_json(line, Pack)
    except Unreadable as error:
        raise BadArchive(2, say("not the content of a game: {error}", error=error)) from None
    digest = pack_digest(pack.files)
    if digest != pack.content:
        raise BadArchive(2, say("the digest of the files is {digest}, not the one that is named", digest=digest))
    if pack.content != header.content:
        raise BadArchive(2, say("the content differs from the one in the header"))
    return pack


def parse_evidence(number: int, line: bytes) -> Inclusion:
    """Parse the last line of a file of format 4; raises BadArchive."""
    try:
        return decode_json(line, EvidenceLine).evidence
    except Unreadable as error:
        raise BadArchive(number, say("not the proof of an event: {error}", error=error)) from None


def parse_event(number: int, version: int, line: bytes) -> FiledEvent:
    """Parse the line of the event with this version, or of the message with this number; raises BadArchive."""
    try:
        found = decode_json(line, EventLine)
    except Unreadable as error:
        if line.startswith(b'{"kifu":'):
            raise BadArchive(number, say("another header: a file holds one game")) from None
        raise BadArchive(number, say("not an event of a game: {error}", error=error)) from None
    if found.topic not in TOPICS and found.topic != MessageSent.TOPIC:
        raise BadArchive(number, say("no event of a game has the topic {topic!r}", topic=found.topic[:100]))
    receipt = bytes.fromhex(found.receipt.key + found.receipt.signature) if found.receipt is not None else None
    payload = bytes(found.event)
    for pointer in found.opened.keys() - find_seals(found.topic, payload).keys():
        raise BadArchive(number, say("no sealed text is at {pointer!r}, which is opened", pointer=pointer[:100]))
    return FiledEvent(version, found.topic, payload, receipt, found.opened)
