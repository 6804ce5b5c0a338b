"""PgBouncer in front of the tests' server, if Debian's package is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.support.services import free_port

PROGRAM = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
START_SECONDS = 60.0
needs_pgbouncer = pytest.mark.skipif(
    not os.access(PROGRAM, os.X_OK), reason="PgBouncer is not installed: apt-get install pgbouncer"
)

CONFIGURATION = """
[databases]
* = host={host} port={port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
admin_users = pooler
pool_mode = {mode}
default_pool_size = {size}
max_client_conn = 400
ignore_startup_parameters = options
server_login_retry = 1
query_wait_timeout = 5
logfile = {folder}/log
"""


@contextmanager
def pgbouncer(url: str, logins: list[str], mode: str = "transaction", size: int = 3) -> Iterator[str]:
    """Run PgBouncer in front of the server of `url`, with `size` connections a login; yield a URL for the same database
    over PgBouncer's socket, with the first of `logins`.
    """
    server = conninfo_to_dict(url)
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="kifu-tests-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        owner = Path(str(server["host"])).stat()
        values = {"host": server["host"], "port": server["port"], "listen": port}
        (folder / "ini").write_text(CONFIGURATION.format(**values, folder=folder, mode=mode, size=size))
        (folder / "users").write_text("".join(f'"{login}" ""\n' for login in [*logins, "pooler"]))
        for path in (folder, folder / "ini", folder / "users"):
            os.chown(path, owner.st_uid, owner.st_gid)
        # As the account of the server, which alone may use its socket; PgBouncer refuses to run as root.
        account = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        process = subprocess.Popen(  # type: ignore[call-overload]
            [PROGRAM, "-q", str(folder / "ini")], stdin=subprocess.DEVNULL, cwd="/", **account
        )
        try:
            pooled = f"postgresql://{logins[0]}@/{server['dbname']}?host={folder}&port={port}"
            _await(pooled, folder / "log")
            yield pooled
        finally:
            process.kill()
            process.wait()


def _await(url: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with suppress(psycopg.OperationalError), psycopg.connect(url):
            return
        time.sleep(0.05)
    raise RuntimeError(f"PgBouncer does not answer:\n{log.read_text() if log.exists() else ''}")
