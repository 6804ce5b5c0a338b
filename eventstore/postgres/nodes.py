"""Shares a process's connections among the workers of a Citus cluster, so that one worker cannot take them all.

A statement for a partition waits for the worker that holds it. If that worker hangs, so does each statement for it,
until the pool gives up; without shares they would soon hold every connection. A worker therefore gets at most half of
them, each for HUNG seconds. Once statements have waited LATE seconds without any answer, further ones are refused at
once, so that they do not block the request queue. Every PROBE_SECONDS one statement may probe the worker. The same
holds for a worker that has accepted no connection for LATE seconds, but such a probe ends at once, so it is repeated
every KNOCK_SECONDS. A database without workers, or with only one, has no shares.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import psycopg
from eventsourcing.persistence import OperationalError

from domain.rows import PARTITIONS
from eventstore.postgres.away import is_away

LATE = 1.0
"""Seconds without any answer after which a worker counts as unavailable."""
HUNG = 3.0
"""Seconds after which no answer from a worker is expected; it waits two for a lock."""
PROBE_SECONDS = 5.0
"""How often one statement may wait, for LATE seconds, for an unavailable worker.

The first may do so at once, since one slow statement does not make a worker unavailable."""
KNOCK_SECONDS = 0.5
"""How often one statement may be sent to a worker that accepts no connections."""
REFRESH = 30.0
"""Seconds after which the locations of partitions are looked up again: moving a shard takes longer."""

HAS_CITUS = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')"
DISTRIBUTED = """
SELECT relname FROM pg_dist_partition AS p JOIN pg_class AS c ON c.oid = p.logicalrelid
 WHERE relnamespace = to_regnamespace('kifu') AND partmethod = 'h'
"""
PLACES = """
SELECT place.partition, node.nodename || ':' || node.nodeport
  FROM (SELECT partition, get_shard_id_for_distribution_column('kifu.feed_head', partition::smallint) AS shard
          FROM generate_series(0, %s - 1) AS partition) AS place
  JOIN pg_dist_placement AS placement ON placement.shardid = place.shard
  JOIN pg_dist_node AS node ON node.groupid = placement.groupid AND node.noderole = 'primary'
"""

Look = Callable[[str, Sequence[object]], Sequence[tuple[Any, ...]]]
"""Executes a statement and returns its rows."""
Places = Callable[[], Mapping[int, str]]
"""Looks up the worker of each partition; empty if nothing is distributed. It may query only the coordinator."""


def find_places(look: Look) -> dict[int, str]:
    """Return host and port of each partition's worker, by querying only the coordinator; empty if there are none."""
    if not look(HAS_CITUS, ())[0][0] or not look(DISTRIBUTED, ()):
        return {}
    return {int(partition): str(node) for partition, node in look(PLACES, (PARTITIONS,))}


class NodeAway(OperationalError):
    """A cluster worker does not answer, so its partitions can be neither read nor changed now."""


class Held(NamedTuple):
    """A share of the connections: the workers that have the partitions, in order.

    `longest` are the seconds after which the connection is to be cut, None if there are no shares.
    """

    nodes: Sequence[str]
    longest: float | None


class _Share:
    """The connections that wait for one worker, by start time, the oldest first."""

    def __init__(self) -> None:
        self.since: dict[object, float] = {}
        self.answered = 0.0
        self.shut_since: float | None = None
        self.silent = False
        self.probe_at = 0.0

    def is_silent(self, now: float) -> bool:
        """Return whether statements wait, or connections are refused, and none was answered for LATE seconds."""
        waits_since = max(self.answered, next(iter(self.since.values()))) if self.since else now
        if now - min(waits_since, now if self.shut_since is None else self.shut_since) > LATE:
            self.silent = True
        return self.silent

    def end(self, token: object, now: float, error: BaseException | None) -> None:
        """Note how a statement ended."""
        began = self.since.pop(token)
        if error is None or not is_away(error):
            self.answered, self.shut_since, self.silent = now, None, False
        elif isinstance(error, psycopg.errors.ConnectionFailure):
            self.shut_since = began if self.shut_since is None else self.shut_since
            self.probe_at = min(self.probe_at, now + KNOCK_SECONDS)


class Shares:
    """The shares in `size` connections of the workers that `places` names. It serves all threads of a process."""

    def __init__(self, places: Places, size: int) -> None:
        self._find_places = places
        self._most = max(1, size // 2)
        self._places: Mapping[int, str] | None = None
        self._read_at = 0.0
        self._reading = threading.Lock()
        self._shares: dict[str, _Share] = {}
        self._changed = threading.Condition()

    def places(self) -> Mapping[int, str]:
        """Return the worker of each partition; empty if nothing is distributed, which is looked up once.

        Raises what the look-up raises.
        """
        found = self._places
        if found is None or (found and time.monotonic() - self._read_at > REFRESH):
            return self._look_up(found)
        return found

    def _look_up(self, known: Mapping[int, str] | None) -> Mapping[int, str]:
        # One thread looks; the others use what is known, if anything.
        if not self._reading.acquire(blocking=known is None):
            return known or {}
        try:
            found = self._places = self._find_places()
            self._read_at = time.monotonic()
            return found
        finally:
            self._reading.release()

    @contextmanager
    def hold(self, partitions: Sequence[int], timeout: float) -> Iterator[Held]:
        """During the block, hold a connection from the share of each worker that has one of these partitions.

        Waits at most `timeout` seconds for them. If the block raises an outage, the workers do not count as having
        answered. Raises NodeAway.
        """
        places = self.places() if partitions else {}
        nodes = sorted({places[at] for at in partitions if at in places}) if places else []
        if not nodes or len(set(places.values())) == 1:
            yield Held(nodes, None)
            return
        deadline, longest = time.monotonic() + timeout, HUNG
        with ExitStack() as held:
            for node in nodes:
                longest = min(longest, held.enter_context(self._hold(node, deadline)))
            yield Held(nodes, longest)

    @contextmanager
    def _hold(self, node: str, deadline: float) -> Iterator[float]:
        token = object()
        longest = self._take(node, token, deadline)
        try:
            yield longest
        except BaseException as error:
            self._give(node, token, error)
            raise
        self._give(node, token, None)

    def _take(self, node: str, token: object, deadline: float) -> float:
        with self._changed:
            share = self._shares.setdefault(node, _Share())
            while True:
                now = time.monotonic()
                silent = share.is_silent(now)
                if len(share.since) < self._most and (not silent or now >= share.probe_at):
                    break
                if silent or now >= deadline:
                    raise NodeAway(f"the worker {node} does not answer")
                self._changed.wait(min(deadline - now, LATE / 4))
            share.since[token] = now
            share.probe_at = now + PROBE_SECONDS if silent else 0.0
            return LATE if silent else HUNG

    def _give(self, node: str, token: object, error: BaseException | None) -> None:
        with self._changed:
            self._shares[node].end(token, time.monotonic(), error)
            self._changed.notify_all()
