"""Import: restores a game from its archive with the same ids, versions, bytes, digests and receipts, or not at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from eventsourcing.persistence import IntegrityError

from domain.application.commands import Request, describe_game
from domain.application.errors import GameExists, KeyReused
from domain.application.stored.personal import list_values
from domain.application.stored.store import make_pack
from domain.application.stored.stored_games import StoredGames
from domain.archive import reading
from domain.archive.lines import Archive, BadArchive
from domain.kernel.audience import ARBITER, SPECTATOR
from domain.kernel.language import ENGLISH, later, say, speaking
from domain.kernel.rulesets import ContentMissing, Rulesets, UnknownRuleset
from domain.kernel.words import join_parts
from domain.personal.values import PLACES
from domain.proof.envelope import Unreadable, decode_json
from domain.proof.import_note import ForeignEvents, ImportedFile, is_vouched_for, named_keys, sign_note
from domain.proof.receipts import KeyDocument, Keyring, Signer
from domain.record import views
from domain.record.events import AnyEvent, GameOpened
from domain.record.game import Game, fold
from domain.record.talk import decode_message, talk_id
from domain.record.views import GameInfo
from domain.record.words import Reader, decode_event
from domain.rows import EventRow, ImportNote, PersonalValue, Row
from domain.verification import record as verification
from domain.verification.moves import Difference
from domain.verification.receipts import check_receipts
from domain.verification.talk import check_talk
from domain.verification.texts import Sealed, check_texts

LARGEST_INTEGER = 2**31 - 1
AHEAD = timedelta(days=1)
"""How far another service's clock may be ahead of ours."""
SURROGATE = re.compile("[\ud800-\udfff]")
LONGEST_FACT = 300
"""How many characters of a faulty fact are shown."""


class Restored(msgspec.Struct, frozen=True):
    """A restored game, and the feed position of its last event as "PARTITION:POSITION".

    `already_here`: the same game was stored before, byte for byte, so nothing changed. `counts`: its result counts in
    leaderboards, since each event has a receipt by our keys or by those that the operator named.
    """

    game: GameInfo
    position: str
    already_here: bool
    counts: bool


class Replaced(msgspec.Struct, frozen=True):
    """A game replaced by a better file, with the numbers of genuine receipts before and after."""

    game: GameInfo
    before: int
    after: int
    counts: bool


class Importer:
    """Restores games. `signer` signs the notes of imports, `keyring` has the keys of this service."""

    def __init__(self, stored: StoredGames, signer: Signer, keyring: Keyring) -> None:
        self._stored = stored
        self._signer = signer
        self._keyring = keyring

    def restore(
        self, archive: Archive, file: bytes, req: Request, now: datetime, keys: KeyDocument | None = None
    ) -> Restored:
        """Restore a game that is over.

        `file` is the SHA-256 of the archive. Receipts are checked with the keys of this service and with `keys`;
        receipts by other keys are kept unchecked. Raises BadArchive with the first line at fault, and GameExists; then
        nothing has changed. Errors are in the current language, records in English.
        """
        keyring = self._keyring.with_keys(keys.keys if keys is not None else ())
        game = check_archive(archive, self._stored.rulesets, self._stored.reader, keyring, now)
        dated = self._keyring.date(self._signer.key, now)
        imported = ImportedFile(game.id, archive.rows, archive.talk, file, keys)
        vouched = is_vouched_for(archive.rows, keyring)
        note = sign_note(imported, req.request_id, dated, self._signer, vouched=vouched)
        with speaking(ENGLISH):
            return self._record(archive, game, note, req)

    def _record(self, archive: Archive, game: Game, note: ImportNote, req: Request) -> Restored:
        """Record the events of a checked file, unless they are stored already; raises GameExists."""
        if stored := self._stored.store.rows(game.id):
            return self._same(stored, archive, game, req)
        key = req.key
        first = key.first_answer(describe_game(req, game)) if key is not None else None
        rows, talk = archive.rows, archive.talk
        streams = ((game.id, rows), (talk_id(game.id), talk)) if talk else ((game.id, rows),)
        try:
            pack, values = make_pack(game.ruleset), _list_values(archive)
            position = self._stored.store.imports.restore(note, streams, pack, first, values)
        except IntegrityError:
            # Somebody else has restored it, or used the key, in the meantime.
            if stored := self._stored.store.rows(game.id):
                return self._same(stored, archive, game, req)
            if key is not None and self._stored.store.first_answer(key.owner, key.key) is not None:
                raise KeyReused(
                    later("This Idempotency-Key was used for another file; take a new one for each.")
                ) from None
            raise
        return self._restored(game, req, position, already_here=False)

    def replace(
        self, archive: Archive, file: bytes, req: Request, now: datetime, keys: KeyDocument | None = None
    ) -> Replaced:
        """Replace the imported file of a game with a better one; nothing is deleted.

        It is better if more of its events have genuine receipts, by our keys and by `keys`, than the earlier one had by
        our keys and those named with it. Raises BadArchive, and GameExists if it is not better or if the game was
        played here. Running processes serve the earlier one until they end, and read models until they are rebuilt.
        """
        keyring = self._keyring.with_keys(keys.keys if keys is not None else ())
        game = check_archive(archive, self._stored.rulesets, self._stored.reader, keyring, now)
        store = self._stored.store
        note = store.imports.of_game(game.id)
        if note is None:
            raise GameExists(later("The game {id} was not imported here, so no file can take its place.", id=game.id))
        here, talk = store.rows(game.id), store.rows(talk_id(game.id))
        before = _count_genuine(here, game, self._keyring.with_keys(named_keys(note)))
        after = _count_genuine(archive.rows, game, keyring)
        if after <= before:
            raise GameExists(
                later(
                    "The file does not prove more than the game {id} that is here: {after} of its receipts are "
                    "genuine by the known keys, and {before} of those here.",
                    id=game.id,
                    after=after,
                    before=before,
                )
            )
        vouched = is_vouched_for(archive.rows, keyring)
        dated = self._keyring.date(self._signer.key, now)
        imported = ImportedFile(game.id, archive.rows, archive.talk, file, keys)
        new = sign_note(imported, req.request_id, dated, self._signer, vouched=vouched)
        streams = []
        if not _are_same(here, archive.rows):
            streams.append((game.id, archive.rows))
        if not _are_same(talk, archive.talk):
            streams.append((talk_id(game.id), archive.talk))
        store.imports.replace(new, streams, make_pack(game.ruleset), _list_values(archive))
        return Replaced(describe_game(req, game), before, after, vouched)

    def _same(self, stored: Sequence[EventRow], archive: Archive, game: Game, req: Request) -> Restored:
        # There may be further messages since the file was written.
        talk = self._stored.store.rows(talk_id(game.id), len(archive.talk))
        if not (_are_same(stored, archive.rows) and _are_same(talk, archive.talk)):
            raise GameExists(later("There is another game with the id {id} here.", id=game.id))
        return self._restored(game, req, stored[-1].position, already_here=True)

    def _restored(self, game: Game, req: Request, position: int, *, already_here: bool) -> Restored:
        note = self._stored.store.imports.of_game(game.id)
        at = f"{self._stored.store.partition_of(game.id)}:{position}"
        return Restored(describe_game(req, game), at, already_here, note is None or bool(note.vouched))


