"""The work of `kifu fuzz`."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click
import msgspec
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from domain.kernel.ruleset import AnyRuleset, MalformedMove
from domain.kernel.rulesets import Rulesets
from domain.kernel.words import count_noun
from domain.record.events import AnyEvent, GameOpened
from kifu.fuzzing.combinations import Combination, combinations
from kifu.fuzzing.files import Report, read_report, reproduce, write_defect
from kifu.fuzzing.fuzzer import Defect
from kifu.fuzzing.playing import Failed, Fuzzing
from kifu.shared.boards import show_text
from kifu.shared.faults import Fault
from kifu.shared.records import read_events
from kifu.shared.rules import find_ruleset, load_rulesets
from kifu.shared.terminal import console, note, show_json, show_table

FOUND = 1
"""The exit code if a fault was found."""
INTERRUPTED = 130
"""The exit code if Ctrl-C ended the games before a fault was found."""


def fuzz(
    ruleset: str,
    minutes: float,
    games: int | None,
    seed: str,
    folder: Path,
    recorded: Path | None,
    json_wanted: bool,
) -> None:
    """Look for faults in the rules by playing random games."""
    rules = find_ruleset(ruleset, load_rulesets())
    if recorded is not None:
        _reproduce(rules, recorded, json_wanted)
        return
    found = combinations(rules)
    if not found:
        raise Fault(f"{rules.title} cannot be opened with any of the listed values of its options.")
    fuzzing = Fuzzing(rules, found, seed)
    interrupted, failed = False, None
    try:
        failed = _run(fuzzing, minutes, games)
    except KeyboardInterrupt:
        interrupted = True
    path = None if failed is None else write_defect(folder, load_rulesets(), rules, seed, failed)
    if json_wanted:
        show_json(_describe(fuzzing, failed, path))
    else:
        _show(fuzzing)
        show_text(console(), tell_verdict(fuzzing, failed, path))
    if failed is not None:
        raise SystemExit(FOUND)
    if interrupted:
        note("Interrupted before the end.")
        raise SystemExit(INTERRUPTED)


def _run(fuzzing: Fuzzing, minutes: float, games: int | None) -> Failed | None:
    deadline = time.monotonic() + minutes * 60
    bar = console(err=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=bar, disable=not bar.is_terminal) as progress:
        task = progress.add_task(fuzzing.ruleset.title)

        def more(number: int) -> bool:
            return (games is None or number < games) and (number == 0 or time.monotonic() < deadline)

        try:
            fuzzing.run(more, _watch(fuzzing, lambda words: progress.update(task, description=words)))
        except Failed as failed:
            return failed
    return None


def _watch(fuzzing: Fuzzing, tell: Callable[[str], None]) -> Callable[[Combination], None]:
    def on_game(_: Combination) -> None:
        sums = fuzzing.sums
        tell(f"{fuzzing.ruleset.title}: {count_noun(sums.games, 'game')}, {count_noun(sums.steps, 'step')}")

    return on_game


def tell_verdict(fuzzing: Fuzzing, failed: Failed | None, path: Path | None) -> str:
    """Sum up the games in one sentence; after a fault, also say where its game is and how to reproduce it."""

    sums, found = fuzzing.sums, count_noun(len(fuzzing.counts), "combination")
    done = (
        f"{count_noun(sums.games, 'game')} of {fuzzing.ruleset.title} under {found} of options and seats,"
        f" {count_noun(sums.steps, 'step')}, {sums.tried + sums.refused:,} more moves tried"
    )
    if failed is None:
        return f"No fault found: every law held in {done}."
    again = f"kifu fuzz {fuzzing.ruleset.id} --reproduce {path}"
    return f"Fault found after {done}: {failed}\nThe game up to the fault is in {path}; see it again with\n  {again}"


def _show(fuzzing: Fuzzing) -> None:
    rows = [
        (combination.words, *map(str, (count.games, count.steps, count.tried, count.refused)))
        for combination, count in fuzzing.counts.items()
    ]
    sums = fuzzing.sums
    rows.append(("all", *map(str, (sums.games, sums.steps, sums.tried, sums.refused))))
    columns = ("Options", "Games", "Steps", "Tried", "Refused")
    show_table(
        f"{fuzzing.ruleset.title}, seed {fuzzing.seed}: moves played, tried and refused",
        columns,
        rows,
        numbers=columns[1:],
    )


def _describe(fuzzing: Fuzzing, failed: Failed | None, path: Path | None) -> dict[str, object]:
    return {
        "ruleset": fuzzing.ruleset.id,
        "rules_version": fuzzing.ruleset.version,
        "seed": fuzzing.seed,
        "combinations": [
            {"options": combination.options, "seats": combination.seats, "games": count.games, "steps": count.steps}
            | {"tried": count.tried, "refused": count.refused}
            for combination, count in fuzzing.counts.items()
        ],
        "fault": failed and _describe_fault(failed.defect) | {"game": failed.number, "file": str(path)},
    }


def _describe_fault(defect: Defect) -> dict[str, object]:
    return {"error": defect.error, "step": defect.step, "seat": defect.seat, "move": defect.move}


def _reproduce(rules: AnyRuleset, path: Path, json_wanted: bool) -> None:
    events, rulesets, report = _read_game(rules, path)
    try:
        steps = reproduce(events, report, rulesets)
    except MalformedMove as error:
        raise Fault(f"{path.with_suffix('.json')} holds no move of {rules.title}: {error}.") from None
    except Defect as defect:
        if json_wanted:
            show_json({"fault": _describe_fault(defect)})
        else:
            click.echo(f"{defect.trace}\nFault found: {defect}".lstrip())
        raise SystemExit(FOUND) from None
    if json_wanted:
        show_json({"fault": None})
    else:
        click.echo(
            f"No fault found: every law held in {count_noun(steps, 'step')} and in all moves of the last position."
        )


def _read_game(rules: AnyRuleset, path: Path) -> tuple[list[AnyEvent], Rulesets, Report | None]:
    """Read the game in a file, its rulesets, and its report if there is one; raises Fault."""

    events, rulesets = read_events(str(path))
    opened = events[0]
    if not isinstance(opened, GameOpened) or opened.ruleset != rules.id:
        raise Fault(f"{path} holds a game of another ruleset than {rules.title}.")
    try:
        return events, rulesets, read_report(path)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Fault(f"{path.with_suffix('.json')}: {error}.") from None
