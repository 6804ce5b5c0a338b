"""Keys whose first answer is gone: no request sent with one is carried out twice."""

from threading import Event, Thread

import psycopg
import pytest
from flask.testing import FlaskClient

from domain.rows import ANSWER_DAYS, KEY_DAYS, FirstAnswer
from eventstore.postgres.datastore import Datastore
from eventstore.postgres.role import ROLE
from eventstore.recorder import FeedRecorder
from eventstore.tables.answers import Answers, Pruned
from service import metrics
from service.jobs import pruner
from tests.api.house import Person, some_move
from tests.support.databases import logged_in_as


@pytest.fixture
def service_url(database_url: str) -> str:
    """The database as the service sees it."""
    return logged_in_as(database_url, ROLE)


def let_pass(database_url: str, days: float) -> None:
    """Make all keys older by this number of days."""
    with psycopg.connect(database_url) as owner:
        owner.execute("UPDATE kifu.idempotency SET answered_at = answered_at - %s * interval '1 day'", (days,))


def prune(database_url: str, most: int = 1000) -> Pruned:
    with Datastore(database_url, pool_size=1) as datastore:
        return Answers(datastore).prune(most)


def test_a_repetition_within_seven_days_gets_the_first_answer_though_older_ones_were_pruned(
    ada: Person, service_url: str, database_url: str
) -> None:
    opening = {"ruleset": "micro-dojo", "seats": 2}
    ada.post("/v1/games", opening, Idempotency_Key="old")
    let_pass(database_url, 0.1)
    first = ada.post("/v1/games", opening, Idempotency_Key="young")
    let_pass(database_url, ANSWER_DAYS - 0.05)
    assert prune(service_url) == Pruned(answers=1, keys=0)
    again = ada.post("/v1/games", opening, Idempotency_Key="young")
    assert (again.status_code, again.data) == (201, first.data)


def test_a_later_repetition_of_a_legal_move_is_told_so_and_is_not_played_again(
    ada: Person, bob: Person, game: str, service_url: str, database_url: str
) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    mover, body = [ada, bob][seat], {"seat": seat, "move": move}
    assert mover.post(f"{game}/moves", body, Idempotency_Key="one").status_code == 201
    # Taken back, so that the rules allow the same move once more.
    assert mover.post(f"{game}/take-back", {"seat": seat}).status_code == 201
    let_pass(database_url, ANSWER_DAYS + 0.01)
    assert prune(service_url).answers == 1
    told = mover.post(f"{game}/moves", body, Idempotency_Key="one")
    assert (told.status_code, told.get_json()["code"]) == (409, "key-expired")
    assert f"more than {ANSWER_DAYS} days ago" in told.get_json()["detail"]
    assert ada.get(game).get_json()["step"] == 3
    assert mover.post(f"{game}/moves", body, Idempotency_Key="two").status_code == 201


def test_no_kind_of_post_happens_again_under_an_old_key(
    ada: Person, bob: Person, client: FlaskClient, game: str, service_url: str, database_url: str
) -> None:
    seat, move = some_move([ada, bob], game)  # type: ignore[misc]
    mover = [ada, bob][seat]
    posts = [
        (mover, "/v1/games", {"ruleset": "micro-dojo", "seats": 2}, 201),
        (mover, f"{game}/messages", {"seat": seat, "text": "Good luck."}, 201),
        (mover, f"{game}/explanations", {"seat": seat, "move": move}, 200),
        (mover, f"{game}/disputes", {"seat": seat, "step": 1, "claim": "Look."}, 201),
        (mover, f"{game}/resignation", {"seat": seat}, 201),
    ]
    for number, (who, path, body, status) in enumerate(posts):
        answer = who.post(path, body, Idempotency_Key=f"key-{number}")
        assert answer.status_code == status, (path, answer.get_json())
    cy = {"name": "Cy", "secret": "s" * 40}
    assert client.post("/v1/players", json=cy, headers={"Idempotency-Key": "cy"}).status_code == 201
    let_pass(database_url, ANSWER_DAYS + 0.01)
    assert prune(service_url).answers == len(posts) + 1
    before = events(database_url)
    for number, (who, path, body, _) in enumerate(posts):
        told = who.post(path, body, Idempotency_Key=f"key-{number}")
        assert (told.status_code, told.get_json()["code"]) == (409, "key-expired"), path
    told = client.post("/v1/players", json=cy, headers={"Idempotency-Key": "cy"})
    assert (told.status_code, told.get_json()["code"]) == (409, "key-expired")
    assert events(database_url) == before


