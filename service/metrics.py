"""The counts and measurements of the service, for Prometheus. Processes share it through files in one folder."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest

from eventstore.postgres.outage import Outage
from eventstore.threads import THREADS
from service import metrics_files
from service.metrics_files import Family, Sample
from service.verify_all import Verified
from service.version import VERSION

log = structlog.get_logger("kifu.metrics")

PAUSE = 1.0
"""Seconds between two writes of a process's counts."""
_no_room = Outage()


def _watched(name: str, what: str, *labels: str) -> Gauge:
    """Return a gauge that one process sets for the whole service."""
    return Gauge(name, what, labels, multiprocess_mode="livemax")


SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.5, 1.0, 2.5)

REQUESTS = Counter("kifu_requests_total", "Requests answered.", ["call", "status"])
LATENCY = Histogram("kifu_request_seconds", "Time from a request to its answer.", ["call"], buckets=SECONDS)
MOVES = Counter("kifu_moves_total", "Moves recorded.")
CALLS = Counter(
    "kifu_calls_total", "Calls to webhooks, by what they say and whether they were answered.", ["kind", "outcome"]
)
REFUSALS = Counter("kifu_refusals_total", "Requests refused, by code and clause.", ["code", "clause"])
WAITING_COMMITS = Gauge(
    "kifu_waiting_commits",
    "Moves and other events that requests wait for the database to record, at this moment.",
    multiprocess_mode="livesum",
)
DISK_FULL = Gauge(
    "kifu_disk_full",
    "Whether the disk of the database was full when a worker last had something to record.",
    multiprocess_mode="livemax",
)
COMMITTED = Histogram(
    "kifu_commit_requests", "Requests whose events one commit recorded.", buckets=(1, 2, 4, 8, 16, 32)
)
STREAMS = Gauge("kifu_streams", "Live streams open now.", multiprocess_mode="livesum")
CACHE_BYTES = Gauge(
    "kifu_cache_bytes", "Bytes that caches of the workers hold, estimated.", ["cache"], multiprocess_mode="livesum"
)
REFUSED_SNAPSHOTS = Counter(
    "kifu_snapshots_refused_total",
    "Snapshots that no game was continued from: false-seal means that somebody changed or inserted one.",
    ["why"],
)

PRUNED_ANSWERS = Counter("kifu_pruned_answers_total", "First answers removed some days after their request.")
PRUNED_KEYS = Counter("kifu_pruned_keys_total", "Idempotency keys removed some months after their request.")
PRUNED_GUESTS = Counter(
    "kifu_pruned_guests_total", "Guests who went, and guests of whom name and keys are left.", ["what"]
)
PRUNED_REFUSALS = Counter("kifu_pruned_refusals_total", "Refused moves removed some weeks after the end of their game.")

CHECKPOINTS = Counter("kifu_checkpoints_total", "Heads of the log signed.")
CHECKPOINT_FAULTS = Gauge(
    "kifu_checkpoint_faults",
    "Logs of partitions, or of heads, that do not continue the signed one: changed, or an old backup was restored.",
    multiprocess_mode="livesum",
)
CHECKPOINT_FAILING = Gauge(
    "kifu_checkpoint_failing",
    "1 while checkpoints cannot be made for another reason than a log that is not what was signed.",
    multiprocess_mode="livesum",
)
CHECKPOINT_NOTICES = Counter(
    "kifu_checkpoint_notices_total",
    "False heads in the log and heads that the file lacked: somebody changed them, which stops no signing.",
)
CHECKPOINT_TIME = Gauge(
    "kifu_checkpoint_time_seconds",
    "When all events were last known to be in signed checkpoints, as a Unix time.",
    multiprocess_mode="max",
)

ARCHIVE_FAULTS = Gauge(
    "kifu_archive_faults",
    "Whether games that were moved to files cannot be read: another KIFU_ARCHIVE, or its disk or bucket is away.",
    multiprocess_mode="livemax",
)

