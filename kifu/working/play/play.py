"""The work of `kifu play`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from domain.kernel.language import fill, mark, say, translate
from domain.kernel.rulesets import Rulesets
from kifu.playing.session import Session, open_session
from kifu.selfplay.recording import Setup
from kifu.shared.faults import Fault
from kifu.shared.rules import find_ruleset, load_rulesets, parse_options, seats_for
from kifu.shared.terminal import console, note


@dataclass(frozen=True)
class Wanted:
    """The options of `kifu play`."""

    ruleset: str | None
    pairs: Sequence[str]
    seats: int | None
    seat: int
    name: str
    bot_names: str
    seed: str | None
    record: Path | None


def play(wanted: Wanted) -> None:
    """Play a game in this terminal, with bots on the other seats."""
    rulesets = load_rulesets()
    rules = find_ruleset(wanted.ruleset, rulesets) if wanted.ruleset is not None else next(iter(rulesets))
    options = parse_options(rules, wanted.pairs)
    count = seats_for(rules, options, wanted.seats)
    setup = Setup(rules, options, count)
    session: Session | None = open_session(
        rulesets, setup, wanted.seat - 1, wanted.name, wanted.bot_names, wanted.seed, console()
    )
    path, number = wanted.record, 1
    while session is not None:
        _play_one(session, rulesets, path)
        session, number = session.follow(), number + 1
        path = wanted.record and wanted.record.with_stem(f"{wanted.record.stem}-{number}")


def _play_one(session: Session, rulesets: Rulesets, path: Path | None) -> None:
    """Play a game, and write it to a file if one is named."""
    with _open_record(path) as file:
        try:
            session.run()
        finally:
            if file is not None:
                session.recording.write(file, rulesets)
                text = mark("Recorded in {path}. `kifu verify {path}` checks it, `kifu replay {path}` shows it.")
                note(fill(translate(text), path=path))


@contextmanager
def _open_record(path: Path | None) -> Iterator[BinaryIO | None]:
    """Open a new file for the game before play begins, so that a failure is noticed in time; raises Fault."""
    if path is None:
        yield None
        return
    try:
        file = path.open("xb")
    except FileExistsError:
        raise Fault(say("{path} exists already. Name a new file.", path=path)) from None
    except OSError as error:
        why = error.strerror
        raise Fault(
            say("{path} cannot be written: {why}. Name a file in a folder that can.", path=path, why=why)
        ) from None
    with file:
        yield file
