"""PostgreSQL's errors when it cannot be used, and what to do about them."""

from __future__ import annotations

LONGEST_SAYING = 500
ADVICE = (
    ("starting up", "Start again when it is up."),
    ("shutting down", "Start again when it is up."),
    ("recovery mode", "Start again when it is up."),
    ("too many clients", "Raise max_connections of the server, or lower KIFU_WORKERS."),
    ("remaining connection slots", "Raise max_connections of the server, or lower KIFU_WORKERS."),
    ("password authentication failed", "Check the login and the password in KIFU_DATABASE_URL."),
)
"""Advice by a part of the server's message, since the driver passes on no code for a refused connection."""


def server_says(error: Exception) -> str:
    """Return the message of the server, or of the driver if no server was reached, in one line."""
    return " ".join(str(error).split())[:LONGEST_SAYING]


def advise(error: Exception) -> str:
    """Return what to do if connections are refused for this reason."""
    said = str(error)
    return next((advice for part, advice in ADVICE if part in said), "Check KIFU_DATABASE_URL.")


class Outage:
    """Whether the database is unavailable, to be reported once for each reason and not at every attempt."""

    def __init__(self) -> None:
        self._said: str | None = None

    def is_new(self, error: Exception) -> bool:
        """Return whether this reason differs from the previous attempt's."""
        said = server_says(error)
        new, self._said = said != self._said, said
        return new

    def end(self) -> None:
        """Note that the database is available."""
        self._said = None
