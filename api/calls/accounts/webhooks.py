"""Webhooks: the caller's addresses that the service calls when a game waits for them."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from uuid import uuid4

import msgspec
from flask import Response

from api.flask_app import current_request
from api.requests.blueprint import Answer, Blueprint, Takes
from api.requests.etags import send_uncached
from api.requests.inputs import parse_id, read_body, read_query, refuse_query
from api.requests.services import known_player, services
from api.responses.pages import answer_list, answer_whole, following_place, in_lines, read_place, send_page
from api.responses.preferred import preferred_language
from api.schemas.requests import Paging
from api.schemas.webhooks import CallView, NewWebhook, Webhooks, WebhookView, view_call, view_webhook
from domain.application import errors
from domain.kernel.errors import Malformed
from domain.kernel.language import later
from eventstore.tables.accounts.webhooks import TooManyWebhooks, Webhook
from projections.queries.items import Page
from service.calling.news import make_test
from service.calling.targets import BadTarget, read_target

blueprint = Blueprint("webhooks", url_prefix="/v1/me/webhooks", description="Be called when a game waits for you")

MOST_WEBHOOKS = 5
SECRET_BYTES = 32
NEW_WEBHOOK, PAGING = NewWebhook(), Paging()


@blueprint.call(
    "",
    "POST",
    {201: Answer(WebhookView)},
    takes=Takes(body=NewWebhook),
    problems=["too-many-webhooks", "guest"],
    token=True,
)
def add_webhook() -> Response:
    """Add a webhook

    The service posts to its URL when your turn begins, when a seat is kept for you and when a game of yours is over. A
    first call tests it; there are no others until it has been answered with a status from 200 to 299. The secret is
    shown only in this answer. Guests have no webhooks.
    """
    player, _ = known_player()
    wanted = read_body(NEW_WEBHOOK)
    refuse_query()
    _refuse_guest(player)
    try:
        read_target(wanted["url"], services().settings.webhook_hosts)
    except BadTarget as error:
        raise Malformed(error.why) from None
    webhook = Webhook(
        uuid4(),
        player,
        wanted["url"],
        wanted["form"],
        tuple(dict.fromkeys(wanted["kinds"])),
        wanted["quiet"],
        preferred_language(current_request().environ),
        secrets.token_bytes(SECRET_BYTES),
        datetime.now(UTC),
    )
    try:
        services().parts.webhooks.add(webhook, make_test(webhook), MOST_WEBHOOKS)
    except TooManyWebhooks:
        raise errors.TooManyWebhooks(
            later("A player has at most {most} webhooks; remove one that you no longer use.", most=MOST_WEBHOOKS)
        ) from None
    headers = {"Cache-Control": "no-store"}
    return _send(view_webhook(webhook, with_secret=True), 201, headers)


@blueprint.call("", "GET", {200: answer_whole(Webhooks, WebhookView)}, token=True)
def list_my_webhooks() -> Response:
    """List my webhooks

    Where you are called, about what, and whether it works.
    """
    player, _ = known_player()
    refuse_query()
    shown = [view_webhook(one) for one in services().parts.webhooks.of_player(player)]
    return in_lines(send_uncached(Webhooks(shown)), shown)


@blueprint.call(
    "/<webhook_id>",
    "DELETE",
    {204: Answer(description="It is removed, with its calls.")},
    problems=["unknown-webhook"],
    token=True,
)
def remove_webhook(webhook_id: str) -> Response:
    """Remove a webhook

    It is called no more, and its calls are forgotten.
    """
    player, _ = known_player()
    refuse_query()
    found = parse_id(webhook_id)
    if found is None or not services().parts.webhooks.remove(player, found):
        raise _unknown_error(webhook_id)
    return Response(status=204)


@blueprint.call("/<webhook_id>/test", "POST", {202: Answer(CallView)}, problems=["unknown-webhook"], token=True)
def test_webhook(webhook_id: str) -> Response:
    """Test a webhook

    Sends a call that is about no game. An answer makes a disabled webhook work again.
    """
    webhook = _find(webhook_id)
    refuse_query()
    call = make_test(webhook)
    services().parts.webhooks.add_call(call)
    return _send(view_call(call), 202)


@blueprint.call(
    "/<webhook_id>/calls",
    "GET",
    {200: answer_list(CallView)},
    takes=Takes(query=Paging),
    problems=["unknown-webhook"],
    token=True,
)
def list_calls(webhook_id: str) -> Response:
    """List the calls to a webhook

    What was sent there in the last seven days and what came of it, the newest first.
    """
    wanted = read_query(PAGING)
    webhook = _find(webhook_id)
    limit = wanted["limit"]
    found = services().parts.webhooks.list_calls(webhook.id, read_place(wanted["after"]), limit + 1)
    following = following_place(found, limit, lambda call: call.made_at)
    response = send_page(Page([view_call(call) for call in found[:limit]], following))
    response.headers["Vary"] = "Authorization"
    return response


@blueprint.call(
    "/<webhook_id>/calls/<call_id>/repetition",
    "POST",
    {202: Answer(CallView)},
    problems=["unknown-webhook"],
    token=True,
)
def repeat_call(webhook_id: str, call_id: str) -> Response:
    """Send a call again

    With the same id and the same body, whatever came of it before.
    """
    webhook = _find(webhook_id)
    refuse_query()
    found = parse_id(call_id)
    call = services().parts.webhooks.repeat(webhook.id, found) if found is not None else None
    if call is None:
        raise errors.UnknownWebhook(later("Your webhook has no call of the id {call_id!r}.", call_id=call_id))
    return _send(view_call(call), 202)


def _refuse_guest(player: str) -> None:
    if services().parts.player_kinds.find(player) == "guest":
        raise errors.OnlyForPlayers(later("Guests have no webhooks; register a name of your own first."))


def _find(webhook_id: str) -> Webhook:
    player, _ = known_player()
    for webhook in services().parts.webhooks.of_player(player):
        if str(webhook.id) == webhook_id:
            return webhook
    raise _unknown_error(webhook_id)


def _unknown_error(webhook_id: str) -> errors.UnknownWebhook:
    return errors.UnknownWebhook(
        later("You have no webhook of the id {webhook_id!r}; GET /v1/me/webhooks lists them.", webhook_id=webhook_id)
    )


def _send(answer: WebhookView | CallView, status: int, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(answer), status, headers, content_type="application/json")
