"""Bots that can be asked to play: those that listen for their turns."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from flask import Response
from msgspec import Meta

from api.calls.live import COMMENT_SECONDS
from api.requests.blueprint import Blueprint
from api.requests.etags import send_revalidated
from api.requests.inputs import refuse_query
from api.requests.services import services
from api.responses.pages import answer_whole, in_lines
from eventstore.tables.accounts.kinds import Kind, ListeningBot

blueprint = Blueprint("bots", url_prefix="/v1/bots", description="Find a bot to play with")

MOST_BOTS = 1000
LISTENING_SECONDS = 2.5 * COMMENT_SECONDS
"""How long a bot stays listed after its last sign of life; it sends one every `COMMENT_SECONDS`."""
WORDS: dict[Kind, str] = {
    "random": "Plays any legal move, without a thought.",
    "greedy": "Tries moves with what its seat may see, and plays the one that leaves it best off.",
}


class BotInfo(msgspec.Struct, frozen=True):
    """A bot that accepts games now: reserve a seat for it."""

    name: Annotated[str, Meta(description="The player for whom to reserve a seat.")]
    kind: Annotated[Literal["random", "greedy", "other"], Meta(description="other: not one of the service's own.")]
    rulesets: Annotated[tuple[str, ...], Meta(description="The ids of the rulesets that it plays.")]
    description: Annotated[str | None, Meta(description="What it does; null if only its owner knows.")]


class Bots(msgspec.Struct, frozen=True):
    """The bots that accept games now."""

    items: Annotated[tuple[BotInfo, ...], Meta(description="Those of the service first, then by name.")]


@blueprint.call("", "GET", {200: answer_whole(Bots, BotInfo)}, token=None)
def list_bots() -> Response:
    """List bots

    The bots that are listening for their turns, at most a thousand. To play with one, reserve a seat for it: it sits
    down within a second.
    """
    refuse_query()
    listening = services().parts.player_kinds.list_listening(LISTENING_SECONDS, MOST_BOTS)
    found = tuple(map(_describe_bot, listening))
    return in_lines(send_revalidated(Bots(found)), found)


def _describe_bot(bot: ListeningBot) -> BotInfo:
    rulesets = bot.rulesets or tuple(ruleset.id for ruleset in services().parts.games.stored.rulesets)
    kind: Literal["random", "greedy", "other"] = bot.kind if bot.kind in ("random", "greedy") else "other"
    return BotInfo(bot.player, kind, rulesets, WORDS.get(bot.kind))
