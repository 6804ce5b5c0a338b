"""`kifu seeds`: which keys the seeds of running games are encrypted under, and whether they are here."""

from __future__ import annotations

import click

from kifu.shared.groups import Command
from kifu.shared.terminal import show_table


@click.command(cls=Command, examples=("kifu seeds",))
def seeds() -> None:
    """List the keys of the seeds of running games.

    While a game runs, its seed is encrypted in the database under a key of keys/seed.keys in KIFU_DATA. A key that no
    game needs may be taken out of the file, unless it is in use: that is the last one. The exit code is 1 if a key is
    missing that games need.
    """
    from domain.kernel.words import count_noun
    from domain.record.locked_seed import key_id
    from kifu.shared.database import open_games
    from service.seed_keys import load_seed_keys
    from service.settings import read_settings

    known = [key_id(key) for key in load_seed_keys(read_settings())]
    with open_games() as games:
        needed = dict(games.store.locked_seeds())
    missing = [key for key in needed if key not in known]
    rows = [(key, "in use" if key == known[-1] else "kept", str(needed.get(key, 0))) for key in known]
    rows += [(key, "MISSING", str(needed[key])) for key in missing]
    show_table(f"Keys ({len(rows)})", ("Key", "Here", "Games that need it"), rows, ("Games that need it",))
    if missing:
        games_lost = count_noun(sum(needed[key] for key in missing), "game")
        click.echo(
            f"{games_lost} can be read but not played: put the missing keys back into keys/seed.keys in KIFU_DATA.",
            err=True,
        )
        raise SystemExit(1)
