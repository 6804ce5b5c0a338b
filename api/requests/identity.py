"""Who is asking: a player, the arbiter or a spectator, by the bearer token."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from domain.errors import Unauthenticated
from eventstore.tables.players import Players

CACHED = 10_000


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
        self._known: OrderedDict[bytes, Asker] = OrderedDict()
        self._lock = Lock()

    def asker(self, authorization: str | None) -> Asker:
        """Who sends this Authorization header; raises Unauthenticated where it proves nothing."""
        if authorization is None:
            return SPECTATOR
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise Unauthenticated("Send `Authorization: Bearer TOKEN`.")
        return self._by_digest(digest_token(token.strip()))

    def known(self, authorization: str | None) -> str | None:
        """The owner behind a header if it was seen before, without a look into the database."""
        asker = self._known.get(digest_token(authorization[7:].strip())) if authorization else None
        return asker.owner if asker else None

    def _by_digest(self, token_digest: bytes) -> Asker:
        if self._operator is not None and secrets.compare_digest(token_digest, self._operator):
            return Asker(arbiter=True)
        known = self._known.get(token_digest)
        if known is not None:
            return known
        name = self._players.player_by_token_digest(token_digest)
        if name is None:
            raise Unauthenticated("Nobody has this token.")
        asker = Asker(name)
        with self._lock:
            self._known[token_digest] = asker
            while len(self._known) > CACHED:
                self._known.popitem(last=False)
        return asker


def digest_token(token: str) -> bytes:
    """What is kept of a token: its SHA-256."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
