"""Table talk: what the seats of a game say to each other.

Talk belongs to the record of a game without being a step of it. It has its own stream of events, numbered from 1, with
its own chain of digests: no message can come between a player and a move, raise a version, or be taken back.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Annotated, cast
from uuid import UUID, uuid5

import msgspec
from eventsourcing.persistence import MapperDeserialisationError, StoredEvent
from msgspec import Meta

from domain.kernel.language import say
from domain.record.disputes import is_unprintable
from domain.record.events import LONGEST_NAME, MAPPER, MessageSent
from domain.record.order import OutOfOrder

LONGEST_MESSAGE = 500
"""The most characters of a message."""
MOST_MESSAGES = 1000
"""How many messages a seat may send in one game."""
MOST_IN_WINDOW, WINDOW = 20, timedelta(minutes=1)
"""How many messages a seat may send within this time."""
LINE_BREAKS = ("Zl", "Zp")


class MessageView(msgspec.Struct, frozen=True):
    """A message of a seat, as everyone may read it."""

    n: Annotated[int, Meta(description="The number of the message in its game, from 1.")]
    step: Annotated[int, Meta(description="The last step when it was sent; 0 before the set-up.")]
    seat: Annotated[int, Meta(description="The seat that speaks.")]
    player: Annotated[str, Meta(description="The player on that seat.")]
    text: Annotated[str, Meta(description="What the seat says, on one line; empty if it was erased or is hidden.")]
    time: datetime
    hidden: Annotated[
        bool | msgspec.UnsetType, Meta(description="true: an arbiter has hidden the text. Missing otherwise.")
    ] = msgspec.UNSET


def talk_id(game_id: UUID) -> UUID:
    """Return the id of the stream of a game's talk: a UUID of version 5."""
    return uuid5(game_id, "talk")


def is_message(text: str) -> bool:
    """Return whether a text can be a message: one line that is not blank or too long and has no invisible
    characters."""
    return bool(text.strip()) and len(text) <= LONGEST_MESSAGE and not any(map(_is_refused, text))


def _is_refused(character: str) -> bool:
    return is_unprintable(character) or unicodedata.category(character) in LINE_BREAKS


def view_message(message: MessageSent) -> MessageView:
    """Return a message as everyone may read it; its text is empty if it is sealed."""
    text = message.text if isinstance(message.text, str) else ""
    return MessageView(message.originator_version, message.step, message.seat, message.player, text, message.timestamp)


def hide_text(message: MessageView) -> MessageView:
    """Return a message without its text, as everyone sees it once it is hidden."""
    return msgspec.structs.replace(message, text="", hidden=True)


def decode_message(topic: str, game_id: UUID, version: int, payload: bytes) -> MessageSent:
    """Decode a stored message of the talk of a game; raises MapperDeserialisationError if it is not a message of it."""
    if topic != MessageSent.TOPIC:
        raise MapperDeserialisationError(say("no message has the topic {topic!r}", topic=topic[:100]))
    stored = StoredEvent(talk_id(game_id), version, topic, payload)
    return cast(MessageSent, MAPPER.to_domain_event(stored))


def check_message(
    message: MessageSent, before: MessageSent | None, game_id: UUID, players: Collection[tuple[int, str]], steps: int
) -> None:
    """Raise OutOfOrder unless a message, whatever its text, can follow `before` in the talk of a game.

    `players` are the seats with everyone who has sat there, `steps` is the number of steps.
    """
    if message.game != game_id:
        raise OutOfOrder(say("the message is of another game"))
    if message.timestamp.tzinfo is None:
        raise OutOfOrder(say("its time has no time zone"))
    if (message.seat, message.player) not in players:
        raise OutOfOrder(
            say("seat {seat} is not that of {player!r}", seat=message.seat, player=message.player[:LONGEST_NAME])
        )
    if not (before.step if before is not None else 0) <= message.step <= steps:
        raise OutOfOrder(say("the message cannot have been sent after step {step}", step=message.step))


def check_text(text: str) -> None:
    """Raise OutOfOrder unless a text can be that of a message."""
    if not is_message(text):
        raise OutOfOrder(say("the text is empty, too long, or contains control characters or line breaks"))
