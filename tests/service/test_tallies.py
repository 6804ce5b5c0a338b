"""What requests count reaches the shared metrics: soon, all of it, and once."""

import os
import subprocess
import sys
import threading
import time

import pytest
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from service import metrics_files
from service.metrics import SECONDS
from service.tallies import Tallies, Times

AMOUNTS = [0.0, 0.001, 0.0011, 0.3, 2.5, 7.0, 0.001]


@pytest.fixture
def registry() -> CollectorRegistry:
    return CollectorRegistry()


def read(registry: CollectorRegistry) -> dict[str, float]:
    return {
        f"{sample.name}{sample.labels}": sample.value
        for metric in registry.collect()
        for sample in metric.samples
        if not sample.name.endswith("_created")
    }


def test_many_amounts_at_once_are_observed_like_one_after_the_other(registry):
    single = Histogram("kifu_seconds", "Seconds.", ["call"], buckets=SECONDS, registry=registry)
    for amount in AMOUNTS:
        single.labels("a").observe(amount)
    other = CollectorRegistry()
    Times("kifu_seconds", "Seconds.", ["call"], buckets=SECONDS, registry=other).labels("a").observe_all(AMOUNTS)
    assert read(other) == pytest.approx(read(registry))


def test_what_threads_count_is_carried_over_once(registry):
    counter = Counter("kifu_things", "Things.", registry=registry)
    tallies = Tallies(pause=0.001)

    def count() -> None:
        for _ in range(1000):
            tallies.add(counter)

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tallies.carry_over()
    assert read(registry) == {"kifu_things_total{}": 8000}


def test_what_is_watched_is_looked_at_soon_and_as_it_is_then(registry):
    gauge = Gauge("kifu_waiting", "Those that wait.", registry=registry)
    waiting = [1, 2, 3]
    tallies = Tallies(pause=0.001)
    tallies.watch(gauge, lambda: len(waiting))
    for left in (3, 1, 0):
        del waiting[left:]
        deadline = time.monotonic() + 60
        while read(registry) != {"kifu_waiting{}": left}:
            assert time.monotonic() < deadline
            time.sleep(0.001)


def test_counts_are_carried_over_soon_although_nobody_asks(registry):
    counter = Counter("kifu_things", "Things.", registry=registry)
    Tallies(pause=0.01).add(counter)
    deadline = time.monotonic() + 30
    while read(registry) != {"kifu_things_total{}": 1} and time.monotonic() < deadline:
        time.sleep(0.01)
    assert read(registry) == {"kifu_things_total{}": 1}


def test_a_forked_process_counts_for_itself_what_it_did_and_nothing_else(tmp_path):
    code = """
import os
from service import metrics
from service.tallies import Tallies
from service.verify_all import Verified
tallies = Tallies(pause=3600)
tallies.add(metrics.MOVES)
child = os.fork()
if not child:
    for _ in range(2):
        tallies.add(metrics.MOVES)
    tallies.carry_over()
    os._exit(0)
os.waitpid(child, 0)
tallies.carry_over()
print(metrics.exposition({}, Verified()).decode())
"""
    environment = {**os.environ, metrics_files.FOLDER: str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert "\nkifu_moves_total 3.0\n" in done.stdout


def test_a_thread_that_fails_in_one_process_is_named_in_another(tmp_path):
    code = """
import os, signal, threading, time
from service import metrics
child = os.fork()
if not child:
    metrics.THREADS.keep("keys", lambda: 1 / 0, threading.Event())
    time.sleep(60)
    os._exit(0)
deadline = time.monotonic() + 30
while not metrics.failing_threads() and time.monotonic() < deadline:
    time.sleep(0.01)
found = metrics.failing_threads()
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
print(found)
"""
    environment = {**os.environ, metrics_files.FOLDER: str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("['keys']\n")
