"""The settings of a process that `kifu serve` has started: it hands them on as JSON through the standard input.

So every process has the settings whole, and no environment shows their secrets.
"""

from __future__ import annotations

import sys

import msgspec

from service.settings import Settings, decode_settings


def take_settings() -> Settings:
    """Read the settings that the service has handed to this process; ends the process where there are none."""
    try:
        return decode_settings(b"" if sys.stdin.isatty() else sys.stdin.buffer.read())
    except msgspec.DecodeError:
        sys.exit("This is a part of the service: `kifu serve` starts it and hands it the settings.")
