"""`kifu selfplay`: many games between bots, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from domain.archive import writing
from domain.rulesets import AnyRuleset
from kifu.selfplay.bots import BOTS
from kifu.selfplay.jobs import Work, play_all
from kifu.selfplay.play import RANDOM, SideTally, Tally, lineup
from kifu.selfplay.recording import record_game
from kifu.selfplay.usage import Usage
from kifu.shared.faults import Fault
from kifu.shared.rules import game_options, installed, parse_options, ruleset_named, seats_for
from kifu.shared.terminal import as_json, console, show_json, show_table


@click.command()
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@game_options
@click.option(
    "--bots",
    default=RANDOM,
    show_default=True,
    metavar="NAMES",
    help=f"Who plays: {' or '.join(BOTS)}; one name for all, or one a seat with commas, a seat further in each game.",
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="How many processes play.")
@click.option("--usage", is_flag=True, help="Count also what the games named: cards, tiles, places.")
@click.option(
    "--record",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write each game into FOLDER as a .kifu file instead of counting.",
)
@as_json
def selfplay(
    ruleset: str,
    games: int,
    seed: str,
    pairs: Sequence[str],
    seats: int | None,
    bots: str,
    jobs: int,
    usage: bool,
    record: Path | None,
    json_wanted: bool,
) -> None:
    """Play games of RULESET between bots, and count who won."""
    rules = ruleset_named(ruleset, installed())
    options = parse_options(rules, pairs)
    count = seats_for(rules, options, seats)
    names = _bots(bots, count)
    if record is not None:
        _record(record, rules, options, count, games, seed, names)
        return
    work = Work(rules.id, msgspec.to_builtins(options), count, games, seed, names, usage)
    tally, named = _play(rules, work, min(jobs, games))
    sides = [*map(str, range(count)), *rules.side_names(options, count)]
    if json_wanted:
        show_json(_described(rules, seed, tally, sides) | (_named(rules, named) if usage else {}))
        return
    _show(rules, tally, sides)
    if usage:
        _show_usage(rules, tally, named)


def _bots(text: str, seats: int) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in BOTS:
            raise Fault(f"there is no bot {name!r}; there are: {', '.join(BOTS)}.")
    if len(names) not in (1, seats):
        raise Fault(f"--bots names {len(names)} bots for {seats} seats: name one for all, or one a seat.")
    return names


def _play(rules: AnyRuleset, work: Work, jobs: int) -> tuple[Tally, Usage]:
    bar = console(err=True)
    columns = (TextColumn(rules.title), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn())
    with Progress(*columns, console=bar, disable=not bar.is_terminal) as progress:
        task = progress.add_task("games", total=work.games)
        return play_all(work, jobs, lambda ended: progress.advance(task, ended))


def _record(
    folder: Path,
    rules: AnyRuleset,
    options: msgspec.Struct,
    seats: int,
    games: int,
    seed: str,
    bots: Sequence[str],
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rulesets = installed()
    for number in range(games):
        players = [BOTS[name]() for name in lineup(bots, seats, number)]
        events = record_game(rulesets, rules, options, seats, f"{seed}/{number}", players)
        path = folder / f"{rules.id}-{seed}-{number + 1}.kifu"
        path.write_bytes(b"".join(writing.write_events(events, rulesets)))
        click.echo(path)


RESULTS = ("Games", "Wins", "Shared wins", "Win rate", "Mean points", "Mean moves")


def _show(rules: AnyRuleset, tally: Tally, sides: Sequence[str]) -> None:
    games = tally.games
    who = " and ".join(tally.bots)
    rows = [_row(name, side) for name, side in zip(sides, tally.seats, strict=False)]
    show_table(f"{rules.title}: {games} games, bots {who}", ("Seat", *RESULTS), rows, numbers=RESULTS)
    if len(tally.bots) > 1:
        show_table("By bot", ("Bot", *RESULTS), (_row(*bot) for bot in sorted(tally.bots.items())), numbers=RESULTS)
    lengths = sorted(tally.lengths)
    click.echo(
        f"{tally.moves} moves, {tally.mean_length:.1f} a game"
        f" (shortest {lengths[0]}, median {lengths[games // 2]}, longest {lengths[-1]})"
    )
    click.echo(f"{tally.moves_per_second:,.0f} moves a second")


def _row(name: str, side: SideTally) -> tuple[str, ...]:
    return (
        name,
        str(side.games),
        str(side.wins),
        str(side.shared),
        f"{side.win_rate:.1%}",
        f"{side.mean_points:.2f}",
        f"{side.mean_moves:.1f}",
    )


def _show_usage(rules: AnyRuleset, tally: Tally, usage: Usage) -> None:
    rows = [
        (fact, field, text, str(times), f"{times / tally.games:.2f}")
        for (fact, field, text), times in sorted(usage.counts.items())
    ]
    columns = ("Fact", "Field", "Named", "Times", "A game")
    show_table("What the facts named", columns, rows, numbers=columns[3:])
    never = usage.never(rules.content)
    click.echo(f"Never named: {', '.join(never) or 'nothing'}.")


def _named(rules: AnyRuleset, usage: Usage) -> dict[str, object]:
    rows = [
        {"fact": fact, "field": field, "named": text, "times": times}
        for (fact, field, text), times in sorted(usage.counts.items())
    ]
    return {"usage": rows, "never_named": usage.never(rules.content)}


def _described(rules: AnyRuleset, seed: str, tally: Tally, sides: Sequence[str]) -> dict[str, object]:
    return {
        "ruleset": rules.id,
        "rules_version": rules.version,
        "seed": seed,
        "games": tally.games,
        "moves": tally.moves,
        "mean_length": tally.mean_length,
        "moves_per_second": round(tally.moves_per_second),
        "seats": [
            {"seat": number, "name": name} | _counts(side)
            for number, (name, side) in enumerate(zip(sides, tally.seats, strict=False))
        ],
        "bots": [{"bot": name} | _counts(bot) for name, bot in sorted(tally.bots.items())],
    }


def _counts(side: SideTally) -> dict[str, object]:
    return {
        "games": side.games,
        "wins": side.wins,
        "shared_wins": side.shared,
        "win_rate": side.win_rate,
        "mean_points": side.mean_points,
        "mean_moves": side.mean_moves,
    }