DEFINITION_FAULTS = Gauge(
    "kifu_definition_faults",
    "Functions, triggers, rights and migrations of the database that are not what the migrations say.",
    multiprocess_mode="livesum",
)
COSIGNATURES = Counter("kifu_cosignatures_total", "Checkpoints that a witness cosigned.", ["witness"])
COSIGNATURE_TIME = Gauge(
    "kifu_cosignature_time_seconds",
    "When a witness last cosigned the newest checkpoint, as a Unix time.",
    ["witness"],
    multiprocess_mode="max",
)
WITNESS_FAILURES = Counter(
    "kifu_witness_failures_total",
    "Times that a witness did not cosign: away, wrong (its answer or signature is false) or contradicted.",
    ["witness", "why"],
)
WITNESS_CONTRADICTIONS = Gauge(
    "kifu_witness_contradictions",
    "Whether a witness saw another log than ours: an old backup was restored, or there are two logs under one key.",
    ["witness"],
    multiprocess_mode="livemax",
)

FALSE_READ_MODELS = Gauge(
    "kifu_read_model_faults",
    "Tables of a read model that are not what the events give: somebody changed them, or they need a rebuild.",
    ["projection"],
    multiprocess_mode="livemax",
)
READ_MODEL_CHECK_TIME = Gauge(
    "kifu_read_model_check_time_seconds",
    "When a read model was last compared with the events, as a Unix time.",
    ["projection"],
    multiprocess_mode="max",
)

DATABASE_UP = _watched("kifu_database_up", "Whether the database answered when it was last looked at.")
DATABASE_BYTES = _watched("kifu_database_bytes", "Bytes of the database, indexes included.")
DISK_BYTES = _watched("kifu_data_disk_bytes", "Size of the disk that KIFU_DATA is on.")
DISK_FREE = _watched("kifu_data_disk_free_bytes", "Free bytes of the disk that KIFU_DATA is on.")
PROJECTION_LAG = _watched(
    "kifu_projection_lag_seconds", "For how long there have been events that a read model lacks.", "projection"
)
OLDEST_DISPUTE = _watched("kifu_oldest_dispute_seconds", "Age of the oldest dispute that waits for a ruling; 0: none.")
BOTS_LISTENING = _watched("kifu_bots_listening", "Bots of the service itself that have listened for turns lately.")
PROCESS_MODULES = ("kifu", "api.web", "service.projector", "service.checkpointer", "bots.app")
"""The processes of every service, by module; `kifu` watches the others."""
PROCESSES = _watched("kifu_processes", "Processes that run now, by module.", "module")
PROCESS_BYTES = _watched(
    "kifu_process_resident_bytes", "Memory of processes, what they share counted in each.", "module"
)
PROCESS_CPU = _watched("kifu_process_cpu_seconds", "CPU time of the processes that run now.", "module")
PROCESS_STARTED = _watched(
    "kifu_process_start_time_seconds", "When the newest process of a module was started, as a Unix time.", "module"
)
WATCH_TIME = Gauge(
    "kifu_watch_time_seconds",
    "When database, disk and processes were last looked at for these metrics, as a Unix time.",
    multiprocess_mode="max",
)
POOL_CONNECTIONS = Gauge(
    "kifu_pool_connections", "Connections to the database that workers may have.", ["pool"], multiprocess_mode="livesum"
)
POOL_IN_USE = Gauge(
    "kifu_pool_connections_in_use", "Of those, how many are in use.", ["pool"], multiprocess_mode="livesum"
)

FAILING_THREADS = Gauge(
    "kifu_failing_threads",
    "Whether a thread of a process ended with an error within the last seconds, and was or will be started again.",
    ["thread"],
    multiprocess_mode="livemax",
)
THREAD_FAILURES = Counter(
    "kifu_thread_failures_total", "Times that a thread ended with an error and was started again.", ["thread"]
)
UNREADABLE_NOTICES = Gauge(
    "kifu_unreadable_notifications",
    "Notifications of changed games that could not be read, since the processes started: not ours; somebody else "
    "with a login of the database sent them.",
    multiprocess_mode="livesum",
)


