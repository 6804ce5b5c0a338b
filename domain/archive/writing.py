"""Writing archives: the lines of a game's file, whole or redacted for one viewer. See docs/archive.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from domain.archive.lines import (
    FORMAT,
    SEALED,
    WITNESSED,
    EventLine,
    EvidenceLine,
    FiledEvent,
    FiledReceipt,
    Header,
    Pack,
)
from domain.kernel.audience import Viewer
from domain.kernel.rulesets import Rulesets
from domain.personal.values import NOTHING_SEALED, Openings, find_seals
from domain.proof import chain
from domain.proof.checkpoints import Inclusion
from domain.proof.receipts import unpack_signature
from domain.record.events import MAPPER, AnyEvent
from domain.record.game import Game, fold
from domain.record.locked_seed import is_locked, locked_seed_error
from domain.record.reading import event_hidden_pointers, visible_pointers
from domain.rows import Row

_encode = msgspec.json.Encoder().encode


def write_events(events: Iterable[AnyEvent], rulesets: Rulesets, *, unfinished: bool = False) -> Iterator[bytes]:
    """Write the lines of an archive, each with its line break. They contain the seed, so the game must be over.

    Raises ValueError for a running game, whose file would reveal its secrets, unless `unfinished` allows it, for games
    that nobody plays.
    """
    events = list(events)
    game = fold(events, rulesets)
    if game is None or (game.result is None and not unfinished):
        raise ValueError("only a game that is over can be archived: the file of a running one would reveal its secrets")
    rows = [FiledEvent(e.originator_version, e.TOPIC, MAPPER.to_stored_event(e).state) for e in events]
    yield from write_whole(rows, game)


def write_whole(
    rows: Iterable[Row],
    game: Game,
    talk: Sequence[Row] = (),
    evidence: Inclusion | None = None,
    openings: Openings = NOTHING_SEALED,
) -> Iterator[bytes]:
    """Write the lines of the archive of a game that is over, from its stored events and the messages of its talk.

    `evidence` is the proof that an event of the game is under a checkpoint that witnesses cosigned; `openings` open the
    sealed values. Raises SeedLocked if the stored events do not reveal the seed.
    """
    if is_locked(game.opened.seed):
        raise locked_seed_error(game.opened.seed)
    rows = list(rows)
    yield from _write_head(make_header(game, messages=len(talk)), game, (*rows, *talk), evidence)
    for row in rows:
        yield _encode_line(row, row.payload, openings)
    yield from _write_talk(talk, openings)
    yield from _write_evidence(evidence)


def write_redacted(
    rows: Sequence[Row],
    events: Sequence[AnyEvent],
    game: Game,
    viewer: Viewer,
    talk: Sequence[Row] = (),
    evidence: Inclusion | None = None,
    openings: Openings = NOTHING_SEALED,
) -> Iterator[bytes]:
    """Write the lines of the archive of a running game for one viewer; raises Unchainable for a changed event."""
    yield from _write_head(make_header(game, redacted=True, messages=len(talk)), game, (*rows, *talk), evidence)
    for row, event in zip(rows, events, strict=True):
        body, recorded = chain.split_digest(row.payload)
        pointers = event_hidden_pointers(event, game.ruleset)
        seen = visible_pointers(event, game.ruleset, viewer)
        public = chain.redact(body, game.secret, row.version, pointers, seen)
        # An event recorded before digests does not say what is hidden in it, so the file does.
        tail = b'"hidden":' + _encode(pointers) if recorded is None else b'"digest":"%s"' % recorded.encode()
        yield _encode_line(row, b"%s,%s}" % (public[:-1], tail), openings)
    yield from _write_talk(talk, openings)
    yield from _write_evidence(evidence)


def _write_talk(talk: Sequence[Row], openings: Openings) -> Iterator[bytes]:
    for message in talk:
        yield _encode_line(message, message.payload, openings)


def _write_evidence(evidence: Inclusion | None) -> Iterator[bytes]:
    if evidence is not None:
        yield _encode(EvidenceLine(evidence)) + b"\n"


def _write_head(header: Header, game: Game, rows: Sequence[Row], evidence: Inclusion | None = None) -> Iterator[bytes]:
    content = game.ruleset.content
    if any(find_seals(row.topic, row.payload) for row in rows):
        header = msgspec.structs.replace(header, kifu=SEALED)
    elif evidence is not None:
        header = msgspec.structs.replace(header, kifu=WITNESSED)
    yield _encode(header) + b"\n"
    yield _encode(Pack(content.digest, dict(sorted(content.files.items())))) + b"\n"


def make_header(game: Game, redacted: bool = False, messages: int = 0) -> Header:
    """Make the header of the archive of a game with this many messages."""
    opened = game.opened
    return Header(
        kifu=FORMAT,
        game=game.id,
        ruleset=opened.ruleset,
        rules=f"{opened.ruleset}@{opened.rules_version}",
        content=opened.content,
        players=game.players,
        status=game.status,
        steps=game.step,
        redacted=redacted,
        messages=messages or msgspec.UNSET,
    )


def _encode_line(row: Row, event: bytes, openings: Openings) -> bytes:
    """Encode the line of an event or a message, with the openings of those values that were not erased."""
    seals = find_seals(row.topic, row.payload)
    opened = {place: openings[seal] for place, seal in seals.items() if seal in openings}
    signed = unpack_signature(row.receipt) if row.receipt is not None else None
    receipt = FiledReceipt(*signed) if signed else None
    return _encode(EventLine(row.topic, msgspec.Raw(event), receipt, opened)) + b"\n"
