"""`kifu chance`: what chance decided in a game, and what it is made of."""

from __future__ import annotations

import click

from domain.record.game import fold
from domain.record.views import viewer_of
from domain.verification.chance import ChanceView, view_chance
from kifu.commands.archive import events_of
from kifu.shared.terminal import as_json, show_json, show_table


@click.command()
@click.argument("game")
@as_json
def chance(game: str, json_wanted: bool) -> None:
    """List every random outcome of GAME: a .kifu file, or the id of a game in the database.

    While the game runs, its seed and the outcomes that decide something hidden are not told. The JSON can be checked
    without Kifu: see docs/fair-chance.md.
    """
    events, rulesets = events_of(game)
    found = fold(events, rulesets)
    assert found is not None
    seen = view_chance(events, rulesets, viewer_of(found, None, arbiter=False))
    if json_wanted:
        show_json(seen)
    else:
        _show(seen)


def _show(seen: ChanceView) -> None:
    click.echo(f"Commitment:    {seen.commitment}")
    click.echo(f"Server's seed: {seen.server_seed or 'secret until the game is over'}")
    for seat, entropy in enumerate(seen.entropies):
        if entropy is not None:
            click.echo(f"Seat {seat} added:  {entropy}")
    click.echo(f"Seed:          {seen.seed or 'secret until the game is over'}")
    rows = [
        (str(one.step), one.purpose, *("secret" if n is None else str(n) for n in (one.bound, one.result)))
        for one in seen.outcomes
    ]
    show_table(f"Outcomes ({len(rows)})", ("step", "purpose", "below", "result"), rows, ("step", "below", "result"))
    if seen.changed:
        steps = ", ".join(map(str, seen.changed))
        click.echo(f"The rules have changed since: the outcomes of steps {steps} cannot be told.")
