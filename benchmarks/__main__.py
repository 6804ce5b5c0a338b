"""`make bench`: every benchmark, as a table on the terminal and in benchmarks/results.md.

python -m benchmarks [engine long append cold http parts overload chain trust checkpoints memory peers]
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.markdown import Markdown

from benchmarks import (
    append,
    chain_cost,
    checkpoints,
    cold_state,
    engine,
    long_games,
    memory,
    move_parts,
    moves_over_http,
    overload,
    trust_cost,
)
from benchmarks.peers import boardgame_io, uma_db
from benchmarks.results import put_section

RESULTS = Path(__file__).parent / "results.md"
APPEND_SECONDS = 5.0
PARTS_NOTE = (
    "The parts of a request are counted in its thread: identity and limits with the headers, counters and log "
    "lines around every call, rules with the game in memory, encoding from the body to the event and the answer, "
    "feed with what wakes watchers and other workers. Beside other work every figure grows; shares change less."
)
PEER_GOALS_OF_MOVES = {
    ("boardgame.io on PostgreSQL", 8): 5.0,
    ("boardgame.io on PostgreSQL", 16): 8.0,
    ("boardgame.io in memory", 16): 1.0,
}
"""How many moves of Kifu there should be for each move of another server, by its name and the number of games."""
PEER_GOALS_OF_APPENDS = {1: (1, 3, None), 4: (1, 3, None), 16: (1, 3, 0.6), 32: (1, 3, 0.6)}
"""How many appends of ours there should be for each one of UmaDB, stock eventsourcing and INSERT, by threads."""
Table = list[str]


def _table(*head: str) -> Table:
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def engine_table() -> Table:
    """Random legal moves a second, by the rules alone."""
    lines = _table("ruleset", "options", "moves a second on one core", "goal")
    return lines + [
        _row(row.ruleset, row.options, f"{row.moves_per_second:,.0f}", f"{goal:,}" if goal else "")
        for row in engine.run()
        for goal in [engine.GOALS.get(row.ruleset)]
    ]


def long_table() -> Table:
    """The widest position and the longest record: Yedo for five."""
    listed, folded = long_games.listing(), long_games.folding()
    lines = _table("what", "measured", "goal")
    return [
        *lines,
        _row(f"{listed.moves} legal moves over HTTP, median", f"{listed.median:.1f} ms", "15 ms"),
        _row("the slowest of a hundred", f"{listed.p99:.1f} ms", ""),
        _row(f"a game of {folded.events} events, folded", f"{folded.median:.0f} ms", "100 ms"),
    ]


def append_table() -> Table:
    """Return the table of appends per second: ours, the library's, and those of a plain INSERT."""
    goals = {1: "2x", 4: "3x", 16: "5x"}
    columns = ("threads", "ours", "stock recorder", "ratio", "goal", "plain INSERT", "ratio", "goal")
    lines = _table(*columns, "events missed by a reader (ours, stock)")
    return lines + [
        _row(
            row.threads,
            f"{row.ours:,.0f}/s",
            f"{row.stock:,.0f}/s",
            f"{row.ratio:.1f}x",
            goals.get(row.threads, ""),
            f"{row.plain:,.0f}/s",
            f"{row.part_of_plain:.2f}",
            "0.6" if row.threads == append.THREADS[-1] else "",
            f"{row.missed_ours}, {row.missed_stock}",
        )
        for row in append.run(APPEND_SECONDS)
    ]


def cold_table() -> Table:
    """The time to the state of a game that the process has never seen."""
    row = cold_state.run()
    lines = _table("steps", "median", "slowest", "already in memory", "goal")
    return [*lines, _row(row.steps, f"{row.median:.1f} ms", f"{row.slowest:.1f} ms", f"{row.warm:.1f} ms", "10 ms")]


def http_table() -> Table:
    """Moves a second over HTTP."""
    lines = _table(
        "ruleset", "clients", "connections of a game", "moves a second", "CPU a move", "median", "p99", "not 201",
        "taken by others", "empty POSTs a second (granian, uvicorn)", "CPU an empty POST", "ratio to both",
    )  # fmt: skip
    return lines + [
        _row(
            row.ruleset,
            row.clients,
            1 if row.shared else 2,
            f"{row.played.load.per_second:,.0f}{_goal(row.goal.moves_per_second)}",
            f"{row.played.microseconds:,.0f} us",
            f"{row.played.load.percentile(0.5):.1f} ms",
            f"{row.played.load.percentile(0.99):.1f} ms{_goal(row.goal.p99)}",
            row.refused,
            f"{row.played.stolen:.0%}",
            ", ".join(f"{spent.load.per_second:,.0f}" for spent in row.empty.values()),
            ", ".join(f"{spent.microseconds:,.0f} us" for spent in row.empty.values()),
            ", ".join(f"{row.ratio(server):.3f}" for server in row.empty) + _goal(row.goal.ratio),
        )
        for row in moves_over_http.run()
    ]


