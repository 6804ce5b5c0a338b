"""Whatever is missing from events, log or file is named, and an unsigned head stops nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from domain.application.audit import Audit
from eventstore.partition import partition_of
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import url_for_service
from eventstore.tables.log import LogTables
from service.checkpoints.checkpoint_file import CheckpointFile
from service.checkpoints.make_checkpoints import Checkpoints
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one
from tests.domain.application.test_tampering_log import rechained

pytestmark = pytest.mark.long

STEP = 6
FALSE_HEAD = "INSERT INTO kifu.tree_head VALUES (%s, %s, sha256(''), '2026-01-01T00:00:00Z', %s, decode(%s, 'hex'))"


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


@pytest.fixture
def game(home: House) -> UUID:
    """A running game of ten steps that are all in a checkpoint."""
    game_id = home.game(9)
    home.checkpoint()
    return game_id


def is_due(home: House) -> bool:
    """Whether the running service examines the log more closely at its next tick."""
    with Datastore(home.url, pool_size=1) as store:
        file = CheckpointFile(home.file)
        return Checkpoints(home.url, home.signer, home.keyring, file, lambda: datetime.now(UTC)).is_due(
            LogTables(store.read)
        )


def test_what_is_whole_is_neither_due_nor_at_fault(home: House, game: UUID) -> None:
    assert not is_due(home)
    assert home.kifu("checkpoint") == (0, "Nothing has been recorded since the last checkpoint.\n")
    assert home.kifu("checkpoint", "--check")[0] == 0


def change(home: House, game: UUID, pattern: str, new: str) -> None:
    """Change the payload of a step; its digest stays."""
    where = "WHERE game_id = %s AND version = %s"
    ((payload,),) = home.sql(f"SELECT payload FROM kifu.event {where}", game, STEP + 3)
    changed = re.sub(pattern, new, payload, count=1)
    assert changed != payload
    home.sql(f"UPDATE kifu.event SET payload = %s {where}", changed, game, STEP + 3)


def other_fact(home: House, game: UUID) -> None:
    change(home, game, r'"clause":"', '"clause":"x')


def other_move(home: House, game: UUID) -> None:
    change(home, game, r'"move":\{"type":"', '"move":{"type":"x')


def other_time(home: House, game: UUID) -> None:
    change(home, game, '"timestamp":"20', '"timestamp":"19')


def other_topic(home: House, game: UUID) -> None:
    home.sql("UPDATE kifu.event SET topic = 'kifu:seat-resigned' WHERE game_id = %s AND version = %s", game, STEP + 3)


@pytest.mark.parametrize("deed", [other_fact, other_move, other_time, other_topic])
def test_the_check_of_all_events_follows_from_what_they_say_and_not_from_their_digests(
    home: House, game: UUID, deed: Callable[[House, UUID], None]
) -> None:
    deed(home, game)
    code, output = home.kifu("checkpoint", "--check")
    assert code == 1
    assert f"game {game}: step {STEP} (version {STEP + 3}): the digest does not follow" in output


def test_a_digest_column_that_was_detached_from_the_payload_hides_nothing(home: House, game: UUID) -> None:
    home.sql("ALTER TABLE kifu.event ALTER COLUMN digest DROP EXPRESSION")
    rechained(home, game, signed=True)
    code, output = home.kifu("checkpoint", "--check")
    assert code == 1
    assert f"of game {game}: the event is not the one that was signed" in output
    assert f"Partition {partition_of(game)} REFUSED" in home.kifu("checkpoint")[1]


def test_the_last_step_of_a_partition_that_is_gone_is_named(home: House, game: UUID) -> None:
    home.sql("DELETE FROM kifu.event WHERE game_id = %s AND version = 13", game)
    assert is_due(home)
    code, output = home.kifu("checkpoint")
    assert (code, output) == (1, f"Partition {partition_of(game)} REFUSED: position 13 of the feed is gone, of 13.\n")


def test_a_whole_game_that_is_gone_is_named(home: House, game: UUID) -> None:
    other = home.game(3, partition_of(game))
    home.checkpoint()
    home.sql("DELETE FROM kifu.event WHERE game_id = %s", game)
    code, output = home.kifu("checkpoint")
    assert code == 1
    assert "position 1 of the feed is gone, of 20, and 12 more" in output
    assert home.games.queries.describe(other).step == 4


def test_hashes_that_are_gone_are_named(home: House, game: UUID) -> None:
    home.sql("TRUNCATE kifu.log_tile")
    code, output = home.kifu("checkpoint")
    assert code == 1
    assert f"Partition {partition_of(game)} REFUSED: hashes are missing in tile 0 of level 0" in output


def emptied(home: House) -> None:
    home.file.write_bytes(b"")


def removed(home: House) -> None:
    home.file.unlink()


def emptied_with_the_log(home: House) -> None:
    home.file.write_bytes(b"")
    home.sql("TRUNCATE kifu.log_tile")
    home.sql("TRUNCATE kifu.tree_head")


@pytest.mark.parametrize("deed", [emptied, removed, emptied_with_the_log])
def test_a_file_that_is_gone_is_named_and_nothing_is_signed_until_the_operator_begins_a_new_one(
    home: House, game: UUID, deed: Callable[[House], None]
) -> None:
    deed(home)
    assert is_due(home)
    code, output = home.kifu("checkpoint")
    assert code == 1
    assert f"Partition {partition_of(game)} REFUSED: checkpoints.ndjson has no heads, though it was kept from" in output
    assert home.kifu("checkpoint", "--check")[0] == 1
    play_one(home.games, game, home.random)
    assert home.kifu("checkpoint")[0] == 1
    code, output = home.kifu("checkpoint", "--new-file")
    assert f"Partition {partition_of(game)}: 14 events" in output
    assert home.kifu("checkpoint") == (0, "Nothing has been recorded since the last checkpoint.\n")
    assert not is_due(home)


def test_a_new_file_has_the_heads_of_partitions_that_did_not_grow(home: House, game: UUID) -> None:
    (before,) = (head for head in CheckpointFile(home.file).heads().values() if head.partition == partition_of(game))
    removed(home)
    assert home.kifu("checkpoint", "--new-file")[0] == 1
    assert CheckpointFile(home.file).last(partition_of(game)) == before


def test_a_last_line_that_is_gone_from_the_file_is_named_and_comes_back(home: House, game: UUID) -> None:
    play_one(home.games, game, home.random)
    home.checkpoint()
    lines = home.file.read_bytes().splitlines(keepends=True)
    home.file.write_bytes(b"".join(lines[:-2]))
    assert is_due(home)
    code, output = home.kifu("checkpoint")
    assert code == 1
    assert "the file lacked the head of 14 events" in output
    assert "Log of heads: the file lacked the root of 2 leaves" in output
    assert home.file.read_bytes() == b"".join(lines)
    assert home.kifu("checkpoint")[0] == 0


def test_a_root_that_was_changed_in_the_file_is_named(home: House, game: UUID) -> None:
    home.file.write_bytes(re.sub(rb'"root":"..', b'"root":"00', home.file.read_bytes()))
    assert is_due(home)
    code, output = home.kifu("checkpoint")
    assert code == 1
    assert "REFUSED: the file has a head of size 13 that is not genuine" in output


def false_head(home: House, partition: int, size: int, number: int = 0) -> None:
    """Add an unsigned head, using only the rights of the service's role."""
    with psycopg.connect(url_for_service(home.url)) as connection:
        values = (partition, size, home.signer.key, f"{number:02x}" * 64)
        connection.execute(FALSE_HEAD.encode(), values)


