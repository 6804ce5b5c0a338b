"""Rate limits of reads and changes, by player and by address; each worker counts for itself.

Everything that strangers can make grow has a daily limit. An address may do ten times as much as a player, since many
people share one; addresses are never stored. Uses the library underneath Flask-Limiter, which by itself takes longer
for a request (89 us) than Flask does (64 us).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from threading import Lock

from limits import RateLimitItem, parse_many
from limits.storage import Storage

from api.flask_app import current_request
from api.problems import ApiError
from domain.kernel.language import Later, fill, later, mark, say, translate
from service.settings import Settings

REGISTRATIONS = frozenset({"players.register_player", "guests.register_guest"})
BRANCHES = frozenset({"branches.open_branch"})
GAMES = BRANCHES | {"games.open_game", "seeks.open_seek"}
ACCOUNTS = frozenset(
    {
        "keys.register_key_of_player",
        "keys.revoke_key_of_player",
        "tokens.make_recovery_codes",
        "tokens.make_token",
        "tokens.recover_player",
        "tokens.revoke_token",
        "tokens.rotate_token",
        "webhooks.add_webhook",
        "webhooks.repeat_call",
        "webhooks.test_webhook",
    }
)
READING = frozenset({"GET", "HEAD"})
PLAYERS_OF_AN_ADDRESS = 10
"""The limit of an address as a multiple of a player's."""
FEW = 1000
BUDGET_LEFT, BUDGET_POLICY = "kifu.budget-left", "kifu.budget-policy"
"""The environ key of the remaining CPU budget, which is counted before the app gets a request."""