def _goal(goal: float | None) -> str:
    return "" if goal is None else f" (goal {goal:,})"


def parts_table() -> Table:
    """What a move takes of the CPU, by part; the parts add up to the whole."""
    parts = move_parts.run()
    return [
        PARTS_NOTE,
        "",
        *_table("part", "CPU a move", "share"),
        *(_row(part, f"{took:,.0f} us", f"{took / parts.whole:.0%}") for part, took in parts.microseconds.items()),
        _row(f"whole, of {parts.moves:,} moves", f"{parts.whole:,.0f} us", "100%"),
    ]


def overload_table() -> Table:
    """Moves of others under attack."""
    lines = _table("attack", "moves a second", "median", "p99", "not 201")
    return lines + [
        _row(
            f"{row.connections:,} {row.attack}" if row.connections else row.attack,
            f"{row.moves_per_second:,.0f}",
            f"{row.median:.1f} ms",
            f"{row.p99:.1f} ms (goal 150)",
            row.refused,
        )
        for row in overload.run()
    ]


def chain_table() -> Table:
    """The cost of digests and receipts."""
    cost, verified = chain_cost.run(), chain_cost.verification()
    lines = _table("what", "measured", "goal")
    return [
        *lines,
        _row("moves a second with digests and receipts", f"{cost.chained:,.0f}", ""),
        _row("the same build without", f"{cost.unchained:,.0f}", ""),
        _row("lost", f"{100 * cost.share:.1f} %", "15 %"),
        _row(
            f"verification of {verified.steps} steps",
            f"{verified.median:.0f} ms (slowest {verified.slowest:.0f} ms)",
            "150 ms",
        ),
    ]


def trust_table() -> Table:
    """The cost of encrypted seeds, sealed snapshots and witnesses."""
    cost, parts = trust_cost.run(), trust_cost.measure_parts()
    lines = _table("what", "with", "without", "lost", "goal")
    with_, without = cost.trusting, cost.untrusting
    cosigning = median(one.microseconds_of_witnesses for one in with_)
    return [
        *lines,
        _row(
            "moves a second",
            f"{trust_cost.per_second(with_):,.0f}",
            f"{trust_cost.per_second(without):,.0f}",
            f"{100 * cost.share:.1f} %",
            f"{100 * trust_cost.GOAL:.0f} %",
        ),
        _row(
            "CPU of a move",
            f"{trust_cost.microseconds(with_) / 1000:.2f} ms",
            f"{trust_cost.microseconds(without) / 1000:.2f} ms",
            f"{100 * cost.share_of_cpu:.1f} %",
            f"{100 * trust_cost.GOAL:.0f} %",
        ),
        _row(f"CPU of {trust_cost.WITNESSES} witnesses a move", f"{cosigning / 1000:.2f} ms", "", "", ""),
        _row("a seed encrypted and decrypted, once a game", f"{parts.seed:.0f} us", "", "", ""),
        _row("a snapshot sealed and opened, each hundred steps", f"{parts.snapshot:.0f} us", "", "", ""),
        _row(
            "both, of the CPU of a move",
            f"{parts.a_move:.1f} us",
            "",
            f"{100 * parts.a_move / trust_cost.microseconds(with_):.2f} %",
            f"{100 * trust_cost.GOAL:.0f} %",
        ),
    ]


def checkpoints_table() -> Table:
    """The cost of signing the log."""
    cost = checkpoints.run()
    lines = _table("what", "measured", "goal")
    return [
        *lines,
        _row(f"the first checkpoint of {cost.events} events", f"{cost.first:.0f} ms", ""),
        _row("a later one of as many", f"{cost.later:.0f} ms", ""),
        _row("a look that finds nothing to sign", f"{cost.idle:.2f} ms", ""),
        _row(
            f"verification of {cost.steps} steps, compared with the log",
            f"{cost.signed:.0f} ms (without checkpoints {cost.unsigned:.0f} ms)",
            "150 ms",
        ),
    ]


def memory_table() -> Table:
    """The memory of a worker over many games."""
    lines = _table("ruleset", "games", "MB of the largest worker after each tenth", "last over middle", "goal")
    return lines + [
        _row(row.ruleset, row.games, ", ".join(f"{mb:.0f}" for mb in row.megabytes), f"{row.growth:.2f}", "flat: 1.0")
        for row in (memory.run(), memory.run(1000, "yedo"))
    ]


