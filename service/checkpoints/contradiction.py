"""What prevents a log from being signed."""

from __future__ import annotations


class Contradiction(Exception):
    """The log does not continue the one that was signed; the message says how."""