def _list_values(archive: Archive) -> list[PersonalValue]:
    """List the texts of a checked file that its seals stand for."""
    game_id, openings = archive.header.game, archive.openings
    sealed = [row for row in archive.rows if row.topic in PLACES]
    events = [decode_event(row.topic, game_id, row.version, row.payload) for row in sealed]
    said = [decode_message(row.topic, game_id, row.version, row.payload) for row in archive.talk]
    return [value for event in (*events, *said) for value in list_values(event, game_id, openings)]


def _count_genuine(rows: Sequence[Row], game: Game, keyring: Keyring) -> int:
    return check_receipts(rows, game.id, keyring, ForeignEvents(len(rows), keyring)).genuine


def _are_same(stored: Sequence[Row], filed: Sequence[Row]) -> bool:
    return [_stored_content(row) for row in stored] == [_stored_content(row) for row in filed]


def _stored_content(row: Row) -> tuple[str, bytes, bytes | None]:
    return row.topic, row.payload, row.receipt


def check_archive(archive: Archive, rulesets: Rulesets, reader: Reader, keyring: Keyring, now: datetime) -> Game:
    """Return the game of an archive if it can be restored; raises BadArchive with the first line at fault.

    `reader` is that of the read models: it must be able to put every event of the file into words.
    """
    if archive.header.redacted:
        why = say("the file is redacted, so it cannot be restored: the sealed values are missing")
        raise BadArchive(1, why)
    known = reading.rulesets_with_pack(archive, rulesets)
    events: list[AnyEvent] = []
    faults: list[BadArchive] = []
    try:
        events = reading.decode_events(archive, rulesets)
    except BadArchive as fault:
        faults.append(fault)
    faults += _record_faults(archive, known, keyring, decoded=not faults)
    first = min(faults, key=lambda fault: fault.line, default=None)
    _check_plain(archive, first)
    if first is not None:
        raise first
    _check_words(archive, events, reader, now)
    _check_messages(archive, now)
    game = fold(events, known)
    assert game is not None
    _check_over(archive, game)
    return game


def _check_plain(archive: Archive, before: BadArchive | None) -> None:
    """Raise BadArchive for the first value that our tables cannot store; `before` is a fault found earlier."""
    for line, row in enumerate((*archive.rows, *archive.talk), archive.line_of(1)):
        if before is not None and line >= before.line:
            return
        try:
            why = _unkeepable(decode_json(row.payload, object))
        except Unreadable as error:
            why = str(error)
        if why is not None:
            raise BadArchive(line, why)


