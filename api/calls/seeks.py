"""Seeks: what games players would play. The service opens a game as soon as some of them fit together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
from flask import Response

from api.calls.moderation.standing import UNSUITED, check_may_play
from api.requests.blueprint import (
    CACHED,
    HELD_TAG,
    IDEMPOTENCY_KEY,
    LOCATION,
    REPLAYED,
    Answer,
    Blueprint,
    Takes,
)
from api.requests.etags import send_uncached
from api.requests.idempotency import first_answer, record_once, request_key
from api.requests.inputs import LARGEST_BODY, parse_id, read_body, read_query, refuse_query
from api.requests.services import asker, games, known_asker, known_player, services
from api.responses.pages import answer_list, answer_ranking, following_place, read_place, send_page, send_ranking
from api.schemas.requests import Paging
from api.schemas.seeks import NewSeek, SeeksQuery, SeekView, view_seek
from domain.application import errors
from domain.application.seeking.seek import MOST_SEEKS, SoughtGame, Wanted, list_kinds
from domain.kernel.language import later
from domain.rows import SeekRow
from eventstore.tables.accounts.seeks import TooManySeeks
from projections.queries.items import Page

blueprint = Blueprint("seeks", url_prefix="/v1", description="Find others to play with")

NEW_SEEK, SEEKS, PAGING = NewSeek(), SeeksQuery(), Paging()


@blueprint.call(
    "/seeks",
    "POST",
    {201: Answer(SeekView, headers={**LOCATION, **REPLAYED})},
    takes=Takes(body=NewSeek, headers=[IDEMPOTENCY_KEY]),
    problems=[*UNSUITED, "unknown-ruleset", "bad-options", "too-many-seeks", "key-reused"],
    token=True,
)
def open_seek() -> Response:
    """Seek a game

    Says what you would play, and with whom. Within a second of there being enough of you, a game is opened in which a
    seat is reserved for each: your stream of /v1/me/turns says `invited`, and the seek names the game. Several seeks
    are several ways to one game: when one is matched, your others are withdrawn.
    """
    player, _ = known_player()
    check_may_play(known_asker())
    key = request_key(known_asker().owner)
    wanted = _read_wanted(read_body(NEW_SEEK, limit=LARGEST_BODY))
    refuse_query()
    if (kept := first_answer(services().recorder, key)) is not None:
        return _locate(kept)
    now = datetime.now(UTC)
    minutes = timedelta(minutes=wanted.minutes)
    stored = msgspec.json.encode(wanted.sought).decode()
    row = SeekRow(uuid4(), player, stored, now, now + minutes)
    (view,) = _view([row])
    try:
        return _locate(
            record_once(
                services().recorder, key, view, lambda answer: services().parts.seeks.add(row, MOST_SEEKS, answer)
            )
        )
    except TooManySeeks:
        raise errors.TooManySeeks(
            later("{most} seeks of yours are open; withdraw one before you open another.", most=MOST_SEEKS)
        ) from None


@blueprint.call(
    "/seeks",
    "GET",
    {200: answer_ranking(SeekView), 304: Answer(description="The client has this page already.")},
    takes=Takes(query=SeeksQuery, headers=[HELD_TAG]),
    problems=["unknown-ruleset"],
    token=None,
)
def list_seeks() -> Response:
    """List open seeks

    What others would play now, the newest first. To play with one of them, seek the same game.
    """
    wanted = read_query(SEEKS)
    ruleset = wanted["ruleset"]
    if ruleset is not None:
        ruleset = games().stored.rulesets[ruleset].id
    found = services().parts.seeks.list_open(ruleset, read_place(wanted["after"]), wanted["limit"] + 1)
    return send_ranking(_page(found, wanted["limit"]))


@blueprint.call("/me/seeks", "GET", {200: answer_list(SeekView)}, takes=Takes(query=Paging), token=True)
def list_my_seeks() -> Response:
    """List my seeks

    Your seeks, the newest first, with what has become of them. Those that ended a week ago are gone.
    """
    player, _ = known_player()
    wanted = read_query(PAGING)
    found = services().parts.seeks.of_player(player, read_place(wanted["after"]), wanted["limit"] + 1)
    response = send_page(_page(found, wanted["limit"]))
    response.headers["Vary"] = "Authorization"
    return response


@blueprint.call("/seeks/<seek_id>", "GET", {200: Answer(SeekView, headers=CACHED)}, problems=["unknown-seek"])
def get_seek(seek_id: str) -> Response:
    """Get a seek

    A seek that is open, for everybody; one that has ended only for its player and the operator.
    """
    by = asker()
    refuse_query()
    row = _find(seek_id)
    (view,) = _view([row])
    if view.status != "open" and not by.operator and by.player != row.player:
        raise _unknown_error(seek_id)
    return send_uncached(view)


@blueprint.call(
    "/seeks/<seek_id>",
    "DELETE",
    {200: Answer(SeekView)},
    problems=["unknown-seek", "not-seeker", "seek-matched"],
    token=True,
)
def withdraw_seek(seek_id: str) -> Response:
    """Withdraw a seek

    As its player or the operator: it leads to no game. Withdrawing it again changes nothing.
    """
    by = known_asker()
    refuse_query()
    row = _find(seek_id)
    if not by.operator and by.player != row.player:
        raise errors.NotSeeker(later("The seek is that of {player}.", player=row.player))
    services().parts.seeks.withdraw(row.id)
    (view,) = _view([_find(seek_id)])
    if view.status == "matched":
        raise errors.SeekMatched(
            later("The seek has led to the game {game}: leave your seat there, or do not take it.", game=view.game)
        )
    return send_uncached(view)


class _Sent(msgspec.Struct, frozen=True):
    """The body of a new seek."""

    sought: Wanted
    minutes: int


def _read_wanted(sent: dict[str, Any]) -> _Sent:
    """Read what a body seeks; raises UnknownRuleset, BadOption."""
    sought = Wanted(
        tuple(
            SoughtGame(game["ruleset"], tuple(dict.fromkeys(game["seats"])), game["options"]) for game in sent["games"]
        ),
        sent["rated"],
        sent["rating_within"],
    )
    list_kinds(sought, games().stored.rulesets)
    return _Sent(sought, sent["minutes"])


def _find(seek_id: str) -> SeekRow:
    """Return a seek by its id in a path; raises UnknownSeek."""
    at = parse_id(seek_id)
    found = services().parts.seeks.find(at) if at is not None else None
    if found is None:
        raise _unknown_error(seek_id)
    return found


def _unknown_error(seek_id: str) -> errors.UnknownSeek:
    return errors.UnknownSeek(later("There is no open seek {seek!r}.", seek=seek_id))


def _view(rows: Sequence[SeekRow]) -> list[SeekView]:
    now = datetime.now(UTC)
    bots = services().parts.player_kinds.find_bots(row.player for row in rows)
    return [view_seek(row, now, row.player in bots) for row in rows]


def _page(found: Sequence[SeekRow], limit: int) -> Page[SeekView]:
    """Return a page of `limit` seeks, given one more that tells whether there is a next page."""
    return Page(_view(found[:limit]), following_place(found, limit, lambda seek: seek.opened_at))


def _locate(response: Response) -> Response:
    """Add the URL of the seek to a response that describes one."""
    response.headers["Location"] = f"/v1/seeks/{msgspec.json.decode(response.get_data())['id']}"
    return response
