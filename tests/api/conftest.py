"""The API over a fresh database, and two people at it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from eventstore.postgres.role import url_for_service
from projections.running import runner
from service.parts import build_projections
from tests.api.house import OPERATOR, Person, app_on, appointed, started
from tests.support.rulesets import product_rulesets


@pytest.fixture
def app(database_url: str, tmp_path: Path) -> Iterator[Flask]:
    with app_on(database_url, tmp_path) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def ada(client: FlaskClient) -> Person:
    return Person(client, "Ada")


@pytest.fixture
def bob(client: FlaskClient) -> Person:
    return Person(client, "Bob")


@pytest.fixture
def operator(client: FlaskClient) -> Person:
    return Person(client, "operator", OPERATOR)


@pytest.fixture
def arbiter(operator: Person) -> Person:
    """A player whom the operator has appointed."""
    return appointed(operator)


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    """The path of a running game: Ada on seat 0, Bob on seat 1."""
    return started(ada, bob)


@pytest.fixture
def projector(database_url: str) -> Iterator[None]:
    """Keeps the read models, in the role of the service, while a test runs."""
    stop = threading.Event()
    given = url_for_service(database_url), stop, build_projections(product_rulesets())
    thread = threading.Thread(target=runner.run, args=given)
    thread.start()
    yield
    stop.set()
    thread.join()
