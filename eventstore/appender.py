"""Groups concurrent appends of one process into one transaction, so that one commit serves all of them.

An append that meets fewer than `LANES` others goes at once and alone. Otherwise it queues; when one of them is done,
the queue becomes one batch, which the thread of its first append carries out while the others wait. One batch is under
way at a time, and later appends form the next one, so batches are as large as the load makes them. No append is held
back to make a batch larger. Of these five appends, the first two go alone:

    A  |==== commit ====|
    B   |===== commit ======|
    C     .............[|== commit of C, D ==|]    carried out by the thread of C once A is done
    D       ............^
    E                    .....................[|== the next batch ...
"""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable, Sequence

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError, PersistenceError

from eventstore.append import NewEvents, append, append_batch
from eventstore.postgres.citus import is_spread
from eventstore.postgres.datastore import Datastore
from eventstore.tables.accounts.personal_values import insert_values
from eventstore.tables.seeds import Seeds

LANES = 2
"""The most appends of one process that run at the same time, each alone, while no batch is under way."""
LONGEST_BATCH = 32
LARGEST = 1 << 16
"""Events with payloads of this many bytes or more go alone, so that small ones need not wait for them."""


class _Turn:
    """A queued append. `woken` is held until there is an outcome, or a batch for this thread to append."""

    __slots__ = ("batch", "error", "last", "new", "until", "woken")

    def __init__(self, new: NewEvents, until: float) -> None:
        self.new = new
        self.until = until
        self.batch: list[_Turn] | None = None
        self.last: int | None = None
        self.error: PersistenceError | None = None
        self.woken = threading.Lock()
        self.woken.acquire()


class Appender:
    """Appends events of one stream at a time, for the threads of one process. Streams begin with `lowest`."""

    def __init__(self, datastore: Datastore, seeds: Seeds, lowest: int) -> None:
        self._datastore = datastore
        self._seeds = seeds
        self._lowest = lowest
        self._lock = threading.Lock()
        self._under_way = 0
        self._has_batch = False
        self._line: list[_Turn] = []
        self._is_spread = False
        """Whether a batch turned out to span several databases, those of its partitions."""
        self._turns: set[_Turn] = set()
        self.tell: Callable[[int], None] = lambda _: None
        """Called after each commit with the number of appends that it stored."""

    def count_waiting(self) -> int:
        """Return how many appends are waiting: for their turn, for a connection or for their commit."""
        return len(self._turns)

    def append(self, new: NewEvents, timeout: float) -> int:
        """Append events in one transaction, perhaps together with other threads'; return the position of the last.

        Waits at most `timeout` seconds for its turn and for a connection. Raises the library's exceptions, as
        `Datastore.get_connection` does; concurrent appends of others cannot cause a refusal.
        """
        turn = _Turn(new, time.monotonic() + timeout)
        # Adding to a set is one step of the interpreter, and so is removing.
        self._turns.add(turn)
        try:
            if self._is_spread or new.values or sum(map(len, new.payloads)) >= LARGEST:
                return self._append_alone(new, timeout)
            return self._append_in_turn(turn, timeout)
        finally:
            self._turns.discard(turn)

    def _append_in_turn(self, turn: _Turn, timeout: float) -> int:
        self._stand_in_line(turn)
        if turn.batch is not None:
            if len(turn.batch) == 1:
                return self._go_first(turn)
            self._carry_out(turn.batch)
        if turn.error is not None:
            raise turn.error
        # An append that a batch could not store is tried alone, so that it is refused for its own reason.
        return self._append_alone(turn.new, timeout) if turn.last is None else turn.last

    def _stand_in_line(self, turn: _Turn) -> None:
        """Wait until the turn has an outcome, or a batch for this thread to append."""
        with self._lock:
            if self._under_way < LANES and not self._has_batch and not self._line:
                self._under_way += 1
                turn.batch = [turn]
                return
            self._line.append(turn)
        if turn.woken.acquire(timeout=max(turn.until - time.monotonic(), 0.0)):
            return
        with self._lock:
            if turn in self._line:
                self._line.remove(turn)
                raise OperationalError("no transaction was free to append in")
        # By now it is in a batch, which the limits of the connection will end.
        turn.woken.acquire()

    def _free_lane(self, was_batch: bool) -> None:
        """Give the lane to the queue, unless a batch is running, which will do so at its end."""
        with self._lock:
            self._has_batch = self._has_batch and not was_batch
            batch = [] if self._has_batch else _take_batch(self._line)
            if not batch:
                self._under_way -= 1
                return
            self._has_batch = len(batch) > 1
        batch[0].batch = batch
        batch[0].woken.release()

    def _go_first(self, turn: _Turn) -> int:
        try:
            return self._append_alone(turn.new, max(turn.until - time.monotonic(), 0.0))
        finally:
            self._free_lane(was_batch=False)

    def _carry_out(self, batch: list[_Turn]) -> None:
        """Append a batch in the thread of its first turn, and give each turn its outcome."""
        error: PersistenceError = OperationalError("the thread that appended was interrupted")
        lasts: Sequence[int | None] | None = None
        try:
            lasts = self._append_together(batch)
        except PersistenceError as raised:
            error = raised
        finally:
            self._free_lane(was_batch=True)
            for number, turn in enumerate(batch):
                if lasts is None:
                    # Each thread raises its own exception, with its own traceback.
                    turn.error = copy.copy(error)
                else:
                    turn.last = lasts[number]
                if number:
                    turn.woken.release()

    def _append_together(self, batch: Sequence[_Turn]) -> Sequence[int | None]:
        """Return the positions of the last events; None for events that must be appended alone.

        Raises OperationalError and InterfaceError if the database is unavailable: either all or nothing may be stored
        then.
        """
        timeout = max(turn.until for turn in batch) - time.monotonic()
        nothing = [None] * len(batch)
        try:
            with self._datastore.get_connection(max(timeout, 0.0)) as connection:
                self._is_spread = is_spread(connection)
                if self._is_spread:
                    return nothing
                try:
                    lasts = append_batch(connection, [turn.new for turn in batch], self._lowest)
                except psycopg.errors.LockNotAvailable:
                    return nothing
        except (InterfaceError, OperationalError):
            raise
        except PersistenceError:
            # One of them cannot be stored, so nothing was.
            return nothing
        self.tell(sum(last is not None for last in lasts))
        return lasts

    def _append_alone(self, new: NewEvents, timeout: float) -> int:
        if new.seed is None and not new.values:
            with self._datastore.get_connection(timeout, *new.partitions(), local=True) as connection:
                last = append(connection, new, self._lowest)
        else:
            with self._datastore.get_connection(timeout, *new.partitions()) as connection, connection.transaction():
                # The events first: every writer locks the head of a partition before anything else.
                last = append(connection, new, self._lowest)
                insert_values(connection, new.values)
                if new.seed is not None:
                    self._seeds.open(connection, new.stream, new.seed)
        self.tell(1)
        return last


def _take_batch(line: list[_Turn]) -> list[_Turn]:
    """Take a possible batch from the queue, in order: the first append of each stream and of each key."""
    if len(line) < 2:
        batch, line[:] = line[:], []
        return batch
    batch, rest = list[_Turn](), list[_Turn]()
    taken = set[object]()
    for turn in line:
        answer = turn.new.answer
        names = {turn.new.stream} if answer is None else {turn.new.stream, (answer.owner, answer.key)}
        if len(batch) < LONGEST_BATCH and taken.isdisjoint(names):
            taken |= names
            batch.append(turn)
        else:
            rest.append(turn)
    line[:] = rest
    return batch
