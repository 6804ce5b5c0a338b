"""What grows with the number of events: lists, a move, an opening, rebuilding, signing, checking, and bytes an event.

python -m benchmarks.growing.measure [EVENTS [FOLDER]] makes a database of 2 million events in ./.kifu-growth, or
enlarges the existing one, and writes its figures into their own section of benchmarks/results.md. An interrupted run
continues. The folder stays until you delete it.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from unittest.mock import patch
from uuid import UUID

import msgspec
import psycopg

from benchmarks.cpu import cpu_seconds, postmaster
from benchmarks.games_over_http import prepare
from benchmarks.growing.cloning import DAYS, PLAYERS, grow
from benchmarks.load import Load, drive, get, post
from benchmarks.results import put_section
from benchmarks.service import Service, service
from domain.application.audit import Audit
from domain.application.checks import signed_partition
from domain.application.stored.stored_games import Keys
from domain.proof.receipts import KeyDocument, Keyring, Signer
from domain.rulesets import registry
from eventstore.postgres import embedded
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.migrate import migrate
from eventstore.tables.log import LogTables
from kifu.shared.progress import show_progress
from projections.running.rebuild import rebuild
from service.checkpoints.check_log import LogChecker
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from service.keys import signing
from service.keys.seed_keys import load_seed_keys
from service.parts import build_games, build_projections
from service.settings import Settings
from service.verify_all import verify_all

EVENTS = 2_000_000
FOLDER = Path(".kifu-growth")
RESULTS = Path(__file__).parent.parent / "results.md"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
REQUESTS = 100
MOVES = 300
VERIFY_SECONDS = 30.0
SIZES = """
SELECT nspname, relname, pg_total_relation_size(pg_class.oid) FROM pg_class
  JOIN pg_namespace ON pg_namespace.oid = relnamespace
 WHERE relkind = 'r' AND nspname IN ('kifu', 'kifu_read', 'public') ORDER BY 3 DESC
