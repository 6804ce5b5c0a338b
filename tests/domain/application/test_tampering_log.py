"""The log shows what receipts and digests cannot: `kifu verify` names the step that differs from what was signed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest

from domain.proof import chain
from domain.proof.checkpoints import leaf_hash
from domain.proof.receipts import pack_receipt
from eventstore.partition import partition_of
from service.checkpoints import unsigned
from tests.domain.application.logged import House, house
from tests.domain.application.playing import play_one

pytestmark = pytest.mark.long

CHANGED, LAST = 6, 10
"""The step that is changed, and the last one of the game."""
SIGNED = LAST + 3
"""How many events of the game are in the checkpoint."""


@pytest.fixture
def home(database_url: str, tmp_path: Path) -> Iterator[House]:
    with house(database_url, tmp_path) as found:
        yield found


@pytest.fixture
def game(home: House) -> UUID:
    """A running game of ten steps that are in a checkpoint, and two later ones that are not."""
    game_id = home.game(LAST - 1)
    assert home.head(game_id).size == SIGNED
    for _ in range(2):
        play_one(home.games, game_id, home.random)
    return game_id


def version(step: int) -> int:
    return step + 3


def rechained(home: House, game: UUID, *, signed: bool) -> None:
    """Change a step and give all from it on valid digests, with receipts by the service's key or without."""
    rows = home.sql("SELECT version, topic, payload FROM kifu.event WHERE game_id = %s ORDER BY version", game)
    seed = bytes.fromhex(json.loads(rows[0][2])["seed"])
    previous = chain.split_digest(rows[version(CHANGED) - 2][2].encode())[1]
    for at, topic, payload in rows[version(CHANGED) - 1 :]:
        body = chain.split_digest(payload.encode())[0]
        if at == version(CHANGED):
            request = json.loads(body)["request_id"]
            body = body.replace(f'"request_id":"{request}"'.encode(), b'"request_id":"other"')
        previous = chain.link_digest(body, topic, at, previous, seed)
        receipt = None
        if signed:
            step = json.loads(body)["n"]
            time = datetime.fromisoformat(json.loads(body)["timestamp"])
            receipt = pack_receipt(home.signer.sign_receipt(game, step, at, previous, time))
        query = "UPDATE kifu.event SET payload = %s, receipt = %s WHERE game_id = %s AND version = %s"
        home.sql(query, f'{body[:-1].decode()},"digest":"{previous}"}}', receipt, game, at)


def test_an_untouched_game_holds_and_says_what_is_signed(home: House, game: UUID) -> None:
    exit_code, output = home.kifu("verify", str(game))
    assert exit_code == 0, output
    assert f"{SIGNED} of {SIGNED + 2} events are in signed checkpoints of partition {partition_of(game)}." in output
    found = json.loads(home.kifu("verify", str(game), "--json")[1])
    signed = {"checked": True, "heads": 2, "covered": SIGNED, "fault": None, "partition": partition_of(game)}
    assert found["checkpoints"] == signed
    assert found["chance"]["fault"] is None
    assert found["chance"]["outcomes"] > 5


def test_a_game_without_a_checkpoint_holds_too(home: House) -> None:
    game = home.game(1)
    found = json.loads(home.kifu("verify", str(game), "--json")[1])
    unsigned = {"checked": False, "heads": 0, "covered": 0, "fault": None, "partition": partition_of(game)}
    assert found["checkpoints"] == unsigned


def test_a_game_with_new_digests_and_receipts_by_the_service_s_own_key_is_found(home: House, game: UUID) -> None:
    rechained(home, game, signed=True)
    output = home.found(game)
    assert "Fault (chain)" not in output
    assert "Fault (receipts)" not in output
    assert f"Fault (checkpoints): step {CHANGED} (version {version(CHANGED)}): the event is not the one" in output


def test_a_game_with_new_digests_whose_receipts_are_gone_is_found(home: House, game: UUID) -> None:
    rechained(home, game, signed=False)
    home.file.unlink()
    assert f"Fault (checkpoints): step {CHANGED} " in home.found(game)


