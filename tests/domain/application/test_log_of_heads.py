"""The log of heads: one leaf a run over all partitions, signed only if it continues the last one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import msgspec
import psycopg
import pytest

from domain.application.log_of_heads import LogOfHeads
from domain.proof import merkle
from domain.proof.checkpoints import tree_head
from domain.proof.heads_leaf import HeadsLeaf, parse_leaf
from domain.proof.heads_log import HeadsLog, SignedRoot, default_origin, root_fault
from domain.proof.heads_proof import HeadsProof
from domain.proof.notes import LOG_KEY, Checkpoint, NoteKey, verify_note
from domain.proof.receipts import Keyring, Signer
from domain.record.damage import DamagedRecord
from domain.rows import LoggedHeadsRow
from eventstore.partition import partition_of
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import url_for_service
from eventstore.tables.log import LogTables
from service.keys import signing
from service.settings import Settings
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one
from tests.domain.application.test_checkpoints import naive_root
from tests.domain.application.test_missing_log import is_due


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


@pytest.fixture
def game(home: House) -> UUID:
    """A running game with three runs of the checkpointer, each after one more move."""
    game_id = home.game(3)
    for _ in range(3):
        play_one(home.games, game_id, home.random)
        home.checkpoint()
    return game_id


def rows(home: House) -> list[LoggedHeadsRow]:
    with Datastore(home.url, pool_size=1) as store:
        return list(LogTables(store.read).heads.between(1, 1_000_000))


def leaves(home: House) -> list[HeadsLeaf]:
    with Datastore(home.url, pool_size=1) as store:
        tree = HeadsLog(LogTables(store.read), home.keyring)
        return tree.leaves(tree.rows(1, 1_000_000))


def log_key(signer: Signer, keyring: Keyring) -> NoteKey:
    return NoteKey(default_origin(keyring, signer), LOG_KEY, signer.public)


def kept(home: House) -> list[SignedRoot]:
    """The roots in the file."""
    lines = home.file.read_bytes().splitlines()
    return [msgspec.json.decode(line, type=SignedRoot) for line in lines if b'"origin"' in line]


def test_each_run_that_signs_adds_one_leaf_with_the_heads_of_all_partitions(home: House) -> None:
    games = [home.game(4) for _ in range(3)]
    first = home.checkpoint()
    play_one(home.games, games[0], home.random)
    second = home.checkpoint()
    assert home.checkpoint().log.root is None
    found = leaves(home)
    assert len(found) == 2
    expected = {head.partition: head for head in first.heads}
    for leaf, made in zip(found, (first, second), strict=True):
        expected |= {head.partition: head for head in made.heads}
        lines = [
            f"{n} {expected[n].size} {expected[n].root}" if n in expected else f"{n} 0 {merkle.EMPTY.hex()}"
            for n in range(64)
        ]
        assert leaf.text.split("\n") == ["kifu heads 1", f"time {leaf.time}", *lines, ""]
        assert parse_leaf(leaf.text) == leaf
    hashes = [merkle.leaf_hash(leaf.text.encode()) for leaf in found]
    roots = [made.log.root for made in (first, second)]
    assert [root and root.root for root in roots] == [naive_root(hashes[:1]).hex(), naive_root(hashes).hex()]
    assert kept(home) == roots
    assert [root_fault(root, home.keyring) for root in kept(home)] == [None, None]
    assert not is_due(home)


def test_a_partition_that_is_refused_stays_at_its_last_size_and_the_others_go_on(home: House) -> None:
    bad, good = home.game(4, partition=3), home.game(4, partition=9)
    home.checkpoint()
    home.sql("UPDATE kifu.log_tile SET hashes = sha256(hashes), width = 1 WHERE level = 0 AND partition = 3")
    for game_id in (bad, good):
        play_one(home.games, game_id, home.random)
    made = home.checkpoint()
    assert [refused.partition for refused in made.refused] == [3]
    assert made.log.root is not None
    before, after = leaves(home)
    assert after.roots[3] == before.roots[3]
    assert after.roots[9].size == before.roots[9].size + 1


def test_games_that_were_signed_before_there_was_a_log_of_heads_come_under_its_first_root(
    home: House, game: UUID
) -> None:
    home.sql("TRUNCATE kifu.logged_heads")
    heads = [line for line in home.file.read_bytes().splitlines(keepends=True) if b'"origin"' not in line]
    home.file.write_bytes(b"".join(heads))
    assert is_due(home)
    made = home.checkpoint()
    assert (made.heads, made.is_whole) == ((), True)
    (leaf,) = leaves(home)
    assert [(leaf.roots[partition_of(game)].size,)] == home.sql("SELECT max(position) FROM kifu.event")


def crash_before_commit(home: House) -> None:
    """Leave the database as if the last run had ended after it wrote the file."""
    home.sql("DELETE FROM kifu.logged_heads WHERE size = (SELECT max(size) FROM kifu.logged_heads)")
    home.sql("DELETE FROM kifu.tree_head WHERE size = (SELECT max(size) FROM kifu.tree_head)")
    home.sql("DELETE FROM kifu.log_tile WHERE width = (SELECT max(width) FROM kifu.log_tile)")


@pytest.mark.parametrize("moves", [0, 1])
def test_a_run_that_ended_before_it_wrote_the_table_is_finished_by_the_next(
    home: House, game: UUID, moves: int
) -> None:
    whole, roots = rows(home), kept(home)
    crash_before_commit(home)
    for _ in range(moves):
        play_one(home.games, game, home.random)
    assert is_due(home)
    made = home.checkpoint()
    assert made.is_whole
    assert rows(home)[:3] == whole
    assert len(rows(home)) == len(kept(home)) == 3 + moves
    assert kept(home)[:3] == roots
    assert home.kifu("checkpoint")[0] == 0


CHANGES = [
    (
        "DELETE FROM kifu.logged_heads WHERE size > 1",
        "the file has a signed root of 3 leaves, and the table ends with 1: rows are gone, or an old backup",
    ),
    ("TRUNCATE kifu.logged_heads", "the file has a signed root of 3 leaves, and the table ends with 0"),
    ("DELETE FROM kifu.logged_heads WHERE size = 2", "hashes are missing in tile 0 of level 0"),
    (
        "UPDATE kifu.logged_heads SET leaf = sha256(leaf) WHERE size = 2",
        "the log of 3 leaves of heads does not begin with the 3 signed in the table",
    ),
    (
        "UPDATE kifu.logged_heads SET sizes[64] = sizes[64] + 1000 WHERE size = 3",
        "partition 63 has no head of 1000 events, and hashes are missing in tile 0 of level 1",
    ),
    (
        "UPDATE kifu.logged_heads SET time = '2026-11-22T00:00:00Z' WHERE size = 3",
        "time and heads do not give leaf 2 of the log of heads",
    ),
    (
        "UPDATE kifu.logged_heads SET root = sha256(root) WHERE size = 3",
        "the file has a signed root of 3 leaves, and the table ends with 2",
    ),
]


@pytest.mark.parametrize(("statement", "why"), CHANGES, ids=[statement for statement, _ in CHANGES])
def test_a_log_of_heads_that_was_changed_is_refused_with_the_reason(
    home: House, game: UUID, statement: str, why: str
) -> None:
    home.sql(statement)
    before = kept(home)
    other = home.game(1)
    code, output = home.kifu("checkpoint")
    assert f"Partition {partition_of(other)}: " in output
    assert (code, why in output) == (1, True), output
    assert "Log of heads REFUSED: " in output
    assert kept(home) == before


def test_the_quick_look_of_a_run_finds_a_last_root_that_was_signed_anew_with_the_stolen_key(
    home: House, game: UUID
) -> None:
    (last,) = rows(home)[-1:]
    other = bytes(32)
    signature = home.signer.sign(Checkpoint(last.origin, last.size, other).text.encode())
    statement = "UPDATE kifu.logged_heads SET root = decode(%s, 'hex'), signature = decode(%s, 'hex') WHERE size = %s"
    home.sql(statement, other.hex(), signature, last.size)
    made = home.checkpoint(thorough=False)
    assert made.log.root is None
    assert made.log.refused == "the log of 3 leaves of heads does not begin with the 3 signed in the table"


FORGED = (
    "INSERT INTO kifu.logged_heads SELECT size + %s, time, sizes, leaf, above, origin, sha256(root), key, "
    "decode(%s, 'hex') FROM kifu.logged_heads WHERE size = 3"
)


def test_rows_that_nobody_signed_are_passed_over_and_the_first_is_named(home: House, game: UUID) -> None:
    with psycopg.connect(url_for_service(home.url)) as connection:
        for more in (1000, 2, 1, 0):
            connection.execute(FORGED, (more, "00" * 64))
    code, output = home.kifu("checkpoint")
    assert code == 1
    assert "Log of heads: the log of heads has a row of 1003 leaves that is not genuine and is passed over" in output
    play_one(home.games, game, home.random)
    made = home.checkpoint()
    assert (made.log.refused, made.log.root and made.log.root.size) == (None, 4)
    home.sql("DELETE FROM kifu.logged_heads WHERE signature = decode(%s, 'hex')", "00" * 64)
    assert [row.size for row in rows(home)] == [1, 2, 3, 4]
    assert home.kifu("checkpoint")[0] == 0


def test_the_role_of_the_service_can_add_leaves_and_change_none(home: House, game: UUID) -> None:
    for statement in (
        "UPDATE kifu.logged_heads SET time = ''",
        "DELETE FROM kifu.logged_heads",
        "TRUNCATE kifu.logged_heads",
    ):
        with (
            psycopg.connect(url_for_service(home.url)) as connection,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            connection.execute(statement)


def test_the_log_keeps_its_name_when_the_key_is_another(home: House, game: UUID) -> None:
    (home.data / "keys" / "signing.key").unlink()
    home.signer, home.keyring = signing.load_or_make(Settings(data=home.data))
    play_one(home.games, game, home.random)
    assert home.checkpoint().log.refused is None
    assert len({root.key for root in kept(home)}) == 2
    assert len({root.origin for root in kept(home)}) == 1
    assert [root_fault(root, home.keyring) for root in kept(home)] == [None] * 4
    assert {root.origin for root in kept(home)} == {f"kifu/{home.keyring.keys[0].key}"}


def test_an_emptied_file_stops_the_log_until_the_operator_begins_a_new_one(home: House, game: UUID) -> None:
    home.file.write_bytes(b"")
    code, output = home.kifu("checkpoint")
    assert code == 1
    assert "Log of heads REFUSED: checkpoints.ndjson has no heads, though it was kept from" in output
    assert home.kifu("checkpoint", "--new-file")[0] == 1
    assert [root.size for root in kept(home)] == [3]
    assert home.kifu("checkpoint")[0] == 0


def later_game(home: House) -> None:
    """Another game with another run, so that the roots in question are not the last ones."""
    home.game(1)
    home.checkpoint()


FAULTS = [
    ("UPDATE kifu.logged_heads SET leaf = sha256(leaf) WHERE size = 2", 1, "leaf 1: time and heads do not give leaf 1"),
    (
        "UPDATE kifu.logged_heads SET time = '2036-01-01T00:00:00Z' WHERE size = 2",
        1,
        "leaf 1: time and heads do not give",
    ),
    ("UPDATE kifu.logged_heads SET sizes[3] = 7 WHERE size = 2", 1, "leaf 1: partition 2 has no head of 7 events"),
    ("UPDATE kifu.logged_heads SET above = leaf WHERE size = 2", 1, "leaf 1: the hashes above it are not those of"),
    (
        "UPDATE kifu.logged_heads SET root = sha256(root) WHERE size = 2",
        1,
        "leaf 1: the root of 2 leaves is not genuine",
    ),
    ("UPDATE kifu.logged_heads SET origin = 'else' WHERE size = 2", 1, "leaf 1: the root of 2 leaves is not genuine"),
    ("DELETE FROM kifu.logged_heads WHERE size = 2", 1, "the row of 2 leaves is gone"),
    (
        "DELETE FROM kifu.logged_heads WHERE size > 2",
        2,
        "the database ends with the root of 2 leaves, and 4 were signed",
    ),
    ("TRUNCATE kifu.logged_heads", 0, "the database ends with the root of 0 leaves, and 4 were signed"),
    (
        "UPDATE kifu.tree_head SET root = sha256(root) WHERE size = (SELECT min(size) FROM kifu.tree_head)",
        4,
        None,
    ),
]


@pytest.mark.long
def test_the_check_finds_every_change_of_the_log_of_heads(home: House, game: UUID) -> None:
    later_game(home)
    assert "Log of heads: 4 leaves are what was signed.\n" in home.kifu("checkpoint", "--check")[1]
    home.sql("CREATE TABLE public.kept AS TABLE kifu.logged_heads")
    home.sql("CREATE TABLE public.heads AS TABLE kifu.tree_head")
    for statement, whole, why in FAULTS:
        home.sql(statement)
        code, output = home.kifu("checkpoint", "--check")
        found = json.loads(home.kifu("checkpoint", "--check", "--json")[1].splitlines()[-1])["heads"]
        assert (code, found["leaves"]) == (1, whole), (statement, output)
        assert (f"Fault: log of heads: {why}" in output) == (why is not None), (statement, output)
        home.sql("TRUNCATE kifu.logged_heads, kifu.tree_head")
        home.sql("INSERT INTO kifu.logged_heads TABLE public.kept")
        home.sql("INSERT INTO kifu.tree_head TABLE public.heads")
    assert home.kifu("checkpoint", "--check")[0] == 0


def test_the_check_compares_the_log_with_the_file_and_names_false_rows(home: House, game: UUID) -> None:
    file = home.file.read_bytes()
    root = kept(home)[-1].root
    home.file.write_bytes(file.replace(root.encode(), b"0" * 64))
    output = home.kifu("checkpoint", "--check")[1]
    assert "the root of 3 leaves is not the one that was kept outside the database" in output
    home.file.write_bytes(file)
    with psycopg.connect(url_for_service(home.url)) as connection:
        connection.execute(FORGED, (0, "00" * 64))
    code, output = home.kifu("checkpoint", "--check")
    assert (code, "Log of heads: 3 leaves are what was signed.\n" in output) == (1, True)
    assert "Fault: log of heads: the log of heads has a row of 3 leaves that is not genuine" in output


def test_after_a_rotation_an_old_checkpoint_is_signed_by_both_keys(home: House, game: UUID, tmp_path: Path) -> None:
    old = log_key(home.signer, home.keyring)
    (tmp_path / "keys" / "signing.key").unlink()
    signer, keyring = signing.load_or_make(Settings(data=tmp_path))
    assert signer.key != home.signer.key
    with Datastore(home.url, pool_size=1) as store:
        log = LogOfHeads(LogTables(store.read), keyring, signer, None)
        before = LogOfHeads(LogTables(store.read), home.keyring, home.signer, None).note()
        note = log.note()
    new = log_key(signer, keyring)
    assert (note.text, note.signatures[0]) == (before.text, before.signatures[0])
    assert [one.key for one in verify_note(before, [old, new])] == [old]
    assert [one.key for one in verify_note(note, [old])] == [old]
    assert [one.key for one in verify_note(note, [new])] == [new]


def test_a_checkpoint_of_an_earlier_name_is_signed_under_the_new_one_alone(home: House, game: UUID) -> None:
    with Datastore(home.url, pool_size=1) as store:
        note = LogOfHeads(LogTables(store.read), home.keyring, home.signer, "kifu.example").note()
    assert [one.name for one in note.signatures] == ["kifu.example"]
    key = NoteKey("kifu.example", LOG_KEY, home.signer.public)
    assert [one.key for one in verify_note(note, [key])] == [key]


def test_a_root_that_the_own_key_signed_in_another_history_is_proved_to_continue_nothing(
    home: House, game: UUID
) -> None:
    """This happens if an old backup is restored and played on, and the rows of both are merged."""
    with Datastore(home.url, pool_size=1) as store:
        log = LogOfHeads(LogTables(store.read), home.keyring, home.signer, None)
        assert log.consistency(2, 3).path
        other = bytes(32)
        signature = home.signer.sign(Checkpoint(log.origin, 2, other).text.encode())
        statement = (
            "UPDATE kifu.logged_heads SET root = decode(%s, 'hex'), signature = decode(%s, 'hex') WHERE size = 2"
        )
        home.sql(statement, other.hex(), signature)
        assert log.note(2).text == Checkpoint(log.origin, 2, other).text
        with pytest.raises(DamagedRecord, match="do not lead to the root of 2 leaves that was signed"):
            log.consistency(2, 3)


def test_a_head_is_proved_under_the_latest_checkpoint_and_under_none_before_there_is_one(
    home: House, game: UUID
) -> None:
    with Datastore(home.url, pool_size=1) as store:
        tables = LogTables(store.read)
        log = LogOfHeads(tables, home.keyring, home.signer, None)
        (head,) = (tree_head(row) for row in tables.heads_below(partition_of(game), None, 1))
        proof = log.proof(head)
        assert isinstance(proof, HeadsProof)
        assert proof.index == 2
        home.sql("TRUNCATE kifu.logged_heads")
        assert log.proof(head) is msgspec.UNSET
