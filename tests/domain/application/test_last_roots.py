"""The last roots of the log of heads, in the table and in the file: those that are completed, refused, or ignored."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import msgspec
import psycopg
import pytest

from domain.proof.checkpoints import TreeHead
from domain.proof.heads_log import SignedRoot, default_origin, signed_root
from domain.proof.notes import Checkpoint
from domain.proof.tiles import WIDTH
from eventstore.partition import partition_of
from eventstore.postgres.role import url_for_service
from eventstore.tables.log import open_log
from service.checkpoints.checkpoint_file import CheckpointFile
from service.checkpoints.log_heads import HeadsRun, HeadsSigner
from service.keys import signing
from service.settings import Settings
from tests.domain.application.logged import House
from tests.domain.application.playing import play_one
from tests.domain.application.test_log_of_heads import FORGED, crash_before_commit, game, home, kept, rows
from tests.support.heads import grow_log

__all__ = ["game", "home"]


def keep_instead(home: House, root: SignedRoot) -> None:
    """Replace the last root in the file by another one."""
    lines = home.file.read_bytes().splitlines()
    last = max(number for number, line in enumerate(lines) if b'"origin"' in line)
    lines[last] = msgspec.json.encode(root)
    home.file.write_bytes(b"".join(line + b"\n" for line in lines))


def sign_other(home: House, size: int) -> SignedRoot:
    """A root of another history of this size, signed with the key of the service."""
    (like,) = (root for root in kept(home) if root.size == size)
    signature = home.signer.sign(Checkpoint(like.origin, size, bytes(32)).text.encode())
    return msgspec.structs.replace(like, root="00" * 32, signature=signature)


def test_a_last_root_of_the_file_that_nobody_signed_is_not_put_into_the_table(home: House, game: UUID) -> None:
    crash_before_commit(home)
    keep_instead(home, msgspec.structs.replace(kept(home)[-1], signature="00" * 64))
    refused = home.checkpoint().log.refused
    assert refused is not None
    assert refused.startswith("the file has a root of 3 leaves that is not genuine")
    assert [row.size for row in rows(home)] == [1, 2]


def test_a_last_root_of_the_file_that_its_heads_do_not_give_is_not_put_into_the_table(home: House, game: UUID) -> None:
    crash_before_commit(home)
    keep_instead(home, sign_other(home, 3))
    refused = home.checkpoint().log.refused
    assert refused is not None
    assert refused.startswith("the file has a signed root of 3 leaves, and the table ends with 2")
    assert [row.size for row in rows(home)] == [1, 2]


def test_a_root_whose_heads_are_lost_with_the_tiles_stays_in_the_file_alone(home: House, game: UUID) -> None:
    crash_before_commit(home)
    lines = home.file.read_bytes().splitlines(keepends=True)
    home.file.write_bytes(b"".join(line for line in lines if b'"origin"' in line or line != last_head(lines)))
    refused = home.checkpoint().log.refused
    assert refused is not None
    assert refused.startswith("the file has a signed root of 3 leaves, and the table ends with 2")
    assert [row.size for row in rows(home)] == [1, 2]


def last_head(lines: list[bytes]) -> bytes:
    return [line for line in lines if b'"partition"' in line][-1]


def test_a_false_head_in_the_file_does_not_keep_the_last_run_from_being_finished(home: House, game: UUID) -> None:
    other = home.game(2, partition=(partition_of(game) + 1) % 64)
    home.checkpoint()
    play_one(home.games, game, home.random)
    home.checkpoint()
    whole = rows(home)
    home.sql("DELETE FROM kifu.logged_heads WHERE size = (SELECT max(size) FROM kifu.logged_heads)")
    (head,) = home.sql("SELECT encode(root, 'hex') FROM kifu.tree_head WHERE partition = %s", partition_of(other))
    home.file.write_bytes(home.file.read_bytes().replace(head[0].encode(), b"0" * 64))
    made = home.checkpoint()
    assert [refused.partition for refused in made.refused] == [partition_of(other)]
    assert rows(home) == whole


@pytest.mark.parametrize(("key", "finished"), [("f" * 16, True), (None, False)])
def test_a_row_in_the_place_of_the_last_root_is_in_the_way_only_under_its_key(
    home: House, game: UUID, key: str | None, finished: bool
) -> None:
    whole = rows(home)
    crash_before_commit(home)
    statement = (
        "INSERT INTO kifu.logged_heads SELECT size + 1, time, sizes, leaf, above, origin, sha256(root), "
        "coalesce(%s, key), signature FROM kifu.logged_heads WHERE size = 2"
    )
    with psycopg.connect(url_for_service(home.url)) as connection:
        connection.execute(statement, (key,))
    made = home.checkpoint()
    assert made.log.noticed
    assert (made.log.refused is None) == finished
    assert (whole[-1] in rows(home)) == finished


def test_a_root_in_the_file_that_nobody_signed_is_refused_by_the_quick_look(home: House, game: UUID) -> None:
    keep_instead(home, msgspec.structs.replace(kept(home)[-1], signature="00" * 64))
    refused = home.checkpoint(thorough=False).log.refused
    assert refused is not None
    assert refused.startswith("the file has a root of 3 leaves that is not genuine")


def test_an_older_root_of_the_file_that_the_log_does_not_begin_with_is_refused(home: House, game: UUID) -> None:
    other = sign_other(home, 2)
    lines = home.file.read_bytes().splitlines(keepends=True)
    home.file.write_bytes(b"".join(line for line in lines if b'"origin"' not in line or b'"size":3' not in line))
    keep_instead(home, other)
    expected = "the log of 3 leaves of heads does not begin with the 2 signed in the file"
    assert home.checkpoint(thorough=False).log.refused == expected
    play_one(home.games, game, home.random)
    assert home.checkpoint().log.refused == expected


def test_a_thorough_look_reads_the_end_of_a_log_that_has_not_grown(home: House, game: UUID) -> None:
    home.sql("UPDATE kifu.logged_heads SET leaf = sha256(leaf) WHERE size = 2")
    assert home.checkpoint(thorough=False).log == HeadsRun()
    assert home.checkpoint().log.refused == "the log of 3 leaves of heads does not begin with the 3 signed in the table"


def test_false_rows_are_named_beside_what_is_refused_and_what_the_file_lacks(home: House, game: UUID) -> None:
    with psycopg.connect(url_for_service(home.url)) as connection:
        connection.execute(FORGED, (1, "00" * 64))
    lines = home.file.read_bytes().splitlines(keepends=True)
    home.file.write_bytes(b"".join(line for line in lines if b'"origin"' not in line or b'"size":3' not in line))
    noticed = home.checkpoint().log.noticed
    assert len(noticed) == 2
    assert "4 leaves that is not genuine" in noticed[0]
    assert noticed[1] == "the file lacked the root of 3 leaves of the log of heads; it has it again"
    home.sql("UPDATE kifu.logged_heads SET leaf = sha256(leaf) WHERE size = 2")
    run = home.checkpoint().log
    assert (run.refused is not None, run.noticed) == (True, noticed[:1])


def test_a_head_smaller_than_that_of_the_last_leaf_adds_no_leaf(home: House, game: UUID) -> None:
    (smaller,) = home.sql("SELECT * FROM kifu.tree_head ORDER BY size LIMIT 1")
    head = TreeHead(smaller[0], smaller[1], smaller[2].hex(), smaller[3], smaller[4], smaller[5].hex())
    signer = HeadsSigner(home.signer, home.keyring, default_origin(home.keyring, home.signer), 64)
    with open_log(home.url) as log:
        run = signer.add(log, {head.partition: head}, kept(home)[-1], datetime.now(UTC), thorough=False)
    assert run == HeadsRun()
    assert [row.size for row in rows(home)] == [1, 2, 3]


def test_an_ended_run_is_finished_once(home: House, game: UUID) -> None:
    crash_before_commit(home)
    signer = HeadsSigner(home.signer, home.keyring, default_origin(home.keyring, home.signer), 64)
    with open_log(home.url) as log:
        file = CheckpointFile(home.file)
        assert signer.finish_last(log, file.heads(), file.root()) is True
        assert signer.finish_last(log, file.heads(), file.root()) is False


@pytest.mark.slow
def test_a_root_of_the_file_from_long_ago_is_held_against_the_whole_log(database_url: str, tmp_path: Path) -> None:
    grow_log(database_url, tmp_path, WIDTH + 2)
    signer, keyring = signing.load_or_make(Settings(data=tmp_path))
    with open_log(database_url) as log:
        old = signed_root(log.heads.between(2, 2)[0])
        run = HeadsSigner(signer, keyring, "kifu.example", 64).add(log, {}, old, datetime.now(UTC), thorough=True)
    assert (run.refused, run.lacking and run.lacking.size) == (None, WIDTH + 2)
