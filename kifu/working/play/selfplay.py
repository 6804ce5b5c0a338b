"""The work of `kifu selfplay`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from domain.archive import writing
from domain.kernel.bots import BOTS
from domain.kernel.language import fill, mark, say, translate
from domain.kernel.options import GameOptions
from domain.kernel.ruleset import AnyRuleset
from domain.kernel.words import count_noun, join_words
from kifu.selfplay.bots import parse_bots
from kifu.selfplay.jobs import Work, play_all
from kifu.selfplay.play import SideTally, Tally, lineup
from kifu.selfplay.recording import Setup, record_game
from kifu.selfplay.usage import Usage
from kifu.shared.rules import find_ruleset, load_rulesets, parse_options, seats_for
from kifu.shared.terminal import console, show_json, show_table


@dataclass(frozen=True)
class Wanted:
    """The options of `kifu selfplay`."""

    ruleset: str
    games: int
    seed: str
    pairs: Sequence[str]
    seats: int | None
    bots: str
    jobs: int
    usage: bool
    record: Path | None
    json_wanted: bool


def selfplay(wanted: Wanted) -> None:
    """Let bots play many games, and count who wins."""
    rules = find_ruleset(wanted.ruleset, load_rulesets())
    options = parse_options(rules, wanted.pairs)
    count = seats_for(rules, options, wanted.seats)
    names = parse_bots(wanted.bots, count)
    if wanted.record is not None:
        for path in _record(wanted.record, rules, options, count, wanted.games, wanted.seed, names):
            if wanted.json_wanted:
                show_json({"file": str(path)})
            else:
                click.echo(path)
        return
    work = Work(rules.id, msgspec.to_builtins(options), count, wanted.games, wanted.seed, names, wanted.usage)
    tally, named = _play(rules, work, min(wanted.jobs, wanted.games))
    sides = [*map(str, range(count)), *rules.side_names(options, count)]
    if wanted.json_wanted:
        show_json(_describe(rules, wanted.seed, tally, sides) | (_describe_usage(rules, named) if wanted.usage else {}))
        return
    _show(rules, tally, sides)
    if wanted.usage:
        _show_usage(rules, tally, named)


def _play(rules: AnyRuleset, work: Work, jobs: int) -> tuple[Tally, Usage]:
    bar = console(err=True)
    columns = (
        TextColumn(translate(rules.title)),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(say("games")),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=bar, disable=not bar.is_terminal) as progress:
        task = progress.add_task("games", total=work.games)
        return play_all(work, jobs, lambda ended: progress.advance(task, ended))


def _record(
    folder: Path,
    rules: AnyRuleset,
    options: GameOptions,
    seats: int,
    games: int,
    seed: str,
    bots: Sequence[str],
) -> Iterator[Path]:
    """Write the games into a folder; yield each path as soon as it is written."""

    folder.mkdir(parents=True, exist_ok=True)
    rulesets = load_rulesets()
    for number in range(games):
        players = [BOTS[name]() for name in lineup(bots, seats, number)]
        events = record_game(rulesets, Setup(rules, options, seats), f"{seed}/{number}", players)
        path = folder / f"{rules.id}-{seed}-{number + 1}.kifu"
        path.write_bytes(b"".join(writing.write_events(events, rulesets)))
        yield path


RESULTS = (
    mark("Games"),
    mark("Wins"),
    mark("Shared wins"),
    mark("Win rate"),
    mark("Mean points"),
    mark("Mean moves"),
)
"""The headings of the columns with results."""


def _show(rules: AnyRuleset, tally: Tally, sides: Sequence[str]) -> None:
    games = tally.games
    results = tuple(map(translate, RESULTS))
    rows = [_row(translate(name), side) for name, side in zip(sides, tally.seats, strict=False)]
    text, game = mark("{game}: {games}, bots {bots}"), translate(rules.title)
    heading = fill(translate(text), game=game, games=count_noun(games, "game"), bots=join_words(tally.bots))
    show_table(heading, (say("Seat"), *results), rows, numbers=results)
    if tally.places:
        _show_places(tally)
    if len(tally.bots) > 1:
        bots = (_row(*bot) for bot in sorted(tally.bots.items()))
        show_table(say("By bot"), (say("Bot"), *results), bots, numbers=results)
    if tally.goals:
        _show_goals(rules, tally)
    else:
        points = f"{tally.mean_winner_points:.1f}"
        click.echo(say("The winner scored {points} points on average", points=points))
    _show_lengths(tally)


def _show_lengths(tally: Tally) -> None:
    lengths = sorted(tally.lengths)
    text = mark("{moves} moves, {mean} a game (shortest {least}, median {median}, longest {most})")
    mean, median = f"{tally.mean_length:.1f}", lengths[tally.games // 2]
    said = fill(translate(text), moves=tally.moves, mean=mean, least=lengths[0], median=median, most=lengths[-1])
    click.echo(said)
    click.echo(say("{moves} moves a second", moves=f"{tally.moves_per_second:,.0f}"))


def _show_places(tally: Tally) -> None:
    counted = (say("Games"), say("Wins"), say("Shared wins"), say("Win rate"), say("95 % interval"), say("Mean points"))
    rows = [
        (
            str(number),
            str(place.games),
            str(place.wins),
            str(place.shared),
            f"{place.win_rate:.1%}",
            _interval(place.interval),
            f"{place.mean_points:.2f}",
        )
        for number, place in enumerate(tally.places, start=1)
    ]
    show_table(say("By place in the first order of play"), (say("Place"), *counted), rows, numbers=counted)


def _interval(bounds: tuple[float, float]) -> str:
    return say("{least} to {most}", least=f"{bounds[0]:.1%}", most=f"{bounds[1]:.1%}")


def _show_goals(rules: AnyRuleset, tally: Tally) -> None:
    rows = [
        (
            rules.name_source(goal.what),
            str(goal.target),
            str(goal.met),
            f"{goal.met / goal.games:.1%}",
            f"{goal.reached / goal.games:.2f}",
        )
        for goal in tally.goals.values()
    ]
    columns = (say("Goal"), say("Target"), say("Met"), say("Met rate"), say("Mean reached"))
    show_table(say("Goals of all seats together"), columns, rows, numbers=columns[1:])
    within = _interval(tally.together_interval)
    text = mark("The seats won {won} of {games} games together (95 % interval {within})")
    click.echo(fill(translate(text), won=tally.won_together, games=tally.games, within=within))


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
    columns = (say("Fact"), say("Field"), say("Named"), say("Times"), say("A game"))
    show_table(say("What the facts named"), columns, rows, numbers=columns[3:])
    never = usage.never(rules.content)
    click.echo(say("Never named: {things}.", things=", ".join(never) or say("nothing")))


def _describe_usage(rules: AnyRuleset, usage: Usage) -> dict[str, object]:
    rows = [
        {"fact": fact, "field": field, "named": text, "times": times}
        for (fact, field, text), times in sorted(usage.counts.items())
    ]
    return {"usage": rows, "never_named": usage.never(rules.content)}


def _describe(rules: AnyRuleset, seed: str, tally: Tally, sides: Sequence[str]) -> dict[str, object]:
    return {
        "ruleset": rules.id,
        "rules_version": rules.version,
        "seed": seed,
        "games": tally.games,
        "moves": tally.moves,
        "mean_length": tally.mean_length,
        "mean_winner_points": tally.mean_winner_points,
        "moves_per_second": round(tally.moves_per_second),
        "seats": [
            {"seat": number, "name": name} | _counts(side)
            for number, (name, side) in enumerate(zip(sides, tally.seats, strict=False))
        ],
        "places": [
            {"place": number} | _counts(place) | {"interval": place.interval}
            for number, place in enumerate(tally.places, start=1)
        ],
        "bots": [{"bot": name} | _counts(bot) for name, bot in sorted(tally.bots.items())],
    } | (_describe_goals(tally) if tally.goals else {})


def _describe_goals(tally: Tally) -> dict[str, object]:
    goals = [
        {
            "clause": goal.clause,
            "what": goal.what,
            "target": goal.target,
            "games": goal.games,
            "met": goal.met,
            "mean_reached": goal.reached / goal.games,
        }
        for goal in tally.goals.values()
    ]
    return {"won_together": tally.won_together, "won_together_interval": tally.together_interval, "goals": goals}


def _counts(side: SideTally) -> dict[str, object]:
    return {
        "games": side.games,
        "wins": side.wins,
        "shared_wins": side.shared,
        "win_rate": side.win_rate,
        "mean_points": side.mean_points,
        "mean_moves": side.mean_moves,
    }
