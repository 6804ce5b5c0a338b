"""Who is asking: a player, the arbiter or a spectator, by the bearer token."""

from __future__ import annotations

import hashlib
import math
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from limits import parse
from limits.strategies import FixedWindowRateLimiter

from api.requests.limits import Windows
from api.server.addresses import network_of
from domain.errors import TooManyRequests, Unauthenticated
from eventstore.tables.players import Players

CACHED = 10_000
WRONG_TOKENS = parse("20/minute")
"""How many tokens that nobody has an address may try; then only those are looked at that were right before."""


@dataclass(frozen=True)
class Asker:
    """Who asks: the name of a player, or the arbiter, or neither."""

    player: str | None = None
    arbiter: bool = False

    @property
    def owner(self) -> str:
        """Under whom idempotency keys are kept."""
        if self.arbiter:
            return "arbiter"
        return f"player:{self.player}" if self.player is not None else ANYONE


ANYONE = "anyone"
SPECTATOR = Asker()


class Identity:
    """Finds askers by token. Only digests of tokens are kept, the latest few thousand of them in memory."""

    def __init__(self, players: Players, operator_token: str | None) -> None:
        self._players = players
        self._operator = digest_token(operator_token) if operator_token else None
        self._wrong = FixedWindowRateLimiter(Windows())
        self._known: OrderedDict[bytes, Asker] = OrderedDict()
        self._lock = Lock()

    def asker(self, authorization: str | None, address: str) -> Asker:
        """Who sends this Authorization header from an address.

        Raises Unauthenticated where it proves nothing, and TooManyRequests for an address that sent many such.
        """
        if authorization is None:
            return SPECTATOR
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise Unauthenticated("Send `Authorization: Bearer TOKEN`.")
        return self._by_digest(digest_token(token.strip()), address)

    def is_operator(self, authorization: str | None) -> bool:
        """Whether a header holds the operator's token."""
        return bool(
            authorization and self._operator and secrets.compare_digest(_digest_bearer(authorization), self._operator)
        )

    def known(self, authorization: str | None) -> str | None:
        """The owner behind a header if it was seen before, without a look into the database."""
        asker = self._known.get(_digest_bearer(authorization)) if authorization else None
        return asker.owner if asker else None

    def _by_digest(self, token_digest: bytes, address: str) -> Asker:
        known = self._known.get(token_digest)
        if known is not None:
            return known
        who = network_of(address)
        if not self._wrong.test(WRONG_TOKENS, who):
            # Unseen, even if it is right: otherwise the answer would tell.
            seconds = max(1, math.ceil(self._wrong.get_window_stats(WRONG_TOKENS, who).reset_time - time.time()))
            raise TooManyRequests("Too many wrong tokens came from this address; wait before you try another.", seconds)
        if self._operator is not None and secrets.compare_digest(token_digest, self._operator):
            return Asker(arbiter=True)
        name = self._players.player_by_token_digest(token_digest)
        if name is None:
            self._wrong.hit(WRONG_TOKENS, who)
            raise Unauthenticated("Nobody has this token.")
        asker = Asker(name)
        with self._lock:
            self._known[token_digest] = asker
            while len(self._known) > CACHED:
                self._known.popitem(last=False)
        return asker


def _digest_bearer(authorization: str) -> bytes:
    return digest_token(authorization[7:].strip())


def digest_token(token: str) -> bytes:
    """What is kept of a token: its SHA-256."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
