"""Identifies the caller by the bearer token: a player, the operator or a spectator."""

from __future__ import annotations

import math
import secrets
import time
from collections import OrderedDict
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from threading import Lock
from uuid import UUID

from limits import parse
from limits.strategies import FixedWindowRateLimiter

from api.problems import ApiError
from api.requests.limits import Windows
from api.requests.turns import Turns
from api.server.addresses import network_of
from domain.application.errors import TooManyRequests, Unauthenticated
from domain.kernel.language import later, mark
from eventstore.postgres.away import AWAY
from eventstore.revocations import Revocations
from eventstore.tables.tokens import Tokens
from service.keys.tokens import digest_token, is_mistyped

CACHED = 10_000
REMEMBERED_SECONDS = 60.0
"""How long a token may be served from memory: the longest it can outlive its revocation if the notification is lost."""
WRONG_TOKENS = parse("20/minute")
"""The number of wrong tokens and recovery codes that an address may send without delay."""
LOOK_UPS, LOOK_UPS_WAITING = 2, 2048
"""For addresses that sent many wrong tokens: the look-ups of unseen tokens at a time, and how many may wait."""


@dataclass(frozen=True)
class Asker:
    """The sender of a request: a player's name and token id, the operator, or neither."""

    player: str | None = None
    operator: bool = False
    token: UUID | None = None

    @property
    def owner(self) -> str:
        """The owner under whom idempotency keys are kept."""
        if self.operator:
            # The word under which the answers to the operator are stored.
            return "arbiter"
        return f"player:{self.player}" if self.player is not None else ANYONE


ANYONE = "anyone"
SPECTATOR = Asker()


@dataclass(frozen=True)
class _Known:
    """A cached asker, the revocations seen before the look-up, and how long the entry is trusted."""

    asker: Asker
    forgotten: int
    until: float


class Identity:
    """Finds askers by token.

    Only digests are kept, the latest few thousand of them in memory. An entry is trusted for `REMEMBERED_SECONDS`, and
    only while this process would hear of a revocation.
    """

    def __init__(self, tokens: Tokens, revocations: Revocations, operator_token: str | None) -> None:
        self._tokens = tokens
        self._revocations = revocations
        self._operator = digest_token(operator_token) if operator_token else None
        self._wrong = FixedWindowRateLimiter(Windows())
        # A flood of wrong tokens never holds more database connections than this.
        self._look_ups = Turns(mark("tokens"), LOOK_UPS, LOOK_UPS_WAITING)
        self._known: OrderedDict[bytes, _Known] = OrderedDict()
        self._forgotten = 0
        self._lock = Lock()

    def asker(self, authorization: str | None, address: str) -> Asker:
        """Return the sender of this Authorization header from an address.

        Raises Unauthenticated if it is invalid, and TooManyRequests if its address sent many such. A valid token is
        always accepted, whatever else came from its address.
        """
        if authorization is None:
            return SPECTATOR
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise Unauthenticated(later("Send `Authorization: Bearer TOKEN`."))
        return self._find(token.strip(), address)

    def is_valid(self, authorization: str | None, address: str) -> bool:
        """Return whether a header is still valid, for long responses; True if that cannot be checked now."""
        if self.is_operator(authorization):
            return True
        try:
            self.asker(authorization, address)
        except (Unauthenticated, TooManyRequests):
            return False
        except (*AWAY, ApiError):
            return True
        return True

    def is_operator(self, authorization: str | None) -> bool:
        """Return whether a header holds the operator's token."""
        return bool(
            authorization and self._operator and secrets.compare_digest(_digest_bearer(authorization), self._operator)
        )

    def known(self, authorization: str | None) -> str | None:
        """Return the owner of a header that was seen before, without a database query."""
        known = self._known.get(_digest_bearer(authorization)) if authorization else None
        return known.asker.owner if known else None

    def forget(self) -> None:
        """Drop all cached tokens, since one was revoked."""
        with self._lock:
            self._forgotten += 1

    def turn(self, address: str) -> AbstractContextManager[None]:
        """Return the context for looking up a token or code: a turn in the queue if the address sent many wrong ones.

        Raises ApiError unavailable if it takes too long.
        """
        return nullcontext() if self._wrong.test(WRONG_TOKENS, network_of(address)) else self._look_ups.take()

    def count_wrong(self, address: str) -> None:
        """Count a wrong token or recovery code of an address; raises TooManyRequests if there were many."""
        who = network_of(address)
        if not self._wrong.hit(WRONG_TOKENS, who):
            seconds = max(1, math.ceil(self._wrong.get_window_stats(WRONG_TOKENS, who).reset_time - time.time()))
            why = later(
                "This one is wrong, like many tokens or recovery codes from this address before it; wait a little."
            )
            raise TooManyRequests(why, seconds)

    def _find(self, token: str, address: str) -> Asker:
        token_digest = digest_token(token)
        known = self._known.get(token_digest)
        if known is not None and self._is_fresh(known):
            return known.asker
        if self._operator is not None and secrets.compare_digest(token_digest, self._operator):
            return Asker(operator=True)
        if is_mistyped(token):
            self.count_wrong(address)
            raise Unauthenticated(later("This token is mistyped or incomplete."))
        forgotten = self._forgotten
        with nullcontext() if known is not None else self.turn(address):
            found = self._tokens.find(token_digest)
        if found is None:
            self._known.pop(token_digest, None)
            self.count_wrong(address)
            raise Unauthenticated(later("Nobody has this token."))
        asker = Asker(found.player, token=found.id)
        with self._lock:
            # If any token was revoked meanwhile, this one is looked up again.
            self._known[token_digest] = _Known(asker, forgotten, time.monotonic() + REMEMBERED_SECONDS)
            while len(self._known) > CACHED:
                self._known.popitem(last=False)
        return asker

    def _is_fresh(self, known: _Known) -> bool:
        if not self._revocations.listening:
            self._revocations.listen(self.forget)
            return False
        return known.forgotten == self._forgotten and time.monotonic() < known.until


def _digest_bearer(authorization: str) -> bytes:
    return digest_token(authorization[7:].strip())
