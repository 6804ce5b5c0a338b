"""Evidence for a game: its last event that a cosigned checkpoint covers, proved up to that checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from secrets import token_bytes
from uuid import UUID

import msgspec
import pytest

from domain.application.log import Log
from domain.application.log_of_heads import Evidence, LogOfHeads
from domain.proof.checkpoints import Inclusion
from domain.proof.heads_log import default_origin
from domain.proof.heads_proof import HeadsProof
from domain.proof.notes import WITNESS_KEY, NoteKey, cosign, parse_checkpoint, parse_note
from domain.proof.receipts import Signer
from domain.rows import PARTITIONS, CosignatureRow, EventRow
from eventstore.partition import partition_of
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from eventstore.tables.cosignatures import add_cosignature
from eventstore.tables.log import LogTables
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one


@dataclass
class Found:
    """The evidence of a house with one witness."""

    home: House
    store: Datastore
    witness: Signer

    @property
    def key(self) -> NoteKey:
        return NoteKey("anna.example/w", WITNESS_KEY, self.witness.public)

    @property
    def heads(self) -> LogOfHeads:
        home = self.home
        origin = default_origin(home.keyring, home.signer)
        return LogOfHeads(LogTables(self.store.read), home.keyring, home.signer, origin, [self.key])

    def rows(self, game: UUID) -> list[EventRow]:
        return FeedRecorder(self.store).stream_rows(game)

    def checkpoint(self, *, cosigned: bool) -> None:
        self.home.checkpoint()
        note = self.heads.newest()
        if cosigned and note is not None:
            signature = cosign(note, self.key.name, self.witness, 1_700_000_000).signature
            add_cosignature(self.store, CosignatureRow(parse_checkpoint(note.text).size, self.key.vkey, signature))

    def find(self, game: UUID, rows: list[EventRow] | None = None) -> Inclusion | None:
        log = Log(LogTables(self.store.read), PARTITIONS, self.home.keyring)
        return Evidence(log, self.heads).find(game, self.rows(game) if rows is None else rows)


@pytest.fixture
def found(database_url: str, tmp_path: Path) -> Iterator[Found]:
    with house(database_url, tmp_path) as home, Datastore(database_url, pool_size=1) as store:
        yield Found(home, store, Signer(token_bytes(32)))


def size(proof: Inclusion) -> int:
    """The size of the checkpoint that the head of a proof is under."""
    assert isinstance(proof.heads, HeadsProof)
    return parse_checkpoint(parse_note(proof.heads.checkpoint).text).size


def test_the_last_event_that_a_cosigned_checkpoint_covers_is_proved_by_the_first_such(found: Found) -> None:
    game = found.home.game(2)
    found.checkpoint(cosigned=False)
    assert found.find(game) is None
    found.home.game(1, partition=(partition_of(game) + 1) % PARTITIONS)
    found.checkpoint(cosigned=True)
    covered = found.rows(game)
    proof = found.find(game)
    assert proof is not None
    assert (proof.version, proof.step, proof.index) == (len(covered), 3, covered[-1].position - 1)
    assert size(proof) == 2
    # Neither later checkpoints nor later events change it, until a cosigned one covers them.
    play_one(found.home.games, game, found.home.random)
    found.checkpoint(cosigned=False)
    assert found.find(game) == proof
    found.checkpoint(cosigned=True)
    grown = found.find(game)
    assert grown is not None
    assert (grown.version, size(grown)) == (len(covered) + 1, 3)


def test_what_is_not_a_step_is_proved_as_the_first(found: Found) -> None:
    game = found.home.game(0)
    found.checkpoint(cosigned=True)
    (opened, *_) = found.rows(game)
    proof = found.find(game, [opened])
    assert proof is not None
    assert (proof.version, proof.step) == (1, 1)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM kifu.tree_head",
        "UPDATE kifu.logged_heads SET leaf = sha256(leaf)",
        "UPDATE kifu.logged_heads SET sizes[1] = sizes[1] + 1",
    ],
)
def test_a_log_that_can_prove_nothing_any_more_gives_no_evidence(found: Found, statement: str) -> None:
    game = found.home.game(2)
    found.checkpoint(cosigned=True)
    assert found.find(game) is not None
    found.home.sql(statement)
    assert found.find(game) is None


def test_an_event_that_is_another_or_cannot_be_read_gives_no_evidence(found: Found) -> None:
    game = found.home.game(2)
    found.checkpoint(cosigned=True)
    *before, last = found.rows(game)
    for payload in (last.payload.replace(last.payload[-66:-2], b"0" * 64), b"{", b"null"):
        assert found.find(game, [*before, msgspec.structs.replace(last, payload=payload)]) is None
