"""The files through which the processes of a service share their metrics.

Each process writes what it has counted into a file of its own, anew every second, and the one that answers `/metrics`
adds the files up. A file is renamed into its place, so a reader finds it whole; where there is no room for it, the one
before stays. Files of processes that have ended are folded into one.
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
"""Bytes that must be free for each process: several times what our metrics need."""
ENDED = "ended-"
ATTEMPTS = 10


class Sample(NamedTuple):
    """A value, with its name and its labels in order."""

    name: str
    labels: tuple[tuple[str, str], ...]
    value: float


class Family(msgspec.Struct, frozen=True):
    """A metric, with what was counted for each of its labels.

    `across` is how it adds up across processes: `sum` or `max`, or `livesum` or `livemax` over those that run.
    """

    name: str
    help: str
    kind: str
    across: str
    samples: Sequence[Sample]


class Snapshot(msgspec.Struct, frozen=True):
    """The metrics of a process, or of all processes whose files were folded into this one."""

    families: Sequence[Family]
    folded: Sequence[str] = ()


def make_folder(data: Path, processes: int) -> Path:
    """Make an empty folder for the metrics of the service with this data folder.

    It lies in memory, or beside the data where there is no room in memory. Raises OSError where there is none either.
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
    """Write the file of this process; raises OSError, and leaves the one before, where there is no room for it."""
    _write(folder / f"{_process(os.getpid())}.json", Snapshot(families))


def add_up(folder: Path, own: Sequence[Family]) -> list[Family]:
    """Return the metrics of all processes, those of this one as given."""
    mine = f"{_process(os.getpid())}.json"
    found = _read_all(folder)
    found.pop(mine, None)
    return _merge([*((snapshot, _is_alive(name)) for name, snapshot in found.items()), (Snapshot(own), True)])


def fold_ended(folder: Path) -> None:
    """Fold the files of the processes that have ended into one. Only one process may do that. Raises OSError."""
    found = _read_all(folder)
    ended = {name: snapshot for name, snapshot in found.items() if not _is_alive(name)}
    before = [name for name in ended if name.startswith(ENDED)]
    if ended.keys() == set(before):
        return
    number = 1 + max((int(name.removeprefix(ENDED).removesuffix(".json")) for name in before), default=0)
    kept = [family for family in _merge([(snapshot, False) for snapshot in ended.values()]) if family.samples]
    # Whoever finds a folded file beside it passes it over, so nothing is counted twice meanwhile.
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
    """Every file by its name, without those that were folded into another one."""
    found: dict[str, Snapshot] = {}
    for _ in range(ATTEMPTS):
        listed = list(folder.glob("*.json"))
        found = {}
        for path in listed:
            with suppress(FileNotFoundError):
                found[path.name] = msgspec.json.decode(path.read_bytes(), type=Snapshot)
        # One that is gone was folded meanwhile: its counts are in a file that was not listed.
        if len(found) == len(listed):
            break
    folded = {name for snapshot in found.values() for name in snapshot.folded}
    return {name: snapshot for name, snapshot in found.items() if name not in folded}


def _merge(snapshots: Iterable[tuple[Snapshot, bool]]) -> list[Family]:
    """Add up; each snapshot says whether its process is alive."""
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
    """A name of the process that no later one has, although numbers of processes come again."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    state, started = fields[0], fields[19]
    return f"{pid}-{started}" if state not in "ZX" else ""


def _is_alive(name: str) -> bool:
    stem = name.removesuffix(".json")
    try:
        return not name.startswith(ENDED) and _process(int(stem.partition("-")[0])) == stem
    except (OSError, ValueError):
        return False
