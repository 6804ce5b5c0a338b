"""Appends to UmaDB with a consistency condition, run by the Python in which `umadb` is installed.

python uma_load.py URL THREADS SECONDS BYTES STEPS prints a line of JSON. Each thread appends one event after the other
to its own game, on the condition that no other event of the game came after the previous one, as with a version. A
reader follows.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from uuid import uuid4

from umadb import AppendCondition, Client, Event, Query, QueryItem

POLL_SECONDS = 0.02


def write(url: str, data: bytes, steps: int, stop: threading.Event, done: list[int]) -> None:
    """Append until told to stop; adds the number of appended events to `done`."""
    client, count = Client(url), 0
    while not stop.is_set():
        tag = f"game:{uuid4()}"
        game, last = Query([QueryItem(tags=[tag])]), None
        for _ in range(steps):
            event = Event(event_type="game.stepped", data=data, tags=[tag])
            last = client.append([event], AppendCondition(fail_if_events_match=game, after=last))
            count += 1
            if stop.is_set():
                break
    done.append(count)


def read(url: str, stop: threading.Event, seen: list[int]) -> None:
    """Read new events at intervals, and the rest at the end; adds the number of events read to `seen`."""
    client, count = Client(url), 0
    position = client.head() or 0
    while True:
        last = stop.wait(POLL_SECONDS)
        for event in client.read(start=position + 1):
            position, count = event.position, count + 1
        if last:
            break
    seen.append(count)


def main(url: str, threads: int, seconds: float, size: int, steps: int) -> None:
    """Measure and print."""
    stop, ended, done, seen = threading.Event(), threading.Event(), list[int](), list[int]()
    data = b"x" * size
    writers = [threading.Thread(target=write, args=(url, data, steps, stop, done)) for _ in range(threads)]
    reader = threading.Thread(target=read, args=(url, ended, seen))
    reader.start()
    began = time.perf_counter()
    for thread in writers:
        thread.start()
    time.sleep(seconds)
    stop.set()
    for thread in writers:
        thread.join()
    spent = time.perf_counter() - began
    ended.set()
    reader.join()
    print(json.dumps({"appends": sum(done), "seconds": spent, "missed": sum(done) - sum(seen)}))


if __name__ == "__main__":
    url, threads, seconds, size, steps = sys.argv[1:]
    main(url, int(threads), float(seconds), int(size), int(steps))
