"""`kifu selfplay`: many random games, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from domain import archive
from domain.rulesets import AnyRuleset
from kifu.recording import record_game
from kifu.rules import game_options, installed, parse_options, ruleset_named, seats_for
from kifu.selfplay import Tally, play_games
from kifu.terminal import as_json, console, show_json, show_table


@click.command()
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@game_options
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
    record: Path | None,
    json_wanted: bool,
) -> None:
    """Play games of RULESET by random legal moves, and count who won."""
    rules = ruleset_named(ruleset, installed())
    options = parse_options(rules, pairs)
    count = seats_for(rules, options, seats)
    if record is not None:
        _record(record, rules, options, count, games, seed)
        return
    bar = console(err=True)
    columns = (TextColumn(rules.title), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn())
    with Progress(*columns, console=bar, disable=not bar.is_terminal) as progress:
        task = progress.add_task("games", total=games)
        tally = play_games(rules, options, count, games, seed, lambda _: progress.advance(task))
    if json_wanted:
        show_json(_described(rules, seed, tally))
    else:
        _show(rules, tally)


def _record(folder: Path, rules: AnyRuleset, options: msgspec.Struct, seats: int, games: int, seed: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rulesets = installed()
    for number in range(games):
        events = record_game(rulesets, rules, options, seats, f"{seed}/{number}")
        path = folder / f"{rules.id}-{seed}-{number + 1}.kifu"
        path.write_bytes(b"".join(archive.write(events, rulesets)))
        click.echo(path)


def _show(rules: AnyRuleset, tally: Tally) -> None:
    games = tally.games
    rows = [
        (
            str(number),
            str(seat.wins),
            str(seat.shared),
            f"{(seat.wins + seat.shared) / games:.1%}",
            f"{seat.points / games:.2f}",
            f"{seat.moves / games:.1f}",
        )
        for number, seat in enumerate(tally.seats)
    ]
    columns = ("Seat", "Wins", "Shared wins", "Win rate", "Mean points", "Mean moves")
    show_table(f"{rules.title}: {games} random games", columns, rows, numbers=columns)
    lengths = sorted(tally.lengths)
    click.echo(
        f"{tally.moves} moves, {tally.mean_length:.1f} a game"
        f" (shortest {lengths[0]}, median {lengths[games // 2]}, longest {lengths[-1]})"
    )
    click.echo(f"{tally.moves_per_second:,.0f} moves a second")


def _described(rules: AnyRuleset, seed: str, tally: Tally) -> dict[str, object]:
    games = tally.games
    return {
        "ruleset": rules.id,
        "rules_version": rules.version,
        "seed": seed,
        "games": games,
        "moves": tally.moves,
        "mean_length": tally.mean_length,
        "moves_per_second": round(tally.moves_per_second),
        "seats": [
            {
                "seat": number,
                "wins": seat.wins,
                "shared_wins": seat.shared,
                "mean_points": seat.points / games,
                "mean_moves": seat.moves / games,
            }
            for number, seat in enumerate(tally.seats)
        ],
    }
