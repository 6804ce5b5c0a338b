"""Logs as one JSON object a line on standard error."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import msgspec
import structlog

SECRET = ("token", "seed", "authorization")


def configure(level: str, stream: TextIO | None = None) -> None:
    """Log from `level` upwards. Values that are named like secrets are left out."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _without_secrets,
            structlog.processors.JSONRenderer(serializer=_serialise),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(stream or sys.stderr),
        cache_logger_on_first_use=True,
    )


@contextmanager
def only_warnings() -> Iterator[None]:
    """Within the block, log nothing below warnings, to standard error: for commands, whose output is for people."""
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


def _serialise(event: object, **_: object) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()