def test_a_changed_digest_is_named(home: House, game: UUID) -> None:
    query = "SELECT payload FROM kifu.event WHERE game_id = %s AND version = %s"
    payload = home.sql(query, game, version(CHANGED))[0][0]
    changed = payload[:-66] + f"{int(payload[-66], 16) ^ 1:x}" + payload[-65:]
    home.sql("UPDATE kifu.event SET payload = %s WHERE game_id = %s AND version = %s", changed, game, version(CHANGED))
    assert f"Fault (checkpoints): step {CHANGED} " in home.found(game)


def test_steps_that_are_gone_from_the_end_are_found_though_the_feed_ends_with_them(home: House, game: UUID) -> None:
    partition = partition_of(game)
    home.sql("DELETE FROM kifu.event WHERE game_id = %s AND version > %s", game, version(LAST - 2))
    home.sql("UPDATE kifu.feed_head SET position = %s WHERE partition = %s", SIGNED - 2, partition)
    output = home.found(game)
    assert "Fault (store)" not in output
    assert f"Fault (checkpoints): step {LAST - 2} " in output
    assert f"{SIGNED} events of partition {partition} were signed" in output


def test_steps_that_are_gone_from_the_end_are_found_though_later_events_fill_the_gap(home: House) -> None:
    game = home.game(LAST - 1)
    partition = partition_of(game)
    other = home.game(4, partition)
    home.head(game)
    home.sql("DELETE FROM kifu.event WHERE game_id = %s AND version > %s", game, version(LAST - 2))
    # One after the other, since no position is given twice.
    for at in range(SIGNED + 1, SIGNED + 9):
        query = "UPDATE kifu.event SET position = position - 2 WHERE partition = %s AND position = %s"
        home.sql(query, partition, at)
    home.sql("UPDATE kifu.feed_head SET position = position - 2 WHERE partition = %s", partition)
    for _ in range(2):
        play_one(home.games, other, home.random)
    output = home.found(game)
    assert "Fault (store)" not in output
    assert f"Fault (checkpoints): step {LAST - 2} (version {version(LAST - 2)}): after this step" in output
    assert f"version 1 of game {other}" in output
    assert "Fault (checkpoints): version 1: the event is not the one" in home.found(other)


def test_a_game_whose_steps_lie_in_another_order_in_the_feed_is_found(home: House, game: UUID) -> None:
    query = "UPDATE kifu.event SET position = %s WHERE game_id = %s AND version = %s"
    home.sql(query, 1000, game, version(CHANGED))
    assert f"Fault (checkpoints): step {CHANGED + 1} " in home.found(game)


def leaf_of(home: House, game: UUID, step: int) -> tuple[int, bytes]:
    """The position of a step in the log, and its current hash."""
    query = "SELECT position, encode(digest, 'hex') FROM kifu.event WHERE game_id = %s AND version = %s"
    position, digest = home.sql(query, game, version(step))[0]
    return position, leaf_hash(game, version(step), digest)


def test_hashes_that_were_changed_with_the_event_no_longer_lead_to_the_signed_root(home: House, game: UUID) -> None:
    rechained(home, game, signed=True)
    for step in range(CHANGED, LAST + 1):
        position, new = leaf_of(home, game, step)
        query = "UPDATE kifu.log_tile SET hashes = overlay(hashes PLACING %s FROM %s) WHERE level = 0"
        home.sql(query, new, (position - 1) * 32 + 1)
    output = home.found(game)
    assert "Fault (checkpoints): version 1: the log was changed here" in output
    assert "no longer lead to the root that was signed" in output


def test_a_log_that_was_made_and_signed_anew_contradicts_the_file_that_was_kept(home: House, game: UUID) -> None:
    elsewhere = home.data / "elsewhere.ndjson"
    home.file.rename(elsewhere)
    rechained(home, game, signed=True)
    home.sql("DELETE FROM kifu.tree_head"), home.sql("DELETE FROM kifu.log_tile")
    home.checkpoint()
    assert home.kifu("verify", str(game))[0] == 0
    output = home.found(game, "--checkpoints", str(elsewhere))
    assert "Fault (checkpoints): version 1: the first 13 events" in output
    assert "are not those of the checkpoint that was kept outside the database" in output


def test_a_head_that_was_changed_or_signed_by_another_key_is_not_genuine(home: House, game: UUID) -> None:
    home.sql("UPDATE kifu.tree_head SET time = '2001-01-01T00:00:00Z'")
    assert "Fault (checkpoints): version 1: the checkpoint of 13 events is not genuine" in home.found(game)


