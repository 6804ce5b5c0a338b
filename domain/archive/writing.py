"""Writing archives: the lines of a game's file, whole or redacted for one viewer. See docs/archive.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from domain.archive.lines import FORMAT, EventLine, FiledEvent, FiledReceipt, Header, Pack
from domain.kernel.audience import Viewer
from domain.proof import chain
from domain.proof.receipts import unpack_signature
from domain.record.events import MAPPER, AnyEvent
from domain.record.game import Game, event_hidden_pointers, fold, visible_pointers
from domain.rows import Row
from domain.rulesets import Rulesets

_encode = msgspec.json.Encoder().encode


def write_events(events: Iterable[AnyEvent], rulesets: Rulesets, *, unfinished: bool = False) -> Iterator[bytes]:
    """The lines of an archive, each with its line break. The seed is in it: for games that are over.

    Raises ValueError for a game that is still running, since its file would tell its secrets, unless the game may be
    `unfinished`: for those that nobody plays.
    """
    told = list(events)
    game = fold(told, rulesets)
    if game is None or (game.result is None and not unfinished):
        raise ValueError("only a game that is over can be archived: the file of a running one would tell its secrets")
    rows = [FiledEvent(e.originator_version, e.TOPIC, MAPPER.to_stored_event(e).state) for e in told]
    yield from write_whole(rows, game)


def write_whole(rows: Iterable[Row], game: Game) -> Iterator[bytes]:
    """The lines of the archive of a game that is over, from its events as they are stored."""
    yield from _write_head(game)
    for row in rows:
        yield _encode_line(row, row.payload)


def write_redacted(rows: Sequence[Row], events: Sequence[AnyEvent], game: Game, viewer: Viewer) -> Iterator[bytes]:
    """The lines of the archive of a running game for one viewer; raises Unchainable for an event that was changed."""
    yield from _write_head(game, redacted=True)
    for row, event in zip(rows, events, strict=True):
        body, recorded = chain.split_digest(row.payload)
        pointers = event_hidden_pointers(event, game.ruleset)
        seen = visible_pointers(event, game.ruleset, viewer)
        shown = chain.redact(body, game.secret, row.version, pointers, seen)
        # An event of before digests does not say what is hidden in it, so the file does.
        tail = b'"hidden":' + _encode(pointers) if recorded is None else b'"digest":"%s"' % recorded.encode()
        yield _encode_line(row, b"%s,%s}" % (shown[:-1], tail))


def _write_head(game: Game, redacted: bool = False) -> Iterator[bytes]:
    content = game.ruleset.content
    yield _encode(make_header(game, redacted)) + b"\n"
    yield _encode(Pack(content.digest, dict(sorted(content.files.items())))) + b"\n"


def make_header(game: Game, redacted: bool = False) -> Header:
    """The header of the archive of a game."""
    opened = game.opened
    rules = f"{opened.ruleset}@{opened.rules_version}"
    return Header(
        FORMAT, game.id, opened.ruleset, rules, opened.content, game.players, game.status, game.step, redacted
    )


def _encode_line(row: Row, event: bytes) -> bytes:
    signed = unpack_signature(row.receipt) if row.receipt is not None else None
    return _encode(EventLine(row.topic, msgspec.Raw(event), FiledReceipt(*signed) if signed else None)) + b"\n"
