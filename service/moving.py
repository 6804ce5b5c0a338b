"""Moves finished games to files in a folder or a bucket, and back.

Their rows and digests stay. First the game's file is written durably, whole or not at all; it is read back and compared
with the record, byte for byte; then one transaction replaces the payloads with stubs. If the process ends before that
transaction, the game is still in the database, and at most there is a file that the next run rewrites.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from uuid import UUID

import msgspec

from domain.application.audit import Audit
from domain.application.log_of_heads import Evidence
from domain.application.stored.stored_games import StoredGames
from domain.archive.lines import BadArchive
from domain.archive.reading import parse_archive
from domain.kernel.audience import SPECTATOR
from domain.kernel.errors import KifuError
from domain.kernel.language import later
from domain.proof.chain import split_digest
from domain.record.damage import damaged_record_error
from domain.record.talk import talk_id
from domain.rows import STUB, EventRow, Row
from eventstore.archive_files import ArchiveFiles
from eventstore.codec import make_stub
from eventstore.tables.moved_games import MovedGames, Place


class NotMoved(Exception):
    """A game was not moved; says why."""


class Moved(msgspec.Struct, frozen=True):
    """A game that was moved out: the number of events in its file, and the file's size in bytes."""

    game: UUID
    events: int
    bytes: int


class _Stream(msgspec.Struct, frozen=True):
    """The events or messages of a game; `id` is the stored stream."""

    id: UUID
    rows: Sequence[EventRow]


class Mover:
    """Moves games to files and back. `moved` has the rights of the database's owner."""

    def __init__(
        self,
        stored: StoredGames,
        audit: Audit,
        moved: MovedGames,
        files: ArchiveFiles,
        evidence: Evidence | None = None,
    ) -> None:
        self._stored = stored
        self._audit = audit
        self._moved = moved
        self._files = files
        self._evidence = evidence

    def move_out(self, game_id: UUID) -> Moved:
        """Move a game to its file; raises NotMoved, and FileAway if the file cannot be written or read."""
        try:
            self._check(game_id)
            # Messages first: later ones stay in the database and are not in the file.
            streams = list(self._streams(game_id))
            # What people wrote stays in the database, where it can be erased.
            lines = self._audit.archive(game_id, SPECTATOR, self._evidence, texts=False)
        except KifuError as error:
            raise NotMoved(error.detail) from error
        self._files.write(game_id, lines)
        filed = self._files.read(game_id, 0, len(lines) + 1, anew=True)
        places = list(_locate(game_id, filed, streams))
        if not places:
            raise NotMoved("It was recorded before there were digests.")
        self._moved.move_out(game_id, len(filed), hashlib.sha256(filed).digest(), places)
        return Moved(game_id, len(places), len(filed))

    def move_back(self, game_id: UUID) -> int:
        """Move a game back into the database, and return the number of its events.

        The file stays. Raises DamagedRecord if it was changed, FileAway if it cannot be read.
        """
        payloads: list[Place] = []
        for stream in self._streams(game_id):
            versions = set(self._moved.stubs(stream.id))
            payloads += [Place(stream.id, row.version, row.payload) for row in stream.rows if row.version in versions]
        if any(place.payload.startswith(STUB) for place in payloads):
            raise damaged_record_error(later("the file that it was moved to is another one"))
        if payloads:
            self._moved.move_back(game_id, payloads)
        return len(payloads)

    def _check(self, game_id: UUID) -> None:
        if self._stored.current(game_id).result is None:
            raise NotMoved("It is not over.")
        if not self._audit.verification(game_id, None, arbiter=True).holds:
            raise NotMoved("Its record does not hold; `kifu verify` says more.")

    def _streams(self, game_id: UUID) -> Iterator[_Stream]:
        store = self._stored.store
        for stream in (game_id, talk_id(game_id)):
            yield _Stream(store.stream_of(stream), store.rows(stream))


def _locate(game_id: UUID, filed: bytes, streams: Sequence[_Stream]) -> Iterator[Place]:
    """Locate the stubs of movable events in a file that must have all of them exactly as stored.

    The first event of a stream stays, since others read it to see what the stream is.
    """
    try:
        archive = parse_archive(line + b"\n" for line in filed.split(b"\n")[:-1])
    except BadArchive as error:
        raise NotMoved(f"Its file cannot be read back: {error}.") from error
    filed_rows: tuple[Sequence[Row], ...] = (archive.rows, archive.talk)
    for stream, rows in zip(streams, filed_rows, strict=True):
        if [_essence(row) for row in stream.rows] != [_essence(row) for row in rows[: len(stream.rows)]]:
            raise NotMoved("Its file has other events than its record.")
    at = 0
    for stream in streams:
        for row in stream.rows:
            at = filed.index(b'"event":' + row.payload, at) + len(b'"event":')
            if row.version > 1 and split_digest(row.payload)[1] is not None:
                yield Place(stream.id, row.version, make_stub(game_id, at, row.payload))


def _essence(row: Row) -> tuple[int, str, bytes, bytes | None]:
    return row.version, row.topic, row.payload, row.receipt
