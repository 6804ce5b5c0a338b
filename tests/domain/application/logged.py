"""A service's games with their log, for tests that change both by SQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import psycopg
from click.testing import CliRunner

from domain.application.games import Games
from domain.application.stored.stored_games import Keys, StoredGames
from domain.proof.checkpoints import TreeHead
from domain.proof.receipts import Keyring, Signer
from eventstore.partition import partition_of
from kifu.main import main
from service.checkpoints.checkpoint_file import NAME, CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints, MadeCheckpoints
from service.keys import signing
from service.settings import Settings
from tests.domain.application.playing import new_game, play_one
from tests.support.rulesets import product_rulesets


@dataclass
class House:
    """Games with receipts, their log, and direct access to the database."""

    url: str
    data: Path
    games: Games
    signer: Signer
    keyring: Keyring
    random: Random = field(default_factory=lambda: Random(4))

    @property
    def file(self) -> Path:
        return self.data / NAME

    def game(self, moves: int, partition: int | None = None) -> UUID:
        """A running game of this many moves, in a given partition if one is named."""
        while True:
            game_id = new_game(self.games, movement="1A")
            if partition in (None, partition_of(game_id)):
                for _ in range(moves):
                    play_one(self.games, game_id, self.random)
                return game_id

    def checkpoint(self, signer: Signer | None = None, *, thorough: bool = True) -> MadeCheckpoints:
        """Make checkpoints as `kifu checkpoint` does."""
        checkpoints = Checkpoints(
            self.url, signer or self.signer, self.keyring, CheckpointFile(self.file), lambda: datetime.now(UTC)
        )
        return checkpoints.make(thorough=thorough)

    def head(self, game_id: UUID) -> TreeHead:
        """The new head of the partition of a game."""
        (head,) = (head for head in self.checkpoint().heads if head.partition == partition_of(game_id))
        return head

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Carry out a statement with the rights of somebody who has the database's password."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def kifu(self, *arguments: str, typed: str | None = None) -> tuple[int, str]:
        """Exit code and output of a `kifu` command on this database."""
        environment = {"KIFU_DATABASE_URL": self.url, "KIFU_DATA": str(self.data)}
        ran = CliRunner().invoke(main, arguments, env=environment, input=typed)
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
        return ran.exit_code, ran.output

    def found(self, game_id: UUID, *options: str) -> str:
        """The first fault in the words of `kifu verify`, which must find one."""
        exit_code, output = self.kifu("verify", str(game_id), *options)
        assert exit_code == 1, output
        return output


@contextmanager
def house(url: str, data: Path) -> Iterator[House]:
    signer, keyring = signing.load_or_make(Settings(data=data))
    env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": url}
    with Games(
        StoredGames(
            product_rulesets(),
            keys=Keys(signer=signer, snapshots=signing.snapshot_key(Settings(data=data))),
            clock=lambda: datetime.now(UTC),
            entropy=Random(3).randbytes,
            env=env,
        )
    ) as games:
        yield House(url, data, games, signer, keyring)
