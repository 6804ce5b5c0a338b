"""Webhooks over HTTP: the body that adds one, and how webhooks and their calls are shown."""

from __future__ import annotations

import base64
from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec
from marshmallow import ValidationError, fields, validate
from msgspec import Meta

from api.schemas.requests import Strict
from eventstore.tables.accounts.webhooks import Call, CallKind, Form, Kind, Webhook
from service.calling.quiet import BadHours, read_quiet_hours
from service.calling.targets import LONGEST_URL

KINDS: tuple[Kind, ...] = ("turn", "invited", "game-over")
FORMS: tuple[Form, ...] = ("standard", "discord", "slack")
SECRET_PREFIX = "whsec_"  # noqa: S105 - how Standard Webhooks write secrets

WebhookStatus: TypeAlias = Literal["unconfirmed", "working", "failing", "disabled"]
CallStatus: TypeAlias = Literal["waiting", "answered", "failed"]


def quiet_hours(text: str) -> None:
    """Check quiet hours."""
    try:
        read_quiet_hours(text)
    except BadHours as error:
        raise ValidationError(str(error)) from None


class NewWebhook(Strict):
    """Where to call a player, about what and how."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_URL),
        metadata={"description": "Of https, at a public address.", "example": "https://example.org/kifu"},
    )
    kinds = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        load_default=list(KINDS),
        validate=validate.Length(1, len(KINDS)),
        metadata={"description": "What to call about."},
    )
    form = fields.String(
        load_default=FORMS[0],
        validate=validate.OneOf(FORMS),
        metadata={"description": "standard: by Standard Webhooks; others: a message for such a room."},
    )
    quiet = fields.String(
        load_default=None,
        validate=quiet_hours,
        metadata={"description": "When not to call.", "example": "22:00-08:00 Europe/Paris"},
    )


class WebhookView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A webhook, without its secret."""

    id: UUID
    url: str
    kinds: tuple[Kind, ...]
    form: Form
    quiet: Annotated[str | None, Meta(description="When it is not called; null for never.")]
    made_at: datetime
    status: Annotated[
        WebhookStatus,
        Meta(description="unconfirmed: it has not answered yet, and is called about no game before it has."),
    ]
    secret: Annotated[str | None, Meta(description="Verifies calls; shown only when the webhook is made.")] = None


class Webhooks(msgspec.Struct, frozen=True):
    """The webhooks of a player."""

    items: Annotated[list[WebhookView], Meta(description="The oldest first.")]


class CallView(msgspec.Struct, frozen=True):
    """A call, and what came of it."""

    id: Annotated[UUID, Meta(description="The webhook-id of the call.")]
    kind: CallKind
    game: UUID | None
    made_at: datetime
    status: CallStatus
    tries: int
    outcome: Annotated[str | None, Meta(description="The status of the last answer, or why there was none.")]
    next_at: Annotated[datetime | None, Meta(description="When it is sent next; null for never.")]


def view_webhook(webhook: Webhook, *, with_secret: bool = False) -> WebhookView:
    """Show a webhook."""
    return WebhookView(
        id=webhook.id,
        url=webhook.url,
        kinds=webhook.kinds,
        form=webhook.form,
        quiet=webhook.quiet,
        made_at=webhook.made_at,
        status=_find_status(webhook),
        secret=SECRET_PREFIX + base64.b64encode(webhook.secret).decode() if with_secret else None,
    )


def view_call(call: Call) -> CallView:
    """Show a call."""
    status: CallStatus = "answered" if call.answered_at is not None else "waiting" if call.due_at else "failed"
    return CallView(call.id, call.kind, call.game, call.made_at, status, call.tries, call.outcome, call.due_at)


def _find_status(webhook: Webhook) -> WebhookStatus:
    if webhook.disabled_at is not None:
        return "disabled"
    if webhook.confirmed_at is None:
        return "unconfirmed"
    return "working" if webhook.failing_since is None else "failing"
