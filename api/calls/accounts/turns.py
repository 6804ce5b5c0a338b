"""The stream of an account: what is waiting for a player, in all of their games, as it happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from flask import Response
from msgspec import Meta

from api.calls.live import COMMENT_SECONDS, READ_SECONDS, RETRY_SECONDS
from api.requests.blueprint import Answer, Blueprint, Takes, Text
from api.requests.inputs import read_query
from api.requests.negotiation import media_type
from api.requests.services import Services, known_player, services
from api.requests.streams import Slot
from api.schemas.requests import TurnsQuery
from api.server.lanes import Lane, use_lane
from api.streaming import answers
from api.streaming.answers import Lines
from api.streaming.hub import Listener
from domain.kernel.errors import KifuError
from domain.record.views import GameInfo
from eventstore.postgres.away import AWAY
from eventstore.tables.accounts.kinds import BOTS

blueprint = Blueprint("turns", url_prefix="/v1/me/turns", description="Hear what waits for you")

TURNS = TurnsQuery()
SOON_SECONDS = 0.3
"""Delay before querying the read model again, since it may lag behind; later delays grow."""
MOST_GAMES = 1000
"""The most waiting games that a stream reports at once."""


class WaitingSeat(msgspec.Struct, frozen=True):
    """A seat that a game is waiting for."""

    game: UUID
    ruleset: Annotated[str, Meta(description="The id of the ruleset.")]
    seat: Annotated[int, Meta(description="The seat, counted from 0.")]
    version: Annotated[int, Meta(description="The version of the game, to send as If-Match.")]


class TurnEvent(msgspec.Struct, frozen=True, tag_field="event", tag="turn"):
    """A seat of yours has to move."""

    data: WaitingSeat


class InvitedEvent(msgspec.Struct, frozen=True, tag_field="event", tag="invited"):
    """A seat is reserved for you, which you can take."""

    data: WaitingSeat


class SettledEvent(msgspec.Struct, frozen=True, tag_field="event", tag="settled"):
    """Something announced earlier is no longer waiting: somebody moved, the seat was taken, or the game is over."""

    data: WaitingSeat


AccountEvent: TypeAlias = TurnEvent | InvitedEvent | SettledEvent
Told: TypeAlias = tuple[type[TurnEvent] | type[InvitedEvent], int]


class ServerSentEvents(answers.ServerSentEvents):
    """The format that browsers read with EventSource."""

    @staticmethod
    def encode(event: AccountEvent) -> bytes:
        """Encode one event."""
        return f"event: {event.__struct_config__.tag}\ndata: ".encode() + msgspec.json.encode(event.data) + b"\n\n"


FORMS: dict[str, type[ServerSentEvents | Lines]] = {form.media_type: form for form in (ServerSentEvents, Lines)}
EVENTS = {
    ServerSentEvents.media_type: Text("The data of each server-sent event.", data=(WaitingSeat,)),
    Lines.media_type: Text("One event per line. Empty lines are signs of life.", AccountEvent),
}


@blueprint.call(
    "",
    "GET",
    {200: Answer(types=EVENTS)},
    takes=Takes(query=TurnsQuery),
    problems=["unknown-ruleset"],
    token=True,
)
@use_lane(Lane.OPEN)
def watch_my_turns() -> Response:
    """Watch my turns

    What is waiting for you in all of your games: first everything waiting now, then each new event. A seat that has to
    move is announced again with every version of its game. After a reconnection, everything still waiting is announced
    again, so no event is lost. Server-sent events, or one JSON object per line if Accept asks for application/x-ndjson.
    A bot is listed in /v1/bots while it listens, with the rulesets that it names.
    """
    player, _ = known_player()
    rulesets = _read_rulesets(read_query(TURNS)["rulesets"])
    form = FORMS[media_type()]
    stream = Stream(services(), player, rulesets, form, answers.check_token())
    return answers.send_stream(form.media_type, stream.events)


def _read_rulesets(text: str | None) -> tuple[str, ...]:
    """Read the ids of rulesets in a list with commas; raises UnknownRuleset."""
    wanted = tuple(dict.fromkeys(text.split(","))) if text else ()
    for ruleset in wanted:
        services().parts.games.stored.rulesets[ruleset]
    return wanted


def _is_news(told: Told | None, now: Told) -> bool:
    """Return whether to report this to the client: a turn at each version of its game, a reservation once."""
    if not told:
        return True
    event, _ = now
    return told != now if event is TurnEvent else told[0] is not event


class Stream:
    """The events of one player. It ends when `is_valid` says that the token was revoked."""

    def __init__(
        self,
        here: Services,
        player: str,
        rulesets: Sequence[str],
        form: type[ServerSentEvents | Lines],
        is_valid: Callable[[], bool],
    ) -> None:
        self._here = here
        self._player = player
        self._rulesets = rulesets
        self._form = form
        self._is_valid = is_valid
        self._told: dict[UUID, tuple[str, dict[int, Told]]] = {}
        self._spoken = self._noted_at = self._list_at = float("-inf")
        self._pause = SOON_SECONDS

    def events(self, slot: Slot) -> Iterator[bytes]:
        """Yield events and signs of life until the client disconnects, then release `slot`."""
        try:
            with self._here.hub.listen(self._player) as listener:
                yield self._form.greeting
                self._spoken = time.monotonic()
                while self._is_valid():
                    for event in self._news(listener):
                        yield self._form.encode(event)
                        self._spoken = time.monotonic()
                    due = min(self._spoken + COMMENT_SECONDS, self._list_at) - time.monotonic()
                    if not self._here.streams.wait(listener.watch, max(0.0, min(due, READ_SECONDS))):
                        return
                    if time.monotonic() - self._spoken >= COMMENT_SECONDS:
                        yield self._form.sign_of_life
                        self._spoken = time.monotonic()
        finally:
            slot.release()

    def _news(self, listener: Listener) -> Iterator[AccountEvent]:
        """Return what has changed. While the database is unavailable there is no news; the stream catches up later."""
        changed = listener.take()
        try:
            self._note_listening()
            if time.monotonic() >= self._list_at:
                changed |= self._list_changed()
                self._list_at = time.monotonic() + self._pause
                self._pause = min(2 * self._pause, READ_SECONDS)
            for game in changed:
                yield from self._look_at(game)
        except AWAY:
            self._list_at = float("-inf")
            time.sleep(RETRY_SECONDS)

    def _note_listening(self) -> None:
        kinds = self._here.parts.player_kinds
        if time.monotonic() - self._noted_at >= COMMENT_SECONDS and kinds.find(self._player) in BOTS:
            kinds.note_listening(self._player, self._rulesets)
            self._noted_at = time.monotonic()

    def _list_changed(self) -> set[UUID]:
        """List the games whose state in the read model has not been reported yet."""
        waiting = self._here.parts.read_models.calls(self._player, MOST_GAMES)
        told = {game: max(version for _, version in seats.values()) for game, (_, seats) in self._told.items()}
        return {game for game, version in waiting.items() if version > told.get(game, -1)} | (told.keys() - waiting)

    def _look_at(self, game: UUID) -> Iterator[AccountEvent]:
        try:
            info = self._here.parts.games.queries.describe(game)
        except KifuError:
            # It cannot be read now, so it asks nobody anything.
            return
        ruleset, before = self._told.get(game, (info.ruleset, {}))
        now = self._find_waiting(info)
        for seat in before.keys() - now.keys():
            yield SettledEvent(WaitingSeat(game, ruleset, seat, info.version))
        for seat, told in now.items():
            if _is_news(before.get(seat), told):
                yield told[0](WaitingSeat(game, ruleset, seat, told[1]))
        if now:
            self._told[game] = ruleset, now
        else:
            self._told.pop(game, None)

    def _find_waiting(self, info: GameInfo) -> dict[int, Told]:
        """Return the open questions of a game to the player, by seat."""
        if info.status == "waiting":
            reserved = [seat.seat for seat in info.seats if seat.player is None and seat.reserved_for == self._player]
            return dict.fromkeys(reserved, (InvitedEvent, info.version))
        own = (seat for seat in info.to_move if info.seats[seat].player == self._player)
        return dict.fromkeys(own, (TurnEvent, info.version))
