"""How many files and sockets a process of the service may have open, and how many connections that leaves room for."""

from __future__ import annotations

import resource

MOST_CONNECTIONS = 10_000
LEAST_CONNECTIONS = 128
OTHER_FILES = 256
"""Files and sockets of a worker besides the connections of clients."""


class TooFewFiles(OSError):
    """The limit of open files leaves no room for the connections of clients."""


def count_connections() -> int:
    """How many connections this process can hold, after it has raised its limit of open files as far as it may.

    Raises TooFewFiles if that is hardly any.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if most < LEAST_CONNECTIONS + OTHER_FILES:
        raise TooFewFiles(
            f"a process may open {hard} files (`ulimit -n`), and a worker needs {OTHER_FILES} besides one for each "
            f"connection: allow {LEAST_CONNECTIONS + OTHER_FILES} at least, or {wanted} for {MOST_CONNECTIONS} "
            "connections; under systemd with LimitNOFILE"
        )
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most - OTHER_FILES
