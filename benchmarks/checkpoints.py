"""The cost of checkpoints: signing 10,000 events, finding nothing to sign, and comparing a game with the log.

python -m benchmarks.checkpoints [EVENTS]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import psycopg

from benchmarks.cold_state import STEPS, play_long
from benchmarks.store import fresh_games
from domain.application.audit import Audit
from eventstore.partition import PARTITIONS, partition_of
from eventstore.postgres import embedded
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate
from eventstore.tables.log import LogTables
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from service.keys import signing
from service.settings import Settings

EVENTS, LOOKS, VERIFICATIONS = 10_000, 200, 15
SPREAD = """
WITH head AS (
    UPDATE kifu.feed_head SET position = position + %(count)s WHERE partition = %(partition)s RETURNING position
)
INSERT INTO kifu.event (partition, position, game_id, version, topic, receipt, payload)
SELECT %(partition)s, head.position - %(count)s + n, %(game)s, n, 'benchmark', %(receipt)s,
       '{"n":' || n || ',"digest":"' || encode(sha256(convert_to(%(game)s::text || n, 'UTF8')), 'hex') || '"}'
  FROM head, generate_series(1, %(count)s) AS n
"""


@dataclass(frozen=True)
class Cost:
    """Median milliseconds: of the `first` and of a `later` checkpoint of `events` events over all partitions; of a run
    without new events (`idle`); of verifying a game of `steps` steps without and with checkpoints."""

    events: int
    first: float
    later: float
    idle: float
    steps: int
    unsigned: float
    signed: float


def run(events: int = EVENTS) -> Cost:
    """Measure everything on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="kifu-bench-", ignore_cleanup_errors=True) as folder:
        data = Path(folder)
        signer, keyring = signing.load_or_make(Settings(data=data))
        server = embedded.start(data)
        try:
            migrate(server.url)
            file = CheckpointFile(data / NAME)
            checkpoints = Checkpoints(server.url, signer, keyring, file, lambda: datetime.now(UTC))
            with fresh_games(server.url, signer) as games, Datastore(server.url, pool_size=1) as datastore:
                game_id = play_long(games)

                def audit() -> Audit:
                    # A new one each time, since it caches its verdicts.
                    return Audit(games.stored, games.queries, keyring, file)

                unsigned = _verified(audit, game_id)
                first = _signed(checkpoints, server.url, events)
                later = sorted(_signed(checkpoints, server.url, events) for _ in range(5))[2]
                _check(audit(), game_id)
                tables = LogTables(datastore.read)
                idle = _median(lambda: checkpoints.is_due(tables), LOOKS)
                return Cost(events, first, later, idle, STEPS, unsigned, _verified(audit, game_id))
        finally:
            server.stop()


def _signed(checkpoints: Checkpoints, url: str, events: int) -> float:
    share = -(-events // PARTITIONS)
    with psycopg.connect(url) as connection:
        for partition in range(PARTITIONS):
            game = next(game for game in iter(uuid4, None) if partition_of(game) == partition)
            connection.execute(SPREAD, {"count": share, "partition": partition, "game": game, "receipt": bytes(72)})
    began = time.perf_counter()
    made = checkpoints.make()
    spent = (time.perf_counter() - began) * 1000
    if len(made.heads) != PARTITIONS or made.refused:
        raise RuntimeError(f"not all partitions were signed: {made.refused}")
    return spent


def _check(audit: Audit, game_id: UUID) -> None:
    found = audit.verification(game_id, None, arbiter=True)
    if not found.holds or found.checkpoints is None or found.checkpoints.covered <= STEPS:
        raise RuntimeError(f"the verification finds fault: {found}")


def _verified(audit: Callable[[], Audit], game_id: UUID) -> float:
    return _median(lambda: audit().verification(game_id, None, arbiter=True), VERIFICATIONS)


def _median(call: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        spent.append((time.perf_counter() - began) * 1000)
    return sorted(spent)[times // 2]


if __name__ == "__main__":
    cost = run(*(int(argument) for argument in sys.argv[1:]))
    print(
        f"checkpoint of {cost.events} events in {PARTITIONS} partitions: {cost.first:.0f} ms, later {cost.later:.0f} ms"
    )
    print(f"a look that finds nothing to sign: {cost.idle:.2f} ms")
    print(f"verification of {cost.steps} steps: {cost.unsigned:.0f} ms unsigned, {cost.signed:.0f} ms signed")