def _check_messages(archive: Archive, now: datetime) -> None:
    """Raise BadArchive for the first message that is in the future."""
    for row in archive.talk:
        message = decode_message(row.topic, archive.header.game, row.version, row.payload)
        if message.timestamp > now + AHEAD:
            raise BadArchive(
                archive.line_of_message(row.version),
                say("the message is in the future: {timestamp}", timestamp=message.timestamp),
            )


def _unkeepable(value: object) -> str | None:
    if isinstance(value, str):
        if "\0" in value or not (value.isascii() or SURROGATE.search(value) is None):
            return say("a text with a character that cannot be stored")
    elif isinstance(value, int | float):
        if not -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
            return say("a number that is too large")
    elif isinstance(value, dict):
        return _first(map(_unkeepable, [*value, *value.values()]))
    elif isinstance(value, list):
        return _first(map(_unkeepable, value))
    return None


def _first(found: map[str | None]) -> str | None:
    return next((why for why in found if why is not None), None)


def _record_faults(archive: Archive, rulesets: Rulesets, keyring: Keyring, decoded: bool) -> list[BadArchive]:
    """Verify the file and return its faults: in the chain, the receipts, the signatures, the commitment and the moves.

    Unless all events were `decoded` in order, a fault before step 1 has already been reported with its line.
    """
    rows = archive.rows
    foreign = ForeignEvents(len(rows), keyring)
    talk = check_talk(Sealed(archive.talk, archive.openings), rows, archive.header.game, keyring, foreign)
    texts = check_texts(Sealed(rows, archive.openings))
    try:
        found = verification.verify(
            rows,
            archive.header.game,
            rulesets,
            keyring,
            verification.Surroundings(foreign=foreign, texts=texts, openings=archive.openings),
        )
    except (ContentMissing, UnknownRuleset) as error:
        return [BadArchive(archive.line_of(1), error.detail)]
    checks = (found.chain, found.receipts, found.signatures, found.texts)
    faults = [
        BadArchive(archive.line_of(fault.version), fault.why)
        for fault in (check.fault for check in checks if check is not None)
        if fault is not None
    ]
    if talk is not None and talk.fault is not None:
        faults.append(BadArchive(archive.line_of_message(talk.fault.version), talk.fault.why))
    if found.commitment is False:
        faults.append(BadArchive(archive.line_of(1), say("the seed is not the one that was committed to")))
    first = found.rules.first if found.rules is not None else None
    if first is not None and (first.step or decoded):
        version = first.step + 1 + len(archive.header.players) if first.step else 1
        faults.append(BadArchive(archive.line_of(version), _describe_difference(first)))
    return faults


def _describe_difference(found: Difference) -> str:
    """Say at which step the rules and the file differ, with the beginning of both facts."""
    shown = [say("step {step}: {why}", step=found.step, why=found.why)]
    if found.expected is not None:
        shown.append(say("the rules say {fact}", fact=_show_fact(found.expected)))
    if found.recorded is not None:
        shown.append(say("the file says {fact}", fact=_show_fact(found.recorded)))
    return join_parts(shown)


def _show_fact(fact: msgspec.Raw) -> str:
    return bytes(fact)[:LONGEST_FACT].decode(errors="replace")


def _check_words(archive: Archive, events: Sequence[AnyEvent], reader: Reader, now: datetime) -> None:
    """Raise BadArchive for an event that would stop the read models of all games."""
    opening = events[0]
    assert isinstance(opening, GameOpened)
    names = [player or "" for player in archive.header.players]
    for event in events:
        line = archive.line_of(event.originator_version)
        if event.timestamp > now + AHEAD:
            raise BadArchive(line, say("the event is in the future: {timestamp}", timestamp=event.timestamp))
        try:
            if event is opening:
                names += reader.sides(opening)
            why = _unkeepable(reader.words(event, names, SPECTATOR))
            reader.result(event)
        except Exception as error:
            raise BadArchive(
                line, say("the event cannot be put into words: {kind}: {error}", kind=type(error).__name__, error=error)
            ) from None
        if why is not None:
            raise BadArchive(line, why)


def _check_over(archive: Archive, game: Game) -> None:
    last = archive.line_of(len(archive.rows))
    if not game.is_over:
        why = say(
            "the game is not over: anyone who has its file knows its seed, and with it everything "
            "that is hidden or still to be drawn; it can be restored once it is over"
        )
        raise BadArchive(last, why)
    try:
        assert game.state is not None
        game.ruleset.check_state(game.state)
        for viewer in (SPECTATOR, ARBITER):
            msgspec.json.encode(views.view_state(game, viewer))
        msgspec.json.encode(views.view_game(game))
    except Exception as error:
        raise BadArchive(
            last, say("the game ends in an impossible state: {kind}: {error}", kind=type(error).__name__, error=error)
        ) from None
