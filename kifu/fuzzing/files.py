"""The files of a defect found by the fuzzer: the game up to it as an archive, and the defect as JSON."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from random import Random

import msgspec

from domain.archive import writing
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.rulesets import Rulesets
from domain.record.events import AnyEvent, GameOpened, GameStarted, MovePlayed, SeatResigned
from domain.record.game import Game, fold, replay
from kifu.fuzzing.combinations import Combination
from kifu.fuzzing.fuzzer import THOROUGH, Dice, Examiner
from kifu.fuzzing.playing import Failed
from kifu.selfplay.recording import Setup, record_moves


class Report(msgspec.Struct, frozen=True):
    """A defect in a file. After the archive, `seat` tried `move` as step `step`; null if no move was tried."""

    error: str
    step: int
    seat: int | None
    move: msgspec.Raw
    ruleset: str
    rules_version: str
    content: str
    options: msgspec.Raw
    seats: int
    seed: str
    game: int
    trace: str


def write_defect(folder: Path, rulesets: Rulesets, ruleset: AnyRuleset, seed: str, failed: Failed) -> Path:
    """Write `RULESET-SEED-GAME.kifu` and its `.json` into the folder; return the path of the archive."""
    folder.mkdir(parents=True, exist_ok=True)
    options, seats = failed.combination
    defect = failed.defect
    events = record_moves(rulesets, Setup(ruleset, options, seats), failed.secret, failed.moves)
    path = folder / f"{ruleset.id}-{re.sub(r'[^A-Za-z0-9_-]', '_', seed)}-{failed.number}.kifu"
    path.write_bytes(b"".join(writing.write_events(events, rulesets, unfinished=True)))
    report = Report(
        error=defect.error,
        step=defect.step,
        seat=defect.seat,
        move=msgspec.Raw(msgspec.json.encode(defect.move)),
        ruleset=ruleset.id,
        rules_version=ruleset.version,
        content=ruleset.content.digest,
        options=msgspec.Raw(msgspec.json.encode(options)),
        seats=seats,
        seed=seed,
        game=failed.number,
        trace=defect.trace,
    )
    path.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    return path


def read_report(path: Path) -> Report | None:
    """Return the defect stored with an archive; None without such a file. Raises msgspec.MsgspecError."""
    beside = path.with_suffix(".json")
    return msgspec.json.decode(beside.read_bytes(), type=Report) if beside.is_file() else None


def reproduce(events: list[AnyEvent], report: Report | None, rulesets: Rulesets) -> int:
    """Check every step of a recorded game, then the recorded move and everything that its last position offers.

    Each move is played from its recorded position. Returns the number of steps checked; raises Defect.
    """
    game = fold(events[:1], rulesets)
    assert game is not None
    examiner = _examiner(game)
    if not any(isinstance(event, GameStarted) for event in events):
        examiner.open()
    for event, after in islice(replay(events, rulesets), 1, None):
        if isinstance(event, GameStarted):
            examiner.open()
        elif isinstance(event, MovePlayed):
            assert game.state is not None
            examiner.draws, examiner.resigned = game.draws, game.resigned_seats
            examiner.look(game.state, event.n, heavy=True)
            examiner.take(game.state, event.n, event.seat, game.ruleset.decode_move(bytes(event.move)))
        elif isinstance(event, SeatResigned):
            assert game.state is not None
            examiner.resigned = game.resigned_seats
            examiner.resign(game.state, event.n, event.seat)
        assert after is not None
        game = after
    _check_last(examiner, game, report)
    return game.step


def _examiner(game: Game) -> Examiner:
    opened: GameOpened = game.opened
    checks = Random(opened.seed)  # noqa: S311 - picks what is tried
    combination = Combination(game.options, opened.seats)
    by_step = not game.counts_draws
    return Examiner(game.ruleset, combination, Dice(bytes.fromhex(opened.seed), by_step), checks, effort=THOROUGH)


def _check_last(examiner: Examiner, game: Game, report: Report | None) -> None:
    if game.state is None or game.status != "playing":
        return
    examiner.draws, examiner.resigned = game.draws, game.resigned_seats
    step = game.step + 1
    if report is not None and report.seat is not None:
        examiner.attempt(game.state, step, report.seat, game.ruleset.decode_move(bytes(report.move)))
    examiner.look(game.state, step, heavy=True)
