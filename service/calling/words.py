"""What a call says: a body by Standard Webhooks, or a message for a room of Discord or Slack."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.kernel.language import say, speaking
from eventstore.tables.accounts.webhooks import CallKind, Webhook


class CallData(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a call is about. A test is about no game."""

    player: Annotated[str, Meta(description="The player who is called.")]
    words: Annotated[str, Meta(description="The call in a sentence.")]
    game: UUID | None = None
    ruleset: Annotated[str | None, Meta(description="The id of the ruleset.")] = None
    version: Annotated[int | None, Meta(description="The version of the game, to send as If-Match.")] = None
    seats: Annotated[tuple[int, ...], Meta(description="The player's seats that it is about, counted from 0.")] = ()
    url: Annotated[str | None, Meta(description="The page of the game.")] = None


class CallBody(msgspec.Struct, frozen=True):
    """The body of a call, by Standard Webhooks."""

    type: Annotated[CallKind, Meta(description="turn, invited, game-over or test; more may come.")]
    timestamp: datetime
    data: CallData


class Subject(msgspec.Struct, frozen=True):
    """The game that a call is about: its version, its ruleset and its name in words, and seats of the player."""

    game: UUID
    version: int
    ruleset: str
    title: str
    seats: tuple[int, ...]


def encode_call(webhook: Webhook, kind: CallKind, subject: Subject | None, at: datetime, origin: str | None) -> str:
    """Return the body of a call in the form and the language of its webhook.

    `origin` is the public address of the service, if it knows it: then a call leads to the page of the game.
    """
    url = f"https://{origin}/games/{subject.game}" if subject is not None and origin is not None else None
    with speaking(webhook.language):
        words = _say(kind, subject)
    line = f"{words} {url}" if url else words
    if webhook.form == "discord":
        # Nothing in a message may ping anybody.
        return msgspec.json.encode({"content": line, "allowed_mentions": {"parse": []}}).decode()
    if webhook.form == "slack":
        return msgspec.json.encode({"text": line}).decode()
    data = CallData(webhook.player, words)
    if subject is not None:
        data = CallData(webhook.player, words, subject.game, subject.ruleset, subject.version, subject.seats, url)
    return msgspec.json.encode(CallBody(kind, at, data)).decode()


def _say(kind: CallKind, subject: Subject | None) -> str:
    if subject is None:
        return say("This is a test: your webhook works.")
    if kind == "turn":
        return say("It is your turn in {title}.", title=subject.title)
    if kind == "invited":
        return say("A seat is kept for you in {title}.", title=subject.title)
    return say("{title} is over.", title=subject.title)