"""
GAMES = "SELECT game_id FROM kifu.event WHERE version = 20 AND partition = %s LIMIT 20"
"""Games that were played for a while: an earlier run has opened some and left them."""
Row = tuple[str, str, str]
"""The thing measured, the figure, and the goal."""


class _Spent:
    """Seconds, and CPU seconds of this process and of PostgreSQL."""

    def __init__(self, data: Path) -> None:
        self._pids = [os.getpid(), postmaster(data)]
        self._began, self._before = time.perf_counter(), cpu_seconds(self._pids)

    def describe(self, events: int, goal: str = "") -> tuple[str, str]:
        """Say how fast this number of events was processed."""
        seconds, cpu = time.perf_counter() - self._began, cpu_seconds(self._pids) - self._before
        many = max(events, 1)
        return f"{seconds:.1f} s, {many / seconds:,.0f} events/s, {cpu / many * 1e6:.0f} us of CPU an event", goal


def run(events: int = EVENTS, data: Path = FOLDER) -> Iterator[Row]:
    """Make the database and measure everything; yields each figure when it is known."""
    signer, keyring = _load_keys(data)
    server = embedded.start(data)
    try:
        migrate(server.url)
        with show_progress("events made", False) as bar:
            grow(server.url, signer, events, bar.update)
        with psycopg.connect(server.url, autocommit=True) as connection:
            # A database made in one go needs at once what autovacuum would do over time.
            connection.execute("VACUUM (ANALYZE)")
            there = int(connection.execute("SELECT count(*) FROM kifu.event").fetchall()[0][0])
            ids = [row[0] for partition in range(5) for row in connection.execute(GAMES, (partition,)).fetchall()]
        yield "events", f"{there:,}", ""
        yield from _measure_rebuild(server.url, data, there)
        yield from _measure_signing(server.url, data, signer, keyring)
        yield from _measure_sizes(server.url, there)
        with _serving(server.url, data) as kifu:
            yield from _measure_reads(kifu, ids)
            yield from _measure_writes(kifu)
        yield from _measure_later_signing(server.url, data, signer, keyring)
        yield from _measure_checks(server.url, data, keyring, there)
    finally:
        server.stop()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield "largest memory of this process", f"{peak:.0f} MB", ""


def _load_keys(data: Path) -> tuple[Signer, Keyring]:
    """Make the keys the first time, as if they had long been in use, since clones are dated back."""
    signer, _ = signing.load_or_make(Settings(data=data))
    path = data / signing.FOLDER / signing.PUBLIC
    document = msgspec.json.decode(path.read_bytes(), type=KeyDocument)
    keys = tuple(msgspec.structs.replace(key, since=LONG_AGO) for key in document.keys)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(document, keys=keys)))
    return signer, Keyring(keys)


def _measure_rebuild(url: str, data: Path, events: int) -> list[Row]:
    spent = _Spent(data)
    with show_progress("events read", False) as bar:
        rebuild(url, progress=lambda _, done, total: bar.update(done, total), projections=build_projections(registry()))
    return [("all read models rebuilt", *spent.describe(events, "10,000 events/s"))]


def _checkpoints(url: str, data: Path, signer: Signer, keyring: Keyring) -> Checkpoints:
    return Checkpoints(url, signer, keyring, CheckpointFile(data / NAME), lambda: datetime.now(UTC))


def _measure_signing(url: str, data: Path, signer: Signer, keyring: Keyring) -> list[Row]:
    spent, longest, signed, began = _Spent(data), 0.0, 0, time.perf_counter()
    with show_progress("events signed", False) as bar:
        for made, progress in _checkpoints(url, data, signer, keyring).pieces():
            if made.refused or made.log.refused:
                raise RuntimeError(f"not everything was signed: {made}")
            longest, began = max(longest, time.perf_counter() - began), time.perf_counter()
            signed = progress.events
            bar.update(signed, signed + progress.left)
    found = spent.describe(signed)
    return [(f"checkpoint of {signed:,} events", *found), ("its longest piece", f"{longest * 1000:.0f} ms", "1 s")]


def _measure_later_signing(url: str, data: Path, signer: Signer, keyring: Keyring) -> list[Row]:
    rows = []
    for name, thorough in (("a later checkpoint", False), ("the same with the closer look", True)):
        began = time.perf_counter()
        _checkpoints(url, data, signer, keyring).make(thorough=thorough)
        rows.append((name, f"{(time.perf_counter() - began) * 1000:.0f} ms", ""))
    with Datastore(url, pool_size=1) as datastore:
        log, checkpoints = LogTables(datastore.read), _checkpoints(url, data, signer, keyring)
        checkpoints.is_due(log)
        began = time.perf_counter()
        checkpoints.is_due(log)
    return [*rows, ("a look that finds nothing to sign", f"{(time.perf_counter() - began) * 1000:.1f} ms", "")]


def _measure_checks(url: str, data: Path, keyring: Keyring, events: int) -> list[Row]:
    file = CheckpointFile(data / NAME)
    settings = Settings(data=data)
    # Games opened over HTTP have encrypted seeds.
    key, seeds = signing.snapshot_key(settings, make=False), load_seed_keys(settings)
    games = build_games(registry(), url, keys=Keys(snapshots=key, seeds=seeds), connections=1)
    # Clones are dated back, and the heads around them are of today.
    dated_back = patch.object(signed_partition, "SLACK", timedelta(days=DAYS + 1))
    with dated_back, games, Datastore(url, pool_size=1) as datastore:
        audit = Audit(games.stored, games.queries, keyring, file)
        checker = LogChecker(audit, LogTables(datastore.read), file, lambda: datetime.now(UTC), lambda _: False)
        spent = _Spent(data)
        with show_progress("partitions checked", False) as bar:
            for run in checker.check():
                bar.update(run.partition, 64)
        heads = checker.check_heads()
        faults = [one.fault for one in run.found if one.fault is not None]
        if faults or heads is None or heads.fault is not None:
            raise RuntimeError(f"the check finds {len(faults)} faults: {faults[:1] or heads}")
        checked = spent.describe(events)
        count = sum(one.chains for one in run.found)
        spent, until, verified = _Spent(data), time.monotonic() + VERIFY_SECONDS, 0
        for one, faulty in verify_all(audit, data, lambda: datetime.now(UTC)):
            if faulty is not None:
                raise RuntimeError(f"the verification finds fault: {faulty}")
            verified = one.games
            if time.monotonic() > until:
                break
    what = f"verify --all, {verified:,} of {count:,} games"
    return [("checkpoint --check", *checked), (what, *spent.describe(verified * events // count))]


def _measure_sizes(url: str, events: int) -> list[Row]:
    with psycopg.connect(url) as connection:
        found = [(f"{schema}.{name}", schema, size) for schema, name, size in connection.execute(SIZES).fetchall()]
    kept = sum(size for _, schema, size in found if schema != "kifu_read")
    rows = [
        ("bytes an event, all tables with their indexes", f"{sum(size for *_, size in found) / events:,.0f}", "1,100")
    ]
    rows.append(("the same without read models", f"{kept / events:,.0f}", ""))
    return rows + [(f"of them {name}", f"{size / events:,.0f}", "") for name, _, size in found if size > events]


@contextmanager
def _serving(url: str, data: Path) -> Iterator[Service]:
    settings = {"KIFU_DATA": str(data.resolve()), "KIFU_DATABASE_URL": url, "KIFU_CHECKPOINT_SECONDS": "0"}
    with service(settings=settings) as kifu:
        yield kifu


def _measure_reads(kifu: Service, ids: list[UUID]) -> list[Row]:
    random, token = Random(1), kifu.token(f"reader {time.time():.0f}")

    def player() -> str:
        return f"p{random.randrange(PLAYERS):06}"

    paths: dict[str, Callable[[], str]] = {
        "games": lambda: "/v1/games",
        "finished games of a ruleset": lambda: "/v1/games?status=finished&ruleset=daimyo",
        "games of a player, from the list": lambda: f"/v1/games?player={player()}",
        "history": lambda: "/v1/history",
        "scores": lambda: "/v1/scores?ruleset=micro-dojo",
        "a leaderboard": lambda: "/v1/leaderboards/micro-dojo",
        "standings of a month": lambda: "/v1/standings?ruleset=yedo&period=2026-05",
        "leaders of each month": lambda: "/v1/standings/leaders?ruleset=yedo",
        "ratings": lambda: "/v1/ratings?ruleset=daimyo&seats=2",
        "ratings of a player": lambda: f"/v1/players/{player()}/ratings",
        "a player": lambda: f"/v1/players/{player()}",
        "games of a player": lambda: f"/v1/players/{player()}/games",
        "a game": lambda: f"/v1/games/{random.choice(ids)}",
        "steps of a game": lambda: f"/v1/games/{random.choice(ids)}/steps",
        "a step in the middle": lambda: f"/v1/games/{random.choice(ids)}/steps/12",
    }
    rows = []
    for name, path in paths.items():
        load = drive(kifu.address, [[get(path(), token) for _ in range(REQUESTS)]])
        rows.append(_latency(name, load, 200, "24 ms"))
    return rows


def _measure_writes(kifu: Service) -> list[Row]:
    ruleset, stamp = registry()["micro-dojo"], int(time.time())
    tokens = [kifu.token(f"{name} {stamp}") for name in ("ann", "bob")]
    requests: list[bytes] = []
    while len(requests) < MOVES:
        requests += prepare(kifu, ruleset, tokens, stamp + len(requests))[1]
    moves = drive(kifu.address, [requests])
    opening = post("/v1/games", b'{"ruleset":"micro-dojo","seats":2}', kifu.token(f"opener {stamp}"))
    openings = drive(kifu.address, [[opening] * 40])
    return [_latency("a move", moves, 201, "24 ms"), _latency("an opening", openings, 201, "24 ms")]


def _latency(name: str, load: Load, wanted: int, goal: str) -> Row:
    if set(load.statuses) != {wanted}:
        raise RuntimeError(f"{name}: {load.statuses}")
    return name, f"{load.percentile(0.5):.1f} ms (p99 {load.percentile(0.99):.1f} ms)", goal


def main(events: int = EVENTS, data: Path = FOLDER) -> None:
    """Measure, print each figure as soon as it is known, and write the section of results.md at the end."""
    lines = [f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, `make bench-growth EVENTS={events}`; one client at a time.", ""]
    lines += ["| what | measured | goal |", "|---|---|---|"]
    print("\n".join(lines), flush=True)
    for row in run(events, data):
        lines.append(f"| {' | '.join(row)} |")
        print(lines[-1], flush=True)
    put_section(RESULTS, "Growth", lines)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    main(wanted, Path(sys.argv[2]) if len(sys.argv) > 2 else FOLDER)
