"""The settings of a process started by `kifu serve`, which passes them as JSON on standard input.

So every process has all settings, and no environment reveals their secrets.
"""

from __future__ import annotations

import sys

import msgspec

from service.settings import Settings, decode_settings


def take_settings() -> Settings:
    """Take the settings that the service has passed to this process; exit if there are none."""
    try:
        return decode_settings(b"" if sys.stdin.isatty() else sys.stdin.buffer.read())
    except msgspec.DecodeError:
        sys.exit("This is a part of the service: `kifu serve` starts it and hands it the settings.")
