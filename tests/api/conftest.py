"""The API over a database, and two people at it.

The tests of a module share a house, and each plays its own games there. A test that changes or counts what other tests
would see takes `database_url` or is marked with `usefixtures("database_url")`, which gives it a house of its own on a
fresh database.
"""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.requests.services import EXTENSION, Services
from eventstore.recorder import FeedRecorder
from tests.api.house import OPERATOR, House, Person, app_on, appointed, projecting, started
from tests.support.databases import temporary_database


@pytest.fixture(scope="module")
def shared_house(postgres_url: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    data = tmp_path_factory.mktemp("data")
    with temporary_database(postgres_url, template) as url, app_on(url, data, rate_limit_players="500/minute") as app:
        yield House(app)


@pytest.fixture
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    if "database_url" not in request.fixturenames:
        yield request.getfixturevalue("shared_house")
        return
    with app_on(request.getfixturevalue("database_url"), request.getfixturevalue("tmp_path")) as app:
        yield House(app)


@pytest.fixture
def app(house: House) -> Flask:
    return house.app


@pytest.fixture
def recorder(app: Flask) -> FeedRecorder:
    """The recorder of the app's games."""
    services: Services = app.extensions[EXTENSION]
    return services.recorder


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def ada(house: House) -> Person:
    return house.person("Ada")


@pytest.fixture
def bob(house: House) -> Person:
    return house.person("Bob")


@pytest.fixture
def operator(client: FlaskClient) -> Person:
    return Person(client, "operator", OPERATOR)


@pytest.fixture
def arbiter(house: House, operator: Person) -> Person:
    """A player whom the operator has appointed."""
    return appointed(operator, house.person("Cleo"))


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    """The path of a running game: Ada on seat 0, Bob on seat 1."""
    return started(ada, bob)


@pytest.fixture
def projector(database_url: str) -> Iterator[None]:
    """Keeps the read models, in the role of the service, while a test runs."""
    with projecting(database_url):
        yield
