"""Sends the calls that are due, tries again what fails, and gives up webhooks that fail for days."""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from threading import Lock
from typing import TypeAlias
from uuid import UUID

import structlog
from standardwebhooks import Webhook as Signed

from domain.proof.receipts import Signer
from eventstore.postgres.away import AWAY
from eventstore.postgres.outage import server_says
from eventstore.tables.accounts.webhooks import Call, Webhook, Webhooks
from service import metrics
from service.calling.posting import SECONDS, Unanswered, post
from service.calling.targets import BadTarget, Target, read_target
from service.jobs.trying import logged

log = structlog.get_logger("kifu.calling")

AT_A_TIME = 16
LEASE = timedelta(seconds=6 * SECONDS)
"""How long a call belongs to the process that took it."""
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 15 * 60, 3600, 4 * 3600, 12 * 3600, 24 * 3600))
"""The pauses after each failure of a call, after the last of which it is given up."""
PATIENCE = timedelta(days=5)
"""How long a webhook may fail before it is disabled."""
SUCCESS = range(200, 300)

Post: TypeAlias = Callable[[Target, bytes, Mapping[str, str]], int]


class Sender:
    """Sends calls in threads of its own: one of a webhook at a time, so that a slow one holds up only itself.

    What was sent when a process dies, and not yet noted, is sent again: receivers know it by the same `webhook-id`.
    `trusted` are the hosts that the operator lets webhooks call.
    """

    def __init__(self, webhooks: Webhooks, signer: Signer, trusted: Collection[str] = (), send: Post = post) -> None:
        self._webhooks = webhooks
        self._signer = signer
        self._trusted = trusted
        self._send = send
        self._busy: set[UUID] = set()
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(AT_A_TIME, "calling")

    def tick(self) -> int:
        """Begin to send what is due, and return how much that is; failures are logged and retried."""
        with self._lock:
            busy = set(self._busy)
        if len(busy) >= AT_A_TIME:
            return 0
        due: list[tuple[Call, Webhook]] = []
        with logged(log, "no calls are sent"):
            due = self._webhooks.take_due(AT_A_TIME - len(busy), busy, LEASE)
        for call, webhook in due:
            with self._lock:
                self._busy.add(webhook.id)
            self._threads.submit(self._carry_out, call, webhook)
        return len(due)

    def close(self) -> None:
        """Wait for what is being sent, at most as long as one call may take."""
        self._threads.shutdown()

    def _carry_out(self, call: Call, webhook: Webhook) -> None:
        try:
            self._note(call, *self._try(call, webhook))
        except AWAY as error:
            log.warning("a call is sent again: the database is away", call=str(call.id), says=server_says(error))
        except Exception:
            log.exception("call failed", call=str(call.id))
        finally:
            with self._lock:
                self._busy.discard(webhook.id)

    def _try(self, call: Call, webhook: Webhook) -> tuple[int | None, str]:
        """Return the status of the answer, if there was one, and what to say of it."""
        try:
            target = read_target(webhook.url, self._trusted)
            status = self._send(target, call.body.encode(), sign_call(call, webhook, self._signer, datetime.now(UTC)))
        except (BadTarget, Unanswered) as error:
            return None, str(error)
        return status, str(status)

    def _note(self, call: Call, status: int | None, outcome: str) -> None:
        if status is not None and status in SUCCESS:
            self._webhooks.answered(call, outcome)
        elif status == HTTPStatus.GONE:
            self._webhooks.gone(call, outcome)
        else:
            again = PAUSES[call.tries - 1] if call.tries <= len(PAUSES) and call.kind != "test" else None
            self._webhooks.failed(call, outcome, again, PATIENCE)
        metrics.CALLS.labels(call.kind, "answered" if status is not None and status in SUCCESS else "failed").inc()


def sign_call(call: Call, webhook: Webhook, signer: Signer, at: datetime) -> dict[str, str]:
    """Return the headers of a call by Standard Webhooks.

    It has two signatures: `v1` by the secret that the webhook's owner has, and `v1a` by the service's own key, which
    is listed under `kifu-key` at /.well-known/kifu-keys.json.
    """
    by_secret = Signed(webhook.secret).sign(str(call.id), at, call.body)
    signed = signer.sign(f"{call.id}.{int(at.timestamp())}.{call.body}".encode())
    by_key = "v1a," + base64.b64encode(bytes.fromhex(signed)).decode()
    return {
        "Content-Type": "application/json",
        "webhook-id": str(call.id),
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": f"{by_secret} {by_key}",
        "kifu-key": signer.key,
    }
