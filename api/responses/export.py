"""The export of an account: everything that the service has of a player beside the records of games, as a zip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, TypeVar
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from api.schemas.answers import Caller
from api.schemas.moderation import view_measure, view_report
from api.schemas.seeks import view_seek
from api.schemas.webhooks import view_webhook
from domain.application.player_keys import list_keys
from domain.kernel.language import say
from domain.rows import MeasureRow, PersonalValue, ReportRow, SeekRow
from eventstore.tables.accounts.places import Place
from projections.queries.items import Page
from service.parts import Parts

IN_MEMORY = 1 << 20
"""The bytes of a zip that are kept in memory; a larger one is in a temporary file."""
PAGE = 500
CHUNK = 1 << 16

T = TypeVar("T")
R = TypeVar("R", SeekRow, ReportRow, MeasureRow)
_encode = msgspec.json.Encoder().encode


class WrittenText(msgspec.Struct, frozen=True, omit_defaults=True):
    """A text that a player wrote: a message by its number in the game, a claim or the words of a ruling by the step."""

    game: UUID
    kind: str
    text: str
    message: int | None = None
    step: int | None = None


def write_export(parts: Parts, caller: Caller, player: str) -> IO[bytes]:
    """Write everything about a player into a zip, and return it, open at its start."""
    target = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (its reader closes it)
    now = datetime.now(UTC)
    with ZipFile(target, "w", ZIP_DEFLATED) as zipped:
        zipped.writestr("README.txt", _describe(player, now))
        zipped.writestr("account.json", _encode(caller))
        for name, items in _files(parts, player, now):
            with zipped.open(name, "w") as file:
                file.writelines(_encode(item) + b"\n" for item in items)
    target.seek(0)
    return target


def read_chunks(file: IO[bytes]) -> Iterator[bytes]:
    """Read a file to its end and close it."""
    with file:
        while chunk := file.read(CHUNK):
            yield chunk


def _files(parts: Parts, player: str, now: datetime) -> Iterator[tuple[str, Iterable[object]]]:
    reads, stored = parts.read_models, parts.games.stored.store
    yield "tokens.ndjson", parts.tokens.list_valid(player)
    yield "events.ndjson", _follow_events(parts, player)
    yield "keys.ndjson", list_keys(stored.player_keys, player)
    games = _follow(lambda after: reads.games(player=player, unlisted=True, after=after, limit=PAGE))
    yield "games.ndjson", games
    disputes = _follow(lambda after: reads.disputes(player=player, unlisted=True, after=after, limit=PAGE))
    yield "disputes.ndjson", disputes
    yield "texts.ndjson", (_show_text(value) for value in _follow_texts(parts, player))
    seeks = _follow_rows(partial(parts.seeks.of_player, player), lambda row: row.opened_at)
    yield "seeks.ndjson", (view_seek(row, now, bot=False) for row in seeks)
    reports = _follow_rows(partial(parts.moderation.reports_of, player), lambda row: row.at)
    yield "reports.ndjson", (view_report(row, to_arbiters=False) for row in reports)
    measures = _follow_rows(partial(parts.moderation.measures_of, player), lambda row: row.at)
    yield "measures.ndjson", (view_measure(row, now, to_arbiters=False) for row in measures)
    yield "webhooks.ndjson", map(view_webhook, parts.webhooks.of_player(player))


def _follow(page: Callable[[str | None], Page[T]]) -> Iterator[T]:
    after: str | None = None
    while True:
        found = page(after)
        yield from found.items
        after = found.next
        if after is None:
            return


def _follow_events(parts: Parts, player: str) -> Iterator[object]:
    before: int | None = None
    while events := parts.tokens.events(player, before, PAGE):
        yield from events
        before = events[-1].n


def _follow_texts(parts: Parts, player: str) -> Iterator[PersonalValue]:
    after = b""
    while values := parts.games.stored.store.personal.written_by(player, after, PAGE):
        yield from values
        after = values[-1].seal


def _follow_rows(page: Callable[[Place | None, int], list[R]], at: Callable[[R], datetime]) -> Iterator[R]:
    after: Place | None = None
    while rows := page(after, PAGE):
        yield from rows
        after = Place(at(rows[-1]), rows[-1].id)


def _show_text(value: PersonalValue) -> WrittenText:
    n = value.number
    if value.kind == "message":
        return WrittenText(value.game_id, value.kind, value.value, message=n)
    return WrittenText(value.game_id, value.kind, value.value, step=n)


def _describe(player: str, now: datetime) -> str:
    lines = [
        say("Everything that this service has of {player}, on {day}.", player=player, day=now.date().isoformat()),
        say("account.json: who you are. tokens.ndjson: your tokens, without their secrets."),
        say("events.ndjson: what happened to your account. keys.ndjson: your public keys."),
        say("games.ndjson: the games in which you hold a seat. GET /v1/games/ID/archive gives every move of one."),
        say(
            "texts.ndjson: the messages, claims and rulings that you wrote. Those from before version 0.2.0 are in the "
            "archives of their games."
        ),
        say("disputes.ndjson: the disputes that you raised. seeks.ndjson: the games that you sought lately."),
        say("reports.ndjson: what you reported. measures.ndjson: what was done against you, and your appeals."),
        say("webhooks.ndjson: where you are called, without the secrets."),
    ]
    return "\n".join(lines) + "\n"
