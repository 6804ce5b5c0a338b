"""The process that keeps the read models: `python -m service.projector`."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from functools import partial
from threading import Event

import structlog

from eventstore.codec import use_archive
from eventstore.threads import THREADS
from projections.read_models.catalogue import NAMES
from projections.running import faulty
from projections.running.check import TableFault
from projections.running.checker import check_forever
from projections.running.runner import run
from service import metrics, structured_logging
from service.jobs.archive_watch import watch_forever
from service.jobs.operating_watch import watch_forever as watch_operation
from service.jobs.pruner import prune_forever
from service.keys.introduce import announce_forever
from service.parts import build_projections
from service.prepared_types import prepare_types
from service.rulesets import build_rulesets
from service.settings.handing import take_settings

log = structlog.get_logger("kifu.projector")


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    settings = take_settings()
    if settings.database_url is None:
        sys.exit("python -m service.projector needs a database URL in KIFU_DATABASE_URL")
    structured_logging.configure(settings.log_level)
    metrics.share()
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    rulesets = build_rulesets(settings)
    prepare_types()
    use_archive(settings.archive)
    THREADS.keep("archive", partial(watch_forever, settings.database_url, stop), stop)
    watched = partial(watch_operation, settings.database_url, settings.data, NAMES, stop)
    THREADS.keep("operating", watched, stop)
    THREADS.keep("keys", partial(announce_forever, settings, stop), stop)
    if settings.check_rate:
        own = build_projections(rulesets)
        check = partial(check_forever, settings.database_url, stop, own, settings.check_rate, report_check)
        THREADS.keep("checker", check, stop)
    THREADS.keep("pruner", partial(prune_forever, settings.database_url, stop), stop)
    run(settings.database_url, stop, build_projections(rulesets))


def report_check(name: str, faults: Sequence[TableFault]) -> None:
    """Show the result of comparing a read model with the events in metrics, and log differences."""
    metrics.FALSE_READ_MODELS.labels(name).set(len(faults))
    metrics.READ_MODEL_CHECK_TIME.labels(name).set_to_current_time()
    if faults:
        log.error("read model is false", projection=name, what=faulty.describe(faults))


if __name__ == "__main__":
    main()