class Windows(Storage):
    """Fixed-window counters in memory. The library's own storage starts up to a hundred threads a second."""

    def __init__(self) -> None:
        super().__init__()
        self._windows: dict[str, tuple[float, float]] = {}
        self._look_at = FEW
        self._lock = Lock()

    @property
    def base_exceptions(self) -> type[Exception]:
        """Nothing: memory raises no errors of its own."""
        return ValueError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Add to the count of the open window, or open one of `expiry` seconds; return the count."""
        return int(self.count(key, expiry, time.time(), amount)[1])

    def count(self, key: str, expiry: float, now: float, amount: float = 1) -> tuple[float, float]:
        """Count like `incr`; return the end of the window, in seconds since the epoch, and the count."""
        with self._lock:
            ends, count = self._windows.get(key, (0.0, 0.0))
            if ends <= now:
                ends, count = now + expiry, 0.0
                self._make_room(now)
            self._windows[key] = ends, count + amount
        return ends, count + amount

    def _make_room(self, now: float) -> None:
        if len(self._windows) >= self._look_at:
            self._windows = {key: window for key, window in self._windows.items() if window[0] > now}
            self._look_at = max(FEW, 2 * len(self._windows))

    def get(self, key: str) -> int:
        """Return the count of the open window."""
        ends, count = self._windows.get(key, (0.0, 0.0))
        return int(count) if ends > time.time() else 0

    def find(self, key: str, now: float) -> tuple[float, float]:
        """Return the end of the open window, in seconds since the epoch, and its count; now and 0 if none is open."""
        ends, count = self._windows.get(key, (0.0, 0.0))
        return (ends, count) if ends > now else (now, 0.0)

    def get_expiry(self, key: str) -> float:
        """Return the end of the window in seconds since the epoch; now if none is open."""
        return max(self._windows.get(key, (0.0, 0))[0], time.time())

    def check(self) -> bool:
        """Return whether the storage is available: memory always is."""
        return True

    def reset(self) -> int | None:
        """Forget everything; return the number of windows."""
        with self._lock:
            count = len(self._windows)
            self._windows.clear()
        return count

    def clear(self, key: str) -> None:
        """Forget one window."""
        with self._lock:
            self._windows.pop(key, None)


WINDOWS = {
    "second": (mark("a second"), mark("in {n} seconds")),
    "minute": (mark("a minute"), mark("in {n} minutes")),
    "hour": (mark("an hour"), mark("in {n} hours")),
    "day": (mark("a day"), mark("in {n} days")),
    "month": (mark("a month"), mark("in {n} months")),
    "year": (mark("a year"), mark("in {n} years")),
}
"""The words for the windows of limits, singular and plural."""


class Policy:
    """One limit: how many `things` a window allows, as shown to clients; `said` names them in words."""

    def __init__(self, things: str, item: RateLimitItem, times: int = 1, said: str = "") -> None:
        item = type(item)(item.amount * times, item.multiples)
        self.said, self.item = said or things, item
        self.amount, self.seconds = item.amount, item.get_expiry()
        self.name = f"{things.replace(' ', '-')}-{self.seconds}s"
        self.quota = f'"{self.name}";q={self.amount};w={self.seconds}'

    def say_left(self, remaining: int, seconds: int) -> str:
        """Write the RateLimit header: what is left of the window, and the seconds until it ends."""
        return f'"{self.name}";r={remaining};t={seconds}'

    @property
    def words(self) -> Later:
        """The limit in words, such as "6,000 requests a minute"."""
        one, many = WINDOWS[self.item.GRANULARITY.name]
        number = self.item.multiples
        window = Later(translate, one) if number == 1 else Later(_say_window, many, number)
        return later(
            "{amount} {things} {window}",
            amount=Later(group_digits, self.amount),
            things=Later(translate, self.said),
            window=window,
        )


def _say_window(many: str, number: int) -> str:
    return fill(translate(many), n=number)


def group_digits(number: int) -> str:
    """Format a number with digit grouping, in the current language."""
    thousands, rest = divmod(number, 1000)
    if not thousands:
        return str(rest)
    return say("{thousands},{rest}", thousands=group_digits(thousands), rest=f"{rest:03}")


class Kind:
    """A kind of request: the limit of one player, and of one address."""

    def __init__(self, of_player: str, of_address: str, rates: str) -> None:
        items = parse_many(rates)
        self.of_player = [Policy(of_player, item) for item in items]
        self.of_address = [Policy(of_address, item, PLAYERS_OF_AN_ADDRESS) for item in items]


class Limits:
    """The limits of one worker."""

    def __init__(self, settings: Settings) -> None:
        self._windows = Windows()
        self._unlimited = settings.unlimited
        self._all = [Policy(mark("requests"), item) for item in parse_many(settings.rate_limit)]
        self._registrations = [Policy(mark("registrations"), item) for item in parse_many(settings.rate_limit_players)]
        self._changes = Kind(mark("changes"), mark("changes of an address"), settings.rate_limit_changes)
        self._kinds = (
            (GAMES, Kind(mark("games"), mark("games of an address"), settings.rate_limit_games)),
            (BRANCHES, Kind(mark("branches"), mark("branches of an address"), settings.rate_limit_branches)),
            (
                ACCOUNTS,
                Kind(mark("account changes"), mark("account changes of an address"), settings.rate_limit_accounts),
            ),
        )

    def count(self, endpoint: str | None, method: str, player: str | None, address: str) -> None:
        """Count the current request against its player, if known, and its address.

        Raises ApiError too-many-requests with the time to wait in Retry-After.
        """
        counted: list[tuple[str, str]] = []
        current_request().limits = counted
        if self._unlimited:
            return
        self._hit(self._all, player or address, counted)
        if method in READING:
            return
        if endpoint in REGISTRATIONS:
            # Then a token that came with it would belong to another player.
            self._hit(self._registrations, address, counted)
        for kind in (self._changes, *(kind for endpoints, kind in self._kinds if endpoint in endpoints)):
            if player is not None:
                self._hit(kind.of_player, player, counted)
            self._hit(kind.of_address, address, counted)

    def headers(self) -> tuple[tuple[str, str], ...]:
        """Return headers with the limits that the request counted against, what is left of them, and for how long."""
        sent = current_request()
        if not sent.limits:
            return ()
        policies, left = map(list, zip(*sent.limits, strict=True))
        environ = sent.environ
        if BUDGET_LEFT in environ:
            left.append(environ[BUDGET_LEFT])
            policies.append(environ[BUDGET_POLICY])
        return ("RateLimit-Policy", ", ".join(policies)), ("RateLimit", ", ".join(left))

    def _hit(self, policies: Sequence[Policy], who: str, counted: list[tuple[str, str]]) -> None:
        now = time.time()
        for policy in policies:
            ends, count = self._windows.count(f"{policy.quota} {who}", policy.seconds, now)
            seconds = max(1, math.ceil(ends - now))
            counted.append((policy.quota, policy.say_left(max(0, policy.amount - int(count)), seconds)))
            if count > policy.amount:
                raise ApiError(
                    "too-many-requests",
                    later("The limit is {words}.", words=policy.words),
                    headers={"Retry-After": str(seconds)},
                )
