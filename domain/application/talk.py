"""Table talk as commands and queries: who may speak, how much, and what was said.

A message goes into the stream of the talk, never into that of the game, so it conflicts only with other messages.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import cast
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError

from domain.application.arbitration import find_speaker
from domain.application.commands import Recorded, Request, SentMessage
from domain.application.errors import TalkClosed, TooManyMessages, TooManyRequests
from domain.application.stored.personal import list_values, open_events
from domain.application.stored.stored_games import StoredGames
from domain.kernel.errors import Malformed
from domain.kernel.language import later
from domain.personal.values import Openings, open_values, seal_values
from domain.proof.chain import digest_bytes
from domain.record.damage import DamagedRecord, reading_record
from domain.record.disputes import hides_something
from domain.record.event import Moment
from domain.record.events import MessageSent, link, recorded_digest
from domain.record.game import Game
from domain.record.talk import (
    LONGEST_MESSAGE,
    MOST_IN_WINDOW,
    MOST_MESSAGES,
    WINDOW,
    MessageView,
    hide_text,
    is_message,
    talk_id,
    view_message,
)
from domain.record.words import make_receipt
from domain.rows import KeptAnswer


class Said(msgspec.Struct, frozen=True):
    """What a player says, and for which seat."""

    text: str
    seat: int | None


def compose_message(
    game: Game, latest: Sequence[MessageSent], req: Request, said: Said, moment: Moment
) -> tuple[MessageSent, Openings]:
    """Return the next message of a game, with its text sealed, and what opens it.

    `latest` are the last messages before it, the newest first.

    Raises Unauthenticated, UnknownSeat, NotYourSeat, TooManyRequests, and Malformed if the text cannot be a message.
    """
    speaker, player = find_speaker(game, req, said.seat)
    if not is_message(said.text) or hides_something(said.text):
        why = later(
            "1 to {most} characters on one line, without invisible or control characters.", most=LONGEST_MESSAGE
        )
        raise Malformed(why, pointer="/text")
    _check_pace([message.timestamp for message in latest if message.seat == speaker], moment.now)
    previous = latest[0] if latest else None
    message = MessageSent(
        originator_id=talk_id(game.id),
        originator_version=previous.originator_version + 1 if previous is not None else 1,
        timestamp=moment.now,
        request_id=req.request_id,
        game=game.id,
        step=game.step,
        seat=speaker,
        player=player,
        text=said.text,
    )
    sealed, openings = seal_values(message, moment.entropy)
    # Nothing in it is hidden, so the digest does not need the seed.
    return link(sealed, (), recorded_digest(previous) if previous is not None else None, b""), openings


def _check_pace(sent: Sequence[datetime], now: datetime) -> None:
    """Raise TooManyRequests if a seat that sent messages at these times, the newest first, has to wait."""
    if len(sent) < MOST_IN_WINDOW:
        return
    left = (sent[MOST_IN_WINDOW - 1] + WINDOW - now).total_seconds()
    if left > 0:
        most, seconds = MOST_IN_WINDOW, int(WINDOW.total_seconds())
        why = later("A seat may send {most} messages in {seconds} seconds.", most=most, seconds=seconds)
        raise TooManyRequests(why, max(1, math.ceil(left)))


class Talk:
    """The talk at the tables."""

    def __init__(self, stored: StoredGames) -> None:
        self._stored = stored

    def say(
        self, req: Request, game_id: UUID, text: str, seat: int | None = None
    ) -> Recorded[SentMessage] | KeptAnswer:
        """Say something for a seat of a game, by default the first one that the player holds.

        The game may wait for players, run, be paused or be over. Raises UnknownGame, Unauthenticated, UnknownSeat,
        NotYourSeat, TooManyMessages, TooManyRequests, KeyReused, TalkClosed for a game that was imported, and Malformed
        for a text that cannot be a message.
        """
        if (kept := self._kept_answer(req, game_id)) is not None:
            return kept
        refused = 0
        said = Said(text, seat)
        while True:
            # Messages before the game: then the step of the last message cannot be after that of the game.
            latest = self._latest_messages(game_id)
            message, openings = self._compose(self._stored.current(game_id), latest, req, said)
            try:
                return self._append_message(req, message, openings, latest)
            except IntegrityError as error:
                if (kept := self._kept_answer(req, game_id)) is not None:
                    return kept
                if message.originator_version == refused:
                    raise DamagedRecord(
                        later(
                            "The talk of this game was changed after message {last}, so nothing is added to it. The "
                            "verification of the game says more.",
                            last=refused - 1,
                        )
                    ) from error
                refused = message.originator_version

    def messages(self, game_id: UUID, after: int = 0, limit: int = 100) -> list[MessageView]:
        """Return at most `limit` messages of a game after message `after`, in order; none if there is no such game.

        Hidden ones are without their text.
        """
        found = self._read(game_id, after, limit)
        hidden = self._stored.store.moderation.hidden(game_id) if found else ()
        return [hide_text(message) if message.n in hidden else message for message in found]

    def find(self, game_id: UUID, n: int) -> MessageView | None:
        """Return a message of a game with its text, even a hidden one; None if there is no such message."""
        found = self._read(game_id, n - 1, 1)
        return found[0] if found else None

    def _read(self, game_id: UUID, after: int, limit: int) -> list[MessageView]:
        found = self._messages(game_id, after, limit)
        return [view_message(message) for message in open_events(self._stored.store.personal, found)]

    def _kept_answer(self, req: Request, game_id: UUID) -> KeptAnswer | None:
        """Return the first answer under the key of a request, with the text as it is to be read."""
        kept = self._stored.kept_answer(req.key)
        if kept is None:
            return None
        first = msgspec.json.decode(kept.body, type=SentMessage)
        found = self.find(game_id, first.n)
        text = found.text if found is not None else ""
        return msgspec.structs.replace(kept, body=msgspec.json.encode(msgspec.structs.replace(first, text=text)))

    def _compose(
        self, game: Game, latest: Sequence[MessageSent], req: Request, said: Said
    ) -> tuple[MessageSent, Openings]:
        if game.is_over and self._stored.store.imports.of_game(game.id) is not None:
            raise TalkClosed(later("The game was restored from a file, and its talk is what the file says."))
        moment = Moment(self._stored.clock(), self._stored.entropy)
        message, openings = compose_message(game, latest, req, said, moment)
        # A seat cannot have sent more messages than exist, so counting is rarely needed.
        if message.originator_version > MOST_MESSAGES:
            sent = sum(one.seat == message.seat for one in self._messages(game.id))
            if sent >= MOST_MESSAGES:
                raise TooManyMessages(
                    later(
                        "Seat {seat} has sent {sent} messages, which is all that it may.", seat=message.seat, sent=sent
                    )
                )
        return message, openings

    def _latest_messages(self, game_id: UUID) -> list[MessageSent]:
        """Return the last messages of a game, the newest first: all that the seats can have sent within the window."""
        game = self._stored.last_seen(game_id)
        limit = MOST_IN_WINDOW * game.opened.seats
        with reading_record():
            return cast(list[MessageSent], list(self._stored.events.get(talk_id(game_id), desc=True, limit=limit)))

    def _messages(self, game_id: UUID, after: int = 0, limit: int | None = None) -> list[MessageSent]:
        with reading_record():
            return cast(list[MessageSent], list(self._stored.events.get(talk_id(game_id), gt=after, limit=limit)))

    def _append_message(
        self, req: Request, message: MessageSent, openings: Openings, latest: Sequence[MessageSent]
    ) -> Recorded[SentMessage]:
        receipt = make_receipt(message, self._stored.signer)
        view = view_message(open_values(message, openings))
        answer = SentMessage(**msgspec.structs.asdict(view), receipt=receipt or msgspec.UNSET)
        without_text = msgspec.structs.replace(answer, text="")
        position = self._stored.store_events(
            [message],
            # The text is in one place only, from which it can be erased.
            idempotency=req.key.first_answer(without_text) if req.key is not None else None,
            previous=digest_bytes(recorded_digest(latest[0])) if latest else None,
            receipts=[receipt],
            values=list_values(message, message.game, openings),
        )
        return Recorded(answer, message.game, f"{self._stored.store.partition_of(message.originator_id)}:{position}")
