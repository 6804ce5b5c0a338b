"""One pass over the feed for all read models: what they share, and what each has for itself."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
import pytest

from domain.application.games import Games
from domain.application.stored.stored_games import StoredGames
from domain.record import words
from domain.record.words import Reader
from eventstore.feed import FeedEvent
from eventstore.recorder import FeedRecorder
from eventstore.tables.tracking import forget_positions, upstream
from projections.contract import Projection, Rows
from projections.queries.read import ReadModels
from projections.read_models.catalogue import NAMES, all_projections
from projections.read_models.scores import ScoresProjection
from projections.read_models.stored_events import StoredReader
from projections.running import locks, projector, rebuild
from projections.running.batch import ProjectionFailed, advance
from projections.running.database import connect
from tests.projections.running import carry, caught_up, running
from tests.projections.scripted import Poisoned, Script, ScriptReader, play_many
from tests.projections.test_rebuilding import rows, spoil
from tests.projections.test_together import RULESETS, play
from tests.support.waiting import eventually

ALL = {projection.name: projection for projection in all_projections(ScriptReader())}


@pytest.fixture
def games(database_url: str) -> Iterator[Games]:
    env = {"PERSISTENCE_MODULE": "eventstore.factory", "KIFU_DATABASE_URL": database_url}
    opened = Games(StoredGames(RULESETS, clock=lambda: datetime.now(UTC), entropy=os.urandom, env=env))
    yield opened
    opened.close()


class PoisonedScores(ScoresProjection):
    """The scores, which raise at every event of one game."""

    def __init__(self, poison: UUID) -> None:
        super().__init__(ScriptReader())
        self.poison = poison

    def handle(self, cursor: Rows, events: Sequence[FeedEvent]) -> None:
        super().handle(cursor, events)
        if any(event.game_id == self.poison for event in events):
            raise LookupError("no score")


def test_an_event_is_decoded_once_for_all_read_models(
    database_url: str, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(games, 2, won=True)
    decoded: Counter[tuple[UUID, int]] = Counter()
    decode = words.decode_event

    def count(topic: str, game_id: UUID, version: int, payload: bytes) -> Any:
        decoded[game_id, version] += 1
        return decode(topic, game_id, version, payload)

    monkeypatch.setattr(words, "decode_event", count)
    carry(database_url, all_projections(StoredReader(Reader(RULESETS))), limit=1000)
    assert len(decoded) > 5
    assert set(decoded.values()) == {1}


def test_the_positions_of_all_read_models_are_recorded_in_one_transaction(
    database_url: str, store: FeedRecorder
) -> None:
    script = Script(store).sit()
    carry(database_url)
    assert transactions(database_url, script) == 1


def test_a_read_model_that_raises_undoes_the_batch_of_all_and_is_named(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit().end(1, 0)
    projections: dict[str, Projection] = {**ALL, "scores": PoisonedScores(script.id)}
    with connect(database_url) as connection, pytest.raises(ProjectionFailed) as raised:
        advance(connection, projections, 100)
    assert raised.value.name == "scores"
    assert isinstance(raised.value.__cause__, LookupError)
    assert models.games().items == []
    assert transactions(database_url, script) == 0


def test_two_read_models_that_raise_at_different_events_both_fall_out_and_are_named(
    database_url: str, store: FeedRecorder, models: ReadModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projector, "RETRY_SECONDS", (0.05, 0.2))
    play_many(store, 5)
    one, other = Script(store).sit(), Script(store).sit()
    poisoned = Poisoned()
    poisoned.poison = one.id
    projections = list({**ALL, "scores": PoisonedScores(other.id), "leaderboard": poisoned}.values())
    with running(database_url, projections):
        eventually(lambda: stopped_at(models) == {"leaderboard": one.id, "scores": other.id})
        after = Script(store).sit()
        for name in set(NAMES) - {"leaderboard", "scores"}:
            assert models.wait_for(name, after.position, timeout=60)
    with running(database_url):
        eventually(lambda: stopped_at(models) == {} and caught_up(models))
    live = rows(database_url)
    rebuild.rebuild(database_url, projections=list(ALL.values()))
    assert rows(database_url) == live


def test_nobody_waits_for_a_read_model_that_is_far_behind(database_url: str, store: FeedRecorder) -> None:
    script = Script(store).sit().moves(30)
    carry(database_url)
    live = rows(database_url)
    with connect(database_url) as connection, connection.transaction(), connection.cursor() as cursor:
        for table in ALL["scores"].tables:
            cursor.execute(f"DELETE FROM {table}".encode())
        forget_positions(cursor, "scores")
    script.moves(2)
    with connect(database_url) as connection:
        carried = advance(connection, ALL, 10)
        assert (carried.events, carried.behind) == (2, {"scores"})
        assert advance(connection, ALL, 10) == (0, {"scores"}, frozenset())
        while advance(connection, {"scores": ALL["scores"]}, 10).events:
            pass
        script.moves(1)
        assert advance(connection, ALL, 10) == (1, frozenset(), frozenset())
    assert transactions(database_url, script) == 1
    assert rows(database_url)["score_game"] == live["score_game"]


def test_a_read_model_that_is_a_little_behind_joins_and_sees_no_event_twice(
    database_url: str, store: FeedRecorder
) -> None:
    played = play_many(store, 4)
    ahead = {name: projection for name, projection in ALL.items() if name != "leaderboard"}
    with connect(database_url) as connection:
        while advance(connection, ahead, 30).events:
            pass
        played += play_many(store, 2)
        while advance(connection, ALL, 1000).events:
            pass
    live = rows(database_url)
    spoil(database_url)
    rebuild.rebuild(database_url, projections=list(ALL.values()))
    assert rows(database_url) == live
    assert len(played) == 6


def test_nobody_waits_for_a_read_model_whose_tables_are_locked(database_url: str, store: FeedRecorder) -> None:
    script = Script(store).sit()
    with connect(database_url) as connection, connect(database_url) as other:
        with locks.hold_tables(other, "games"):
            assert advance(connection, ALL, 100) == (4, frozenset(), {"games"})
        assert advance(connection, ALL, 100) == (4, frozenset(), frozenset())
    assert transactions(database_url, script) == 2


def test_a_read_model_that_waits_for_a_lock_on_its_tables_falls_out_and_catches_up_by_itself(
    database_url: str, store: FeedRecorder, models: ReadModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projector, "RETRY_SECONDS", (0.05, 0.2))
    with running(database_url):
        first = Script(store).sit().end(1, 0)
        eventually(lambda: caught_up(models))
        with psycopg.connect(database_url) as holder:
            holder.execute("LOCK TABLE kifu_read.score_game IN SHARE MODE")
            after = Script(store).sit().end(2, 1)
            for name in set(NAMES) - {"scores"}:
                assert models.wait_for(name, after.position, timeout=60)
            eventually(lambda: stopped_at(models) == {"scores": None})
            assert not caught_up(models, "scores")
            (state,) = (state for state in models.lag() if state.name == "scores")
            assert state.error is not None
            assert state.error.startswith("LockNotAvailable: ")
        eventually(lambda: stopped_at(models) == {} and caught_up(models))
    assert {first.id, after.id} <= {
        row[0] for row in store.datastore.read("SELECT game_id FROM kifu_read.score_game", ())
    }


def test_a_rebuilt_read_model_joins_the_others_again(
    database_url: str, store: FeedRecorder, models: ReadModels
) -> None:
    script = Script(store).sit()
    with running(database_url):
        eventually(lambda: caught_up(models))
        rebuild.rebuild(database_url, ["history", "players"], projections=list(ALL.values()))
        script.moves(1)
        for name in NAMES:
            assert models.wait_for(name, script.position, timeout=60)
    assert transactions(database_url, script) == 1


def test_a_rebuild_goes_on_without_a_read_model_that_raises_and_says_so_at_the_end(
    database_url: str, store: FeedRecorder
) -> None:
    played = play_many(store, 4)
    carry(database_url)
    live = rows(database_url)
    spoil(database_url)
    poisoned = Poisoned()
    poisoned.poison = played[2].id
    with pytest.raises(ArithmeticError):
        rebuild.rebuild(database_url, projections=list({**ALL, "leaderboard": poisoned}.values()))
    found = rows(database_url)
    assert {table for table in found if found[table] != live[table]} == set(Poisoned.tables)


def test_commits_of_read_models_do_not_wait_for_the_disk_and_those_of_events_do_as_the_server_says(
    database_url: str, store: FeedRecorder
) -> None:
    query = "SELECT setting, source FROM pg_settings WHERE name = 'synchronous_commit'"
    with connect(database_url) as connection:
        assert connection.execute(query).fetchone() == ("off", "session")
    ((_, source),) = store.datastore.read(query, ())
    assert source != "session"


def transactions(url: str, script: Script) -> int:
    """The number of transactions that last recorded the read models' positions in a game's partition."""
    partition, position = map(int, script.position.split(":"))
    query = "SELECT count(DISTINCT xmin::text) FROM kifu.tracking WHERE upstream = %s AND position = %s"
    with psycopg.connect(url) as connection:
        row = connection.execute(query, (upstream(partition), position)).fetchone()
    assert row is not None
    return int(row[0])


def stopped_at(models: ReadModels) -> dict[str, UUID | None]:
    """The game at which each stopped projection stopped."""
    return {state.name: state.game for state in models.lag() if state.stopped}
