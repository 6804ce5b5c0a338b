"""Budgets of CPU seconds for each player, or for each address when no player is known.

A limit on requests alone would let one client take over the machine with the most expensive ones. Each worker counts
for itself, including what its readers used on its behalf.
"""

from __future__ import annotations

import math
import time
from typing import Any

from limits import parse_many

from api.requests.identity import Identity
from api.requests.limits import BUDGET_LEFT, BUDGET_POLICY, Policy, Windows
from api.server.gateway import NO_BUDGET, Refusal, Standing
from domain.kernel.language import later, mark
from service.metrics import REFUSALS

MUCH_OF_A_STRANGER, MUCH_OF_A_PLAYER = 1 / 300, 1 / 30
"""The share of a budget above which its owner's reads go to the readers, which cache fewer games."""
MOST = 1 / 5
"""The share above which few changes by the owner run at a time."""


class CpuBudgets:
    """The budgets of one worker. `rates` are those of the setting, such as 30/minute; None means no limit."""

    def __init__(self, rates: str | None, identity: Identity) -> None:
        self._windows = Windows()
        self._policies = [
            Policy("cpu-seconds", item, said=mark("seconds of CPU")) for item in (parse_many(rates) if rates else ())
        ]
        self._quotas = ", ".join(policy.quota for policy in self._policies)
        self._identity = identity

    def look(self, environ: dict[str, Any], network: str) -> Standing:
        """Return the used share of the sender's budget, and record it in `environ`.

        `network` is the client's address, or the network that counts as one address.
        """
        if not self._policies:
            return NO_BUDGET
        now = time.time()
        player = self._player(environ)
        who = player or network
        found = [(policy, *self._windows.find(f"{policy.quota} {who}", now)) for policy in self._policies]
        left = [
            policy.say_left(max(0, policy.amount - math.ceil(used)), max(1, math.ceil(ends - now)))
            for policy, ends, used in found
        ]
        environ[BUDGET_LEFT] = ", ".join(left)
        environ[BUDGET_POLICY] = self._quotas
        spent = [(ends, policy) for policy, ends, used in found if used >= policy.amount]
        if not spent:
            share = max(used / policy.amount for policy, _, used in found)
            if player is None:
                # An unknown caller registers, or guesses tokens and codes: these changes are costly for the database.
                return Standing(share >= MUCH_OF_A_STRANGER, True)
            return Standing(share >= MUCH_OF_A_PLAYER, share >= MOST)
        REFUSALS.labels("too-many-requests", "").inc()
        ends, policy = max(spent, key=lambda one: one[0])
        headers = {
            "RateLimit-Policy": environ[BUDGET_POLICY],
            "RateLimit": environ[BUDGET_LEFT],
            "Retry-After": str(max(1, math.ceil(ends - now))),
        }
        why = later("The limit is {limit}, and your requests have taken more.", limit=policy.words)
        return Standing(True, True, Refusal(why, headers))

    def charge(self, environ: dict[str, Any], network: str, seconds: float) -> None:
        """Charge the cost of a request to the sender's budget."""
        now = time.time()
        who = self._player(environ) or network
        for policy in self._policies:
            self._windows.count(f"{policy.quota} {who}", policy.seconds, now, seconds)

    def _player(self, environ: dict[str, Any]) -> str | None:
        return self._identity.known(environ.get("HTTP_AUTHORIZATION"))
