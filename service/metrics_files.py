"""The files through which the processes of a service share their metrics.

Each process rewrites its own file every second, and the one that answers `/metrics` adds the files up. Files are
replaced by renaming, so readers never see a partial one; if there is no room, the previous one stays. Files of ended
processes are merged into one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

FOLDER = "KIFU_METRICS_FOLDER"
MEMORY = Path("/dev/shm")  # noqa: S108 - the folder in it belongs to us alone
ROOM = 256 << 10
"""The bytes that must be free for each process: several times what our metrics need."""
ENDED = "ended-"
ATTEMPTS = 10


class Sample(NamedTuple):
    """A value, with its name and its ordered labels."""

    name: str
    labels: tuple[tuple[str, str], ...]
    value: float


class Family(msgspec.Struct, frozen=True):
    """A metric with its values by label.

    `across` is how it adds up across processes: `sum` or `max`, or `livesum` or `livemax` over the running ones.
    """

    name: str
    help: str
    kind: str
    across: str
    samples: Sequence[Sample]


class Snapshot(msgspec.Struct, frozen=True):
    """The metrics of one process, or of all processes whose files were merged into this one."""

    families: Sequence[Family]
    folded: Sequence[str] = ()


def make_folder(data: Path, processes: int) -> Path:
    """Make an empty metrics folder for the service with this data folder.

    It is in memory, or next to the data if there is no room in memory. Raises OSError if there is no room there either.
    """
    for folder in _places(data):
        shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.mkdir(mode=0o700, parents=True)
            _try_room(folder / "room", processes * ROOM)
        except OSError as error:
            refused = error
            shutil.rmtree(folder, ignore_errors=True)
        else:
            return folder
    raise refused


def remove_folder(folder: Path) -> None:
    """Remove the folder when the service has ended."""
    shutil.rmtree(folder, ignore_errors=True)


def write(folder: Path, families: Sequence[Family]) -> None:
    """Write this process's file; if there is no room, raises OSError and keeps the previous one."""
    _write(folder / f"{_process(os.getpid())}.json", Snapshot(families))


def add_up(folder: Path, own: Sequence[Family]) -> list[Family]:
    """Return the metrics of all processes; this one's are given."""
    mine = f"{_process(os.getpid())}.json"
    found = _read_all(folder)
    found.pop(mine, None)
    return _merge([*((snapshot, _is_alive(name)) for name, snapshot in found.items()), (Snapshot(own), True)])


def fold_ended(folder: Path) -> None:
    """Merge the files of ended processes into one. Only one process may do that. Raises OSError."""
    found = _read_all(folder)
    ended = {name: snapshot for name, snapshot in found.items() if not _is_alive(name)}
    before = [name for name in ended if name.startswith(ENDED)]
    if ended.keys() == set(before):
        return
    number = 1 + max((int(name.removeprefix(ENDED).removesuffix(".json")) for name in before), default=0)
    kept = [family for family in _merge([(snapshot, False) for snapshot in ended.values()]) if family.samples]
    # A reader that finds a merged file next to its sources skips the sources, so nothing is counted twice meanwhile.
    _write(folder / f"{ENDED}{number}.json", Snapshot(kept, tuple(ended)))
    for name in ended:
        (folder / name).unlink(missing_ok=True)
        (folder / name).with_suffix(".new").unlink(missing_ok=True)


def _places(data: Path) -> list[Path]:
    own = hashlib.sha256(f"{os.getuid()}:{data.resolve()}".encode()).hexdigest()[:16]
    beside = data.resolve() / "metrics"
    return [MEMORY / f"kifu-metrics-{own}", beside] if os.access(MEMORY, os.W_OK) else [beside]


def _try_room(path: Path, size: int) -> None:
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.posix_fallocate(file, 0, size)
    finally:
        os.close(file)
        path.unlink()


def _write(path: Path, snapshot: Snapshot) -> None:
    unfinished = path.with_suffix(".new")
    try:
        unfinished.write_bytes(msgspec.json.encode(snapshot))
        unfinished.rename(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def _read_all(folder: Path) -> dict[str, Snapshot]:
    """Return every file by name, except those merged into another one."""
    found: dict[str, Snapshot] = {}
    for _ in range(ATTEMPTS):
        listed = list(folder.glob("*.json"))
        found = {}
        for path in listed:
            with suppress(FileNotFoundError):
                found[path.name] = msgspec.json.decode(path.read_bytes(), type=Snapshot)
        # A missing file was merged meanwhile, and its counts are in a file that was not listed.
        if len(found) == len(listed):
            break
    folded = {name for snapshot in found.values() for name in snapshot.folded}
    return {name: snapshot for name, snapshot in found.items() if name not in folded}


def _merge(snapshots: Iterable[tuple[Snapshot, bool]]) -> list[Family]:
    """Add up snapshots, each of which says whether its process is alive."""
    families: dict[str, Family] = {}
    values: dict[str, dict[tuple[str, tuple[tuple[str, str], ...]], float]] = {}
    for snapshot, alive in snapshots:
        for family in snapshot.families:
            families.setdefault(family.name, family)
            found = values.setdefault(family.name, {})
            if not alive and family.across.startswith("live"):
                continue
            for name, labels, value in family.samples:
                before = found.get((name, labels))
                if before is None:
                    found[name, labels] = value
                else:
                    found[name, labels] = max(before, value) if family.across.endswith("max") else before + value
    return [_with_values(family, values[name]) for name, family in families.items()]


def _with_values(family: Family, values: Mapping[tuple[str, tuple[tuple[str, str], ...]], float]) -> Family:
    samples = tuple(Sample(name, labels, value) for (name, labels), value in values.items())
    return msgspec.structs.replace(family, samples=samples)


def _process(pid: int) -> str:
    """Return a name for the process that is never reused, although process ids are."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    state, started = fields[0], fields[19]
    return f"{pid}-{started}" if state not in "ZX" else ""


def _is_alive(name: str) -> bool:
    stem = name.removesuffix(".json")
    try:
        return not name.startswith(ENDED) and _process(int(stem.partition("-")[0])) == stem
    except (OSError, ValueError):
        return False
