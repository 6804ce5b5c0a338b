"""Logs to standard error: one JSON object a line, or a readable line on a terminal.

Several processes write to one pipe or file. A line is written in one piece, and is short enough for a pipe to keep it
whole.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import TextIO, cast

import msgspec
import structlog

SECRET = ("token", "seed", "authorization")
STANDARD_ERROR = 2
LONGEST_LINE = 4096
"""The bytes of a line, including its end, that the system writes to a pipe in one piece."""
REPEAT_SECONDS = 10.0
LEFT_OUT = " [...] "

log = structlog.get_logger("kifu")


def configure(level: str, stream: TextIO | None = None) -> None:
    """Log from `level` upwards, to standard error by default, including what libraries log and what ends the process.

    Values named like secrets are omitted. Of lines marked `often`, one is written every ten seconds, with the number of
    those omitted.
    """
    for_people = stream is None and sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            Repetitions(),
            structlog.processors.TimeStamper(fmt="%H:%M:%S" if for_people else "iso", utc=not for_people),
            _without_secrets,
            *([structlog.dev.ConsoleRenderer()] if for_people else [structlog.processors.format_exc_info, _render]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(stream or cast(TextIO, StandardError())),
        cache_logger_on_first_use=True,
    )
    if stream is None:
        logging.basicConfig(handlers=[FromLibraries()], level=logging.WARNING, force=True)
        logging.captureWarnings(True)
        sys.excepthook = _report_end
        threading.excepthook = _report_thread


class StandardError:
    """Standard error; each text is written at once and in one piece."""

    def write(self, text: str) -> None:
        """Write a text; logging never fails because nobody reads the log any more."""
        with suppress(OSError):
            os.write(STANDARD_ERROR, text.encode())

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""


class Repetitions:
    """Passes one of a frequent line every ten seconds, with the number of those since the last."""

    def __init__(self, seconds: float = REPEAT_SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._waiting: dict[str, int] = {}

    def __call__(self, _logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        """Pass a line on, or count it."""
        if not event.pop("often", False):
            return event
        what = event["event"]
        with self._lock:
            if what in self._waiting:
                self._waiting[what] += 1
                raise structlog.DropEvent
            self._waiting[what] = 0
        timer = threading.Timer(self._seconds, self._tell, (what, dict(event)))
        timer.daemon = True
        timer.start()
        return event

    def _tell(self, what: str, event: structlog.typing.EventDict) -> None:
        with self._lock:
            times = self._waiting.pop(what)
        if times:
            getattr(log, event["level"])(what, times=times, seconds=self._seconds)


class FromLibraries(logging.Handler):
    """Writes library log records in our format."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        level = record.levelname.lower()
        write = getattr(log, level if level in ("warning", "error", "critical") else "info")
        write(record.name, says=record.getMessage(), exc_info=record.exc_info, often=True)


def _report_end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        log.critical("process failed", exc_info=(kind, error, trace))


def _report_thread(failed: threading.ExceptHookArgs) -> None:
    name = failed.thread.name if failed.thread else None
    log.error("thread failed", thread=name, exc_info=failed.exc_value)


@contextmanager
def only_warnings() -> Iterator[None]:
    """Within the block, log only warnings and above, to standard error: for commands, whose output is for people."""
    before = structlog.get_config()
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    try:
        yield
    finally:
        structlog.configure(**before)


def _without_secrets(_logger: object, _name: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    return {key: value for key, value in event.items() if not any(secret in key.lower() for secret in SECRET)}


def _render(_logger: object, _name: str, event: structlog.typing.EventDict) -> str:
    """Render a line of JSON; if it is too long, cut the longest texts in the middle."""
    line = msgspec.json.encode(event, enc_hook=repr)
    while len(line) >= LONGEST_LINE:
        texts = {key: value if isinstance(value, str) else repr(value) for key, value in event.items()}
        key = max(texts, key=lambda key: len(texts[key]))
        text = texts[key]
        if len(text) < 4 * len(LEFT_OUT):
            break
        # The message of an error is at its end. A character may take several bytes.
        kept = max(len(text) // 2, len(text) - (len(line) - LONGEST_LINE) - 2 * len(LEFT_OUT))
        event = {**event, key: text[: kept // 4] + LEFT_OUT + text[len(text) - (kept - kept // 4) :]}
        line = msgspec.json.encode(event, enc_hook=repr)
    return line.decode()