def test_a_log_that_is_gone_is_made_again_from_the_events_to_compare_it_with_the_file(home: House, game: UUID) -> None:
    home.sql("DELETE FROM kifu.tree_head"), home.sql("DELETE FROM kifu.log_tile")
    assert home.kifu("verify", str(game))[0] == 0
    rechained(home, game, signed=True)
    assert "Fault (checkpoints): version 1: the first 13 events" in home.found(game)


def test_hashes_that_are_gone_are_named(home: House, game: UUID) -> None:
    home.sql("DELETE FROM kifu.log_tile")
    assert "Fault (checkpoints): version 1: the log cannot show the event" in home.found(game)


def test_the_file_of_heads_is_for_games_of_the_database_only(home: House, game: UUID) -> None:
    exit_code, output = home.kifu(
        "verify", "tests/games/micro-dojo-1A-1.kifu", "--checkpoints", "tests/games/micro-dojo-1A-1.kifu"
    )
    assert (exit_code, "a game of the database" in output) == (2, True)


def test_the_whole_log_is_compared_event_by_event(home: House, game: UUID) -> None:
    partition = partition_of(game)
    other = home.game(3, partition)
    home.checkpoint()
    exit_code, output = home.kifu("checkpoint", "--check")
    assert (exit_code, "Fault" in output) == (0, False)
    assert f"Partition {partition}: 22 events are what was signed, in 2 unbroken chains.\n" in output
    rechained(home, game, signed=True)
    exit_code, output = home.kifu("checkpoint", "--check")
    assert exit_code == 1
    assert f"Fault: partition {partition}: version {version(CHANGED)} of game {game}: the event is not" in output
    # A game moved as a whole to the end of the feed looks like one that is not signed yet.
    home.sql("UPDATE kifu.event SET position = position + 1000 WHERE game_id = %s", game)
    assert home.kifu("verify", str(game))[0] == 0
    # A slow check says in lines before how far it is.
    found = json.loads(home.kifu("checkpoint", "--check", "--json")[1].splitlines()[-1])
    assert found["heads"] == {"leaves": 2, "fault": None}
    assert [one for one in found["partitions"] if one["fault"] is not None] == [
        {
            "partition": partition,
            "events": 0,
            "fault": "position 1 of the feed is gone, of 22 that were signed",
            "chains": 2,
            "unread": 0,
        }
    ]
    assert "Fault (store)" in home.found(other)


def test_the_whole_log_is_compared_with_what_was_kept_outside(home: House, game: UUID) -> None:
    home.checkpoint()
    for statement, fault in (
        (
            "UPDATE kifu.log_tile SET hashes = set_byte(hashes, 31, 255 - get_byte(hashes, 31))",
            "the log was changed here",
        ),
        ("DELETE FROM kifu.tree_head WHERE size > 13", "ends with the checkpoint of 13 events, and 15 were signed"),
        ("UPDATE kifu.tree_head SET time = '2001-01-01T00:00:00Z'", "is not genuine"),
        ("DELETE FROM kifu.tree_head", "are gone from the database; 15 were signed"),
    ):
        kept = home.sql("SELECT * FROM kifu.log_tile")
        home.sql(statement)
        exit_code, output = home.kifu("checkpoint", "--check")
        assert (exit_code, fault in output) == (1, True), output
        home.sql("DELETE FROM kifu.log_tile")
        for row in kept:
            home.sql("INSERT INTO kifu.log_tile VALUES (%s, %s, %s, %s, %s)", *row)


def test_where_nothing_was_signed_nothing_is_compared(home: House) -> None:
    home.game(1)
    assert home.kifu("checkpoint", "--check") == (0, "Nothing has been signed yet.\n")


def test_a_log_that_should_have_a_head_by_now_and_has_none_is_a_fault(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unsigned, "UNSIGNED", timedelta(0))
    assert home.kifu("checkpoint", "--check")[0] == 0
    home.game(1)
    exit_code, output = home.kifu("checkpoint", "--check")
    assert (exit_code, "and no head was ever signed over them" in output) == (1, True), output
    home.checkpoint()
    exit_code, output = home.kifu("checkpoint", "--check")
    assert exit_code == 0, output
