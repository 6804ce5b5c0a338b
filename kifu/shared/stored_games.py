"""The games in the database, for commands that also read files and need not wait for a database driver then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.application.games import Games
    from domain.proof.receipts import Keyring
    from service.settings import Settings


@contextmanager
def open_games() -> Iterator[Games]:
    """Open the games in the database; raises as `kifu.shared.database.open_games` does."""
    from kifu.shared import database

    with database.open_games() as games:
        yield games


def load_keys(settings: Settings) -> Keyring:
    """Load the public keys of all instances of the service, within `open_games`."""
    from kifu.shared import database

    return database.load_keys(settings)
