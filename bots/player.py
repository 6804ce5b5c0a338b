"""A bot as a player: it listens to what is waiting in all of its games, and does one thing at a time in each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event, Lock
from typing import NamedTuple

import msgspec
import structlog

from bots.choosing import CHOOSE
from bots.http import Away, Client
from bots.seat import Busy, Seat

log = structlog.get_logger("kifu.bots")

AT_ONCE = 4
"""The number of games that a bot plays at a time."""
SLOW_SECONDS = 0.5
"""The pause before a move in games with only bots, so that people need not wait for them."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
MOST_ATTEMPTS = 8
LISTEN_SECONDS = 300.0
"""How long one stream is read. Whatever still waits is announced again on the next one, even after giving up."""
MOST_REMEMBERED = 10_000


class Account(msgspec.Struct, frozen=True):
    """A bot of the service: its name, how it chooses, and its token."""

    name: str
    kind: str
    token: str


class Waiting(msgspec.Struct, frozen=True):
    """A seat that a game waits for."""

    game: str
    seat: int
    version: int


class Told(msgspec.Struct, frozen=True):
    """A line of the stream: an event, and the seat that it is about."""

    event: str
    data: Waiting


class Place(NamedTuple):
    """A seat in a game."""

    game: str
    seat: int


class Player:
    """Plays for one account until `stop` is set."""

    def __init__(self, address: str, account: Account, stop: Event) -> None:
        self._client = Client(address, account.token)
        self._name = account.name
        self._choose = CHOOSE[account.kind]
        self._stop = stop
        self._random = Random()  # noqa: S311 - picks moves, no secret
        self._lock = Lock()
        self._latest: dict[Place, str] = {}
        self._busy: set[Place] = set()
        self._shows: dict[str, bool] = {}
        self._tables = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="table")
        self._show = ThreadPoolExecutor(1, thread_name_prefix="show")

    def run(self) -> None:
        """Listen, and reconnect after growing pauses when the stream is lost."""
        pause = FIRST_PAUSE
        while not self._stop.is_set():
            try:
                for told in self._listen():
                    pause = FIRST_PAUSE
                    self._take_up(told)
                pause = FIRST_PAUSE
            except (Away, msgspec.DecodeError) as error:
                log.info("stream lost", player=self._name, why=str(error), pause=pause)
            except Exception:
                log.exception("bot failed", player=self._name)
            else:
                continue
            self._stop.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        for pool in (self._tables, self._show):
            pool.shutdown(wait=False, cancel_futures=True)

    def _listen(self) -> Iterator[Told]:
        until = time.monotonic() + LISTEN_SECONDS
        for line in self._client.lines("/v1/me/turns"):
            if line:
                yield msgspec.json.decode(line, type=Told)
            if self._stop.is_set() or time.monotonic() > until:
                return

    def _take_up(self, told: Told) -> None:
        place = Place(told.data.game, told.data.seat)
        with self._lock:
            if told.event == "settled":
                self._latest.pop(place, None)
                return
            self._latest[place] = told.event
            if place in self._busy:
                return
            self._busy.add(place)
        self._submit(place, self._shows.get(place.game, False))

    def _submit(self, place: Place, is_show: bool) -> None:
        if not self._stop.is_set():
            (self._show if is_show else self._tables).submit(self._work, place, is_show)

    def _work(self, place: Place, is_show: bool) -> None:
        try:
            self._work_off(place, is_show)
        except Exception:
            log.exception("bot failed", player=self._name, game=place.game)
            with self._lock:
                self._busy.discard(place)

    def _work_off(self, place: Place, is_show: bool) -> None:
        """Keep answering for a seat until its game stops asking."""
        while True:
            with self._lock:
                event = self._latest.pop(place, None)
                if event is None or self._stop.is_set():
                    self._busy.discard(place)
                    return
            if event == "turn" and not is_show and self._is_show(place):
                with self._lock:
                    self._latest.setdefault(place, event)
                self._submit(place, True)
                return
            if is_show:
                self._stop.wait(SLOW_SECONDS)
            self._persist(place, event)

    def _persist(self, place: Place, event: str) -> None:
        """Try something, with growing pauses while the service does not answer; then give up."""
        pause = FIRST_PAUSE
        for _ in range(MOST_ATTEMPTS):
            least_pause = self._try(place, event)
            if least_pause is None:
                return
            if self._stop.wait(max(pause, least_pause)):
                return
            pause = min(2 * pause, LONGEST_PAUSE)
        log.warning("given up until the next stream", player=self._name, game=place.game, seat=place.seat)

    def _try(self, place: Place, event: str) -> float | None:
        """Try something; return the least pause before a retry, or None if none is needed."""
        try:
            self._do(place, event)
        except Busy as busy:
            return busy.pause
        except (Away, msgspec.DecodeError) as error:
            log.info("service away", player=self._name, why=str(error))
            return 0.0
        except Exception:
            log.exception("bot failed", player=self._name, game=place.game)
        return None

    def _do(self, place: Place, event: str) -> None:
        seat = Seat(self._client, place.game, place.seat)
        if event == "invited":
            seat.sit_down()
        elif event == "turn":
            seat.move(self._choose, self._random)

    def _is_show(self, place: Place) -> bool:
        """Return whether only bots play in a game; False if the service does not answer."""
        known = self._shows.get(place.game)
        if known is None:
            try:
                known = Seat(self._client, place.game, place.seat).is_among_bots()
            except (Away, Busy, msgspec.DecodeError):
                return False
            if len(self._shows) >= MOST_REMEMBERED:
                self._shows.clear()
            self._shows[place.game] = known
        return known
