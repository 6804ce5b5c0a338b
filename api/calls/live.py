"""A running game as a stream: server-sent events, or one JSON object a line, as Accept asks."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from flask import Response

from api.flask_app import current_request
from api.problems import malformed
from api.requests.blueprint import LAST_EVENT_ID, Answer, Blueprint, Takes, Text
from api.requests.inputs import parse_game_id, read_query
from api.requests.negotiation import media_type
from api.requests.readers import may_still_read, sent_secret
from api.requests.services import Services, asker, services
from api.requests.streams import Slot
from api.responses.languages import keep_speaking
from api.responses.marking import mark_bots
from api.schemas.requests import LiveQuery
from api.server.lanes import Lane, use_lane
from api.streaming import answers
from domain.kernel.audience import Viewer
from domain.kernel.language import current_language, later
from domain.record.talk import MessageView
from domain.record.views import GameInfo, StepView
from eventstore.postgres.away import AWAY

blueprint = Blueprint("live", url_prefix="/v1/games/<game_id>", description="Watch as it happens")

LIVE = LiveQuery()
COMMENT_SECONDS = 15.0
READ_SECONDS = 5.0
RETRY_SECONDS = 0.5
STEPS_A_READ = MESSAGES_A_READ = 100
VERSION = msgspec.Meta(description="The version of the game: send it as Last-Event-ID to continue after it.")


class LiveStep(msgspec.Struct, frozen=True, tag_field="event", tag="step"):
    """A step that was recorded."""

    id: Annotated[int, VERSION]
    data: Annotated[StepView, msgspec.Meta(description="The step, as in the list of steps.")]


class LiveGame(msgspec.Struct, frozen=True, tag_field="event", tag="game"):
    """The game, sent while seats are still free."""

    id: Annotated[int, VERSION]
    data: Annotated[GameInfo, msgspec.Meta(description="The game with its seats.")]


class LiveEnd(msgspec.Struct, frozen=True, tag_field="event", tag="end"):
    """The game is over; this is the last event."""

    id: Annotated[int, VERSION]
    data: Annotated[GameInfo, msgspec.Meta(description="The game with its result.")]


class LiveTalk(msgspec.Struct, frozen=True, tag_field="event", tag="talk"):
    """Somebody at the table said something."""

    id: Annotated[
        str, msgspec.Meta(description="The version of the game, a dot and the number of the message: as Last-Event-ID.")
    ]
    data: Annotated[MessageView, msgspec.Meta(description="The message, as in the list of messages.")]


LiveEvent: TypeAlias = LiveStep | LiveGame | LiveEnd | LiveTalk


class ServerSentEvents(answers.ServerSentEvents):
    """The format that browsers read with EventSource. A step has no event name, so that `onmessage` gets it."""

    mark = b"id: %d.%d\n\n"
    """A mark from which EventSource resumes, after a version and a message; it is not an event."""

    @staticmethod
    def encode(event: LiveEvent) -> bytes:
        """Encode one event."""
        named = "" if isinstance(event, LiveStep) else f"event: {event.__struct_config__.tag}\n"
        return f"id: {event.id}\n{named}data: ".encode() + msgspec.json.encode(event.data) + b"\n\n"


class Lines(answers.Lines):
    """The format for everything else; each line has its id, so no marks are needed."""

    mark = b""


FORMS: dict[str, type[ServerSentEvents | Lines]] = {form.media_type: form for form in (ServerSentEvents, Lines)}

EVENTS = {
    ServerSentEvents.media_type: Text(
        "The data of each server-sent event: a step, which has no event field; the game, behind the event game or end; "
        "or a message, behind talk. "
        "An id without data comes behind steps where somebody has said something. "
        "The stream closes after the event end. A lost stream is opened again after the milliseconds in retry.",
        data=(StepView, GameInfo, MessageView),
    ),
    Lines.media_type: Text("One event per line. Empty lines are signs of life.", LiveEvent),
}


@blueprint.call(
    "/live",
    "GET",
    {
        200: Answer(types=EVENTS),
        204: Answer(description="The game is over and the client has seen all of it."),
    },
    takes=Takes(query=LiveQuery, headers=[LAST_EVENT_ID]),
    problems=["unknown-game", "unknown-seat", "not-your-seat"],
    spoken=True,
)
@use_lane(Lane.OPEN)
def watch_game(game_id: str) -> Response:
    """Watch a game

    The steps of a game and the talk at its table, as it happens: steps from the first, or from where Last-Event-ID or
    `after` says, and all messages except those before Last-Event-ID. Server-sent events, or one JSON object per line if
    Accept asks for application/x-ndjson. A stream shows no more than its caller may see as a player: an arbiter who
    judges a dispute reads steps and states.
    """
    by = asker()
    wanted = read_query(LIVE)
    here = services()
    at = parse_game_id(game_id)
    here.parts.games.queries.viewer(at, by.player, wanted["as_"])
    info = here.parts.games.queries.describe(at)
    seen, heard = _last_seen(info, wanted["after"])
    if info.is_over and seen >= info.version:
        nothing = Response(status=204)
        del nothing.headers["Content-Type"]
        return nothing
    form = FORMS[media_type()]
    is_valid = answers.check_token()
    may_read = partial(may_still_read, here, by, at, sent_secret())
    viewer = (by.player, wanted["as_"])
    stream = Stream(here, at, viewer, (seen, heard), form, lambda: is_valid() and may_read())
    return answers.send_stream(form.media_type, lambda slot: keep_speaking(stream.events(slot)))


class Stream:
    """One client's events of one game, as `viewer` sees them: everything after a version and a message.

    It ends when `is_valid` says that the client's token was revoked or the link replaced.
    """

    def __init__(
        self,
        here: Services,
        game_id: UUID,
        viewer: tuple[str | None, str | None],
        seen: tuple[int, int],
        form: type[ServerSentEvents | Lines],
        is_valid: Callable[[], bool],
    ) -> None:
        self._here = here
        self._is_valid = is_valid
        self._game_id = game_id
        self._viewer = viewer
        self._seen, self._heard = seen
        self._form = form
        self._over = False

    def events(self, slot: Slot) -> Iterator[bytes]:
        """Yield events and signs of life until the game is over or the client disconnects, then release `slot`."""
        try:
            with self._here.parts.feed.watch(self._game_id) as watch:
                yield self._form.greeting
                spoken = time.monotonic()
                while self._is_valid():
                    for event in self._news():
                        yield event
                        spoken = time.monotonic()
                    if self._over:
                        return
                    silence = COMMENT_SECONDS - (time.monotonic() - spoken)
                    if not self._here.streams.wait(watch, max(0.0, min(silence, READ_SECONDS))):
                        return
                    if time.monotonic() - spoken >= COMMENT_SECONDS:
                        yield self._form.sign_of_life
                        spoken = time.monotonic()
        finally:
            slot.release()

    def _news(self) -> Iterator[bytes]:
        """Return what the client has not seen.

        While the database is unavailable there is no news; the stream resumes later.
        """
        try:
            info = mark_bots(self._here.parts.games.queries.describe(self._game_id), self._here.parts.player_kinds)
            changed = info.version > self._seen
            yield from self._steps(info)
            if changed and info.step == 0:
                yield self._form.encode(LiveGame(info.version, info))
            self._seen = max(self._seen, info.version)
            yield from self._talk(changed)
        except AWAY:
            time.sleep(RETRY_SECONDS)
            return
        if info.is_over:
            yield self._form.encode(LiveEnd(info.version, info))
            self._over = True

    def _steps(self, info: GameInfo) -> Iterator[bytes]:
        games = self._here.parts.games
        # Looked up each time: when the game ends, everyone may see everything.
        viewer = games.queries.viewer(self._game_id, *self._viewer)
        while info.step and self._seen < info.version:
            after = max(0, self._seen - _offset(info))
            key = (self._game_id, after, info.version, viewer, self._form, current_language())
            last, events = self._here.streams.shared(key, partial(self._encoded, after, viewer))
            if last == 0:
                return
            yield events
            self._seen = last

    def _talk(self, changed: bool) -> Iterator[bytes]:
        """Return what was said since, marked with at least the version from which a dropped stream resumes."""
        before = self._heard
        while said := self._here.parts.games.talk.messages(self._game_id, self._heard, MESSAGES_A_READ):
            yield b"".join(self._form.encode(LiveTalk(f"{self._seen}.{message.n}", message)) for message in said)
            self._heard = said[-1].n
        if self._form.mark and changed and before and self._heard == before:
            yield self._form.mark % (self._seen, before)

    def _encoded(self, after: int, viewer: Viewer) -> tuple[int, bytes]:
        steps = self._here.parts.games.queries.steps(self._game_id, viewer, after, STEPS_A_READ)
        if not steps:
            return 0, b""
        return steps[-1].version, b"".join(self._form.encode(LiveStep(step.version, step)) for step in steps)


def _offset(info: GameInfo) -> int:
    """The version before step 1: from there, each step adds one."""
    return info.version - info.step


def _last_seen(info: GameInfo, after: int) -> tuple[int, int]:
    """Return the version and the message after which the stream resumes."""
    header = current_request().environ.get("HTTP_LAST_EVENT_ID")
    if header:
        place = re.fullmatch(LAST_EVENT_ID.pattern, header, re.ASCII)
        if place is None:
            raise malformed(
                later("Last-Event-ID is a version, or one with a dot and a message."), header="Last-Event-ID"
            )
        version, _, message = header.partition(".")
        return min(int(version), info.version), int(message or 0)
    if after == 0:
        return 0, 0
    return (min(_offset(info) + after, info.version) if info.step else 0), 0
