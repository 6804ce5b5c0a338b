"""A service with a finished game, for tests that move it to a file and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import psycopg
from flask.testing import FlaskClient

from domain.application.audit import Audit
from domain.application.games import Games
from domain.proof.receipts import Keyring
from domain.record.talk import talk_id
from eventstore.archive_files import Folder, open_archive
from eventstore.codec import use_archive
from eventstore.tables.moved_games import MovedGames
from service.moving import Mover
from service.parts import build_games, build_projections
from tests.api.house import Person, app_on, play_on, started
from tests.projections.running import carry
from tests.support.rulesets import product_rulesets

RULESETS = product_rulesets()
READS = (
    *("", "/state", "/steps", "/steps/4", "/states/4", "/states/9", "/chance", "/audit/4", "/audit/9", "/archive"),
    *("/messages", "/verification", "/disputes", "/looks", "/legal-moves"),
)
LISTS = ("/v1/history?limit=200", "/v1/games", "/v1/scores", "/v1/players/Ada")
LATER = datetime.now(UTC) + timedelta(days=1)


class House:
    """A service with a finished game, and the mover."""

    def __init__(self, url: str, data: Path, client: FlaskClient) -> None:
        self.url, self.client = url, client
        self.ada, self.bob = Person(client, "Ada"), Person(client, "Bob")
        self.path = started(self.ada, self.bob)
        self.ada.post(f"{self.path}/messages", {"seat": 0, "text": "Good luck."})
        self.bob.post(f"{self.path}/messages", {"seat": 1, "text": "The same to you."})
        play_on([self.ada, self.bob], self.path, most=24)
        self.ada.post(f"{self.path}/resignation", {"seat": 0})
        self.game = UUID(self.path.rpartition("/")[2])
        self.folder = data / "moved"
        self.folder.mkdir()
        self.file = Folder(self.folder).path_of(self.game)
        self.place = str(self.folder)
        use_archive(self.place)
        carry(url, build_projections(RULESETS))

    def read(self) -> dict[str, tuple[int, bytes]]:
        """The service's answers to every query about the game."""
        paths = [*(f"{self.path}{path}" for path in READS), *LISTS]
        answers = {path: self.ada.get(path) for path in paths}
        return {path: (answer.status_code, answer.data) for path, answer in answers.items()}

    @contextmanager
    def cold(self) -> Iterator[None]:
        """Ask a worker that has nothing about the game in memory."""
        before = self.client
        with app_on(self.url, self.folder.parent) as app:
            use_archive(self.place)
            self.client = self.ada.client = self.bob.client = app.test_client()
            yield
        self.client = self.ada.client = self.bob.client = before
        use_archive(self.place)

    def moving(self, games: Games, connection: psycopg.Connection) -> Mover:
        return Mover(
            games.stored,
            Audit(games.stored, games.queries, Keyring(())),
            MovedGames(connection),
            open_archive(self.place),
        )

    def move_out(self) -> None:
        with build_games(RULESETS, self.url, 1) as games, psycopg.connect(self.url, autocommit=True) as connection:
            self.moving(games, connection).move_out(self.game)

    def move_back(self) -> int:
        with build_games(RULESETS, self.url, 1) as games, psycopg.connect(self.url, autocommit=True) as connection:
            return self.moving(games, connection).move_back(self.game)

    def payloads(self) -> list[str]:
        """The payloads of the game and its messages, as stored."""
        with psycopg.connect(self.url) as connection:
            query = "SELECT payload FROM kifu.event WHERE game_id = ANY(%s) ORDER BY game_id = %s DESC, version"
            ids = [self.game, talk_id(self.game)]
            return [text for (text,) in connection.execute(query, (ids, self.game))]

    def columns(self) -> list[tuple[object, ...]]:
        """The whole rows except their payloads, with what the log takes from these."""
        with psycopg.connect(self.url) as connection:
            query = (
                "SELECT partition, position, game_id, version, topic, digest, receipt, right(payload, 77) "
                "FROM kifu.event ORDER BY partition, position"
            )
            return connection.execute(query).fetchall()
