"""Python starts with this in the processes of a service whose requests count the CPU time of their parts.

Each thread that answers requests writes nanoseconds into a file of its own, named after the thread, in the folder
COUNTED: a number for each of PARTS, in their order. The time of a part is without that of the parts within it.
"""

from __future__ import annotations

import mmap
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

PARTS = (
    "hand-over",
    "Flask",
    "identity and limits",
    "rules",
    "digest and receipt",
    "encoding",
    "append",
    "feed",
)


class Counted(threading.local):
    """What the current thread has spent; `within` is the time of the parts within the current one."""

    within = 0

    @cached_property
    def parts(self) -> memoryview:
        """The nanoseconds of each part, in a file that the thread gets when it first counts."""
        path = Path(os.environ["COUNTED"]) / str(threading.get_native_id())
        path.write_bytes(bytes(8 * len(PARTS)))
        with path.open("r+b") as file:
            return memoryview(mmap.mmap(file.fileno(), 0)).cast("q")


counted = Counted()


def count(part: str, function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that counts the CPU time of this one as a part."""
    number = PARTS.index(part)

    def measured(*args: P.args, **kwargs: P.kwargs) -> T:
        outer, counted.within = counted.within, 0
        began = time.thread_time_ns()
        try:
            return function(*args, **kwargs)
        finally:
            took = time.thread_time_ns() - began
            counted.parts[number] += took - counted.within
            counted.within = outer + took

    return measured


def _count_all() -> None:
    from api import flask_app
    from api.calls import moves
    from api.requests import lifecycle
    from api.server import carrying
    from domain.application import commands, recording
    from domain.application.stored import stored_games
    from eventstore import feed, recorder, siblings

    for part, owner, names in (
        ("hand-over", carrying.Threads, ["_answer"]),
        ("Flask", flask_app.KifuFlask, ["wsgi_app"]),
        ("identity and limits", moves, ["known_asker", "read_command"]),
        ("rules", recording.Recording, ["play"]),
        ("digest and receipt", commands, ["link"]),
        ("digest and receipt", recording, ["make_receipt"]),
        ("encoding", moves, ["read_struct", "send_outcome"]),
        ("encoding", stored_games.StoredGames, ["store_events"]),
        ("append", recorder.FeedRecorder, ["insert_events"]),
        ("feed", stored_games.StoredGames, ["_hear_siblings"]),
        ("feed", siblings.Siblings, ["tell"]),
        ("feed", feed.Feed, ["wake"]),
    ):
        for name in names:
            setattr(owner, name, count(part, getattr(owner, name)))
    install = lifecycle.install

    def install_counted(app, document):  # type: ignore[no-untyped-def]
        install(app, document)
        for steps in (app.before_request_funcs, app.after_request_funcs):
            steps[None] = [count("identity and limits", step) for step in steps[None]]

    lifecycle.install = install_counted


# Processes of a service are told apart by the name under which they connect to PostgreSQL.
role = next((name for name in ("api.web", "service.projector") if name in sys.orig_argv), None)
if role is not None:
    os.environ["PGAPPNAME"] = role
if role == "api.web":
    _count_all()