def peers_table() -> Table:
    """Other programs beside Kifu, if installed."""
    missing = boardgame_io.why_not(), uma_db.why_not()
    moves = [missing[0]] if missing[0] is not None else _table_of_moves()
    appends = [missing[1]] if missing[1] is not None else _table_of_appends()
    return [*moves, "", *appends]


def _table_of_moves() -> Table:
    lines = _table(
        "server", "games", "moves a second", "Kifu to it", "median", "p99", "CPU of a move, with its database"
    )
    for one in boardgame_io.run():
        server, games = one.rows[0].server, one.rows[0].games
        lines.append(
            _row(
                server,
                games,
                f"{one.median(lambda row: row.per_second):,.0f}",
                f"{one.ratio:.2f}{_goal(PEER_GOALS_OF_MOVES.get((server, games)))}" if server != "Kifu" else "",
                f"{one.median(lambda row: row.median):.1f} ms",
                f"{one.median(lambda row: row.p99):.1f} ms",
                f"{one.median(lambda row: row.cpu_of_a_move):.2f} ms",
            )
        )
    note = f"Moves of a game for two, as many at once as there are games, medians of {boardgame_io.ROUNDS} rounds"
    return [f"{note} and of their ratios:", "", *lines]


def _table_of_appends() -> Table:
    lines = _table(
        "threads", "ours", "UmaDB", "ratio", "stock eventsourcing", "ratio", "plain INSERT", "ratio",
        "events missed by readers (ours, UmaDB)",
    )  # fmt: skip
    for row in uma_db.run():
        goals = PEER_GOALS_OF_APPENDS[row.threads]
        lines.append(
            _row(
                row.threads,
                f"{row.median(lambda one: one.ours):,.0f}/s",
                f"{row.median(lambda one: one.uma):,.0f}/s",
                f"{row.median(lambda one: one.ours / one.uma):.2f}{_goal(goals[0])}",
                f"{row.median(lambda one: one.stock):,.0f}/s",
                f"{row.median(lambda one: one.ours / one.stock):.1f}{_goal(goals[1])}",
                f"{row.median(lambda one: one.plain):,.0f}/s",
                f"{row.median(lambda one: one.ours / one.plain):.2f}{_goal(goals[2])}",
                ", ".join(str(sum(one.missed[reader] for one in row.rounds)) for reader in (0, 1)),
            )
        )
    note = (
        f"Appends of 400 bytes, medians of {uma_db.ROUNDS} rounds and of their ratios; all but INSERT under a condition"
    )
    return [f"{note}, with a reader behind:", "", *lines]


SECTIONS: dict[str, tuple[str, Callable[[], Table]]] = {
    "engine": ("The rules alone", engine_table),
    "long": ("Yedo for five: listing moves over HTTP, and folding a whole game of 8 rounds", long_table),
    "append": ("Appending events, 400 bytes each, with a reader behind", append_table),
    "cold": ("The state at any step of a long game, from the database", cold_table),
    "http": ("Moves over HTTP, durable, everything on this machine", http_table),
    "parts": ("The CPU of a move by part, Micro Dojo, 16 clients, two connections a game", parts_table),
    "overload": ("Moves of 4 clients over HTTP while others attack the service", overload_table),
    "chain": ("Digests and receipts, over HTTP in turn with a service without, the best of three", chain_table),
    "trust": (
        "Encrypted seeds, sealed snapshots, witnesses: over HTTP in turn with a service without, medians of five",
        trust_table,
    ),
    "checkpoints": ("Checkpoints of the log", checkpoints_table),
    "memory": ("Memory of a web worker", memory_table),
    "peers": ("boardgame.io and UmaDB beside Kifu", peers_table),
}


def machine() -> str:
    """This machine in one line."""
    model = next((line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")), "")
    memory_gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    name = model.partition(":")[2].strip() or platform.machine()
    return f"{os.cpu_count()} cores of {name}, {memory_gib:.0f} GiB, Python {platform.python_version()}"


def main(names: list[str]) -> None:
    """Run the named benchmarks, or all of them, and write each into its section of results.md."""
    console = Console()
    titles = [title for title, _ in SECTIONS.values()]
    for name in names or list(SECTIONS):
        title, measure = SECTIONS[name]
        when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC on {machine()}; load {os.getloadavg()[0]:.1f} before."
        with console.status(f"{title} ..."):
            lines = [when, "", *measure()]
        console.print(Markdown("\n".join([f"## {title}", "", *lines])))
        put_section(RESULTS, title, lines, titles)
    console.print(f"\nWritten to {RESULTS}")


if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in SECTIONS]
    if unknown:
        sys.exit(f"Error: There is no benchmark {', '.join(unknown)}. The benchmarks are: {', '.join(SECTIONS)}.")
    main(sys.argv[1:])
