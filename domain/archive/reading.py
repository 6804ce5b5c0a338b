"""The archive: one whole game in one file, `.kifu`.

NDJSON in UTF-8. The first line is the header, for people and for programs that only look: format, game, ruleset and
players. The second is the content that the game was opened with, so that the file has everything needed to carry out
its moves. Every further line is one domain event in order, `{"topic": ..., "event": ..., "receipt": ...}`: the event
byte for byte as stored, the receipt (its key and signature) if there is one. After the events of the game come the
messages of its talk, in the same form, in format 5 with what opens their sealed texts. A file of format 4 ends with
evidence, and one of format 5 may: the proof that its last event is under a checkpoint that witnesses cosigned.

The file of a running game is *redacted* for one reader: in place of the values that not everyone may see it has
`{"sealed": ...}`, or `{"opened": VALUE, "salt": ...}` if the reader may; its chain of digests can still be checked.
Format 2 had no content; format 1 had neither digests nor receipts nor redacted files. See docs/archive.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from eventsourcing.persistence import MapperDeserialisationError

from domain.archive.lines import (
    EVIDENCE_START,
    FORMAT,
    SEALED,
    WITNESSED,
    Archive,
    BadArchive,
    FiledEvent,
    number_lines,
    parse_event,
    parse_evidence,
    parse_header,
    parse_pack,
)
from domain.archive.writing import make_header
from domain.kernel.content import BadContent
from domain.kernel.language import say, translate
from domain.kernel.rulesets import ContentMissing, Rulesets, UnknownRuleset
from domain.kernel.words import count_noun
from domain.proof.checkpoints import Inclusion
from domain.proof.envelope import Unreadable, read_envelope
from domain.record import order
from domain.record.events import AnyEvent, MessageSent, SeatTaken
from domain.record.game import Game, replay
from domain.record.seating.events import SeatLeft
from domain.record.talk import decode_message
from domain.record.words import decode_event


def parse_archive(lines: Iterable[bytes]) -> Archive:
    """Parse a file into header, content and the bytes of its events.

    Raises BadArchive for a line that does not belong in an archive, before looking at the lines after it.
    """
    found = number_lines(lines)
    _, first = next(found, (1, b""))
    if not first:
        raise BadArchive(1, say("the file is empty"))
    header, pack = parse_header(first), None
    if header.kifu >= 3:
        _, second = next(found, (2, b""))
        pack = parse_pack(second, header)
    events: list[FiledEvent] = []
    talk: list[FiledEvent] = []
    evidence: Inclusion | None = None
    for number, line in found:
        if evidence is not None:
            raise BadArchive(number, say("a line after the evidence: that comes last"))
        if header.kifu in (WITNESSED, SEALED) and line.startswith(EVIDENCE_START):
            evidence = parse_evidence(number, line)
            continue
        row = parse_event(number, len(events) + 1, line)
        if row.opened and header.kifu != SEALED:
            raise BadArchive(number, say("a text is opened, which only files of format {format} do", format=SEALED))
        if row.topic == MessageSent.TOPIC:
            talk.append(msgspec.structs.replace(row, version=len(talk) + 1))
        elif talk:
            raise BadArchive(number, say("an event of the game after a message: the messages come last"))
        else:
            events.append(row)
    archive = Archive(header, events, pack, talk, evidence)
    if header.kifu == WITNESSED and evidence is None:
        raise BadArchive(
            archive.line_of_message(len(talk) + 1), say("the file ends too early: the evidence is missing")
        )
    return archive


def rulesets_with_pack(archive: Archive, rulesets: Rulesets) -> Rulesets:
    """Return these rulesets with the content of a file; raises BadArchive if it cannot be used."""
    if archive.pack is None:
        return rulesets
    try:
        return rulesets.with_pack(archive.header.ruleset, archive.pack.content, archive.pack.files)
    except UnknownRuleset as error:
        raise BadArchive(1, error.detail.removesuffix(".")) from None
    except BadContent as error:
        raise BadArchive(2, say("the content cannot be used: {error}", error=error)) from None


def decode_events(archive: Archive, rulesets: Rulesets) -> list[AnyEvent]:
    """Decode the events of an archive that is not redacted; raises BadArchive with the first line at fault."""
    if archive.header.redacted:
        raise BadArchive(1, say("the file is redacted: its events cannot be read whole"))
    events, fault = _decode_rows(archive)
    game = _replay_rows(archive, events, rulesets_with_pack(archive, rulesets))
    if fault is not None:
        raise fault
    _check_header(archive, game)
    return events


def _decode_rows(archive: Archive) -> tuple[list[AnyEvent], BadArchive | None]:
    """Decode events up to the first unreadable one, and say what is wrong with it."""
    events: list[AnyEvent] = []
    for row in archive.rows:
        try:
            events.append(decode_event(row.topic, archive.header.game, row.version, row.payload))
        except MapperDeserialisationError as error:
            return events, BadArchive(archive.line_of(row.version), str(error))
    return events, None


def _replay_rows(archive: Archive, events: Sequence[AnyEvent], rulesets: Rulesets) -> Game | None:
    """Return the game after the events, each checked against the game before it; raises BadArchive."""
    game: Game | None = None
    steps = replay(events, rulesets)
    for row, event in zip(archive.rows, events, strict=False):
        line = archive.line_of(row.version)
        try:
            order.check_encoding(event, row.payload)
            order.check_event(game, event)
            _, game = next(steps)
            assert game is not None
            order.check_rules_version(game, event)
        except order.OutOfOrder as error:
            raise BadArchive(line, str(error)) from None
        except (UnknownRuleset, ContentMissing) as error:
            raise BadArchive(line, error.detail) from None
        except Exception as error:
            # Facts from a file can break the fold of a game in any way.
            raise BadArchive(
                line, say("the events do not add up to a game: {kind}: {error}", kind=type(error).__name__, error=error)
            ) from None
    return game


def _check_header(archive: Archive, game: Game | None) -> None:
    header, last = archive.header, archive.line_of(len(archive.rows))
    if game is None:
        raise BadArchive(archive.line_of(1), say("a game begins with its opening"))
    if (game.status, game.step) != (header.status, header.steps):
        raise BadArchive(
            last,
            say(
                "the file ends too early: the header says {steps} steps, {status}",
                steps=header.steps,
                status=header.status,
            ),
        )
    _check_messages(archive)
    if make_header(game, messages=len(archive.talk)) != msgspec.structs.replace(header, kifu=FORMAT):
        raise BadArchive(1, say("the header contradicts the events"))


def _check_messages(archive: Archive) -> None:
    said, found = archive.header.messages or 0, len(archive.talk)
    if said != found:
        told = count_noun(found, "message")
        raise BadArchive(
            archive.line_of_message(found), say("the file has {told}: the header says {said}", told=told, said=said)
        )
    for row in archive.talk:
        try:
            order.check_encoding(decode_message(row.topic, archive.header.game, row.version, row.payload), row.payload)
        except (order.OutOfOrder, MapperDeserialisationError) as error:
            raise BadArchive(archive.line_of_message(row.version), str(error)) from None


def check_redacted(archive: Archive) -> None:
    """Raise BadArchive if the header of a redacted file contradicts its events."""
    header, last = archive.header, archive.line_of(len(archive.rows))
    try:
        envelopes = [read_envelope(row.payload) for row in archive.rows]
    except Unreadable as error:
        raise BadArchive(last, say("the events cannot be read: {error}", error=error)) from None
    if not envelopes:
        raise BadArchive(archive.line_of(1), say("a game begins with its opening"))
    for row, envelope in zip(archive.rows, envelopes, strict=True):
        if envelope.time is None or order.write_time(envelope.time) != envelope.timestamp:
            raise BadArchive(archive.line_of(row.version), translate(order.OTHER_TIME))
    opening, steps = envelopes[0], max(envelope.n for envelope in envelopes)
    if steps != header.steps:
        raise BadArchive(
            last,
            say("the file ends with step {steps}: the header says {told} steps", steps=steps, told=header.steps),
        )
    _check_messages(archive)
    taken: dict[int, str | None] = {}
    for envelope, row in zip(envelopes, archive.rows, strict=True):
        if row.topic in (SeatTaken.TOPIC, SeatLeft.TOPIC):
            taken[envelope.seat] = envelope.player if row.topic == SeatTaken.TOPIC else None
    players = tuple(taken.get(seat) for seat in range(len(header.players)))
    said = (opening.ruleset, f"{opening.ruleset}@{opening.rules_version}", opening.content, opening.seats, players)
    if said != (header.ruleset, header.rules, header.content, len(header.players), header.players):
        raise BadArchive(1, say("the header contradicts the events"))
