from datetime import UTC, datetime, timedelta
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.rows import LONGEST_REFUSAL, MOST_REFUSALS, FirstAnswer, RefusedMove
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from eventstore.snapshots import SnapshotRecorder
from eventstore.tables.answers import DuplicateKey
from eventstore.tables.players import NameTaken, Players
from eventstore.tables.tokens import Tokens
from eventstore.tables.tracking import forget_positions, track_positions, upstream
from tests.eventstore.cutting_proxy import CuttingProxy
from tests.support.feeds import refusals as refusals_of

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)


def player_of(datastore: Datastore, token_digest: bytes) -> str | None:
    found = Tokens(datastore).find(token_digest)
    return found.player if found else None


def test_a_registered_player_is_found_by_the_digest_of_the_token(datastore: Datastore) -> None:
    players = Players(datastore)
    players.register("anna", b"one")
    assert player_of(datastore, b"one") == "anna"
    assert player_of(datastore, b"two") is None
    assert players.exists("anna")
    assert not players.exists("bela")


def test_a_taken_name_is_refused_and_keeps_its_token(datastore: Datastore) -> None:
    players = Players(datastore)
    players.register("anna", b"one")
    with pytest.raises(NameTaken):
        players.register("anna", b"two")
    assert player_of(datastore, b"two") is None


def test_a_registration_and_its_answer_are_stored_together(datastore: Datastore) -> None:
    players, recorder = Players(datastore), FeedRecorder(datastore)
    first, other = (FirstAnswer("", key, b"digest", 201, b"body") for key in ("key", "other"))
    players.register("anna", b"one", first)
    assert recorder.first_answer("", "key") is not None
    with pytest.raises(DuplicateKey):
        players.register("anna", b"two", first)
    with pytest.raises(DuplicateKey):
        players.register("bela", b"two", first)
    assert not players.exists("bela")
    with pytest.raises(NameTaken):
        players.register("anna", b"two", other)
    assert recorder.first_answer("", "other") is None


def test_a_lost_reply_to_a_registration_is_no_error(database_url: str) -> None:
    with CuttingProxy(database_url) as proxy:
        datastore = Datastore(proxy.url, pool_size=1)
        players, answer = Players(datastore), FirstAnswer("", "key", b"d", 201, b"body")
        players.register("warm", b"warm")
        proxy.lose_reply(to=b"COMMIT")
        players.register("anna", b"one", answer)
        assert proxy.cuts == 1
        assert player_of(datastore, b"one") == "anna"
        with pytest.raises(DuplicateKey):
            players.register("anna", b"one", answer)


def test_the_refused_moves_of_a_game_are_kept(datastore: Datastore) -> None:
    recorder, game_id = FeedRecorder(datastore), uuid4()
    refusals = [
        RefusedMove(
            game_id, n, "anna" if n else None, b'{"type": "\xff\x00"}', "micro-dojo.build.pay", "too dear", NOON
        )
        for n in range(3)
    ]
    for refusal in refusals:
        recorder.record_refusal(refusal)
    recorder.record_refusal(RefusedMove(uuid4(), 0, "anna", b"{}", None, "not asked", NOON + timedelta(hours=1)))
    assert refusals_of(recorder, game_id) == refusals
    assert recorder.refusals_between(game_id, NOON - timedelta(hours=1), NOON, 1) == refusals[:1]


def test_of_a_long_refused_move_the_beginning_is_kept_and_of_many_the_first_while_all_are_counted(
    datastore: Datastore,
) -> None:
    recorder, game_id = FeedRecorder(datastore), uuid4()
    long = RefusedMove(game_id, 0, "anna", b"\xff" * 60_000, "micro-dojo.build.pay", "w" * 60_000, NOON)
    for _ in range(MOST_REFUSALS + 3):
        recorder.record_refusal(long)
    other = RefusedMove(game_id, 1, "bela", b"x" * LONGEST_REFUSAL, None, "not asked", NOON)
    recorder.record_refusal(other)
    *kept, last = refusals_of(recorder, game_id)
    assert len(kept) == MOST_REFUSALS
    assert {(one.move, one.why, one.sent_bytes) for one in kept} == {
        (b"\xff" * LONGEST_REFUSAL, "w" * LONGEST_REFUSAL, 60_000)
    }
    assert last == other
    assert recorder.forgotten_refusals(game_id) == {0: 3}
    assert recorder.forgotten_refusals(uuid4()) == {}


def test_a_reason_that_quotes_what_postgresql_cannot_hold_is_kept(datastore: Datastore) -> None:
    recorder, game_id = FeedRecorder(datastore), uuid4()
    recorder.record_refusal(RefusedMove(game_id, 0, None, b"{}", None, "no \0 and no \ud800", NOON))
    assert refusals_of(recorder, game_id)[0].why == "no \N{REPLACEMENT CHARACTER} and no ?"


def test_the_first_of_two_snapshots_of_a_version_stays_without_an_error(datastore: Datastore) -> None:
    snapshots, strict = SnapshotRecorder(datastore, keep_first=True), SnapshotRecorder(datastore)
    first, second = (StoredEvent(game_id, 50, "snapshot", state) for game_id in [uuid4()] for state in (b"\xff", b"b"))
    snapshots.insert_events([first])
    snapshots.insert_events([second])
    assert list(snapshots.select_events(first.originator_id)) == [first]
    with pytest.raises(IntegrityError):
        strict.insert_events([second])


def test_positions_are_kept_by_projection_and_forgotten_by_projection(database_url: str) -> None:
    with psycopg.connect(database_url) as connection, connection.cursor() as cursor:
        for name in ("scores", "history"):
            track_positions(cursor, {name: {3: 7}})
        forget_positions(cursor, "scores")
        assert tracked(cursor) == [("history", upstream(3), 7)]


def test_a_position_is_undone_with_the_transaction_of_its_rows(database_url: str) -> None:
    with psycopg.connect(database_url) as connection, connection.cursor() as cursor:
        track_positions(cursor, {"scores": {3: 7}})
        connection.rollback()
        assert tracked(cursor) == []


def test_a_second_runner_of_a_projection_is_refused(database_url: str) -> None:
    with psycopg.connect(database_url) as connection, connection.cursor() as cursor:
        track_positions(cursor, {"scores": {3: 7}})
        with pytest.raises(IntegrityError):
            track_positions(cursor, {"scores": {3: 7}})


def tracked(cursor: psycopg.Cursor) -> list[tuple[object, ...]]:
    return cursor.execute("SELECT projection, upstream, position FROM kifu.tracking").fetchall()