@pytest.mark.parametrize("size", [1, 13, 14, 999_999])
def test_a_false_head_is_named_and_stops_neither_signing_nor_proofs(home: House, game: UUID, size: int) -> None:
    partition = partition_of(game)
    for number in range(70):
        false_head(home, partition, size, number)
    audit = Audit(home.games.stored, home.games.queries, home.keyring, CheckpointFile(home.file))
    for _ in range(2):
        play_one(home.games, game, home.random)
        (head,) = home.checkpoint().heads
        assert audit.proof(game, head.size - 3).head == head
        assert [found.size for found in audit.log.heads(partition, 0, 10)][-1] == head.size
        assert head in audit.log.latest()
        assert audit.verification(game, None, arbiter=True).holds
    assert not home.checkpoint().refused
    code, output = home.kifu("checkpoint", "--check")
    assert code == 1
    assert f"its table has a head of {size} events that is not genuine and is passed over" in output
    if size > head.size:
        assert is_due(home)
        assert "is passed over" in home.kifu("checkpoint")[1]


def test_a_false_head_of_a_partition_without_any_does_not_keep_it_from_being_signed(home: House) -> None:
    game = home.game(9)
    false_head(home, partition_of(game), 12)
    false_head(home, partition_of(game), 13)
    assert home.checkpoint().heads[0].size == 13
    assert Audit(home.games.stored, home.games.queries, home.keyring).verification(game, None, arbiter=True).holds
