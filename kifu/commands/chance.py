"""`kifu chance`: what chance decided in a game, and the seed behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.shared.groups import Command
from kifu.shared.options import as_json
from kifu.shared.terminal import show_json, show_table

if TYPE_CHECKING:
    from domain.verification.chance import ChanceView

SECRET = "secret until the game is over"  # noqa: S105 - a word on the screen


@click.command(cls=Command, examples=("kifu chance game.kifu", "kifu chance game.kifu --json > chance.json"))
@click.argument("game")
@as_json
def chance(game: str, json_wanted: bool) -> None:
    """List every random outcome of a game.

    GAME is a .kifu file, or the id of a game in the database. While the game runs, its seed and the outcomes that
    decide something hidden are left out. The JSON can be checked without Kifu: see docs/fair-chance.md.
    """
    from domain.record.game import fold
    from domain.record.views import viewer_of
    from domain.verification.chance import view_chance
    from kifu.shared.records import read_events

    events, rulesets = read_events(game)
    found = fold(events, rulesets)
    assert found is not None
    seen = view_chance(events, rulesets, viewer_of(found, None, arbiter=False))
    if json_wanted:
        show_json(seen)
    else:
        _show(seen)


def _show(seen: ChanceView) -> None:
    click.echo(f"Commitment:    {seen.commitment}")
    click.echo(f"Server's seed: {seen.server_seed or SECRET}")
    for seat, entropy in enumerate(seen.entropies):
        if entropy is not None:
            click.echo(f"Seat {seat} added:  {entropy}")
    click.echo(f"Seed:          {seen.seed or SECRET}")
    rows = [
        (str(one.step), one.purpose, *("secret" if n is None else str(n) for n in (one.bound, one.result)))
        for one in seen.outcomes
    ]
    columns = ("Step", "Purpose", "Below", "Result")
    show_table(f"Outcomes ({len(rows)})", columns, rows, ("Step", "Below", "Result"))
    if seen.changed:
        steps = ", ".join(map(str, seen.changed))
        click.echo(f"The rules have changed since: the outcomes of steps {steps} cannot be drawn again.")
