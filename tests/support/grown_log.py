"""A log of heads with nothing else in its database, and witnesses that sign its checkpoints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from domain.application.log_of_heads import LogOfHeads
from domain.proof.checkpoints import TreeHead
from domain.proof.notes import (
    WITNESS_KEY,
    NoteKey,
    cosign,
)
from domain.proof.receipts import Keyring, Signer
from eventstore.postgres.datastore import Datastore
from eventstore.tables.log import LogTables
from service.keys import signing
from service.settings import Settings
from tests.support.heads import add_leaves, make_head

LEAVES = 40
FIVE, NINE = 5, 9
A_LEAF = 3
"""Events of partition FIVE that each leaf adds."""
SINCE = 21
"""The leaf from which partition NINE has events, always the same ones."""
ORIGIN = "kifu.example"
ADD = "INSERT INTO kifu.cosignature (size, witness, signature) VALUES (%s, %s, %s)"


@dataclass
class Witness:
    """A witness that signs checkpoints of the log."""

    signer: Signer

    @property
    def key(self) -> NoteKey:
        return NoteKey(self.signer.key, WITNESS_KEY, self.signer.public)


@dataclass
class Grown:
    """A log of heads with nothing else in its database."""

    url: str
    store: Datastore
    signer: Signer
    keyring: Keyring

    def log(self, *witnesses: Witness) -> LogOfHeads:
        """The log as shown by a service with these witnesses."""
        tables = LogTables(self.store.read)
        return LogOfHeads(tables, self.keyring, self.signer, ORIGIN, [one.key for one in witnesses])

    def cosign(self, size: int, *witnesses: Witness) -> None:
        note = self.log().note(size)
        self._keep(size, ((one, cosign(note, one.key.name, one.signer, 1_700_000_000).signature) for one in witnesses))

    def say_cosigned(self, size: int, *witnesses: Witness) -> None:
        """Add rows of cosignatures, as anyone in the service's role can."""
        self._keep(size, ((one, bytes(72)) for one in witnesses))

    def _keep(self, size: int, signatures: Iterable[tuple[Witness, bytes]]) -> None:
        with psycopg.connect(self.url) as connection:
            for witness, signature in signatures:
                connection.execute(ADD, (size, witness.key.vkey, signature))

    def sql(self, statement: str) -> None:
        with psycopg.connect(self.url) as connection:
            connection.execute(statement.encode())


@contextmanager
def grown(url: str, data: Path, leaves: int) -> Iterator[Grown]:
    add_leaves(
        url, data, ({FIVE: A_LEAF * n} | ({NINE: 7} if n == SINCE else {}) for n in range(1, leaves + 1)), ORIGIN
    )
    with Datastore(url, pool_size=1) as store:
        yield Grown(url, store, *signing.load_or_make(Settings(data=data)))


def head(of: Grown, partition: int, events: int) -> TreeHead:
    """A newly signed head of the log."""
    return make_head(of.signer, partition, events, datetime.now(UTC))
