"""What workers cache about tokens, and how they learn of a revocation."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from api.requests.identity import LOOK_UPS, REMEMBERED_SECONDS, WRONG_TOKENS, Identity
from domain.application.errors import TooManyRequests, Unauthenticated
from eventstore.postgres.datastore import Datastore
from eventstore.revocations import Revocations
from eventstore.tables.players import Players
from eventstore.tables.tokens import KnownToken, Tokens
from service.keys.tokens import digest_token, new_token
from tests.support.waiting import eventually

ADDRESS = "198.51.100.7"
TOKEN, OTHER = "the token of Anna", "the other token of Anna"


class CountedTokens(Tokens):
    """The table of tokens, which counts look-ups."""

    def __init__(self, datastore: Datastore) -> None:
        super().__init__(datastore)
        self.looked_up = 0

        self.at_once, self.most_at_once = 0, 0
        self._lock = threading.Lock()

    def find(self, digest: bytes) -> KnownToken | None:
        with self._lock:
            self.looked_up += 1
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            return super().find(digest)
        finally:
            with self._lock:
                self.at_once -= 1


class Worker:
    """The part of a worker that identifies callers."""

    def __init__(self, datastore: Datastore, url: str) -> None:
        self.tokens = CountedTokens(datastore)
        self.revocations = Revocations(url)
        self._identity = Identity(self.tokens, self.revocations, None)

    def knows(self, token: str) -> bool:
        try:
            return self._identity.asker(f"Bearer {token}", ADDRESS).player == "anna"
        except (Unauthenticated, TooManyRequests):
            return False


@pytest.fixture
def workers(datastore: Datastore, database_url: str) -> Iterator[list[Worker]]:
    """Two workers that have cached both tokens of Anna."""
    Players(datastore).register("anna", digest_token(TOKEN))
    Tokens(datastore).make("anna", digest_token(OTHER), "phone", "player")
    workers = [Worker(datastore, database_url) for _ in range(2)]
    for worker in workers:
        # Until it listens, a worker caches nothing.
        for token in (TOKEN, OTHER):
            eventually(lambda worker=worker, token=token: worker.knows(token) and is_remembered(worker, token))  # type: ignore[misc]
    yield workers
    for worker in workers:
        worker.revocations.close()


def is_remembered(worker: Worker, token: str) -> bool:
    before = worker.tokens.looked_up
    return worker.knows(token) and worker.tokens.looked_up == before


def test_a_token_that_one_worker_revokes_is_refused_by_all_at_once(workers: list[Worker], datastore: Datastore) -> None:
    tokens = Tokens(datastore)
    phone = tokens.list_valid("anna")[1]
    assert all(worker.knows(OTHER) for worker in workers)
    tokens.revoke("anna", phone.id)
    eventually(lambda: not any(worker.knows(OTHER) for worker in workers), REMEMBERED_SECONDS / 2)
    assert all(worker.knows(TOKEN) for worker in workers)
    assert all(is_remembered(worker, TOKEN) for worker in workers)


def test_a_token_that_was_rotated_is_refused_by_all_at_once(workers: list[Worker], datastore: Datastore) -> None:
    phone = Tokens(datastore).list_valid("anna")[1]
    Tokens(datastore).rotate("anna", phone.id, digest_token("newer"))
    eventually(lambda: not any(worker.knows(OTHER) for worker in workers), REMEMBERED_SECONDS / 2)
    assert all(worker.knows("newer") for worker in workers)


def test_a_worker_that_hears_nothing_takes_nothing_from_memory(
    workers: list[Worker], datastore: Datastore, database_url: str
) -> None:
    deaf = workers[0]
    deaf.revocations.close()
    eventually(lambda: not deaf.revocations.listening)
    assert not is_remembered(deaf, OTHER)
    Tokens(datastore).revoke("anna", Tokens(datastore).list_valid("anna")[1].id)
    assert not deaf.knows(OTHER)


def test_a_worker_whose_connection_was_cut_listens_again_and_has_forgotten(
    workers: list[Worker], datastore: Datastore, database_url: str
) -> None:
    phone = Tokens(datastore).list_valid("anna")[1]
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN kifu_revoked'")
    Tokens(datastore).revoke("anna", phone.id)
    eventually(lambda: not any(worker.knows(OTHER) for worker in workers))
    for worker in workers:
        eventually(lambda worker=worker: is_remembered(worker, TOKEN))  # type: ignore[misc]


def test_what_was_remembered_is_looked_up_again_after_a_minute(
    workers: list[Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_remembered(workers[0], TOKEN)
    now = time.monotonic()
    monkeypatch.setattr("api.requests.identity.time.monotonic", lambda: now + 61)
    assert not is_remembered(workers[0], TOKEN)


def test_a_flood_of_wrong_tokens_asks_the_database_little_at_a_time(
    workers: list[Worker], datastore: Datastore
) -> None:
    for worker in workers:
        for _ in range(WRONG_TOKENS.amount):
            assert not worker.knows(new_token())
        worker.tokens.most_at_once = 0
    unseen = new_token()
    Tokens(datastore).make("anna", digest_token(unseen), "tablet", "player")
    with ThreadPoolExecutor(20) as flood:
        wrong = [flood.submit(worker.knows, new_token()) for _ in range(100) for worker in workers]
        right = [flood.submit(worker.knows, unseen) for worker in workers]
    assert not any(one.result() for one in wrong)
    assert all(one.result() for one in right)
    assert all(worker.tokens.most_at_once <= LOOK_UPS for worker in workers)


def test_a_mistyped_token_is_refused_without_asking_the_database(workers: list[Worker]) -> None:
    before = workers[0].tokens.looked_up
    assert not workers[0].knows(new_token()[:-1])
    assert workers[0].tokens.looked_up == before
