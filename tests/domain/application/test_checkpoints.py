"""Checkpoints: a head extends what was signed before, or it is not signed."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import msgspec
import psycopg
import pytest
from click.testing import CliRunner

from domain.application.audit import Audit
from domain.proof import merkle
from domain.proof.checkpoints import TreeHead, head_fault, leaf_hash, sign_head
from domain.proof.receipts import Keyring, Signer, pack_signature
from eventstore.partition import partition_of
from kifu.main import main
from service.checkpoints.checkpoint_file import CheckpointFile
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one
from tests.support.databases import create_database, drop_database
from tests.support.services import ROOT, environment


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


def leaves(home: House, partition: int) -> list[bytes]:
    rows = home.sql(
        "SELECT game_id, version, payload FROM kifu.event WHERE partition = %s ORDER BY position", partition
    )
    return [leaf_hash(game_id, version, json.loads(payload)["digest"]) for game_id, version, payload in rows]


def naive_root(hashes: list[bytes]) -> bytes:
    if len(hashes) == 1:
        return hashes[0]
    k = 1 << (len(hashes) - 1).bit_length() - 1
    return merkle.node_hash(naive_root(hashes[:k]), naive_root(hashes[k:]))


def kept(home: House) -> list[TreeHead]:
    """The heads in the file, without the roots of the log of heads."""
    lines = home.file.read_bytes().splitlines()
    return [msgspec.json.decode(line, type=TreeHead) for line in lines if b'"partition"' in line]


def test_a_checkpoint_signs_the_tree_over_the_events_of_each_partition_that_grew(home: House) -> None:
    games = [home.game(5) for _ in range(3)]
    made = home.checkpoint()
    assert {head.partition for head in made.heads} == {partition_of(game) for game in games}
    assert made.refused == ()
    for head in made.heads:
        assert head.root == naive_root(leaves(home, head.partition)).hex()
        assert head.size == len(leaves(home, head.partition))
        assert head_fault(head, home.keyring) is None
    assert kept(home) == list(made.heads)
    assert home.checkpoint().heads == ()
    play_one(home.games, games[0], home.random)
    (head,) = home.checkpoint().heads
    assert head.root == naive_root(leaves(home, head.partition)).hex()
    assert kept(home)[-1] == head


def events(home: House, partition: int, count: int) -> UUID:
    """Put this many events of one id into a partition, as fast as SQL can; they do not form a game. Their receipts
    exist but are not genuine.
    """
    game_id = next(game for game in iter(uuid4, None) if partition_of(game) == partition)
    home.sql(
        """WITH head AS (UPDATE kifu.feed_head SET position = position + %s WHERE partition = %s RETURNING position)
        INSERT INTO kifu.event (partition, position, game_id, version, topic, receipt, payload)
        SELECT %s, head.position - %s + n, %s, n, 'test', %s,
               '{"n":' || n || ',"digest":"' || encode(sha256(convert_to(%s || n, 'UTF8')), 'hex') || '"}'
          FROM head, generate_series(1, %s) AS n""",
        *(count, partition, partition, count, game_id, pack_signature(home.signer.key, "00" * 64), str(game_id), count),
    )
    return game_id


def test_a_log_that_grew_over_the_borders_of_tiles_has_the_root_of_the_definition(home: House) -> None:
    for count in (200, 56, 1, 5_000, 300):
        events(home, 7, count)
        (head,) = home.checkpoint().heads
        assert head.root == naive_root(leaves(home, 7)).hex()
    stored = home.sql("SELECT sum(octet_length(hashes)) FROM kifu.log_tile WHERE partition = 7 AND level = 0")
    assert stored == [(head.size * 32,)]


def test_an_event_of_before_digests_stands_in_the_log_with_the_hash_of_its_json(home: House) -> None:
    home.sql("UPDATE kifu.feed_head SET position = 1 WHERE partition = 0")
    home.sql(
        "INSERT INTO kifu.event (partition, position, game_id, version, topic, payload) "
        "VALUES (0, 1, '00000000-0000-0000-0000-000000000001', 1, 'test', %s)",
        '{"seed":"ä"}',
    )
    (head,) = home.checkpoint().heads
    digest = hashlib.sha256('{"seed":"ä"}'.encode()).hexdigest()
    assert head.root == leaf_hash("00000000-0000-0000-0000-000000000001", 1, digest).hex()


def refusal(home: House, partition: int) -> str:
    """The reason why a partition is not signed; nothing about it may be written."""
    heads, lines = home.sql("SELECT count(*) FROM kifu.tree_head"), home.file.read_bytes()
    made = home.checkpoint()
    assert made.heads == ()
    (refused,) = made.refused
    assert refused.partition == partition
    assert (home.sql("SELECT count(*) FROM kifu.tree_head"), home.file.read_bytes()) == (heads, lines)
    return refused.why


@pytest.fixture
def backup(postgres_url: str, home: House) -> Iterator[Callable[[Callable[[], object]], None]]:
    """Carries out something between a backup of the database and its restoration."""
    name = psycopg.conninfo.conninfo_to_dict(home.url)["dbname"]
    copies: list[str] = []

    def between(what: Callable[[], object]) -> None:
        home.games.stored.recorder.datastore.close()  # type: ignore[attr-defined]
        copies.append(create_database(postgres_url, f"{name}_backup", str(name)))
        what()
        drop_database(home.url)
        create_database(postgres_url, str(name), f"{name}_backup")

    yield between
    for copy in copies:
        drop_database(copy)


def test_a_restored_backup_gets_no_signature(
    home: House, backup: Callable[[Callable[[], object]], None], database_url: str, tmp_path: Path
) -> None:
    first = home.game(4)
    partition = partition_of(first)
    home.checkpoint()

    def goes_on() -> None:
        with house(database_url, tmp_path) as later:
            for _ in range(3):
                play_one(later.games, first, later.random)
            assert later.head(first).size == 11

    backup(goes_on)
    why = refusal(home, partition)
    assert "the file has a signed head of size 11, and the feed ends with position 8" in why
    with house(database_url, tmp_path) as later:
        for _ in range(2):
            play_one(later.games, first, later.random)
        assert "size 11, and the feed ends with position 10" in refusal(home, partition)
        for _ in range(2):
            play_one(later.games, first, later.random)
    assert "does not begin with the 11 signed in the file" in refusal(home, partition)
    output = home.found(first)
    assert "Fault (checkpoints)" in output
    assert "an old backup was restored" in output
    exit_code, output = home.kifu("checkpoint")
    assert exit_code == 1
    assert f"Partition {partition} REFUSED" in output
    # The database alone cannot tell.
    home.file.unlink()
    assert home.kifu("verify", str(first))[0] == 0


def test_a_log_whose_end_was_rewritten_gets_no_signature(home: House) -> None:
    partition = partition_of(home.game(6))
    head = home.checkpoint().heads[0]
    home.sql("DELETE FROM kifu.event WHERE partition = %s AND position > %s", partition, head.size - 2)
    home.sql("UPDATE kifu.feed_head SET position = %s WHERE partition = %s", head.size - 2, partition)
    assert f"the table has a signed head of size {head.size}, and the feed ends" in refusal(home, partition)
    events(home, partition, 4)
    assert f"the event at position {head.size - 1} is not the one that was signed" in refusal(home, partition)


def test_a_gap_in_the_feed_gets_no_signature(home: House) -> None:
    partition = partition_of(home.game(6))
    head = home.checkpoint().heads[0]
    events(home, partition, 5)
    home.sql("DELETE FROM kifu.event WHERE partition = %s AND position = %s", partition, head.size + 2)
    assert f"position {head.size + 2} of the feed is gone" in refusal(home, partition)


def test_changed_hashes_and_heads_get_no_signature(home: House) -> None:
    partition = partition_of(home.game(6))
    home.checkpoint()
    events(home, partition, 1)
    home.sql("UPDATE kifu.log_tile SET hashes = set_byte(hashes, 0, 255 - get_byte(hashes, 0))")
    assert "is not the one that was signed" in refusal(home, partition)
    home.sql("UPDATE kifu.tree_head SET root = sha256(root)")
    assert "hashes behind the 0 events of its last head" in refusal(home, partition)
    (noticed,) = (one.what for one in home.checkpoint().noticed if one.partition == partition)
    assert "not genuine and is passed over: The signature" in noticed
    home.sql("DELETE FROM kifu.tree_head")
    assert "has hashes behind the 0 events of its last head" in refusal(home, partition)


def test_a_head_that_another_key_signed_gets_no_successor(home: House) -> None:
    partition = partition_of(home.game(6))
    head = home.checkpoint().heads[0]
    forged = sign_head(Signer(bytes(32)), partition, head.size, bytes.fromhex(head.root), datetime.now(UTC))
    CheckpointFile(home.file).append([forged])
    events(home, partition, 1)
    assert "the file has a head" in refusal(home, partition)
    assert "not genuine" in refusal(home, partition)


def test_a_refused_partition_does_not_keep_the_others_from_being_signed(home: House) -> None:
    bad, good = 3, 4
    events(home, bad, 2), events(home, good, 2)
    home.checkpoint()
    home.sql("DELETE FROM kifu.event WHERE partition = %s AND position = 2", bad)
    events(home, bad, 1), events(home, good, 1)
    made = home.checkpoint()
    assert [head.partition for head in made.heads] == [good]
    assert [refused.partition for refused in made.refused] == [bad]


def test_a_head_that_only_the_file_has_is_taken_over(home: House) -> None:
    """This happens if a crash comes between writing the file and the commit."""
    game_id = home.game(6)
    first = home.checkpoint().heads[0]
    home.sql("DELETE FROM kifu.tree_head"), home.sql("DELETE FROM kifu.log_tile")
    exit_code, output = home.kifu("verify", str(game_id))
    assert (exit_code, "10 of 10 events are in signed checkpoints" in output) == (0, True), output
    assert home.checkpoint().heads == (first,)
    assert kept(home) == [first]
    home.sql("DELETE FROM kifu.tree_head"), home.sql("DELETE FROM kifu.log_tile")
    play_one(home.games, game_id, home.random)
    assert home.head(game_id).size == first.size + 1
    assert [head.size for head in kept(home)] == [first.size, first.size + 1]


@pytest.mark.parametrize("torn", [1, 50, 299])
def test_a_torn_last_line_of_the_file_is_survived(home: House, torn: int) -> None:
    game_id = home.game(4)
    first = home.head(game_id)
    with home.file.open("ab") as file:
        file.write(home.file.read_bytes().splitlines()[1][:torn])
    assert CheckpointFile(home.file).last(first.partition) == first
    play_one(home.games, game_id, home.random)
    second = home.head(game_id)
    lines = home.file.read_bytes().split(b"\n")
    assert [msgspec.json.decode(lines[n], type=TreeHead) for n in (1, 4)] == [first, second]
    assert len(lines[3]) == torn
    assert CheckpointFile(home.file).last(first.partition) == second
    assert home.kifu("verify", str(game_id))[0] == 0


def test_the_file_is_read_on_from_where_it_was_and_anew_where_it_is_another(home: House) -> None:
    reader = CheckpointFile(home.file)
    assert reader.heads() == {}
    game_id = home.game(4)
    first = home.head(game_id)
    assert reader.last(first.partition) == first
    with home.file.open("ab") as file:
        file.write(b'{"partition":')
    assert reader.last(first.partition) == first
    with home.file.open("ab") as file:
        file.write(b"0}\n" + b"\0" * 3_000_000 + b"\n" + b"[" * 100_000 + b"\n")
    assert reader.last(first.partition) == first
    play_one(home.games, game_id, home.random)
    second = home.head(game_id)
    assert reader.last(first.partition) == second != first
    home.file.rename(home.data / "old")
    assert reader.heads() == {}
    shutil.copy(home.data / "old", home.file)
    assert reader.last(first.partition) == second


def test_checkpoints_that_cannot_be_kept_are_not_signed(home: House) -> None:
    home.game(4)
    home.file.mkdir()
    exit_code, output = home.kifu("checkpoint")
    assert exit_code == 2
    assert "cannot be written to" in output
    assert home.sql("SELECT count(*) FROM kifu.tree_head") == [(0,)]


def test_the_command_signs_with_the_key_of_the_service_or_not_at_all(home: House, tmp_path: Path) -> None:
    home.game(2)
    keys = {path: path.read_bytes() for path in (home.data / "keys").iterdir()}
    ran = CliRunner().invoke(
        main,
        ["checkpoint"],
        env={"KIFU_DATABASE_URL": home.url, "KIFU_DATA": str(home.data), "KIFU_SIGNING_KEY": "00" * 32},
    )
    assert (ran.exit_code, "give the same key" in ran.output) == (2, True)
    elsewhere = tmp_path / "elsewhere"
    ran = CliRunner().invoke(main, ["checkpoint"], env={"KIFU_DATABASE_URL": home.url, "KIFU_DATA": str(elsewhere)})
    assert (ran.exit_code, "has no keys" in ran.output) == (2, True)
    (home.data / "keys" / "signing.key").unlink()
    exit_code, output = home.kifu("checkpoint")
    assert (exit_code, "is needed" in output) == (2, True)
    assert [path.read_bytes() == text for path, text in keys.items() if path.exists()] == [True] * 3
    assert home.sql("SELECT count(*) FROM kifu.tree_head") == [(0,)]
    assert not elsewhere.exists()


@pytest.mark.long
def test_several_at_a_time_make_each_checkpoint_once(home: House) -> None:
    for partition in range(8):
        events(home, partition, 300)
    command = [sys.executable, "-m", "kifu", "checkpoint", "--json"]
    settings = environment(home.data, KIFU_DATABASE_URL=home.url)
    runs = [subprocess.Popen(command, cwd=ROOT, env=settings, stdout=subprocess.PIPE) for _ in range(4)]
    outputs = [json.loads(run.communicate()[0]) for run in runs]
    assert [run.returncode for run in runs] == [0] * 4
    assert sorted(head["partition"] for output in outputs for head in output["heads"]) == list(range(8))
    assert len(kept(home)) == 8


@pytest.mark.long
@pytest.mark.slow
def test_of_a_killed_process_all_checkpoints_are_there_or_none_and_the_next_goes_on(home: House) -> None:
    command = [sys.executable, "-m", "kifu", "checkpoint"]
    settings = environment(home.data, KIFU_DATABASE_URL=home.url)
    stop = threading.Event()

    def grow() -> None:
        while not stop.is_set():
            for partition in range(12):
                events(home, partition, 150)

    held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    killed: list[bool] = []
    writer = threading.Thread(target=grow)
    writer.start()
    try:
        for pause in (0, 0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16):
            run = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=subprocess.DEVNULL)
            while run.poll() is None and home.sql(held) == [(0,)]:
                time.sleep(0.001)
            time.sleep(pause)
            run.kill()
            killed.append(run.wait() < 0)
    finally:
        stop.set()
        writer.join()
    assert sum(killed) >= 3
    made = home.checkpoint()
    assert made.refused == ()
    for partition in range(12):
        hashes = leaves(home, partition)
        query = "SELECT size, root FROM kifu.tree_head WHERE partition = %s ORDER BY size DESC LIMIT 1"
        assert home.sql(query, partition) == [(len(hashes), naive_root(hashes))]
        for head in kept(home):
            if head.partition == partition:
                assert head.root == naive_root(hashes[: head.size]).hex()


def test_a_keyless_look_says_that_nothing_was_checked(home: House) -> None:
    game_id = home.game(2)
    home.checkpoint()
    found = Audit(home.games.stored, home.games.queries, Keyring(())).verification(game_id, None, arbiter=True)
    assert found.checkpoints is not None
    assert not found.checkpoints.checked
