"""The database of the commands that need one."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from api.settings import Settings, read_settings
from domain.games import Games
from domain.rulesets import registry
from eventstore import embedded, migrate
from kifu.faults import Fault
from kifu.rules import content_folders


@contextmanager
def database(create: bool = False) -> Iterator[str]:
    """The URL of the database: `KIFU_DATABASE_URL`, or the embedded one in `KIFU_DATA`.

    The embedded server of a running `kifu serve` is shared; where none runs, one is started and stopped again. Raises
    Fault if there is no embedded database yet, unless it may be created.
    """
    settings = read_settings()
    if settings.database_url is not None:
        yield settings.database_url
        return
    if not create:
        _check_exists(settings)
    server = embedded.start(settings.data)
    try:
        yield server.url
    finally:
        server.stop()


@contextmanager
def migrated_database() -> Iterator[str]:
    """As `database`, for commands that read: raises Fault too if the database lacks migrations."""
    with database() as url:
        lacking = migrate.pending(url)
        if lacking:
            raise Fault(f"the database lacks {len(lacking)} migrations, from {lacking[0]} on; run `kifu migrate`.")
        yield url


@contextmanager
def open_games() -> Iterator[Games]:
    """The games in the database."""
    with migrated_database() as url:
        games = Games(
            registry(content_folders()),
            clock=lambda: datetime.now(UTC),
            entropy=secrets.token_bytes,
            env={"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": url, "KIFU_POOL_SIZE": "1"},
        )
        try:
            yield games
        finally:
            games.close()


def _check_exists(settings: Settings) -> None:
    if not (settings.data / "postgres").is_dir():
        raise Fault(f"there is no database in {settings.data} yet; `kifu serve` or `kifu migrate` makes one.")
