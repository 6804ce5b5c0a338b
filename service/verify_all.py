"""Verifies every game, one after the other.

`verified.json` keeps the progress, and `/metrics` shows it. An interrupted run resumes after the last game that it
finished.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from uuid import UUID

import msgspec

from domain.application.audit import Audit
from domain.kernel.errors import KifuError
from eventstore.archive_files import FileAway

NAME = "verified.json"
SAVE_SECONDS = 1.0
MOST_NAMED = 100
"""How many faulty games the file names; it counts all of them."""


class FaultyGame(msgspec.Struct, frozen=True):
    """A game whose record does not hold, and why."""

    game: UUID
    why: str


class Run(msgspec.Struct, frozen=True):
    """A run over all games: its progress and findings.

    `ended` is None while it is running. `partition` and `after` are the position of the last verified game.
    """

    began: datetime
    ended: datetime | None = None
    partition: int = 0
    after: UUID | None = None
    games: int = 0
    faults: int = 0
    named: tuple[FaultyGame, ...] = ()


class Verified(msgspec.Struct, frozen=True):
    """The current or interrupted run, and the last complete one."""

    now: Run | None = None
    last: Run | None = None

    @property
    def faults(self) -> int:
        """The number of faulty games, by the last complete run or the current one."""
        return max((run.faults for run in (self.now, self.last) if run is not None), default=0)


def read_verified(data: Path) -> Verified:
    """Read the progress of the verification in this folder; empty if there is no readable file."""
    try:
        return msgspec.json.decode((data / NAME).read_bytes(), type=Verified)
    except (OSError, msgspec.DecodeError):
        return Verified()


def verify_all(
    audit: Audit, data: Path, clock: Callable[[], datetime], *, resume: bool = False
) -> Iterator[tuple[Run, FaultyGame | None]]:
    """Verify all games; yield the state of the run after each, and what is wrong with the game, if anything.

    With `resume`, continue after the last game of an incomplete run, if there is one.
    """
    kept = read_verified(data)
    run = kept.now if resume and kept.now is not None else Run(clock())
    saved = time.monotonic()
    try:
        for partition, game in audit.games_after(run.partition, run.after):
            faulty = _verify(audit, game)
            named = (*run.named, faulty)[:MOST_NAMED] if faulty is not None else run.named
            run = msgspec.structs.replace(
                run,
                partition=partition,
                after=game,
                games=run.games + 1,
                faults=run.faults + (faulty is not None),
                named=named,
            )
            if time.monotonic() - saved > SAVE_SECONDS:
                _save(data, Verified(run, kept.last))
                saved = time.monotonic()
            yield run, faulty
        run = msgspec.structs.replace(run, ended=clock())
    finally:
        _save(data, Verified(run, kept.last) if run.ended is None else Verified(None, run))
    yield run, None


def _verify(audit: Audit, game: UUID) -> FaultyGame | None:
    try:
        found = audit.verification(game, None, arbiter=False)
    except KifuError as error:
        return FaultyGame(game, error.detail)
    except FileAway as error:
        return FaultyGame(game, str(error))
    if found.holds:
        return None
    return FaultyGame(game, "; ".join(f"{name}: {why}" for name, why in found.list_faults()))


def _save(data: Path, verified: Verified) -> None:
    beside = data / f".{NAME}.{os.getpid()}"
    beside.write_bytes(msgspec.json.encode(verified) + b"\n")
    beside.rename(data / NAME)
