"""Asks the witnesses after each new checkpoint, in a thread for each, and stores what they sign.

Nothing waits for these threads: a witness that is unreachable, or never finishes its answer, delays only itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Protocol

import structlog

from domain.kernel.errors import KifuError
from domain.proof.notes import BadNote, Note
from domain.proof.receipts import Keyring, Signer
from domain.proof.shapes import path_bytes
from domain.rows import CosignatureRow
from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.outage import server_says
from eventstore.tables.cosignatures import add_cosignature
from eventstore.tables.log import LogTables
from eventstore.threads import THREADS
from service import metrics
from service.settings import Settings
from service.witnesses.asking import Outcome, State, ask
from service.witnesses.client import Client
from service.witnesses.heads import build_log_of_heads
from service.witnesses.named import NamedWitness, parse_named

log = structlog.get_logger("kifu.witnesses")

REQUEST_SECONDS = 10.0
"""How long a witness may take to answer."""
AWAY_SECONDS = 3600.0
"""Seconds without a cosignature after which a witness is logged as an error."""
PATIENCE = 3 * REQUEST_SECONDS
"""How long a command waits for all witnesses together."""


class StoredRoots:
    """A database's log of heads, as shown to witnesses, and their signatures."""

    def __init__(self, settings: Settings, datastore: Datastore, signer: Signer, keyring: Keyring) -> None:
        self._datastore = datastore
        self._heads = build_log_of_heads(settings, LogTables(datastore.read), keyring, signer)

    def latest(self) -> Note | None:
        """Return the latest checkpoint."""
        return self._heads.newest()

    def prove(self, old: int, size: int) -> list[bytes]:
        """Prove that the log of this size begins with that of `old` leaves; raises KifuError."""
        return path_bytes(self._heads.consistency(old, size).path)

    def cosigned(self, witness: NamedWitness) -> int:
        """Return the size of the last checkpoint that a witness cosigned; 0 if it cosigned no recent one."""
        return self._heads.cosigned(witness.key)

    def keep(self, witness: NamedWitness, found: Outcome) -> None:
        """Store what a witness signed."""
        add_cosignature(self._datastore, CosignatureRow(found.size, witness.key.vkey, found.cosignature))


class Asker:
    """Asks one witness, and stores what it signs. For one thread."""

    def __init__(self, witness: NamedWitness, url: str, roots: StoredRoots, seconds: float = REQUEST_SECONDS) -> None:
        self._witness = witness
        self._client = Client(url, seconds)
        self._roots = roots

    def ask(self, again: bool) -> Outcome | None:
        """Ask about the newest checkpoint if it is not cosigned or `again` is set; None if there is nothing to ask.

        Raises the errors of the database, and KifuError for a log that cannot prove what it should.
        """
        known = self._roots.cosigned(self._witness)
        found = ask(self._witness.key, self._client, self._roots, known, again=again)
        if found is not None and found.state is State.COSIGNED and found.size != known:
            self._roots.keep(self._witness, found)
        return found

    def close(self) -> None:
        """End the connection."""
        self._client.close()


class Keeper:
    """The threads that ask the witnesses of the settings; `wake` them after each run of the checkpointer."""

    def __init__(self, settings: Settings, url: str, signer: Signer, keyring: Keyring) -> None:
        asked = [(one, one.url) for one in parse_named(settings.witnesses) if one.url is not None]
        self._datastore = Datastore(url, pool_size=max(len(asked), 1))
        roots = StoredRoots(settings, self._datastore, signer, keyring)
        self._watches = [Watch(witness.key.name, Asker(witness, address, roots)) for witness, address in asked]
        for watch in self._watches:
            watch.start()

    def wake(self, again: bool) -> None:
        """Have the witnesses asked about new checkpoints, and with `again` also about those they have cosigned."""
        for watch in self._watches:
            watch.wake(again)

    def close(self) -> None:
        """End the waiting threads, and close the database connections."""
        for watch in self._watches:
            watch.stop()
        self._datastore.close()


class Asks(Protocol):
    """Asks one witness."""

    def ask(self, again: bool) -> Outcome | None:
        """Ask about the newest checkpoint; None if there is nothing to ask."""
        ...

    def close(self) -> None:
        """End the connection."""
        ...