def test_after_ninety_days_a_key_counts_as_new(ada: Person, service_url: str, database_url: str) -> None:
    opening = {"ruleset": "micro-dojo", "seats": 2}
    first = ada.post("/v1/games", opening, Idempotency_Key="key")
    let_pass(database_url, KEY_DAYS - 0.01)
    assert prune(service_url) == Pruned(1, 0)
    let_pass(database_url, 0.02)
    assert prune(service_url) == Pruned(0, 1)
    again = ada.post("/v1/games", opening, Idempotency_Key="key")
    assert again.status_code == 201
    assert again.get_json()["id"] != first.get_json()["id"]


def test_a_batch_takes_the_oldest_and_only_so_many(datastore: Datastore, database_url: str) -> None:
    recorder = FeedRecorder(datastore)
    for number in range(5):
        recorder.record_answer(FirstAnswer("anna", f"key-{number}", b"digest", 201, b"body"))
        let_pass(database_url, 1)
    let_pass(database_url, ANSWER_DAYS - 1.5)
    assert prune(database_url, 2) == Pruned(2, 0)
    assert answered(database_url) == ["key-2", "key-3", "key-4"]
    assert prune(database_url, 2) == Pruned(2, 0)
    assert prune(database_url, 2) == Pruned(0, 0)
    assert answered(database_url) == ["key-4"]


def test_rows_that_somebody_holds_are_left_for_the_next_time(datastore: Datastore, database_url: str) -> None:
    recorder = FeedRecorder(datastore)
    for key in ("held", "free"):
        recorder.record_answer(FirstAnswer("anna", key, b"digest", 201, b"body"))
    let_pass(database_url, ANSWER_DAYS + 1)
    with psycopg.connect(database_url) as other:
        other.execute("SELECT FROM kifu.idempotency WHERE key = 'held' FOR UPDATE")
        assert prune(database_url) == Pruned(1, 0)
    assert prune(database_url) == Pruned(1, 0)


def test_the_service_cannot_remove_what_is_younger(datastore: Datastore, service_url: str) -> None:
    FeedRecorder(datastore).record_answer(FirstAnswer("anna", "key", b"digest", 201, b"body"))
    assert prune(service_url, 2**31 - 1) == Pruned(0, 0)
    with psycopg.connect(service_url, autocommit=True) as connection:
        for statement in (
            "DELETE FROM kifu.idempotency",
            "UPDATE kifu.idempotency SET answered_at = '2020-01-01'",
            "UPDATE kifu.idempotency SET body = NULL",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())


def test_the_service_prunes_by_itself_and_counts_it(
    datastore: Datastore, service_url: str, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruner, "BATCH", 2)
    recorder = FeedRecorder(datastore)
    for number in range(5):
        recorder.record_answer(FirstAnswer("anna", f"key-{number}", b"digest", 201, b"body"))
    let_pass(database_url, ANSWER_DAYS + 1)
    before = metrics.PRUNED_ANSWERS._value.get()
    stop = Event()
    thread = Thread(target=pruner.prune_forever, args=(service_url, stop))
    thread.start()
    try:
        for _ in range(600):
            if not answered(database_url):
                break
            stop.wait(0.1)
    finally:
        stop.set()
        thread.join()
    assert answered(database_url) == []
    assert metrics.PRUNED_ANSWERS._value.get() - before == 5


def answered(database_url: str) -> list[str]:
    """The keys whose answers are kept."""
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("SELECT key FROM kifu.idempotency WHERE body IS NOT NULL ORDER BY key").fetchall()
    return [key for (key,) in rows]


def events(database_url: str) -> int:
    with psycopg.connect(database_url) as connection:
        return connection.execute("SELECT count(*) FROM kifu.event").fetchone()[0]  # type: ignore[index]
