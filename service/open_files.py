"""The limit on open files and sockets of a process, and the connections that it leaves room for."""

from __future__ import annotations

import resource

MOST_CONNECTIONS = 10_000
LEAST_CONNECTIONS = 128
OTHER_FILES = 256
"""Files and sockets of a worker besides client connections."""


class TooFewFiles(OSError):
    """The limit on open files leaves no room for client connections."""


def count_connections() -> int:
    """Return how many connections this process can hold, after raising its limit on open files as far as possible.

    Raises TooFewFiles if there are hardly any.
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