class Watch:
    """The thread of one witness: it waits to be woken, and reports how the witness answered."""

    def __init__(self, name: str, asker: Asks) -> None:
        self.name = name
        self._asker = asker
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._again = False
        self._state: State | None = State.COSIGNED
        self._last = time.monotonic()
        self._overdue = False

    def wake(self, again: bool) -> None:
        """Have the witness asked."""
        self._again |= again
        self._woken.set()

    def start(self) -> None:
        """Start the thread."""
        THREADS.keep(f"witness {self.name}", self.run, self._stopped)

    def stop(self) -> None:
        """End the thread once it waits."""
        self._stopped.set()
        self._woken.set()

    def run(self) -> None:
        """Ask whenever the thread is woken."""
        while True:
            self._woken.wait()
            self._woken.clear()
            if self._stopped.is_set():
                self._asker.close()
                return
            again, self._again = self._again, False
            self._ask(again)

    def _ask(self, again: bool) -> None:
        try:
            found = self._asker.ask(again)
        except AWAY as error:
            log.warning(
                "witness not asked: the database is away",
                witness=self.name,
                why=type(error).__name__,
                says=server_says(error),
            )
        except Exception:
            log.exception("witness not asked", witness=self.name)
        else:
            self._report(found)

    def _report(self, found: Outcome | None) -> None:
        if found is None or found.state is State.COSIGNED:
            self._last, self._overdue = time.monotonic(), False
        if found is None:
            return
        if found.state is State.COSIGNED:
            self._report_cosigned(found)
        else:
            metrics.WITNESS_FAILURES.labels(self.name, found.state.value).inc()
            self._report_failure(found)
        if found.state in (State.COSIGNED, State.CONTRADICTED):
            metrics.WITNESS_CONTRADICTIONS.labels(self.name).set(found.state is State.CONTRADICTED)
        self._state = found.state

    def _report_cosigned(self, found: Outcome) -> None:
        metrics.COSIGNATURES.labels(self.name).inc()
        metrics.COSIGNATURE_TIME.labels(self.name).set_to_current_time()
        if self._state is not State.COSIGNED:
            log.info("witness cosigns again", witness=self.name, size=found.size)
        if found.forgot:
            log.warning("witness has forgotten what it cosigned: it was restored or set up anew", witness=self.name)

    def _report_failure(self, found: Outcome) -> None:
        if found.state is not self._state:
            tell = log.warning if found.state is State.AWAY else log.error
            tell("witness did not cosign", witness=self.name, state=found.state.value, size=found.size, why=found.why)
        if not self._overdue and time.monotonic() - self._last > AWAY_SECONDS:
            self._overdue = True
            log.error("witness has not cosigned for an hour", witness=self.name, why=found.why)


def ask_all(
    settings: Settings, datastore: Datastore, signer: Signer, keyring: Keyring, patience: float = PATIENCE
) -> Sequence[Outcome]:
    """Ask every witness of the settings about the newest checkpoint, all at once, and store what they sign.

    One that has not answered within `patience` seconds counts as unreachable.
    """
    roots = StoredRoots(settings, datastore, signer, keyring)
    witnesses = [(one, one.url) for one in parse_named(settings.witnesses) if one.url is not None]
    found: dict[str, Outcome | None] = {}

    def ask_one(witness: NamedWitness, url: str) -> None:
        asker = Asker(witness, url, roots)
        try:
            found[witness.key.vkey] = asker.ask(again=True)
        except (*AWAY, KifuError, BadNote) as error:
            found[witness.key.vkey] = Outcome(witness.key.name, State.AWAY, 0, f"It was not asked: {error}")
        finally:
            asker.close()

    threads = [threading.Thread(target=ask_one, args=one, daemon=True) for one in witnesses]
    deadline = time.monotonic() + patience
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(deadline - time.monotonic(), 0.0))
    late = "It has not answered in time."
    outcomes = (found.get(one.key.vkey, Outcome(one.key.name, State.AWAY, 0, late)) for one, _ in witnesses)
    return [outcome for outcome in outcomes if outcome is not None]
