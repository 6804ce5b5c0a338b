"""A running game as server-sent events."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import partial
from uuid import UUID

import msgspec
from flask import Response, request

from api.problems import malformed
from api.requests.blueprint import LAST_EVENT_ID, Answer, Blueprint
from api.requests.inputs import game_id as id_of
from api.requests.inputs import query
from api.requests.services import Services, asker, services
from api.requests.streams import Slot
from api.schemas.requests import LiveQuery
from domain.kernel.audience import Viewer
from domain.record.views import GameInfo
from eventstore.postgres.datastore import AWAY

blueprint = Blueprint("live", url_prefix="/v1/games/<game_id>", description="Watch as it happens")

EVENT_STREAM = "text/event-stream"
LIVE = LiveQuery()
COMMENT_SECONDS = 15.0
READ_SECONDS = 5.0
RETRY_SECONDS = 0.5
STEPS_A_READ = 100
COMMENT = b": still here\n\n"

EVENTS = {
    EVENT_STREAM: {
        "type": "object",
        "description": (
            "Each step as an event without a name, its data as in steps; while seats are free, `game` events with the "
            "game; at the end one `end` event with the game, then the stream closes."
        ),
        "properties": {
            "id": {"description": "The version of the game."},
            "event": {"description": "`game` or `end`; steps have no name."},
            "data": {"description": "A step or a game, as JSON."},
            "retry": {"description": "Milliseconds until a lost stream should be opened again."},
        },
    }
}


@blueprint.call(
    "/live",
    "GET",
    {
        200: Answer(types=EVENTS),
        204: Answer(description="The game is over and the client has seen all of it."),
    },
    query=LiveQuery,
    headers=[LAST_EVENT_ID],
    problems=["unknown-game", "unknown-seat", "not-your-seat"],
)
def watch_game(game_id: str) -> Response:
    """Watch a game

    The steps of a game as they happen, from the first one, or from where Last-Event-ID or `after` say.
    """
    by = asker()
    wanted = query(LIVE)
    here = services()
    at = id_of(game_id)
    here.games.viewer(at, by.player, by.arbiter, wanted["as_"])
    info = here.games.describe(at)
    seen = _last_version(info, wanted["after"])
    if info.over and seen >= info.version:
        nothing = Response(status=204)
        del nothing.headers["Content-Type"]
        return nothing
    headers = {"Cache-Control": "no-cache", "Vary": "Authorization", "X-Accel-Buffering": "no"}
    if request.method == "HEAD":
        return Response(mimetype=EVENT_STREAM, headers=headers)
    stream = Stream(here, at, (by.player, by.arbiter, wanted["as_"]), seen)
    slot = here.streams.take()
    response = Response(stream.events(slot), mimetype=EVENT_STREAM, headers=headers)
    response.call_on_close(slot.release)
    return response


class Stream:
    """What one client gets of one game: everything after version `seen`, for the eyes of `viewer`."""

    def __init__(self, here: Services, game_id: UUID, viewer: tuple[str | None, bool, str | None], seen: int) -> None:
        self._here = here
        self._game_id = game_id
        self._viewer = viewer
        self._seen = seen
        self._over = False

    def events(self, slot: Slot) -> Iterator[bytes]:
        """Events and comments until the game is over; `slot` is given back then, or when the client goes."""
        try:
            with self._here.feed.watch(self._game_id) as watch:
                yield b"retry: 2000\n\n"
                spoken = time.monotonic()
                while True:
                    for event in self._news():
                        yield event
                        spoken = time.monotonic()
                    if self._over:
                        return
                    silence = COMMENT_SECONDS - (time.monotonic() - spoken)
                    if not self._here.streams.wait(watch, max(0.0, min(silence, READ_SECONDS))):
                        return
                    if time.monotonic() - spoken >= COMMENT_SECONDS:
                        yield COMMENT
                        spoken = time.monotonic()
        finally:
            slot.release()

    def _news(self) -> Iterator[bytes]:
        """What the client has yet to see. While the database is away there are no news; the stream goes on after it."""
        try:
            info = self._here.games.describe(self._game_id)
            if info.version <= self._seen:
                return
            yield from self._steps(info)
        except AWAY:
            time.sleep(RETRY_SECONDS)
            return
        if info.step == 0:
            yield _event(info.version, msgspec.json.encode(info), "game")
        if info.over:
            yield _event(info.version, msgspec.json.encode(info), "end")
            self._over = True
        self._seen = info.version

    def _steps(self, info: GameInfo) -> Iterator[bytes]:
        games = self._here.games
        # Asked anew each time: when the game ends, everything is open to all.
        viewer = games.viewer(self._game_id, *self._viewer)
        while info.step and self._seen < info.version:
            after = max(0, self._seen - _offset(info))
            key = (self._game_id, after, info.version, viewer)
            last, events = self._here.streams.shared(key, partial(self._encoded, after, viewer))
            if last == 0:
                return
            yield events
            self._seen = last

    def _encoded(self, after: int, viewer: Viewer) -> tuple[int, bytes]:
        steps = self._here.games.steps(self._game_id, viewer, after, STEPS_A_READ)
        if not steps:
            return 0, b""
        return steps[-1].version, b"".join(_event(step.version, msgspec.json.encode(step)) for step in steps)


def _event(version: int, data: bytes, name: str | None = None) -> bytes:
    named = f"event: {name}\n" if name else ""
    return f"id: {version}\n{named}data: ".encode() + data + b"\n\n"


def _offset(info: GameInfo) -> int:
    """The version before step 1: versions go on one by one with the steps from there."""
    return info.version - info.step


def _last_version(info: GameInfo, after: int) -> int:
    header = request.environ.get("HTTP_LAST_EVENT_ID")
    if header:
        if not re.fullmatch(r"[0-9]{1,9}", header):
            raise malformed("Last-Event-ID is a version.", header="Last-Event-ID")
        return min(int(header), info.version)
    if after == 0:
        return 0
    return min(_offset(info) + after, info.version) if info.step else 0
