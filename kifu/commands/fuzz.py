"""`kifu fuzz`: random games of all options with every law checked, and what breaks one as a file."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click
import msgspec
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from domain.archive import reading
from domain.archive.lines import BadArchive, read_lines
from domain.kernel.ruleset import MalformedMove
from domain.record.events import GameOpened
from domain.rulesets import AnyRuleset
from kifu.fuzzing.combinations import Combination, combinations
from kifu.fuzzing.files import read_report, reproduce, write_defect
from kifu.fuzzing.fuzzer import Count, Defect, Failed, Fuzzing
from kifu.shared.faults import Fault
from kifu.shared.rules import installed, ruleset_named
from kifu.shared.terminal import as_json, console, show_json, show_table

FOUND = 1
"""The exit code when a defect was found."""


@click.command()
@click.argument("ruleset")
@click.option("--minutes", type=click.FloatRange(min=0), default=1.0, show_default=True, help="How long.")
@click.option("--games", type=click.IntRange(min=1), help="Stop after so many games.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed plays the same games.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("fuzz"),
    show_default=True,
    help="Where a game that breaks a law is written.",
)
@click.option(
    "--reproduce",
    "recorded",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Check the game in FILE, and what its last position offers, instead of playing.",
)
@as_json
def fuzz(
    ruleset: str,
    minutes: float,
    games: int | None,
    seed: str,
    folder: Path,
    recorded: Path | None,
    json_wanted: bool,
) -> None:
    """Play random games of RULESET under all its options and check every law at every step.

    Ends with 1 when a law breaks, and leaves the game in a file.
    """
    rules = ruleset_named(ruleset, installed())
    if recorded is not None:
        _reproduce(rules, recorded, json_wanted)
        return
    found = combinations(rules)
    if not found:
        raise Fault(f"{rules.title} cannot be opened with the values of its options that can be listed.")
    fuzzing = Fuzzing(rules, found, seed)
    failed = _run(fuzzing, minutes, games)
    path = None if failed is None else write_defect(folder, installed(), rules, seed, failed)
    if json_wanted:
        show_json(_described(fuzzing, failed, path))
    else:
        _show(fuzzing)
        if failed is not None:
            click.echo(f"{failed}\nThe game up to there: {path}\nAgain: kifu fuzz {rules.id} --reproduce {path}")
    if failed is not None:
        raise SystemExit(FOUND)


def _run(fuzzing: Fuzzing, minutes: float, games: int | None) -> Failed | None:
    deadline = time.monotonic() + minutes * 60
    bar = console(err=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=bar, disable=not bar.is_terminal) as progress:
        task = progress.add_task(fuzzing.ruleset.title)

        def more(number: int) -> bool:
            return (games is None or number < games) and (number == 0 or time.monotonic() < deadline)

        try:
            fuzzing.run(more, _teller(fuzzing, lambda words: progress.update(task, description=words)))
        except Failed as failed:
            return failed
    return None


def _teller(fuzzing: Fuzzing, tell: Callable[[str], None]) -> Callable[[Combination], None]:
    def on_game(combination: Combination) -> None:
        sums = _sums(fuzzing)
        tell(f"{fuzzing.ruleset.title}: {sums.games} games, {sums.steps} steps, last with {combination.words}")

    return on_game


def _sums(fuzzing: Fuzzing) -> Count:
    counts = fuzzing.counts.values()
    return Count(*(sum(getattr(count, name) for count in counts) for name in ("games", "steps", "tried", "refused")))


def _show(fuzzing: Fuzzing) -> None:
    rows = [
        (combination.words, *map(str, (count.games, count.steps, count.tried, count.refused)))
        for combination, count in fuzzing.counts.items()
    ]
    sums = _sums(fuzzing)
    rows.append(("all", *map(str, (sums.games, sums.steps, sums.tried, sums.refused))))
    columns = ("Options", "Games", "Steps", "Moves tried", "Refused")
    show_table(f"{fuzzing.ruleset.title}: seed {fuzzing.seed}", columns, rows, numbers=columns[1:])


def _described(fuzzing: Fuzzing, failed: Failed | None, path: Path | None) -> dict[str, object]:
    return {
        "ruleset": fuzzing.ruleset.id,
        "rules_version": fuzzing.ruleset.version,
        "seed": fuzzing.seed,
        "combinations": [
            {"options": combination.options, "seats": combination.seats, "games": count.games, "steps": count.steps}
            | {"tried": count.tried, "refused": count.refused}
            for combination, count in fuzzing.counts.items()
        ],
        "fault": None if failed is None else _fault(failed.defect) | {"game": failed.number, "file": str(path)},
    }


def _fault(defect: Defect) -> dict[str, object]:
    return {"error": defect.error, "step": defect.step, "seat": defect.seat, "move": defect.move}


def _reproduce(rules: AnyRuleset, path: Path, json_wanted: bool) -> None:
    try:
        with path.open("rb") as file:
            found = reading.parse_archive(read_lines(file.read))
        events, rulesets = reading.decode_events(found, installed()), reading.rulesets_with_pack(found, installed())
        report = read_report(path)
    except BadArchive as error:
        raise Fault(f"{path}, {error}.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Fault(f"{path.with_suffix('.json')}: {error}.") from None
    opened = events[0]
    if not isinstance(opened, GameOpened) or opened.ruleset != rules.id:
        raise Fault(f"{path} holds no game of {rules.title}.")
    try:
        steps = reproduce(events, report, rulesets)
    except MalformedMove as error:
        raise Fault(f"{path.with_suffix('.json')} tells of no move of {rules.title}: {error}.") from None
    except Defect as defect:
        if json_wanted:
            show_json({"fault": _fault(defect)})
        else:
            click.echo(f"{defect}\n\n{defect.trace}".rstrip())
        raise SystemExit(FOUND) from None
    if json_wanted:
        show_json({"fault": None})
    else:
        click.echo(f"{steps} steps checked: no law is broken.")
