"""One worker of a Citus cluster hangs: its games wait, and nothing else does."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import UUID, uuid4

import psutil
import psycopg
import pytest
from eventsourcing.persistence import PersistenceError
from flask.testing import FlaskClient
from psycopg.conninfo import make_conninfo

from domain.rows import PARTITIONS, partition_of
from eventstore.postgres.away import AWAY
from eventstore.postgres.datastore import Datastore
from eventstore.recorder import FeedRecorder
from projections.queries.read import ReadModels
from projections.read_models.games import GamesProjection
from projections.running.rebuild import check, rebuild
from tests.api.house import app_on
from tests.eventstore.test_recorder import event
from tests.projections.conftest import models, reader, store  # noqa: F401
from tests.projections.running import caught_up, running
from tests.projections.scripted import Script, ScriptReader
from tests.support.waiting import eventually

WAITING = 40
POSTMASTER = "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int"

GAMES = [GamesProjection(ScriptReader())]

pytestmark = pytest.mark.slow


class Halves:
    """The partitions of one worker, which `freeze` stops, and those of all others."""

    def __init__(self, url: str) -> None:
        with Datastore(url, pool_size=1) as datastore:
            places = datastore.shares.places()
        self.node = min(places.values())
        self.frozen = {partition for partition, node in places.items() if node == self.node}
        self.living = set(range(PARTITIONS)) - self.frozen
        host, _, port = self.node.partition(":")
        with psycopg.connect(make_conninfo(url, host=host, port=port)) as connection:
            row = connection.execute(POSTMASTER).fetchone()
        assert row is not None
        self._pid = int(row[0])

    @contextmanager
    def freeze(self) -> Iterator[None]:
        """Stop every process of the worker until the end of the block."""
        if not psutil.pid_exists(self._pid) or "postgres" not in psutil.Process(self._pid).name():
            pytest.skip(f"the worker {self.node} does not run on this machine")
        server = psutil.Process(self._pid)
        with ExitStack() as stopped:
            for process in (server, *server.children(recursive=True)):
                process.suspend()
                stopped.callback(_resume, process)
            yield


def _resume(process: psutil.Process) -> None:
    if process.is_running():
        process.resume()


@pytest.fixture
def halves(database_url: str) -> Halves:
    return Halves(database_url)


def game_in(partitions: set[int]) -> UUID:
    return next(game for game in iter(uuid4, None) if partition_of(game) in partitions)


def script_in(store: FeedRecorder, partitions: set[int]) -> Script:  # noqa: F811
    return Script(store, game_id=game_in(partitions))


def test_games_of_other_workers_are_played_on(database_url: str, halves: Halves) -> None:
    outcomes: list[str] = []

    def read(recorder: FeedRecorder, game: UUID) -> None:
        try:
            recorder.select_events(game)
            outcomes.append("answered")
        except PersistenceError as error:
            outcomes.append(type(error).__name__)

    with Datastore(database_url, pool_size=8) as datastore:
        recorder = FeedRecorder(datastore)
        waiting, playing = game_in(halves.frozen), game_in(halves.living)
        recorder.insert_events([event(waiting, 1)])
        recorder.insert_events([event(playing, 1)])
        with halves.freeze():
            threads = [threading.Thread(target=read, args=(recorder, waiting)) for _ in range(WAITING)]
            for thread in threads:
                thread.start()
            for version in range(2, 100):
                recorder.insert_events([event(playing, version)])
                assert len(recorder.select_events(playing, gt=version - 1)) == 1
            # All except those that hold the worker's share learn that it is unavailable long before the timeout.
            eventually(lambda: outcomes.count("NodeAway") >= WAITING - 4)
        for thread in threads:
            thread.join()
        eventually(_succeeds(lambda: recorder.insert_events([event(waiting, 2)])))
        assert [one.originator_version for one in recorder.select_events(waiting)] == [1, 2]


def test_read_models_of_other_workers_go_on(
    database_url: str,
    halves: Halves,
    store: FeedRecorder,  # noqa: F811
    models: ReadModels,  # noqa: F811
) -> None:
    waiting, playing = script_in(store, halves.frozen).sit(), script_in(store, halves.living).sit()
    with running(database_url):
        eventually(lambda: caught_up(models))
        waiting.moves(2)
        with halves.freeze():
            for _ in range(5):
                playing.moves(1)
                assert models.wait_for("games", playing.position, timeout=30)
            eventually(_succeeds(lambda: caught_up(models) or _fail()))
            assert {node: set(at) for node, at in models.away().items()} == {halves.node: halves.frozen}
        waiting.end(1, 2)
        assert models.wait_for("games", waiting.position, timeout=60)
        eventually(lambda: caught_up(models) and not models.away())


@pytest.mark.parametrize("work", [rebuild, check])
def test_a_rebuild_and_a_check_give_up_and_leave_everything_as_it_was(
    database_url: str,
    halves: Halves,
    store: FeedRecorder,  # noqa: F811
    models: ReadModels,  # noqa: F811
    work: Callable[..., object],
) -> None:
    waiting, playing = script_in(store, halves.frozen).sit(), script_in(store, halves.living).sit()
    with running(database_url):
        waiting.moves(2)
        playing.moves(2)
        eventually(lambda: caught_up(models))
        with halves.freeze():
            # It gives up while the worker still hangs.
            with pytest.raises(AWAY):
                work(database_url, ["games"], projections=GAMES)
            playing.moves(1)
            assert models.wait_for("games", playing.position, timeout=30)
        eventually(_succeeds(lambda: caught_up(models) or _fail()))
        assert work(database_url, ["games"], projections=GAMES) in ([], {"games": []})


@pytest.fixture
def client(database_url: str, tmp_path: Path) -> Iterator[FlaskClient]:
    with app_on(database_url, tmp_path) as app:
        yield app.test_client()


def test_readiness_answers_while_a_part_is_away_and_names_it(halves: Halves, client: FlaskClient) -> None:
    def check() -> dict[str, str]:
        answer = client.get("/readyz")
        if answer.status_code != 200:
            return {"state": "unavailable"}
        found: dict[str, str] = next(one for one in answer.json["checks"] if one["name"] == "partitions")
        return {**found, "status": answer.json["status"]}

    eventually(lambda: check() == {"name": "partitions", "state": "ok", "says": "", "status": "ready"})
    with halves.freeze():
        eventually(lambda: check()["state"] == "degraded")
        found = check()
        assert found["status"] == "degraded"
        assert f"{halves.node} with partitions {', '.join(map(str, sorted(halves.frozen)))}" in found["says"]
    eventually(lambda: check()["state"] == "ok")


def _succeeds(call: Callable[[], object]) -> Callable[[], bool]:
    def succeeds() -> bool:
        try:
            call()
        except (PersistenceError, psycopg.Error):
            return False
        return True

    return succeeds


def _fail() -> None:
    raise PersistenceError("not yet")