def report_thread(name: str, error: Exception) -> None:
    """Log and count that a thread ended with an error, and show it as failing until it is steady again."""
    log.error("thread failed", thread=name, exc_info=error)
    THREAD_FAILURES.labels(name).inc()
    FAILING_THREADS.labels(name).set_function(lambda: name in THREADS.failing())


THREADS.report = report_thread


def share() -> None:
    """Share this process's metrics from now on, if `kifu serve` started it. Called once, after the fork."""
    if metrics_files.FOLDER in os.environ:
        THREADS.keep("metrics", _keep_sharing, threading.Event())


def share_now() -> None:
    """Share what was counted so far, before this process ends."""
    folder = os.environ.get(metrics_files.FOLDER)
    if folder is not None:
        try:
            metrics_files.write(Path(folder), _own_families())
        except OSError as error:
            if _no_room.is_new(error):
                log.warning("metrics are not shared", why=str(error))
        else:
            _no_room.end()


def gather() -> Sequence[Family]:
    """Return the metrics of all processes; those of other processes are up to a second old."""
    folder = os.environ.get(metrics_files.FOLDER)
    own = _own_families()
    return own if folder is None else metrics_files.add_up(Path(folder), own)


def exposition(projections: dict[str, int], verified: Verified) -> bytes:
    """Return all metrics in Prometheus' text format; `projections` says how many events each is behind."""
    counted = CollectorRegistry()
    counted.register(_Gathered())
    now = CollectorRegistry()
    behind = Gauge("kifu_projection_behind_events", "Events that a read model lacks.", ["projection"], registry=now)
    for name, events in projections.items():
        behind.labels(name).set(events)
    build = Gauge("kifu_build_info", "1, with the version of Kifu that runs.", ["version"], registry=now)
    build.labels(VERSION).set(1)
    _show_verified(verified, now)
    return generate_latest(counted) + generate_latest(now)


class _Gathered:
    """The result of `gather`, for a registry."""

    def collect(self) -> list[Metric]:
        return [_metric(family) for family in gather()]


def _keep_sharing() -> None:
    pause = threading.Event()
    while True:
        share_now()
        pause.wait(PAUSE)


def _own_families() -> list[Family]:
    metrics = [value for value in globals().values() if isinstance(value, Counter | Gauge | Histogram)]
    return [_family(metric, described) for metric in metrics for described in metric.collect()]


def _family(metric: Counter | Gauge | Histogram, found: Metric) -> Family:
    across = metric._multiprocess_mode if isinstance(metric, Gauge) else "sum"
    samples = [
        Sample(sample.name, tuple(sample.labels.items()), sample.value)
        for sample in found.samples
        if not sample.name.endswith("_created")
    ]
    return Family(found.name, found.documentation, found.type, across, samples)


def _metric(family: Family) -> Metric:
    metric = Metric(family.name, family.help, family.kind)
    for name, labels, value in family.samples:
        metric.add_sample(name, dict(labels), value)
    return metric


def _show_verified(verified: Verified, registry: CollectorRegistry) -> None:
    """Add the findings of `kifu verify --all`, if it was ever run."""
    if verified.now is None and verified.last is None:
        return
    faults = Gauge("kifu_verify_faults", "Games at fault, by `kifu verify --all`.", registry=registry)
    faults.set(verified.faults)
    if verified.last is not None and verified.last.ended is not None:
        games = Gauge("kifu_verify_games", "Games that the last whole run verified.", registry=registry)
        games.set(verified.last.games)
        at = Gauge("kifu_verify_time_seconds", "When all games were last verified, as a Unix time.", registry=registry)
        at.set(verified.last.ended.timestamp())
