"""How often one may ask: by player, or by address where no player is known; counted by each worker for itself.

This is the library below Flask-Limiter, which alone takes longer for a request (89 us) than Flask does (64 us).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from api.problems import ApiError
from api.settings import Settings

REGISTRATION = "players.register"


class Limits:
    """The limits of one worker."""

    def __init__(self, settings: Settings) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._all = parse_many(settings.rate_limit)
        self._registrations = parse_many(settings.rate_limit_players)

    def count(self, endpoint: str | None, who: str) -> None:
        """Count one request; raises ApiError too-many-requests with the time to wait in Retry-After."""
        self._hit(self._all, who)
        if endpoint == REGISTRATION:
            self._hit(self._registrations, f"registration {who}")

    def _hit(self, items: Sequence[RateLimitItem], who: str) -> None:
        for item in items:
            if not self._limiter.hit(item, who):
                reset = self._limiter.get_window_stats(item, who).reset_time
                wait = max(1, math.ceil(reset - time.time()))
                raise ApiError(
                    "too-many-requests", f"No more than {item} are taken.", headers={"Retry-After": str(wait)}
                )
