"""A primary and its synchronous standby: two servers for a test, made with the tools that come with Kifu."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
from psycopg.conninfo import conninfo_to_dict

from eventstore.postgres import embedded
from eventstore.postgres.migrate import migrate
from tests.support.databases import Server
from tests.support.waiting import eventually

FOLLOW_SECONDS = 60.0


@dataclass
class Pair:
    """Two servers, of which the second follows the first; commits on the first wait until the second has them."""

    primary: Server
    standby: Server

    @property
    def url(self) -> str:
        """A URL that leads to whichever of the two can be written to."""
        hosts = [conninfo_to_dict(server.running.url)["host"] for server in (self.primary, self.standby)]
        where = f"host={','.join(map(str, hosts))}&port=5432,5432"
        return f"postgresql://postgres@/kifu?{where}&target_session_attrs=read-write"

    def kill_primary(self) -> None:
        """Send SIGKILL to the primary and all its processes."""
        kill(self.primary)

    def promote_standby(self) -> None:
        """Promote the standby to a primary that waits for no other."""
        with psycopg.connect(self.standby.running.url, autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")

    @contextmanager
    def paused_standby(self) -> Iterator[None]:
        """Stop the standby, like a hanging machine, until the end of the block."""
        stopped = processes(self.standby)
        for process in stopped:
            process.suspend()
        try:
            yield
        finally:
            for process in stopped:
                process.resume()


@contextmanager
def pair() -> Iterator[Pair]:
    """Make and start the two, with a migrated database; end them afterwards."""
    with tempfile.TemporaryDirectory(prefix="kifu-tests-", ignore_cleanup_errors=True) as folder:
        yield from _pair(Path(folder))


def _pair(folder: Path) -> Iterator[Pair]:
    primary = Server(folder / "first")
    second = folder / "second"
    second.mkdir()
    try:
        migrate(primary.running.url)
        host = conninfo_to_dict(primary.running.url)["host"]
        source = f"host={host} port=5432 user=postgres"
        embedded._hand_over(second)
        embedded._run("pg_basebackup", "-D", str(second / "postgres"), "-d", source, "-R", "-X", "stream", "-c", "fast")
        # The first server's socket is among its files, and its lock was copied too.
        (second / "postgres" / ".s.PGSQL.5432.lock").unlink()
        standby = Server(second)
        try:
            with psycopg.connect(primary.running.url, autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'")
                connection.execute("SELECT pg_reload_conf()")
                _await_standby(connection)
            yield Pair(primary, standby)
        finally:
            standby.stop()
    finally:
        primary.stop()


def processes(server: Server) -> list[psutil.Process]:
    """The processes of a server, the parent first."""
    postmaster = psutil.Process(int((server.data / "postgres" / "postmaster.pid").read_text().split()[0]))
    return [postmaster, *postmaster.children()]


def kill(server: Server) -> None:
    """Send SIGKILL to a server and all its processes."""
    killed = processes(server)
    for process in killed:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(killed, 10)


def _await_standby(connection: psycopg.Connection) -> None:
    query = "SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
    eventually(lambda: connection.execute(query).fetchone() is not None, FOLLOW_SECONDS)
