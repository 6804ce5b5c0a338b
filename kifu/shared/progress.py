"""Progress of a long command on standard error: a bar on a terminal, otherwise a line every few seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from rich.progress import Progress, TaskID

from kifu.shared.terminal import note, progress_bar

LINE_SECONDS = 5.0


@contextmanager
def show_progress(what: str, json_wanted: bool) -> Iterator[Bar]:
    """Show how many things, such as "events signed", are done; as JSON for programs."""
    with progress_bar() as bar:
        yield Bar(what, json_wanted, bar)


class Bar:
    """The bar or the lines of one command."""

    def __init__(self, what: str, json_wanted: bool, bar: Progress) -> None:
        self._what, self._json, self._bar = what, json_wanted, bar
        self._task: TaskID | None = None
        self._shown = time.monotonic()

    def update(self, done: int, total: int) -> None:
        """Show how many are done, out of how many."""
        if not self._bar.disable:
            self._task = self._bar.add_task(self._what) if self._task is None else self._task
            self._bar.update(self._task, completed=done, total=total)
        elif time.monotonic() - self._shown >= LINE_SECONDS:
            self._shown = time.monotonic()
            note(self._line(done, total))

    def _line(self, done: int, total: int) -> str:
        if not self._json:
            return f"{done:,} of {total:,} {self._what}"

        return msgspec.json.encode({"progress": {"what": self._what, "done": done, "total": total}}).decode()
