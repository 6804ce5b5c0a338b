"""Games: the application. All commands and queries of games go through here.

A command loads the game as this process saw it last, and lets a pure function of `commands`, `arbitration`, `opening`
or `resigning` decide, which returns a `Decision` with the new events. They are appended with their receipts and the
answer under the idempotency key, in one transaction that fails if the game has changed meanwhile; then the command
reads the newer events and decides again. A query reads the newer events and hands the game to `views`, which build what
the viewer may see from nothing.
"""

from __future__ import annotations

from types import TracebackType

from domain.application.lobby.links import Links
from domain.application.lobby.lobby import Lobby
from domain.application.queries import Queries
from domain.application.recording import Recording
from domain.application.stored.stored_games import StoredGames
from domain.application.talk import Talk


class Games:
    """The games of one store, with an object for each kind of use.

    `stored` loads games, `recording` plays them, `lobby` opens and fills them, `links` decides who may read them,
    `talk` holds the conversations at their tables, and `queries` answers questions. Callers take only the object that
    they need.
    """

    def __init__(self, stored: StoredGames) -> None:
        self.stored = stored
        self.queries = Queries(stored)
        self.recording = Recording(stored, self.queries)
        self.lobby = Lobby(stored, self.recording)
        self.links = Links(stored)
        self.talk = Talk(stored)

    def close(self) -> None:
        """Close the store."""
        self.stored.close()

    def __enter__(self) -> Games:
        self.stored.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stored.__exit__(kind, error, trace)
