"""Writing archives: the lines of a game's file, whole or redacted for one viewer. See docs/archive.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from domain.archive.lines import FORMAT, EventLine, Filed, Header, Pack, Signed
from domain.kernel.audience import Viewer
from domain.proof import chain
from domain.proof.receipts import unpacked
from domain.record.events import MAPPER, AnyEvent
from domain.record.game import Game, fold, hidden_of, seen_in
from domain.rows import Row
from domain.rulesets import Rulesets

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
    yield from _head(game)
    for row in rows:
        yield _line(row, row.payload)


def redacted(rows: Sequence[Row], events: Sequence[AnyEvent], game: Game, viewer: Viewer) -> Iterator[bytes]:
    """The lines of the archive of a running game for one viewer; raises Unchainable for an event that was changed."""
    yield from _head(game, redacted=True)
    for row, event in zip(rows, events, strict=True):
        body, recorded = chain.split(row.payload)
        pointers = hidden_of(event, game.ruleset)
        seen = seen_in(event, game.ruleset, viewer)
        shown = chain.redacted(body, game.secret, row.version, pointers, seen)
        # An event of before digests does not say what is hidden in it, so the file does.
        tail = b'"hidden":' + _encode(pointers) if recorded is None else b'"digest":"%s"' % recorded.encode()
        yield _line(row, b"%s,%s}" % (shown[:-1], tail))


def _head(game: Game, redacted: bool = False) -> Iterator[bytes]:
    content = game.ruleset.content
    yield _encode(header_of_game(game, redacted)) + b"\n"
    yield _encode(Pack(content.digest, dict(sorted(content.files.items())))) + b"\n"


def header_of_game(game: Game, redacted: bool = False) -> Header:
    """The header of the archive of a game."""
    opened = game.opened
    rules = f"{opened.ruleset}@{opened.rules_version}"
    return Header(
        FORMAT, game.id, opened.ruleset, rules, opened.content, game.players, game.status, game.step, redacted
    )


def _line(row: Row, event: bytes) -> bytes:
    signed = unpacked(row.receipt) if row.receipt is not None else None
    return _encode(EventLine(row.topic, msgspec.Raw(event), Signed(*signed) if signed else None)) + b"\n"
